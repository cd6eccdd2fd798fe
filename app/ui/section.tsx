import { type ReactNode, useId } from "react";
import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./section.module.css";

interface SectionHeadProps {
  /** Id of the heading, for `aria-labelledby` of the section. */
  id: string;
  title: ReactNode;
  line?: string;
  /** Sentence below the line. */
  note?: string | null;
  /** Link to the full list. */
  all?: { href: string; label: string };
}

/** Heading of a section, with a subtitle and a link to the full list. */
export function SectionHead({ id, title, line, note, all }: SectionHeadProps) {
  return (
    <div className={classes.head}>
      <div>
        <h2 id={id}>{title}</h2>
        {line && (
          <p className="rd-dots">
            {line.split(" · ").map((part) => (
              <span key={part}>{part}</span>
            ))}
          </p>
        )}
        {note && <p>{note}</p>}
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

interface SectionProps {
  /** Id for links to it. */
  id?: string;
  title: ReactNode;
  lead?: ReactNode;
  /** Level of the heading. */
  level?: 2 | 3;
  /** Content at the end of the heading. */
  actions?: ReactNode;
  /** Places the heading beside the content, for settings pages. */
  isBeside?: boolean;
  children: ReactNode;
}

/** Section of a working page, labelled by its heading. */
export function Section({ id, title, lead, level = 2, actions, isBeside, children }: SectionProps) {
  const own = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      id={id}
      className={classes.section}
      aria-labelledby={`${own}-title`}
      data-beside={isBeside || undefined}
    >
      <header>
        <div>
          <Heading id={`${own}-title`}>{title}</Heading>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="rd-row">{actions}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
