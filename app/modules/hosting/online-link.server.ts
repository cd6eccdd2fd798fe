import { sql } from "drizzle-orm";
import type { Deps } from "../../lib/deps";
import type { EventRow } from "../events/event-columns.server";

/** Who opens the link of an online event that is not for everyone. */
export interface LinkReaders {
  /** Those who have a place, since it takes RSVPs; else those who saved it. */
  areGuests: boolean;
  /** Whether the account is one of these guests. */
  isGuest: boolean;
}

/** Readers of a link for savers; null where it is for everyone, without a query. */
export async function linkReaders(
  { db }: Pick<Deps, "db">,
  event: Pick<EventRow, "id" | "onlineUrlFor">,
  account: { id: string } | null,
): Promise<LinkReaders | null> {
  if (event.onlineUrlFor === "everyone") return null;
  const found = await db.get<{ isOn: number; isGuest: number }>(sql`
    SELECT h.is_on AS isOn, EXISTS (SELECT 1 FROM registrations r WHERE r.user_id = ${account?.id ?? null}
      AND r.event_id = h.event_id AND r.state = 'going') AS isGuest
    FROM event_hosting h WHERE h.event_id = ${event.id}`);
  return { areGuests: found?.isOn === 1, isGuest: found?.isGuest === 1 };
}
