import { LAST_STEP, ONBOARDING_STEPS, stepName } from "../../lib/pages/onboarding-choices";
import { useText } from "../../ui/text";
import classes from "./progress-stars.module.css";

/** Progress of onboarding: one star per step, the current one highlighted. */
export function ProgressStars({ step }: { step: number }) {
  const { t } = useText();
  const name = t(`onboarding:steps.${stepName(step)}`);
  return (
    <div className={classes.progress}>
      <div
        className={classes.stars}
        role="progressbar"
        aria-valuemin={1}
        aria-valuemax={LAST_STEP}
        aria-valuenow={step}
        aria-valuetext={t("onboarding:progress", { step, count: LAST_STEP, name })}
        aria-label={t("onboarding:progressLabel")}
      >
        {ONBOARDING_STEPS.map((item, index) => (
          <span
            key={item}
            data-state={index + 1 < step ? "done" : index + 1 === step ? "now" : undefined}
          />
        ))}
      </div>
      <p aria-hidden="true">
        <span className={classes.position}>
          {t("onboarding:position", { step, count: LAST_STEP })}
        </span>{" "}
        {name}
      </p>
    </div>
  );
}
