import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useHistoryEntry } from "~/ui/use-history-entry";
import classes from "./event-actions.module.css";

interface CardMenuProps {
  label: ReactNode;
  className?: string | undefined;
  /** Called before the menu opens. `preventDefault` keeps it closed. */
  onAsk?: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
  /** A sheet on phones. */
  isSheet?: boolean;
}

/** Menu that works without JavaScript. With it, Escape and outside clicks close the menu. */
export function CardMenu({
  label,
  className = "",
  onAsk,
  children,
  isSheet = false,
}: CardMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useHistoryEntry(isSheet && isOpen, close);

  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (
        !details?.open ||
        (event instanceof KeyboardEvent
          ? event.key !== "Escape"
          : details.contains(event.target as Node))
      )
        return;
      details.open = false;
      if (event instanceof KeyboardEvent) details.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", close);
    document.addEventListener("click", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("click", close);
    };
  }, []);

  return (
    <details
      ref={menu}
      className={`${classes.menu} ${className}`}
      name="event-menu"
      data-sheet={isSheet || undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: `summary` acts as a button */}
      <summary onClick={onAsk}>{label}</summary>
      <ul className="rd-popup">{children}</ul>
    </details>
  );
}
