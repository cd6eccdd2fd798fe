import type { Flag } from "./queries.server";
import type { FeatureFlagJson } from "./schema";

/** A flag as the API gives it. */
export const flagJson = ({
  key,
  description,
  isOn,
  percentage,
  roles,
  languages,
  version,
  updatedAt,
  updatedBy,
}: Flag): FeatureFlagJson => ({
  key,
  description,
  isOn,
  percentage,
  roles: [...roles],
  languages: [...languages],
  version,
  updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  updatedBy,
});
