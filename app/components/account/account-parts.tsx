import { Button } from "@mantine/core";
import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FormFailureView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Field, type FieldProps } from "../../ui/fields";
import { Icon } from "../../ui/icon";
import { Form, Link } from "../../ui/link";
import { useText } from "../../ui/text";
import classes from "./account.module.css";
import type { ConfirmationView } from "./account-view";

/** A page of somebody's own: its heading, and its sections below. */
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

/** What it is about at the start, the forms beside it. */
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

/** What a form was refused with, if it was this one. */
export const failureOfForm = (failure: (FormFailureView & { form: string }) | undefined, form: string) =>
  failure?.form === form ? failure : undefined;

interface AccountFormProps {
  /** Begins the ids of its fields: a page may have several forms. */
  name: string;
  failure: FormFailureView | undefined;
  submit: string;
  intent: string;
  danger?: boolean;
  /** Beside the one thing that the page is for. */
  isQuiet?: boolean;
  multipart?: boolean;
  wide?: boolean;
  onSubmit?: React.FormEventHandler<HTMLFormElement>;
  /** Changes what the document itself is drawn in, so that it comes anew, without the language of its address. */
  reloads?: string;
  beside?: ReactNode;
  children: ReactNode;
}

/** A form that the server checks; the browser's own checks are off, so that one reads what is wrong in one's own language. */
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

/** Shows that it is at work, and takes no second press meanwhile. */
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
  /** Where the words alone do not say what they are about. */
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

/** With a button that shows what was typed, where a script can do it. */
export function PasswordField(props: Omit<FieldProps, "type" | "end" | "dir">) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      dir="ltr"
      end={
        <button
          type="button"
          className={`${classes.eye} rd-needs-script`}
          aria-label={t(isShown ? "account:field.hide" : "account:field.show")}
          aria-controls={`${props.form}-${props.name}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <Icon name="eye-off" /> : <Icon name="eye" />}
        </button>
      }
    />
  );
}

interface ConfirmFieldProps {
  form: string;
  confirmation: ConfirmationView;
  failure: FormFailureView | undefined;
}

/** What a form asks for before it changes something that a thief of the session wants. */
export function ConfirmField({ form, confirmation, failure }: ConfirmFieldProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  if (confirmation === "password")
    return (
      <PasswordField
        form={form}
        name="currentPassword"
        autoComplete="current-password"
        label={t("account:field.currentPassword")}
        failure={failure}
      />
    );
  if (confirmation === "none") return null;
  return (
    <p className={classes.note}>
      {t("account:confirm.signIn")}{" "}
      <Link className="rd-link" to={paths.loginAgain(pathname)}>
        {t("account:confirm.again")}
      </Link>
    </p>
  );
}
