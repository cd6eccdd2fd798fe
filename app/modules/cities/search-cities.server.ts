import { searchKey } from "../../lib/text/search-text";
import { type City, listCities } from "./queries.server";

type Reader = Parameters<typeof listCities>[0];

/** Minimum length of a query (product.md §5). */
const MIN_LENGTH = 2;
const LIMIT = 20;

/** Names as they are compared, one per line. */
const namesOf = ({ nameEn, nameFa }: City) => [nameEn, nameFa ?? ""].map(searchKey).filter(Boolean);

const withoutSpaces = (text: string) => text.replaceAll(" ", "");

/**
 * Whether every word of the query is a prefix of a word of `lines`, or the whole query is a prefix
 * of a line without spaces: "newy", خرم آباد for خرم‌آباد. Both sides are search keys.
 */
function matches(lines: readonly string[], asked: string): boolean {
  const words = lines.flatMap((line) => line.split(" "));
  return (
    asked.split(" ").every((part) => words.some((word) => word.startsWith(part))) ||
    beginsOne(lines, asked)
  );
}

const beginsOne = (lines: readonly string[], asked: string) =>
  lines.some((line) => withoutSpaces(line).startsWith(withoutSpaces(asked)));

/**
 * The cities of these names; where no city is called so, those of the country or province that is.
 * All of them where there are no words.
 */
export function citiesNamed(cities: readonly City[], words: string): readonly City[] {
  const asked = searchKey(words);
  if (!asked) return cities;
  const named = cities.filter((city) => matches(namesOf(city), asked));
  return named.length > 0
    ? named
    : cities.filter((city) => matches(city.searchKey.split("\n"), asked));
}

/**
 * Cities for autocompletion: each word is a prefix of a word of a name in either language. Names
 * that start with the query come first, then busier cities; none below two letters (product.md §5).
 */
export async function searchCities(
  reader: Reader,
  q: string,
  { limit = LIMIT }: { limit?: number } = {},
): Promise<City[]> {
  const asked = searchKey(q);
  if ([...withoutSpaces(asked)].length < MIN_LENGTH) return [];
  const found = (await listCities(reader))
    .map((city) => ({ city, names: namesOf(city) }))
    .filter(({ names }) => matches(names, asked));
  const first = found.filter(({ names }) => beginsOne(names, asked));
  const rest = found.filter(({ names }) => !beginsOne(names, asked));
  return [...first, ...rest].slice(0, limit).map(({ city }) => city);
}
