import type { Context } from "hono";
import type { Locale } from "../app/i18n/locale";
import { describeError, log } from "../app/lib/runtime/log";
import { buildSuggestionIndex } from "../app/modules/discovery/suggestions/build-suggestion-index.server";
import {
  readSuggestionIndex,
  type SuggestionIndex,
} from "../app/modules/discovery/suggestions/suggestion-index";
import type { AppEnv } from "./context";
import { edgeVersion } from "./edge-version";
import { edgeCache } from "./middleware/edge-cache";
import { buildVersion } from "./pages";

/** Least time between two builds of an isolate, ms: an import may change events every second. */
const REBUILD_EVERY = 30_000;
/** The data centre keeps an index for a day, s. */
const KEPT = 86_400;

/** The indexes of this isolate by language. */
interface Held {
  index: SuggestionIndex | null;
  /** Until when another request builds a newer one, ms. */
  busyUntil: number;
}

const holderOf = (c: Context<AppEnv>, locale: Locale): Promise<Held> =>
  c.get("info").deps.memo.get(`suggestions ${locale}`, Number.POSITIVE_INFINITY, async () => ({
    index: null,
    busyUntil: 0,
  }));

const addressOf = (c: Context<AppEnv>, locale: Locale) =>
  `${new URL(c.req.url).origin}/edge-cache/${encodeURIComponent(`${buildVersion} suggestions ${locale}`)}`;

/** The data centre's index, of any version; null without one. */
async function readStored(c: Context<AppEnv>, locale: Locale): Promise<SuggestionIndex | null> {
  const stored = await edgeCache().match(addressOf(c, locale));
  return stored ? readSuggestionIndex(await stored.text()) : null;
}

async function build(
  c: Context<AppEnv>,
  locale: Locale,
  version: string,
): Promise<SuggestionIndex> {
  const { deps, requestId } = c.get("info");
  const text = await buildSuggestionIndex(deps, locale, version);
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": `public, max-age=${KEPT}`,
  };
  deps.later(
    edgeCache()
      .put(addressOf(c, locale), new Response(text, { headers }))
      .catch((error: unknown) =>
        log("warn", "suggestions.put", { requestId, ...describeError(error) }),
      ),
  );
  return readSuggestionIndex(text);
}

/**
 * The index of suggestions in a language: of this isolate, else of the data centre, else built from
 * D1. After a change of content it is served while a newer one is built in the background;
 * `isStale` then.
 */
export async function suggestionIndex(
  c: Context<AppEnv>,
  locale: Locale,
): Promise<{ index: SuggestionIndex; isStale: boolean }> {
  const { deps, requestId } = c.get("info");
  const version = await edgeVersion(c);
  const held = await holderOf(c, locale);
  held.index ??= await readStored(c, locale);
  held.index ??= await build(c, locale, version);
  const { index } = held;
  const now = deps.clock.now();
  const isStale = index.version !== version;
  if (isStale && now >= held.busyUntil && now >= index.builtAt + REBUILD_EVERY) {
    held.busyUntil = now + REBUILD_EVERY;
    const renew = async () => {
      const stored = await readStored(c, locale);
      held.index = stored?.version === version ? stored : await build(c, locale, version);
    };
    deps.later(
      renew().catch((error: unknown) =>
        log("warn", "suggestions.build", { requestId, ...describeError(error) }),
      ),
    );
  }
  return { index, isStale };
}
