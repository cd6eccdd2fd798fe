import type { FormProps as RemixFormProps } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { FormFailure } from "../lib/http/form-failure";
import { Alert } from "./alert";
import classes from "./form.module.css";
import { FormContext } from "./form-context";
import { Form as LanguageForm } from "./link";

interface FormProps extends Pick<RemixFormProps, "action" | "onSubmit" | "onChange" | "onInput" | "onFocus" | "encType" | "role" | "id"> {
  /** Begins the ids of its fields: a page may have several forms. */
  name?: string;
  method?: "get" | "post";
  /** What the action answered, if it was this form's. */
  failure?: FormFailure | undefined;
  /** Where the document itself changes, such as its language: the page comes anew from this address. */
  reloads?: string | undefined;
  /** Fields beside each other, for searches above a list. */
  isRow?: boolean;
  /** Over the whole width, such as around a table. */
  isWide?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A form that the server checks. A rejected one comes back with its values, an error beside each field and a summary that links
 * to them and takes the focus; the browser's own checks are off, so that errors are in the reader's language.
 */
export function Form({ name, method = "post", failure, reloads, isRow, isWide, className, children, ...rest }: FormProps) {
  const common = {
    ...rest,
    method,
    noValidate: true,
    className: `${classes.form} ${className ?? ""}`.trimEnd(),
    "data-row": isRow || undefined,
    "data-wide": isWide || undefined,
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

function FailureSummary({ name, failure }: { name: string | undefined; failure: FormFailure }) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer anew
  useEffect(() => summary.current?.focus(), [failure]);
  const issues = Object.entries(failure.issues);
  return (
    <Alert ref={summary} tone="bad" live="alert" isFocusable>
      {failure.message}
      {issues.length > 0 && (
        <ul className={classes.issues}>
          {issues.map(([field, issue]) => (
            <li key={field}>
              <a href={`#${name ? `${name}-` : ""}${field}`}>{issue}</a>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
