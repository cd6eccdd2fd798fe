import type { SourceKind } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { isPublicAddress } from "../../../lib/http/fetch-public.server";
import { type Actor, assertCan } from "../../../lib/permissions";
import { cleanLine } from "../../../lib/text/clean-text";
import { type City, listCities } from "../../cities/queries.server";
import { cityOfLines } from "../drafting/read-announcement.server";
import { citiesInWords } from "../fields/read-announced-city";
import { withoutEntities } from "../text/entities";
import {
  createFetcher,
  type Fetched,
  FetchFailed,
  type FetchOptions,
  type FetchReason,
  fetchOptionsOf,
} from "./fetch-source.server";
import { type ReadPart, readSource } from "./read-source.server";
import type { INTERVALS } from "./schema";

/** What an address was found to be, each guess with its reason. */
export interface SourceGuess {
  url: string;
  kind: SourceKind;
  name: string;
  /** Slug of its city. */
  city: string;
  everyMinutes: (typeof INTERVALS)[number];
  /** What a check would read. */
  part: ReadPart;
  /** Another kind that was tried, and the items that it gave. */
  other: { kind: SourceKind; items: number } | null;
  /** Items that name the city; null where none names any, so that it is a mere guess. */
  inCity: number | null;
}

/** Kinds that are tried for one address. */
const TRIED = 4;

const USUAL_INTERVAL: Record<SourceKind, SourceGuess["everyMinutes"]> = {
  telegram: 60,
  rss: 180,
  ical: 360,
  "json-ld": 360,
  rooydad: 360,
  gancio: 360,
  mobilizon: 360,
  model: 1_440,
};

type Page = Extract<Fetched, { isModified: true }>;
interface Candidate {
  kind: SourceKind;
  url: string;
}

/**
 * Finds out what a source is by its address alone: kind, name, city and interval, with a dry run.
 * Of several kinds the one that reads the most events is taken. Stores nothing.
 * @throws invalid with an issue at `url` for no public address; too-many-requests
 */
export async function guessSource(
  deps: Deps,
  actor: Actor | null,
  address: string,
  options: FetchOptions = fetchOptionsOf(deps),
): Promise<SourceGuess | { reason: FetchReason }> {
  assertCan(actor, "ingestion:manage");
  const url = addressOf(address, options);
  await deps.budget.take("import", actor.id);
  try {
    const page = await fetchPage(url, options);
    const cities = await listCities(deps);
    const usual = await usualCity(deps, url, cities);
    const ordered = [usual, ...cities.filter(({ id }) => id !== usual.id)];
    const tried: (Candidate & { part: ReadPart })[] = [];
    for (const candidate of candidatesFor(url, page, deps.assistant !== undefined).slice(
      0,
      TRIED,
    )) {
      // A model is asked where nothing else reads the page.
      if (candidate.kind === "model" && tried.some(({ part }) => countIn(part) > 0)) continue;
      const part = await tryKind(deps, candidate, ordered, options);
      if (part) tried.push({ ...candidate, part });
    }
    const [best, second] = tried.sort((one, other) => countIn(other.part) - countIn(one.part));
    if (!best) return { reason: "type" };
    const place = usualPlace(best.part, page, ordered);
    return {
      url: best.url,
      kind: best.kind,
      name: nameOf(page, url),
      city: place.city.slug,
      everyMinutes: USUAL_INTERVAL[best.kind],
      part: best.part,
      other: second ? { kind: second.kind, items: second.part.items.length } : null,
      inCity: place.named,
    };
  } catch (error) {
    if (error instanceof FetchFailed) return { reason: error.reason };
    throw error;
  }
}

/** An address as people paste it, with its protocol. @throws invalid */
function addressOf(address: string, { isAllowed = isPublicAddress }: FetchOptions): URL {
  const written = address
    .trim()
    .replace(/^(?:webcal|feed):(?:\/\/)?(?=https?:)|^@/i, "")
    .replace(/^(?:webcal|feed):(?:\/\/)?/i, "https://");
  const whole = /^https?:\/\//i.test(written)
    ? written
    : /^[\w-]+$/.test(written) && address.trim().startsWith("@")
      ? `https://t.me/${written}`
      : `https://${written}`;
  if (!URL.canParse(whole) || !new URL(whole).hostname.includes("."))
    throw new AppError("invalid", [{ path: "url", message: "errors:issue.webAddress" }]);
  const url = new URL(whole);
  if (!isAllowed(url))
    throw new AppError("invalid", [{ path: "url", message: "errors:issue.publicAddress" }]);
  return url;
}

const isTelegram = ({ hostname }: URL) => /^(?:t|telegram)\.me$/.test(hostname);

async function fetchPage(url: URL, options: FetchOptions): Promise<Page> {
  const fetched = await createFetcher(options).fetch({
    url: url.href,
    accept: "text/html, text/calendar, application/rss+xml, application/atom+xml, */*;q=0.5",
    types: /html|xml|calendar|rss|atom|json|text\/plain/,
  });
  if (!fetched.isModified) throw new FetchFailed("type");
  return fetched;
}

/** Programs by the marks that their pages carry. */
const PROGRAMS: readonly (readonly [SourceKind, RegExp])[] = [
  ["gancio", /\bgancio\b/i],
  ["mobilizon", /\bmobilizon\b/i],
  ["rooydad", /api\/v1\/openapi\.json|content="Rooydad/i],
];

/** What a page may be read as, the likeliest first; pages also name feeds and calendars. */
function candidatesFor(url: URL, { type, text, url: final }: Page, hasModel: boolean): Candidate[] {
  const own = (kind: SourceKind): Candidate => ({ kind, url: url.href });
  const head = text.slice(0, 200_000);
  if (isTelegram(url)) return [own("telegram")];
  if (/calendar/.test(type) || /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return [own("ical")];
  if (/<(?:rss|feed|rdf:RDF)\b/i.test(head.slice(0, 3_000))) return [own("rss")];
  const programs = PROGRAMS.filter(([, mark]) => mark.test(head)).map(([kind]) => own(kind));
  const linked = [...head.matchAll(/<link\b[^>]{0,600}>/gi)].flatMap(([link]): Candidate[] => {
    const of = (name: string) =>
      withoutEntities(
        new RegExp(`\\b${name}\\s*=\\s*["']?([^"'\\s>]{1,500})`, "i").exec(link)?.[1] ?? "",
      );
    const href = of("href");
    if (!/alternate/i.test(of("rel")) || !URL.canParse(href, final)) return [];
    const target = new URL(href, final).href;
    if (/text\/calendar/i.test(of("type"))) return [{ kind: "ical", url: target }];
    return /rss|atom/i.test(of("type")) && !/comments/i.test(target)
      ? [{ kind: "rss", url: target }]
      : [];
  });
  const calendars = linked.filter(({ kind }) => kind === "ical").slice(0, 1);
  const feeds = linked.filter(({ kind }) => kind === "rss").slice(0, 1);
  return [...programs, own("json-ld"), ...calendars, ...feeds, ...(hasModel ? [own("model")] : [])];
}

/** What a kind reads of an address; null where it cannot. */
async function tryKind(
  deps: Deps,
  { kind, url }: Candidate,
  cities: readonly City[],
  options: FetchOptions,
): Promise<ReadPart | null> {
  const source = { venue: null, organizer: null, category: null, language: null };
  try {
    return await readSource(
      deps,
      { ...source, kind, url, host: new URL(url).host, cities },
      { follow: null, conditions: null },
      options,
    );
  } catch (error) {
    if (error instanceof FetchFailed) return null;
    throw error;
  }
}

/** Entries of a reading that are events, over or not. */
const countIn = ({ items, over }: ReadPart) => items.length * 1_000 + over;

/** Where a source is likely to be before anything is read. */
async function usualCity(
  deps: Pick<Deps, "db" | "memo">,
  { hostname }: URL,
  cities: readonly City[],
): Promise<City> {
  const country = /\.([a-z]{2})$/.exec(hostname)?.[1]?.toUpperCase();
  const usual = await cityOfLines(deps, null);
  return country === undefined || usual.countryCode === country
    ? usual
    : (cities.find(({ countryCode }) => countryCode === country) ?? usual);
}

/** The city that most items name, else the one that the page is about. */
function usualPlace(
  { items }: ReadPart,
  { text }: Page,
  cities: readonly City[],
): { city: City; named: number | null } {
  const counts = new Map<string, number>();
  for (const { title, values } of items) {
    const said = [title, values.address, values.addressFa, values.venue, values.venueFa];
    const found = citiesInWords(said, cities)[0]?.city;
    if (found) counts.set(found.id, (counts.get(found.id) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  const named = most && cities.find(({ id }) => id === most[0]);
  if (named) return { city: named, named: most[1] };
  const [usual] = cities;
  const city = citiesInWords(titlesIn(text), cities)[0]?.city ?? usual;
  if (!city) throw new AppError("conflict");
  return { city, named: null };
}

/** How a document names itself, the shortest name first. */
function titlesIn(text: string): string[] {
  const head = text.slice(0, 200_000);
  const meta = (name: string) =>
    new RegExp(
      `<meta\\b[^>]*(?:property|name)=["']${name}["'][^>]*content=["']([^"']{1,300})["']`,
      "i",
    ).exec(head)?.[1];
  return [
    meta("og:site_name"),
    /^X-WR-CALNAME[^:\n]*:(.{1,200})$/im.exec(head)?.[1],
    meta("og:title"),
    /<title[^>]*>(?:<!\[CDATA\[)?([^<\]]{1,300})/i.exec(head)?.[1],
  ].flatMap((name) => (name ? cleanLine(withoutEntities(name)) || [] : []));
}

/** Longest name of a source, characters. */
const NAME_MAX = 80;

function nameOf({ text }: Page, { hostname }: URL): string {
  const [title = ""] = titlesIn(text);
  // "Programme | Vahdat Hall": the longest part is the most telling one.
  const [name = ""] = title.split(/\s+[|–—·]\s+/).sort((one, other) => other.length - one.length);
  return name.length >= 2 ? [...name].slice(0, NAME_MAX).join("") : hostname;
}
