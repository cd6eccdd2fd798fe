import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import {
  ERASED_GUEST,
  eventOccurrences,
  events,
  registrationAnswers,
  registrationChanges,
  registrations,
} from "../../../db/schema";
import { offsetAt } from "../../lib/dates/dates.server";
import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { runGuarded } from "../store/run-guarded.server";
import { answerStatements } from "./answers.server";
import { confirmTogether } from "./confirm-together.server";
import { offerEnd, refusalOf, refusalsOf, refused } from "./registration-refusals.server";
import {
  acceptStatement,
  confirmStatement,
  endStatement,
  offerStatement,
  readShowingKey,
  resizeStatement,
  takeFreeStatement,
} from "./registration-statements.server";
import { getHostedShowing } from "./showings.server";
import { tellSoon } from "./tell-changes.server";

type RegistrationRow = typeof registrations.$inferSelect;

/** Offers that one change makes at most; the cron of the minute makes the others. */
const OFFERS_AT_ONCE = 6;

/** A registration. @throws AppError("not-found") */
export async function getRegistration(
  { db }: Pick<Deps, "db">,
  id: string,
): Promise<RegistrationRow> {
  const row = await db.select().from(registrations).where(eq(registrations.id, id)).get();
  if (!row) throw new AppError("not-found");
  return row;
}

/** When a showing is. */
function timesOf({ db }: Pick<Deps, "db">, occ: string) {
  const { eventId, originalStart } = readShowingKey(occ);
  const { startsAt, endsAt } = eventOccurrences;
  return db
    .select({ startsAt, endsAt, timeZone: events.timeZone })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(
      and(eq(eventOccurrences.eventId, eventId), eq(eventOccurrences.originalStart, originalStart)),
    )
    .get();
}

/** Whether a showing is over: who had a place then stays among those who had. */
export async function isShowingOver(
  deps: Pick<Deps, "db" | "clock">,
  occ: string,
): Promise<boolean> {
  const showing = await timesOf(deps, occ);
  return showing !== undefined && showing.endsAt <= deps.clock.now();
}

/** A registration that still changes. @throws AppError("conflict") once its showing is over */
export async function getCurrent(
  deps: Pick<Deps, "db" | "clock">,
  id: string,
): Promise<RegistrationRow> {
  const row = await getRegistration(deps, id);
  if (await isShowingOver(deps, row.occ)) throw refused("rsvpOver");
  return row;
}

/** When an offer of a showing's seats made now would end; null shortly before the start. */
export async function offerEndOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  occ: string,
): Promise<number | null> {
  const showing = await timesOf({ db }, occ);
  if (!showing) return null;
  const { startsAt, timeZone } = showing;
  return offerEnd(
    clock.now(),
    startsAt,
    (at) => ((((at + offsetAt(at, timeZone)) / HOUR) % 24) + 24) % 24,
  );
}

/** Statements that offer seats which come free to those in line. @param seats that come free */
export async function promotionStatements(
  deps: Pick<Deps, "db" | "clock">,
  occ: string,
  seats: number,
): Promise<BatchItem<"sqlite">[]> {
  const until = await offerEndOf(deps, occ);
  if (until === null) return [];
  return Array.from({ length: Math.min(seats, OFFERS_AT_ONCE) }, () =>
    offerStatement(deps, occ, until),
  );
}

/** Runs a batch whose first statement moves a registration, and sends the mails of the change. */
async function move(
  deps: Deps,
  row: Pick<RegistrationRow, "id" | "occ">,
  first: BatchItem<"sqlite">,
  rest: readonly BatchItem<"sqlite">[] = [],
): Promise<boolean> {
  const [moved] = await runGuarded(deps, [first, ...rest], refusalsOf(deps, row.occ));
  tellSoon(deps, [row]);
  return (moved as unknown[]).length > 0;
}

/**
 * Confirms a registration. Idempotent for one that is confirmed. Many at the same time ask the
 * database once (`confirmTogether`).
 * @param isAlone whether its reader's next request has to find what this one wrote
 * @throws AppError("conflict") where the showing takes no more, or the registration has ended
 */
export async function confirmRegistration(deps: Deps, id: string, isAlone = false): Promise<void> {
  const together = isAlone ? undefined : await confirmTogether(deps, id);
  if (together?.state === "unconfirmed") throw await refusalOf(deps, together.occ);
  if (together) return;
  const row = await getRegistration(deps, id);
  if (together === undefined && (await move(deps, row, confirmStatement(deps, id)))) return;
  const { name, confirmedAt } = together === undefined ? await getRegistration(deps, id) : row;
  if (name === null) throw new AppError("not-found");
  if (confirmedAt === null) throw refused("rsvpEnded");
}

/**
 * Takes an offer, or fewer of its seats; shortly before the start also free seats that are open to
 * everyone. Idempotent. @throws AppError("conflict") once it has ended, or the showing does not take place
 */
export async function acceptOffer(deps: Deps, id: string, seats: number): Promise<void> {
  const row = await getRegistration(deps, id);
  const taken =
    row.state === "waitlisted"
      ? takeFreeStatement(deps, id, seats)
      : acceptStatement(deps, id, seats);
  const spare = row.state === "offered" ? row.seats - seats : 0;
  const next = spare > 0 ? await promotionStatements(deps, row.occ, spare) : [];
  if (await move(deps, row, taken, next)) return;
  const { state, offerUntil } = await getRegistration(deps, id);
  if (state === "going") return;
  if (state !== "offered" && state !== "lapsed") throw refused("rsvpEnded");
  const isInTime = state === "offered" && (offerUntil ?? 0) > deps.clock.now();
  throw isInTime ? await refusalOf(deps, row.occ) : refused("rsvpLate");
}

/**
 * Ends a registration by its guest, and offers its seats. Idempotent. @throws AppError("conflict")
 * once the showing is over
 */
export async function cancelRegistration(deps: Deps, id: string): Promise<void> {
  const row = await getCurrent(deps, id);
  await move(
    deps,
    row,
    endStatement(deps, id, "cancelled", { as: "guest" }),
    await promotionStatements(deps, row.occ, row.seats),
  );
}

/** Whether a host has decided about a party of this size, where hosts decide. */
export const isDecided = ({ state }: Pick<RegistrationRow, "state">): boolean =>
  state === "going" || state === "waitlisted";

/** What a guest may change of a registration. */
export interface RegistrationChange {
  name: string;
  seats: number;
  levelId: string | null;
  takesFewer: boolean;
  sharesEmail: boolean;
  sharesName: boolean;
  /** By question. */
  answers: ReadonlyMap<string, string>;
}

/**
 * Changes a live registration. @throws AppError("conflict") where a larger party does not fit or a
 * host decides about parties, or it has ended or holds an offer, or the showing is over
 */
export async function changeRegistration(
  deps: Deps,
  id: string,
  { seats, levelId, answers, ...facts }: RegistrationChange,
): Promise<void> {
  const row = await getCurrent(deps, id);
  if (!["unconfirmed", "requested", "waitlisted", "going"].includes(row.state))
    throw refused("rsvpEnded");
  if (seats > row.seats && isDecided(row) && (await getHostedShowing(deps, row.occ)).needsApproval)
    throw refused("rsvpApproved", "seats");
  await move(deps, row, resizeStatement(deps, id, seats, levelId), [
    deps.db
      .update(registrations)
      .set(facts)
      .where(and(eq(registrations.id, id), sql`${registrations.name} IS NOT NULL`)),
    ...answerStatements(deps, id, answers),
    ...(seats < row.seats ? await promotionStatements(deps, row.occ, row.seats - seats) : []),
  ]);
}

/** Switches the host's messages off or on for a guest; changes of plan come all the same. */
export async function muteMessages(
  { db }: Pick<Deps, "db">,
  id: string,
  mutesMessages: boolean,
): Promise<void> {
  await db.update(registrations).set({ mutesMessages }).where(eq(registrations.id, id));
}

/**
 * Erases all that tells the person, and ends the registration, at the guest's wish. After the
 * showing the numbers stay as they are.
 */
export async function eraseRegistration(deps: Deps, id: string): Promise<void> {
  const row = await getRegistration(deps, id);
  if (await isShowingOver(deps, row.occ)) {
    await deps.db.batch(eraseStatements(deps, id));
    return;
  }
  await move(deps, row, endStatement(deps, id, "cancelled", { as: "guest" }), [
    ...(await promotionStatements(deps, row.occ, row.seats)),
    ...eraseStatements(deps, id),
  ]);
}

/** Statements that erase a guest's data, answers and the reasons written to them. */
const eraseStatements = ({ db }: Pick<Deps, "db">, id: string) =>
  [
    db
      .update(registrations)
      .set({ ...ERASED_GUEST, changeReason: null })
      .where(eq(registrations.id, id)),
    db.delete(registrationAnswers).where(eq(registrationAnswers.registrationId, id)),
    db
      .update(registrationChanges)
      .set({ reason: null })
      .where(eq(registrationChanges.registrationId, id)),
  ] as const;
