import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

interface SectionProps {
  /** For links to it. */
  id?: string;
  title: ReactNode;
  lead?: ReactNode;
  /** The heading's level. */
  level?: 2 | 3;
  /** At the end of the heading. */
  actions?: ReactNode;
  /** The heading at the start, the content beside it: for pages of settings. */
  isBeside?: boolean;
  children: ReactNode;
}

/** A part of a page that one works on, named by its heading. */
export function Section({ id, title, lead, level = 2, actions, isBeside, children }: SectionProps) {
  const own = useId();
  const Heading = `h${level}` as const;
  return (
    <section id={id} className={classes.section} aria-labelledby={`${own}-title`} data-beside={isBeside || undefined}>
      <header>
        <div>
          <Heading id={`${own}-title`}>{title}</Heading>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
