import { and, eq, sql } from "drizzle-orm";
import { featureFlags } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { bumpSiteVersion } from "../page-cache/content-version.server";
import { forgetSiteState } from "../page-cache/site-state.server";
import type { Flag } from "./queries.server";
import type { FeatureFlagInput } from "./schema";

/** Dependencies of commands on flags. */
export type FlagDeps = Pick<Deps, "db" | "memo" | "clock" | "ids">;

/** A flag's values without its key. */
export type FlagRule = Omit<FeatureFlagInput, "key">;

/** The first statement of a batch fails with this where the flag is not as it was found. */
export const FLAG_GUARD = "feature_flags.key";

/** The values that are stored and audited. */
export const ruleOf = ({ description, isOn, percentage, roles, languages }: FlagRule): FlagRule => ({
  description,
  isOn,
  percentage,
  roles,
  languages,
});

/** Its key while it is as it was found. Else null, which no row may have: the statement fails with its batch. */
export const flagAtVersion = ({ db }: Pick<Deps, "db">, { key, version }: Flag) =>
  sql`(${db
    .select({ key: featureFlags.key })
    .from(featureFlags)
    .where(and(eq(featureFlags.key, key), eq(featureFlags.version, version)))})`;

/** Writes a flag of which there is no row yet. @param refused what it means that there is one. @throws what `refused` gives */
export async function insertFlag(
  deps: FlagDeps,
  actor: Actor,
  input: FeatureFlagInput,
  before: Flag | null,
  refused: () => AppError,
): Promise<void> {
  const now = deps.clock.now();
  await runGuarded(
    deps,
    [
      deps.db.insert(featureFlags).values({ ...input, createdAt: now, updatedAt: now, updatedBy: actor.id }),
      flagAudit(deps, actor, before ? "changed" : "created", input.key, before, input),
      bumpSiteVersion(deps.db),
    ],
    { [FLAG_GUARD]: refused },
  );
  forgetSiteState(deps);
}

/** The audit entry of a change of a flag. */
export const flagAudit = (deps: FlagDeps, actor: Actor, action: string, key: string, before: FlagRule | null, after: FlagRule | null) =>
  auditEntry(deps, {
    actorId: actor.id,
    action: `feature-flag.${action}`,
    entity: "feature-flag",
    entityId: key,
    metadata: { before: before && ruleOf(before), after: after && ruleOf(after) },
    sessionId: actor.sessionId,
  });
