import { INTEREST_FAMILIES } from "../../lib/drawing/palette";
import type { IconName } from "../../lib/icon-names";
import type { Interest } from "../../lib/pages/preference-choices";
import { paths } from "../../lib/paths";

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
export const interestStyle = (interest: Interest) => ({
  family: INTEREST_FAMILIES[interest],
  icon: ICONS[interest],
  cover: paths.sceneCover(`pick-${interest}`),
});
