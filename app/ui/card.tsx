import type { ReactNode } from "react";
import classes from "./card.module.css";
import { Icon } from "./icon";
import { Link } from "./link";

interface CardProps {
  title?: ReactNode;
  /** The heading's level. */
  level?: 2 | 3;
  icon?: string;
  /** A soft ground, for what needs care. */
  tone?: "waiting" | "bad" | "info" | undefined;
  /** Where the whole card leads. */
  to?: string | undefined;
  /** At the end of the heading. */
  actions?: ReactNode;
  /** At its foot, such as a figure. */
  footer?: ReactNode;
  as?: "div" | "li" | "section" | "article";
  /** For a section: the heading's id names it. */
  id?: string;
  children?: ReactNode;
}

/** A surface with a hairline around one thing. With `to` the whole card is its title's link. */
export function Card({ title, level = 2, icon, tone, to, actions, footer, as: Element = "div", id, children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <Element
      className={classes.card}
      data-leads={to ? "" : undefined}
      data-tone={tone}
      aria-labelledby={Element === "section" ? id : undefined}
    >
      {title && (
        <header>
          <Heading id={id}>
            {icon && <Icon name={icon} />}
            {to ? <Link to={to}>{title}</Link> : title}
          </Heading>
          {actions}
        </header>
      )}
      {children}
      {footer && <footer>{footer}</footer>}
    </Element>
  );
}

/** Cards beside each other, as many as there is room for. */
export function CardGrid({ as: Element = "div", isWide, children }: { as?: "div" | "ul"; isWide?: boolean; children: ReactNode }) {
  return (
    <Element className={classes.grid} data-wide={isWide || undefined}>
      {children}
    </Element>
  );
}
