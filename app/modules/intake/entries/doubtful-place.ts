import { searchKey } from "../../../lib/text/search-text";
import { nameIn } from "../fields/announced-names";
import { beginsAsVenue } from "../fields/read-announced-venue";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import type { AnnouncedEvent, AnnouncementContext } from "./read-announcement-text";

/** Longest line that the name of a place is looked for in, characters. */
const WORDS_MAX = 120;

/** The letters of a name, for comparison. */
export const lettersOf = (text: string): string => searchKey(text).replace(/ /g, "");

/** The name of another place, in a line that neither title nor place is from. */
export function unusedPlace(
  lines: readonly string[],
  { title, place }: AnnouncedEvent,
): string | null {
  const known = [place.venue, place.address, title].map((text) => lettersOf(text ?? "")).join(" ");
  // A faculty above or below its university.
  const university = lines.map((line) => /دانشگاه [^\n،,|]{2,40}/u.exec(line)?.[0]).find(Boolean);
  if (university && /^سالن (?!.*دانشگاه).*دانشکده/u.test(place.venue ?? "")) return university;
  for (const line of lines.filter((one) => one.length <= WORDS_MAX))
    for (const part of line.split(PARTS)) {
      const bare = part.replace(/^[^\p{L}]+|[^\p{L})]+$/gu, "");
      const name = bare.replace(LED, "");
      const words = name.split(/\s+/).length;
      const isName = beginsAsVenue(name) && words > 1 && words <= NAME_WORDS;
      // The event's own venue in other words («گالری بم تقدیم می‌کند»), or a hall of it.
      const isOwn =
        place.venue !== null &&
        (lettersOf(name).includes(lettersOf(place.venue)) ||
          (/^سالن /u.test(name) && line.includes(place.venue)));
      if (isName && !isOwn && !known.includes(lettersOf(name)) && !isDoubtfulPlace(name, null))
        return name;
    }
  return null;
}

/** A word before the name of a place: «سینماکلوب دانشگاه فردوسی», «در تالار رودکی». */
const LED = /^[\p{L}\u200c]+ (?=(?:دانشگاه|تالار|گالری|فرهنگسرا|خانه|موزه|تماشاخانه)(?!\p{L}))/u;
const PARTS = /\s*(?:[،,|•·؛;:()]|\p{Extended_Pictographic}|\s[–—-]\s)\s*/u;

/** Most words of a likely name of a place. */
const NAME_WORDS = 7;

/** Whether a name is more of a sentence, or the event's own, than that of a place. */
export function isDoubtfulPlace(venue: string, title: string | null): boolean {
  const [own, other] = [lettersOf(venue), lettersOf(title ?? "")];
  // A house above the name of its work: «موزه هنر: از مدرن تا امروز».
  const isHouse = beginsAsVenue(venue) && title?.startsWith(`${venue}:`);
  const isTitle =
    !isHouse &&
    own.length > 5 &&
    other !== "" &&
    (other.startsWith(own) ||
      own.includes(other) ||
      // The name of a work: «جنگ شادی «خنده‌بازار»».
      (/ [«“"]/u.test(venue) && !beginsAsVenue(venue) && other.endsWith(own)));
  return (
    isTitle ||
    venue.split(/[,،]/u).some((part) => part.trim().split(/\s+/).length > NAME_WORDS) ||
    // A hall without its house.
    /^سالن (?:\d+|[۰-۹]+|یک|دو|سه|اصلی|کوچک|بزرگ|اجتماعات|همایش[\s\u200c]?ها(?:ی)?)$/u.test(
      venue,
    ) ||
    isSentence(venue) ||
    /[:："«»”!?؟]|\.{2}/u.test(venue.replace(/«[^«»]*»|"[^"]*"|“[^“”]*”/gu, "")) ||
    nameIn(venue).replace(/ /g, "").length < 2 ||
    /(?<!\p{L})(?:این|this|next|شنبه|جمعه)(?!\p{L})/u.test(foldWords(venue, WORDS_MAX)) ||
    /(?<!\p{L})(?:که|است|شد|شده|می ?شود|برگزار|برای|با حضور|همراه|same|every|please|will|with|presents?)(?!\p{L})/u.test(
      foldWords(venue, WORDS_MAX),
    )
  );
}

/** Small words of names: "Museum of the City", "Theater am Ufer". */
const OF_NAMES =
  /^(?:of|the|and|at|in|on|by|to|a|an|de|du|des|da|di|del|la|le|les|el|al|der|die|das|dem|den|am|an|im|in|auf|zum|zur|für|und|et|van|von|for|near|off|s|st|street|hall|house|centre|center|room|library|park|beach|gallery|theatre|theater|church|school|studio|branch|building|floor|entrance|lot|metro|station|parking|city|campus|information|desk|turf|fields?|courts?|rink|pool|lawn|picnic|area|gate|free|entry)$/u;
/** Whether words in Latin letters are more of a sentence than of a name: "Sign up at the bar". */
const isSentence = (name: string): boolean =>
  /^[^\u0600-\u06ff]*$/u.test(name) &&
  // A name has a capital letter: no "dinner" of "Cocktails at 6, dinner at 7".
  (!/[\p{Lu}\d]/u.test(name) ||
    (name.match(/(?<![\p{L}'’])\p{Ll}\p{L}+/gu) ?? []).filter((word) => !OF_NAMES.test(word))
      .length > 1 ||
    /(?<!\p{L})(?:hours|open|daily|(?:mon|tue|wed|thu|fri|sat|sun)[\s–-]+(?:mon|tue|wed|thu|fri|sat|sun))(?!\p{L})/iu.test(
      name,
    ));

/** Whether a line names the city that was read. */
const isCityIn = (line: string, city: string | null, { patterns }: AnnouncementContext): boolean =>
  // `search` leaves the pattern's position alone, which `test` moves.
  patterns.some(({ slug, pattern }) => slug === city && foldWords(line, 500).search(pattern) >= 0);

/** When a trip is back, without an hour that was read. */
export const BACK =
  /(?<!\p{L})(?:برگشت|بازگشت|رفت ?و ?برگشت|return(?:s|ing)?|back (?:by|at|in|around))(?!\p{L})[^.\n]{0,30}/u;

/** Words of the place where people meet. */
const MEETING =
  /(?<!\p{L})(?:حرکت|قرار|راه افتادن|سوار شدن|محل شروع|meet(?:ing)?|pick[- ]?up|departure|departs?|leav(?:es|ing)|starts? (?:at|from))(?!\p{L})|(?<!\p{L})از (?:میدان|ترمینال|مترو|ایستگاه|پارکینگ) /u;

const TRIP =
  /(?<!\p{L})(?:تور (?:یک|دو|سه|چند|\d|نیم|طبیعت)|تور [\p{L} ]{0,12}روزه ?ی?|گردش یک ?روزه|تور [^\n]{0,60}شب اقامت|گلگشت|سفر \p{L}* ?روزه|طبیعت ?گردی|کویر ?نوردی|کوه ?نوردی|صعود|گشت|departure|departs|day trip|road trip|hikers?|hike|snowshoe|\d[- ]day (?:trip|tour))(?!\p{L})/u;

/** What is said of a trip's place: where it goes is another one than where it begins. */
export function tripOf(
  lines: readonly string[],
  { place: { venue, city }, price }: AnnouncedEvent,
  context: AnnouncementContext,
): { isMeeting: boolean; cityDoubt: IssueCode | null } | null {
  if (!TRIP.test(foldWords(lines.join(" "), 2_000))) return null;
  // The text names this place as the meeting point of the trip.
  const isMeeting =
    venue !== null &&
    lines.some((line) => line.includes(venue) && MEETING.test(foldWords(line, 500)));
  const isPaidHere =
    price.free === true || (price.min !== null && price.currency === context.currency);
  const isNamed = lines.some((line) => isCityIn(line, city, context));
  const goesElsewhere = context.patterns.some(
    ({ slug }) => slug !== city && lines.some((line) => isCityIn(line, slug, context)),
  );
  if (isNamed && !goesElsewhere) return { isMeeting, cityDoubt: null };
  const isSure = isMeeting && isPaidHere && !isNamed;
  return { isMeeting, cityDoubt: isSure ? "meeting-place" : "unclear-city" };
}
