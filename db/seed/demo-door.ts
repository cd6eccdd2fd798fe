import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Vault } from "../../app/lib/deps";
import { pinText } from "../../app/modules/hosting/door/devices.server";
import { hashToken } from "../../app/modules/identity/tokens/user-tokens.server";
import type { Database } from "../client";
import { doorDevices, eventOccurrences, events, hostedShowings } from "../schema";
import { seedId } from "./seed-statements";

/** Key and PIN of the demo door, for local runs alone: everyone can read them here. */
export const DEMO_DOOR = {
  key: "demo-door-of-local-runs-only-1405-AAAAAAAAA",
  pin: "140500",
} as const;

/**
 * Opens a door at the next showing that takes RSVPs, with the key and PIN of DEMO_DOOR.
 * @param vault of local runs
 * @returns whether there is such a showing
 */
export async function seedDemoDoor(db: Database, now: number, vault: Vault): Promise<boolean> {
  const showing = await db
    .select({ occ: hostedShowings.occ, eventId: hostedShowings.eventId, host: events.creatorId })
    .from(hostedShowings)
    .innerJoin(events, eq(events.id, hostedShowings.eventId))
    .innerJoin(
      eventOccurrences,
      and(
        eq(eventOccurrences.eventId, hostedShowings.eventId),
        eq(eventOccurrences.originalStart, hostedShowings.originalStart),
      ),
    )
    .where(and(gt(eventOccurrences.endsAt, now), sql`${events.deletedAt} IS NULL`))
    .orderBy(asc(eventOccurrences.startsAt))
    .limit(1)
    .get();
  if (!showing) return false;
  const id = await seedId("door", "demo");
  await db
    .insert(doorDevices)
    .values({
      id,
      occ: showing.occ,
      eventId: showing.eventId,
      name: "Gate A",
      keyHash: await hashToken(DEMO_DOOR.key),
      pinHash: await vault.fingerprint(pinText(id, DEMO_DOOR.pin)),
      userId: showing.host,
      createdAt: now,
    })
    .onConflictDoNothing();
  return true;
}
