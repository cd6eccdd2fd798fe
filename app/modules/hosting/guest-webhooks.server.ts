import { sql } from "drizzle-orm";
import {
  events,
  type registrationChanges,
  type registrations,
  webhookDeliveries,
  webhookMessages,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { insertEach } from "../store/run-guarded.server";
import { endpointsOn } from "../webhooks/webhooks.server";

/** States that webhooks do not carry: an unconfirmed address is no guest. */
const UNTOLD: readonly string[] = ["unconfirmed", "expired"];

/** A change of a registration that webhooks may carry. */
interface ToldChange {
  change: typeof registrationChanges.$inferSelect;
  registration: typeof registrations.$inferSelect;
}

/**
 * Statements of the messages about changes of registrations, for the webhooks of the events'
 * creators that ask for them. They name the guests as hosts see them: without the address, unless
 * they share it.
 * @param now what the same batch writes as the changes' `told_at`; a later reading of the clock differs
 */
export async function guestMessageStatements(
  deps: Pick<Deps, "db" | "ids" | "clock" | "siteUrl">,
  told: readonly ToldChange[],
  now: number,
) {
  const { db, ids, siteUrl } = deps;
  const carried = told.filter(({ change }) => !UNTOLD.includes(change.toState));
  if (carried.length === 0) return [];
  const asked = (await endpointsOn(deps)).filter(({ types }) => types.includes("guest.changed"));
  if (asked.length === 0) return [];
  const eventIds = JSON.stringify([...new Set(carried.map(({ change }) => change.eventId))]);
  const creators = await db
    .select({ id: events.id, creatorId: events.creatorId })
    .from(events)
    .where(sql`${events.id} IN (SELECT value FROM json_each(${eventIds}))`);
  const messages: (typeof webhookMessages.$inferSelect)[] = [];
  const deliveries: (typeof webhookDeliveries.$inferSelect)[] = [];
  const [ofMessages, ofDeliveries]: [number[], number[]] = [[], []];
  for (const { change, registration: guest } of carried) {
    const creatorId = creators.find(({ id }) => id === change.eventId)?.creatorId;
    const own = asked.filter(({ userId }) => userId === creatorId);
    if (own.length === 0) continue;
    const id = ids.next();
    const body = JSON.stringify({
      type: "guest.changed",
      timestamp: new Date(change.changedAt).toISOString(),
      data: {
        event: { id: change.eventId, url: siteUrl + paths.event(change.eventId) },
        guest: {
          id: guest.id,
          originalStart: change.occ.slice(change.eventId.length + 1),
          state: change.toState,
          seats: change.seats,
          name: guest.name,
          email: guest.sharesEmail ? guest.email : null,
        },
      },
    });
    ofMessages.push(change.id);
    messages.push({ id, type: "guest.changed", eventId: change.eventId, body, createdAt: now });
    for (const endpoint of own) {
      ofDeliveries.push(change.id);
      deliveries.push({
        id: ids.next(),
        messageId: id,
        endpointId: endpoint.id,
        status: "pending",
        attempts: 0,
        dueAt: now,
        beganAt: now,
        lastStatus: null,
        lastError: null,
        createdAt: now,
        sentAt: null,
      });
    }
  }
  // Another worker may have told it: then nothing is written.
  const isUntold = sql`EXISTS (SELECT 1 FROM registration_changes c WHERE c.id = value ->> '$[#-1]' AND c.told_at = ${now})`;
  return [
    insertEach(db, webhookMessages, messages, ofMessages, isUntold),
    insertEach(db, webhookDeliveries, deliveries, ofDeliveries, isUntold),
  ];
}
