import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  ENDED_STATES,
  hostingLevels,
  hostingQuestions,
  type RegistrationState,
  registrationAnswers,
  registrationChanges,
  registrations,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { readDoorReport } from "./door/door-report.server";
import { assertHosts } from "./host-access.server";
import { isHeldUp, offerableSeats } from "./registration-statements.server";

/** Tabs of a guest list and the states in each; ended ones stay until retention. */
export const GUEST_TABS = {
  going: ["going", "offered"],
  requested: ["requested"],
  line: ["waitlisted"],
  unconfirmed: ["unconfirmed"],
  ended: ENDED_STATES,
} as const satisfies Record<string, readonly RegistrationState[]>;
export type GuestTab = keyof typeof GUEST_TABS;

/** Guests of a page: all of them can be chosen at once. */
export const GUESTS_SHOWN = 100;
/** Guests of an export. */
const EXPORTED = 10_000;

/** A filter of a guest list. */
export interface GuestQuery {
  tab: GuestTab;
  /** Key of a showing; null is all. */
  occ: string | null;
  /** Part of a name. */
  words: string;
  /** From 0. */
  page: number;
}

const seenBy = (eventId: string, { occ, words }: Pick<GuestQuery, "occ" | "words">): SQL[] => [
  eq(registrations.eventId, eventId),
  ...(occ === null ? [] : [eq(registrations.occ, occ)]),
  ...(words === "" ? [] : [sql`instr(lower(${registrations.name}), lower(${words})) > 0` as SQL]),
];

/** Columns that hosts see: the address only where its guest shares it. */
const seen = (now: number) => ({
  id: registrations.id,
  occ: registrations.occ,
  name: registrations.name,
  email: sql<string | null>`iif(${registrations.sharesEmail}, ${registrations.email}, NULL)`,
  hasEmail: sql<boolean>`(${registrations.email} IS NOT NULL)`.mapWith(Boolean),
  seats: registrations.seats,
  state: registrations.state,
  takesFewer: registrations.takesFewer,
  isHeld: sql<boolean>`(${registrations.heldAt} IS NOT NULL)`.mapWith(Boolean),
  isHeldUp:
    sql<boolean>`${isHeldUp(sql`${registrations.occ}`, sql`${registrations.heldAt}`)}`.mapWith(
      Boolean,
    ),
  broughtBy: registrations.broughtBy,
  offerUntil: registrations.offerUntil,
  confirmedAt: registrations.confirmedAt,
  changedAt: registrations.changedAt,
  reason: registrations.changeReason,
  /** Seats that its host can offer it now; null for one that is not in line, or where none are offered. */
  offerable: offerableSeats(now),
  level: { en: hostingLevels.nameEn, fa: hostingLevels.nameFa },
});

/** Places in the lines of these guests' showings, from 1. */
const placesOf = ({ db }: Pick<Deps, "db">, eventId: string, ids: string) =>
  db.all<{ id: string; place: number }>(sql`
    SELECT id, place FROM (SELECT id, row_number() OVER (PARTITION BY occ ORDER BY confirmed_at, id) AS place
      FROM registrations WHERE event_id = ${eventId} AND state = 'waitlisted')
    WHERE id IN (SELECT value FROM json_each(${ids}))`);

/** A registration as hosts see it. */
export type SeenGuest = Awaited<ReturnType<typeof readGuests>>[number];

async function readGuests(
  { db, clock }: Pick<Deps, "db" | "clock">,
  eventId: string,
  where: SQL | undefined,
  limit: number,
  offset: number,
) {
  const rows = await db
    .select(seen(clock.now()))
    .from(registrations)
    .leftJoin(hostingLevels, eq(hostingLevels.id, registrations.levelId))
    .where(where)
    .orderBy(asc(registrations.occ), asc(registrations.confirmedAt), asc(registrations.id))
    .limit(limit)
    .offset(offset);
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const isInLine = rows.some(({ state }) => state === "waitlisted");
  const places = new Map(
    (isInLine ? await placesOf({ db }, eventId, ids) : []).map(({ id, place }) => [id, place]),
  );
  const answers = await db
    .select({
      id: registrationAnswers.registrationId,
      answer: registrationAnswers.answer,
      question: hostingQuestions,
    })
    .from(registrationAnswers)
    .innerJoin(hostingQuestions, eq(hostingQuestions.id, registrationAnswers.questionId))
    .where(sql`${registrationAnswers.registrationId} IN (SELECT value FROM json_each(${ids}))`)
    .orderBy(asc(hostingQuestions.position));
  const byGuest = new Map<string, typeof answers>();
  for (const answer of answers) byGuest.set(answer.id, [...(byGuest.get(answer.id) ?? []), answer]);
  return rows.map((row) => ({
    ...row,
    /** Its place in the line of its showing, from 1. */
    place: places.get(row.id) ?? null,
    answers: byGuest.get(row.id) ?? [],
  }));
}

/** The guests of an event, a page of a tab, and the parties of each tab. No access check. */
async function listGuests(deps: Pick<Deps, "db" | "clock">, eventId: string, query: GuestQuery) {
  const filter = seenBy(eventId, query);
  const [guests, counted] = await Promise.all([
    readGuests(
      deps,
      eventId,
      and(...filter, inArray(registrations.state, [...GUEST_TABS[query.tab]])),
      GUESTS_SHOWN + 1,
      query.page * GUESTS_SHOWN,
    ),
    deps.db
      .select({ state: registrations.state, parties: sql<number>`count(*)` })
      .from(registrations)
      .where(and(...filter))
      .groupBy(registrations.state),
  ]);
  const partiesOf = (states: readonly RegistrationState[]) =>
    counted
      .filter(({ state }) => states.includes(state))
      .reduce((sum, { parties }) => sum + parties, 0);
  return {
    guests: guests.slice(0, GUESTS_SHOWN),
    hasMore: guests.length > GUESTS_SHOWN,
    counts: Object.fromEntries(
      Object.entries(GUEST_TABS).map(([tab, states]) => [tab, partiesOf(states)]),
    ) as Record<GuestTab, number>,
  };
}

/** The guest list, for the event's hosts. @throws AppError("not-found") for others */
export async function guestsForHost(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  eventId: string,
  query: GuestQuery,
) {
  await assertHosts(deps, actor, { kind: "event", id: eventId }, "guests");
  return listGuests(deps, eventId, query);
}

/**
 * A guest of an event with the changes of its RSVP, the latest first, for the event's hosts.
 * @throws AppError("not-found") for others, and for one that is not of the event
 */
export async function guestForHost(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  eventId: string,
  id: string,
) {
  await assertHosts(deps, actor, { kind: "event", id: eventId }, "guests");
  const of = and(eq(registrations.eventId, eventId), eq(registrations.id, id));
  const [[guest], history, brought] = await Promise.all([
    readGuests(deps, eventId, of, 1, 0),
    deps.db
      .select()
      .from(registrationChanges)
      .where(
        and(eq(registrationChanges.registrationId, id), eq(registrationChanges.eventId, eventId)),
      )
      .orderBy(desc(registrationChanges.id)),
    deps.db.get<{ name: string | null }>(
      sql`SELECT p.name AS name FROM registrations r JOIN registrations p ON p.id = r.brought_by WHERE r.id = ${id}`,
    ),
  ]);
  if (!guest) throw new AppError("not-found");
  return { guest, history, broughtBy: brought?.name ?? null };
}

/** The last change by which a host put a guest on the list by hand; null before. No access check. */
export const lastAdded = async ({ db }: Pick<Deps, "db">, eventId: string, hostId: string) =>
  (
    await db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM registration_changes
      WHERE event_id = ${eventId} AND changed_by = ${hostId} AND coalesce(from_state, 'unconfirmed') = 'unconfirmed'`)
  )?.id ?? null;

/** Characters of a reason for which staff open a guest list. */
export const READING_REASON = { min: 10, max: 300 } as const;

/**
 * The guest list, for staff who say why: the reason is in the audit log before they see a name.
 * @throws AppError("forbidden"), AppError("invalid") without a reason
 */
export async function guestsForStaff(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  reason: string,
  query: GuestQuery,
) {
  assertCan(actor, "event:manage-all");
  const said = reason.trim();
  if (said.length < READING_REASON.min || said.length > READING_REASON.max)
    throw new AppError("invalid", [
      { path: "reason", message: "errors:issue.readingReason", values: { ...READING_REASON } },
    ]);
  await auditEntry(deps, {
    actorId: actor.id,
    action: "event.guests-read",
    entity: "event",
    entityId: eventId,
    sessionId: actor.sessionId,
    metadata: { reason: said },
  });
  return listGuests(deps, eventId, query);
}

/**
 * All guests of an event for a file of its hosts, with how many came of each party. Audited.
 * @throws AppError("not-found")
 */
export async function exportGuests(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  format: "csv" | "json",
): Promise<(SeenGuest & { came: number })[]> {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "export");
  const [guests, { entries }] = await Promise.all([
    readGuests(
      deps,
      eventId,
      and(
        ...seenBy(eventId, { occ: null, words: "" }),
        sql`${registrations.state} <> 'unconfirmed'`,
      ),
      EXPORTED,
      0,
    ),
    readDoorReport(deps, eventId),
    auditEntry(deps, {
      actorId: host.id,
      action: "event.guests-exported",
      entity: "event",
      entityId: eventId,
      sessionId: host.sessionId,
      metadata: { format },
    }),
  ]);
  return guests.map((guest) => ({ ...guest, came: entries.get(guest.id)?.inside ?? 0 }));
}

/** A showing with its parties, as its hosts see it: past and cancelled ones too. */
export interface ShowingOfHost {
  originalStart: string;
  startsAt: number;
  endsAt: number;
  status: string;
  capacity: number | null;
  going: number;
  offered: number;
  requested: number;
  /** Parties in line, counted as guests are told its length. */
  waiting: number;
  /** Registrations of every state: those that ended have names too. */
  parties: number;
  erasedAt: number | null;
  /** Days from the end until names are erased. */
  keptDays: number;
}

/** Showings of a host's page: to come, and over. */
const SHOWINGS_SHOWN = { toCome: 60, over: 30 };
const SHOWN_AFTER = 30 * 24 * 60 * 60 * 1000;

/** The showings of an event from the last month on, with seats and waiting parties. No access check. */
export const showingsOfHost = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  eventId: string,
): Promise<ShowingOfHost[]> => {
  const now = clock.now();
  const read = (when: SQL, order: SQL, limit: number) => sql`SELECT * FROM (
    SELECT o.original_start AS originalStart, o.starts_at AS startsAt, o.ends_at AS endsAt, o.status AS status,
      iif(s.occ IS NULL, h.capacity, s.capacity) AS capacity, s.erased_at AS erasedAt, h.kept_days AS keptDays,
      coalesce(sum(iif(r.state = 'going', r.seats, 0)), 0) AS going, coalesce(sum(iif(r.state = 'offered', r.seats, 0)), 0) AS offered,
      coalesce(sum(iif(r.state = 'requested', r.seats, 0)), 0) AS requested, coalesce(sum(r.state = 'waitlisted'), 0) AS waiting,
      count(r.id) AS parties
    FROM event_hosting h CROSS JOIN event_occurrences o
      LEFT JOIN hosted_showings s ON s.event_id = o.event_id AND s.original_start = o.original_start
      LEFT JOIN registrations r ON r.occ = s.occ
    WHERE h.event_id = ${eventId} AND o.event_id = h.event_id AND ${when}
    GROUP BY o.original_start ORDER BY ${order} LIMIT ${limit})`;
  const over = sql`o.ends_at > ${now - SHOWN_AFTER} AND o.ends_at <= ${now}`;
  // Apart, so that what is over takes no room from what is to come.
  return db.all<ShowingOfHost>(sql`
    ${read(over, sql`o.starts_at DESC`, SHOWINGS_SHOWN.over)}
    UNION ALL ${read(sql`o.ends_at > ${now}`, sql`o.starts_at`, SHOWINGS_SHOWN.toCome)} ORDER BY startsAt`);
};
