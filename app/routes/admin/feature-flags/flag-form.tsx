import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMemo } from "react";
import admin from "~/components/admin/admin-page.module.css";
import { type FieldChecks, useCheckedForm } from "~/components/admin/use-checked-form";
import classes from "~/components/settings/settings.module.css";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { FlagFailureView, FlagsView } from "./flags-view";

const ROLES = ["user", "moderator", "admin", "owner"] as const;
const LANGUAGES = ["en", "fa"] as const;

/** What of a flag is typed. */
const typedOf = ({ key, description, percentage }: FlagFailureView["fields"]) => ({ key, description, percentage });

interface FlagFormProps extends Pick<FieldChecks, "schema"> {
  page: FlagsView;
  failure: FlagFailureView | undefined;
}

/** The form of a new flag, or of one there is; its key stays. */
export function FlagForm({ page, failure, schema }: FlagFormProps) {
  const { t } = useText();
  const isNew = page.mode === "new";
  const fields = failure?.fields ?? page.form;
  const refused = useMemo(() => failure && { issues: failure.issues, values: typedOf(failure.fields) }, [failure]);
  const form = useCheckedForm({ values: typedOf(page.form), failure: refused, schema, says: page.says });
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{isNew ? t("settings:flags.new") : <bdi className={classes.key}>{page.form.key}</bdi>}</h1>
        {page.form.about && <p>{page.form.about}</p>}
      </header>
      <Form method="post" className={classes.flag} noValidate>
        {failure && (
          <div className={classes.summary} role="alert">
            <Icon name="alert-circle" />
            <p>{failure.message}</p>
          </div>
        )}
        {!page.mayChange && (
          <p className={classes.notice}>
            <Icon name="lock" />
            {t("settings:readOnly")}
          </p>
        )}
        <input type="hidden" name="version" value={page.form.version} />
        <fieldset disabled={!page.mayChange} className={classes.form}>
          {isNew ? (
            <NativeSelect
              key={form.key("key")}
              {...form.getInputProps("key")}
              name="key"
              label={t("settings:flags.key")}
              description={t("settings:flags.keyHelp")}
              data={page.known}
              dir="ltr"
            />
          ) : (
            <input type="hidden" name="key" value={page.form.key} />
          )}
          <Textarea
            key={form.key("description")}
            {...form.getInputProps("description")}
            label={t("settings:flags.description")}
            rows={2}
            maxLength={300}
            dir="auto"
          />
          <label className={classes.switch}>
            <input type="checkbox" className="rd-tick" name="isOn" value="1" defaultChecked={fields.isOn} />
            {t("settings:flags.isOn")}
          </label>
          <TextInput
            key={form.key("percentage")}
            {...form.getInputProps("percentage")}
            label={t("settings:flags.percentage")}
            description={t("settings:flags.percentageHelp")}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
          />
          <Choices
            legend={t("settings:flags.roles")}
            help={t("settings:flags.rolesHelp")}
            name="role"
            chosen={fields.roles}
            choices={ROLES.map((role) => ({ value: role, label: t(`settings:flags.role.${role}`) }))}
          />
          <Choices
            legend={t("settings:flags.languages")}
            help={t("settings:flags.languagesHelp")}
            name="language"
            chosen={fields.languages}
            choices={LANGUAGES.map((language) => ({ value: language, label: t(`settings:flags.language.${language}`) }))}
          />
        </fieldset>
        <div className={classes.actions}>
          {page.mayChange && (
            <Button type="submit" name="intent" value={isNew ? "create" : "save"}>
              {t(isNew ? "settings:flags.create" : "settings:save")}
            </Button>
          )}
          {page.mayChange && !isNew && !page.isShipped && (
            <Button component={Link} to={paths.adminFeatureFlags({ flag: page.form.key, delete: 1 })} variant="default">
              {t("settings:flags.delete")}
            </Button>
          )}
          <Link className="rd-link" to={paths.adminFeatureFlags()}>
            {t("settings:flags.back")}
          </Link>
        </div>
      </Form>
    </main>
  );
}

interface ChoicesProps {
  legend: string;
  help: string;
  name: string;
  chosen: readonly string[];
  choices: readonly { value: string; label: string }[];
}

function Choices({ legend, help, name, chosen, choices }: ChoicesProps) {
  return (
    <fieldset aria-describedby={`${name}-help`}>
      <legend>{legend}</legend>
      <p id={`${name}-help`} className={classes.help}>
        {help}
      </p>
      {choices.map(({ value, label }) => (
        <label key={value} className={classes.switch}>
          <input type="checkbox" className="rd-tick" name={name} value={value} defaultChecked={chosen.includes(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
