import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import type { StepProps } from "../step-parts";
import classes from "../wizard.module.css";
import { AnswerStep } from "./answer-step";
import { PreviewStep } from "./preview-step";
import { PromptStep } from "./prompt-step";
import { StartStep } from "./start-step";

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
