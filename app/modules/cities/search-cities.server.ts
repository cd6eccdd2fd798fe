import { searchKey } from "../../lib/search-text";
import { type City, listCities } from "./queries.server";

type Reader = Parameters<typeof listCities>[0];

const LIMIT = 20;

/** Cities of which a name begins with what is typed, the busiest first; none below two letters (product.md §5). */
export async function searchCities(reader: Reader, q: string, { limit = LIMIT }: { limit?: number } = {}): Promise<City[]> {
  const asked = searchKey(q);
  if ([...asked].length < 2) return [];
  const found = (await listCities(reader)).filter((city) => city.searchKey.split("\n").some((name) => ` ${name}`.includes(` ${asked}`)));
  return found.slice(0, limit);
}
