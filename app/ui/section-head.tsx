import type { ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./section-head.module.css";

interface SectionHeadProps {
  /** Id of the heading, for `aria-labelledby` of the section. */
  id: string;
  title: ReactNode;
  line?: string;
  /** Link to the full list. */
  all?: { href: string; label: string };
}

/** Heading of a section, with a subtitle and a link to the full list. */
export function SectionHead({ id, title, line, all }: SectionHeadProps) {
  return (
    <div className={classes.head}>
      <div>
        <h2 id={id}>{title}</h2>
        {line && <p>{line}</p>}
      </div>
      {all && (
        <Link className={classes.all} to={all.href} prefetch="intent">
          {all.label}
          <Icon name="arrow-right" size="s" flip />
        </Link>
      )}
    </div>
  );
}
