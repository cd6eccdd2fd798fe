import { useState } from "react";
import type { FormFailure } from "~/lib/http/form-failure";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "../event-form/event-form.module.css";
import report from "../report-form.module.css";

interface ReportFormProps {
  page: { title: string; event: string; reasons: { name: string; label: string; help: string }[]; max: number };
  failure: FormFailure | undefined;
}

/** Tells the moderators what is wrong with an event (product.md §3, Flag). */
export function ReportForm({ page, failure }: ReportFormProps) {
  const { t } = useText();
  const [length, setLength] = useState([...(failure?.values.note ?? "")].length);
  const { reason, note } = failure?.issues ?? {};
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <header className={classes.head}>
        <h1>{t("authoring:report.title")}</h1>
        <p>{t("authoring:report.lead")}</p>
        <p>
          {t("authoring:report.about")} <bdi>{page.title}</bdi>
        </p>
      </header>
      <Form method="post" className={report.form} noValidate>
        <fieldset className={report.reasons} aria-describedby={reason && "report-reason-issue"}>
          <legend>{t("authoring:report.legend")}</legend>
          {page.reasons.map(({ name, label, help }) => (
            <label key={name} className={classes.check}>
              <input className="rd-tick" type="radio" name="reason" value={name} defaultChecked={failure?.values.reason === name} />
              <span>
                {label}
                <small>{help}</small>
              </span>
            </label>
          ))}
          {reason && (
            <p id="report-reason-issue" className={classes.issue} role="alert">
              <Icon name="alert-circle" size="s" />
              {reason}
            </p>
          )}
        </fieldset>
        <div className={classes.field}>
          <label htmlFor="report-note">{t("authoring:report.note")}</label>
          <div className={classes.input} data-invalid={note ? true : undefined}>
            <textarea
              id="report-note"
              name="note"
              rows={4}
              dir="auto"
              defaultValue={failure?.values.note}
              aria-invalid={note ? true : undefined}
              aria-describedby={note ? "report-note-help report-note-issue" : "report-note-help"}
              onInput={(event) => setLength([...event.currentTarget.value].length)}
            />
          </div>
          <div className={classes.below}>
            <p id="report-note-help" className={classes.help}>
              {t("authoring:limit.max", { max: page.max })}
            </p>
            <small className={`${classes.count} rd-needs-script`} data-over={length > page.max || undefined}>
              {t("authoring:limit.count", { count: length, max: page.max })}
            </small>
          </div>
          {note && (
            <p id="report-note-issue" className={classes.issue}>
              <Icon name="alert-circle" size="s" />
              {note}
            </p>
          )}
        </div>
        <div className={report.row}>
          <Button type="submit" name="intent" value="report">
            {t("authoring:report.send")}
          </Button>
          <Button component={Link} to={page.event} variant="default">
            {t("authoring:report.back")}
          </Button>
        </div>
      </Form>
    </main>
  );
}
