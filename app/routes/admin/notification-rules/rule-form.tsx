import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import admin from "~/components/admin/admin-page.module.css";
import classes from "~/components/admin-notifications/admin-notifications.module.css";
import settings from "~/components/settings/settings.module.css";
import type { Locale } from "~/i18n/locale";
import type { Option, RuleChoicesView, RuleFailureView, RulesView } from "~/lib/pages/rule-views";
import { paths } from "~/lib/paths";
import { foldDigits } from "~/lib/text/digits";
import { ruleInWords, type SpokenRule } from "~/lib/text/rule-in-words";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { CompetingRules } from "./competing-rules";

/** What stands in the form, as a sentence: while it is filled in, one reads what it will do. */
function sentenceOf(form: HTMLFormElement, { cities, categories, templates }: RuleChoicesView, locale: Locale): string {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  const all = (name: string) => data.getAll(name).map(String);
  const labels = (options: Option[], chosen: string[]) => options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const cap = Number(foldDigits(text("capPerDay")));
  const rule = {
    trigger: text("trigger"),
    audience: text("audience"),
    conditions: { cities: all("city"), categories: all("category"), featuredOnly: data.has("featuredOnly") },
    channels: all("channel"),
    timing: text("timing"),
    capPerDay: cap > 0 ? cap : null,
    quietHours: text("quietFrom") && text("quietTo") ? { from: text("quietFrom"), to: text("quietTo") } : null,
    isActive: data.has("isActive"),
  } as SpokenRule;
  const names = {
    cities: labels(cities, all("city")),
    categories: labels(categories, all("category")),
    template: labels(templates, [text("templateKey")])[0] ?? null,
  };
  return ruleInWords(rule, names, locale);
}

/** The form of a new rule, or of one there is; its key stays. */
export function RuleForm({ page, failure }: { page: RulesView; failure: RuleFailureView | undefined }) {
  const { t, locale } = useText();
  const [said, setSaid] = useState<string | null>(null);
  const [trigger, setTrigger] = useState<string | null>(null);
  const { choices } = page;
  const isNew = page.mode === "new";
  const fields = failure?.fields ?? page.form;
  const issues = failure?.issues ?? {};
  if (!choices) return null;
  const say = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    setSaid(sentenceOf(currentTarget, choices, locale));
    setTrigger(String(new FormData(currentTarget).get("trigger")));
  };
  const sentence = said ?? page.sentence;
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{isNew ? t("admin-news:rules.new") : <bdi>{page.form.name}</bdi>}</h1>
        {!isNew && (
          <Button
            component={Link}
            to={paths.adminNotificationRules({ rule: page.form.key, try: 1 })}
            variant="default"
            leftSection={<Icon name="user-search" />}
          >
            {t("admin-news:rules.try")}
          </Button>
        )}
      </header>
      {sentence && (
        <p className={classes.sentence} aria-live="polite">
          {sentence}
        </p>
      )}
      <CompetingRules competing={isNew ? (page.competingByTrigger[trigger ?? fields.trigger] ?? null) : page.competing} />
      <Form
        key={`${page.form.key} ${page.form.version}`}
        method="post"
        action={isNew ? paths.adminNotificationRules({ new: 1 }) : paths.adminNotificationRules({ rule: page.form.key })}
        className={settings.flag}
        onChange={say}
      >
        {failure && (
          <div className={settings.summary} role="alert">
            <Icon name="alert-circle" />
            <p>{failure.message}</p>
          </div>
        )}
        {failure?.question && (
          <div className={classes.question}>
            <p id="confirm-question">{failure.question}</p>
            <TextInput
              label={t("admin-news:rules.confirmCount")}
              name="confirmedRecipients"
              inputMode="numeric"
              dir="ltr"
              autoComplete="off"
              aria-describedby="confirm-question"
            />
          </div>
        )}
        {/* A rule that was changed meanwhile is saved over only by who has looked at it anew. */}
        <input type="hidden" name="version" value={fields.version} />
        <TextInput
          label={t("admin-news:rules.name")}
          name="name"
          maxLength={80}
          dir="auto"
          defaultValue={fields.name}
          error={issues.name}
        />
        {isNew ? (
          <TextInput
            label={t("admin-news:key")}
            description={t("admin-news:keyHelp")}
            name="key"
            maxLength={80}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            defaultValue={fields.key}
            error={issues.key}
          />
        ) : (
          <input type="hidden" name="key" value={page.form.key} />
        )}
        <NativeSelect
          label={t("admin-news:rules.trigger")}
          name="trigger"
          data={choices.triggers}
          defaultValue={fields.trigger}
          error={issues.trigger}
        />
        <NativeSelect
          label={t("admin-news:rules.audience")}
          description={t("admin-news:rules.audienceHelp")}
          name="audience"
          data={choices.audiences}
          defaultValue={fields.audience}
          error={issues.audience}
        />
        <Choices
          legend={t("admin-news:rules.channels")}
          name="channel"
          chosen={fields.channels}
          choices={choices.channels}
          issue={issues.channels}
        />
        <NativeSelect
          label={t("admin-news:rules.timing")}
          description={t("admin-news:rules.timingHelp")}
          name="timing"
          data={choices.timings}
          defaultValue={fields.timing}
          error={issues.timing}
        />
        <fieldset>
          <legend>{t("admin-news:rules.conditions")}</legend>
          <p className={settings.help}>{t("admin-news:rules.conditionsHelp")}</p>
          {issues.conditions && <Issue>{issues.conditions}</Issue>}
          <Folded title={t("admin-news:rules.cities")} name="city" chosen={fields.cities} choices={choices.cities} />
          <Folded title={t("admin-news:rules.categories")} name="category" chosen={fields.categories} choices={choices.categories} />
          <label className={settings.switch}>
            <input type="checkbox" className="rd-tick" name="featuredOnly" value="1" defaultChecked={fields.featuredOnly} />
            {t("admin-news:rules.featuredOnly")}
          </label>
        </fieldset>
        <NativeSelect
          label={t("admin-news:rules.template")}
          description={t("admin-news:rules.templateHelp")}
          name="templateKey"
          data={[{ value: "", label: t("admin-news:rules.ownWords") }, ...choices.templates]}
          defaultValue={fields.templateKey}
          error={issues.templateKey}
        />
        <TextInput
          label={t("admin-news:rules.cap")}
          description={t("admin-news:rules.capHelp")}
          name="capPerDay"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          defaultValue={fields.capPerDay}
          error={issues.capPerDay}
        />
        <fieldset aria-describedby="quiet-help">
          <legend>{t("admin-news:rules.quiet")}</legend>
          <p id="quiet-help" className={settings.help}>
            {t("admin-news:rules.quietHelp")}
          </p>
          <div className={classes.hours}>
            <TextInput type="time" label={t("admin-news:rules.quietFrom")} name="quietFrom" dir="ltr" defaultValue={fields.quietFrom} />
            <TextInput type="time" label={t("admin-news:rules.quietTo")} name="quietTo" dir="ltr" defaultValue={fields.quietTo} />
          </div>
          {issues.quietHours && <Issue>{issues.quietHours}</Issue>}
        </fieldset>
        <label className={settings.switch}>
          <input type="checkbox" className="rd-tick" name="isActive" value="1" defaultChecked={fields.isActive} />
          {t("admin-news:rules.isActive")}
        </label>
        <div className={settings.actions}>
          <Button type="submit" name="intent" value={isNew ? "create" : "save"}>
            {t(isNew ? "admin-news:rules.create" : "admin-news:save")}
          </Button>
          {!isNew && page.form.version > 0 && (
            <Button component={Link} to={paths.adminNotificationRules({ rule: page.form.key, remove: 1 })} variant="default">
              {t(page.isShipped ? "admin-news:reset" : "admin-news:delete")}
            </Button>
          )}
          <Link className="rd-link" to={paths.adminNotificationRules()}>
            {t("admin-news:rules.back")}
          </Link>
        </div>
      </Form>
    </main>
  );
}

function Issue({ children }: { children: string }) {
  return (
    <p className={settings.issue}>
      <Icon name="alert-circle" size="s" />
      {children}
    </p>
  );
}

interface ChoicesProps {
  name: string;
  chosen: readonly string[];
  choices: readonly Option[];
}

function Checkboxes({ name, chosen, choices }: ChoicesProps) {
  return choices.map(({ value, label }) => (
    <label key={value} className={settings.switch}>
      <input type="checkbox" className="rd-tick" name={name} value={value} defaultChecked={chosen.includes(value)} />
      {label}
    </label>
  ));
}

function Choices({ legend, issue, ...choices }: ChoicesProps & { legend: string; issue: string | undefined }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <Checkboxes {...choices} />
      {issue && <Issue>{issue}</Issue>}
    </fieldset>
  );
}

/** A long list of things to tick, folded away while nothing of it is chosen. */
function Folded({ title, ...choices }: ChoicesProps & { title: string }) {
  return (
    <details className={classes.folded} open={choices.chosen.length > 0}>
      <summary>{title}</summary>
      <div className={classes.ticks}>
        <Checkboxes {...choices} />
      </div>
    </details>
  );
}
