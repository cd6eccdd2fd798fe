import type { FormEvent } from "react";
import { LOCALES } from "~/i18n/locale";
import type { FormFailure } from "~/lib/http/form-failure";
import { forgetChoice, type StoredChoice, storeChoice } from "~/lib/http/stored-choice";
import { paths } from "~/lib/paths";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import type { AccountView } from "./profile.server";

/** Updates the browser's stored theme and language to match the account. */
function keepInStep(event: FormEvent<HTMLFormElement>): void {
  const form = new FormData(event.currentTarget);
  const choices: [StoredChoice, FormDataEntryValue | null][] = [
    ["rooydad.language", form.get("preferredLanguage")],
    ["rooydad.theme", form.get("theme")],
  ];
  for (const [choice, value] of choices)
    if (typeof value === "string" && value) storeChoice(choice, value);
    else forgetChoice(choice);
}

/**
 * Form for language, theme, calendar and time zone. It loads a new document, which all of them
 * affect.
 */
export function DisplayForm({
  page,
  failure,
}: {
  page: AccountView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const { language, theme, calendar, timeZone } = page.display;
  return (
    <Form name="display" failure={failure} reloads={paths.account()} onSubmit={keepInStep}>
      <Select
        name="preferredLanguage"
        label={t("account:display.language")}
        defaultValue={language}
        empty={t("account:display.languageAuto")}
        options={LOCALES.map((code) => ({
          value: code,
          label: t(`common:language.${code}`),
          lang: code,
        }))}
      />
      <Select
        name="theme"
        label={t("account:display.theme")}
        defaultValue={theme}
        empty={t("account:display.themeAuto")}
        options={[
          { value: "light", label: t("account:display.light") },
          { value: "dark", label: t("account:display.dark") },
        ]}
      />
      <Select
        name="calendar"
        label={t("account:display.calendar")}
        defaultValue={calendar}
        empty={t("account:display.calendarAuto")}
        options={[
          { value: "jalali", label: t("account:display.jalali") },
          { value: "gregorian", label: t("account:display.gregorian") },
        ]}
      />
      <Select
        name="timeZone"
        label={t("account:display.timeZone")}
        help={t("account:display.timeZoneHelp")}
        defaultValue={timeZone}
        empty={t("account:display.timeZoneAuto")}
        options={[
          { group: t("account:display.near"), options: page.timeZones.near },
          {
            group: t("account:display.others"),
            options: page.timeZones.others.map((zone) => ({
              value: zone,
              label: zone.replaceAll("_", " "),
            })),
          },
        ]}
      />
      <FormBar submit={t("account:save")} intent="display" />
    </Form>
  );
}
