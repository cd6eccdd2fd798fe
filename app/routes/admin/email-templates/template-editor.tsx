import { Button, Textarea, TextInput } from "@mantine/core";
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import admin from "~/components/admin/admin-page.module.css";
import classes from "~/components/admin-notifications/template-editor.module.css";
import settings from "~/components/settings/settings.module.css";
import type { Locale } from "~/i18n/locale";
import type { TemplateFailureView, TemplateFieldsView, TemplatesView } from "~/lib/pages/template-views";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { KindChoice } from "./kind-choice";
import { SelectionCriteria } from "./selection-criteria";

const LANGUAGES = ["en", "fa"] as const;
const TABS = ["basic", "html", "text", "selection"] as const;
type Tab = (typeof TABS)[number];
const FRAME = "mail-preview";

/** Where a field that is wrong can be found. */
const tabOf = (path: string): Tab =>
  path.startsWith("html")
    ? "html"
    : path.startsWith("text")
      ? "text"
      : ["selection", "windowDays", "limit"].includes(path)
        ? "selection"
        : "basic";

/**
 * The form of a template. Without its script all four parts stand below each other and the tabs lead to them; with it
 * one is seen at a time, and variables go in where the caret is.
 */
export function TemplateEditor({ page, failure }: { page: TemplatesView; failure: TemplateFailureView | undefined }) {
  const { t } = useText();
  const [tab, setTab] = useState<Tab | null>(null);
  const last = useRef<HTMLTextAreaElement | HTMLInputElement | null>(null);
  const isNew = page.mode === "new";
  const fields = failure?.fields ?? page.form;
  const issues = failure?.issues ?? {};
  const wrong = Object.keys(issues)[0];
  useEffect(() => setTab(wrong === undefined ? "basic" : tabOf(wrong)), [wrong]);
  const tabs = TABS.filter((name) => name !== "selection" || page.listsEvents);
  const remember = ({ target }: FocusEvent) => {
    if ((target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && /^(subject|html|text)\./.test(target.name))
      last.current = target;
  };
  const insert = (code: string) => {
    const field = last.current;
    if (!field) return;
    field.setRangeText(code, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, "end");
    field.focus();
  };
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{isNew ? t("admin-templates:new") : <bdi>{page.form.name}</bdi>}</h1>
      </header>
      {isNew && <KindChoice page={page} />}
      <Form
        key={`${page.form.key} ${page.form.version} ${page.form.kind}`}
        method="post"
        // Its preview goes into a frame, which scripts of the router would not do.
        reloadDocument
        action={paths.adminEmailTemplates(isNew ? { new: 1, kind: page.form.kind } : { template: page.form.key })}
        className={classes.editor}
        onFocus={remember}
      >
        {failure && (
          <div className={settings.summary} role="alert">
            <Icon name="alert-circle" />
            <div>
              <p>{failure.message}</p>
              <ul>
                {Object.entries(issues).map(([path, sentence]) => (
                  <li key={path}>{sentence}</li>
                ))}
              </ul>
            </div>
          </div>
        )}
        <input type="hidden" name="version" value={fields.version} />
        <input type="hidden" name="kind" value={fields.kind} />
        {!isNew && <input type="hidden" name="key" value={page.form.key} />}
        <nav className={classes.tabs} aria-label={t("admin-templates:parts")}>
          {tabs.map((name) => (
            <a
              key={name}
              href={`#part-${name}`}
              aria-current={tab === name ? "true" : undefined}
              onClick={(event: MouseEvent) => {
                event.preventDefault();
                setTab(name);
              }}
            >
              {t(`admin-templates:tab.${name}`)}
            </a>
          ))}
        </nav>
        <section
          id="part-basic"
          className={classes.part}
          hidden={tab !== null && tab !== "basic"}
          aria-label={t("admin-templates:tab.basic")}
        >
          <Basic isNew={isNew} fields={fields} issues={issues} />
        </section>
        {(["html", "text"] as const).map((part) => (
          <section
            key={part}
            id={`part-${part}`}
            className={classes.part}
            hidden={tab !== null && tab !== part}
            aria-label={t(`admin-templates:tab.${part}`)}
          >
            <p className={settings.help}>{t(`admin-templates:help.${part}`)}</p>
            {LANGUAGES.map((language) => (
              <Code
                key={language}
                part={part}
                language={language}
                value={fields[part][language]}
                issue={issues[`${part}.${language}`] ?? issues[part]}
              />
            ))}
          </section>
        ))}
        {page.listsEvents && (
          <section
            id="part-selection"
            className={classes.part}
            hidden={tab !== null && tab !== "selection"}
            aria-label={t("admin-templates:tab.selection")}
          >
            <SelectionCriteria page={page} fields={fields} issues={issues} />
          </section>
        )}
        <Variables variables={page.variables} insert={tab === null ? null : insert} />
        <Preview page={page} />
        <div className={settings.actions}>
          <Button type="submit" name="intent" value={isNew ? "create" : "save"}>
            {t(isNew ? "admin-templates:create" : "admin-news:save")}
          </Button>
          {LANGUAGES.map((language) => (
            <Button key={language} type="submit" name="intent" value={`test:${language}`} variant="default">
              {t(`admin-templates:test.${language}`)}
            </Button>
          ))}
          {!isNew && page.form.version > 0 && (
            <Button component={Link} to={paths.adminEmailTemplates({ template: page.form.key, remove: 1 })} variant="default">
              {t(page.isShipped ? "admin-news:reset" : "admin-news:delete")}
            </Button>
          )}
          <Link className="rd-link" to={paths.adminEmailTemplates()}>
            {t("admin-templates:back")}
          </Link>
        </div>
      </Form>
      {page.versions.length > 0 && <Versions page={page} />}
    </main>
  );
}

interface PartProps {
  isNew: boolean;
  fields: TemplateFieldsView;
  issues: Record<string, string>;
}

function Basic({ isNew, fields, issues }: PartProps) {
  const { t } = useText();
  return (
    <>
      <TextInput label={t("admin-templates:name")} name="name" maxLength={80} dir="auto" defaultValue={fields.name} error={issues.name} />
      {isNew && (
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
      )}
      <Textarea
        label={t("admin-templates:description")}
        name="description"
        rows={2}
        maxLength={300}
        dir="auto"
        defaultValue={fields.description}
        error={issues.description}
      />
      {LANGUAGES.map((language) => (
        <TextInput
          key={language}
          label={t(`admin-templates:subject.${language}`)}
          name={`subject.${language}`}
          maxLength={300}
          lang={language}
          dir={language === "fa" ? "rtl" : "ltr"}
          classNames={{ input: classes.typed ?? "" }}
          defaultValue={fields.subject[language]}
          error={issues[`subject.${language}`] ?? issues.subject}
        />
      ))}
      <label className={settings.switch}>
        <input type="checkbox" className="rd-tick" name="isActive" value="1" defaultChecked={fields.isActive} />
        {t("admin-templates:isActive")}
      </label>
    </>
  );
}

/** A text in Liquid. Its lines are those that a fault names. */
function Code({ part, language, value, issue }: { part: "html" | "text"; language: Locale; value: string; issue: string | undefined }) {
  const { t } = useText();
  return (
    <Textarea
      label={t(`admin-templates:${part}.${language}`)}
      name={`${part}.${language}`}
      rows={16}
      spellCheck={false}
      // HTML reads from left to right, whatever is said in it.
      dir={part === "html" || language === "en" ? "ltr" : "rtl"}
      lang={language}
      classNames={{ input: classes.code ?? "" }}
      defaultValue={value}
      error={issue}
    />
  );
}

/** @param insert null while nothing can be inserted: then it is a list to copy from */
function Variables({ variables, insert }: { variables: TemplatesView["variables"]; insert: ((code: string) => void) | null }) {
  const { t } = useText();
  return (
    <details className={classes.panel}>
      <summary>{t("admin-templates:variables")}</summary>
      <p className={settings.help}>{t("admin-templates:variablesHelp")}</p>
      <dl className={classes.variables}>
        {variables.map(({ code, text }) => (
          <div key={code}>
            <dt>
              {insert ? (
                <button type="button" className={classes.variable} dir="ltr" onClick={() => insert(code)}>
                  {code}
                </button>
              ) : (
                <code dir="ltr">{code}</code>
              )}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The mail as it would be, in a frame that runs nothing. What is in the form goes there; without pressing, what is saved. */
function Preview({ page }: { page: TemplatesView }) {
  const { t } = useText();
  const { key } = page.form;
  return (
    <details className={classes.panel}>
      <summary>{t("admin-templates:preview.title")}</summary>
      <div className={classes.previewing}>
        <label className={classes.choice}>
          {t("admin-templates:preview.event")}
          <select name="event" defaultValue="">
            <option value="">{t("admin-templates:preview.any")}</option>
            {page.choices?.events.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {(["html:en", "html:fa", "text:en", "text:fa"] as const).map((which) => (
          <Button
            key={which}
            type="submit"
            name="preview"
            value={which}
            variant="default"
            size="sm"
            formAction={paths.adminEmailPreview()}
            formTarget={FRAME}
          >
            {t(`admin-templates:preview.${which.replace(":", "-") as "html-en" | "html-fa" | "text-en" | "text-fa"}`)}
          </Button>
        ))}
      </div>
      <iframe
        name={FRAME}
        title={t("admin-templates:preview.title")}
        sandbox=""
        loading="lazy"
        className={classes.frame}
        src={page.mode === "new" ? undefined : paths.adminEmailPreview({ template: key })}
      />
    </details>
  );
}

function Versions({ page }: { page: TemplatesView }) {
  const { t } = useText();
  return (
    <section className={settings.history} aria-labelledby="versions">
      <h2 id="versions">{t("admin-templates:versions")}</h2>
      <ul>
        {page.versions.map(({ version, label, at, by, isNow }) => (
          <li key={version} className={classes.version}>
            <span>
              <strong>{label}</strong> {at} {by && <bdi>{by}</bdi>}
            </span>
            {isNow ? (
              <span className={settings.meta}>{t("admin-templates:isNow")}</span>
            ) : (
              <Form method="post" action={paths.adminEmailTemplates({ template: page.form.key })}>
                <input type="hidden" name="key" value={page.form.key} />
                <input type="hidden" name="version" value={page.form.version} />
                <input type="hidden" name="older" value={version} />
                <Button
                  type="submit"
                  name="intent"
                  value="restore"
                  variant="default"
                  size="sm"
                  aria-label={t("admin-templates:restoreOne", { name: label })}
                >
                  {t("admin-templates:restore")}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
