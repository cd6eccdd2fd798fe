import { type OnboardingChoices, summarize } from "../../lib/pages/onboarding-choices";
import { useText } from "../../ui/text";
import type { CityOptions } from "./cities-step";
import classes from "./steps.module.css";

/** Summary of the choices, with at most six interests (product.md §2). */
export function CompleteStep({
  choices,
  cities,
}: {
  choices: OnboardingChoices;
  cities: CityOptions;
}) {
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
