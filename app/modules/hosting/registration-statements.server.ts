import { and, eq, inArray, lte, not, type SQL, sql } from "drizzle-orm";
import {
  eventHosting,
  hostedShowings,
  LIVE_STATES,
  type RegistrationState,
  registrations,
} from "../../../db/schema";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { insertSelect } from "../store/run-guarded.server";

/**
 * Statements that move a registration from state to state. Each decides inside one UPDATE, so that
 * concurrent ones cannot take the same seat; triggers of migration 0063 count the seats and write
 * `registration_changes`. Where a place is refused, the state would become null: `runGuarded` gives
 * the refusal of `registrations.state`, and nothing of the batch is written.
 */

/** From then on free seats are open to everyone, waiters or not; ms before the start. */
export const OPEN_TO_ALL = 3 * HOUR;
/** How long an address has to confirm. */
const CONFIRM_WITHIN = 2 * DAY;

/** Who makes a change; a host with their account. */
export type Changer =
  | { as: "guest" | "system"; by?: null; reason?: null }
  | { as: "host"; by: string; reason?: string | null };

type StatementDeps = Pick<Deps, "db" | "clock">;

/** The key of a showing: `occ`. */
export const showingKey = (eventId: string, originalStart: string): string =>
  `${eventId}/${originalStart}`;

/** The event and the original start of a showing's key. */
export function readShowingKey(occ: string): { eventId: string; originalStart: string } {
  const [eventId = "", originalStart = ""] = occ.split("/");
  return { eventId, originalStart };
}

const list = (states: readonly RegistrationState[]) =>
  sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  );

/** SQL: the seats of a party fit into its showing (row `s`) and into its level. */
const fits = (party: string) =>
  sql.raw(`((s.capacity IS NULL OR s.taken + ${party}.seats <= s.capacity) AND (${party}.level_id IS NULL OR coalesce((
    SELECT l.capacity IS NULL OR l.capacity >= ${party}.seats + (SELECT coalesce(sum(x.seats), 0) FROM registrations x
      WHERE x.level_id = l.id AND x.occ = s.occ AND x.state IN ('offered', 'going'))
    FROM hosting_levels l WHERE l.id = ${party}.level_id), 1)))`);

/** SQL: since before `before` a host holds free seats of a showing, for a party that is not larger than it. */
export const isHeld = (occ: SQL, before = sql`9e15`) =>
  sql`EXISTS (SELECT 1 FROM registrations k WHERE k.occ = ${occ} AND k.state = 'waitlisted' AND k.held_at < ${before}
    AND k.seats <= (SELECT c.capacity FROM hosted_showings c WHERE c.occ = k.occ))`;

/** SQL: free seats are held for another party than this one, whose hold began at `heldAt`. */
export const isHeldUp = (occ: SQL, heldAt: SQL) => isHeld(occ, sql`coalesce(${heldAt}, 9e15)`);

/** SQL: a party waits that the free seats are enough for, or for which a host holds them. */
const someoneWaits = sql`(${isHeld(sql`s.occ`)} OR EXISTS (SELECT 1 FROM registrations w WHERE w.occ = s.occ AND w.state = 'waitlisted' AND ${fits("w")}))`;

/** SQL: the showing takes RSVPs now; `s`, `o`, `e` and `h` are its rows. */
const isOpen = (now: number) =>
  sql`(h.is_on AND e.is_listed AND e.lifecycle = 'scheduled' AND o.status = 'scheduled'
    AND o.starts_at - s.closes_before * 60000 > ${now} AND (s.opens_before IS NULL OR o.starts_at - s.opens_before * 60000 <= ${now}))`;

/** SQL: the rows `s`, `o`, `e` and `h` of a registration's showing. */
const OF_SHOWING =
  sql.raw(`hosted_showings s JOIN event_occurrences o ON o.event_id = s.event_id AND o.original_start = s.original_start
  JOIN events e ON e.id = s.event_id JOIN event_hosting h ON h.event_id = s.event_id WHERE s.occ = registrations.occ`);

const changed = ({ clock }: Pick<Deps, "clock">, { as, by, reason }: Changer) => ({
  changedAt: clock.now(),
  changedAs: as,
  changedBy: by ?? null,
  changeReason: reason ?? null,
});

const moved = { id: registrations.id, state: registrations.state, occ: registrations.occ };

/** Makes the row of a showing with the settings of its event. Idempotent. */
export const showingStatement = (
  { db }: Pick<Deps, "db">,
  eventId: string,
  originalStart: string,
) =>
  insertSelect(
    db,
    hostedShowings,
    {
      occ: showingKey(eventId, originalStart),
      eventId,
      originalStart,
      capacity: sql`${eventHosting.capacity}`,
      needsApproval: sql`${eventHosting.needsApproval}`,
      hasWaitlist: sql`${eventHosting.hasWaitlist}`,
      maxPlusOnes: sql`${eventHosting.maxPlusOnes}`,
      opensBefore: sql`${eventHosting.opensBefore}`,
      closesBefore: sql`${eventHosting.closesBefore}`,
      hasOwnSettings: false,
      taken: 0,
      openedToAllAt: null,
      erasedAt: null,
    },
    sql`FROM ${eventHosting} WHERE ${eventHosting.eventId} = ${eventId}`,
  ).onConflictDoNothing();

/** A registration, or several: those of an event that its host has ticked, or of any. */
type Decided = string | { eventId: string | null; ids: readonly string[] };

/** SQL: these registrations. */
const among = (ids: readonly string[]) =>
  sql`${registrations.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** SQL: these registrations, in one of these states. */
const isAmong = (decided: Decided, from: readonly RegistrationState[]) =>
  and(
    typeof decided === "string"
      ? eq(registrations.id, decided)
      : and(
          decided.eventId === null ? undefined : eq(registrations.eventId, decided.eventId),
          among(decided.ids),
        ),
    inArray(registrations.state, [...from]),
  );

/**
 * An address is confirmed, or a host approves or adds a party: `going` where seats are free and no party waits that
 * fits, `requested` where a host approves first, else `waitlisted`. Refused where it is full without
 * a line, or not open; one of several then keeps its state. No row where the registration is in
 * another state by now. SQLite decides several in the order of their RSVPs, each after the triggers
 * of the one before (`overbookedStatement`).
 */
function decideStatement(
  deps: StatementDeps,
  decided: Decided,
  from: "unconfirmed" | "requested",
  changer: Changer,
) {
  const now = deps.clock.now();
  const isGuest = changer.as === "guest";
  const asksHost = isGuest ? sql`s.needs_approval` : sql`0`;
  // A host may answer after the closing time.
  const mayDecide = isGuest ? isOpen(now) : sql`(e.is_listed AND o.ends_at > ${now})`;
  const isLate = sql`o.starts_at - ${now} < ${OPEN_TO_ALL}`;
  const orStays = typeof decided === "string" ? sql`NULL` : registrations.state;
  return deps.db
    .update(registrations)
    .set({
      state: sql`coalesce((SELECT CASE WHEN NOT ${mayDecide} THEN NULL WHEN ${asksHost} THEN 'requested'
        WHEN ${fits("registrations")} AND (${isLate} OR NOT ${someoneWaits}) THEN 'going'
        WHEN s.has_waitlist THEN 'waitlisted' END FROM ${OF_SHOWING}), ${orStays})`,
      confirmedAt: sql`coalesce(${registrations.confirmedAt}, ${now})`,
      ...changed(deps, changer),
    })
    .where(isAmong(decided, [from]))
    .returning(moved);
}

/**
 * Guard of a batch that lets several parties come, at the same instant. It fails where they exceed
 * the places of a showing: a database may one day not decide them one after another.
 */
export const overbookedStatement = ({ db, clock }: StatementDeps, ids: readonly string[]) =>
  db
    .update(hostedShowings)
    .set({ eventId: sql`NULL` })
    .where(
      sql`taken > capacity AND ${hostedShowings.occ} IN (SELECT c.occ FROM json_each(${JSON.stringify(ids)}) CROSS JOIN registration_changes c
        WHERE c.registration_id = value AND c.changed_at = ${clock.now()} AND c.to_state = 'going')`,
    );

/** A guest confirms the address, or an account registers. */
export const confirmStatement = (deps: StatementDeps, decided: Decided) =>
  decideStatement(deps, decided, "unconfirmed", { as: "guest" });

/** Of several that were to be confirmed, those that were refused have no place in line. */
export const forgetRefusedStatement = ({ db }: StatementDeps, ids: readonly string[]) =>
  db
    .update(registrations)
    .set({ confirmedAt: null })
    .where(and(among(ids), eq(registrations.state, "unconfirmed")));

/** A host lets parties come. @param from `unconfirmed` for one that the host adds */
export const approveStatement = (
  deps: StatementDeps,
  decided: Decided,
  hostId: string,
  from: "unconfirmed" | "requested" = "requested",
) => decideStatement(deps, decided, from, { as: "host", by: hostId });

/** SQL: the seats that a waiting party would be offered now: all, or fewer where it takes fewer. */
const offeredSeats = (party: string) =>
  sql.raw(`CASE WHEN s.capacity IS NOT NULL AND ${party}.takes_fewer AND s.taken < s.capacity
    THEN min(${party}.seats, s.capacity - s.taken) ELSE ${party}.seats END`);

/** SQL: free seats are enough for a waiting party, or for a part of it that takes fewer. */
const mayBeOffered = (party: string) =>
  sql`(${fits(party)} OR ${sql.raw(`(${party}.takes_fewer AND ${party}.held_at IS NULL AND ${party}.level_id IS NULL AND s.taken < s.capacity)`)})`;

/** SQL: seats of a showing (rows `o`, `e` and `h`) are offered, and not yet open to all. */
export const takesOffers = (now: number) =>
  sql`(h.is_on AND e.is_listed AND e.lifecycle = 'scheduled' AND o.status IN ('scheduled', 'sold-out') AND o.starts_at - ${now} >= ${OPEN_TO_ALL})`;

/** SQL: waiting party `r` may be offered what is free without a host who picks it. */
export const isInTurn = sql`(${mayBeOffered("r")} AND NOT ${isHeldUp(sql`r.occ`, sql`r.held_at`)})`;

/** SQL: the seats that a host can offer to a registration now; null while its showing's are not offered. */
export const offerableSeats = (now: number) =>
  sql<
    number | null
  >`(SELECT CASE WHEN registrations.state <> 'waitlisted' OR NOT ${takesOffers(now)} THEN NULL
    WHEN ${mayBeOffered("registrations")} THEN ${offeredSeats("registrations")} ELSE 0 END FROM ${OF_SHOWING})`;

/**
 * Offers free seats to the first party in line that they are enough for, or to one that a host
 * picks. While a host holds them for a party, it is the first, and no smaller one passes it.
 * @param chosen by a host; null takes the order of the line
 */
export function offerStatement(
  deps: StatementDeps,
  occ: string,
  offerUntil: number,
  chosen: { id: string; hostId: string } | null = null,
) {
  const next = sql`(SELECT r.id FROM registrations r JOIN hosted_showings s ON s.occ = r.occ
    JOIN event_occurrences o ON o.event_id = s.event_id AND o.original_start = s.original_start
    JOIN events e ON e.id = s.event_id JOIN event_hosting h ON h.event_id = s.event_id
    WHERE r.occ = ${occ} AND r.state = 'waitlisted' AND ${takesOffers(deps.clock.now())}
      AND ${chosen ? sql`r.id = ${chosen.id} AND ${mayBeOffered("r")}` : isInTurn}
    ORDER BY r.confirmed_at, r.id LIMIT 1)`;
  return deps.db
    .update(registrations)
    .set({
      state: "offered",
      seats: sql`(SELECT ${offeredSeats("registrations")} FROM hosted_showings s WHERE s.occ = registrations.occ)`,
      offerUntil,
      ...changed(deps, chosen ? { as: "host", by: chosen.hostId } : { as: "system" }),
    })
    .where(and(eq(registrations.state, "waitlisted"), sql`${registrations.id} = ${next}`))
    .returning(moved);
}

/** A host holds the next free seats for a party in line, or no longer. */
export const holdStatement = ({ db, clock }: StatementDeps, id: string, holds: boolean) =>
  db
    .update(registrations)
    .set({ heldAt: holds ? sql`coalesce(${registrations.heldAt}, ${clock.now()})` : null })
    .where(isAmong(id, ["waitlisted"]))
    .returning(moved);

/** SQL: the showing still takes place. While staff look at a flagged event, what guests hold stays theirs. */
const takesPlace = (now: number) =>
  sql`EXISTS (SELECT 1 FROM ${OF_SHOWING} AND e.status IN ('approved', 'flagged') AND e.is_active AND e.deleted_at IS NULL
    AND e.lifecycle = 'scheduled' AND o.status IN ('scheduled', 'sold-out') AND o.ends_at > ${now})`;

/** A guest takes an offer in time, or fewer of its seats, which it holds already. */
export const acceptStatement = (deps: StatementDeps, id: string, seats: number) =>
  deps.db
    .update(registrations)
    .set({ state: "going", seats, offerUntil: null, ...changed(deps, { as: "guest" }) })
    .where(
      and(
        eq(registrations.id, id),
        eq(registrations.state, "offered"),
        sql`${registrations.offerUntil} > ${deps.clock.now()} AND ${seats} BETWEEN 1 AND ${registrations.seats}`,
        takesPlace(deps.clock.now()),
      ),
    )
    .returning(moved);

/** SQL: the showing is over: who had a place then stays among those who had. */
const isOverAt = (now: number) => sql`EXISTS (SELECT 1 FROM ${OF_SHOWING} AND o.ends_at <= ${now})`;

/**
 * Ends a registration, until its showing is over: a guest's cancellation, a host's refusal or removal. Old tickets end with it.
 * @param from the states that it may be in
 */
export const endStatement = (
  deps: StatementDeps,
  decided: Decided,
  to: "cancelled" | "declined" | "removed",
  changer: Changer,
  from: readonly RegistrationState[] = LIVE_STATES,
) =>
  deps.db
    .update(registrations)
    .set({
      state: to,
      offerUntil: null,
      serial: sql`${registrations.serial} + 1`,
      ...changed(deps, changer),
    })
    .where(and(isAmong(decided, from), not(isOverAt(deps.clock.now()))))
    .returning(moved);

/**
 * Changes the size of a party: a larger one needs the seats for it while it holds some, by the guard
 * of `confirmStatement`. Refused while the showing takes no RSVPs, where a host who approves parties
 * let in a smaller one, beyond its plus-ones, those with links of their own among them, or its free
 * seats; a place with a link of its own stays one.
 */
export function resizeStatement(
  deps: StatementDeps,
  id: string,
  seats: number,
  levelId: string | null,
) {
  const allowed = sql`(SELECT CASE WHEN ${seats} > registrations.seats AND (NOT ${isOpen(deps.clock.now())} OR registrations.brought_by IS NOT NULL
      OR s.needs_approval AND registrations.state IN ('going', 'waitlisted') OR s.max_plus_ones < ${seats} - 1
      + (SELECT count(*) FROM registrations x WHERE x.brought_by = registrations.id AND x.state IN ('offered', 'going'))) THEN NULL
    WHEN registrations.state = 'going' AND ${seats} > registrations.seats AND s.capacity IS NOT NULL
      AND (s.taken - registrations.seats + ${seats} > s.capacity
        OR o.starts_at - ${deps.clock.now()} >= ${OPEN_TO_ALL} AND ${isHeld(sql`s.occ`)}) THEN NULL
    WHEN registrations.state = 'going' AND ${levelId} IS NOT NULL AND EXISTS (SELECT 1 FROM hosting_levels l WHERE l.id = ${levelId}
      AND l.capacity < ${seats} + (SELECT coalesce(sum(x.seats), 0) FROM registrations x
        WHERE x.level_id = l.id AND x.occ = s.occ AND x.state IN ('offered', 'going') AND x.id <> registrations.id)) THEN NULL
    ELSE registrations.state END FROM ${OF_SHOWING})`;
  return deps.db
    .update(registrations)
    .set({
      state: allowed,
      seats,
      levelId,
      // The host held fewer seats, and decides again.
      heldAt: sql`iif(${seats} > ${registrations.seats}, NULL, ${registrations.heldAt})`,
      serial: sql`${registrations.serial} + 1`,
      ...changed(deps, { as: "guest" }),
    })
    .where(
      and(
        eq(registrations.id, id),
        sql`${registrations.state} IN (${list(["unconfirmed", "requested", "waitlisted", "going"])})`,
        sql`(${registrations.seats} <> ${seats} OR ${registrations.levelId} IS NOT ${levelId})`,
      ),
    )
    .returning(moved);
}

/** While a showing does not take place, its offers cannot be answered: each keeps so much time, ms. */
const KEPT_OPEN = HOUR;

/** Keeps offers open that their guests cannot take now, until the showing begins. */
export const keepOffersStatement = ({ db, clock }: StatementDeps) =>
  db
    .update(registrations)
    .set({ offerUntil: clock.now() + KEPT_OPEN })
    .where(
      and(
        eq(registrations.state, "offered"),
        // Not written each minute.
        lte(registrations.offerUntil, clock.now() + KEPT_OPEN / 2),
        sql`EXISTS (SELECT 1 FROM ${OF_SHOWING} AND o.starts_at > ${clock.now()}) AND NOT ${takesPlace(clock.now())}`,
      ),
    );

/** Offers that were not answered in time. */
export const lapseStatement = (deps: StatementDeps) =>
  deps.db
    .update(registrations)
    .set({
      state: "lapsed",
      offerUntil: null,
      serial: sql`${registrations.serial} + 1`,
      ...changed(deps, { as: "system" }),
    })
    .where(and(eq(registrations.state, "offered"), lte(registrations.offerUntil, deps.clock.now())))
    .returning(moved);

/** Addresses that were not confirmed in time. */
export const expireStatement = (deps: StatementDeps) =>
  deps.db
    .update(registrations)
    .set({ state: "expired", ...changed(deps, { as: "system" }) })
    .where(
      and(
        eq(registrations.state, "unconfirmed"),
        lte(registrations.createdAt, deps.clock.now() - CONFIRM_WITHIN),
      ),
    );

/** SQL: what the host wrote when the event was cancelled within the last hour. */
const cancelMessage = (now: number) => sql<string>`(SELECT nullif(p.message, '') FROM plan_changes p
  WHERE p.event_id = ${registrations.eventId} AND p.plan = 'cancel' AND p.undone_at IS NULL AND p.created_at > ${now - HOUR} ORDER BY p.created_at DESC LIMIT 1)`;

/** Ends all live registrations of showings that do not take place, by a condition on them. */
export const callOffStatement = (deps: StatementDeps, where: SQL) =>
  deps.db
    .update(registrations)
    .set({
      state: "cancelled",
      offerUntil: null,
      serial: sql`${registrations.serial} + 1`,
      ...changed(deps, { as: "system" }),
      changeReason: cancelMessage(deps.clock.now()),
    })
    .where(and(inArray(registrations.state, [...LIVE_STATES]), where));

/**
 * Shortly before the start a waiting party takes free seats that are open to everyone. Refused where
 * too few are free.
 */
export function takeFreeStatement(deps: StatementDeps, id: string, seats: number) {
  const now = deps.clock.now();
  return deps.db
    .update(registrations)
    .set({
      state: sql`(SELECT CASE WHEN ${isOpen(now)} AND o.starts_at - ${now} < ${OPEN_TO_ALL}
        AND (s.capacity IS NULL OR s.taken + ${seats} <= s.capacity) THEN 'going' END FROM ${OF_SHOWING})`,
      seats,
      ...changed(deps, { as: "guest" }),
    })
    .where(
      and(
        eq(registrations.id, id),
        eq(registrations.state, "waitlisted"),
        sql`${seats} BETWEEN 1 AND ${registrations.seats}`,
      ),
    )
    .returning(moved);
}
