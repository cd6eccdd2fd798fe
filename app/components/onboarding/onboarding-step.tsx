import type { ReactNode, Ref } from "react";
import { type OnboardingChoices, stepName, summarize } from "../../lib/pages/onboarding-choices";
import { paths } from "../../lib/paths";
import { useText } from "../../ui/text";
import { Hodhod } from "../hodhod/hodhod";
import { CitiesStep, type CityOptions } from "./cities-step";
import { InterestsStep } from "./interests-step";
import { NotificationsStep } from "./notifications-step";
import classes from "./steps.module.css";

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
