import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { LIVE_STATES, registrations } from "../../../db/schema";
import { type Reader, readerOf } from "../../lib/dates/dates.server";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { SignedIn } from "../../lib/http/request-context";
import { networkOf } from "../identity/network";
import { countAttempt } from "../identity/sign-in/attempts.server";
import { enqueueMail } from "../mail/enqueue-mail.server";
import { mailboxOf } from "../mail/mail-budget.server";
import { registrationMail } from "../notifications/tell-guests.server";
import { insertSelect, runGuarded } from "../store/run-guarded.server";
import { answerStatements } from "./answers.server";
import type { RegistrationChange } from "./guest-commands.server";
import { refusalOf, refusalsOf, refused } from "./registration-refusals.server";
import { type Changer, confirmStatement, showingStatement } from "./registration-statements.server";
import { type HostedShowing, takesForms } from "./showings.server";
import { tellSoon } from "./tell-changes.server";

/** Mails with a link that one address causes in a day by the form, or by hosts who add it. */
export const MAILS_A_DAY = 3;
/** New registrations that one network makes in an hour. */
const OF_NETWORK = 20;
/** Live registrations of one address. */
const LIVE_AT_ONCE = 10;

/** A guest's form, checked. */
interface GuestForm extends RegistrationChange {
  /** As `normalizeEmail` gives it. */
  email: string;
  locale: "en" | "fa";
  calendar: "jalali" | "gregorian";
  /** SQL of where the guest came from (`firstSourceOf`); left out, that is unknown. */
  source?: SQL<string | null>;
}

const isLive = inArray(registrations.state, [...LIVE_STATES]);

/** The live registration of a mailbox for a showing. */
export const liveOf = ({ db }: Pick<Deps, "db">, occ: string, mailbox: string) =>
  db
    .select({ id: registrations.id, state: registrations.state })
    .from(registrations)
    .where(and(eq(registrations.occ, occ), eq(registrations.mailbox, mailbox), isLive))
    .get();

/** Statements that insert an unconfirmed registration with its answers. @param changer who makes it */
export function insertStatements(
  deps: Pick<Deps, "db" | "clock">,
  id: string,
  showing: HostedShowing,
  { email, answers, ...form }: Omit<GuestForm, "email"> & { email: string | null },
  userId: string | null,
  { as, by }: Changer = { as: "guest" },
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const { db, clock } = deps;
  const now = clock.now();
  const mailbox = email && mailboxOf(email);
  const row = {
    ...form,
    source: form.source ?? null,
    id,
    occ: showing.occ,
    eventId: showing.eventId,
    userId:
      userId ??
      sql`(SELECT u.id FROM users u WHERE u.email = ${email} AND u.email_verified_at IS NOT NULL AND u.deleted_at IS NULL)`,
    email,
    mailbox,
    state: "unconfirmed" as const,
    serial: 1,
    confirmedAt: null,
    offerUntil: null,
    heldAt: null,
    remindedAt: null,
    broughtBy: null,
    mutesMessages: false,
    changedAt: now,
    changedAs: as,
    changedBy: by ?? null,
    changeReason: null,
    createdAt: now,
  };
  const hasRoomLeft: SQL = sql`(SELECT count(*) FROM registrations x WHERE x.mailbox = ${mailbox}
    AND x.state IN ('unconfirmed', 'requested', 'waitlisted', 'offered', 'going')) < ${LIVE_AT_ONCE}`;
  return [
    showingStatement(deps, showing.eventId, showing.originalStart),
    insertSelect(db, registrations, row, sql`WHERE ${hasRoomLeft}`).onConflictDoNothing(),
    ...answerStatements(deps, id, answers),
  ];
}

/** Refuses a party that is larger than the showing takes. */
function assertSize({ maxPlusOnes }: HostedShowing, { seats }: GuestForm): void {
  if (seats < 1 || seats > maxPlusOnes + 1)
    throw new AppError("invalid", [{ path: "seats", message: "errors:issue.rsvpPlusOnes" }]);
}

/** Counts a form of an address and of a network. @throws AppError("too-many-requests") */
async function countForm(deps: Deps, mailbox: string, address: string): Promise<void> {
  await countAttempt(deps, [{ name: `rsvp ${networkOf(address)}`, limit: OF_NETWORK }], HOUR);
  await countAttempt(deps, [{ name: `rsvp ${mailbox}`, limit: MAILS_A_DAY }], DAY);
}

/**
 * Mails the link of an address's RSVP once more, whatever the showing takes. The same answer whether
 * it has one or not. @throws AppError("too-many-requests")
 */
export async function mailRegistrationLink(
  deps: Deps,
  { occ, eventId }: HostedShowing,
  { email, ...reader }: { email: string } & Reader,
  address: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  await countForm(deps, mailbox, address);
  const known = await liveOf(deps, occ, mailbox);
  if (!known || known.state === "unconfirmed") return;
  const of = { id: known.id, eventId, occ, to: email, userId: null, reader, isAnswer: false };
  const mail = await registrationMail(deps, "rsvpLink", of);
  await deps.db.batch([...mail.statements] as [(typeof mail.statements)[number]]);
  enqueueMail(deps, mail.id);
}

/**
 * Takes a guest's form without an account and mails the link that confirms it. The same answer
 * whether the address is known or not: one that has a registration gets its link, one that has too
 * many gets nothing.
 * @param address of the network that asks
 * @throws AppError("conflict") where the showing takes no RSVPs, AppError("too-many-requests")
 */
export async function registerGuest(
  deps: Deps,
  showing: HostedShowing,
  form: GuestForm,
  address: string,
): Promise<void> {
  const { db, ids } = deps;
  assertSize(showing, form);
  if (!takesForms(showing)) throw await refusalOf(deps, showing.occ);
  const mailbox = mailboxOf(form.email);
  await countForm(deps, mailbox, address);
  const known = await liveOf(deps, showing.occ, mailbox);
  const id = known?.id ?? ids.next();
  const { answers, email: _email, ...facts } = form;
  const isNew = !known || known.state === "unconfirmed";
  const mail = await registrationMail(deps, isNew ? "rsvpConfirm" : "rsvpLink", {
    id,
    eventId: showing.eventId,
    occ: showing.occ,
    to: form.email,
    userId: null,
    reader: readerOf(form.locale, form.calendar),
    isAnswer: false,
    when: sql`EXISTS (SELECT 1 FROM registrations x WHERE x.id = ${id})`,
  });
  // Until it is confirmed, the latest form counts; after that, the form changes nothing.
  const written: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] = !known
    ? insertStatements(deps, id, showing, form, null)
    : [
        db
          .update(registrations)
          .set(facts)
          .where(and(eq(registrations.id, id), eq(registrations.state, "unconfirmed"))),
        ...(isNew ? answerStatements(deps, id, answers) : []),
      ];
  await db.batch([...written, ...mail.statements]);
  enqueueMail(deps, mail.id);
}

/**
 * Registers an account, whose address is confirmed: its place is decided at once. A second press has
 * the answer of the first.
 * @returns the id of its registration
 * @throws AppError("forbidden") without a confirmed address; AppError("conflict") where the showing
 * takes none
 */
export async function registerAccount(
  deps: Deps,
  actor: SignedIn,
  showing: HostedShowing,
  form: Omit<GuestForm, "email">,
): Promise<string> {
  if (!actor.isVerified) throw new AppError("forbidden");
  const whole = { ...form, email: actor.email };
  assertSize(showing, whole);
  const mailbox = mailboxOf(actor.email);
  const known = await liveOf(deps, showing.occ, mailbox);
  if (known && known.state !== "unconfirmed") return known.id;
  const id = known?.id ?? deps.ids.next();
  const { answers, ...facts } = form;
  const written: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] = known
    ? [
        deps.db
          .update(registrations)
          .set({ ...facts, userId: actor.id })
          .where(and(eq(registrations.id, id), eq(registrations.state, "unconfirmed"))),
        ...answerStatements(deps, id, answers),
      ]
    : insertStatements(deps, id, showing, whole, actor.id);
  const answersOfBatch = await runGuarded(
    deps,
    [...written, confirmStatement(deps, id)] as const,
    refusalsOf(deps, showing.occ),
  );
  if ((answersOfBatch.at(-1) as unknown[]).length === 0) {
    const meanwhile = await liveOf(deps, showing.occ, mailbox);
    if (meanwhile) return meanwhile.id;
    throw refused("rsvpTooMany");
  }
  tellSoon(deps, [{ id, occ: showing.occ }]);
  return id;
}
