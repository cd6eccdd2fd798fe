import { and, asc, eq, sql } from "drizzle-orm";
import {
  events,
  WEBHOOK_TYPES,
  webhookCauses,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { findCityById } from "../cities/queries.server";
import type { EventRow } from "../events/event-columns.server";
import { eventJson, nextOccurrences } from "../events/present/event-json.server";
import { insertSelect } from "../store/run-guarded.server";
import { toldOf } from "./webhook-schema";
import { endpointsOn, type WebhookRow } from "./webhooks.server";

/** Changes that become messages in one run. */
const AT_ONCE = 100;

const matches = (endpoint: WebhookRow, event: EventRow, type: string): boolean =>
  endpoint.types.some((one) => one === type) &&
  (!endpoint.isOwnOnly || endpoint.userId === event.creatorId) &&
  (endpoint.cityId === null || endpoint.cityId === event.cityId) &&
  (endpoint.category === null || event.categories.includes(endpoint.category)) &&
  (endpoint.venueId === null || endpoint.venueId === event.venueId) &&
  (endpoint.organizerId === null || endpoint.organizerId === event.organizerId);

/** An event in a message. An event that is not public is named by its id and address alone. */
async function dataOf(deps: Deps, event: EventRow) {
  if (!event.isListed)
    return { event: { id: event.id, url: deps.siteUrl + paths.event(event.id) } };
  const [city, occurrences] = await Promise.all([
    findCityById(deps, event.cityId),
    nextOccurrences(deps, event),
  ]);
  return { event: { ...toldOf(eventJson(event, city, deps.siteUrl)), occurrences } };
}

/**
 * Makes messages and deliveries of what happened to events, for the endpoints whose filters match.
 * Each cause becomes one message, however many workers try. @returns the number of deliveries
 */
export async function makeWebhookMessages(deps: Deps): Promise<number> {
  const { db, ids, clock } = deps;
  const causes = await db
    .select()
    .from(webhookCauses)
    .orderBy(asc(webhookCauses.at))
    .limit(AT_ONCE);
  if (causes.length === 0) return 0;
  const endpoints = await endpointsOn(deps);
  const found = await db
    .select()
    .from(events)
    .where(
      sql`${events.id} IN (SELECT value FROM json_each(${JSON.stringify(causes.map(({ eventId }) => eventId))}))`,
    );
  const byId = new Map(found.map((event) => [event.id, event]));
  let made = 0;
  for (const cause of causes) {
    const isStill = and(
      eq(webhookCauses.eventId, cause.eventId),
      eq(webhookCauses.type, cause.type),
      eq(webhookCauses.at, cause.at),
    );
    const done = db.delete(webhookCauses).where(isStill);
    const event = byId.get(cause.eventId);
    // Public no longer: what happened since has a cause of its own.
    const isUntold =
      !event ||
      event.isListed === (cause.type === "event.removed") ||
      !WEBHOOK_TYPES.includes(cause.type);
    const chosen = isUntold
      ? []
      : endpoints.filter((endpoint) => matches(endpoint, event, cause.type));
    if (!event || chosen.length === 0) {
      await done;
      continue;
    }
    const [id, now] = [ids.next(), clock.now()];
    const body = JSON.stringify({
      type: cause.type,
      timestamp: new Date(cause.at).toISOString(),
      data: await dataOf(deps, event),
    });
    const rows = JSON.stringify(chosen.map((endpoint) => [ids.next(), endpoint.id]));
    // The first one makes nothing where another worker has taken the cause.
    const [, deliveries] = await db.batch([
      insertSelect(
        db,
        webhookMessages,
        { id, type: cause.type, eventId: event.id, body, createdAt: now },
        sql`FROM ${webhookCauses} WHERE ${isStill}`,
      ),
      insertSelect(
        db,
        webhookDeliveries,
        {
          id: sql`row.value ->> 0`,
          messageId: sql`${webhookMessages.id}`,
          endpointId: sql`${webhookEndpoints.id}`,
          status: "pending",
          attempts: 0,
          dueAt: now,
          beganAt: now,
          lastStatus: null,
          lastError: null,
          createdAt: now,
          sentAt: null,
        },
        sql`FROM json_each(${rows}) AS row JOIN ${webhookEndpoints} ON ${webhookEndpoints.id} = row.value ->> 1 JOIN ${webhookMessages} ON ${webhookMessages.id} = ${id}`,
      ).returning({ id: webhookDeliveries.id }),
      done,
    ]);
    made += deliveries.length;
  }
  return made;
}
