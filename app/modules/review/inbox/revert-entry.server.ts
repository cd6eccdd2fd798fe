import { and, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventFlags, eventRevisions, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { EventValues } from "../../../lib/event/event-fields";
import { type Actor, assertCan, can } from "../../../lib/permissions";
import { type AuditRecord, auditEntry, OWN_SOURCES } from "../../audit/audit-entry.server";
import { getAuditEntry, type ListedEntry } from "../../audit/list-entries.server";
import { assertComplete } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { getOwnEvent } from "../../authoring/find-own-event.server";
import { changeEvent } from "../../authoring/save-event.server";
import { type City, citiesById } from "../../cities/queries.server";
import type { EventRow } from "../../events/list/list-events.server";
import { reopenReports } from "../moderation/reports.server";
import { RESTORABLE, restoreEvent } from "../moderation/restore-event.server";
import { type EventSwitch, switchEvent } from "../moderation/switch-event.server";

/** The inverse of each switch; of an approval, hiding the event. */
const SWITCHED: Readonly<Record<string, EventSwitch>> = {
  "event.approved": "deactivate",
  "event.deactivated": "activate",
  "event.activated": "deactivate",
  "event.featured": "unfeature",
  "event.unfeatured": "feature",
};
const CLEARED = "event.reports-cleared";
const CHANGES: readonly string[] = ["event.edited", "event.revision-accepted"];

type Entry = Pick<ListedEntry, "id" | "action" | "entity" | "entityId" | "metadata" | "source">;
type Inverse = { eventId: string } & (
  | { by: "switch"; name: EventSwitch }
  | { by: "restore" }
  | { by: "edit"; values: EventValues }
  | { by: "reports"; event: EventRow; accounts: string[] }
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The event that an entry's inverse would change; null where there is no inverse. */
function subjectOf({ action, entity, entityId, metadata, source }: Entry): string | null {
  // Signed-in clients can report any action.
  if (entity !== "event" || entityId === null || !OWN_SOURCES.includes(source)) return null;
  if (action === "event.merged") {
    const merged = isRecord(metadata.before) ? metadata.before.merged : null;
    return isRecord(merged) && typeof merged.id === "string" ? merged.id : null;
  }
  return action === "event.deleted" ||
    action === CLEARED ||
    CHANGES.includes(action) ||
    Object.hasOwn(SWITCHED, action)
    ? entityId
    : null;
}

/** The inverse that the event's state allows now; null for none. */
function inverseOf(
  entry: Entry,
  event: EventRow,
  {
    city,
    isEditWaiting,
    dismissed,
    now,
  }: { city: City; isEditWaiting: boolean; dismissed: readonly string[]; now: number },
): Inverse | null {
  const eventId = event.id;
  if (entry.action === "event.deleted" || entry.action === "event.merged")
    return event.deletedAt !== null && event.deletedAt > now - RESTORABLE
      ? { eventId, by: "restore" }
      : null;
  if (event.deletedAt !== null) return null;
  if (entry.action === CLEARED) {
    const named: unknown = entry.metadata.accounts;
    const accounts = Array.isArray(named) ? dismissed.filter((id) => named.includes(id)) : [];
    return event.status === "approved" && accounts.length > 0
      ? { eventId, by: "reports", event, accounts }
      : null;
  }
  const name = SWITCHED[entry.action];
  if (name) {
    const is = {
      activate: !event.isActive,
      deactivate: event.isListed,
      feature: !event.isFeatured,
      unfeature: event.isFeatured,
    };
    return is[name] ? { eventId, by: "switch", name } : null;
  }
  const { before, after } = entry.metadata;
  if (!isRecord(before) || !isRecord(after) || isEditWaiting || Object.keys(before).length === 0)
    return null;
  const present = valuesOfEvent(event, city);
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

/** The inverses of entries of the audit log that can be carried out now, by entry. One query. */
export async function inversesOf(
  deps: Pick<Deps, "db" | "clock" | "memo">,
  actor: Actor,
  entries: readonly Entry[],
): Promise<Map<string, Inverse>> {
  const subjects = new Map(
    entries.flatMap((entry) => subjectOf(entry) ?? []).map((id) => [id, id]),
  );
  if (subjects.size === 0 || !can(actor, "event:manage-all")) return new Map();
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify([...subjects.keys()])}))`;
  const ofReports = entries.flatMap(({ action, entityId }) =>
    action === CLEARED ? (entityId ?? []) : [],
  );
  const reported = sql`(SELECT value FROM json_each(${JSON.stringify(ofReports)}))`;
  const [found, waiting, dismissed, cities] = await Promise.all([
    deps.db.select().from(events).where(inArray(events.id, wanted)),
    deps.db
      .select({ id: eventRevisions.eventId })
      .from(eventRevisions)
      .where(
        sql`${inArray(eventRevisions.eventId, wanted)} AND ${eventRevisions.status} = 'pending'`,
      ),
    deps.db
      .select({ eventId: eventFlags.eventId, userId: eventFlags.userId })
      .from(eventFlags)
      .where(and(inArray(eventFlags.eventId, reported), eq(eventFlags.outcome, "cleared"))),
    citiesById(deps),
  ]);
  const rows = new Map(found.map((event) => [event.id, event]));
  const now = deps.clock.now();
  return new Map(
    entries.flatMap((entry): [string, Inverse][] => {
      const event = rows.get(subjectOf(entry) ?? "");
      const city = event && cities.get(event.cityId);
      const isEditWaiting = waiting.some(({ id }) => id === event?.id);
      const accounts = dismissed.flatMap(({ eventId, userId }) =>
        eventId === event?.id ? userId : [],
      );
      const inverse =
        event && city
          ? inverseOf(entry, event, { city, isEditWaiting, dismissed: accounts, now })
          : null;
      return inverse ? [[entry.id, inverse]] : [];
    }),
  );
}

/**
 * Reverts what an entry of the audit log records, by the command that is its inverse and with that
 * command's checks and notifications. A further entry names the one that was reverted.
 * @throws not-found; conflict if the event's state does not allow it any more; invalid if old
 * values are not valid now
 */
export async function revertEntry(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "event:manage-all");
  const entry = await getAuditEntry(deps, actor, id);
  const inverse = (await inversesOf(deps, actor, [entry])).get(entry.id);
  if (!inverse) throw new AppError("conflict");
  const { eventId } = inverse;
  const record: AuditRecord = {
    actorId: actor.id,
    action: "event.reverted",
    entity: "event",
    entityId: eventId,
    metadata: { entry: entry.id, action: entry.action },
    sessionId: actor.sessionId,
  };
  if (inverse.by === "reports") return reopenReports(deps, actor, inverse, record);
  const following: readonly BatchItem<"sqlite">[] = [auditEntry(deps, record)];
  if (inverse.by === "restore") return restoreEvent(deps, actor, eventId, following);
  if (inverse.by === "switch") return switchEvent(deps, actor, eventId, inverse.name, following);
  const own = await getOwnEvent(deps, actor, eventId);
  if (own.draft) throw new AppError("conflict");
  const facts = assertComplete(inverse.values, {
    ...(await checkedAgainst(deps, inverse.values)),
    announced: own.event,
  });
  await changeEvent(deps, actor, own, inverse.values, facts, "edit", () => following);
}
