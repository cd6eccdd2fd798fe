import type { FormProps as RemixFormProps } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { FormFailure } from "../lib/http/form-failure";
import { Alert } from "./alert";
import classes from "./form.module.css";
import { FormContext, fieldIdOf } from "./form-context";
import { Form as LanguageForm } from "./link";

interface FormProps
  extends Pick<
    RemixFormProps,
    "action" | "onSubmit" | "onChange" | "onInput" | "onFocus" | "encType" | "role" | "id"
  > {
  /** Prefix of the field ids. A page may have several forms. */
  name?: string;
  method?: "get" | "post";
  /** The action's failure, if it belongs to this form. */
  failure?: FormFailure | undefined;
  /** Action URL of a native form, for changes that need a new document (language, theme). */
  reloads?: string | undefined;
  /** Arranges the fields in a row, such as search fields above a list. */
  isRow?: boolean;
  /** Keeps what is typed in this tab, under this name on its page, until the form is sent. */
  keeps?: string;
  /** Full width, for example around a table. */
  isWide?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Form validated by the server. A rejected form keeps its values, shows field errors and focuses a
 * summary that links to them. `noValidate` keeps browser messages away, so errors are in the
 * language of the page.
 */
export function Form({
  name,
  method = "post",
  failure,
  reloads,
  isRow,
  isWide,
  keeps,
  className,
  children,
  ...rest
}: FormProps) {
  const common = {
    ...rest,
    method,
    noValidate: true,
    className: `${classes.form} ${className ?? ""}`.trimEnd(),
    "data-row": isRow || undefined,
    "data-wide": isWide || undefined,
    "data-keeps": keeps,
  };
  const content = (
    <FormContext.Provider value={{ name, failure }}>
      {failure && <FailureSummary name={name} failure={failure} />}
      {children}
    </FormContext.Provider>
  );
  return reloads ? (
    <form {...common} action={reloads}>
      {content}
    </form>
  ) : (
    <LanguageForm {...common} preventScrollReset>
      {content}
    </LanguageForm>
  );
}

/** Message of a rejected form with links to its fields. Takes the focus. */
export function FailureSummary({
  name,
  failure,
}: {
  name: string | undefined;
  failure: FormFailure;
}) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the summary after each rejection
  useEffect(() => summary.current?.focus(), [failure]);
  const issues = Object.entries(failure.issues);
  return (
    <Alert ref={summary} tone="bad" live="alert" isFocusable>
      {failure.message}
      {issues.length > 0 && (
        <ul className={classes.issues}>
          {issues.map(([field, issue]) => (
            <li key={field}>
              <a href={`#${fieldIdOf(name, field)}`}>{issue}</a>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
