import account from "~/components/account/account.module.css";
import { AccountPage, failureOfForm, Section, SubmitButton } from "~/components/account/account-parts";
import type { FailedFormView, PreferencesView } from "~/components/account/account-view";
import { paths } from "~/lib/paths";
import { SelectField } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Form, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import { CitiesFailed, FollowedCityChoice } from "./city-choice";
import { NextDigest } from "./next-digest";
import classes from "./preferences.module.css";
import { PushSwitch } from "./push-switch";

const INTERESTS = {
  music: <Icon name="music" />,
  art: <Icon name="palette" />,
  sports: <Icon name="ball-football" />,
  tech: <Icon name="cpu" />,
  food: <Icon name="tools-kitchen-2" />,
  business: <Icon name="briefcase" />,
  education: <Icon name="school" />,
  health: <Icon name="heartbeat" />,
  entertainment: <Icon name="masks-theater" />,
  social: <Icon name="users" />,
  outdoor: <Icon name="trees" />,
  family: <Icon name="friends" />,
} as const;
const INTEREST_NAMES = Object.keys(INTERESTS) as (keyof typeof INTERESTS)[];
const CATEGORIES = ["newEvents", "recommendations", "savedEvents", "collections"] as const;
const FREQUENCIES = ["instant", "daily", "weekly"] as const;

/** /account/preferences: one form, since it is one thought. */
export function PreferencesForm({ page, failure }: { page: PreferencesView; failure: FailedFormView | undefined }) {
  const { t } = useText();
  const address = useAddress();
  const refused = failureOfForm(failure, "preferences");
  return (
    <AccountPage title={t("account:preferences.title")} lead={t("account:preferences.lead")}>
      <Form method="post" preventScrollReset>
        {refused && (
          <div className={account.summary} role="alert">
            <Icon name="alert-circle" />
            <p>{refused.message}</p>
          </div>
        )}
        <Section title={t("account:preferences.interestsTitle")} lead={t("account:preferences.interestsLead")}>
          <fieldset className={classes.fieldset}>
            <legend className="rd-hidden">{t("account:preferences.interestsTitle")}</legend>
            <div className={classes.picks}>
              {INTEREST_NAMES.map((interest) => (
                <label key={interest} className={classes.pick}>
                  <input
                    className="rd-over-label"
                    type="checkbox"
                    name="interest"
                    value={interest}
                    defaultChecked={page.interests.includes(interest)}
                  />
                  {INTERESTS[interest]}
                  {t(`account:interest.${interest}`)}
                  <span className={classes.tick}>
                    <Icon name="check" size="s" />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        </Section>
        <Section title={t("account:preferences.citiesTitle")} lead={t("account:preferences.citiesLead")}>
          {page.cities ? (
            <FollowedCityChoice cities={page.cities} chosen={page.chosenCities} />
          ) : (
            <CitiesFailed retry={address(paths.accountPreferences())} />
          )}
        </Section>
        <Section title={t("account:preferences.newsTitle")} lead={t("account:preferences.newsLead")}>
          <fieldset className={classes.fieldset} aria-describedby="categories-help">
            <legend className={account.legend}>{t("account:preferences.categories")}</legend>
            {CATEGORIES.map((category) => (
              <label key={category} className={classes.check}>
                <input
                  className="rd-tick"
                  type="checkbox"
                  name="category"
                  value={category}
                  defaultChecked={page.categories.includes(category)}
                />
                {t(`account:news.${category}`)}
              </label>
            ))}
            <p id="categories-help" className={account.help}>
              {t("account:preferences.categoriesHelp")}
            </p>
          </fieldset>
          <SelectField
            form="preferences"
            name="frequency"
            label={t("account:preferences.frequency")}
            failure={undefined}
            value={page.frequency}
          >
            {FREQUENCIES.map((frequency) => (
              <option key={frequency} value={frequency}>
                {t(`account:frequency.${frequency}`)}
              </option>
            ))}
          </SelectField>
          <div>
            <label className={classes.check}>
              <input
                className="rd-tick"
                type="checkbox"
                name="emailEnabled"
                value="1"
                defaultChecked={page.emailEnabled}
                aria-describedby="email-help"
              />
              {t("account:preferences.email")}
            </label>
            <p id="email-help" className={account.help}>
              {t(page.mailsNeedAddress ? "account:preferences.mailUnverified" : "account:preferences.emailHelp")}
            </p>
          </div>
          {page.push && (
            <div>
              <input type="hidden" name="hasPush" value="1" />
              <label className={classes.check}>
                <input
                  className="rd-tick"
                  type="checkbox"
                  name="pushEnabled"
                  value="1"
                  defaultChecked={page.push.isEnabled}
                  aria-describedby="push-help"
                />
                {t("account:preferences.push")}
              </label>
              <p id="push-help" className={account.help}>
                {t("account:preferences.pushHelp")}
              </p>
              <PushSwitch pushKey={page.push.key} />
            </div>
          )}
          <div>
            <label className={classes.check}>
              <input
                className="rd-tick"
                type="checkbox"
                name="allowsMailTracking"
                value="1"
                defaultChecked={page.allowsMailTracking}
                aria-describedby="tracking-help"
              />
              {t("account:preferences.tracking")}
            </label>
            <p id="tracking-help" className={account.help}>
              {t("account:preferences.trackingHelp")}
            </p>
          </div>
          <div className={account.row}>
            <SubmitButton intent="save">{t("account:save")}</SubmitButton>
          </div>
        </Section>
      </Form>
      <NextDigest digest={page.digest} isInstant={page.frequency === "instant"} />
    </AccountPage>
  );
}
