import { eventField, type NameOfType, type ValueOf } from "../../../lib/event/event-fields";
import { ANSWER_FIELD_NAMES, type AnswerFieldName } from "../../../lib/event/field-groups";
import { webUrl } from "../../../lib/http/web-url";
import { foldDigits } from "../../../lib/text/digits";
import { searchKey } from "../../../lib/text/search-text";
import { type EntryDraft, recordSource } from "../entries/entry-draft";
import type { Gathered } from "../entries/gather-fields";
import { textOf } from "./read-texts";
import { readUrl } from "./read-url";

type AnswerChoiceName = Extract<AnswerFieldName, NameOfType<"choice">>;

/**
 * How answers name the keys of closed lists beside the keys themselves; "true" and "false" are
 * answers to a question such as `is_online`.
 */
const WORDS: { [K in AnswerChoiceName]: Record<NonNullable<ValueOf<K>> & string, string> } = {
  eventLanguage: {
    en: "english|انگلیسی",
    fa: "persian|farsi|fas|per|فارسی",
    other:
      "german|deutsch|de|french|fr|arabic|ar|turkish|tr|kurdish|ku|azerbaijani|azeri|armenian|hy|spanish|es|italian|it|swedish|sv|dutch|nl|آلمانی|فرانسوی|عربی|ترکی|کردی|آذری|ارمنی|اسپانیایی|ایتالیایی|هلندی",
  },
  attendance: {
    "in-person":
      "in person|offline|on site|onsite|physical|false|no|offlineeventattendancemode|حضوری",
    online: "virtual|remote|true|yes|onlineeventattendancemode|آنلاین|مجازی|غیرحضوری|برخط",
    hybrid: "mixed|mixedeventattendancemode|ترکیبی|هیبریدی",
  },
  refundPolicy: {
    "no-refunds":
      "no refund|non refundable|nonrefundable|not refundable|false|no|none|غیرقابل استرداد|بدون استرداد|مسترد نمی شود",
    "until-day-before":
      "until the day before|up to the day before|24 hours before|one day before|a day before|تا روز قبل|تا ۲۴ ساعت قبل|تا یک روز قبل",
    "until-start":
      "until the start|until start|until the event starts|any time before the event|تا شروع|تا زمان شروع|تا لحظه شروع",
    "by-organizer":
      "contact the organizer|contact organizer|by the organizer|at the organizer|با برگزارکننده|از برگزارکننده",
  },
};

const FOLDED = new Map(
  Object.entries(WORDS).map(([name, keys]) => [
    name,
    Object.entries(keys).map(([key, words]) => ({
      key,
      words: [key, ...words.split("|")].map(searchKey),
    })),
  ]),
);

/**
 * The key that a text names, with how sure it is: as a whole, or as one of its words. Null for
 * none, and for several.
 */
function choiceNamed(name: string, text: string): { key: string; confidence: number } | null {
  const said = searchKey(text);
  const keys = FOLDED.get(name) ?? [];
  const whole = keys.find(({ words }) => words.includes(said));
  if (whole) return { key: whole.key, confidence: 1 };
  const within = keys
    .filter(({ words }) => words.some((word) => ` ${said} `.includes(` ${word} `)))
    .map(({ key }) => key);
  // "Online and in person".
  const isBoth = name === "attendance" && within.length > 1;
  const key = isBoth ? "hybrid" : within.length === 1 ? within[0] : undefined;
  return key === undefined ? null : { key, confidence: 0.8 };
}

interface ReadValue {
  value: number | string;
  confidence: number;
}
type Limits = { min: number; max: number };

/** 18, "18+", «بالای ۱۸ سال». Ignores numbers outside the field's limits. */
function readInteger(text: string, { min, max }: Limits): ReadValue | null {
  const folded = foldDigits(text).trim();
  const [digits, ...more] = folded.match(/(?<![\d.,−-])\d{1,9}(?![\d.,])/g) ?? [];
  const value = Number(digits ?? Number.NaN);
  if (!(value >= min && value <= max)) return null;
  return { value, confidence: folded === digits ? 1 : more.length === 0 ? 0.9 : 0.6 };
}

const minutesOf = (time: string): number => Number(time.slice(0, -3)) * 60 + Number(time.slice(-2));

/**
 * Minutes from the opening of the doors to the start: 30, "30 minutes before", "18:30" of an event
 * at 19:00. Other hours are not guessed.
 */
function readDoors(text: string, limits: Limits, startsAt: string | null): ReadValue | null {
  const folded = foldDigits(text).trim();
  const [clock] = /(?<!\d)([01]?\d|2[0-3]):[0-5]\d(?!\d)/.exec(folded) ?? [];
  if (clock !== undefined) {
    const value = startsAt === null ? -1 : minutesOf(startsAt) - minutesOf(clock);
    return value >= 0 && value <= limits.max && !/[ap]\.?m|بعد|عصر|شب/i.test(folded)
      ? { value, confidence: 0.9 }
      : null;
  }
  const isHours = /hour|\bhr|ساعت/i.test(folded);
  if (
    !/^\d+$/.test(folded) &&
    !/min|دقیقه/i.test(folded) &&
    !(isHours && /before|prior|earlier|قبل|پیش/i.test(folded))
  )
    return null;
  const read = readInteger(folded, limits);
  if (!read || !isHours || /min|دقیقه/i.test(folded)) return read;
  const value = Number(read.value) * 60;
  return value <= limits.max ? { value, confidence: read.confidence } : null;
}

/** An https link; the event's own page is not where one takes part. */
function readLink(text: string, page: string | null): ReadValue | null {
  const { value, confidence } = readUrl(text);
  return value !== null && value !== page && webUrl(value)?.protocol === "https:"
    ? { value, confidence }
    : null;
}

function readField(name: AnswerFieldName, text: string, { event }: EntryDraft): ReadValue | null {
  const field = eventField(name);
  if (name === "doorsBefore") return readDoors(text, field as Limits, event.time);
  if (field.type === "integer") return readInteger(text, field);
  if (field.type === "url") return readLink(text, event.url);
  const named = choiceNamed(name, text);
  return named && { value: named.key, confidence: named.confidence };
}

/** Whether a value may be true or false: only an answer to "is it …?". */
const isQuestion = (name: AnswerFieldName): boolean => eventField(name).type === "choice";

/**
 * Reads the plain fields of an entry; days, hours and links come first. What it cannot read stays
 * unstated.
 */
export function readAnswerFields(draft: EntryDraft, gathered: Gathered): void {
  for (const name of ANSWER_FIELD_NAMES) {
    for (const fieldValue of gathered.get(name) ?? []) {
      const { value } = fieldValue;
      const text =
        typeof value === "boolean"
          ? isQuestion(name)
            ? String(value)
            : ""
          : (textOf(value) ?? "");
      const read = text === "" ? null : readField(name, text, draft);
      if (!read) continue;
      Object.assign(draft.event, { [name]: read.value });
      recordSource(draft, name, read.confidence, fieldValue);
      break;
    }
  }
  withWay(draft);
}

/** An event with a link for taking part is online: wholly, or beside a venue. */
function withWay(draft: EntryDraft): void {
  const { event } = draft;
  if (event.onlineUrl === null || event.attendance !== "in-person") return;
  if (event.confidence.attendance === undefined) {
    event.attendance = event.venue === null ? "online" : "hybrid";
    recordSource(draft, "attendance", 0.6, null);
  } else {
    // The answer requires one.
    event.onlineUrl = null;
    delete event.confidence.onlineUrl;
    delete event.origin.onlineUrl;
  }
}
