import { useNavigation } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "../event-form/event-form.module.css";
import report from "../report-form.module.css";

interface ImportFormProps {
  failure: FormFailure | undefined;
}

/** Asks where an event is described already: the form of a new one then begins with it. */
export function ImportForm({ failure }: ImportFormProps) {
  const { t } = useText();
  const isUnderway = useNavigation().state !== "idle";
  const issues = failure?.issues ?? {};
  const issueOf = (name: "url" | "file") =>
    issues[name] && (
      <p id={`import-${name}-issue`} className={classes.issue} role="alert">
        <Icon name="alert-circle" size="s" />
        {issues[name]}
      </p>
    );
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <header className={classes.head}>
        <h1>{t("authoring:import.title")}</h1>
        <p>{t("authoring:import.lead")}</p>
      </header>
      <Form method="post" encType="multipart/form-data" className={report.form} noValidate>
        <div className={classes.field}>
          <label htmlFor="import-url">{t("authoring:import.url")}</label>
          <div className={classes.input} data-invalid={issues.url ? true : undefined}>
            <input
              id="import-url"
              name="url"
              type="url"
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              defaultValue={failure?.values.url}
              aria-invalid={issues.url ? true : undefined}
              aria-describedby={issues.url ? "import-url-help import-url-issue" : "import-url-help"}
            />
          </div>
          <p id="import-url-help" className={classes.help}>
            {t("authoring:import.urlHelp")}
          </p>
          {issueOf("url")}
        </div>
        <div className={classes.field}>
          <label htmlFor="import-file">{t("authoring:import.file")}</label>
          <div className={classes.input} data-invalid={issues.file ? true : undefined}>
            <input
              id="import-file"
              name="file"
              type="file"
              accept=".ics,text/calendar"
              aria-invalid={issues.file ? true : undefined}
              aria-describedby={issues.file ? "import-file-help import-file-issue" : "import-file-help"}
            />
          </div>
          <p id="import-file-help" className={classes.help}>
            {t("authoring:import.fileHelp")}
          </p>
          {issueOf("file")}
        </div>
        {failure && Object.keys(issues).length === 0 && (
          <p className={classes.issue} role="alert">
            <Icon name="alert-circle" size="s" />
            {failure.message}
          </p>
        )}
        <div className={report.row}>
          <Button type="submit" name="intent" value="import" loading={isUnderway}>
            {t("authoring:import.send")}
          </Button>
          <Button component={Link} to={paths.createEvent()} variant="default">
            {t("authoring:import.blank")}
          </Button>
        </div>
      </Form>
    </main>
  );
}
