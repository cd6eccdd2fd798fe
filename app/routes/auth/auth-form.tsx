import { Button } from "@mantine/core";
import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { FormFailure } from "~/lib/http/form-failure";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import classes from "./auth.module.css";

interface AuthFormProps {
  title: string;
  lead: ReactNode;
  /** What the last attempt was refused with. */
  failure: FormFailure | undefined;
  submit: string;
  intent: string;
  /** Stands above the form: another way in. */
  before?: ReactNode;
  /** Stands below it. */
  after?: ReactNode;
  children?: ReactNode;
}

/**
 * A form of signing in. It is sent to the address that it stands at, so that what that carries is kept. The server says
 * what is wrong; the browser's own checks are off, so that one reads it in one's own language.
 */
export function AuthForm({ title, lead, failure, submit, intent, before, after, children }: AuthFormProps) {
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
      <Form method="post" noValidate className={classes.form}>
        {children}
        <Button
          type="submit"
          name="intent"
          value={intent}
          size="lg"
          radius="lg"
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
