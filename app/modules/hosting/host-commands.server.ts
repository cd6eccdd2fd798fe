import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditEntries, doorScans, LIVE_STATES, type RegistrationState } from "../../../db/schema";
import type { Reader } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry, auditWhere } from "../audit/audit-entry.server";
import { countAttempt } from "../identity/sign-in/attempts.server";
import { mailboxOf } from "../mail/mail-budget.server";
import { insertSelect, runGuarded } from "../store/run-guarded.server";
import { usedSeats } from "./door/scans.server";
import {
  getRegistration,
  isShowingOver,
  offerEndOf,
  promotionStatements,
} from "./guest-commands.server";
import { GUESTS_SHOWN } from "./guest-list.server";
import { assertHosts } from "./host-access.server";
import { insertStatements, liveOf, MAILS_A_DAY } from "./register.server";
import { refusalsOf, refused } from "./registration-refusals.server";
import {
  approveStatement,
  endStatement,
  holdStatement,
  offerStatement,
  overbookedStatement,
} from "./registration-statements.server";
import { getHostedShowing } from "./showings.server";
import { tellSoon } from "./tell-changes.server";

/**
 * What a host decides about a party: `offer` picks one out of the line, `hold` keeps the next free
 * seats for one until they are enough, `release` no longer.
 */
export const HOST_DECISIONS = ["approve", "decline", "remove", "offer", "hold", "release"] as const;
export type HostDecision = (typeof HOST_DECISIONS)[number];

/** The states that each decision is about. */
const DECIDED_IN: Readonly<Record<HostDecision, readonly RegistrationState[]>> = {
  approve: ["requested"],
  decline: ["requested"],
  remove: LIVE_STATES,
  offer: ["waitlisted"],
  hold: ["waitlisted"],
  release: ["waitlisted"],
};

/**
 * Decides about a registration as one of its event's hosts, audited.
 * @param reason the guest reads it
 * @throws AppError("conflict") where it is in another state by now, too few seats are free, or
 * its showing is over
 */
export async function decideGuest(
  deps: Deps,
  actor: Actor | null,
  id: string,
  decision: HostDecision,
  reason: string | null = null,
): Promise<void> {
  const row = await getRegistration(deps, id);
  const host = await assertHosts(deps, actor, { kind: "event", id: row.eventId }, "guests");
  if (await isShowingOver(deps, row.occ)) throw refused("rsvpOver");
  // A second press is no decision and leaves no entry in the audit log.
  if (!DECIDED_IN[decision].includes(row.state)) throw refused("rsvpDecided");
  const holds = decision === "hold";
  if ((holds || decision === "release") && holds === (row.heldAt !== null)) return;
  const changer = { as: "host", by: host.id, reason } as const;
  const until = decision === "offer" ? await offerEndOf(deps, row.occ) : 0;
  if (until === null) throw refused("rsvpOff");
  const statement = (): BatchItem<"sqlite"> => {
    if (decision === "approve") return approveStatement(deps, id, host.id);
    if (decision === "decline")
      return endStatement(deps, id, "declined", changer, DECIDED_IN.decline);
    if (decision === "remove") return endStatement(deps, id, "removed", changer);
    if (decision !== "offer") return holdStatement(deps, id, holds);
    return offerStatement(deps, row.occ, until, { id, hostId: host.id });
  };
  const [moved] = await runGuarded(
    deps,
    [
      statement(),
      ...(decision === "remove" ? await promotionStatements(deps, row.occ, row.seats) : []),
      auditEntry(deps, {
        actorId: host.id,
        action: "event.guest-decided",
        entity: "event",
        entityId: row.eventId,
        sessionId: host.sessionId,
        metadata: { registrationId: id, decision },
      }),
    ],
    refusalsOf(deps, row.occ),
  );
  if ((moved as unknown[]).length === 0)
    throw refused(decision === "offer" ? "rsvpSeats" : "rsvpDecided");
  tellSoon(deps, [row]);
}

/** What a host does to several parties at once: decisions that need no reason, and letting them in. */
export const HOST_BULK = ["approve", "decline", "check-in"] as const;
export type HostBulk = (typeof HOST_BULK)[number];
/**
 * Decides about several parties in one batch of as many statements as for one.
 * @returns how many it was done for; the others were in another state, or too few places are free
 * @throws AppError("invalid") for more than a page of the list has
 */
export async function decideGuests(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  ids: readonly string[],
  what: HostBulk,
): Promise<number> {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "guests");
  const chosen = [...new Set(ids)];
  if (chosen.length > GUESTS_SHOWN) throw new AppError("invalid");
  if (what === "check-in") return checkIn(deps, actor, eventId, chosen);
  const decided = { eventId, ids: chosen };
  const now = deps.clock.now();
  // The guard and the audit entries find the changes of this batch by their instant.
  const then = { db: deps.db, clock: { now: () => now } };
  const [rows] = await runGuarded(deps, [
    what === "approve"
      ? approveStatement(then, decided, host.id)
      : endStatement(then, decided, "declined", { as: "host", by: host.id }, DECIDED_IN.decline),
    overbookedStatement(then, chosen),
    // An entry for each that was decided about, and by this batch.
    insertSelect(
      deps.db,
      auditEntries,
      {
        id: sql`value ->> 0`,
        actorId: host.id,
        action: "event.guest-decided",
        entity: "event",
        entityId: eventId,
        metadata: sql`json_object('registrationId', c.registration_id, 'decision', ${what})`,
        severity: "info",
        source: "server",
        sessionId: host.sessionId,
        createdAt: now,
        sequence: null,
        previousHash: null,
        hash: null,
      },
      sql`FROM json_each(${JSON.stringify(chosen.map((id) => [deps.ids.next(), id]))}) CROSS JOIN registration_changes c
        WHERE c.registration_id = value ->> 1 AND c.from_state = 'requested' AND c.changed_at = ${now} AND c.changed_by = ${host.id}`,
    ),
  ]);
  const moved = rows.filter(({ state }) => state !== "requested");
  if (moved.length > 0) tellSoon(deps, moved);
  return moved.length;
}

/** Lets all of the parties in who are not inside yet, as a host without a phone at the door. */
async function checkIn(deps: Deps, actor: Actor | null, eventId: string, ids: readonly string[]) {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "door");
  const now = deps.clock.now();
  const rest = sql`r.seats - ${usedSeats}`;
  const scans = await insertSelect(
    deps.db,
    doorScans,
    {
      id: sql`value ->> 0`,
      eventId,
      occ: sql`r.occ`,
      registrationId: sql`r.id`,
      deviceId: null,
      userId: host.id,
      kind: "in",
      undoes: null,
      n: rest,
      seats: sql`r.seats`,
      at: now,
      receivedAt: now,
      isOffline: false,
      isOverride: false,
      flag: null,
    },
    sql`FROM json_each(${JSON.stringify(ids.map((id) => [deps.ids.next(), id]))}) CROSS JOIN registrations r
      WHERE r.id = value ->> 1 AND r.event_id = ${eventId} AND r.state = 'going' AND ${rest} > 0`,
  ).returning({ id: doorScans.id });
  return scans.length;
}

/** Addresses that a host may add in a day: each gets a mail. */
const ADDED_A_DAY = 100;

/** A party that a host adds by hand. */
export interface AddedGuest {
  occ: string;
  name: string;
  seats: number;
  /** As `normalizeEmail` gives it; null is without one: no mail, and no link. */
  email: string | null;
  levelId: string | null;
  /** In whose language and calendar it is written to: the host's, until the guest has one. */
  reader: Reader;
}

/**
 * Adds a party to a showing: going where it fits, else in line, by the guard that confirms guests. An
 * address that has an RSVP for the showing keeps that one, which is confirmed thereby, and the answer
 * is as if it were going.
 * @returns whether it waits in line
 * @throws AppError("conflict") where it is full without a line, or the address has too many RSVPs;
 * AppError("too-many-requests")
 */
export async function addGuest(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  { occ, reader, ...facts }: AddedGuest,
): Promise<boolean> {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "guests");
  const showing = await getHostedShowing(deps, occ);
  if (showing.eventId !== eventId) throw new AppError("not-found");
  const mailbox = facts.email && mailboxOf(facts.email);
  if (mailbox !== null) {
    const ofHost = { name: `rsvp-add ${host.id}`, limit: ADDED_A_DAY };
    await countAttempt(deps, [ofHost, { name: `rsvp ${mailbox}`, limit: MAILS_A_DAY }], DAY);
  }
  const findLive = async () => (mailbox === null ? undefined : liveOf(deps, occ, mailbox));
  const known = await findLive();
  if (known && known.state !== "unconfirmed") return false;
  const id = known?.id ?? deps.ids.next();
  const form = {
    ...facts,
    ...{ takesFewer: false, sharesEmail: false, sharesName: false, answers: new Map() },
    ...reader,
  };
  const approved = approveStatement(deps, id, host.id, "unconfirmed");
  const statements: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] = known
    ? [approved]
    : [...insertStatements(deps, id, showing, form, null, { as: "host", by: host.id }), approved];
  const done = await runGuarded(
    deps,
    [
      ...statements,
      auditWhere(
        deps,
        {
          actorId: host.id,
          action: "event.guest-added",
          entity: "event",
          entityId: eventId,
          sessionId: host.sessionId,
          metadata: { registrationId: id, seats: facts.seats, hasEmail: mailbox !== null },
        },
        sql`(SELECT 1 FROM registrations x WHERE x.id = ${id} AND x.changed_by = ${host.id})`,
      ),
    ],
    {
      ...refusalsOf(deps, occ),
      // No row: another request was first, or the address has as many as it may have.
      "audit_entries.entity": async () =>
        refused((await findLive()) ? "rsvpAgain" : "rsvpAddressFull", "email"),
    },
  );
  tellSoon(deps, [{ id, occ }]);
  const [party] = done[statements.length - 1] as { state: RegistrationState }[];
  return party?.state === "waitlisted";
}
