import { featureFlags } from "../../../db/schema";
import { AppError } from "../../lib/errors";
import { bumpSiteVersion } from "../page-cache/content-version.server";
import { forgetSiteState } from "../page-cache/site-state.server";
import { shippedStore } from "../shipped-store/shipped-store.server";
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
