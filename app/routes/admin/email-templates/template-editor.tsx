import { type FocusEvent, useEffect, useRef, useState } from "react";
import type { Locale } from "~/i18n/locale";
import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link, Form as PlainForm, useAddress } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { Switch } from "~/ui/switch";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { TemplateFailure, TemplateFields, TemplatesView } from "./email-templates.server";
import { SelectionCriteria } from "./selection-criteria";
import classes from "./template-editor.module.css";

/** Choice of a new template's kind, which determines its variables. */
function KindChoice({ page }: { page: TemplatesView }) {
  const { t } = useText();
  return (
    <Form name="kind-choice" method="get" action={paths.adminEmailTemplates()} isRow>
      <Select
        label={t("admin-templates:kindOf")}
        name="kind"
        options={page.choices?.kinds ?? []}
        defaultValue={page.form.kind}
      />
      <input type="hidden" name="new" value="1" />
      <Button type="submit" variant="default">
        {t("admin-templates:beginWith")}
      </Button>
    </Form>
  );
}

const LANGUAGES = ["en", "fa"] as const;
const TABS = ["basic", "html", "text", "selection"] as const;
type Tab = (typeof TABS)[number];
const FRAME = "mail-preview";

/** Tab that contains a field. */
const tabOf = (path: string): Tab =>
  path.startsWith("html")
    ? "html"
    : path.startsWith("text")
      ? "text"
      : ["selection", "windowDays", "limit"].includes(path)
        ? "selection"
        : "basic";

/**
 * Editor of a template. With JavaScript the four parts are tabs and variables are inserted at the
 * caret; without it they are sections, and the tabs link to them.
 */
export function TemplateEditor({
  page,
  failure,
}: {
  page: TemplatesView;
  failure: TemplateFailure | undefined;
}) {
  const { t } = useText();
  const address = useAddress();
  const [tab, setTab] = useState<Tab | null>(null);
  const last = useRef<HTMLTextAreaElement | HTMLInputElement | null>(null);
  const isNew = page.mode === "new";
  const fields = failure?.fields ?? page.form;
  const issues = failure?.issues ?? {};
  const wrong = Object.keys(issues)[0];
  useEffect(() => setTab(wrong === undefined ? "basic" : tabOf(wrong)), [wrong]);
  const tabs = TABS.filter((name) => name !== "selection" || page.listsEvents);
  const remember = ({ target }: FocusEvent) => {
    if (
      (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) &&
      /^(subject|html|text)\./.test(target.name)
    )
      last.current = target;
  };
  const insert = (code: string) => {
    const field = last.current;
    if (!field) return;
    field.setRangeText(
      code,
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      "end",
    );
    field.focus();
  };
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
      <PageHead title={isNew ? t("admin-templates:new") : <bdi>{page.form.name}</bdi>} />
      {isNew && <KindChoice page={page} />}
      <Form
        key={`${page.form.key} ${page.form.version} ${page.form.kind}`}
        keeps={`template ${page.form.key} ${page.form.version} ${page.form.kind}`}
        // Native form: the preview button targets an iframe, which Remix's `Form` does not support.
        reloads={address(
          paths.adminEmailTemplates(
            isNew ? { new: 1, kind: page.form.kind } : { template: page.form.key },
          ),
        )}
        failure={failed}
        className={classes.editor}
        onFocus={remember}
      >
        <input type="hidden" name="version" value={fields.version} />
        <input type="hidden" name="kind" value={fields.kind} />
        {!isNew && <input type="hidden" name="key" value={page.form.key} />}
        <Tabs
          label={t("admin-templates:parts")}
          tabs={tabs.map((name) => ({
            name,
            label: t(`admin-templates:tab.${name}`),
            href: `#part-${name}`,
          }))}
          current={tab}
          onChoose={setTab}
        />
        {tabs.map((name) => (
          <section
            key={name}
            id={`part-${name}`}
            className={classes.part}
            hidden={tab !== null && tab !== name}
            aria-label={t(`admin-templates:tab.${name}`)}
          >
            {name === "basic" && <Basic isNew={isNew} fields={fields} />}
            {(name === "html" || name === "text") && (
              <Code part={name} fields={fields} issues={issues} />
            )}
            {name === "selection" && (
              <SelectionCriteria page={page} fields={fields} issue={issues.selection} />
            )}
          </section>
        ))}
        <Variables variables={page.variables} insert={tab === null ? null : insert} />
        <Preview page={page} />
        <FormBar
          submit={t(isNew ? "admin-templates:create" : "notification-admin:save")}
          intent={isNew ? "create" : "save"}
        >
          {LANGUAGES.map((language) => (
            <Button key={language} intent={`test:${language}`} variant="default">
              {t(`admin-templates:test.${language}`)}
            </Button>
          ))}
          {!isNew && page.form.version > 0 && (
            <LinkButton
              to={paths.adminEmailTemplates({ template: page.form.key, remove: 1 })}
              variant="default"
            >
              {t(page.isShipped ? "notification-admin:reset" : "notification-admin:delete")}
            </LinkButton>
          )}
          <Link className="rd-link" to={paths.adminEmailTemplates()}>
            {t("admin-templates:back")}
          </Link>
        </FormBar>
      </Form>
      {page.versions.length > 0 && <Versions page={page} />}
    </main>
  );
}

function Basic({ isNew, fields }: { isNew: boolean; fields: TemplateFields }) {
  const { t } = useText();
  return (
    <>
      <TextField
        label={t("admin-templates:name")}
        name="name"
        maxLength={80}
        dir="auto"
        defaultValue={fields.name}
      />
      {isNew && (
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
      )}
      <TextArea
        label={t("admin-templates:description")}
        name="description"
        rows={2}
        maxLength={300}
        defaultValue={fields.description}
      />
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={t(`admin-templates:subject.${language}`)}
          name={`subject.${language}`}
          maxLength={300}
          lang={language}
          dir={language === "fa" ? "rtl" : "ltr"}
          defaultValue={fields.subject[language]}
        />
      ))}
      <Switch
        name="isActive"
        label={t("admin-templates:isActive")}
        defaultChecked={fields.isActive}
      />
    </>
  );
}

interface CodeProps {
  part: "html" | "text";
  fields: TemplateFields;
  issues: Record<string, string>;
}

/** Liquid code in both languages. Errors name its lines. */
function Code({ part, fields, issues }: CodeProps) {
  const { t } = useText();
  return (
    <>
      <p>{t(`admin-templates:help.${part}`)}</p>
      {LANGUAGES.map((language: Locale) => (
        <TextArea
          key={language}
          label={t(`admin-templates:${part}.${language}`)}
          name={`${part}.${language}`}
          rows={16}
          spellCheck={false}
          // HTML is left-to-right in both languages.
          isCode={part === "html"}
          dir={language === "en" ? "ltr" : "rtl"}
          lang={language}
          defaultValue={fields[part][language]}
          error={issues[`${part}.${language}`] ?? issues[part]}
        />
      ))}
    </>
  );
}

/** @param insert null if insertion is not possible; the list is then for copying */
function Variables({
  variables,
  insert,
}: {
  variables: TemplatesView["variables"];
  insert: ((code: string) => void) | null;
}) {
  const { t } = useText();
  return (
    <Fold title={t("admin-templates:variables")} isFramed>
      <p>{t("admin-templates:variablesHelp")}</p>
      <dl className={classes.variables}>
        {variables.map(({ code, text }) => (
          <div key={code}>
            <dt>
              {insert ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  className={classes.variable}
                  dir="ltr"
                  onClick={() => insert(code)}
                >
                  {code}
                </Button>
              ) : (
                <code dir="ltr">{code}</code>
              )}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

/** Preview in a sandboxed frame: the saved template, or the form's values after a click. */
function Preview({ page }: { page: TemplatesView }) {
  const { t } = useText();
  const { key } = page.form;
  return (
    <Fold title={t("admin-templates:preview.title")} isFramed>
      <div className={classes.previewing}>
        <Select
          label={t("admin-templates:preview.event")}
          name="event"
          empty={t("admin-templates:preview.any")}
          options={page.choices?.events ?? []}
        />
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
            {t(
              `admin-templates:preview.${which.replace(":", "-") as "html-en" | "html-fa" | "text-en" | "text-fa"}`,
            )}
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
    </Fold>
  );
}

function Versions({ page }: { page: TemplatesView }) {
  const { t } = useText();
  return (
    <Section title={t("admin-templates:versions")}>
      <List>
        {page.versions.map(({ version, label, at, by, isNow }) => (
          <ListItem
            key={version}
            title={
              <>
                <strong>{label}</strong> {at} {by && <bdi>{by}</bdi>}
              </>
            }
            end={
              isNow ? (
                t("admin-templates:isNow")
              ) : (
                <PlainForm
                  method="post"
                  action={paths.adminEmailTemplates({ template: page.form.key })}
                >
                  <input type="hidden" name="key" value={page.form.key} />
                  <input type="hidden" name="version" value={page.form.version} />
                  <input type="hidden" name="older" value={version} />
                  <Button
                    intent="restore"
                    variant="default"
                    size="sm"
                    aria-label={t("admin-templates:restoreOne", { name: label })}
                  >
                    {t("admin-templates:restore")}
                  </Button>
                </PlainForm>
              )
            }
          />
        ))}
      </List>
    </Section>
  );
}
