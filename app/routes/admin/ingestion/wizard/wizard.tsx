import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Fact, Facts } from "~/ui/facts";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { type StepProps, StepRefusal } from "../step-parts";
import classes from "../wizard.module.css";
import { AnswerStep } from "./answer-step";
import { PreviewStep } from "./preview-step";
import { PromptStep } from "./prompt-step";

/** Last step: summary of the run to start. */
export function StartStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { start } = view;
  if (!start) return null;
  return (
    <Form method="post" action={view.action} className="rd-stack rd-gap-lg" preventScrollReset>
      <StepRefusal refusal={refusal} />
      <Card as="section" id="summary" title={t("ingestion:wizard.summary")}>
        <Facts>
          <Fact term={t("ingestion:wizard.city")}>{start.city}</Fact>
          <Fact term={t("ingestion:wizard.month")}>{start.month}</Fact>
          <Fact term={t("ingestion:wizard.provider")}>{start.provider}</Fact>
          <Fact term={t("ingestion:wizard.categoriesShort")}>{start.categories}</Fact>
          <Fact term={t("ingestion:wizard.events")}>
            {start.count}{" "}
            <Meta>
              {t("ingestion:wizard.counts", { doubtful: start.doubtful, leftOut: start.leftOut })}
            </Meta>
          </Fact>
        </Facts>
      </Card>
      <Meta>{t("ingestion:wizard.startHelp")}</Meta>
      <div className={`${classes.end} rd-row`}>
        <LinkButton to={view.back ?? view.cancel} variant="default">
          {t("ingestion:wizard.back")}
        </LinkButton>
        <LinkButton to={view.cancel} variant="default">
          {t("ingestion:wizard.cancel")}
        </LinkButton>
        <SubmitButton intent="start">{t("ingestion:wizard.start")}</SubmitButton>
      </div>
    </Form>
  );
}

/** Wizard of a new ingestion: prompt, answer, preview and start (product.md §2). */
export function WizardPage({ view, refusal }: StepProps) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("ingestion:wizard.title")} lead={t("ingestion:wizard.lead")} />
      <nav aria-label={t("ingestion:wizard.steps")}>
        <ol className={classes.steps}>
          {view.steps.map(({ name, number, label, href, isCurrent, isDone }) => (
            <li key={name} data-done={isDone || undefined}>
              {href ? (
                <Link to={href}>
                  <b>{number}</b>
                  {label}
                </Link>
              ) : (
                <span aria-current={isCurrent ? "step" : undefined}>
                  <b>{number}</b>
                  {label}
                </span>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {view.step === 1 && <PromptStep view={view} refusal={refusal} />}
      {view.step === 2 && <AnswerStep view={view} refusal={refusal} />}
      {view.step === 3 && <PreviewStep view={view} refusal={refusal} />}
      {view.step === 4 && <StartStep view={view} refusal={refusal} />}
    </main>
  );
}
