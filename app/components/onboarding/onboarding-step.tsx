import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { INTEREST_FAMILIES } from "../../lib/drawing/palette";
import type { IconName } from "../../lib/icon-names";
import {
  NOTHING_CHOSEN,
  type OnboardingChoices,
  stepName,
  summarize,
} from "../../lib/pages/onboarding-choices";
import {
  FREQUENCIES,
  INTERESTS,
  type Interest,
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "../../lib/pages/preference-choices";
import type { CityOptionView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { searchKey } from "../../lib/text/search-text";
import chosen from "../../ui/chosen.module.css";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { Hodhod } from "../hodhod/hodhod";
import pick from "./pick.module.css";
import classes from "./steps.module.css";

const INTEREST_ICONS: Record<Interest, IconName> = {
  music: "music",
  art: "palette",
  sports: "ball-football",
  tech: "cpu",
  food: "tools-kitchen-2",
  business: "briefcase",
  education: "school",
  health: "heartbeat",
  entertainment: "masks-theater",
  social: "users-group",
  outdoor: "mountain",
  family: "balloon",
};

/** Family, icon and cover of an interest. */
const interestStyle = (interest: Interest) => ({
  family: INTEREST_FAMILIES[interest],
  icon: INTEREST_ICONS[interest],
  cover: paths.sceneCover(`pick-${interest}`),
});

/** Twelve optional tiles. */
function InterestsStep({ chosen }: { chosen: readonly Interest[] }) {
  const { t } = useText();
  return (
    <fieldset className={classes.interests}>
      <legend className="rd-hidden">{t("onboarding:steps.interests")}</legend>
      <input type="hidden" name="interests" value={NOTHING_CHOSEN} />
      {INTERESTS.map((interest) => {
        const { family, icon, cover } = interestStyle(interest);
        return (
          <label key={interest} className={pick.pick} data-family={family}>
            <input
              className="rd-over-label"
              type="checkbox"
              name="interests"
              value={interest}
              defaultChecked={chosen.includes(interest)}
            />
            <span className={`${pick.face} ${pick.interest}`}>
              <img src={cover} alt="" width={150} height={104} decoding="async" />
              <Tick />
              <Icon name={icon} />
              <span>{t(`onboarding:interests.names.${interest}`)}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function Tick() {
  return (
    <span className={pick.tick}>
      <Icon name="check" size="s" />
    </span>
  );
}

const ICONS: Record<NotificationCategory, ReturnType<typeof Icon>> = {
  newEvents: <Icon name="calendar-plus" size="l" />,
  recommendations: <Icon name="sparkles" size="l" />,
  savedEvents: <Icon name="heart" size="l" />,
  collections: <Icon name="bookmarks" size="l" />,
};

/** Notification settings: email, categories and frequency. */
function NotificationsStep({
  email,
  about,
  frequency,
}: Pick<OnboardingChoices, "email" | "about" | "frequency">) {
  const { t } = useText();
  return (
    <>
      <input type="hidden" name="email" value={NOTHING_CHOSEN} />
      <input type="hidden" name="about" value={NOTHING_CHOSEN} />
      <label className={classes.option}>
        <Icon name="mail" size="l" />
        <span>
          <b>{t("onboarding:notifications.email")}</b>{" "}
          <small>{t("onboarding:notifications.emailNote")}</small>
        </span>
        <input
          className={classes.switch}
          type="checkbox"
          name="email"
          value="1"
          defaultChecked={email}
        />
      </label>
      <fieldset className={classes.group}>
        <legend>{t("onboarding:notifications.about")}</legend>
        {NOTIFICATION_CATEGORIES.map((category) => (
          <label key={category} className={classes.option}>
            {ICONS[category]}
            <span>
              <b>{t(`onboarding:notifications.categories.${category}`)}</b>{" "}
              <small>{t(`onboarding:notifications.notes.${category}`)}</small>
            </span>
            <input
              className={classes.switch}
              type="checkbox"
              name="about"
              value={category}
              defaultChecked={about.includes(category)}
            />
          </label>
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t("onboarding:notifications.frequency")}</legend>
        <div className={classes.choices}>
          {FREQUENCIES.map((item) => (
            <label key={item}>
              <input
                className="rd-over-label"
                type="radio"
                name="frequency"
                value={item}
                defaultChecked={item === frequency}
              />
              <span className={chosen.chosen}>
                {t(`onboarding:notifications.frequencies.${item}`)}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

type CityOptions = readonly CityOptionView[] | "loading" | "failed";

interface CitiesStepProps {
  chosen: readonly string[];
  cities: CityOptions;
  /** Button that fetches the cities again after a failure. */
  retry: ReactNode;
}

/**
 * Scrollable list of all cities, by number of events. With JavaScript it filters by the typed text.
 */
function CitiesStep({ chosen, cities, retry }: CitiesStepProps) {
  const { t } = useText();
  if (cities === "loading") return <p role="status">{t("onboarding:cities.loading")}</p>;
  if (cities === "failed")
    return (
      <div className={classes.alert} role="alert">
        <Icon name="alert-circle" />
        <p>{t("onboarding:cities.failed")}</p>
        {retry}
      </div>
    );
  return <CityPicks chosen={chosen} cities={cities} />;
}

function CityPicks({
  chosen,
  cities: all,
}: {
  chosen: readonly string[];
  cities: readonly CityOptionView[];
}) {
  const { t } = useText();
  // Initially selected cities come first. The order does not change while selecting.
  const [first] = useState(chosen);
  const cities = [
    ...all.filter(({ slug }) => first.includes(slug)),
    ...all.filter(({ slug }) => !first.includes(slug)),
  ];
  const [words, setWords] = useState("");
  const wanted = searchKey(words);
  const fits = ({ name, otherName }: CityOptionView) =>
    [name, otherName ?? ""].some((text) => searchKey(text).includes(wanted));
  const found = cities.filter(fits);
  // Enter in the filter must not submit the step.
  const stay = (event: KeyboardEvent) => {
    if (event.key === "Enter") event.preventDefault();
  };
  return (
    <fieldset className={classes.cities}>
      <legend className="rd-hidden">{t("onboarding:steps.cities")}</legend>
      <input type="hidden" name="cities" value={NOTHING_CHOSEN} />
      <div className={`${classes.search} rd-needs-script`}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={t("onboarding:cities.search")}
          placeholder={t("onboarding:cities.search")}
          autoComplete="off"
          dir={words ? "auto" : undefined}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={stay}
        />
        <span role="status">{wanted && t("onboarding:cities.found", { count: found.length })}</span>
      </div>
      <div className={classes.list}>
        {cities.map((city) => (
          // A city filtered out stays selected.
          <label key={city.slug} className={pick.pick} hidden={!found.includes(city)}>
            <input
              className="rd-over-label"
              type="checkbox"
              name="cities"
              value={city.slug}
              defaultChecked={chosen.includes(city.slug)}
            />
            <span className={`${pick.face} ${pick.city}`}>
              <img
                src={paths.cityCover(city.slug, 2)}
                alt=""
                width={204}
                height={102}
                loading="lazy"
                decoding="async"
              />
              <Tick />
              <b>{city.name}</b>
            </span>
          </label>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{t("onboarding:cities.none")}</p>}
    </fieldset>
  );
}

/** Summary of the choices, with at most six interests (product.md §2). */
function CompleteStep({ choices, cities }: { choices: OnboardingChoices; cities: CityOptions }) {
  const { t } = useText();
  const interests = summarize(choices.interests);
  const nameOf = (slug: string) =>
    (typeof cities === "string" ? undefined : cities.find((city) => city.slug === slug)?.name) ??
    slug;
  const hearing = choices.email
    ? [
        t("onboarding:complete.byEmail"),
        t(`onboarding:notifications.frequencies.${choices.frequency}`),
        ...choices.about.map((category) => t(`onboarding:notifications.categories.${category}`)),
      ]
    : [t("onboarding:complete.noEmail")];
  return (
    <dl className={classes.summary}>
      <dt>{t("onboarding:complete.interests")}</dt>
      <dd>
        <Tags
          items={[
            ...interests.shown.map((interest) => t(`onboarding:interests.names.${interest}`)),
            ...(interests.more > 0
              ? [t("onboarding:complete.more", { count: interests.more })]
              : []),
          ]}
          none={t("onboarding:complete.anyInterest")}
        />
      </dd>
      <dt>{t("onboarding:complete.cities")}</dt>
      <dd>
        <Tags items={choices.cities.map(nameOf)} none={t("onboarding:complete.anyCity")} />
      </dd>
      <dt>{t("onboarding:complete.hearing")}</dt>
      <dd>
        <Tags items={hearing} none="" />
      </dd>
    </dl>
  );
}

function Tags({ items, none }: { items: readonly string[]; none: string }) {
  if (items.length === 0) return <p>{none}</p>;
  return (
    <ul className={`${classes.tags} rd-row`}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

interface OnboardingStepProps {
  /** 1 to 5. */
  step: number;
  /** Name of the signed-in user. */
  name: string;
  choices: OnboardingChoices;
  cities: CityOptions;
  /** Button that fetches the cities again. */
  retry: ReactNode;
  /** `h1` on the page, `h2` in the dialog. */
  heading: "h1" | "h2";
  headingId: string;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Question and native fields of a step, for the pages and the dialog. */
export function OnboardingStep({
  step,
  name,
  choices,
  cities,
  retry,
  heading: Heading,
  headingId,
  headingRef,
}: OnboardingStepProps) {
  const { t } = useText();
  const which = stepName(step);
  // Isolates the name, whose direction may differ from the sentence's.
  const title =
    which === "welcome"
      ? t("onboarding:welcome.title", { name: `\u2068${name}\u2069` })
      : t(`onboarding:${which}.title`);
  const intro = (
    <>
      <Heading id={headingId} ref={headingRef} tabIndex={-1} className={classes.title}>
        {title}
      </Heading>
      <p className={classes.lead}>{t(`onboarding:${which}.lead`)}</p>
    </>
  );
  if (which === "welcome" || which === "complete")
    return (
      <div className={classes.hello}>
        <Arch isEnd={which === "complete"} />
        <div>
          {intro}
          {which === "complete" && <CompleteStep choices={choices} cities={cities} />}
        </div>
      </div>
    );
  return (
    <>
      {intro}
      {which === "interests" && <InterestsStep chosen={choices.interests} />}
      {which === "cities" && <CitiesStep chosen={choices.cities} cities={cities} retry={retry} />}
      {which === "notifications" && (
        <NotificationsStep
          email={choices.email}
          about={choices.about}
          frequency={choices.frequency}
        />
      )}
    </>
  );
}

/** Tiled archway with Hodhod: standing at the start, flying at the end. */
function Arch({ isEnd }: { isEnd: boolean }) {
  return (
    <div className={classes.arch} aria-hidden="true">
      <div className={classes.frame}>
        <img src={paths.sceneCover(isEnd ? "done" : "welcome")} alt="" width={210} height={268} />
      </div>
      <Hodhod pose={isEnd ? "flying" : "standing"} className={classes.hodhod} />
    </div>
  );
}
