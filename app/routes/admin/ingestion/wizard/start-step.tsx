import { Button } from "@mantine/core";
import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { type StepProps, StepRefusal } from "../step-parts";
import classes from "../wizard.module.css";

/** The last step: what is about to be started. */
export function StartStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { start } = view;
  if (!start) return null;
  return (
    <Form method="post" action={view.action} className={classes.form} preventScrollReset>
      <StepRefusal refusal={refusal} />
      <section className={page.panel} aria-labelledby="summary">
        <h2 id="summary" className="rd-hidden">
          {t("ingestion:wizard.summary")}
        </h2>
        <dl className={classes.facts}>
          <div>
            <dt>{t("ingestion:wizard.city")}</dt>
            <dd>{start.city}</dd>
          </div>
          <div>
            <dt>{t("ingestion:wizard.month")}</dt>
            <dd>{start.month}</dd>
          </div>
          <div>
            <dt>{t("ingestion:wizard.provider")}</dt>
            <dd>{start.provider}</dd>
          </div>
          <div>
            <dt>{t("ingestion:wizard.categoriesShort")}</dt>
            <dd>{start.categories}</dd>
          </div>
          <div>
            <dt>{t("ingestion:wizard.events")}</dt>
            <dd>
              {start.count}{" "}
              <span className={classes.quiet}>{t("ingestion:wizard.counts", { doubtful: start.doubtful, leftOut: start.leftOut })}</span>
            </dd>
          </div>
        </dl>
      </section>
      <p className={classes.quiet}>{t("ingestion:wizard.startHelp")}</p>
      <div className={classes.end}>
        <Button component={Link} to={view.back ?? view.cancel} variant="default">
          {t("ingestion:wizard.back")}
        </Button>
        <Button component={Link} to={view.cancel} variant="default">
          {t("ingestion:wizard.cancel")}
        </Button>
        <SubmitButton intent="start">{t("ingestion:wizard.start")}</SubmitButton>
      </div>
    </Form>
  );
}
