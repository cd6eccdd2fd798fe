import { type KeyboardEvent, type ReactNode, useId } from "react";
import type { IconName } from "../lib/icon-names";
import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./menu.module.css";

interface MenuProps {
  /** Name of the button, visible with `isWordy`. */
  label: string;
  icon?: IconName;
  isWordy?: boolean;
  /** Items as `li` elements: `MenuItem`s, forms with one button or `Checkbox`es. */
  children: ReactNode;
}

/**
 * Menu of further actions in a native popover. Works without JavaScript; with it, arrow keys move
 * the focus. Browsers without anchor positioning show it in the middle of the viewport.
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
    items[
      at === -1 && step === -1 ? items.length - 1 : (at + step + items.length) % items.length
    ]?.focus();
  };
  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-wordy={isWordy || undefined}
        title={isWordy ? undefined : label}
        // React 18 does not know the popover attributes.
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
        onClick={({ currentTarget, target }) =>
          (target as Element).closest("a, button") && currentTarget.hidePopover()
        }
      >
        {children}
      </ul>
    </>
  );
}

interface MenuItemProps {
  icon?: IconName;
  tone?: "danger";
  /** URL of a link. Without it the item is a button. */
  to?: string | undefined;
  type?: "button" | "submit";
  name?: string;
  value?: string;
  onClick?: () => void;
  isDisabled?: boolean;
  /** Keyboard shortcut of the same action. */
  shortcut?: string;
  /** Adds a separator above. */
  isApart?: boolean;
  children: ReactNode;
}

/** Menu item: a link, or a button of the surrounding form. */
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
        <button
          type={type}
          name={name}
          value={value}
          data-tone={tone}
          disabled={isDisabled}
          onClick={onClick}
        >
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
