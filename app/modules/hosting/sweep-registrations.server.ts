import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { hostedShowings, registrations } from "../../../db/schema";
import { readerOf } from "../../lib/dates/dates.server";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { isolateFailures } from "../../lib/http/isolate-failures";
import { hasAllowance } from "../../lib/runtime/allowance";
import { describeError, log } from "../../lib/runtime/log";
import { enqueueMail } from "../mail/enqueue-mail.server";
import { registrationMail } from "../notifications/tell-guests.server";
import { offerEndOf } from "./guest-commands.server";
import {
  callOffStatement,
  expireStatement,
  isInTurn,
  keepOffersStatement,
  lapseStatement,
  OPEN_TO_ALL,
  offerStatement,
  takesOffers,
} from "./registration-statements.server";
import { tellChanges } from "./tell-changes.server";

/** Showings and offers, reminders and rounds of mails in a run; the next minute takes the rest. */
const SHOWINGS = 100;
const OFFERS = 20;
/** Mails of one batch: each reads its event. */
const MAILS_AT_ONCE = 10;
const REMINDERS = 100;
const ROUNDS = 6;

/**
 * SQL: showings that do not take place any more, so that their registrations end. A cancellation that
 * can still be undone ends none, and what has taken place stays.
 */
const calledOff = (
  now: number,
) => sql`registrations.occ IN (SELECT s.occ FROM hosted_showings s JOIN events e ON e.id = s.event_id
  LEFT JOIN event_occurrences o ON o.event_id = s.event_id AND o.original_start = s.original_start
  WHERE s.erased_at IS NULL AND coalesce(o.ends_at > ${now}, 1) AND (o.status IS NULL OR o.status = 'cancelled' OR e.lifecycle = 'cancelled' OR e.status = 'rejected' OR e.deleted_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM plan_changes p WHERE p.event_id = s.event_id AND p.undone_at IS NULL AND p.due_at > ${now})
    AND EXISTS (SELECT 1 FROM registrations r WHERE r.occ = s.occ AND r.state IN ('unconfirmed', 'requested', 'waitlisted', 'offered', 'going')))`;

/** Works on rows one by one: one that fails is logged and holds up no other. */
const forEach = <Row extends { occ: string; id?: string }>(
  deps: Deps,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
) =>
  isolateFailures(
    rows,
    async (part) => {
      for (const row of part) await work(row);
    },
    async ({ occ, id = null }, error) =>
      log("error", "rsvp.sweep-failed", { occ, id, ...describeError(error) }),
    { atOnce: 1, isEnough: () => !hasAllowance(deps) },
  );

/** Offers the free seats of showings where parties wait. */
async function promote(deps: Deps): Promise<number> {
  const found = await deps.db.all<{ occ: string }>(sql`
    SELECT s.occ FROM hosted_showings s JOIN event_occurrences o ON o.event_id = s.event_id AND o.original_start = s.original_start
      JOIN events e ON e.id = s.event_id JOIN event_hosting h ON h.event_id = s.event_id
    WHERE s.erased_at IS NULL AND (s.capacity IS NULL OR s.taken < s.capacity) AND ${takesOffers(deps.clock.now())}
      AND EXISTS (SELECT 1 FROM registrations r WHERE r.occ = s.occ AND r.state = 'waitlisted' AND ${isInTurn}) LIMIT ${SHOWINGS}`);
  let offered = 0;
  await forEach(deps, found, async ({ occ }) => {
    const until = await offerEndOf(deps, occ);
    for (let at = 0; until !== null && at < OFFERS && hasAllowance(deps); at += 1) {
      if ((await offerStatement(deps, occ, until)).length === 0) break;
      offered += 1;
    }
  });
  return offered;
}

/** The mail of the clock to a registration. */
const mailOf = (
  deps: Deps,
  kind: "rsvpOpenToAll" | "rsvpReminder",
  row: typeof registrations.$inferSelect & { email: string },
) =>
  registrationMail(deps, kind, {
    id: row.id,
    eventId: row.eventId,
    occ: row.occ,
    to: row.email,
    userId: row.userId,
    reader: readerOf(row.locale, row.calendar),
    isAnswer: true,
    seats: row.seats,
    key: `${kind}:${row.id}`,
  });

/** Shortly before the start: free seats are open to everyone, and those in line hear it once. */
async function openToAll(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const found = await deps.db.all<{ occ: string }>(sql`
    SELECT s.occ FROM event_occurrences o CROSS JOIN events e ON e.id = o.event_id
      CROSS JOIN hosted_showings s ON s.event_id = o.event_id AND s.original_start = o.original_start
    WHERE o.is_over = 0 AND o.starts_at > ${now} AND o.starts_at < ${now + OPEN_TO_ALL} AND o.status = 'scheduled'
      AND e.is_listed AND e.lifecycle = 'scheduled' AND s.opened_to_all_at IS NULL AND s.taken < s.capacity LIMIT ${SHOWINGS}`);
  await forEach(deps, found, async ({ occ }) => {
    while (hasAllowance(deps) && (await tellLine(deps, occ)));
  });
}

/** Tells some of a showing's line that it is open to all. @returns whether others wait to be told */
async function tellLine(deps: Deps, occ: string): Promise<boolean> {
  const { db } = deps;
  const rows = await db
    .select()
    .from(registrations)
    .where(
      and(
        eq(registrations.occ, occ),
        eq(registrations.state, "waitlisted"),
        isNotNull(registrations.email),
        sql`NOT EXISTS (SELECT 1 FROM mails WHERE mails.idempotency_key = 'rsvpOpenToAll:' || ${registrations.id})`,
      ),
    )
    .limit(MAILS_AT_ONCE);
  let isAnyTold = false;
  const reached = new Set<string>();
  await forEach(deps, rows, async ({ email, ...row }) => {
    reached.add(row.id);
    if (!email) return;
    const mail = await mailOf(deps, "rsvpOpenToAll", { ...row, email });
    await db.batch([...mail.statements] as [(typeof mail.statements)[number]]);
    enqueueMail(deps, mail.id);
    isAnyTold = true;
  });
  if (rows.length === MAILS_AT_ONCE) return isAnyTold;
  // The run has no more time: the next minute tells the others.
  if (reached.size < rows.length) return false;
  await db
    .update(hostedShowings)
    .set({ openedToAllAt: deps.clock.now() })
    .where(and(eq(hostedShowings.occ, occ), isNull(hostedShowings.openedToAllAt)));
  return false;
}

/** A day before: the ticket, and a way to free the seats. Not to those who have just registered. */
async function remind(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const due = await db.all<{ id: string; occ: string }>(sql`
    SELECT r.id AS id, r.occ AS occ FROM event_occurrences o CROSS JOIN events e ON e.id = o.event_id
      CROSS JOIN registrations r ON r.occ = o.event_id || '/' || o.original_start
    WHERE o.is_over = 0 AND o.starts_at > ${now + HOUR} AND o.starts_at <= ${now + DAY} AND o.status IN ('scheduled', 'sold-out')
      AND e.is_listed AND e.lifecycle = 'scheduled' AND r.state = 'going' AND r.reminded_at IS NULL
      AND r.confirmed_at < o.starts_at - ${DAY} AND r.email IS NOT NULL LIMIT ${REMINDERS}`);
  await forEach(deps, due, async ({ id }) => {
    const row = await db.select().from(registrations).where(eq(registrations.id, id)).get();
    if (!row?.email) return;
    const mail = await mailOf(deps, "rsvpReminder", { ...row, email: row.email });
    await db.batch([
      db.update(registrations).set({ remindedAt: now }).where(eq(registrations.id, id)),
      ...mail.statements,
    ]);
    enqueueMail(deps, mail.id);
  });
}

/**
 * Each minute: ends what was not confirmed or answered in time and what does not take place, offers
 * free seats to those in line, reminds guests, and writes the mails of all changes.
 */
export async function sweepRegistrations(deps: Deps): Promise<{ offered: number; told: number }> {
  await deps.db.batch([
    expireStatement(deps),
    keepOffersStatement(deps),
    lapseStatement(deps),
    callOffStatement(deps, calledOff(deps.clock.now())),
  ]);
  const offered = await promote(deps);
  await openToAll(deps);
  await remind(deps);
  let told = 0;
  let after: number | null = 0;
  for (let round = 0; round < ROUNDS && after !== null; round += 1) {
    const run = await tellChanges(deps, { after });
    told += run.told;
    after = run.last;
  }
  return { offered, told };
}
