import { type EventValues, TRAIT_KEYS, type TraitKey } from "../../lib/event/event-fields";
import { traitKeysOf } from "../../lib/event/field-groups";
import { searchKey } from "../../lib/text/search-text";

/** The fields of an event the rules read. */
export type ProposalSource = Pick<
  EventValues,
  "title" | "description" | "venue" | "tags" | "categories" | "startsAt" | "allDay"
>;

interface TraitRule {
  /** Any of these categories states it. */
  categories?: readonly string[];
  /** Beginnings of words, in either language, separated by commas; a phrase counts as a whole. */
  words?: string;
  /** The same, in title and tags only: in a description they occur for any reason. */
  named?: string;
  /** Any of these words speaks against it. */
  unless?: string;
  /**
   * With one of these categories, a start from this hour on states it too (wall time of the city).
   */
  late?: { from: number; categories: readonly string[] };
}

const OPEN_AIR =
  "open air, outdoor, hike, hiking, trail, picnic, camping, mountain, beach, seaside, desert, stargazing, promenade, cycling, bike ride, فضای باز, روباز, کوهنوردی, کوه پیمایی, پیک نیک, کمپ, کویر, رصد, ساحل, بوستان, پیاده روی, دوچرخه, طبیعت گردی";

/** Rules by trait; English words and Persian words are folded as search does. */
const RULES: Partial<Record<TraitKey, TraitRule>> = {
  outdoor: {
    categories: ["Outdoors"],
    named: `${OPEN_AIR}, walk, run, garden, park, lake, bazaar, باغ, پارک, دریاچه, گردش`,
  },
  indoor: {
    categories: [
      "Theater",
      "Movie Screening",
      "Film",
      "Art Exhibition",
      "Comedy",
      "Technology",
      "Business",
      "Gaming",
    ],
    words:
      "concert hall, lecture hall, auditorium, cinema, gallery, library, museum, studio, تالار, سالن, سینما, گالری, کتابخانه, موزه, پردیس",
    unless: `${OPEN_AIR}, courtyard, garden, street, terrace, square, حیاط, باغ, خیابان, تراس, میدان`,
  },
  quiet: {
    named:
      "quiet, meditation, silent, silence, calm, reading, calligraphy, setar, santur, tanbur, miniature, chess, slow, آرام, سکوت, مراقبه, شعرخوانی, کتابخوانی, خوشنویسی, سه تار, سنتور, تنبور, شطرنج",
    words: "unamplified, without amplification, بدون بلندگو",
    unless: "party, festival, loud, dance, children, پارتی, جشنواره, رقص, کودک",
  },
  lively: {
    categories: ["Dance"],
    named:
      "party, carnival, parade, festival, fair, bazaar, market, dance, پارتی, کارناوال, جشنواره, بازار, رقص",
    unless:
      "quiet, silent, meditation, film festival, book fair, آرام, سکوت, مراقبه, جشنواره فیلم, نمایشگاه کتاب",
    late: { from: 21, categories: ["Comedy"] },
  },
  "for-two": {
    words:
      "couples, romantic, date night, candlelight, candle light, دو نفره, دونفره, عاشقانه, نور شمع",
    unless: "children, storytime, کودک",
  },
  "for-children": {
    categories: ["Kids & Family"],
    named: "children, kids, puppet, کودک, بچه ها, عروسکی",
  },
  "english-friendly": {
    words:
      "in english, english subtitles, english surtitles, english translation, bilingual, english speaking, به انگلیسی, زیرنویس انگلیسی, دوزبانه, دو زبانه",
  },
  beginner: {
    words:
      "beginner, no experience, first steps, from scratch, newcomers welcome, مبتدی, مقدماتی, بدون تجربه, تازه کار",
    unless: "masterclass, advanced, مسترکلاس, پیشرفته",
  },
  seated: {
    categories: ["Theater", "Movie Screening", "Film"],
    words: "numbered seats, philharmonic",
    unless: `${OPEN_AIR}, street, workshop, square, خیابان, کارگاه, میدان`,
  },
  wheelchair: { words: "wheelchair, ویلچر" },
  "step-free": { words: "step free, no steps, بدون پله" },
  seating: { words: "folding chairs, benches, chairs for, صندلی تاشو, نیمکت" },
  "hearing-loop": { words: "hearing loop, induction loop, حلقه شنوایی" },
};

/** Where an event that is not held in Persian is open to those who speak English. */
const ENGLISH_COUNTRIES: readonly string[] = ["US", "CA", "GB", "IE", "AU", "NZ"];
const IN_PERSIAN = "in persian, in farsi, به فارسی, فارسی زبان";

/** Whether a folded text has one of the words. */
const hasAny = (text: string, words: string): boolean =>
  words !== "" && words.split(",").some((word) => text.includes(` ${searchKey(word)}`));

/**
 * Traits that category, words and hours of an event suggest, in the order of the list: proposals
 * for a person to confirm, never facts (decisions.md §3). @param countryCode of the event's city;
 * null when unknown
 */
export function proposeTraits(event: ProposalSource, countryCode: string | null): TraitKey[] {
  const { title, description, venue, tags, categories } = event;
  const fold = (...texts: (string | null)[]) =>
    ` ${searchKey(texts.filter(Boolean).join(" \n "))} `;
  const names = fold(title.en, title.fa, ...tags);
  const text = fold(
    title.en,
    title.fa,
    description.en,
    description.fa,
    venue.en,
    venue.fa,
    ...tags,
  );
  const hour =
    event.startsAt === null || event.allDay ? null : Number(event.startsAt.slice(11, 13));
  const isAnyOf = (some: readonly string[] = []) => some.some((name) => categories.includes(name));
  return TRAIT_KEYS.filter((key) => {
    const { categories: stating, words = "", named = "", unless = "", late } = RULES[key] ?? {};
    if (
      key === "english-friendly" &&
      countryCode !== null &&
      ENGLISH_COUNTRIES.includes(countryCode)
    )
      return !hasAny(text, IN_PERSIAN);
    if (hasAny(text, unless)) return false;
    const isLate =
      late !== undefined && hour !== null && hour >= late.from && isAnyOf(late.categories);
    return isLate || isAnyOf(stating) || hasAny(text, words) || hasAny(names, named);
  });
}

/**
 * Proposals that a person has not confirmed: the stored ones, else those of the rules. @param
 * stored null where none are stored
 */
export const openProposals = (
  values: EventValues,
  stored: readonly TraitKey[] | null,
  countryCode: string | null,
): TraitKey[] => {
  const confirmed = traitKeysOf(values);
  return (stored ?? proposeTraits(values, countryCode)).filter((key) => !confirmed.includes(key));
};
