import type { ReactNode } from "react";
import classes from "./form.module.css";
import { LinkButton } from "./link-button";
import { SubmitButton } from "./submit-button";

interface FormBarProps {
  submit: string;
  intent: string;
  /** For what cannot be undone. */
  danger?: boolean;
  /** Where another thing is what the page is for. */
  isQuiet?: boolean;
  cancel?: { href: string; label: string } | undefined;
  /** At the end, as in dialogs. */
  isEnd?: boolean;
  /** Stays at the lower edge of long forms. */
  isSticky?: boolean;
  note?: ReactNode;
  /** Further buttons. */
  children?: ReactNode;
}

/** The end of a form: what sends it, a way out, and a word about it. */
export function FormBar({ submit, intent, danger, isQuiet, cancel, isEnd, isSticky, note, children }: FormBarProps) {
  const send = (
    <SubmitButton intent={intent} danger={danger ?? false} variant={isQuiet ? "default" : undefined}>
      {submit}
    </SubmitButton>
  );
  const leave = cancel && (
    <LinkButton to={cancel.href} variant="default" preventScrollReset>
      {cancel.label}
    </LinkButton>
  );
  return (
    <div className={classes.bar} data-end={isEnd || undefined} data-sticky={isSticky || undefined}>
      {isEnd ? leave : send}
      {children}
      {isEnd ? send : leave}
      {note && <span className={classes.note}>{note}</span>}
    </div>
  );
}

/** Buttons in a row, with a word about them, where a form is not all that they are for. */
export function ActionBar({ note, isSticky, children }: { note?: ReactNode; isSticky?: boolean; children: ReactNode }) {
  return (
    <div className={classes.bar} data-fields={isSticky || undefined} data-sticky={isSticky || undefined}>
      {children}
      {note && <span className={classes.note}>{note}</span>}
    </div>
  );
}
