import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  inOtherCalendar,
  USUAL_ZONE,
} from "~/lib/dates/dates.server";
import { instantOf } from "~/lib/dates/written-times.server";
import type { WrittenText } from "~/lib/event/event-fields";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { currencyOf } from "~/lib/text/money";
import { IMPORT_NOTES, type ImportNote } from "~/modules/authoring/import-notes";
import { priceText } from "~/modules/events/present/price-facts.server";
import { DRAFTS_AT_ONCE } from "~/modules/intake/import/create-drafts.server";
import type { FoundDraft } from "~/modules/intake/import/draft-of-found.server";
import type { ImportMaterial } from "~/modules/intake/import/import-material.server";
import type { ImportReceipt, ReceiptEntry } from "~/modules/intake/import/read-receipt.server";
import { gradeOf, ISSUE_CODES } from "~/modules/intake/issue-table";
import { materialise, takesPlace } from "~/modules/schedule/expand-schedule.server";
import { formatSchedule } from "~/modules/schedule/format-schedule.server";

export type ReceiptView = ReturnType<typeof presentReceipt>;
export type MadeView = ReturnType<typeof presentMade>;
export type ReceiptRow = ReceiptView["rows"][number];

/** Dates of a series that are listed. */
const DATES = 40;
/** Between facts of a line. */
const DOT = " · ";

const inLanguage = ({ en, fa }: WrittenText, locale: Locale): string =>
  localized({ en: en ?? "", fa }, locale);

/**
 * What an import read, as a list to tick. @param taken the ticked ids of a rejected form; null ticks
 * all that were read, up to the most that one command makes
 */
export function presentReceipt(
  context: SignedInContext,
  { name }: ImportMaterial,
  { total, over, read, leftOut, unread, entries }: ImportReceipt,
  { once, packed, taken }: { once: string; packed: string; taken: ReadonlySet<unknown> | null },
) {
  const t = translatorFor(context.locale);
  const rows = entries.filter(({ reason }) => reason === null);
  const left = entries.filter(({ reason }) => reason !== null);
  const view = (entry: ReceiptEntry, index: number) => ({
    ...presentEntry(context, entry),
    isTaken: taken ? taken.has(entry.id) : entry.reason === null && index < DRAFTS_AT_ONCE,
  });
  return {
    name,
    once,
    packed,
    sum: t("authoring:import.receipt.sum", { total, over, read, leftOut }),
    unread:
      unread > 0
        ? t("authoring:import.receipt.unread", { read, total, unread })
        : rows.length > DRAFTS_AT_ONCE
          ? t("authoring:import.receipt.first", { max: DRAFTS_AT_ONCE })
          : null,
    rows: rows.map(view),
    left: left.map(view),
    leftOut: t("authoring:import.receipt.leftOut", { count: leftOut }),
    note: t("authoring:import.receipt.note", { max: DRAFTS_AT_ONCE }),
  };
}

function presentEntry(context: SignedInContext, entry: ReceiptEntry) {
  const { locale } = context;
  const t = translatorFor(locale);
  const { id, draft, reason, original } = entry;
  const title =
    (draft ? inLanguage(draft.input.title, locale) : entry.title) ||
    t("authoring:import.receipt.untitled");
  return {
    id,
    title,
    reason: reason && t(`ingestion:finding.${reason}`),
    original,
    canTake: draft !== null,
    ...(draft ? presentDraft(context, draft) : NOTHING),
  };
}

const NOTHING = {
  tile: null as { day: string; month: string } | null,
  facts: "",
  otherDate: "",
  dates: null as { count: string; sentence: string; list: string[]; more: string | null } | null,
  notes: [] as string[],
};

/** When and where the draft takes place, its price and what is doubtful about it. */
function presentDraft(context: SignedInContext, draft: FoundDraft): typeof NOTHING {
  const { deps, locale, calendar } = context;
  const t = translatorFor(locale);
  const { input, city } = draft;
  const zone = city?.timeZone ?? context.timeZone ?? USUAL_ZONE;
  const now = deps.clock.now();
  const { schedule } = input;
  const occurrences = schedule
    ? materialise(schedule, { eventId: "", timeZone: zone }, now).filter(takesPlace)
    : [];
  const start = input.startsAt === null ? null : instantOf(input.startsAt, zone);
  const at = occurrences[0]?.startsAt ?? start;
  const reader = { locale, calendar };
  const isAllDay = schedule ? schedule.allDay : input.allDay;
  const time = (instant: number) => (isAllDay ? "" : formatTime(instant, zone, locale));
  const line = (instant: number) =>
    [
      formatDate(instant, zone, reader, { year: false }),
      formatDate(instant, zone, inOtherCalendar(reader), { weekday: false, year: false }),
      time(instant),
    ]
      .filter(Boolean)
      .join(DOT);
  const parts = at === null ? null : dateParts(at, zone, reader);
  const venue = [
    inLanguage(input.venue, locale),
    city && localized({ en: city.nameEn, fa: city.nameFa }, locale),
  ]
    .filter(Boolean)
    .join(locale === "fa" ? "، " : ", ");
  const price =
    input.price === null
      ? ""
      : priceText(
          {
            price: input.price,
            currency: input.currency ?? (city ? currencyOf(city.countryCode) : "USD"),
          },
          locale,
        );
  return {
    tile: parts && { day: parts.day, month: parts.monthShort },
    facts: [
      at === null
        ? t("authoring:import.receipt.noDate")
        : [parts?.weekday, time(at)].filter(Boolean).join(" "),
      venue,
      price,
    ]
      .filter(Boolean)
      .join(DOT),
    otherDate:
      at === null
        ? ""
        : formatDate(at, zone, inOtherCalendar(reader), { weekday: false, year: false }),
    dates: schedule && {
      count: t("authoring:import.receipt.dates", { count: occurrences.length }),
      sentence: formatSchedule(schedule, { locale, calendar, timeZone: zone, now }),
      list: occurrences.slice(0, DATES).map(({ startsAt }) => line(startsAt)),
      more:
        occurrences.length > DATES
          ? t("authoring:import.receipt.moreDates", { count: occurrences.length - DATES })
          : null,
    },
    notes: notesOf(draft, locale),
  };
}

/** Notes that are no doubts: that dates were read, which the list shows, and that pictures stay behind. */
const PLAIN: readonly ImportNote[] = ["dates", "noPicture"];

/** What the author should look at. */
function notesOf({ notes }: FoundDraft, locale: Locale): string[] {
  const t = translatorFor(locale);
  return [
    ...ISSUE_CODES.filter((code) => notes.includes(code) && gradeOf(code) !== "note").map((code) =>
      t(`ingestion:finding.${code}`),
    ),
    ...IMPORT_NOTES.filter((note) => !PLAIN.includes(note) && notes.includes(note)).map((note) =>
      t(`authoring:import.note.${note}`, { when: "" }),
    ),
  ];
}

/** The drafts that were made, each with its doubts, which its form says again. */
export function presentMade(
  context: SignedInContext,
  drafts: readonly (FoundDraft & { id: string })[],
) {
  const t = translatorFor(context.locale);
  return {
    title: t("authoring:import.receipt.made", { count: drafts.length }),
    drafts: drafts.map(({ id, ...draft }) => ({
      id,
      href: paths.editEvent(id, { imported: draft.notes.join(".") || "all" }),
      title: inLanguage(draft.input.title, context.locale),
      notes: notesOf(draft, context.locale),
    })),
  };
}
