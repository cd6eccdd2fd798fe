import type { ReactNode } from "react";
import type { IconName } from "../lib/icon-names";
import classes from "./card.module.css";
import { Icon } from "./icon";
import { Link } from "./link";

interface CardProps {
  title?: ReactNode;
  /** Level of the heading. */
  level?: 2 | 3;
  icon?: IconName;
  /** Tinted ground. */
  tone?: "waiting" | "bad" | "info" | undefined;
  /** URL of the whole card. */
  to?: string | undefined;
  /** Content at the end of the heading. */
  actions?: ReactNode;
  /** Content at the bottom, such as a figure. */
  footer?: ReactNode;
  as?: "div" | "li" | "section" | "article";
  /** Prefix for the id of the heading, which labels a section. */
  id?: string;
  children?: ReactNode;
}

/** Surface with a border. With `to`, the title's link covers the whole card. */
export function Card({
  title,
  level = 2,
  icon,
  tone,
  to,
  actions,
  footer,
  as: Element = "div",
  id,
  children,
}: CardProps) {
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

/** Grid of cards, with as many columns as fit. */
export function CardGrid({
  as: Element = "div",
  isWide,
  children,
}: {
  as?: "div" | "ul";
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <Element className={classes.grid} data-wide={isWide || undefined}>
      {children}
    </Element>
  );
}
