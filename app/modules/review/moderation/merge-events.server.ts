import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import {
  collectionEvents,
  eventFlags,
  eventRevisions,
  events,
  savedOccurrences,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { announceChange, publishStatements } from "../../authoring/announce-change.server";
import { assertComplete } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import { valuesOfEvent } from "../../authoring/event-values.server";
import {
  getOwnEvent,
  type OwnEvent,
  unchanged,
  versionOf,
} from "../../authoring/find-own-event.server";
import { changeEvent } from "../../authoring/save-event.server";
import { seriesFollowsStatements } from "../../cities/move-followers.server";
import { decisionOn } from "../../events/decision.server";
import { type MergeField, mergedValues } from "../../events/duplicates/merge-fields";
import { keptMarks } from "../../events/present/machine-translated";
import { notifyCreator } from "../../notifications/domain-events.server";
import { runGuarded } from "../../store/run-guarded.server";

type Statement = BatchItem<"sqlite">;

export interface Merge {
  keepId: string;
  dropId: string;
  /** Fields that the kept event takes from the dropped one; the other fields stay unchanged. */
  taken: readonly MergeField[];
  /**
   * Versions that the moderator saw; null skips the check. `keep` is `event.version`, `drop` is
   * `versionOf`.
   */
  expectedVersions: { keep: number | null; drop: number | null };
  /** Statements for the end of the batch. */
  following?: readonly Statement[];
}

type MergeSide = OwnEvent & { draft: null };

async function findMergeSide(deps: Deps, actor: Actor, id: string): Promise<MergeSide> {
  const own = await getOwnEvent(deps, actor, id);
  if (own.draft || own.event.status === "draft" || own.event.status === "rejected")
    throw new AppError("conflict");
  return own;
}

/**
 * Merges two duplicate events. Soft-deletes the dropped one; its saves and open reports move to the
 * kept one. Notifies the creator of the dropped event, whose trust does not change.
 * @throws conflict if either event changed, the cities differ, the dropped event is flagged, the
 * dropped event is public and the kept one is not, or the kept event would change while an edit of
 * it is pending; invalid if the merged values are incomplete
 */
export async function mergeEvents(
  deps: Deps,
  actor: Actor,
  { keepId, dropId, taken, expectedVersions, following = [] }: Merge,
): Promise<void> {
  assertCan(actor, "event:merge");
  if (keepId === dropId) throw new AppError("conflict");
  const [keep, drop] = await Promise.all([
    findMergeSide(deps, actor, keepId),
    findMergeSide(deps, actor, dropId),
  ]);
  if (
    (expectedVersions.keep !== null && expectedVersions.keep !== keep.event.version) ||
    (expectedVersions.drop !== null && expectedVersions.drop !== versionOf(drop))
  )
    throw staleError();
  const city = keep.cities.get(keep.event.cityId);
  const isLoss = drop.event.isListed && !keep.event.isListed;
  if (!city || drop.event.cityId !== keep.event.cityId || drop.event.status === "flagged" || isLoss)
    throw new AppError("conflict");
  if (taken.length > 0 && keep.revision?.status === "pending") throw new AppError("conflict");
  const dropping = await dropStatements(deps, actor, keep, drop, taken);
  if (taken.length > 0) {
    const values = mergedValues(
      valuesOfEvent(keep.event, city),
      valuesOfEvent(drop.event, city),
      taken,
    );
    const facts = assertComplete(values, {
      ...(await checkedAgainst(deps, values)),
      announced: keep.event,
    });
    const marks = keptMarks(drop.event.machineTranslated, valuesOfEvent(drop.event, city), values);
    await changeEvent(
      deps,
      actor,
      keep,
      values,
      facts,
      "edit",
      () => [...dropping.statements, ...following],
      marks,
    );
  } else {
    const decision = decisionOn(deps, {
      event: keep.event,
      action: "merge",
      toStatus: keep.event.status,
      actorId: actor.id,
    });
    const changes = {
      decisionId: decision.id,
      version: keep.event.version + 1,
      updatedAt: deps.clock.now(),
    };
    const keeping = deps.db.update(events).set(changes).where(unchanged(keep.event));
    await runGuarded(deps, [decision.statement, keeping, ...dropping.statements, ...following]);
  }
  await dropping.dispatch();
  if (drop.event.isListed) announceChange(deps, city.slug, dropId, "changed");
}

/** Statements about the dropped event, for the batch that changes the kept one. */
async function dropStatements(
  deps: Deps,
  actor: Actor,
  { event: keep }: MergeSide,
  own: MergeSide,
  taken: readonly MergeField[],
) {
  const { db } = deps;
  const { event: drop, cities } = own;
  const city = cities.get(drop.cityId);
  const now = deps.clock.now();
  const mayOpen = keep.isListed || keep.creatorId === drop.creatorId;
  const creatorNotification = notifyCreator(
    deps,
    actor,
    drop,
    "event-merged",
    undefined,
    mayOpen ? paths.event(keep.id) : paths.myEvents(),
  );
  const decision = decisionOn(deps, {
    event: drop,
    action: "merge",
    toStatus: drop.status,
    actorId: actor.id,
  });
  const changes = {
    deletedAt: now,
    flagCount: 0,
    decisionId: decision.id,
    version: drop.version + 1,
    updatedAt: now,
  };
  const statements: readonly Statement[] = [
    decision.statement,
    ...moveSaves(deps, drop.id, keep.id),
    ...moveReports(deps, drop.id, keep.id),
    ...seriesFollowsStatements(deps, { from: drop.id, into: keep.id }),
    db.update(events).set(changes).where(unchanged(drop)),
    db.delete(eventRevisions).where(eq(eventRevisions.eventId, drop.id)),
    ...creatorNotification.statements(decision.id),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.merged",
      entity: "event",
      entityId: keep.id,
      metadata: {
        before: {
          kept: keep.id,
          merged: {
            id: drop.id,
            title: drop.titleEn,
            status: drop.status,
            creatorId: drop.creatorId,
          },
        },
        after: { kept: keep.id, merged: { id: drop.id, deleted: true }, taken },
      },
      sessionId: actor.sessionId,
    }),
    ...(drop.isListed && city ? publishStatements(deps, { ...drop, ...changes }, city) : []),
  ];
  return { statements, dispatch: creatorNotification.dispatch };
}

/**
 * Moves favourites and collection entries with their position; a collection that holds both events
 * keeps one entry. Triggers update the counts. Chosen dates of the dropped event are dropped: those
 * of the kept one are others.
 */
const moveSaves = ({ db }: Pick<Deps, "db">, from: string, to: string): readonly Statement[] => [
  db
    .insert(collectionEvents)
    .select(
      db
        .select({
          collectionId: collectionEvents.collectionId,
          eventId: sql<string>`${to}`.as("event_id"),
          position: collectionEvents.position,
          createdAt: collectionEvents.createdAt,
          weight: collectionEvents.weight,
          source: collectionEvents.source,
        })
        .from(collectionEvents)
        .where(eq(collectionEvents.eventId, from)),
    )
    .onConflictDoNothing(),
  db.delete(collectionEvents).where(eq(collectionEvents.eventId, from)),
  db.delete(savedOccurrences).where(eq(savedOccurrences.eventId, from)),
];

/** Moves the open reports, one per reporter; decided reports stay with the dropped event. */
function moveReports({ db }: Pick<Deps, "db">, from: string, to: string): readonly Statement[] {
  const open = and(eq(eventFlags.eventId, from), isNull(eventFlags.outcome));
  return [
    db
      .insert(eventFlags)
      .select(
        db
          .select({
            eventId: sql<string>`${to}`.as("event_id"),
            userId: eventFlags.userId,
            reason: eventFlags.reason,
            note: eventFlags.note,
            outcome: eventFlags.outcome,
            createdAt: eventFlags.createdAt,
            weight: eventFlags.weight,
            uncounted: eventFlags.uncounted,
            network: eventFlags.network,
          })
          .from(eventFlags)
          .where(open),
      )
      .onConflictDoNothing(),
    db.delete(eventFlags).where(open),
    db
      .update(events)
      .set({
        flagCount: sql`(SELECT count(*) FROM event_flags WHERE event_flags.event_id = ${to} AND event_flags.outcome IS NULL)`,
      })
      .where(eq(events.id, to)),
  ];
}
