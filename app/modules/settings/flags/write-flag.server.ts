import { featureFlags } from "../../../../db/schema";
import { AppError } from "../../../lib/errors";
import { bumpSiteVersion } from "../../store/content-version.server";
import { shippedStore } from "../../store/shipped-store.server";
import { forgetSiteState } from "../../store/site-state.server";
import type { FeatureFlagInput } from "./schema";

/** The values of a flag without its key. */
export type FlagRule = Omit<FeatureFlagInput, "key">;

/** The values of a flag that are stored and audited. */
export const ruleOf = ({
  description,
  isOn,
  percentage,
  roles,
  languages,
}: FlagRule): FlagRule => ({
  description,
  isOn,
  percentage,
  roles,
  languages,
});

export const flagStore = shippedStore(featureFlags, {
  entity: "feature-flag",
  taken: () => new AppError("conflict", [{ path: "key", message: "errors:issue.flagTaken" }]),
  also: ({ db }) => [bumpSiteVersion(db)],
  changed: forgetSiteState,
});
