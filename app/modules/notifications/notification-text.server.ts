import { type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { Reader } from "../../lib/dates/dates.server";
import { type ZonedReader, zonedStart } from "../events/present/event-times.server";
import type { FollowReason } from "./merged-lists.server";
import type { NotificationKind } from "./notification-kinds";
import type { NotificationRow } from "./queries.server";

/** Values that a notification's texts may use. */
interface Carried {
  title?: { en: string; fa: string | null };
  /** Of a decision as the moderator wrote it, of a source in both languages. */
  reason?: string | { en: string; fa: string };
  /** The changed parts of an event. */
  changed?: ("title" | "time" | "place")[];
  count?: number;
  city?: { en: string; fa: string | null } | null;
  startsAt?: number;
  /** The previous start of a changed event; `startsAt` is then the new one. */
  oldStartsAt?: number;
  timeZone?: string;
  allDay?: boolean;
  /** The organizer's message to savers. */
  message?: string;
  /** Original starts of the dates of a series that a change of plan is about. */
  occurrences?: readonly string[];
  /** The beginning of an announcement. */
  excerpt?: { en: string; fa: string | null };
  /** The author and text of a note. */
  author?: string;
  note?: string;
  /** The follow that matches a new event. */
  because?: FollowReason;
  /** The site whose picture could not be fetched. */
  host?: string;
}

/**
 * A notification in the reader's language. Times are in the event's city's zone, and in the
 * reader's if it differs.
 */
export function notificationText(
  { kind, values }: Pick<NotificationRow, "kind" | "values">,
  reader: ZonedReader,
) {
  const { locale } = reader;
  const t = translatorFor(locale);
  const carried = values as Carried;
  const { reason, changed, count, city, author, note, host } = carried;
  const textValues = {
    title: notificationTitle(carried, reader),
    reason: typeof reason === "object" ? localized(reason, locale) : (reason ?? ""),
    changes: listOf(
      locale,
      (changed ?? []).map((what) => t(`notifications:changed.${what}`)),
    ),
    count: count ?? 0,
    author: author ?? "",
    note: note ?? "",
    host: host ?? "",
    text: carried.excerpt ? localized(carried.excerpt, locale) : "",
    city: city ? localized(city, locale) : "",
    when: startOf(carried, carried.startsAt, reader),
  };
  return {
    title: t(`notifications:kind.${kind as NotificationKind}.title`, textValues),
    message: [
      t(`notifications:kind.${kind as NotificationKind}.message`, textValues),
      ...planSentences(kind, carried, reader, locale),
      ...(carried.because ? [becauseText(carried.because, locale)] : []),
    ].join(" "),
  };
}

/**
 * The title of the event; of a change of dates of a series, with the chosen date and the number of
 * others: "An evening of setar (Tuesday 24 November · 18:00 and 2 more dates)". In the event's
 * zone.
 */
export function notificationTitle(
  values: Pick<Carried, "title" | "occurrences" | "oldStartsAt" | "timeZone" | "allDay">,
  reader: Reader,
): string {
  const { locale, calendar } = reader;
  const { title, occurrences, oldStartsAt } = values;
  const text = title ? localized(title, locale) : "";
  if (occurrences === undefined || oldStartsAt === undefined) return text;
  const date = startOf(values, oldStartsAt, { locale, calendar, timeZone: null });
  const others = occurrences.length - 1;
  const t = translatorFor(locale);
  return t("notifications:plan.titleOfDate", {
    title: text,
    dates: others > 0 ? t("notifications:plan.dateAnd", { date, count: others }) : date,
  });
}

/** The reason for a follower's notification of a new event. */
export const becauseText = (because: FollowReason, locale: Locale): string =>
  translatorFor(locale)(`notifications:because.${because.kind}`, {
    name: localized(because, locale),
  });

function startOf(
  { timeZone, allDay = false, city }: Carried,
  at: number | undefined,
  reader: ZonedReader,
): string {
  if (at === undefined || timeZone === undefined) return "";
  return zonedStart(
    { at, timeZone, allDay, city: city ? { nameEn: city.en, nameFa: city.fa } : undefined },
    reader,
  );
}

/**
 * Sentences about a change of plan: the old time, the new one if any, and the organizer's message.
 */
function planSentences(
  kind: string,
  carried: Carried,
  reader: ZonedReader,
  locale: Locale,
): string[] {
  const t = translatorFor(locale);
  const { startsAt, oldStartsAt, message } = carried;
  // Of an edit only another start is said here; its sentence names the rest.
  if (oldStartsAt === undefined || (kind === "event-changed" && startsAt === oldStartsAt))
    return [];
  const times = {
    old: startOf(carried, oldStartsAt, reader),
    new: startOf(carried, startsAt, reader),
  };
  const sentence =
    startsAt !== oldStartsAt
      ? t("notifications:plan.moved", times)
      : kind === "event-reinstated"
        ? t("notifications:plan.starts", times)
        : t("notifications:plan.planned", times);
  return [sentence, ...(message ? [t("notifications:plan.quoted", { message })] : [])];
}
