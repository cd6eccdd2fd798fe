import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import type { FormFailure } from "../../lib/http/form-failure";
import { Icon } from "../../ui/icon";
import { Form } from "../../ui/link";
import classes from "./account.module.css";

/** Page of the signed-in user: heading, then sections. */
export function AccountPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main id="main">
      <header className={classes.head}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      {children}
    </main>
  );
}

/** Section with its heading at the start and its forms beside it. */
export function Section({ id, title, lead, children }: { id?: string; title: string; lead: string; children: ReactNode }) {
  return (
    <section className={classes.section} id={id}>
      <header>
        <h2>{title}</h2>
        <p>{lead}</p>
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

interface AccountFormProps {
  /** Prefix of the field ids. A page may have several forms. */
  name: string;
  failure: FormFailure | undefined;
  submit: string;
  intent: string;
  danger?: boolean;
  /** Secondary button, for a form beside the page's main action. */
  isQuiet?: boolean;
  multipart?: boolean;
  wide?: boolean;
  onSubmit?: React.FormEventHandler<HTMLFormElement>;
  /** Action URL of a native form, for changes that need a new document (language, theme). The URL carries no `lang` parameter. */
  reloads?: string;
  beside?: ReactNode;
  children: ReactNode;
}

/** Form validated by the server. `noValidate` keeps browser messages away, so errors are in the language of the page. */
export function AccountForm({
  name,
  failure,
  submit,
  intent,
  danger = false,
  isQuiet = false,
  multipart = false,
  wide = false,
  onSubmit,
  reloads,
  beside,
  children,
}: AccountFormProps) {
  const content = (
    <>
      <FailureSummary name={name} failure={failure} />
      {children}
      <div className={classes.row}>
        <SubmitButton intent={intent} danger={danger} variant={isQuiet ? "default" : undefined}>
          {submit}
        </SubmitButton>
        {beside}
      </div>
    </>
  );
  const common = {
    className: `${classes.form} ${wide ? classes.wide : ""}`,
    method: "post" as const,
    noValidate: true,
    onSubmit,
    ...(multipart && { encType: "multipart/form-data" as const }),
  };
  if (reloads)
    return (
      <form {...common} action={reloads}>
        {content}
      </form>
    );
  return (
    <Form {...common} preventScrollReset>
      {content}
    </Form>
  );
}

/** Shows a spinner and is disabled while the form is being sent. */
export function SubmitButton({
  intent,
  danger = false,
  variant,
  size,
  label,
  children,
}: {
  intent: string;
  danger?: boolean;
  variant?: "default";
  size?: "sm";
  /** Accessible name, if the visible text is ambiguous on its own. */
  label?: string;
  children: ReactNode;
}) {
  const navigation = useNavigation();
  const isBusy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      className={danger ? classes.danger : undefined}
      variant={variant}
      size={size}
      loading={isBusy}
      aria-label={label}
    >
      {children}
    </Button>
  );
}

function FailureSummary({ name, failure }: Pick<AccountFormProps, "name" | "failure">) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={summary} className={classes.summary} role="alert" tabIndex={-1}>
      <Icon name="alert-circle" />
      <div>
        <p>{failure.message}</p>
        {Object.entries(failure.issues).map(([field, issue]) => (
          <p key={field}>
            <a href={`#${name}-${field}`}>{issue}</a>
          </p>
        ))}
      </div>
    </div>
  );
}
