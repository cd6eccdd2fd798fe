import type { ReactNode } from "react";
import { LinkButton } from "./button";
import classes from "./form.module.css";
import { SubmitButton } from "./submit-button";

interface FormBarProps {
  submit: string;
  intent: string;
  /** Red, for irreversible actions. */
  danger?: boolean;
  /** Secondary button, if the page's main action is another one. */
  isQuiet?: boolean;
  cancel?: { href: string; label: string } | undefined;
  /** Aligns the buttons to the end, as in dialogs. */
  isEnd?: boolean;
  /** Sticks to the lower edge, for long forms. */
  isSticky?: boolean;
  note?: ReactNode;
  /** Further buttons. */
  children?: ReactNode;
}

/** End of a form: submit button, cancel link and a note. */
export function FormBar({
  submit,
  intent,
  danger,
  isQuiet,
  cancel,
  isEnd,
  isSticky,
  note,
  children,
}: FormBarProps) {
  const send = (
    <SubmitButton
      intent={intent}
      danger={danger ?? false}
      variant={isQuiet ? "default" : undefined}
    >
      {submit}
    </SubmitButton>
  );
  const leave = cancel && (
    <LinkButton to={cancel.href} variant="default" preventScrollReset>
      {cancel.label}
    </LinkButton>
  );
  return (
    <div
      className={`${classes.bar} rd-row`}
      data-end={isEnd || undefined}
      data-sticky={isSticky || undefined}
      data-bottom-bar={isSticky ? "wide" : undefined}
    >
      {isEnd ? leave : send}
      {children}
      {isEnd ? send : leave}
      {note && <span className="rd-quiet">{note}</span>}
    </div>
  );
}

/** Row of buttons with a note, outside of a form's end. */
export function ActionBar({
  note,
  isSticky,
  children,
}: {
  note?: ReactNode;
  isSticky?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`${classes.bar} rd-row`}
      data-fields={isSticky || undefined}
      data-sticky={isSticky || undefined}
      data-bottom-bar={isSticky ? "wide" : undefined}
    >
      {children}
      {note && <span className="rd-quiet">{note}</span>}
    </div>
  );
}
