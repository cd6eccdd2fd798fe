import { useEffect, useRef } from "react";
import type { PromptView } from "~/routes/admin/ingestion/wizard.server";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckGroup } from "~/ui/check-group";
import { CodeView } from "~/ui/code-view";
import { Combobox } from "~/ui/combobox";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { type StepProps, StepRefusal } from "../step-parts";
import classes from "../wizard.module.css";

/** First step: city, month, categories and assistant; then the prompt to copy. */
export function PromptStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { prompt } = view;
  const form = useRef<HTMLFormElement>(null);
  const issues = refusal?.issues ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the first invalid field after each rejection
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [refusal]);
  if (!prompt) return null;
  const values = refusal?.choice ?? prompt.values;
  return (
    <>
      {prompt.open.length > 0 && <OpenWizards open={prompt.open} action={view.action} />}
      <Form
        ref={form}
        method="post"
        action={view.action}
        className="rd-stack rd-gap-lg"
        noValidate
        preventScrollReset
      >
        <StepRefusal refusal={refusal} />
        <div className={classes.fields}>
          <Combobox
            id="choice-city"
            name="city"
            label={t("ingestion:wizard.city")}
            placeholder={t("ingestion:wizard.chooseCity")}
            options={prompt.cities.flatMap(({ country, cities }) =>
              cities.map(({ slug, name, otherName }) => ({
                value: slug,
                label: name,
                hints: [country],
                keywords: otherName ?? "",
              })),
            )}
            defaultValue={values.city}
            error={issues.city}
          />
          <Select
            id="choice-month"
            name="month"
            label={t("ingestion:wizard.month")}
            empty={t("ingestion:wizard.chooseMonth")}
            options={prompt.months}
            defaultValue={values.month}
            error={issues.month}
          />
          <Select
            id="choice-provider"
            name="provider"
            label={t("ingestion:wizard.provider")}
            empty={t("ingestion:wizard.chooseProvider")}
            options={prompt.providers}
            defaultValue={values.provider}
            error={issues.provider}
          />
        </div>
        <CheckGroup
          name="category"
          label={t("ingestion:wizard.categories")}
          help={t("ingestion:wizard.categoriesHelp")}
          chosen={values.categories}
          options={prompt.categories.map(({ value, label, icon }) => ({
            value,
            label: (
              <span className="rd-inline">
                <Icon name={icon} size="s" /> {label}
              </span>
            ),
          }))}
        />
        {prompt.text !== null && (
          <Section title={t("ingestion:wizard.prompt")} lead={t("ingestion:wizard.promptHelp")}>
            <CodeView label={t("ingestion:wizard.prompt")} code={prompt.text} />
          </Section>
        )}
        <div className={`${classes.end} rd-row`}>
          <LinkButton to={view.cancel} variant="default">
            {t("ingestion:wizard.cancel")}
          </LinkButton>
          <SubmitButton intent="generate" variant={prompt.text === null ? undefined : "default"}>
            {t(
              prompt.text === null ? "ingestion:wizard.generate" : "ingestion:wizard.generateAgain",
            )}
          </SubmitButton>
          <SubmitButton intent="next" variant={prompt.text === null ? "default" : undefined}>
            {t("ingestion:wizard.next")}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}

function OpenWizards({ open, action }: { open: PromptView["open"]; action: string }) {
  const { t } = useText();
  return (
    <Card as="section" id="open-wizards" title={t("ingestion:wizard.open")}>
      <List>
        {open.map(({ id, href, label, ago }) => (
          <ListItem
            key={id}
            title={label}
            to={href}
            meta={ago}
            end={
              <Form method="post" action={action}>
                <input type="hidden" name="wizard" value={id} />
                <SubmitButton
                  intent="discard"
                  variant="default"
                  size="sm"
                  label={t("ingestion:wizard.discardOf", { label })}
                >
                  {t("ingestion:wizard.discard")}
                </SubmitButton>
              </Form>
            }
          />
        ))}
      </List>
    </Card>
  );
}
