import { listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { formatDate, inOtherCalendar, type Reader } from "../../lib/dates/dates.server";
import { findCategory } from "../../lib/event/categories";
import { ANSWER_FIELD_NAMES, type AnswerFieldName } from "../../lib/event/field-groups";
import { webUrl } from "../../lib/http/web-url";
import { localDigits } from "../../lib/text/digits";
import { formatNumber, formatPrice } from "../../lib/text/money";
import { FIELDS, type ParsedEvent } from "../../modules/intake/entries/parsed-event";
import { isPersian } from "../../modules/intake/ingestion/candidate-values";
import { FINDING_CODES } from "../../modules/intake/ingestion/finding-table";
import { formatSchedule } from "../../modules/schedule/format-schedule.server";

/** Confidence from which values are shown without a remark. */
const SURE = 0.9;

/** A local day in the reader's calendar and the other one. @param day YYYY-MM-DD */
function dayTexts(day: string | null, reader: Reader): { own: string; other: string } | null {
  if (day === null) return null;
  const at = Date.parse(`${day}T12:00:00Z`);
  if (Number.isNaN(at)) return null;
  return {
    own: formatDate(at, "UTC", reader),
    other: formatDate(at, "UTC", inOtherCalendar(reader), { weekday: false }),
  };
}

type Understood = Pick<
  ParsedEvent,
  | "title"
  | "titleFa"
  | "description"
  | "descriptionFa"
  | "category"
  | "date"
  | "time"
  | "endDate"
  | "endTime"
  | "schedule"
  | "price"
  | "currency"
  | "free"
  | "venue"
  | "address"
  | "url"
  | "imageUrl"
  | "tags"
  | "organizer"
>;

/** Several dates in words, as on their first day; null for one date. */
function datesText(
  { schedule, date }: Pick<Understood, "schedule" | "date">,
  reader: Reader,
): string | null {
  if (!schedule || date === null) return null;
  return formatSchedule(schedule, {
    ...reader,
    timeZone: "UTC",
    now: Date.parse(`${date}T00:00:00Z`),
  });
}

/** Facts of an event in the reader's language and calendar. @param currency currency of the city */
export function presentFacts(event: Understood, reader: Reader, currency: string) {
  const { locale } = reader;
  const t = translatorFor(locale);
  const own = locale === "fa" ? (event.titleFa ?? event.title) : (event.title ?? event.titleFa);
  const title = own ?? t("ingestion:entry.untitled");
  const category = event.category === null ? null : findCategory(event.category);
  const price = formatPrice(event.free ? 0 : event.price, event.currency ?? currency, locale);
  const until =
    event.endDate !== null && event.endDate !== event.date ? dayTexts(event.endDate, reader) : null;
  const url = event.url === null ? null : webUrl(event.url);
  const address = event.address ?? "";
  return {
    title,
    titleLang: own === null ? locale : isPersian(own) ? ("fa" as const) : ("en" as const),
    otherTitle:
      own !== null && event.title !== null && event.titleFa !== null
        ? locale === "fa"
          ? event.title
          : event.titleFa
        : null,
    description:
      (locale === "fa"
        ? (event.descriptionFa ?? event.description)
        : (event.description ?? event.descriptionFa)) ?? null,
    category: category
      ? { label: localized({ en: category.name, fa: category.fa }, locale), icon: category.icon }
      : null,
    day: dayTexts(event.date, reader),
    dates: datesText(event, reader),
    until: until && t("ingestion:entry.until", { date: until.own }),
    time:
      event.time === null
        ? null
        : localDigits(event.endTime ? `${event.time}–${event.endTime}` : event.time, locale),
    price:
      price.kind === "free"
        ? t("ingestion:entry.free")
        : price.kind === "not-stated"
          ? t("ingestion:entry.noPrice")
          : price.text,
    isFree: price.kind === "free",
    venue: event.venue,
    address: address === event.venue ? "" : address,
    url: url && { href: url.href, host: url.hostname.replace(/^www\./, "") },
    imageUrl:
      event.imageUrl !== null && webUrl(event.imageUrl)?.protocol === "https:"
        ? event.imageUrl
        : null,
    tags: listOf(locale, event.tags),
  };
}

const LABELLED = [...FIELDS, "venueFa", "addressFa"] as const;

/** Text key of a candidate field's label. */
export const candidateFieldKey = (name: (typeof LABELLED)[number]) =>
  isAnswerField(name)
    ? (`authoring:field.${name}` as const)
    : (`ingestion:field.${name as Exclude<typeof name, AnswerFieldName>}` as const);
const isAnswerField = (name: string): name is AnswerFieldName =>
  ANSWER_FIELD_NAMES.some((known) => known === name);

/** Label of a field; null for findings about the whole. */
export function entryFieldLabel(
  field: string | null,
  { locale }: Pick<Reader, "locale">,
): string | null {
  const name = LABELLED.find((known) => known === field);
  return name === undefined ? null : translatorFor(locale)(candidateFieldKey(name));
}

/** Text of a finding. Unknown codes of older versions read as a doubtful value. */
export function findingText(code: string, { locale }: Pick<Reader, "locale">): string {
  const known = FINDING_CODES.find((name) => name === code);
  return translatorFor(locale)(`ingestion:finding.${known ?? "low-confidence"}`);
}

/** Origin and confidence of each value. */
export function presentOrigins(
  event: Pick<ParsedEvent, "origin" | "confidence">,
  { locale }: Pick<Reader, "locale">,
) {
  const t = translatorFor(locale);
  return FIELDS.flatMap((field) => {
    const origin = event.origin[field];
    const confidence = event.confidence[field];
    if (!origin && confidence === undefined) return [];
    return [
      {
        field,
        label: t(candidateFieldKey(field)),
        key: origin?.key ?? "",
        text: origin?.text ?? "",
        confidence:
          confidence === undefined ? "" : formatNumber(confidence, locale, { style: "percent" }),
        isSure: (confidence ?? 1) >= SURE,
      },
    ];
  });
}
