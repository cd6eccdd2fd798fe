import type { ReactNode, Ref } from "react";
import { SCENE_COLORS } from "../../lib/drawing/palette";
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
  /** From 1 to 5. */
  step: number;
  /** Of whoever is asked. */
  name: string;
  choices: OnboardingChoices;
  cities: CityOptions;
  /** Asks for the cities once more. */
  retry: ReactNode;
  /** The page's own heading, or that of a dialog. */
  heading: "h1" | "h2";
  headingId: string;
  headingRef: Ref<HTMLHeadingElement>;
}

/** One step: its question, and the native fields of its form. Both the pages and the dialog draw it. */
export function OnboardingStep({ step, name, choices, cities, retry, heading: Heading, headingId, headingRef }: OnboardingStepProps) {
  const { t } = useText();
  const which = stepName(step);
  // The name may run the other way than the sentence.
  const title = which === "welcome" ? t("onboarding:welcome.title", { name: `\u2068${name}\u2069` }) : t(`onboarding:${which}.title`);
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
      {which === "notifications" && <NotificationsStep email={choices.email} about={choices.about} frequency={choices.frequency} />}
    </>
  );
}

/** Hodhod at a door of tiles: standing to welcome, flying off at the end. */
function Arch({ isEnd }: { isEnd: boolean }) {
  const [seed, color] = isEnd ? ["done-11", SCENE_COLORS.anar.sky] : ["gate-272", SCENE_COLORS.firoozeh.sky];
  return (
    <div className={classes.arch} aria-hidden="true">
      <div className={classes.frame}>
        <img src={paths.cover(seed, color, { ratio: 0.8, finish: "glaze" })} alt="" width={210} height={268} />
      </div>
      <Hodhod pose={isEnd ? "flying" : "standing"} className={classes.hodhod} />
    </div>
  );
}
