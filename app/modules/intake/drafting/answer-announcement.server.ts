import { mailLink } from "../../../i18n/addressed-language";
import { localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import {
  formatDate,
  formatTime,
  fromWallTime,
  inOtherCalendar,
} from "../../../lib/dates/dates.server";
import { paths } from "../../../lib/paths";
import { formatPrice } from "../../../lib/text/money";
import { type City, listCities } from "../../cities/queries.server";
import type { AnswerAnnouncement } from "../../messengers/answer-update.server";
import type { MessageLines } from "../../messengers/messengers";
import type { AnnouncedEvent } from "../entries/read-announcement-text";
import { announcedEvents } from "./read-announcement.server";

/** Events of an answer. */
const SHOWN = 5;
/** Longest address of a button that messengers take, characters. */
const ADDRESS_MAX = 2_000;

/**
 * What was read of an announcement that someone sends to a bot, and the way to the short form. A
 * question is one line; an announcement has several.
 */
export const answerAnnouncement: AnswerAnnouncement = async (deps, text, locale) => {
  if (!text.trim().includes("\n")) return null;
  const cities = await listCities(deps);
  const events = await announcedEvents(deps, text, null, deps.clock.now());
  if (events.length === 0) return null;
  const t = translatorFor(locale);
  const whole = mailLink(deps.siteUrl + paths.quickEvent({ text }), locale);
  const url =
    whole.length <= ADDRESS_MAX ? whole : mailLink(deps.siteUrl + paths.quickEvent(), locale);
  const lines: MessageLines = [
    [t("messengers:bot.announcement")],
    ...events.slice(0, SHOWN).flatMap((event) => [
      [],
      ...linesOf(
        event,
        cities.find(({ slug }) => slug === event.place.city),
        locale,
      ),
    ]),
    ...(events.length > SHOWN
      ? [[], [t("messengers:bot.more", { count: events.length - SHOWN })]]
      : []),
  ];
  return { lines, buttons: [[{ text: t("messengers:bot.form"), url }]] };
};

function linesOf(
  { title, times, place, price, findings }: AnnouncedEvent,
  city: City | undefined,
  locale: "en" | "fa",
): MessageLines {
  const t = translatorFor(locale);
  const reader = { locale, calendar: locale === "fa" ? "jalali" : "gregorian" } as const;
  const [first] = times.showings;
  const zone = city?.timeZone ?? "UTC";
  const at = first && fromWallTime(first.day, first.start ?? "12:00", zone);
  const when =
    at === undefined
      ? null
      : [
          formatDate(at, zone, reader),
          formatDate(at, zone, inOtherCalendar(reader), { weekday: false }),
          first?.start && formatTime(at, zone, locale),
          times.showings.length > 1 && t("messengers:bot.dates", { count: times.showings.length }),
        ]
          .filter(Boolean)
          .join(" · ");
  const where = [place.venue, city && localized({ en: city.nameEn, fa: city.nameFa }, locale)]
    .filter(Boolean)
    .join(locale === "fa" ? "، " : ", ");
  const label = formatPrice(price.free === true ? 0 : price.min, price.currency ?? "USD", locale);
  const doubts = [...new Set(findings.map(({ code }) => t(`ingestion:finding.${code}`)))];
  return [
    [{ bold: title ?? t("authoring:import.receipt.untitled") }],
    ...(when ? [[when]] : []),
    ...(where ? [[where]] : []),
    [
      label.kind === "price"
        ? label.text
        : t(label.kind === "free" ? "events:free" : "events:notStated"),
    ],
    ...doubts.map((doubt) => [`? ${doubt}`]),
  ];
}
