import { searchKey } from "../../../lib/text/search-text";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import { nameIn } from "./announced-names";
import { weekdayWords } from "./read-date";

/** A city by its names. */
export interface NameableCity {
  slug: string;
  nameEn: string;
  nameFa: string | null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A line of an announcement as its names are looked for. */
const fold = (text: string): string => foldWords(text, 500);

/** Names of cities in the languages of their countries, by slug. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  cologne: ["Köln", "Koeln"],
  vienna: ["Wien"],
  gothenburg: ["Göteborg"],
  copenhagen: ["København", "Köpenhamn"],
  "the-hague": ["Den Haag"],
  montreal: ["Montréal"],
  "new-york": ["NYC"],
  "washington-dc": ["Washington DC"],
  istanbul: ["İstanbul"],
  isfahan: ["Esfahan", "Esfehan", "اصفهون"],
  tehran: ["Teheran", "Téhéran"],
  "bandar-abbas": ["Bandarabbas"],
};

/** The names of a city, in all languages that people write it in. */
const namesOf = ({ slug, nameEn, nameFa }: NameableCity): string[] =>
  [nameEn, nameFa, ...(OTHER_NAMES[slug] ?? [])].filter((name) => name !== null);

/**
 * Cities that the words of a place name, those that stand alone between commas first: «تالار تهران،
 * رشت».
 */
export function citiesInWords<T extends NameableCity>(
  words: readonly (string | null | undefined)[],
  cities: readonly T[],
): { city: T; isAlone: boolean }[] {
  const place = words.filter(Boolean).join(", ");
  const whole = ` ${searchKey(place)} `;
  const parts = place.split(/[,،\n]/).map((part) => searchKey(part));
  const found = cities.flatMap((city) => {
    const keys = namesOf(city).map((name) => searchKey(name));
    const isNamed = keys.some((key) => key !== "" && whole.includes(` ${key} `));
    return isNamed ? [{ city, isAlone: keys.some((key) => parts.includes(key)) }] : [];
  });
  return found.sort((one, other) => Number(other.isAlone) - Number(one.isAlone));
}

/** A city with a pattern of its names. */
export interface CityPattern {
  slug: string;
  pattern: RegExp;
}

/** «دوشنبه» is a day in all texts but those about Dushanbe. */
const isWeekday = (name: string): boolean => weekdayWords(fold(name)).rest.trim() === "";

/** Patterns of the cities' names, for `readAnnouncedPlace`. */
export const cityPatterns = (cities: readonly NameableCity[]): CityPattern[] =>
  cities.map((city) => ({
    slug: city.slug,
    pattern: new RegExp(
      `(?<![\\p{L}\\d@.])(?:${namesOf(city)
        .flatMap((name) => (isWeekday(name) ? [] : escaped(fold(name)).replace(/ /g, "[ ]?")))
        .join("|")})(?:ه(?=[!.،) ]|$))?(?![\\p{L}\\d])`,
      "gu",
    ),
  }));

/** The name of a city in a text, and how surely it says where the event is. */
export interface CityMention {
  slug: string;
  strength: number;
  line: number;
  at: number;
}

/** Where quotes open and close in a line: names within are no places. */
function isQuoted(line: string, at: number): boolean {
  const before = line.slice(0, at);
  const count = (sign: string) => before.split(sign).length - 1;
  return (
    count("«") > count("»") ||
    count("“") > count("”") ||
    (count('"') % 2 === 1 && line.slice(at).includes('"'))
  );
}

const NAMED_AFTER =
  /(?:^|[^\p{L}\s]\s*)(?:گالری|کافه|تالار|سالن|سینما|رستوران|هتل|نگارخانه|کتابفروشی|خیابان|میدان)(?: ?ی)? $/u;
const NAMES_PLACE =
  /^ (?:gallery|caf[eé]|restaurant|hall|cinema|grill|kitchen|street|square)(?!\p{L})/u;

/** How surely the name of a city in a line says where the event is, 0 to 4. */
function strengthOf(line: string, at: number, length: number, isTitle: boolean): number {
  if (isQuoted(line, at)) return 0;
  const [before, after] = [line.slice(0, at), line.slice(at + length)];
  // «گالری بم», "Bam Gallery": a place named after a city.
  if (NAMED_AFTER.test(before) || NAMES_PLACE.test(after)) return 0.6;
  if (/^ ?نه(?!\p{L})/u.test(after) || /(?:not|نه) $/u.test(before)) return -1;
  if (/(?:وقت|time|ساعت) $/u.test(before) || /^ ?time(?!\p{L})/u.test(after)) return -1;
  const opens =
    /(?:^|[,،|/():؛;–•·📍📌*\-!]|\p{Extended_Pictographic}) ?(?:\p{P}|\p{S}|\s)*$/u.test(before) ||
    // "12 Feb Berlin – Silent Green": a date of a tour.
    (/\d/.test(before) && nameIn(before) === "");
  const closes = /^ ?(?:$|[,،|/():؛;–•·!.-]|\p{Extended_Pictographic}|\p{S})/u.test(after);
  if (opens && closes) return isTitle && before.trim() === "" && !/^ ?[,،|]/.test(after) ? 1 : 4;
  // "The Siren of Abadan": a part of the name.
  if (isTitle && /\p{L} of $/u.test(before)) return 1;
  const isIn = /(?<!\p{L})(?:در|تو|توی|شهر|in|around|near|وسط) $/u.test(before);
  if (isIn) return /^ ?(?:\p{P}|\p{S}|$)/u.test(after) || !isTitle ? 3 : 2.5;
  if (/(?:از|from|→|به|to) $/u.test(before)) return isTitle ? 0.5 : 1.5;
  if (/#$/.test(before)) return 2.5;
  return closes ? 1.2 : 1;
}

/** The names of cities in folded lines. @param title place of the title's line */
export function cityMentions(
  lines: readonly string[],
  title: number,
  patterns: readonly CityPattern[],
): CityMention[] {
  return lines.flatMap((line, place) =>
    patterns.flatMap(({ slug, pattern }) =>
      [...line.matchAll(pattern)].map((match) => ({
        slug,
        line: place,
        at: match.index,
        strength: strengthOf(line, match.index, match[0].length, place === title),
      })),
    ),
  );
}

/** The city of the event: the surest name in the text, else the chosen one. */
export function announcedCity(mentions: readonly CityMention[], chosen: string | null) {
  const named = mentions.filter(({ strength }) => strength > 0);
  const best = named.reduce<CityMention | null>(
    (sure, one) => (sure === null || one.strength > sure.strength ? one : sure),
    null,
  );
  const findings: IssueCode[] = [];
  if (best === null)
    return { city: chosen, findings: chosen === null ? ["unclear-city" as const] : [] };
  const rivals = new Set(
    named
      .filter(({ strength }) => strength >= Math.max(best.strength - 0.6, 1.1))
      .map(({ slug }) => slug),
  );
  if (chosen === null) {
    // The one city that a text names, behind its place.
    const isAlone = best.strength === 1.2 && new Set(named.map(({ slug }) => slug)).size === 1;
    if ((best.strength < 2 && !isAlone) || rivals.size > 1) findings.push("unclear-city");
    return { city: best.slug, findings };
  }
  if (best.slug === chosen || named.some(({ slug, strength }) => slug === chosen && strength >= 2))
    return { city: chosen, findings };
  if (best.strength >= 2) return { city: best.slug, findings: ["other-city" as const] };
  return { city: chosen, findings: best.strength >= 1.2 ? ["unclear-city" as const] : [] };
}
