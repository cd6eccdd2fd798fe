import { eq, type SQL, sql } from "drizzle-orm";
import { eventOccurrences, events } from "../../../db/schema";
import { formatDate, formatTime, type Reader } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { citiesById } from "../cities/queries.server";
import { atOccurrence } from "../events/event-occurrences.server";
import { notifiedEventValues } from "../events/present/notified-event.server";
import { mailStatement } from "../mail/enqueue-mail.server";
import { registrationToken } from "../mail/mail-links.server";
import { type MailKind, mailText, type OwnValues } from "../mail/render-mail.server";

/** The key of the mail that a showing does not take place: one, whichever of its causes is first. */
export const calledOffKey = (registrationId: string): string => `rsvp-off:${registrationId}`;

/** A mail about a registration. */
export interface RegistrationMail {
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

/** An event as it is on the date of a showing, with its city. */
export async function eventAt(deps: Pick<Deps, "db" | "memo">, eventId: string, occ: string) {
  const found = await deps.db
    .select({ event: events, occurrence: eventOccurrences })
    .from(events)
    .leftJoin(
      eventOccurrences,
      sql`${eventOccurrences.eventId} = ${events.id} AND ${eventOccurrences.originalStart} = ${occ.slice(eventId.length + 1)}`,
    )
    .where(eq(events.id, eventId))
    .get();
  if (!found) throw new AppError("not-found");
  const { event, occurrence } = found;
  const city = (await citiesById(deps)).get(event.cityId);
  return { event: occurrence ? atOccurrence(event, occurrence) : event, city };
}

/** The statements of a mail about a registration, in its guest's language and calendar. */
export async function registrationMail(
  deps: Pick<Deps, "db" | "ids" | "clock" | "memo" | "vault" | "siteUrl">,
  kind: MailKind,
  mail: RegistrationMail,
) {
  const { reader } = mail;
  const { event, city } = mail.about ?? (await eventAt(deps, mail.eventId, mail.occ));
  const {
    title,
    when,
    venue,
    city: cityLabel,
  } = notifiedEventValues({ event, city }, reader, deps.siteUrl);
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
