import { MINUTE, SECOND } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { readStream } from "../../../lib/http/byte-streams";
import { fetchPublic, isPublicAddress } from "../../../lib/http/fetch-public.server";
import type { SourceDocument } from "../entries/source-item";
import { charsetOf, decodeText } from "../text/decode-text";

/** Rules of a robots.txt for one program (RFC 9309). */
export interface Robots {
  isAllowed(path: string): boolean;
  /**
   * Time between two requests, ms; 0 where there is none. Not standard, but widely used.
   */
  crawlDelay: number;
}

const RULES = 1_000;
/** A longer delay counts as this, ms: a step of a check must end before its claim does. */
const DELAY_MAX = MINUTE;

/**
 * Reads the group for an agent, else the group for all. The longest matching path decides; at equal
 * length, Allow does. Lines that match no grammar are skipped.
 */
function readRobots(text: string, agent: string): Robots {
  const groups: { agents: string[]; rules: { isAllow: boolean; path: string }[]; delay: number }[] =
    [];
  let isNaming = false;
  for (const line of text.slice(0, 500_000).split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const said = value.trim();
    if (field === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [], delay: 0 });
      groups.at(-1)?.agents.push(said.toLowerCase());
      isNaming = true;
    } else if (field === "allow" || field === "disallow") {
      isNaming = false;
      const group = groups.at(-1);
      if (group && said !== "" && group.rules.length < RULES)
        group.rules.push({ isAllow: field === "allow", path: said });
    } else if (field === "crawl-delay") {
      isNaming = false;
      const group = groups.at(-1);
      const seconds = Number(said);
      if (group && said !== "" && seconds > 0) group.delay = Math.min(seconds * SECOND, DELAY_MAX);
    }
  }
  const named = groups.filter(({ agents }) =>
    agents.some((one) => one !== "*" && one !== "" && agent.toLowerCase().startsWith(one)),
  );
  const own = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
  const rules = own.flatMap((group) => group.rules);
  return {
    crawlDelay: Math.max(0, ...own.map(({ delay }) => delay)),
    isAllowed(path) {
      const matching = rules
        .filter((rule) => matches(rule.path, path))
        .sort((a, b) => b.path.length - a.path.length || Number(b.isAllow) - Number(a.isAllow));
      return matching[0]?.isAllow ?? true;
    },
  };
}

/** `*` stands for any text, `$` for the end. Linear for each part. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = isWhole && isLast ? path.lastIndexOf(part) : path.indexOf(part, at);
    if (found < at) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}

/** Limits of a response. */
const MAX_BYTES = 5 * 1_048_576;
const ROBOTS_BYTES = 500_000;
const TIMEOUT = 20 * SECOND;
const AGENT = "Rooydad-Sources/1.0 (+https://github.com/rooydad)";
const AGENT_NAME = "rooydad-sources";

/** Reasons of failed requests: keys of `sources:reason`. */
export const FETCH_REASONS = [
  "address",
  "unreachable",
  "refused",
  "missing",
  "busy",
  "server",
  "robots",
  "type",
  "size",
] as const;
export type FetchReason = (typeof FETCH_REASONS)[number];

/** A request that failed, with what to say of it. */
export class FetchFailed extends Error {
  constructor(
    readonly reason: FetchReason,
    /** Delay requested by the server, ms. */
    readonly retryAfter: number | null = null,
  ) {
    super(reason);
  }
}

/** Dependencies that local runs and tests replace. */
export interface FetchOptions {
  /** The check of public addresses: the servers of tests are on loopback. */
  isAllowed?: ((url: URL) => boolean) | undefined;
  /** Waits between two requests, ms. */
  wait?: ((ms: number) => Promise<void>) | undefined;
}

/**
 * On local runs a source may be on this machine too, where it can be tried without a site of its
 * own.
 */
export const fetchOptionsOf = ({ isLocal }: Pick<Deps, "isLocal">): FetchOptions =>
  isLocal ? { isAllowed: (url) => isPublicAddress(url) || url.hostname === "127.0.0.1" } : {};

export interface Conditions {
  etag: string | null;
  lastModified: string | null;
}

export type Fetched = { isModified: false } | ({ isModified: true } & SourceDocument & Conditions);

interface SourceRequest {
  url: string;
  body?: string | undefined;
  accept: string;
  types: RegExp;
  conditions?: Conditions | null;
  /** `Accept-Language`; any by default. */
  language?: string | null;
}

/**
 * Fetches documents of sources politely: only what robots.txt allows, one after the other with the
 * delay that it asks for, with conditional requests, at most 5 MB in 20 seconds. It reads each
 * host's robots.txt once.
 * @param isFirst false if an earlier step of the check has made requests
 */
export function createFetcher({ isAllowed, wait = waitFor }: FetchOptions = {}, isFirst = true) {
  const known = new Map<string, Robots>();
  let hasAsked = !isFirst;
  let requests = 0;

  async function request(
    url: string,
    accept: string,
    headers: Record<string, string>,
    body?: string,
  ) {
    requests += 1;
    try {
      return await fetchPublic(url, {
        accept,
        agent: AGENT,
        headers,
        timeout: TIMEOUT,
        ...(body !== undefined && { body }),
        ...(isAllowed && { isAllowed }),
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new FetchFailed(
        error.issues[0]?.message === "errors:issue.unreachable" ? "unreachable" : "address",
      );
    }
  }

  async function robotsOf({ origin }: URL): Promise<Robots> {
    const read = known.get(origin);
    if (read) return read;
    const { response } = await request(`${origin}/robots.txt`, "text/plain", {});
    // A server that fails cannot say what it allows (RFC 9309 §2.3.1.4).
    if (response.status >= 500) {
      await response.body?.cancel();
      throw new FetchFailed("server", retryAfterOf(response));
    }
    const text = response.ok ? await textOf(response, ROBOTS_BYTES).catch(() => "") : "";
    if (!response.ok) await response.body?.cancel();
    const robots = readRobots(text, AGENT_NAME);
    known.set(origin, robots);
    return robots;
  }

  return {
    /** Requests so far, those of robots.txt included. */
    requests: () => requests,
    /** @throws FetchFailed */
    async fetch({
      url,
      body,
      accept,
      types,
      conditions,
      language,
    }: SourceRequest): Promise<Fetched> {
      if (!URL.canParse(url)) throw new FetchFailed("address");
      const asked = new URL(url);
      const robots = await robotsOf(asked);
      if (!robots.isAllowed(`${asked.pathname}${asked.search}`)) throw new FetchFailed("robots");
      if (hasAsked && robots.crawlDelay > 0) await wait(robots.crawlDelay);
      hasAsked = true;
      const headers = {
        ...(language && { "Accept-Language": language }),
        ...(conditions?.etag && { "If-None-Match": conditions.etag }),
        ...(conditions?.lastModified && { "If-Modified-Since": conditions.lastModified }),
      };
      const { url: final, response } = await request(url, accept, headers, body);
      if (response.status === 304) {
        await response.body?.cancel();
        return { isModified: false };
      }
      const type = (response.headers.get("Content-Type") ?? "").toLowerCase();
      const failure = failureOf(response, types.test(type.split(";")[0] ?? ""));
      if (failure) {
        await response.body?.cancel();
        throw failure;
      }
      return {
        isModified: true,
        url: final,
        type,
        text: await textOf(response, MAX_BYTES),
        etag: response.headers.get("ETag"),
        lastModified: response.headers.get("Last-Modified"),
      };
    },
  };
}

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function failureOf(response: Response, isType: boolean): FetchFailed | null {
  const { status } = response;
  if (status === 429 || status === 503) return new FetchFailed("busy", retryAfterOf(response));
  if (status >= 500) return new FetchFailed("server", retryAfterOf(response));
  if (status === 404 || status === 410) return new FetchFailed("missing");
  if (!response.ok) return new FetchFailed("refused");
  return isType ? null : new FetchFailed("type");
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) * SECOND : null;
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  try {
    const bytes = await readStream(response.body, maxBytes);
    return decodeText(bytes, charsetOf(response.headers.get("Content-Type"))).text;
  } catch (error) {
    throw new FetchFailed(isRefusal(error, "too-large") ? "size" : "unreachable");
  }
}
