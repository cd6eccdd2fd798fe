import type { sources } from "../../../../db/schema";
import { addDays } from "../../../lib/dates/days";
import { MINUTE, SECOND } from "../../../lib/dates/durations";
import { AssistantFailed, type Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { type City, listCities } from "../../cities/queries.server";
import type { LeftEntry, SourceItem } from "../entries/source-item";
import { SOURCE_READERS } from "../entries/source-readers.server";
import { isOver, type ReadItem, readItem } from "../fields/item-values.server";
import { citiesInWords } from "../fields/read-announced-city";
import {
  type Conditions,
  createFetcher,
  type Fetched,
  FetchFailed,
  type FetchOptions,
} from "./fetch-source.server";

/**
 * Addresses that one step reads after the first, and how long it may take, ms; the job's claim
 * lasts two minutes.
 */
const PAGES = 20;
const STEP_TIME = 40 * SECOND;
/** Items that a check takes. */
const ITEMS_MAX = 500;
/** Entries left out that a check names. */
export const LEFT_MAX = 50;

export type ReadableSource = Pick<
  typeof sources.$inferSelect,
  "kind" | "url" | "host" | "venue" | "organizer" | "category" | "language"
> & { cities: readonly City[] };

export interface ReadPart {
  /** False when the source has not changed since the last check. */
  isModified: boolean;
  items: (ReadItem & { cityId: string })[];
  /** Entries without what an event needs. */
  leftOut: number;
  /** Those of them that are named. */
  left: LeftEntry[];
  /** Entries that are over. */
  over: number;
  /** Entries beyond what one check reads. */
  unread: number;
  follow: string[];
  isPartial: boolean;
  requests: number;
  conditions: Conditions & { bodyHash: string | null };
}

/** Requests the source's language of sites with several. */
const ACCEPTED_LANGUAGES = { fa: "fa, en;q=0.5", en: "en, fa;q=0.5", any: null } as const;

const NONE: ReadPart = {
  isModified: true,
  items: [],
  leftOut: 0,
  left: [],
  over: 0,
  unread: 0,
  follow: [],
  isPartial: false,
  requests: 0,
  conditions: { etag: null, lastModified: null, bodyHash: null },
};

/** Label of a value's provenance: "vahdathall.example · JSON-LD". */
const KIND_NAMES = {
  ical: "iCalendar",
  rss: "RSS",
  "json-ld": "JSON-LD",
  telegram: "Telegram",
  rooydad: "Rooydad",
  gancio: "Gancio",
  mobilizon: "Mobilizon",
  model: "AI",
} as const satisfies Record<(typeof sources.$inferSelect)["kind"], string>;

/**
 * Reads a part of a source: its own address, and as many followed ones as the step's time allows.
 * @param follow addresses that remain of an earlier step; null to begin
 * @throws FetchFailed if the source's own address fails
 */
export async function readSource(
  deps: Deps,
  source: ReadableSource,
  {
    follow,
    conditions,
  }: { follow: string[] | null; conditions: (Conditions & { bodyHash: string | null }) | null },
  options: FetchOptions = {},
): Promise<ReadPart> {
  const reader = SOURCE_READERS[source.kind];
  const fetcher = createFetcher(options, follow === null);
  const { accept, types } = reader;
  const language = ACCEPTED_LANGUAGES[source.language ?? "any"];
  const [city] = source.cities;
  if (!city) throw new Error("The source's city is gone.");
  const began = Date.now();
  const now = deps.clock.now();
  const context = {
    now,
    timeZone: city.timeZone,
    citySlug: city.slug,
    countryCode: city.countryCode,
    cities: await listCities(deps),
    isFirst: true,
    ask: askOf(deps),
  };
  const take = async (fetched: Extract<Fetched, { isModified: true }>, isFirst: boolean) => {
    try {
      return await reader.read(fetched, { ...context, isFirst });
    } catch (error) {
      if (error instanceof AssistantFailed || isRefusal(error)) throw new FetchFailed("type");
      throw error;
    }
  };
  let part = NONE;
  let waiting = follow ?? [];
  const found: SourceItem[] = [];
  if (follow === null) {
    const { url, body } = reader.request(new URL(source.url), context);
    const fetched = await fetcher.fetch({ url, body, accept, types, conditions, language });
    const unchanged = { ...NONE, isModified: false, requests: fetcher.requests() };
    if (!fetched.isModified) return unchanged;
    const bodyHash = await hashOf(fetched.text);
    if (conditions?.bodyHash === bodyHash) return unchanged;
    const read = await take(fetched, true);
    found.push(...read.items);
    // A list with pages behind it may be the same while they change.
    const isAlone = read.follow.length === 0;
    part = {
      ...NONE,
      leftOut: read.leftOut - (read.unread ?? 0),
      unread: read.unread ?? 0,
      left: read.left ?? [],
      over: read.over ?? 0,
      conditions: isAlone
        ? { etag: fetched.etag, lastModified: fetched.lastModified, bodyHash }
        : NONE.conditions,
    };
    waiting = read.follow;
  }
  let [leftOut, over, unread, isPartial] = [part.leftOut, part.over, part.unread, part.unread > 0];
  const left = [...part.left];
  for (
    let page = 0;
    page < PAGES &&
    waiting.length > 0 &&
    found.length < ITEMS_MAX &&
    Date.now() - began < STEP_TIME;
    page += 1
  ) {
    const [url = "", ...rest] = waiting;
    waiting = rest;
    try {
      const fetched = await fetcher.fetch({ url, accept, types, language });
      if (!fetched.isModified) continue;
      const read = await take(fetched, false);
      found.push(...read.items);
      leftOut += read.leftOut - (read.unread ?? 0);
      unread += read.unread ?? 0;
      over += read.over ?? 0;
      left.push(...(read.left ?? []));
      waiting = [...read.follow, ...waiting];
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      isPartial = isPartial || error.reason !== "missing";
    }
  }
  // Entries that are over do not use up the limit.
  const open = found.filter(
    ({ found: one }) => one.readSchedule !== null || !isOver(one, null, now),
  );
  over += found.length - open.length;
  const named = left.length;
  const items: ReadPart["items"] = [];
  for (const item of open.slice(0, ITEMS_MAX)) {
    const read = itemIn(item, source, now, context.cities);
    if (read === "over") over += 1;
    else if (read) items.push(read);
    else left.push(leftEntry(item));
  }
  return {
    ...part,
    items: [...new Map(items.map((item) => [item.key, item])).values()],
    leftOut: leftOut + left.length - named,
    unread: unread + Math.max(0, open.length - ITEMS_MAX),
    left: left.slice(0, LEFT_MAX),
    over,
    follow: open.length >= ITEMS_MAX ? [] : waiting,
    isPartial: isPartial || open.length > ITEMS_MAX,
    requests: fetcher.requests(),
  };
}

/** Why an item with no candidate was left out. */
const leftEntry = ({ found, stated, snippet, url }: SourceItem): LeftEntry => ({
  title: found.title,
  url,
  venue: found.venue,
  code:
    found.title === null
      ? "missing-title"
      : found.startsAt === null && !stated
        ? "missing-date"
        : "unreadable-date",
  snippet,
});

/** An item in its city; null without a title or a day. */
function itemIn(
  item: SourceItem,
  source: ReadableSource,
  now: number,
  cities: readonly City[],
): (ReadItem & { cityId: string }) | "over" | null {
  const { found, fa } = item;
  const said = [found.address, found.venue, fa?.address, found.title];
  // Of a source with several cities, the one that the item names.
  const city = citiesInWords(said, source.cities)[0]?.city ?? source.cities[0];
  if (!city) return null;
  const label = `${source.host} · ${KIND_NAMES[source.kind]}`;
  const read = readItem(item, city, now, source, { label }, cities);
  const last = read?.lastDay ?? null;
  // The whole last day counts.
  const end = last === null ? null : `${addDays(last, 1)}T00:00`;
  if (isOver({ startsAt: null, endsAt: end }, city.timeZone, now)) return "over";
  return read && { ...read, cityId: city.id };
}

function askOf({ assistant }: Pick<Deps, "assistant">) {
  if (!assistant) return null;
  return async (prompt: string) => {
    let answer = "";
    for await (const text of assistant.ask(prompt)) {
      answer += text;
      if (answer.length > 500_000) throw new AssistantFailed("cut");
    }
    return answer;
  };
}

/** SHA-256 in hexadecimal. */
export const hashOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString(
    "hex",
  );

/** How long to wait after failures in a row, ms: twice the interval each time, up to a day. */
export const backoffOf = (
  everyMinutes: number,
  failures: number,
  retryAfter: number | null,
): number =>
  Math.max(
    retryAfter ?? 0,
    Math.min(
      everyMinutes * MINUTE * 2 ** Math.min(failures, 8),
      Math.max(1_440, everyMinutes) * MINUTE,
    ),
  );
