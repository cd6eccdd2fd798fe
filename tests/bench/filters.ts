import { filterSamples } from "../helpers/filter-samples";
import { spentByWorkerd } from "./workerd-process";

/** Every way in which a list of events is given. */
const FORMATS: Record<string, (query: string) => string> = {
  page: (query) => `/events?${query}`,
  "map page": (query) => `/events?view=map&${query}`,
  map: (query) => `/maps/points.json?${query}`,
  API: (query) => `/api/v1/events?${query}`,
  ics: (query) => `/events.ics?${query}`,
  atom: (query) => `/events.atom?${query}`,
  json: (query) => `/events.json?${query}`,
  embed: (query) => `/embed/events?${query}`,
};
/** workerd's time is told in ticks of 10 ms. Formats that are kept for everyone are asked once. */
const ROUNDS = 3;

/** The most processor time that an answer took in a format, and the query; ms, the database's too. */
export interface FilterTime {
  format: string;
  query: string;
  ms: number;
}

/**
 * Measures every filter in every format, by the time of the only workerd that this process has
 * started. @param headers make answers that no cache has
 */
export async function measureFilters(
  url: string,
  now: number,
  headers: (count: number) => Record<string, string>,
): Promise<FilterTime[]> {
  let count = 0;
  const ask = async (path: string) => {
    count += 1;
    const response = await fetch(url + path, { headers: headers(count) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.headers.get("X-Edge-Cache");
  };
  const worst: FilterTime[] = [];
  for (const [format, path] of Object.entries(FORMATS)) {
    await ask(path("city=shiraz"));
    let most: FilterTime = { format, query: "", ms: 0 };
    for (const query of Object.values(filterSamples(now)).flat()) {
      const before = spentByWorkerd().cpuSeconds;
      let asked = 0;
      while (asked < ROUNDS) {
        asked += 1;
        if ((await ask(path(query))) === "miss") break;
      }
      const ms = ((spentByWorkerd().cpuSeconds - before) * 1_000) / asked;
      if (ms > most.ms) most = { format, query, ms };
    }
    worst.push(most);
  }
  return worst;
}
