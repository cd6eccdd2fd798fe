import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { ingestionCandidates, ingestionRuns, sourceChecks } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { log } from "../../../lib/runtime/log";
import { settingsOf } from "../../settings/platform-settings.server";
import { publishCandidates } from "../ingestion/approve-candidates.server";
import { gradeOfFinding } from "../ingestion/finding-table";
import { readCandidates } from "../ingestion/read-candidates.server";
import type { SourceRow } from "./queries.server";
import { runsOfCheck } from "./record-items.server";

/** Candidates that one step publishes; later checks take the rest. */
const AT_ONCE = 50;

/**
 * Publishes what a trusted source brought by this check: complete, without any doubt, and no
 * duplicate; with English that a machine wrote only where the settings say so. A source that the
 * model reads is never trusted so far. The reason is in the audit log.
 * Running it twice publishes nothing twice.
 */
export async function publishTrusted(
  deps: Deps,
  source: SourceRow,
  checkId: string,
): Promise<void> {
  if (source.trust !== "trusted" || source.kind === "model") return;
  const found = await deps.db
    .select({ id: ingestionCandidates.id, findings: ingestionCandidates.findings })
    .from(ingestionCandidates)
    .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionCandidates.runId))
    .where(
      and(
        runsOfCheck(checkId),
        inArray(ingestionCandidates.status, ["pending_review", "auto_approved"]),
      ),
    )
    .orderBy(asc(ingestionCandidates.position));
  const { features } = await settingsOf(deps);
  const isSure = (code: string) =>
    gradeOfFinding(code) === "note" ||
    (code === "machine-english" && features.enableMachineEnglish);
  const sure = found
    .filter(({ findings }) => findings.every(({ code }) => isSure(code)))
    .slice(0, AT_ONCE);
  if (sure.length === 0) return;
  const candidates = await readCandidates(
    deps,
    sure.map(({ id }) => id),
  );
  const results = await publishCandidates(deps, candidates, {
    reason: "trusted-source",
    source: source.name,
    sourceId: source.id,
    check: checkId,
  });
  const published = results.filter(({ ok }) => ok).length;
  if (published < results.length)
    log("info", "source.left-to-people", { id: source.id, count: results.length - published });
  await deps.db
    .update(sourceChecks)
    .set({ published: sql`published + ${published}` })
    .where(eq(sourceChecks.id, checkId));
}
