import { type KeyboardEvent, type ReactNode, useId } from "react";
import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./menu.module.css";

interface MenuProps {
  /** The name of the button, shown where `isWordy`. */
  label: string;
  icon?: string;
  isWordy?: boolean;
  /** Items, each an `li`: `MenuItem`, a form with one button, or a `Checkbox`. */
  children: ReactNode;
}

/**
 * More actions: a native popover, which opens, closes by Escape and by a press elsewhere, and lies above all, with no script.
 * Browsers without anchors show it in the middle of the window. With a script, arrows move in it.
 */
export function Menu({ label, icon = "dots", isWordy, children }: MenuProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const list = document.getElementById(id);
    if (step === 0 || !list) return;
    event.preventDefault();
    if (!list.matches(":popover-open")) list.showPopover();
    const items = [...list.querySelectorAll<HTMLElement>("li :is(a, input, button:enabled)")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[at === -1 && step === -1 ? items.length - 1 : (at + step + items.length) % items.length]?.focus();
  };
  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-wordy={isWordy || undefined}
        title={isWordy ? undefined : label}
        // React 18 knows neither attribute.
        {...{ popovertarget: id }}
        onKeyDown={onKeyDown}
      >
        {isWordy ? (
          <>
            {label}
            <Icon name="chevron-down" size="s" />
          </>
        ) : (
          <>
            <Icon name={icon} />
            <span className="rd-hidden">{label}</span>
          </>
        )}
      </button>
      <ul
        id={id}
        className={classes.menu}
        {...{ popover: "" }}
        onKeyDown={onKeyDown}
        onClick={({ currentTarget, target }) => (target as Element).closest("a, button") && currentTarget.hidePopover()}
      >
        {children}
      </ul>
    </>
  );
}

interface MenuItemProps {
  icon?: string;
  tone?: "danger";
  /** A link; without it, a button. */
  to?: string | undefined;
  type?: "button" | "submit";
  name?: string;
  value?: string;
  onClick?: () => void;
  isDisabled?: boolean;
  /** The key that does the same. */
  shortcut?: string;
  /** A line before it. */
  isApart?: boolean;
  children: ReactNode;
}

/** One thing of a menu: a link, or a button of the form around it. */
export function MenuItem({
  icon,
  tone,
  to,
  type = "button",
  name,
  value,
  onClick,
  isDisabled,
  shortcut,
  isApart,
  children,
}: MenuItemProps) {
  const content = (
    <>
      {icon && <Icon name={icon} size="s" />}
      <span>{children}</span>
      {shortcut && <kbd>{shortcut}</kbd>}
    </>
  );
  return (
    <li data-apart={isApart || undefined}>
      {to === undefined ? (
        <button type={type} name={name} value={value} data-tone={tone} disabled={isDisabled} onClick={onClick}>
          {content}
        </button>
      ) : (
        <Link to={to} data-tone={tone}>
          {content}
        </Link>
      )}
    </li>
  );
}
