import { lazy, Suspense, useEffect, useState } from "react";
import { loadTexts } from "~/i18n/loaded-messages";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { hasWords, searchWords } from "~/lib/text/match-words";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { CheckGroup } from "~/ui/check-group";
import { Checkbox } from "~/ui/checkbox";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link, useAddress } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Picks } from "~/ui/picks";
import { Scroller } from "~/ui/scroller";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./preferences.module.css";
import type { CityChoiceView, DigestView, PreferencesView } from "./preferences.server";

/**
 * Scrollable list of city checkboxes. With JavaScript it is searchable by name in either language.
 */
function FollowedCityChoice({
  cities,
  chosen,
}: {
  cities: readonly CityChoiceView[];
  chosen: readonly string[];
}) {
  const { t } = useText();
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(chosen.length);
  const words = searchWords(query);
  const isFound = (city: CityChoiceView) => hasWords(city.words, words);
  return (
    <fieldset className={classes.fieldset}>
      <legend className="rd-hidden">{t("account:preferences.citiesTitle")}</legend>
      <input type="hidden" name="hasCities" value="1" />
      <div className="rd-needs-script">
        <TextField
          id="city-search"
          name="city-search"
          label={t("account:preferences.search")}
          type="search"
          value={query}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setQuery(event.target.value)}
          // Enter must not submit the page's form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          help={<span aria-live="polite">{t("account:preferences.chosen", { count })}</span>}
        />
      </div>
      <Scroller
        className={classes.cities}
        label={`${t("account:preferences.citiesTitle")} · ${t("account:preferences.chosen", { count })}`}
      >
        {cities.map((city) => (
          <div key={city.slug} className={classes.city} hidden={!isFound(city)}>
            <Checkbox
              name="city"
              value={city.slug}
              defaultChecked={chosen.includes(city.slug)}
              onChange={(event) => setCount(count + (event.target.checked ? 1 : -1))}
              label={city.name}
            />
            <small>{city.country}</small>
          </div>
        ))}
        {!cities.some(isFound) && (
          <p className={classes.nothing}>{t("account:preferences.noCity")}</p>
        )}
      </Scroller>
    </fieldset>
  );
}

/** Shown if the cities cannot be loaded. The stored choice is kept. */
function CitiesFailed({ retry }: { retry: string }) {
  const { t } = useText();
  return (
    <Alert tone="bad" live="alert">
      {t("account:preferences.citiesFailed")} <a href={retry}>{t("account:preferences.retry")}</a>
    </Alert>
  );
}

const PushDevice = lazy(() =>
  Promise.all([
    import("~/components/notifications/push-device"),
    loadTexts(["notifications", "client"]),
  ]).then(
    ([device]) => device,
    () => ({ default: () => null }),
  ),
);

/** Switch for push notifications in this browser. Needs JavaScript. */
function PushSwitch({ pushKey }: { pushKey: string }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return isHere ? (
    <Suspense>
      <PushDevice pushKey={pushKey} />
    </Suspense>
  ) : null;
}

interface NextDigestProps {
  digest: DigestView | null;
  /** For instant notifications, the digest contains only daily summaries. */
  isInstant: boolean;
}

/** Preview of the next digest, loaded by a link. */
function NextDigest({ digest, isInstant }: NextDigestProps) {
  const { t } = useText();
  const lead =
    digest === null
      ? t(isInstant ? "account:preferences.previewLeadInstant" : "account:preferences.previewLead")
      : digest.due === null
        ? t("account:preferences.previewNone")
        : digest.sections.length > 0
          ? t("account:preferences.previewDue", { when: digest.due })
          : t("account:preferences.previewEmpty");
  return (
    <Section id="digest" isBeside title={t("account:preferences.previewTitle")} lead={lead}>
      {digest === null && (
        <LinkButton
          variant="default"
          to={`${paths.accountPreferences({ digest: "next" })}#digest`}
          preventScrollReset
        >
          {t("account:preferences.preview")}
        </LinkButton>
      )}
      {digest !== null &&
        digest.due !== null &&
        digest.sections.map(({ heading, events }) => (
          <section key={heading} className={classes.digest}>
            <h3>{heading}</h3>
            <ul>
              {events.map(({ title, href, when, place, note }) => (
                <li key={href}>
                  <Link to={href}>
                    <bdi>{title}</bdi>
                  </Link>
                  <p className="rd-quiet">
                    {when} · <bdi>{place}</bdi>
                  </p>
                  {note && <p className="rd-quiet">{note}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Section>
  );
}

const INTERESTS = {
  music: { icon: "music" },
  art: { icon: "palette" },
  sports: { icon: "ball-football" },
  tech: { icon: "cpu" },
  food: { icon: "tools-kitchen-2" },
  business: { icon: "briefcase" },
  education: { icon: "school" },
  health: { icon: "heartbeat" },
  entertainment: { icon: "masks-theater" },
  social: { icon: "users" },
  outdoor: { icon: "trees" },
  family: { icon: "friends" },
} as const;
const INTEREST_NAMES = Object.keys(INTERESTS) as (keyof typeof INTERESTS)[];
const CATEGORIES = ["newEvents", "recommendations", "savedEvents", "collections"] as const;
const FREQUENCIES = ["instant", "daily", "weekly"] as const;

/** Page `/account/preferences`, a single form. */
export function PreferencesForm({
  page,
  failure,
}: {
  page: PreferencesView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const address = useAddress();
  const refused = failureOfForm(failure, "preferences");
  return (
    <main id="main">
      <PageHead title={t("account:preferences.title")} lead={t("account:preferences.lead")} />
      <Form name="preferences" failure={refused} isWide>
        <Section
          isBeside
          title={t("account:preferences.interestsTitle")}
          lead={t("account:preferences.interestsLead")}
        >
          <Picks
            name="interest"
            label={t("account:preferences.interestsTitle")}
            options={INTEREST_NAMES.map((interest) => ({
              value: interest,
              label: t(`account:interest.${interest}`),
              ...INTERESTS[interest],
            }))}
            chosen={page.interests}
          />
        </Section>
        <Section
          isBeside
          title={t("account:preferences.citiesTitle")}
          lead={t("account:preferences.citiesLead")}
        >
          {page.cities ? (
            <FollowedCityChoice cities={page.cities} chosen={page.chosenCities} />
          ) : (
            <CitiesFailed retry={address(paths.accountPreferences())} />
          )}
        </Section>
        <Section
          isBeside
          title={t("account:preferences.newsTitle")}
          lead={t("account:preferences.newsLead")}
        >
          <CheckGroup
            name="category"
            label={t("account:preferences.categories")}
            help={t("account:preferences.categoriesHelp")}
            options={CATEGORIES.map((category) => ({
              value: category,
              label: t(`account:news.${category}`),
            }))}
            chosen={page.categories}
          />
          <Select
            name="frequency"
            label={t("account:preferences.frequency")}
            defaultValue={page.frequency}
            options={FREQUENCIES.map((frequency) => ({
              value: frequency,
              label: t(`account:frequency.${frequency}`),
            }))}
          />
          <Checkbox
            name="emailEnabled"
            label={t("account:preferences.email")}
            help={t(
              page.mailsNeedAddress
                ? "account:preferences.mailUnverified"
                : "account:preferences.emailHelp",
            )}
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
              {page.push.needsAddress ? (
                <p className="rd-note">
                  {t("account:preferences.pushUnverified")}{" "}
                  <Link className="rd-link" to={paths.verifyEmail()}>
                    {t("account:preferences.confirmAddress")}
                  </Link>
                </p>
              ) : (
                <PushSwitch pushKey={page.push.key} />
              )}
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
