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
import { takesPlace } from "~/lib/event/schedule";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { currencyOf, formatNumber } from "~/lib/text/money";
import { IMPORT_NOTES } from "~/modules/authoring/import-notes";
import { priceText } from "~/modules/events/present/event-facts.server";
import { DRAFTS_AT_ONCE } from "~/modules/intake/import/create-drafts.server";
import type { FoundDraft } from "~/modules/intake/import/draft-of-found.server";
import type { ImportMaterial } from "~/modules/intake/import/import-material.server";
import { markOriginal } from "~/modules/intake/import/mark-original";
import {
  doubtsIn,
  type ImportReceipt,
  type ReceiptEntry,
} from "~/modules/intake/import/read-receipt.server";
import { secondReading } from "~/modules/intake/import/second-reading.server";
import { ISSUE_CODES } from "~/modules/intake/issue-table";
import { materialise } from "~/modules/schedule/expand-schedule.server";
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
 * What an import read, as a list to tick: all that were read, up to the most that one command
 * makes.
 */
export function presentReceipt(
  context: SignedInContext,
  { name, kind }: ImportMaterial,
  { total, over, read, altered, leftOut, unread, entries }: ImportReceipt,
  id: string,
) {
  const { locale } = context;
  const t = translatorFor(locale);
  const rows = entries.filter(({ reason }) => reason === null);
  const left = entries.filter(({ reason }) => reason !== null);
  const view = (entry: ReceiptEntry, index: number) => ({
    ...presentEntry(context, entry),
    isTaken: entry.reason === null && index < DRAFTS_AT_ONCE,
  });
  const line = (
    label: "total" | "over" | "unread" | "leftOut" | "read" | "altered",
    count: number,
    sign = "",
  ) => ({
    name: label,
    label: t(`authoring:import.receipt.line.${label}`),
    value: `${sign}${formatNumber(count, locale)}`,
  });
  return {
    id,
    name,
    title: t(kind === "post" ? "authoring:import.receipt.post" : "authoring:import.receipt.title"),
    sum: t("authoring:import.receipt.sum", { total, over, read, leftOut }),
    till: [
      line("total", total),
      ...(over > 0 ? [line("over", over, "−")] : []),
      ...(unread > 0 ? [line("unread", unread, "−")] : []),
      ...(leftOut > 0 ? [line("leftOut", leftOut, "−")] : []),
      line("read", read),
      ...(altered > 0 ? [line("altered", altered)] : []),
    ],
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
  const shown = draft ? presentDraft(context, draft) : NOTHING;
  return {
    id,
    title,
    reason: reason && t(`ingestion:finding.${reason}`),
    original: markOriginal(original, reason ? [reason] : (draft?.notes ?? [])),
    canTake: draft !== null,
    ...shown,
    doubts: shown.notes
      .filter(({ code }) => code !== reason)
      .map(({ code, text }) => ({
        answer: answerOf(id, code),
        name: `${READING}${answerOf(id, code)}`,
        text,
        readings: draft ? readingsOf(context, draft, code) : [],
      })),
  };
}

/** Both ways to read what is doubtful, in the words of the form; none where a tap cannot tell. */
function readingsOf(context: SignedInContext, draft: FoundDraft, code: string) {
  const other = secondReading(draft, code);
  if (other === null) return [];
  const { locale } = context;
  return [draft.input, other].map((input, index) => {
    const at = instantOf(input.startsAt ?? "", draft.city?.timeZone ?? USUAL_ZONE);
    const label =
      code === "unit-unclear"
        ? priceText({ price: input.price, currency: input.currency ?? "IRR" }, locale)
        : momentText(context, draft, at ?? 0);
    return { value: String(index), label };
  });
}

/** A day, its other calendar and the hour. */
function momentText(context: SignedInContext, { city, input }: FoundDraft, at: number): string {
  const { locale, calendar } = context;
  const zone = city?.timeZone ?? USUAL_ZONE;
  return [
    formatDate(at, zone, { locale, calendar }, { year: false }),
    input.allDay ? "" : formatTime(at, zone, locale),
  ]
    .filter(Boolean)
    .join(DOT);
}

/** Begins the name of the field that tells how a doubt of an entry is to be read. */
const READING = "reading.";

/** The readings that a form picked, by the doubt that each answers. */
export const readingsIn = (form: FormData): [answer: string, value: string][] =>
  [...form].flatMap(([name, value]) =>
    name.startsWith(READING) && typeof value === "string"
      ? [[name.slice(READING.length), value]]
      : [],
  );

/** A draft with the readings that its author picked. */
export function withReadings<T extends FoundDraft & { id: string }>(
  draft: T,
  picked: readonly (readonly [answer: string, value: string])[],
): T {
  const read = { ...draft };
  for (const [answer, value] of picked) {
    const code = draft.notes.find((note) => answer === answerOf(draft.id, note));
    const other = code !== undefined && value === "1" ? secondReading(read, code) : null;
    if (other) read.input = other;
  }
  return read;
}

const NOTHING = {
  tile: null as { day: string; month: string } | null,
  facts: "",
  otherDate: "",
  dates: null as { count: string; sentence: string; list: string[]; more: string | null } | null,
  notes: [] as Note[],
};

/** What is doubtful about a draft. */
type Note = { code: FoundDraft["notes"][number]; text: string };

/** Value of the tap that answers a doubt of an entry. */
const answerOf = (id: string, code: string): string => `${id}.${code}`;

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

/** What the author should look at. */
function notesOf(draft: FoundDraft, locale: Locale): Note[] {
  const t = translatorFor(locale);
  const doubts = doubtsIn(draft);
  return [
    ...ISSUE_CODES.filter((code) => doubts.includes(code)).map((code) => ({
      code,
      text: t(`ingestion:finding.${code}`),
    })),
    ...IMPORT_NOTES.filter((code) => doubts.includes(code)).map((code) => ({
      code,
      text: t(`authoring:import.note.${code}`, { when: "" }),
    })),
  ];
}

/**
 * The drafts that were made, each with its open doubts, which its form says again.
 * @param answered doubts that were answered by a tap (`answerOf`)
 */
export function presentMade(
  context: SignedInContext,
  drafts: readonly (FoundDraft & { id: string })[],
  answered: readonly unknown[],
) {
  const t = translatorFor(context.locale);
  return {
    title: t("authoring:import.receipt.made", { count: drafts.length }),
    drafts: drafts.map(({ id, ...draft }) => {
      const notes = draft.notes.filter((code) => !answered.includes(answerOf(id, code)));
      return {
        id,
        href: paths.editEvent(id, { imported: notes.join(".") || "all" }),
        title: inLanguage(draft.input.title, context.locale),
        notes: notesOf({ ...draft, notes }, context.locale).map(({ text }) => text),
      };
    }),
  };
}
