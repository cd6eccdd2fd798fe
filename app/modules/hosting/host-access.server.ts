import { and, eq, sql } from "drizzle-orm";
import { events, hostClaims } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";

/**
 * Whether an account hosts an event: its creator, or who looks after the page of its organizer. Role
 * of staff gives no access to guests.
 */
export async function hostsEvent(
  { db }: Pick<Deps, "db">,
  userId: string,
  eventId: string,
): Promise<boolean> {
  if (!isUuid(eventId)) return false;
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.id, eventId),
        sql`${events.deletedAt} IS NULL AND (${events.creatorId} = ${userId} OR EXISTS (SELECT 1 FROM ${hostClaims} c
          WHERE c.host_id = ${events.organizerId} AND c.host_kind = 'organizer' AND c.user_id = ${userId} AND c.status = 'approved'))`,
      ),
    )
    .get();
  return found !== undefined;
}

/** @throws AppError("unauthorized"), AppError("not-found") for those who do not host the event */
export async function assertHosts(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  eventId: string,
): Promise<Actor> {
  assertCan(actor, "event:create");
  if (!(await hostsEvent(deps, actor.id, eventId))) throw new AppError("not-found");
  return actor;
}
