import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { formatDate, formatTime, type Reader, readerOf } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { eventAt, notifiedEventValues } from "../events/present/notified-event.server";
import { enqueueNotifications } from "../jobs/queue.server";
import {
  type MailKind,
  mailStatement,
  mailsTogether,
  mailText,
  type OwnValues,
  registrationToken,
} from "../mail/enqueue-mail.server";
import { isUrgent } from "./choose-channels";
import type { DomainEventRow } from "./domain-events.server";

/** The position of a domain event while its guests are told: before the keys of all rules. */
export const GUESTS = "";

/** Mails to guests by the kind of the domain event that causes them. */
const GUEST_MAILS: Readonly<Record<string, MailKind>> = {
  "event-cancelled": "rsvpOff",
  "event-changed": "rsvpMoved",
  "event-moved": "rsvpMoved",
  "event-message": "rsvpMessage",
  "event-postponed": "rsvpPostponed",
  "event-reinstated": "rsvpReinstated",
};

/** The mail by which guests learn of a domain event; null where it is none of theirs. */
const guestMailOf = (
  notice: Pick<DomainEventRow, "kind" | "values" | "eventId">,
): MailKind | null =>
  notice.eventId !== null &&
  (notice.kind === "event-message"
    ? notice.values.to === "guests" || notice.values.to === "chosen"
    : isUrgent({ audience: "savers" }, notice))
    ? (GUEST_MAILS[notice.kind] ?? null)
    : null;

/** Which guests of an event are meant. */
interface GuestScope {
  eventId: string;
  /** Original starts of the dates; all without them. */
  occurrences?: readonly unknown[] | undefined;
  /** Registrations that a host chose for a message; all without them. */
  chosen?: readonly unknown[] | null | undefined;
  /** A message goes to those with a place who want messages, a change of plan to all who confirmed. */
  isMessage?: boolean;
}

/** SQL: of registrations `r`, those of the guests who are meant, of showings to come. */
const isMeant = ({ eventId, occurrences, chosen, isMessage }: GuestScope, now: number): SQL => {
  const start = sql`substr(r.occ, ${eventId.length + 2})`;
  return sql`r.event_id = ${eventId} AND r.email IS NOT NULL AND r.confirmed_at IS NOT NULL
    AND ${isMessage ? sql`r.state IN ('offered', 'going') AND r.mutes_messages = 0` : sql`r.state IN ('requested', 'waitlisted', 'offered', 'going')`}
    ${occurrences ? sql`AND ${start} IN (SELECT value FROM json_each(${JSON.stringify(occurrences)}))` : sql``}
    ${chosen ? sql`AND r.id IN (SELECT value FROM json_each(${JSON.stringify(chosen)}))` : sql``}
    AND NOT EXISTS (SELECT 1 FROM event_occurrences o WHERE o.event_id = r.event_id AND o.original_start = ${start} AND o.ends_at <= ${now})`;
};

/** How many guests a message or a change of plan reaches. */
export async function countGuests(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: GuestScope,
): Promise<number> {
  const found = await db.get<{ guests: number }>(
    sql`SELECT count(*) AS guests FROM registrations r WHERE ${isMeant(scope, clock.now())}`,
  );
  return found?.guests ?? 0;
}

interface ToldGuest {
  id: string;
  occ: string;
  email: string;
  userId: string | null;
  locale: "en" | "fa";
  calendar: "jalali" | "gregorian";
}

/** A page of the mails to guests, for one batch, and its cursor: null after the last. */
interface GuestPage {
  statements: readonly BatchItem<"sqlite">[];
  /** Guests whom its statements write to: one statement may write to several. */
  people: number;
  after: string | null;
  /** Once the batch is written. */
  dispatch(): void;
}

/**
 * The mails of a domain event to a page of guests, in the order of their ids. Keys make each one
 * mail, however often a page is tried.
 */
export async function guestPage(
  deps: Deps,
  domainEvent: Pick<DomainEventRow, "id" | "kind" | "values" | "eventId">,
  after: string,
  limit: number,
): Promise<GuestPage> {
  const { eventId, values } = domainEvent;
  const kind = guestMailOf(domainEvent);
  if (kind === null || eventId === null)
    return { statements: [], people: 0, after: null, dispatch() {} };
  const { occurrences, chosen, message } = values as {
    occurrences?: unknown[];
    chosen?: unknown[];
    message?: string;
  };
  const guests = await deps.db.all<ToldGuest>(sql`
    SELECT r.id, r.occ, r.email, r.user_id AS userId, r.locale, r.calendar FROM registrations r
    WHERE ${isMeant({ eventId, occurrences, chosen, isMessage: kind === "rsvpMessage" }, deps.clock.now())} AND r.id > ${after} ORDER BY r.id LIMIT ${limit}`);
  const showings = new Map<string, Awaited<ReturnType<typeof eventAt>>>();
  const mails: Awaited<ReturnType<typeof registrationMail>>[] = [];
  for (const { id, occ, email, userId, locale, calendar } of guests) {
    const about = showings.get(occ) ?? (await eventAt(deps, eventId, occ));
    showings.set(occ, about);
    mails.push(
      await registrationMail(deps, kind, {
        id,
        eventId,
        occ,
        to: email,
        userId,
        reader: readerOf(locale, calendar),
        isAnswer: true,
        ...(kind === "rsvpMessage" ? { message: String(message) } : { reason: message ?? null }),
        key: kind === "rsvpOff" ? calledOffKey(id) : `news:${domainEvent.id}:guest:${id}`,
        about,
      }),
    );
  }
  return {
    statements: mailsTogether(deps.db, mails),
    people: mails.length,
    after: guests.length < limit ? null : (guests.at(-1)?.id ?? null),
    dispatch: () => enqueueNotifications(deps, { mails: mails.map(({ id }) => id), pushes: [] }),
  };
}

/**
 * Which of these accounts have been mailed about a domain event as guests, so that those who saved
 * the event too get no second mail.
 */
export async function mailedAsGuests(
  { db }: Pick<Deps, "db">,
  { id, kind, values, eventId }: Pick<DomainEventRow, "id" | "kind" | "values" | "eventId">,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0 || guestMailOf({ kind, values, eventId }) === null) return new Set();
  const found = await db.all<{ userId: string }>(sql`
    SELECT DISTINCT r.user_id AS userId FROM json_each(${JSON.stringify(accounts)}) a CROSS JOIN registrations r
    WHERE r.user_id = a.value AND r.event_id = ${eventId} AND EXISTS (SELECT 1 FROM mails m
      WHERE m.idempotency_key IN ('news:' || ${id} || ':guest:' || r.id, ${calledOffKey("")} || r.id))`);
  return new Set(found.map(({ userId }) => userId));
}

/** The key of the mail that a showing does not take place: one, whichever of its causes is first. */
export const calledOffKey = (registrationId: string): string => `rsvp-off:${registrationId}`;

/** A mail about a registration. */
interface RegistrationMail {
  id: string;
  eventId: string;
  occ: string;
  to: string;
  userId: string | null;
  reader: Reader;
  /** Whether the address is confirmed. */
  isAnswer: boolean;
  seats?: number;
  until?: number | null;
  reason?: string | null;
  /** A host's message. */
  message?: string;
  when?: SQL;
  key?: string;
  /** Where its button leads; left out, the registration's link. */
  link?: string;
  /** The event of `occ`, where the caller has read it. */
  about?: EventAt;
}

type EventAt = Awaited<ReturnType<typeof eventAt>>;

/** The statements of a mail about a registration, in its guest's language and calendar. */
export async function registrationMail(
  deps: Pick<Deps, "db" | "ids" | "clock" | "memo" | "vault" | "siteUrl">,
  kind: MailKind,
  mail: RegistrationMail,
) {
  const { reader } = mail;
  const about = mail.about ?? (await eventAt(deps, mail.eventId, mail.occ));
  const { event } = about;
  const { title, when, venue, city: cityLabel } = notifiedEventValues(about, reader, deps.siteUrl);
  const values: OwnValues = {
    event: title,
    when,
    place: [venue, cityLabel].filter(Boolean).join(reader.locale === "fa" ? "، " : ", "),
    reason: mail.reason ? mailText(reader.locale)("mail:hostWrites", { text: mail.reason }) : "",
  };
  if (mail.message !== undefined) values.message = mail.message;
  if (mail.seats !== undefined)
    values.seats = mailText(reader.locale)("mail:seats", { count: mail.seats });
  if (mail.until)
    values.until = `${formatDate(mail.until, event.timeZone, reader, { year: false })}${reader.locale === "fa" ? "، ساعت " : ", "}${formatTime(mail.until, event.timeZone, reader.locale)}`;
  return mailStatement(deps, {
    kind,
    to: mail.to,
    userId: mail.userId,
    locale: reader.locale,
    link: deps.siteUrl + (mail.link ?? paths.rsvp(await registrationToken(deps, mail.id))),
    values,
    isSecret: true,
    isAnswer: mail.isAnswer,
    ...(mail.when && { when: mail.when }),
    ...(mail.key && { idempotencyKey: mail.key }),
  });
}
