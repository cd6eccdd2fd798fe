import { type FormEvent, useState } from "react";
import type { Locale } from "~/i18n/locale";
import { paths } from "~/lib/paths";
import { foldDigits } from "~/lib/text/digits";
import { type RuleSummary, ruleInWords } from "~/lib/text/rule-in-words";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { CheckGroup } from "~/ui/check-group";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Select } from "~/ui/select";
import { Switch } from "~/ui/switch";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type {
  CompetingView,
  RuleChoicesView,
  RuleFailure,
  RulesView,
} from "./notification-rules.server";
import classes from "./rule-form.module.css";

/** Other rules that match the same event and reader, with the winner and the reason. */
export function CompetingRules({ competing }: { competing: CompetingView | null }) {
  const { t } = useText();
  if (!competing) return null;
  return (
    <section aria-label={t("notification-admin:competing.title")}>
      <Alert tone="info" title={t("notification-admin:competing.title")}>
        <p>{t("notification-admin:competing.why")}</p>
        <p>
          <strong>{competing.winner}</strong>
        </p>
        <ul>
          {competing.rules.map(({ key, name, href, audience }) => (
            <li key={key}>
              <Link className="rd-link" to={href} dir="auto">
                {name}
              </Link>{" "}
              <bdi className="rd-code">{key}</bdi> · {audience}
            </li>
          ))}
        </ul>
      </Alert>
    </section>
  );
}

/** The form's values as a sentence that describes the rule. Updated while typing. */
function sentenceOf(
  form: HTMLFormElement,
  { cities, categories, templates }: RuleChoicesView,
  locale: Locale,
): string {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  const all = (name: string) => data.getAll(name).map(String);
  const labels = (options: { value: string; label: string }[], chosen: string[]) =>
    options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const cap = Number(foldDigits(text("capPerDay")));
  const rule = {
    trigger: text("trigger"),
    audience: text("audience"),
    conditions: {
      cities: all("city"),
      categories: all("category"),
      featuredOnly: data.has("featuredOnly"),
    },
    channels: all("channel"),
    timing: text("timing"),
    capPerDay: cap > 0 ? cap : null,
    quietHours:
      text("quietFrom") && text("quietTo")
        ? { from: text("quietFrom"), to: text("quietTo") }
        : null,
    isActive: data.has("isActive"),
  } as RuleSummary;
  const names = {
    cities: labels(cities, all("city")),
    categories: labels(categories, all("category")),
    template: labels(templates, [text("templateKey")])[0] ?? null,
  };
  return ruleInWords(rule, names, locale);
}

/** Form of a rule. The key of an existing rule is read-only. */
export function RuleForm({ page, failure }: { page: RulesView; failure: RuleFailure | undefined }) {
  const { t, locale } = useText();
  const [typedSentence, setTypedSentence] = useState<string | null>(null);
  const [trigger, setTrigger] = useState<string | null>(null);
  const { choices } = page;
  const isNew = page.mode === "new";
  const fields = failure?.fields ?? page.form;
  const issues = failure?.issues ?? {};
  if (!choices) return null;
  const say = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    setTypedSentence(sentenceOf(currentTarget, choices, locale));
    setTrigger(String(new FormData(currentTarget).get("trigger")));
  };
  const sentence = typedSentence ?? page.sentence;
  const failed = failure && {
    message: failure.message,
    issues,
    values: {
      ...(fields.featuredOnly && { featuredOnly: "1" }),
      ...(fields.isActive && { isActive: "1" }),
    },
  };
  return (
    <main id="main">
      <PageHead
        title={isNew ? t("notification-admin:rules.new") : <bdi>{page.form.name}</bdi>}
        actions={
          !isNew && (
            <LinkButton
              to={paths.adminNotificationRules({ rule: page.form.key, try: 1 })}
              variant="default"
              icon="user-search"
            >
              {t("notification-admin:rules.try")}
            </LinkButton>
          )
        }
      />
      <div className={classes.form}>
        {sentence && <Alert live="status">{sentence}</Alert>}
        <CompetingRules
          competing={
            isNew ? (page.competingByTrigger[trigger ?? fields.trigger] ?? null) : page.competing
          }
        />
        <Form
          key={`${page.form.key} ${page.form.version}`}
          keeps={`rule ${page.form.key} ${page.form.version}`}
          action={
            isNew
              ? paths.adminNotificationRules({ new: 1 })
              : paths.adminNotificationRules({ rule: page.form.key })
          }
          failure={failed}
          onChange={say}
        >
          {failure?.question && (
            <Alert tone="waiting">
              <TextField
                label={t("notification-admin:rules.confirmCount")}
                help={failure.question}
                name="confirmedRecipients"
                inputMode="numeric"
                dir="ltr"
                autoComplete="off"
              />
            </Alert>
          )}
          {/* Saving over a concurrent change requires the new version, which the conflict response shows. */}
          <input type="hidden" name="version" value={fields.version} />
          <TextField
            label={t("notification-admin:rules.name")}
            name="name"
            maxLength={80}
            dir="auto"
            defaultValue={fields.name}
          />
          {isNew ? (
            <TextField
              label={t("notification-admin:key")}
              help={t("notification-admin:keyHelp")}
              name="key"
              maxLength={80}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              defaultValue={fields.key}
            />
          ) : (
            <input type="hidden" name="key" value={page.form.key} />
          )}
          <Select
            label={t("notification-admin:rules.trigger")}
            name="trigger"
            options={choices.triggers}
            defaultValue={fields.trigger}
          />
          <Select
            label={t("notification-admin:rules.audience")}
            help={t("notification-admin:rules.audienceHelp")}
            name="audience"
            options={choices.audiences}
            defaultValue={fields.audience}
          />
          <CheckGroup
            label={t("notification-admin:rules.channels")}
            id="channels"
            name="channel"
            chosen={fields.channels}
            options={choices.channels}
            error={issues.channels}
          />
          <Select
            label={t("notification-admin:rules.timing")}
            help={t("notification-admin:rules.timingHelp")}
            name="timing"
            options={choices.timings}
            defaultValue={fields.timing}
          />
          <Field
            id="conditions"
            label={t("notification-admin:rules.conditions")}
            help={t("notification-admin:rules.conditionsHelp")}
            error={issues.conditions}
            isGroup
          >
            <div className="rd-stack rd-gap-sm">
              <CheckGroup
                label={t("notification-admin:rules.cities")}
                name="city"
                chosen={fields.cities}
                options={choices.cities}
                isFolded
              />
              <CheckGroup
                label={t("notification-admin:rules.categories")}
                name="category"
                chosen={fields.categories}
                options={choices.categories}
                isFolded
              />
              <Checkbox
                name="featuredOnly"
                label={t("notification-admin:rules.featuredOnly")}
                defaultChecked={fields.featuredOnly}
              />
            </div>
          </Field>
          <Select
            label={t("notification-admin:rules.template")}
            help={t("notification-admin:rules.templateHelp")}
            name="templateKey"
            empty={t("notification-admin:rules.ownWords")}
            options={choices.templates}
            defaultValue={fields.templateKey}
          />
          <TextField
            label={t("notification-admin:rules.cap")}
            help={t("notification-admin:rules.capHelp")}
            name="capPerDay"
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            defaultValue={fields.capPerDay}
          />
          <Field
            id="quietHours"
            label={t("notification-admin:rules.quiet")}
            help={t("notification-admin:rules.quietHelp")}
            error={issues.quietHours}
            isGroup
          >
            <div className={classes.hours}>
              <TextField
                type="time"
                label={t("notification-admin:rules.quietFrom")}
                name="quietFrom"
                dir="ltr"
                defaultValue={fields.quietFrom}
              />
              <TextField
                type="time"
                label={t("notification-admin:rules.quietTo")}
                name="quietTo"
                dir="ltr"
                defaultValue={fields.quietTo}
              />
            </div>
          </Field>
          <Switch
            name="isActive"
            label={t("notification-admin:rules.isActive")}
            defaultChecked={fields.isActive}
          />
          <FormBar
            submit={t(isNew ? "notification-admin:rules.create" : "notification-admin:save")}
            intent={isNew ? "create" : "save"}
          >
            {!isNew && page.form.version > 0 && (
              <LinkButton
                to={paths.adminNotificationRules({ rule: page.form.key, remove: 1 })}
                variant="default"
              >
                {t(page.isShipped ? "notification-admin:reset" : "notification-admin:delete")}
              </LinkButton>
            )}
            <Link className="rd-link" to={paths.adminNotificationRules()}>
              {t("notification-admin:rules.back")}
            </Link>
          </FormBar>
        </Form>
      </div>
    </main>
  );
}
