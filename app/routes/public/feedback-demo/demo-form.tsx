import { useEffect, useRef } from "react";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import type { DemoAnswerView, DemoText } from "./demo-view";
import classes from "./feedback-demo.module.css";

/** Form with errors of the server beside its fields. `noValidate` keeps browser messages away. */
export function DemoForm({
  text,
  answer,
}: {
  text: DemoText["form"];
  answer: DemoAnswerView | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  return (
    <Form
      ref={form}
      className={classes.form}
      method="post"
      action={`${paths.feedbackDemo()}#form`}
      noValidate
      preventScrollReset
    >
      <fieldset>
        <legend>{text.legend}</legend>
        {(["titleEn", "venueEn", "email"] as const).map((name) => {
          const issue = answer?.issues[name];
          const described = [text.help[name] && `${name}-help`, issue && `${name}-issue`]
            .filter(Boolean)
            .join(" ");
          return (
            <div key={name} className={`${classes.field} rd-stack rd-gap-2xs`}>
              <label htmlFor={name}>
                {text.fields[name]}
                {name === "email" && <small> {text.optional}</small>}
              </label>
              <input
                id={name}
                name={name}
                type={name === "email" ? "email" : "text"}
                dir={name === "email" ? "ltr" : "auto"}
                autoComplete="off"
                defaultValue={answer?.values[name] ?? ""}
                aria-invalid={issue ? true : undefined}
                aria-describedby={described || undefined}
              />
              {text.help[name] && (
                <p id={`${name}-help`} className="rd-note">
                  {text.help[name]}
                </p>
              )}
              {issue && (
                <p id={`${name}-issue`} className={classes.issue}>
                  <Icon name="alert-circle" size="s" />
                  {text.issues[issue]}
                </p>
              )}
            </div>
          );
        })}
      </fieldset>
      <Button intent="check">{text.submit}</Button>
    </Form>
  );
}
