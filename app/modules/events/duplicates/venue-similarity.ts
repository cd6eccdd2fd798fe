import { remembered } from "../../../lib/runtime/remembered";
import { searchKey } from "../../../lib/text/search-text";
import { stem } from "../../search/stem";
import { compareTitles, profileTitle, type TitleProfile } from "./title-similarity";

/** Placeholders for a venue. */
const NOWHERE = new Set(
  [
    "tba",
    "tbd",
    "tbc",
    "to be announced",
    "نامشخص",
    "متعاقبا اعلام میشود",
    "اعلام میشود",
    "various venues",
    "venue",
  ].map(searchKey),
);

/** Whether a text is empty or marks the venue as unknown: "TBA". */
export const isNoVenue = (name: string): boolean =>
  searchKey(name) === "" || NOWHERE.has(searchKey(name));

/** A known venue of the city with its names. */
export interface KnownVenue {
  id: string;
  cityId: string;
  nameEn: string;
  nameFa: string | null;
}

/**
 * Ids of known venues by city and name, in either language, with and without the part in brackets.
 */
export type VenueBook = ReadonlyMap<string, string>;

const NOTHING: ReadonlySet<string> = new Set();
const keyOf = (cityId: string, name: string) => `${cityId} ${searchKey(name).replaceAll(" ", "")}`;

/** The whole name and its parts: "City Theater, Main Hall", «تالار وحدت - تهران». */
function formsOf(name: string): string[] {
  const parts = name.split(/[,،()|–—/:؛]| - /).map((part) => part.trim());
  return [...new Set([name, ...parts])].filter((part) => searchKey(part).length > 3);
}

/** Indexes the known venues by name. Leaves out names that two venues of a city share. */
export function bookOfVenues(venues: readonly KnownVenue[]): VenueBook {
  const book = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const { id, cityId, nameEn, nameFa } of venues) {
    const names = [nameEn, ...(nameFa ? [nameFa] : [])];
    for (const name of names.flatMap((full) => [full, ...full.split(/[,،(]/).slice(0, 1)])) {
      const key = keyOf(cityId, name);
      if (book.has(key) && book.get(key) !== id) doubtful.add(key);
      book.set(key, id);
    }
  }
  for (const key of doubtful) book.delete(key);
  return book;
}

/** Id of the known venue with one of the names; null if there is none. */
export function knownVenueOf(
  book: VenueBook,
  cityId: string,
  names: readonly string[],
): string | null {
  for (const name of names.flatMap(formsOf)) {
    const id = book.get(keyOf(cityId, name));
    if (id) return id;
  }
  return null;
}

export interface VenueProfile {
  /** Equal for equal spellings. */
  key: string;
  id: string | null;
  names: readonly TitleProfile[];
  stems: ReadonlySet<string>;
}

/** Size of the caches per isolate: the few hundred venues of a run recur. */
const REMEMBERED = 20_000;

/** Prepares the names of a venue for comparison. */
export const profileVenue = (names: readonly string[], id: string | null): VenueProfile =>
  profileOf(`${id ?? ""}\n${names.join("\n")}`);

const profileOf = remembered(REMEMBERED, (key: string): VenueProfile => {
  const [id, ...names] = key.split("\n");
  const namedVenues = names.filter((name) => !isNoVenue(name));
  const forms = [...new Set(namedVenues.flatMap((name) => formsOf(name).slice(0, 2)))].map(
    profileTitle,
  );
  return {
    key,
    id: id || null,
    names: forms,
    stems: new Set(forms.flatMap(({ words }) => words.map(({ text }) => stem(text)))),
  };
});

export type VenueSimilarity = "same" | "similar" | "unknown" | "other";

const SAME = 0.72;
const SIMILAR = 0.5;

/** Compares two venues. Names in different scripts that share nothing give "unknown". */
export const compareVenues = (a: VenueProfile, b: VenueProfile): VenueSimilarity =>
  a.key < b.key ? similarityOf(a.key, b.key) : similarityOf(b.key, a.key);

const similarityOf = remembered(REMEMBERED, (oneKey: string, otherKey: string): VenueSimilarity => {
  const [a, b] = [profileOf(oneKey), profileOf(otherKey)];
  if (a.id !== null && b.id !== null) return a.id === b.id ? "same" : "other";
  if (a.names.length === 0 || b.names.length === 0) return "unknown";
  let best = 0;
  let isComparable = false;
  for (const one of a.names) {
    for (const other of b.names) {
      const similarity = compareTitles(one, other, NOTHING);
      isComparable ||= similarity.isComparable;
      if (!similarity.isOtherNumber) best = Math.max(best, similarity.value);
    }
  }
  if (best >= SAME) return "same";
  if (best >= SIMILAR) return "similar";
  return isComparable ? "other" : "unknown";
});
