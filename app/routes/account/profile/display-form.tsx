import type { FormEvent } from "react";
import { AccountForm } from "~/components/account/account-parts";
import type { AccountView } from "~/components/account/account-view";
import { LOCALES } from "~/i18n/locale";
import { forgetChoice, type StoredChoice, storeChoice } from "~/lib/http/stored-choice";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { SelectField } from "~/ui/fields";
import { useText } from "~/ui/text";

/** What the browser keeps itself must not say something else than the account. */
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

/** Language, theme, calendar and time zone. The document comes anew, since it is drawn in them. */
export function DisplayForm({ page, failure }: { page: AccountView; failure: FormFailureView | undefined }) {
  const { t } = useText();
  const { language, theme, calendar, timeZone } = page.display;
  const common = { form: "display", failure };
  return (
    <AccountForm
      name="display"
      failure={failure}
      submit={t("account:save")}
      intent="display"
      reloads={paths.account()}
      onSubmit={keepInStep}
    >
      <SelectField {...common} name="preferredLanguage" label={t("account:display.language")} value={language}>
        <option value="">{t("account:display.languageAuto")}</option>
        {LOCALES.map((code) => (
          <option key={code} value={code} lang={code}>
            {t(`common:language.${code}`)}
          </option>
        ))}
      </SelectField>
      <SelectField {...common} name="theme" label={t("account:display.theme")} value={theme}>
        <option value="">{t("account:display.themeAuto")}</option>
        <option value="light">{t("account:display.light")}</option>
        <option value="dark">{t("account:display.dark")}</option>
      </SelectField>
      <SelectField {...common} name="calendar" label={t("account:display.calendar")} value={calendar}>
        <option value="">{t("account:display.calendarAuto")}</option>
        <option value="jalali">{t("account:display.jalali")}</option>
        <option value="gregorian">{t("account:display.gregorian")}</option>
      </SelectField>
      <SelectField
        {...common}
        name="timeZone"
        label={t("account:display.timeZone")}
        help={t("account:display.timeZoneHelp")}
        value={timeZone}
      >
        <option value="">{t("account:display.timeZoneAuto")}</option>
        <optgroup label={t("account:display.near")}>
          {page.timeZones.near.map((zone) => (
            <option key={zone.value} value={zone.value}>
              {zone.label}
            </option>
          ))}
        </optgroup>
        <optgroup label={t("account:display.others")}>
          {page.timeZones.others.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </optgroup>
      </SelectField>
    </AccountForm>
  );
}
