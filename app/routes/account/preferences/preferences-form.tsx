import type { PreferencesView } from "~/components/account/account-view";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { CheckGroup } from "~/ui/check-group";
import { Checkbox } from "~/ui/checkbox";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { useAddress } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
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

/** Page `/account/preferences`, a single form. */
export function PreferencesForm({ page, failure }: { page: PreferencesView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const address = useAddress();
  const refused = failureOfForm(failure, "preferences");
  return (
    <main id="main">
      <PageHead title={t("account:preferences.title")} lead={t("account:preferences.lead")} />
      <Form name="preferences" failure={refused} isWide>
        <Section isBeside title={t("account:preferences.interestsTitle")} lead={t("account:preferences.interestsLead")}>
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
        <Section isBeside title={t("account:preferences.citiesTitle")} lead={t("account:preferences.citiesLead")}>
          {page.cities ? (
            <FollowedCityChoice cities={page.cities} chosen={page.chosenCities} />
          ) : (
            <CitiesFailed retry={address(paths.accountPreferences())} />
          )}
        </Section>
        <Section isBeside title={t("account:preferences.newsTitle")} lead={t("account:preferences.newsLead")}>
          <CheckGroup
            name="category"
            label={t("account:preferences.categories")}
            help={t("account:preferences.categoriesHelp")}
            options={CATEGORIES.map((category) => ({ value: category, label: t(`account:news.${category}`) }))}
            chosen={page.categories}
          />
          <Select
            name="frequency"
            label={t("account:preferences.frequency")}
            defaultValue={page.frequency}
            options={FREQUENCIES.map((frequency) => ({ value: frequency, label: t(`account:frequency.${frequency}`) }))}
          />
          <Checkbox
            name="emailEnabled"
            label={t("account:preferences.email")}
            help={t(page.mailsNeedAddress ? "account:preferences.mailUnverified" : "account:preferences.emailHelp")}
            defaultChecked={page.emailEnabled}
          />
          {page.push && (
            <div>
              <input type="hidden" name="hasPush" value="1" />
              <Checkbox
                name="pushEnabled"
                label={t("account:preferences.push")}
                help={t("account:preferences.pushHelp")}
                defaultChecked={page.push.isEnabled}
              />
              <PushSwitch pushKey={page.push.key} />
            </div>
          )}
          <Checkbox
            name="allowsMailTracking"
            label={t("account:preferences.tracking")}
            help={t("account:preferences.trackingHelp")}
            defaultChecked={page.allowsMailTracking}
          />
          <FormBar submit={t("account:save")} intent="save" />
        </Section>
      </Form>
      <NextDigest digest={page.digest} isInstant={page.frequency === "instant"} />
    </main>
  );
}
