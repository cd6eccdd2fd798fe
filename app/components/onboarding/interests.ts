import { SCENE_COLORS, type SceneFamily } from "../../lib/drawing/palette";
import type { IconName } from "../../lib/icon-names";
import type { Interest } from "../../lib/pages/preference-choices";
import { paths } from "../../lib/paths";

/** Colour family and icon of each interest. */
const LOOKS: Record<Interest, { family: SceneFamily; icon: IconName }> = {
  music: { family: "lajvard", icon: "music" },
  art: { family: "firoozeh", icon: "palette" },
  sports: { family: "pesteh", icon: "ball-football" },
  tech: { family: "sormeh", icon: "cpu" },
  food: { family: "zafaran", icon: "tools-kitchen-2" },
  business: { family: "lajvard", icon: "briefcase" },
  education: { family: "bademjan", icon: "school" },
  health: { family: "pesteh", icon: "heartbeat" },
  entertainment: { family: "anar", icon: "masks-theater" },
  social: { family: "mes", icon: "users-group" },
  outdoor: { family: "pesteh", icon: "mountain" },
  family: { family: "gol", icon: "balloon" },
};

/** Family, icon and cover of an interest. */
export function interestStyle(interest: Interest) {
  const { family, icon } = LOOKS[interest];
  return {
    family,
    icon,
    cover: paths.cover(`pick-${interest}-3`, SCENE_COLORS[family].sky, {
      ratio: 1.5,
      quiet: true,
      finish: "glaze",
    }),
  };
}
