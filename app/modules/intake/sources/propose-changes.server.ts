import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventRevisions, events, sourceItems, sourceProposals } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { type EventFieldName, type EventValues, pickFields } from "../../../lib/event/event-fields";
import { changedFields } from "../../../lib/event/field-groups";
import { auditEntry } from "../../audit/audit-entry.server";
import { assertComplete } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { type City, citiesById } from "../../cities/queries.server";
import { decisionOn } from "../../events/decision.server";
import type { EventRow } from "../../events/list/list-events.server";
import { runGuarded } from "../../store/run-guarded.server";
import { candidateContext, withKnownVenue } from "../ingestion/candidate-context.server";
import { type CandidateValues, eventValuesOf } from "../ingestion/candidate-values";
import type { SourceRow } from "./queries.server";
import { type ItemRow, settled } from "./record-items.server";

type Statement = BatchItem<"sqlite">;

/**
 * Proposes what a source says of an event that is public already: changed values as an edit that
 * waits for a moderator, a cancelled or missing event as a change of plan. Nothing that a person
 * has changed is touched, and an edit that waits is never replaced.
 */
export async function proposeChanges(
  deps: Deps,
  source: SourceRow,
  checkId: string,
  item: ItemRow,
  eventId: string,
): Promise<void> {
  const { db } = deps;
  const [[event], [revision]] = await db.batch([
    db
      .select()
      .from(events)
      .where(and(eq(events.id, eventId), isNull(events.deletedAt))),
    db.select().from(eventRevisions).where(eq(eventRevisions.eventId, eventId)),
  ]);
  const city = event && (await citiesById(deps)).get(event.cityId);
  const settling = settled(deps, item, checkId) as [Statement, ...Statement[]];
  // Gone, rejected or over: no notification.
  if (!event || !city || event.status === "rejected" || event.endsAt <= deps.clock.now()) {
    await db.batch(settling);
    return;
  }
  const plan = planProposal(deps, source, item, event);
  const next = item.next === null ? null : (JSON.parse(item.next) as CandidateValues);
  if (!next || item.state !== "present") {
    await db.batch([...plan, ...settling] as [Statement, ...Statement[]]);
    return;
  }
  const isOwn = revision?.status === "pending" && revision.sourceItemId === item.id;
  // Someone else's edit waits: this one comes after it, at the next check.
  if (revision?.status === "pending" && !isOwn) return postpone(deps, item);
  const values = await proposedValues(
    deps,
    city,
    event,
    item.values as unknown as CandidateValues,
    next,
    isOwn ? revision.values : null,
  );
  const statements =
    values === null ? [] : revisionStatements(deps, source, item, event, revision, values);
  await runGuarded(deps, [...statements, ...plan, ...settling] as [Statement, ...Statement[]]);
}

/** Leaves the item as it is until a later check finds it. */
async function postpone({ db }: Pick<Deps, "db">, item: ItemRow): Promise<void> {
  // An empty hash differs from that of every later check.
  await db.update(sourceItems).set({ isDue: false, hash: "" }).where(eq(sourceItems.id, item.id));
}

const isSameField = (name: EventFieldName, one: EventValues, other: EventValues): boolean => {
  if (name === "startsAt" || name === "endsAt")
    return minuteOf(one[name]) === minuteOf(other[name]);
  return JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null);
};
/** Wall time to the minute: values of events have an offset, those of candidates none. */
const minuteOf = (at: string | null) => at?.slice(0, 16) ?? null;

/**
 * The event's values with what has changed at the source; null where nothing is left to propose.
 */
async function proposedValues(
  deps: Deps,
  city: City,
  event: EventRow,
  before: CandidateValues,
  next: CandidateValues,
  waiting: EventValues | null,
): Promise<EventValues | null> {
  const context = await candidateContext(deps, city);
  const imported = (values: CandidateValues) =>
    eventValuesOf(withKnownVenue(values, context).values, city.slug);
  const [old, now, present] = [imported(before), imported(next), valuesOfEvent(event, city)];
  // Pictures are copied when an event is published, so they always differ.
  const changed = changedFields(old, now).filter(
    (name) =>
      name !== "imageUrl" &&
      (isSameField(name, present, old) || (waiting !== null && isSameField(name, waiting, old))),
  );
  if (changed.length === 0) return null;
  const values: EventValues = { ...(waiting ?? present), ...pickFields(now, changed) };
  try {
    assertComplete(values, { ...(await checkedAgainst(deps, values)), announced: event });
    return values;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

function revisionStatements(
  deps: Deps,
  source: SourceRow,
  item: ItemRow,
  event: EventRow,
  revision: typeof eventRevisions.$inferSelect | undefined,
  values: EventValues,
): Statement[] {
  const now = deps.clock.now();
  const decision = decisionOn(deps, {
    event,
    action: "revise",
    toStatus: event.status,
    actorId: null,
  });
  const row = {
    values,
    status: "pending" as const,
    rejectionReason: null,
    sourceItemId: item.id,
    updatedAt: now,
  };
  return [
    decision.statement,
    deps.db
      .insert(eventRevisions)
      .values({
        eventId: event.id,
        ...row,
        // Guard: null fails the batch if the waiting edit has changed; the job tries again.
        authorId: sql`CASE WHEN coalesce((SELECT version FROM event_revisions WHERE event_id = ${event.id}), 0) = ${revision?.version ?? 0} THEN ${source.creatorId} END`,
        createdAt: now,
      })
      .onConflictDoUpdate({
        target: eventRevisions.eventId,
        set: {
          ...row,
          authorId: source.creatorId,
          version: (revision?.version ?? 0) + 1,
          createdAt: now,
        },
      }),
    auditEntry(deps, {
      actorId: null,
      action: "event.revised",
      entity: "event",
      entityId: event.id,
      metadata: {
        source: source.name,
        item: item.id,
        fields: changedFields(valuesOfEvent(event, undefined), { ...values, city: null }),
      },
    }),
  ];
}

/**
 * A change of plan that the item's state suggests; it closes proposals that its state has
 * overtaken.
 */
function planProposal(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  source: SourceRow,
  item: ItemRow,
  event: EventRow,
): Statement[] {
  const now = clock.now();
  const isCancelled = event.lifecycle === "cancelled";
  const kind =
    item.state === "present"
      ? isCancelled
        ? ("back" as const)
        : null
      : isCancelled
        ? null
        : item.state;
  const overtaken = db
    .update(sourceProposals)
    .set({ status: "dismissed", decidedAt: now })
    .where(
      and(eq(sourceProposals.itemId, item.id), sql`status = 'open'`, sql`kind <> ${kind ?? ""}`),
    );
  if (kind === null) return [overtaken];
  return [
    overtaken,
    db
      .insert(sourceProposals)
      .values({
        id: ids.next(),
        sourceId: source.id,
        itemId: item.id,
        eventId: event.id,
        kind,
        createdAt: now,
      })
      .onConflictDoNothing(),
  ];
}
