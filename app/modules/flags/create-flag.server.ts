import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isKnown, KNOWN_FLAGS } from "./known-flags";
import type { FeatureFlagInput } from "./schema";
import { type FlagDeps, insertFlag } from "./write-flag.server";

const taken = () => new AppError("conflict", [{ path: "key", message: "errors:issue.flagTaken" }]);

/**
 * Stores a rule for a flag that the code asks for; a rule for any other key would switch nothing.
 * @throws AppError("forbidden"), AppError("invalid") naming the known keys, AppError("conflict") where the flag has a rule
 */
export async function createFlag(deps: FlagDeps, actor: Actor | null, input: FeatureFlagInput): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  if (!isKnown(input.key)) {
    const known = Object.keys(KNOWN_FLAGS).join(", ");
    throw new AppError("invalid", [{ path: "key", message: "errors:issue.flagUnknown", values: { known } }]);
  }
  await insertFlag(deps, actor, input, null, taken);
}
