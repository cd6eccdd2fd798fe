import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./menu.module.css";

interface MenuProps {
  /** The name of the button, shown where `isWordy`. */
  label: string;
  icon?: string;
  isWordy?: boolean;
  /** Menus of one name close each other, with no script. */
  group?: string;
  align?: "start" | "end";
  /** Items, each an `li`: `MenuItem`, or a form with one button. */
  children: ReactNode;
}

/** What else may be done: a native `details`, so that it opens without a script; with one, Escape and a press elsewhere close it. */
export function Menu({ label, icon = "dots", isWordy, group, align = "end", children }: MenuProps) {
  const own = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = own.current;
      if (!menu?.open || (event.target instanceof Node && menu.contains(event.target))) return;
      menu.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, []);
  return (
    <details
      ref={own}
      className={classes.menu}
      name={group}
      data-align={align}
      onKeyDown={(event) => {
        const menu = event.currentTarget;
        const items = [...menu.querySelectorAll<HTMLElement>("li a, li button:enabled")];
        const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        if (event.key === "Escape" && menu.open) {
          menu.open = false;
          menu.querySelector("summary")?.focus();
        } else if (step !== 0 && items.length > 0) {
          event.preventDefault();
          menu.open = true;
          const at = items.indexOf(document.activeElement as HTMLElement);
          items[(at + step + items.length) % items.length]?.focus();
        }
      }}
    >
      <summary data-wordy={isWordy || undefined} title={isWordy ? undefined : label}>
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
      </summary>
      <ul>{children}</ul>
    </details>
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
