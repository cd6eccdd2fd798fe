import { eq, sql } from "drizzle-orm";
import {
  events,
  type registrationChanges,
  type registrations,
  webhookDeliveries,
  webhookMessages,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { insertSelect } from "../store/run-guarded.server";
import { endpointsOn } from "../webhooks/webhooks.server";

/** States that webhooks do not carry: an unconfirmed address is no guest. */
const UNTOLD: readonly string[] = ["unconfirmed", "expired"];

/**
 * Statements of a message about a change of a registration, for the webhooks of the event's creator
 * that ask for it. It names the guest as hosts see them: without the address, unless they share it.
 * @param now what the same batch writes as the change's `told_at`: the clock goes on between reads
 */
export async function guestMessageStatements(
  deps: Pick<Deps, "db" | "ids" | "clock" | "siteUrl">,
  change: typeof registrationChanges.$inferSelect,
  guest: typeof registrations.$inferSelect,
  now: number,
) {
  if (UNTOLD.includes(change.toState)) return [];
  const { db, ids, siteUrl } = deps;
  const asked = (await endpointsOn(deps)).filter(({ types }) => types.includes("guest.changed"));
  if (asked.length === 0) return [];
  const event = await db
    .select({ creatorId: events.creatorId })
    .from(events)
    .where(eq(events.id, change.eventId))
    .get();
  const own = asked.filter(({ userId }) => userId === event?.creatorId);
  if (own.length === 0) return [];
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
  // Another worker may have told it: then nothing is written.
  const isUntold = sql`WHERE EXISTS (SELECT 1 FROM registration_changes c WHERE c.id = ${change.id} AND c.told_at = ${now})`;
  return [
    insertSelect(
      db,
      webhookMessages,
      { id, type: "guest.changed", eventId: change.eventId, body, createdAt: now },
      isUntold,
    ),
    ...own.map((endpoint) =>
      insertSelect(
        db,
        webhookDeliveries,
        {
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
        },
        isUntold,
      ),
    ),
  ];
}
