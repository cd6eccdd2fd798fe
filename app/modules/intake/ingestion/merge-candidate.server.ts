import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ingestionCandidates } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditWhere } from "../../audit/audit-entry.server";
import { announceChange } from "../../authoring/announce-change.server";
import { assertComplete } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { getOwnEvent } from "../../authoring/find-own-event.server";
import { changeEvent } from "../../authoring/save-event.server";
import { type MergeField, mergedValues } from "../../events/duplicates/merge-fields";
import { keptMarks } from "../../events/present/machine-translated";
import { withStoredPicture } from "../../media/own-files.server";
import { runGuarded } from "../../store/run-guarded.server";
import { type CandidateValues, eventValuesOf, machineMarks } from "./candidate-values";
import { candidateUnchanged, isOpen, readCandidates } from "./read-candidates.server";

export interface CandidateMerge {
  id: string;
  /** Event that is kept. */
  eventId: string;
  /** Fields that the event takes from the candidate. */
  taken: readonly MergeField[];
  /** Rejection reason of the candidate. */
  reason: string;
  /** Versions that the editor saw; null skips the check. */
  expectedVersions: { candidate: number | null; event: number | null };
  /** Statements for the end of the batch. */
  following?: readonly BatchItem<"sqlite">[];
}

/**
 * Merges a candidate into the event it duplicates: the event takes the given fields and the
 * candidate is rejected, in one batch.
 * @throws not-found; conflict if either was decided or changed, the cities differ, or an edit of
 * the event is pending; invalid if the merged values are incomplete
 */
export async function mergeCandidate(
  deps: Deps,
  actor: Actor | null,
  { id, eventId, taken, reason, expectedVersions, following = [] }: CandidateMerge,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  assertCan(actor, "event:merge");
  const [[candidate], own] = await Promise.all([
    readCandidates(deps, [id]),
    getOwnEvent(deps, actor, eventId),
  ]);
  if (!candidate) throw new AppError("not-found");
  if (!isOpen(candidate) || own.draft || own.event.status === "rejected")
    throw new AppError("conflict");
  if (expectedVersions.candidate !== null && expectedVersions.candidate !== candidate.version)
    throw staleError();
  if (expectedVersions.event !== null && expectedVersions.event !== own.event.version)
    throw staleError();
  const city = own.cities.get(own.event.cityId);
  if (!city || candidate.cityId !== own.event.cityId) throw new AppError("conflict");
  const now = deps.clock.now();
  const dropping = [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "candidate.merged",
        entity: "candidate",
        entityId: id,
        metadata: {
          before: { status: candidate.status },
          after: { status: "rejected" },
          event: eventId,
          taken,
          run: candidate.runId,
        },
        sessionId: actor.sessionId,
      },
      candidateUnchanged(candidate),
    ),
    deps.db
      .update(ingestionCandidates)
      .set({
        status: "rejected",
        rejectionReason: reason,
        findings: [{ code: "merged-into", field: null, event: eventId }],
        decidedBy: actor.id,
        decidedAt: now,
        version: candidate.version + 1,
        updatedAt: now,
      })
      .where(eq(ingestionCandidates.id, id)),
    ...following,
  ] as const;
  if (taken.length === 0) {
    await runGuarded(deps, [...dropping]);
    return;
  }
  if (own.revision?.status === "pending") throw new AppError("conflict");
  const found = candidate.values as unknown as CandidateValues;
  const offered = eventValuesOf(found, city.slug);
  const values = mergedValues(valuesOfEvent(own.event, city), offered, taken);
  const facts = assertComplete(values, {
    ...(await checkedAgainst(deps, values)),
    announced: own.event,
  });
  const stored = await withStoredPicture(deps, actor, values, own.event.imageUrl, "editorial");
  await changeEvent(
    deps,
    actor,
    own,
    stored,
    facts,
    "edit",
    () => [...dropping],
    keptMarks(machineMarks(found, offered), offered, stored),
  );
  if (own.event.isListed) announceChange(deps, city.slug, eventId, "changed");
}
