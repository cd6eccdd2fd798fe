import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { StoreDeps } from "../../store/shipped-store.server";
import { isKnown, KNOWN_FLAGS } from "./known-flags";
import type { FeatureFlagInput } from "./schema";
import { flagStore, ruleOf } from "./write-flag.server";

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
