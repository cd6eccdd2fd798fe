import gazetteer from "../../../../data/gazetteer.tsv?raw";
import regions from "../../../../data/regions.tsv?raw";
import { remembered } from "../../../lib/runtime/remembered";
import { readTsv, tsvLines } from "../../../lib/text/csv";
import placeRows from "../made/place-rows.txt?raw";
import { hasBeginning, joinedKey, rowSource, type Source, wordsInName } from "./beginnings";
import { nicknamesOf } from "./known-names";
import { type NameChange, NameTable, type Span } from "./spans";
import type { Place } from "./understood";

/** A place of the gazetteer by one of its names. */
interface KnownPlace {
  place: Omit<Place, "isNear">;
  kind: string;
  /** Whether the name has several words. */
  isPhrase: boolean;
}

export interface ReadPlace {
  place: Place;
  span: Span;
  /** Words of its name alone, without those that say in or near. */
  nameLength: number;
}

const split = (names: string) => names.split("|");

/** Words before a place that ask for its surroundings. */
const NEAR_NAMES = split(
  "near|nearby|close to|near to|next to|around|not far from|walking distance from|in the area of|نزدیک|نزدیکی|نزدیک به|نزدیکی‌های|نزدیکای|اطراف|حوالی|دور و بر|دوروبر|سمت|طرف|طرفای|طرف‌های|سمتای|حومه|nazdik|nazdike|atraf|atrafe",
);
/** Words before a place that make a single word a place. */
const IN_NAMES = split(
  "in|at|by|across|all over|throughout|در|تو|توی|سراسر|سرتاسر|داخل|محله|محله ی|کنار|area of",
);
/** Words after a place that belong to it. */
const AREA_NAMES = split("area|neighborhood|neighbourhood|district");

/** Kinds whose single-word names are no ordinary words. */
const DISTINCT_KINDS = new Set(["neighbourhood", "district"]);
/** Single-word names of neighbourhoods that are ordinary words, persons or works too. */
const ORDINARY = split(
  "jordan|africa|mandela|آفریقا|ماندلا|جردن|بهار|گلستان|golestan|ارم|eram|soho|mission|city|downtown|centrum|sentrum|mitte|altstadt|کوی|ولایت|رسالت|resalat|امید|وحدت|انقلاب|enghelab|آزادی|azadi|معلم|دانش|پردیس|pardis|سعدی|saadi|حافظ|hafez|فردوسی|ferdowsi|خیام|مولوی|molavi",
);

let ordinary: ReadonlySet<string> | undefined;
const ordinaryWords = () => (ordinary ??= new Set(ORDINARY.map(joinedKey)));

/** Farther places than these are not near. */
const NEAR_MIN_KM = 2;

/** A region or country with slugs of its cities, or codes of its countries. */
interface Region {
  en: string;
  fa: string;
  members: readonly string[];
}

interface Tables {
  places: NameTable<KnownPlace[]>;
  regions: NameTable<Region>;
  near: NameTable<"near" | "in">;
}

let lines: readonly string[] | undefined;

/** The lines of the gazetteer's rows. */
export const placeLines = (): readonly string[] => (lines ??= tsvLines(gazetteer));

/** The names of a row of the gazetteer. */
export function placeNamesIn(line: string): string[] {
  const [, , en = "", fa = "", aliasesEn = "", aliasesFa = ""] = line.split("\t");
  return [en, fa, ...split(aliasesEn), ...split(aliasesFa)].filter((name) => name !== "");
}

interface PlaceRow {
  known: Omit<KnownPlace, "isPhrase">;
  names: readonly string[];
}

/** More than the gazetteer has rows. */
const ROWS = 200_000;

/** A row of the gazetteer, which is read once. */
const placeRow = remembered(ROWS, (row: number): PlaceRow => {
  const line = placeLines()[row] ?? "";
  const [city = "", kind = "", en = "", fa = "", , , lat, lng, radius] = line.split("\t");
  const place = {
    name: { en, fa: fa || en },
    lat: Number(lat),
    lng: Number(lng),
    radiusKm: Number(radius),
    city,
  };
  return { known: { place, kind }, names: placeNamesIn(line) };
});

/** Adds a place to those of a name. */
const addPlace =
  ({ place, kind }: PlaceRow["known"], name: string): NameChange<KnownPlace[]> =>
  (known = []) =>
    known.some((other) => other.place === place)
      ? known
      : [...known, { place, kind, isPhrase: /[\s\u200c-]/.test(name.trim()) }];

/** The words within the names of places, as they are written. */
export const placeWords: Source<string> = rowSource(placeRows, (row, beginning) =>
  placeRow(row)
    .names.flatMap(wordsInName)
    .filter((part) => hasBeginning(part, beginning)),
);

let tables: Tables | undefined;

/** The tables of places; built once per isolate, those of the gazetteer as names are asked for. */
export function placeTables(): Tables {
  if (tables) return tables;
  const places = new NameTable<KnownPlace[]>(
    rowSource(placeRows, (row, beginning) => {
      const { known, names } = placeRow(row);
      return names
        .filter((name) => hasBeginning(name, beginning))
        .map((name) => [name, addPlace(known, name)] as const);
    }),
  );
  for (const { alias, city, meaning, isCued } of nicknamesOf("district"))
    places.update(alias, (others) => {
      const [found] = (places.get(joinedKey(meaning)) ?? []).filter(
        ({ place }) => place.city === city,
      );
      return found
        ? [
            ...(others ?? []),
            { ...found, isPhrase: !isCued, kind: isCued ? "landmark" : found.kind },
          ]
        : others;
    });
  const known: Tables["regions"] = new NameTable();
  for (const [en = "", fa = "", aliases = "", members = ""] of readTsv(regions)) {
    for (const name of [en, fa, ...split(aliases)]) {
      known.add(name, { en, fa, members: members.split(" ") });
    }
  }
  const near: Tables["near"] = new NameTable();
  for (const name of NEAR_NAMES) near.add(name, "near");
  for (const name of IN_NAMES) near.add(name, "in");
  tables = { places, regions: known, near };
  return tables;
}

/** Words between two regions that are asked for together. */
const BETWEEN_REGIONS = new Set(split("or|and|و|یا|ya|va"));
/** «سینمای ایران» is Iranian cinema anywhere: the country only after "in", in English beside others. */
const isAdjective = (words: readonly string[], at: number, isCued: boolean) =>
  !isCued && (words[at] === "ایران" || (words[at] === "iran" && words.length === 1));

/** The region or country that is named at a word, with its cities. */
export function regionAt(
  words: readonly string[],
  start: number,
  cities: PlaceContext["cities"],
  isTaken: (index: number) => boolean,
): { span: Span; region: Region; slugs: string[] } | null {
  const named = placeTables().regions.longestAt(words, start, isTaken);
  if (!named) return null;
  const { members } = named.meaning;
  const slugs = cities
    .filter(
      ({ slug, countryCode = "-" }) => members.includes(slug) || members.includes(countryCode),
    )
    .map(({ slug }) => slug);
  return { span: named.span, region: named.meaning, slugs };
}

/** The regions from a word on: Australia or Canada, گیلان مازندران. */
function regionsAt(
  words: readonly string[],
  start: number,
  cities: PlaceContext["cities"],
  isTaken: (index: number) => boolean,
): ReturnType<typeof regionAt> {
  const first = regionAt(words, start, cities, isTaken);
  if (!first) return null;
  const behind = start + first.span.length;
  const isJoined = BETWEEN_REGIONS.has(words[behind] ?? "") && !isTaken(behind);
  const next = behind + Number(isJoined);
  const other =
    isJoined || !isAdjective(words, next, false) ? regionsAt(words, next, cities, isTaken) : null;
  if (!other) return first;
  const both = { ...first.region, en: `${first.region.en}, ${other.region.en}` };
  return {
    span: { start, length: next + other.span.length - start },
    region: { ...both, fa: `${first.region.fa}، ${other.region.fa}` },
    slugs: [...new Set([...first.slugs, ...other.slugs])],
  };
}

export interface PlaceContext {
  /** City of the query or of the reader: decides between places of one name. */
  city: string | null;
  cities: readonly { slug: string; countryCode?: string }[];
  /** Whether a folded word has a meaning of its own. */
  isOrdinary: (word: string) => boolean;
}

/**
 * Reads the first named place: neighbourhoods, landmarks, venues, stations, regions and countries.
 * A name of one word that is ordinary, or of a single building, needs "near" or "in" before it.
 */
export function readPlace(
  words: readonly string[],
  { city, cities, isOrdinary }: PlaceContext,
  isTaken: (index: number) => boolean,
): ReadPlace | null {
  const { places, near } = placeTables();
  let best: ReadPlace | null = null;
  for (let start = 0; start < words.length; start++) {
    if (isTaken(start)) continue;
    const cue = near.longestAt(words, start, isTaken);
    const behind = cue ? start + cue.span.length : start;
    // "in us": the cue is a part of the name.
    const at = cue && regionAt(words, start, cities, isTaken) ? start : behind;
    const region = isAdjective(words, at, cue !== null)
      ? null
      : regionsAt(words, at, cities, isTaken);
    const named = places.longestAt(words, at, isTaken);
    if (region && region.span.length >= (named?.span.length ?? 0)) {
      const { slugs } = region;
      const { en, fa } = region.region;
      if (slugs.length > 0 && (city === null || slugs.includes(city))) {
        const place = {
          name: { en, fa },
          lat: 0,
          lng: 0,
          radiusKm: 0,
          city: city ?? "",
          cities: city === null ? slugs : [city],
          isNear: false,
        };
        best ??= {
          place,
          span: { start, length: at + region.span.length - start },
          nameLength: region.span.length,
        };
      }
      start = at + region.span.length - 1;
      continue;
    }
    if (!named) continue;
    const { length } = named.span;
    const word = words[at] ?? "";
    const found = named.meaning.find(({ place }) => city === null || place.city === city);
    // پارکلاله is a phrase too, typed together.
    const isSingle = length === 1 && !found?.isPhrase;
    const needsCue =
      isSingle &&
      (!DISTINCT_KINDS.has(found?.kind ?? "") || ordinaryWords().has(word) || isOrdinary(word));
    if (!found || (needsCue && !cue) || !cities.some(({ slug }) => slug === found.place.city)) {
      start = at + length - 1;
      continue;
    }
    const isNear = cue?.meaning === "near";
    const { place } = found;
    const radiusKm = isNear ? Math.max(NEAR_MIN_KM, place.radiusKm * 1.5 + 0.5) : place.radiusKm;
    const hasTail = AREA_NAMES.includes(words[at + length] ?? "") && !isTaken(at + length);
    best ??= {
      place: { ...place, radiusKm, isNear },
      span: { start, length: at + length + Number(hasTail) - start },
      nameLength: length + Number(hasTail),
    };
    break;
  }
  return best;
}
