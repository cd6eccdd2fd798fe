import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import { Scroller } from "~/components/admin/scroller";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { PromptView } from "../ingestion-view";
import { StepIssue, type StepProps, StepRefusal } from "../step-parts";
import classes from "../wizard.module.css";
import { WizardCityChoice } from "./city-choice";

/** The first step: which city, month, categories and assistant; then the prompt to paste there. */
export function PromptStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { prompt } = view;
  const form = useRef<HTMLFormElement>(null);
  const issues = refusal?.issues ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to its first field anew
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [refusal]);
  if (!prompt) return null;
  const values = refusal?.choice ?? prompt.values;
  const invalid = (name: string) => ({
    id: `choice-${name}`,
    name,
    "aria-invalid": issues[name] ? (true as const) : undefined,
    "aria-describedby": issues[name] ? `choice-${name}-issue` : undefined,
  });
  return (
    <>
      {prompt.open.length > 0 && <OpenWizards open={prompt.open} action={view.action} />}
      <Form ref={form} method="post" action={view.action} className={classes.form} noValidate preventScrollReset>
        <StepRefusal refusal={refusal} />
        <div className={classes.fields}>
          <WizardCityChoice groups={prompt.cities} chosen={values.city} issue={issues.city} />
          <div className={classes.field}>
            <label htmlFor="choice-month">{t("ingestion:wizard.month")}</label>
            <select {...invalid("month")} defaultValue={values.month}>
              <option value="">{t("ingestion:wizard.chooseMonth")}</option>
              {prompt.months.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <StepIssue id="choice-month-issue" text={issues.month} />
          </div>
          <div className={classes.field}>
            <label htmlFor="choice-provider">{t("ingestion:wizard.provider")}</label>
            <select {...invalid("provider")} defaultValue={values.provider}>
              <option value="">{t("ingestion:wizard.chooseProvider")}</option>
              {prompt.providers.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <StepIssue id="choice-provider-issue" text={issues.provider} />
          </div>
        </div>
        <fieldset>
          <legend>{t("ingestion:wizard.categories")}</legend>
          <div className={classes.chips}>
            {prompt.categories.map(({ value, label, icon }) => (
              <label key={value}>
                <input
                  type="checkbox"
                  name="category"
                  value={value}
                  className="rd-tick"
                  defaultChecked={values.categories.includes(value)}
                />
                <Icon name={icon} size="s" />
                {label}
              </label>
            ))}
          </div>
          <p className={classes.quiet}>{t("ingestion:wizard.categoriesHelp")}</p>
        </fieldset>
        {prompt.text !== null && <PromptText text={prompt.text} />}
        <div className={classes.end}>
          <Button component={Link} to={view.cancel} variant="default">
            {t("ingestion:wizard.cancel")}
          </Button>
          <SubmitButton intent="generate" variant={prompt.text === null ? undefined : "default"}>
            {t(prompt.text === null ? "ingestion:wizard.generate" : "ingestion:wizard.generateAgain")}
          </SubmitButton>
          <SubmitButton intent="next" variant={prompt.text === null ? "default" : undefined}>
            {t("ingestion:wizard.next")}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}

function PromptText({ text }: { text: string }) {
  const { t } = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {
        // Forbidden here: it can be marked and copied by hand.
      },
    );
  return (
    <section className={classes.prompt} aria-labelledby="prompt-title">
      <header>
        <div>
          <h2 id="prompt-title">{t("ingestion:wizard.prompt")}</h2>
          <p className={classes.quiet}>{t("ingestion:wizard.promptHelp")}</p>
        </div>
        <span className="rd-needs-script">
          <Button
            type="button"
            variant="default"
            onClick={copy}
            leftSection={isCopied ? <Icon name="check" size="s" /> : <Icon name="copy" size="s" />}
          >
            {t(isCopied ? "ingestion:wizard.copied" : "ingestion:wizard.copy")}
          </Button>
          <span role="status" className="rd-hidden">
            {isCopied ? t("ingestion:wizard.copied") : ""}
          </span>
        </span>
      </header>
      <Scroller label={t("ingestion:wizard.prompt")} className={classes.text}>
        <pre lang="en" dir="ltr">
          {text}
        </pre>
      </Scroller>
    </section>
  );
}

function OpenWizards({ open, action }: { open: PromptView["open"]; action: string }) {
  const { t } = useText();
  return (
    <section className={`${page.panel} ${classes.open}`} aria-labelledby="open-wizards">
      <h2 id="open-wizards">{t("ingestion:wizard.open")}</h2>
      <ul>
        {open.map(({ id, href, label, ago }) => (
          <li key={id}>
            <Link className="rd-link" to={href}>
              {label}
            </Link>
            <span className={classes.quiet}>{ago}</span>
            <Form method="post" action={action}>
              <input type="hidden" name="wizard" value={id} />
              <SubmitButton intent="discard" variant="default" size="sm" label={t("ingestion:wizard.discardOf", { label })}>
                {t("ingestion:wizard.discard")}
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
