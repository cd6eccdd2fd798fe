import { INTEREST_FAMILIES } from "../../lib/drawing/palette";
import type { IconName } from "../../lib/icon-names";
import { NOTHING_CHOSEN } from "../../lib/pages/onboarding-choices";
import { INTERESTS, type Interest } from "../../lib/pages/preference-choices";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import pick from "./pick.module.css";
import classes from "./steps.module.css";

const ICONS: Record<Interest, IconName> = {
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
  icon: ICONS[interest],
  cover: paths.sceneCover(`pick-${interest}`),
});

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
