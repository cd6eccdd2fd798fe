import { type SQL, sql } from "drizzle-orm";
import { eventViews } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { networkBlockOf } from "./visitor-fingerprint";

/**
 * Points of a trusted save; `events.popularity` counts in these. What one network adds to an event
 * in a day stays below it (docs/decisions/popularity.md).
 */
const TRUSTED_SAVE = 10;
/** Trust of an account with a confirmed address and nothing else: its save weighs one point. */
const NEW_TRUST = 10;
/** Saves of one network that count for an event in a day. */
const SAVES_OF_NETWORK = 2;
/** Thresholds of `beaconLevel`: beyond them more networks add nothing. */
const LEVELS = 20;

/**
 * SQL: the points of so many networks and kinds of visits in a day. Each doubling adds one, so that
 * thousands of made-up visits weigh as much as a few.
 */
export const beaconLevel = (count: SQL): SQL =>
  sql.join(
    Array.from({ length: LEVELS }, (_, at) => sql`(${count} >= ${sql.raw(String(2 ** at))})`),
    sql` + `,
  );

/** Who saves: an account, from a network that is known only as a keyed hash of the day. */
export interface SaveSource {
  userId: string;
  /** Null where no request causes the save. */
  network: string | null;
  day: string;
}

/** @param address of the client; null where no request causes the save */
export async function saveSourceOf(
  { vault, clock }: Pick<Deps, "vault" | "clock">,
  userId: string,
  address: string | null,
): Promise<SaveSource> {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const network = address && (await vault.fingerprint(`save ${day} ${networkBlockOf(address)}`));
  return { userId, network, day };
}

const slotsOf = ({ day, network }: SaveSource, eventId: string) =>
  sql`(SELECT count(*) FROM event_views v WHERE v.event_id = ${eventId} AND v.day = ${day} AND v.visitor >= ${`save:${network}:`} AND v.visitor < ${`save:${network};`})`;

/**
 * SQL: the points of a save by the standing of its account: none without a confirmed address, one
 * for a new account, those of a trusted save for one that is known for months or by its events.
 * Further saves of a network have none.
 */
export function saveWeight(source: SaveSource, eventId: string): SQL<number> {
  const standing = sql`coalesce((SELECT max(0, min(${TRUSTED_SAVE}, u.trust_score - ${NEW_TRUST - 1})) FROM users u WHERE u.id = ${source.userId} AND u.email_verified_at IS NOT NULL AND u.is_active = 1), 0)`;
  return source.network === null
    ? sql<number>`${standing}`
    : sql<number>`CASE WHEN ${slotsOf(source, eventId)} < ${SAVES_OF_NETWORK} THEN ${standing} ELSE 0 END`;
}

/** Statement that notes the network of a save that was just written and has a weight. */
export const noteSaveSource = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  source: SaveSource,
  eventId: string,
) =>
  db
    .insert(eventViews)
    .select(
      sql`SELECT ${eventId}, ${source.day}, ${`save:${source.network}:`} || ${slotsOf(source, eventId)}, ${clock.now()}
        WHERE ${source.network} IS NOT NULL AND EXISTS (SELECT 1 FROM collection_events h JOIN collections c ON c.id = h.collection_id
          WHERE c.owner_id = ${source.userId} AND h.event_id = ${eventId} AND h.created_at = ${clock.now()} AND h.weight > 0)`,
    )
    .onConflictDoNothing();
