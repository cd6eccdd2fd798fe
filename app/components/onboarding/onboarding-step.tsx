import type { ReactNode, Ref } from "react";
import { type OnboardingChoices, stepName } from "../../lib/pages/onboarding-choices";
import { paths } from "../../lib/paths";
import { useText } from "../../ui/text";
import { Hodhod } from "../hodhod/hodhod";
import { CitiesStep, type CityOptions } from "./cities-step";
import { CompleteStep } from "./complete-step";
import { InterestsStep } from "./interests-step";
import { NotificationsStep } from "./notifications-step";
import classes from "./steps.module.css";

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
