import { NOTHING_CHOSEN } from "../../lib/pages/onboarding-choices";
import { INTERESTS, type Interest } from "../../lib/pages/preference-choices";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { interestStyle } from "./interests";
import pick from "./pick.module.css";
import classes from "./steps.module.css";

/** Twelve optional tiles. */
export function InterestsStep({ chosen }: { chosen: readonly Interest[] }) {
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

export function Tick() {
  return (
    <span className={pick.tick}>
      <Icon name="check" size="s" />
    </span>
  );
}
