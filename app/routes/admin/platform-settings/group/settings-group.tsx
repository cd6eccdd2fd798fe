import type { SettingsFailureView } from "~/routes/admin/settings-action.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { ActionBar, FormBar } from "~/ui/form-bar";
import { useFieldState } from "~/ui/form-context";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { ColorField } from "~/ui/swatches";
import { Switch } from "~/ui/switch";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { SettingsFieldView, SettingsGroupView } from "./settings-group.server";

interface FieldProps {
  field: SettingsFieldView;
}

/** A setting: control, help, default and reset button. */
function SettingsField({ field }: FieldProps) {
  const { t } = useText();
  const { name, label, warning } = field;
  return (
    <>
      <Control field={field} />
      {warning && <Alert tone="waiting">{warning}</Alert>}
      <ActionBar
        note={
          <>
            {t("settings:default")} <bdi>{field.defaultValue}</bdi>
          </>
        }
      >
        {field.isChanged && (
          <Button
            size="compact-sm"
            variant="default"
            intent={`reset:${name}`}
            aria-label={t("settings:resetOne", { name: label })}
          >
            {t("settings:reset")}
          </Button>
        )}
      </ActionBar>
    </>
  );
}

function Control({ field }: FieldProps) {
  const { t } = useText();
  const { name, label, help, kind, text } = field;
  const common = { name, label, help };
  const typed = {
    ...common,
    defaultValue: text,
    dir: "ltr",
    autoComplete: "off",
    spellCheck: false,
  } as const;
  switch (kind) {
    case "switch":
      return <Switch {...common} defaultChecked={field.isOn} />;
    case "number":
      return <TextField {...typed} inputMode="numeric" unit={field.unit} />;
    case "texts":
      return <Texts field={field} />;
    case "color":
      return (
        <ColorField
          {...common}
          defaultValue={text}
          chooseLabel={t("settings:chooseColor", { name: label })}
        />
      );
    default:
      return <TextField {...typed} type={kind === "email" ? "email" : "text"} />;
  }
}

/** Text fields in both languages. */
function Texts({ field: { name, label, help, texts, isLong, maxLength } }: FieldProps) {
  const { t } = useText();
  const { id, error } = useFieldState(name, undefined, undefined);
  return (
    <Field id={id} label={label} help={help} error={error} isGroup>
      {(["en", "fa"] as const).map((language) => {
        const input = {
          name: `${name}.${language}`,
          label: t(`settings:flags.language.${language}`),
          lang: language,
          dir: language === "fa" ? "rtl" : "ltr",
          maxLength,
          defaultValue: texts?.[language],
        };
        return isLong ? (
          <TextArea key={language} {...input} rows={3} />
        ) : (
          <TextField key={language} {...input} />
        );
      })}
    </Field>
  );
}

/** Page `/admin/platform-settings/{group}`: form and change history. */
export function SettingsGroupPage({
  page,
  failure,
}: {
  page: SettingsGroupView;
  failure: SettingsFailureView | undefined;
}) {
  const { t } = useText();
  const tabs = page.groups.map(({ href, title }) => ({ name: href, href, label: title }));
  return (
    <main id="main">
      <PageHead title={page.title} lead={page.about} />
      <Tabs
        label={t("settings:platform.title")}
        tabs={tabs}
        current={page.groups.find(({ isHere }) => isHere)?.href ?? null}
      />
      {/* Remounts after saving. A rejected form keeps its values. */}
      <Form key={`${page.group} ${page.seen}`} keeps={`settings ${page.seen}`} failure={failure}>
        <input type="hidden" name="seen" value={page.seen} />
        {/* Default button for Enter. */}
        <button
          type="submit"
          name="intent"
          value="save"
          className="rd-hidden"
          tabIndex={-1}
          aria-hidden="true"
        />
        {page.fields.map((field) => (
          <Card key={field.name}>
            <SettingsField field={field} />
          </Card>
        ))}
        <FormBar submit={t("settings:save")} intent="save" isSticky>
          {page.isChanged && (
            <Button intent="reset" variant="default">
              {t("settings:resetAll")}
            </Button>
          )}
        </FormBar>
      </Form>
      <History page={page} />
    </main>
  );
}

function History({ page: { history } }: { page: SettingsGroupView }) {
  const { t } = useText();
  return (
    <Section title={t("settings:history.title")}>
      {history.length === 0 ? (
        <p>{t("settings:history.empty")}</p>
      ) : (
        <List>
          {history.map((change) => (
            <ListItem
              key={change.id}
              title={<bdi>{change.by ?? t("settings:history.operator")}</bdi>}
              end={<time dateTime={change.at}>{change.when}</time>}
            >
              <ul>
                {change.fields.map((field) => (
                  <li key={field.name}>
                    {field.label}:{" "}
                    <del>
                      <bdi>{field.before}</bdi>
                    </del>{" "}
                    <Icon name="arrow-right" size="s" flip />{" "}
                    <ins>
                      <bdi>{field.after}</bdi>
                    </ins>
                  </li>
                ))}
              </ul>
            </ListItem>
          ))}
        </List>
      )}
    </Section>
  );
}
