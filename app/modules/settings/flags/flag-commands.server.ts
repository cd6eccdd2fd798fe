import { featureFlags } from "../../../../db/schema";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { bumpSiteVersion, forgetSiteState } from "../../store/content-version.server";
import { applyUpdate, type StoreDeps, shippedStore } from "../../store/shipped-store.server";
import { getFlag } from "./flags.server";
import type { FeatureFlagInput, FeatureFlagUpdate } from "./known-flags";
import { isKnown, KNOWN_FLAGS } from "./known-flags";

/** The values of a flag without its key. */
export type FlagRule = Omit<FeatureFlagInput, "key">;

/** The values of a flag that are stored and audited. */
const ruleOf = ({ description, isOn, percentage, roles, languages }: FlagRule): FlagRule => ({
  description,
  isOn,
  percentage,
  roles,
  languages,
});

const flagStore = shippedStore(featureFlags, {
  entity: "feature-flag",
  taken: () => new AppError("conflict", [{ path: "key", message: "errors:issue.flagTaken" }]),
  also: ({ db }) => [bumpSiteVersion(db)],
  changed: forgetSiteState,
});

/**
 * Stores a rule for a flag that the code asks for; a rule for any other key would switch nothing.
 * @throws forbidden; invalid naming the known keys; conflict if the flag has a rule
 */
export async function createFlag(
  deps: StoreDeps,
  actor: Actor | null,
  { key, ...rule }: FeatureFlagInput,
): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  if (!isKnown(key)) {
    const known = Object.keys(KNOWN_FLAGS).join(", ");
    throw new AppError("invalid", [
      { path: "key", message: "errors:issue.flagUnknown", values: { known } },
    ]);
  }
  const values = ruleOf(rule);
  await flagStore.save(deps, actor, {
    key,
    before: null,
    values,
    metadata: { before: null, after: values },
  });
}

/**
 * Updates the given fields of a flag. @throws forbidden; not-found; conflict if it changed
 * meanwhile
 */
export async function updateFlag(
  deps: StoreDeps,
  actor: Actor | null,
  key: string,
  update: FeatureFlagUpdate,
): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const before = await getFlag(deps, actor, key);
  const values = applyUpdate(before, ruleOf(before), update);
  await flagStore.save(deps, actor, {
    key,
    before,
    values,
    metadata: { before: ruleOf(before), after: values },
  });
}

/**
 * Deletes a flag's rule: the shipped value applies again.
 * @throws forbidden; not-found if it does not exist; conflict if it changed meanwhile
 */
export async function deleteFlag(deps: StoreDeps, actor: Actor | null, key: string): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const before = await getFlag(deps, actor, key);
  if (before.version === 0) throw new AppError("not-found");
  await flagStore.remove(deps, actor, {
    before,
    action: "deleted",
    metadata: { before: ruleOf(before), after: null },
    refused: async () =>
      (await getFlag(deps, actor, key)).version === 0 ? new AppError("not-found") : staleError(),
  });
}
