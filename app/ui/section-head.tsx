import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./section-head.module.css";

interface SectionHeadProps {
  /** The heading's id, for the section's `aria-labelledby`. */
  id: string;
  title: string;
  line?: string;
  /** The same thing, whole. */
  all?: { href: string; label: string };
}

/** The heading of a section, a line under it, and the way to all of it. */
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
