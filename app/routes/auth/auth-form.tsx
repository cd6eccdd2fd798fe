import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { FormFailure } from "~/lib/http/form-failure";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import classes from "./auth.module.css";

interface AuthFormProps {
  title: string;
  lead: ReactNode;
  /** The rejected submission. */
  failure: FormFailure | undefined;
  submit: string;
  intent: string;
  /** Content above the form, such as another log-in method. */
  before?: ReactNode;
  /** Content below the form. */
  after?: ReactNode;
  children?: ReactNode;
}

/**
 * Form of an authentication page. Posts to the page's own URL, which keeps the query string.
 * `noValidate`, so that errors come from the server in the language of the page.
 */
export function AuthForm({
  title,
  lead,
  failure,
  submit,
  intent,
  before,
  after,
  children,
}: AuthFormProps) {
  const navigation = useNavigation();
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  const issues = Object.entries(failure?.issues ?? {});
  return (
    <main id="main" className={classes.column}>
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {failure && (
        <div ref={summary} className={classes.summary} role="alert" tabIndex={-1}>
          <Icon name="alert-circle" />
          <div>
            <p>{failure.message}</p>
            {issues.length > 0 && (
              <ul>
                {issues.map(([name, issue]) => (
                  <li key={name}>
                    <a href={`#${name}`}>{issue}</a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      {before}
      <Form method="post" noValidate className="rd-stack">
        {children}
        <Button
          intent={intent}
          size="lg"
          fullWidth
          loading={navigation.state !== "idle" && navigation.formMethod === "POST"}
        >
          {submit}
        </Button>
      </Form>
      {after && <div className={classes.after}>{after}</div>}
    </main>
  );
}
