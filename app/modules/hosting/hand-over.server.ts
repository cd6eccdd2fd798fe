import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { LIVE_STATES, registrations, SEATED_STATES } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { insertSelect, runGuarded } from "../store/run-guarded.server";
import { usedSeats } from "./door/scans.server";
import { getCurrent } from "./guest-commands.server";
import { refused } from "./registration-refusals.server";
import { tellSoon } from "./tell-changes.server";

/**
 * A plus-one's own link: a place of a party becomes a party of one, with a ticket and a page of its
 * own. The count of taken seats stays: both rows change in one batch, and the second statement asks
 * whether the first one was made.
 */

/** SQL: seats of registration `r` that are not checked in. */
const unused = sql`(r.seats - ${usedSeats})`;

/** The places of a party that have links of their own, the first one first. */
export const handedOver = ({ db }: Pick<Deps, "db">, id: string) =>
  db
    .select({ id: registrations.id, name: registrations.name, state: registrations.state })
    .from(registrations)
    .where(and(eq(registrations.broughtBy, id), inArray(registrations.state, [...SEATED_STATES])))
    .orderBy(asc(registrations.createdAt), asc(registrations.id));

/**
 * The guest who brought this one, null for others: the name until it is erased, and whether news of
 * the event reaches them, as `guestPage` of changes of plan.
 */
export async function broughtByOf({ db }: Pick<Deps, "db">, broughtBy: string | null) {
  if (broughtBy === null) return null;
  const row = await db
    .select({
      name: registrations.name,
      isTold:
        sql`(${registrations.email} IS NOT NULL AND ${inArray(registrations.state, LIVE_STATES)})`.mapWith(
          Boolean,
        ),
    })
    .from(registrations)
    .where(eq(registrations.id, broughtBy))
    .get();
  return row ?? { name: null, isTold: false };
}

/**
 * Gives one place of a party a link of its own. A name that has one already gets no second.
 * @throws AppError("conflict") where the party is not going, or all its places but one are used, or the showing is over
 */
export async function givePlace(deps: Deps, id: string, name: string): Promise<void> {
  const { db, clock, ids } = deps;
  const row = await getCurrent(deps, id);
  const now = clock.now();
  const own = ids.next();
  const party = {
    id: own,
    name,
    broughtBy: sql`r.id`,
    seats: 1,
    state: "going" as const,
    serial: 1,
    confirmedAt: now,
    createdAt: now,
    changedAt: now,
    changedAs: "guest" as const,
    changedBy: null,
    changeReason: null,
    ...{ userId: null, email: null, mailbox: null, offerUntil: null, heldAt: null },
    remindedAt: null,
    ...{ takesFewer: false, sharesEmail: false, sharesName: false, mutesMessages: false },
    source: null,
    ...{ occ: sql`r.occ`, eventId: sql`r.event_id`, levelId: sql`r.level_id` },
    ...{ locale: sql<"en" | "fa">`r.locale`, calendar: sql<"jalali" | "gregorian">`r.calendar` },
  };
  const isHere = sql`SELECT 1 FROM registrations x WHERE x.brought_by = ${id} AND x.name = ${name} AND x.state = 'going'`;
  await db.batch([
    insertSelect(
      db,
      registrations,
      party,
      sql`FROM registrations r WHERE r.id = ${id} AND r.state = 'going' AND r.brought_by IS NULL AND r.seats > 1
        AND ${unused} > 0 AND NOT EXISTS (${isHere})`,
    ),
    db
      .update(registrations)
      .set({
        seats: sql`${registrations.seats} - 1`,
        serial: sql`${registrations.serial} + 1`,
        changedAt: now,
        changedAs: "guest",
        changedBy: null,
        changeReason: null,
      })
      .where(and(eq(registrations.id, id), sql`EXISTS (${isHere} AND x.id = ${own})`)),
  ]);
  const made = await handedOver(deps, id);
  if (!made.some((place) => place.name === name)) throw refused("rsvpHandOver");
  tellSoon(deps, [row]);
}

/**
 * Takes a place back into its party. @throws AppError("conflict") once its guest has come in, or has
 * given it up, or the party is not going any more, or the level of the party is full, or the showing is over
 */
export async function takePlaceBack(deps: Deps, id: string, placeId: string): Promise<void> {
  const { db, clock } = deps;
  const row = await getCurrent(deps, id);
  const change = {
    serial: sql`${registrations.serial} + 1`,
    changedAt: clock.now(),
    changedAs: "guest" as const,
    changedBy: null,
    changeReason: null,
  };
  const isTheirs = sql`EXISTS (SELECT 1 FROM registrations r JOIN registrations p ON p.id = r.brought_by
    WHERE r.id = ${placeId} AND p.id = ${id} AND r.state = 'going' AND p.state = 'going' AND ${unused} = r.seats)`;
  // The party may have chosen another level since: the place moves into that one.
  const fitsLevel = sql`(level_id IS NULL OR level_id IS (SELECT r.level_id FROM registrations r WHERE r.id = ${placeId})
    OR coalesce((SELECT l.capacity IS NULL OR l.capacity > (SELECT coalesce(sum(x.seats), 0) FROM registrations x
      WHERE x.level_id = l.id AND x.occ = registrations.occ AND x.state IN ('offered', 'going'))
      FROM hosting_levels l WHERE l.id = registrations.level_id), 1))`;
  const [, taken] = await runGuarded(
    deps,
    [
      db
        .update(registrations)
        .set({ ...change, seats: sql`CASE WHEN ${fitsLevel} THEN ${registrations.seats} + 1 END` })
        .where(and(eq(registrations.id, id), isTheirs)),
      db
        .update(registrations)
        .set({ ...change, state: "cancelled" })
        .where(and(eq(registrations.id, placeId), isTheirs))
        .returning({ id: registrations.id }),
    ] as const,
    { "registrations.seats": () => refused("rsvpSeats") },
  );
  if (taken.length === 0) throw refused("rsvpTakeBack");
  tellSoon(deps, [row]);
}
