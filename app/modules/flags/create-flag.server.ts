import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isKnown } from "./known-flags";
import type { FeatureFlagInput } from "./schema";
import { type FlagDeps, insertFlag } from "./write-flag.server";

const taken = () => new AppError("conflict", [{ path: "key", message: "errors:issue.flagTaken" }]);

/** @throws AppError("forbidden"), AppError("conflict") where there is one of that key */
export async function createFlag(deps: FlagDeps, actor: Actor | null, input: FeatureFlagInput): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  if (isKnown(input.key)) throw taken();
  await insertFlag(deps, actor, input, null, taken);
}
