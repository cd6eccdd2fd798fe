import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import {
  distinctPairs,
  eventDecisions,
  eventFlags,
  eventRevisions,
  events,
  ingestionCandidates,
  planChanges,
  sourceProposals,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { EventValues } from "../../../lib/event/event-fields";
import { type Actor, can } from "../../../lib/permissions";
import { OWN_SOURCES } from "../../audit/audit-entry.server";
import type { ListedEntry } from "../../audit/list-entries.server";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { type City, citiesById } from "../../cities/queries.server";
import { pairOf } from "../../events/duplicates/find-duplicates.server";
import type { EventRow } from "../../events/list/list-events.server";
import type { EventSwitch } from "../moderation/restore-event.server";
import { RESTORABLE } from "../moderation/restore-event.server";

/** The inverse of each switch; of an approval, hiding the event. */
const SWITCHED: Readonly<Record<string, EventSwitch>> = {
  "event.approved": "deactivate",
  "candidate.approved": "deactivate",
  "event.deactivated": "activate",
  "event.activated": "deactivate",
  "event.featured": "unfeature",
  "event.unfeatured": "feature",
};
/** Decisions on an event that a rejection records, by the action of the audit log. */
const REJECTED: Readonly<Record<string, "reject" | "reject-revision">> = {
  "event.rejected": "reject",
  "event.revision-rejected": "reject-revision",
};
const CLEARED = "event.reports-cleared";
const KEPT_APART = "event.kept-apart";
const CHANGES: readonly string[] = ["event.edited", "event.revision-accepted"];
const OF_CANDIDATES: readonly string[] = ["candidate.rejected", "candidate.merged"];
/** Status that a proposal of a source has after each decision. */
const PROPOSED: Readonly<Record<string, "accepted" | "dismissed">> = {
  "source.proposal-accepted": "accepted",
  "source.proposal-dismissed": "dismissed",
};

type Entry = Pick<
  ListedEntry,
  "id" | "action" | "entity" | "entityId" | "metadata" | "source" | "createdAt"
>;
type Proposal = Pick<typeof sourceProposals.$inferSelect, "id" | "status">;
export type Inverse = { eventId: string } & (
  | { by: "switch"; name: EventSwitch }
  | { by: "restore" }
  | { by: "reopen" }
  | { by: "edit"; values: EventValues }
  | { by: "reports"; event: EventRow; accounts: string[] }
  | { by: "pair"; other: string }
  | { by: "proposal"; proposal: Proposal }
  /** `eventId` is the candidate's. */
  | { by: "candidate" }
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textIn = (value: unknown, name: string): string | null => {
  const text = isRecord(value) ? value[name] : null;
  return typeof text === "string" ? text : null;
};

/** Whether signed-in clients cannot have reported the entry, which they can with any action. */
const isOwn = ({ source }: Entry) => OWN_SOURCES.includes(source);

/** The event that an entry's inverse would change; null where there is no inverse. */
function subjectOf(entry: Entry): string | null {
  const { action, entity, entityId, metadata } = entry;
  if (!isOwn(entry)) return null;
  if (action === "candidate.approved") return textIn(metadata, "event");
  if (entity !== "event" || entityId === null) return null;
  if (action === "event.merged")
    return textIn(isRecord(metadata.before) ? metadata.before.merged : null, "id");
  const isKnown = [SWITCHED, REJECTED, PROPOSED].some((known) => Object.hasOwn(known, action));
  return isKnown ||
    action === "event.deleted" ||
    action === CLEARED ||
    action === KEPT_APART ||
    CHANGES.includes(action)
    ? entityId
    : null;
}

/** What the inverses of events depend on, besides the events. */
interface State {
  city: City;
  isEditWaiting: boolean;
  isEditRejected: boolean;
  /** The last decision on the event. */
  decision: Pick<typeof eventDecisions.$inferSelect, "action" | "createdAt"> | undefined;
  /** Accounts whose reports were dismissed. */
  dismissed: readonly string[];
  /** Pairs that were judged distinct, as `first second`. */
  pairs: ReadonlySet<string>;
  /** Proposals that can be opened again. */
  proposals: readonly Proposal[];
  now: number;
}

/** The inverse that the event's state allows now; null for none. */
function inverseOf(entry: Entry, event: EventRow, state: State): Inverse | null {
  const eventId = event.id;
  const { action, metadata } = entry;
  if (action === "event.deleted" || action === "event.merged")
    return event.deletedAt !== null && event.deletedAt > state.now - RESTORABLE
      ? { eventId, by: "restore" }
      : null;
  if (event.deletedAt !== null) return null;
  const rejection = REJECTED[action];
  if (rejection) {
    // Of several rejections, the last one alone.
    const isLast =
      state.decision?.action === rejection && state.decision.createdAt <= entry.createdAt;
    const isSo =
      rejection === "reject"
        ? event.status === "rejected"
        : event.status === "approved" && state.isEditRejected;
    return isLast && isSo ? { eventId, by: "reopen" } : null;
  }
  if (action === KEPT_APART) {
    const other = textIn(metadata, "other");
    return other && state.pairs.has(Object.values(pairOf(eventId, other)).join(" "))
      ? { eventId, by: "pair", other }
      : null;
  }
  if (Object.hasOwn(PROPOSED, action)) {
    const proposal = state.proposals.find(
      ({ id, status }) => id === metadata.proposal && status === PROPOSED[action],
    );
    return proposal ? { eventId, by: "proposal", proposal } : null;
  }
  if (action === CLEARED) {
    const named: unknown = metadata.accounts;
    const accounts = Array.isArray(named) ? state.dismissed.filter((id) => named.includes(id)) : [];
    return event.status === "approved" && accounts.length > 0
      ? { eventId, by: "reports", event, accounts }
      : null;
  }
  const name = SWITCHED[action];
  if (name) {
    const is = {
      activate: !event.isActive,
      deactivate: event.isListed,
      feature: !event.isFeatured,
      unfeature: event.isFeatured,
    };
    return is[name] ? { eventId, by: "switch", name } : null;
  }
  const { before, after } = metadata;
  if (
    !isRecord(before) ||
    !isRecord(after) ||
    state.isEditWaiting ||
    Object.keys(before).length === 0
  )
    return null;
  const present = valuesOfEvent(event, state.city);
  // A later change replaced the entry's value.
  const isAsMade = Object.entries(after).every(
    ([field, value]) =>
      field in before &&
      JSON.stringify(present[field as keyof EventValues] ?? null) === JSON.stringify(value ?? null),
  );
  return isAsMade
    ? { eventId, by: "edit", values: { ...present, ...before } as EventValues }
    : null;
}

const listOf = (ids: readonly string[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])}))`;

/** The inverses of entries of the audit log that can be carried out now, by entry. */
export async function inversesOf(
  deps: Pick<Deps, "db" | "clock" | "memo">,
  actor: Actor,
  entries: readonly Entry[],
): Promise<Map<string, Inverse>> {
  const subjects = entries.flatMap((entry) => subjectOf(entry) ?? []);
  const candidates = can(actor, "ingestion:manage")
    ? entries.flatMap((entry) =>
        OF_CANDIDATES.includes(entry.action) && isOwn(entry) ? (entry.entityId ?? []) : [],
      )
    : [];
  if (!can(actor, "event:manage-all") || subjects.length + candidates.length === 0)
    return new Map();
  const { db } = deps;
  const now = deps.clock.now();
  const idsOf = (actions: readonly string[]) =>
    entries.flatMap(({ action, entityId }) => (actions.includes(action) ? (entityId ?? []) : []));
  const wanted = listOf(subjects);
  const firsts = entries.flatMap(({ action, entityId, metadata }) => {
    const other = textIn(metadata, "other");
    return action === KEPT_APART && entityId && other ? pairOf(entityId, other).firstId : [];
  });
  const proposed = Object.keys(PROPOSED);
  const [rows, edits, dismissed, decisions, judged, proposals, undoable, rejected, cities] =
    await Promise.all([
      db.select().from(events).where(inArray(events.id, wanted)),
      db
        .select({ id: eventRevisions.eventId, status: eventRevisions.status })
        .from(eventRevisions)
        .where(inArray(eventRevisions.eventId, wanted)),
      db
        .select({ eventId: eventFlags.eventId, userId: eventFlags.userId })
        .from(eventFlags)
        .where(
          and(
            inArray(eventFlags.eventId, listOf(idsOf([CLEARED]))),
            eq(eventFlags.outcome, "cleared"),
          ),
        ),
      db
        .select({
          id: eventDecisions.id,
          action: eventDecisions.action,
          createdAt: eventDecisions.createdAt,
        })
        .from(eventDecisions)
        .where(
          sql`${eventDecisions.id} IN (SELECT decision_id FROM events WHERE id IN ${listOf(idsOf(Object.keys(REJECTED)))})`,
        ),
      db
        .select({ firstId: distinctPairs.firstId, secondId: distinctPairs.secondId })
        .from(distinctPairs)
        .where(inArray(distinctPairs.firstId, listOf(firsts))),
      db
        .select({ id: sourceProposals.id, status: sourceProposals.status })
        .from(sourceProposals)
        .where(
          inArray(
            sourceProposals.id,
            listOf(entries.flatMap(({ metadata }) => textIn(metadata, "proposal") ?? [])),
          ),
        ),
      db
        .select({ eventId: planChanges.eventId })
        .from(planChanges)
        .where(
          and(
            inArray(planChanges.eventId, listOf(idsOf(proposed))),
            isNull(planChanges.undoneAt),
            gt(planChanges.dueAt, now),
          ),
        ),
      db
        .select({ id: ingestionCandidates.id, decidedAt: ingestionCandidates.decidedAt })
        .from(ingestionCandidates)
        .where(
          and(
            inArray(ingestionCandidates.id, listOf(candidates)),
            eq(ingestionCandidates.status, "rejected"),
          ),
        ),
      citiesById(deps),
    ]);
  const found = new Map(rows.map((event) => [event.id, event]));
  const pairs = new Set(judged.map(({ firstId, secondId }) => `${firstId} ${secondId}`));
  return new Map(
    entries.flatMap((entry): [string, Inverse][] => {
      if (OF_CANDIDATES.includes(entry.action)) {
        const isLast = rejected.some(
          ({ id, decidedAt }) => id === entry.entityId && (decidedAt ?? 0) <= entry.createdAt,
        );
        return isLast && isOwn(entry) && entry.entityId
          ? [[entry.id, { eventId: entry.entityId, by: "candidate" }]]
          : [];
      }
      const event = found.get(subjectOf(entry) ?? "");
      const city = event && cities.get(event.cityId);
      if (!event || !city) return [];
      const editIs = (status: "pending" | "rejected") =>
        edits.some((edit) => edit.id === event.id && edit.status === status);
      const inverse = inverseOf(entry, event, {
        city,
        isEditWaiting: editIs("pending"),
        isEditRejected: editIs("rejected"),
        decision: decisions.find(({ id }) => id === event.decisionId),
        dismissed: dismissed.flatMap(({ eventId, userId }) => (eventId === event.id ? userId : [])),
        pairs,
        // An accepted one until those who saved the event are notified.
        proposals: proposals.filter(
          ({ status }) =>
            can(actor, "ingestion:manage") &&
            (status === "dismissed" || undoable.some(({ eventId }) => eventId === event.id)),
        ),
        now,
      });
      return inverse ? [[entry.id, inverse]] : [];
    }),
  );
}
