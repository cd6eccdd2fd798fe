import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as v from "valibot";
import { ingestionCandidates } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditWhere } from "../../audit/audit-entry.server";
import { Rejection } from "../../events/decision.server";
import { runGuarded } from "../../store/run-guarded.server";
import {
  type BulkResult,
  bulkFailureOf,
  candidateAtVersion,
  type ExpectedVersions,
} from "./approve-candidates.server";
import {
  candidateUnchanged,
  isOpen,
  readCandidates,
  type StoredCandidate,
} from "./read-candidates.server";
import { BulkApproval } from "./schema";

export const BulkRejection = v.strictObject({ ...BulkApproval.entries, ...Rejection.entries });

type Following = readonly BatchItem<"sqlite">[];

/**
 * Rejects a candidate. @param reason 1 to 500 characters (decisions.md §3)
 * @param expectedVersion version that the editor saw; null skips the check
 * @throws not-found; conflict if it was decided or changed
 */
export async function rejectCandidate(
  deps: Deps,
  actor: Actor | null,
  id: string,
  reason: string,
  expectedVersion: number | null = null,
  following: Following = [],
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const [candidate] = await readCandidates(deps, [id]);
  if (!candidate) throw new AppError("not-found");
  if (expectedVersion !== null && expectedVersion !== candidate.version) throw staleError();
  await reject(deps, actor, candidate, reason, following);
}

/** Rejects up to 100 candidates independently, with one reason. */
export async function rejectCandidates(
  deps: Deps,
  actor: Actor | null,
  ids: readonly string[],
  reason: string,
  expectedVersion: ExpectedVersions = new Map(),
): Promise<BulkResult[]> {
  assertCan(actor, "ingestion:manage");
  const candidates = new Map(
    (await readCandidates(deps, ids)).map((candidate) => [candidate.id, candidate]),
  );
  return Promise.all(
    ids.map(async (id): Promise<BulkResult> => {
      try {
        await reject(deps, actor, candidateAtVersion(candidates, id, expectedVersion), reason);
        return { id, ok: true, eventId: null };
      } catch (error) {
        return bulkFailureOf(id, error);
      }
    }),
  );
}

async function reject(
  deps: Deps,
  actor: Actor,
  candidate: StoredCandidate,
  reason: string,
  following: Following = [],
): Promise<void> {
  if (!isOpen(candidate)) throw new AppError("conflict");
  const now = deps.clock.now();
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "candidate.rejected",
        entity: "candidate",
        entityId: candidate.id,
        metadata: {
          before: { status: candidate.status },
          after: { status: "rejected" },
          reason,
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
        decidedBy: actor.id,
        decidedAt: now,
        version: candidate.version + 1,
        updatedAt: now,
      })
      .where(eq(ingestionCandidates.id, candidate.id)),
    ...following,
  ]);
}
