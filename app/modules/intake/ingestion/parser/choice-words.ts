import type { AnswerFieldName, NameOfType, ValueOf } from "../../../../lib/event/event-fields";
import { searchKey } from "../../../../lib/text/search-text";

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
export function choiceNamed(
  name: string,
  text: string,
): { key: string; confidence: number } | null {
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
