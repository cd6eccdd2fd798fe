import { jalaliOf } from "../../../lib/dates/jalali";
import { OF_ONE_TIER } from "../fields/read-status";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import type { AnnouncedEvent, AnnouncedField, AnnouncementContext } from "./read-announcement-text";

/** Words of a fact that no field holds as it is, unless what was read explains them. */
interface Stray {
  field: AnnouncedField;
  code: IssueCode;
  words: RegExp;
  /** A heading with the words is about the event itself: "Second show added!". */
  isBelow?: true;
  /** Whether the event does not explain the words of a line. */
  isOpen: (event: AnnouncedEvent, line: string, match: RegExpExecArray) => boolean;
}

const always = () => true;
const isOnePrice = ({ price }: AnnouncedEvent) => price.free !== null && price.max === price.min;
const hasMinutes = ({ times }: AnnouncedEvent) =>
  times.showings.some(({ start }) => start !== null && !start.endsWith(":00"));
const daysWithTwo = ({ times: { showings } }: AnnouncedEvent) =>
  showings.filter(({ day }, place) => showings[place + 1]?.day === day).length;
const holdsVenue = ({ place: { venue } }: AnnouncedEvent, line: string) =>
  venue !== null && line.includes(foldWords(venue, 200));

const STRAYS: readonly Stray[] = [
  {
    field: "status",
    code: "unused-words",
    words:
      /(?<!\p{L})(?:tickets? (?:are |have )?(?:all )?(?:gone|been sold)|(?:are|is|have) all gone|private (?:event|party|function|gathering)|call(?:ed|ing)? (?:\p{L}[^.\n]{0,30} )?off|wait(?:ing|list)?[ -]?list|wachtlijst|warteliste|uitverkocht|slutsålt|udsolgt|utsolgt|afgelast|geannuleerd|لیست انتظار|فروش رفت(?:ه|ند)?|فروخته شد(?:ه)?|(?:تمام|تموم) شد(?:ه|ند|ن)?|(?:تکمیل|پر|کنسل|لغو) ?(?:ه|ست|است)|(?<!نفر )پر شد(?:ه)?|عقب افتاد(?:ه)?|نمی ?(?:توان|تون)\p{L}* (?:اجرا|برگزار)(?: کنیم)?|برگزار نمی ?\p{L}+|نمی ?شه برگزار)(?!\p{L})/u,
    isOpen: ({ status }, line, { index }) =>
      status === "scheduled" && !OF_ONE_TIER.test(line.slice(0, index)),
  },
  {
    field: "starts",
    code: "unused-words",
    words:
      /(?<!\p{L})(?:rain ?date|(?:back-?up|alternati?ve?|alternate) date|weather permitting|(?:times?|dates?|schedule|hours?) (?:may|might|could|(?:is|are) subject to|subject to) change|در صورت (?:بارندگی|بارش|باران|نامساعد)|احتمال تغییر)(?!\p{L})/u,
    isOpen: always,
  },
  {
    field: "starts",
    code: "unused-words",
    words:
      /(?<!\p{L})(?:(?:extra|additional|another|second|one more) (?:show|date|performance|screening|session)s?[^.\n]{0,20} added|(?:سانس|نوبت|اجرا)(?:ی|ه?ای)? ?(?:هم |دیگر(?:ی)? |دیگه |جدید )*(?:هم )?(?:اضافه|فوق ?العاده)|(?:اجرای|سانس|نوبت) (?:دیگر|دیگه))(?!\p{L})/u,
    isBelow: true,
    isOpen: always,
  },
  {
    field: "starts",
    code: "several-times",
    words:
      /(?<!\p{L})(?:(?:دو|2) ?(?:سانس|نوبت)(?:ه|ی)?|two (?:shows|screenings|performances)|twice (?:a|on))(?!\p{L})/u,
    isOpen: (event) => daysWithTwo(event) === 0 && event.times.showings.length !== 2,
  },
  {
    field: "starts",
    code: "unused-words",
    words: /ساعت \p{L}+ و \p{L}+(?: و \p{L}+)? دقیقه/u,
    isOpen: (event) => !hasMinutes(event),
  },
  {
    field: "starts",
    code: "dates-differ",
    // "Thu 11 — Trio": the day of a month that a heading names.
    words:
      /^[^\p{L}\d]*(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:یک|دو|سه|چهار|پنج)? ?شنبه|جمعه)[.,]? (\d{1,2})(?:st|nd|rd|th)?(?= ?[—–:|،,-] ?\p{L})/u,
    isOpen: ({ times: { showings } }, _line, match) =>
      showings.length > 0 &&
      !showings.some(
        ({ day, start }) =>
          [Number(day.slice(8)), jalaliOf(day).day].includes(Number(match[1])) ||
          Number(start?.slice(0, 2)) % 12 === Number(match[1]) % 12,
      ),
  },
  {
    field: "venue",
    code: "unclear-place",
    words:
      /(?<!\p{L})(?:(?:venue|location|place|room|hall) (?:has |have |is |was )?(?:been )?(?:changed|moved|tba|tbc|to be (?:announced|confirmed))|meet(?:ing)? (?:at|point)|(?:جای|محل|مکان|سالن)(?: \p{L}+){0,2} (?:عوض|تغییر|متعاقبا|بعدا)|(?:به دلیل|بخاطر|به خاطر) تعمیرات|due to (?:renovations?|repairs))(?!\p{L})/u,
    isOpen: (event, line) => event.place.venue !== null && !holdsVenue(event, line),
  },
  {
    field: "price",
    code: "several-prices",
    words:
      /(?<!\p{L})(?:(?:members?|students?|اعضا|دانشجو\p{L}*|کودک\p{L}*|kids|children)\s?:\s?\d[^\n]{0,20}|(?:هزینه|قیمت|بهای?)(?: ی)? (?:پذیرایی|ناهار|شام|غذا|مواد|لوازم|سرویس|رفت)[^.\n]{0,30}(?:جدا\p{L}*|نیست)|(?:is |are )?not included|extra ticket|sold separately)/u,
    isOpen: isOnePrice,
  },
  {
    field: "ageLimit",
    code: "unused-words",
    words:
      /(?<!\p{L})(?:(?:kids|children)[^.\n]{0,12}\d ?[-–] ?\d{1,2}[^.\n]{0,12}welcome|adults only|over (\d+)s|(?:no |not for )under (\d+)s|(?:ورود|حضور)[^.\n]{0,12} زیر (\d+) سال)(?!\p{L})/u,
    isOpen: ({ ageLimit }, _line, match) => {
      const stated = Number(match[1] ?? match[2] ?? match[3] ?? 0);
      if (ageLimit === null) return false;
      return match[0].startsWith("adults") ? ageLimit < 18 : stated !== ageLimit;
    },
  },
  {
    field: "ticketUrl",
    code: "unused-words",
    words: /(?<!\p{L})(?:wait(?:ing|list)?[ -]?list|wachtlijst|warteliste|لیست انتظار)(?!\p{L})/u,
    isOpen: ({ links: { ticketUrl } }) => ticketUrl !== null,
  },
  {
    field: "title",
    code: "unclear-title",
    words: /(?<!\p{L})(?:اختتامیه\p{L}?|finissage(?!\p{L})|closing (?:party|ceremony|night))/u,
    isOpen: ({ title, times }, _line, [words]) =>
      title !== null &&
      new Set([...times.showings.map(({ day }) => day), times.lastDay].filter(Boolean)).size ===
        1 &&
      !foldWords(title, 200).includes(words),
  },
];

/** Cities that the list does not have, where a place is named: "Beyond Baroque, Venice", «در مونیخ». */
const UNLISTED =
  /(?:[,،|@] ?|(?<!\p{L})(?:in|to|در|شهر) )(?:munich|münchen|zürich|zurich|geneva|basel|brussels|rome|milano?|venice|florence|madrid|barcelona|lisbon|athens|budapest|prague|warsaw|helsinki|malmö|boston|chicago|houston|dallas|seattle|atlanta|san diego|irvine|san jose|las vegas|ottawa|calgary|edmonton|birmingham|leeds|glasgow|edinburgh|dublin|lyon|marseille|stuttgart|düsseldorf|hannover|leipzig|dresden|bremen|brisbane|perth|adelaide|auckland|singapore|moscow|baku|erbil|antalya|izmir|مونیخ|زوریخ|ژنو|بروکسل|میلان|ونیز|مادرید|بارسلونا?|بوستون|شیکاگو|هیوستون|دالاس|سیاتل|آتلانتا|ارواین|اتاوا|کلگری|ادمونتون|بیرمنگام|گلاسکو|دوبلین|لیون|اشتوتگارت|دوسلدورف|هانوفر|لایپزیگ|باکو|اربیل|سلیمانیه|کربلا|نجف|آنتالیا|ازمیر|مسکو|سمرقند|بخارا|کوالالامپور|سنگاپور|آمل|بابل|بابلسر|بروجرد|سبزوار|ساوه|دماوند|لواسان|فومن|ماسوله|انزلی)(?!\p{L})/u;
const NEAR = /(?<!\p{L})(?:near|près de|nahe|in der nähe von|نزدیک(?: ?ی)?) (?=\p{L})/gu;

/** Whether a line says that the place is near a city, and not in it. */
const isNearCity = (line: string, { patterns }: AnnouncementContext): boolean =>
  [...line.matchAll(NEAR)].some(({ index, 0: words }) => {
    const rest = line.slice(index + words.length);
    return patterns.some(({ pattern }) => rest.search(pattern) === 0);
  });

/** Whether a line names a city that the list does not have, and none that it has. */
const isElsewhere = (line: string, { place }: AnnouncedEvent, { patterns }: AnnouncementContext) =>
  place.city !== null &&
  UNLISTED.test(line) &&
  !patterns.some(({ pattern }) => line.search(pattern) >= 0);

/** Words of a status, a date, a place, a price or an age that what was read does not explain. */
export function strayWords(
  lines: readonly string[],
  event: AnnouncedEvent,
  context: AnnouncementContext,
): { field: AnnouncedField; code: IssueCode; words: string }[] {
  return lines.flatMap((written, place) => {
    const line = foldWords(written, 500);
    const found = STRAYS.flatMap(({ field, code, words, isBelow, isOpen }) => {
      const match = isBelow && place === 0 ? null : words.exec(line);
      return match && isOpen(event, line, match) ? [{ field, code, words: written }] : [];
    });
    return isNearCity(line, context) || isElsewhere(line, event, context)
      ? [...found, { field: "city" as const, code: "unused-words" as const, words: written }]
      : found;
  });
}
