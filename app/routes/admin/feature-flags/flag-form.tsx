import { useMemo } from "react";
import { type FieldChecks, useCheckedForm } from "~/components/admin/use-checked-form";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { CheckGroup } from "~/ui/check-group";
import { FieldSet } from "~/ui/field";
import { Form } from "~/ui/form";
import { ActionBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { Switch } from "~/ui/switch";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { FlagFailureView, FlagsView } from "./feature-flags.server";

const ROLES = ["user", "moderator", "admin", "owner"] as const;
const LANGUAGES = ["en", "fa"] as const;

/** Typed fields of a flag. */
const typedOf = ({ key, description, percentage }: FlagFailureView["fields"]) => ({
  key,
  description,
  percentage,
});

interface FlagFormProps extends Pick<FieldChecks, "schema"> {
  page: FlagsView;
  failure: FlagFailureView | undefined;
}

/** Form of a flag. The key of an existing flag is read-only. */
export function FlagForm({ page, failure, schema }: FlagFormProps) {
  const { t } = useText();
  const isNew = page.mode === "new";
  const fields = failure?.fields ?? page.form;
  const refused = useMemo(
    () => failure && { issues: failure.issues, values: typedOf(failure.fields) },
    [failure],
  );
  const rejection = failure && {
    message: failure.message,
    issues: failure.issues,
    values: { ...typedOf(failure.fields), ...(failure.fields.isOn && { isOn: "1" }) },
  };
  const form = useCheckedForm({
    values: typedOf(page.form),
    failure: refused,
    schema,
    messages: page.messages,
  });
  return (
    <main id="main">
      <PageHead
        title={isNew ? t("settings:flags.new") : <bdi className="rd-code">{page.form.key}</bdi>}
        lead={page.form.about}
      />
      <Form failure={rejection} keeps={`flag ${page.form.version}`}>
        {!page.mayChange && <Alert icon="lock">{t("settings:readOnly")}</Alert>}
        <input type="hidden" name="version" value={page.form.version} />
        <FieldSet legend={t("settings:flags.title")} isLegendHidden isDisabled={!page.mayChange}>
          {isNew ? (
            <Select
              {...form.getInputProps("key")}
              key={form.key("key")}
              name="key"
              label={t("settings:flags.key")}
              help={t("settings:flags.keyHelp")}
              options={page.known.map((key) => ({ value: key, label: key }))}
              dir="ltr"
            />
          ) : (
            <input type="hidden" name="key" value={page.form.key} />
          )}
          <TextArea
            {...form.getInputProps("description")}
            key={form.key("description")}
            name="description"
            label={t("settings:flags.description")}
            rows={2}
            maxLength={300}
            dir="auto"
          />
          <Switch name="isOn" label={t("settings:flags.isOn")} defaultChecked={fields.isOn} />
          <TextField
            {...form.getInputProps("percentage")}
            key={form.key("percentage")}
            name="percentage"
            label={t("settings:flags.percentage")}
            help={t("settings:flags.percentageHelp")}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
          />
          <CheckGroup
            name="role"
            label={t("settings:flags.roles")}
            help={t("settings:flags.rolesHelp")}
            chosen={fields.roles}
            options={ROLES.map((role) => ({
              value: role,
              label: t(`settings:flags.role.${role}`),
            }))}
          />
          <CheckGroup
            name="language"
            label={t("settings:flags.languages")}
            help={t("settings:flags.languagesHelp")}
            chosen={fields.languages}
            options={LANGUAGES.map((language) => ({
              value: language,
              label: t(`settings:flags.language.${language}`),
            }))}
          />
        </FieldSet>
        <ActionBar>
          {page.mayChange && (
            <SubmitButton intent={isNew ? "create" : "save"}>
              {t(isNew ? "settings:flags.create" : "settings:save")}
            </SubmitButton>
          )}
          {page.mayChange && !isNew && !page.isShipped && (
            <LinkButton
              to={paths.adminFeatureFlags({ flag: page.form.key, delete: 1 })}
              variant="default"
              color="red"
            >
              {t("settings:flags.delete")}
            </LinkButton>
          )}
          <LinkButton to={paths.adminFeatureFlags()} variant="subtle">
            {t("settings:flags.back")}
          </LinkButton>
        </ActionBar>
      </Form>
    </main>
  );
}
