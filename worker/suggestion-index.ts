import type { Context } from "hono";
import type { Locale } from "../app/i18n/locale";
import { MINUTE } from "../app/lib/dates/durations";
import { describeError, log } from "../app/lib/runtime/log";
import {
  readStoredIndex,
  storeIndex,
} from "../app/modules/discovery/suggestions/build-suggestion-index.server";
import {
  readSuggestionIndex,
  type SuggestionIndex,
} from "../app/modules/discovery/suggestions/suggestion-index";
import type { AppEnv } from "./context";
import { edgeCache, edgeVersion } from "./middleware/edge-cache";
import { buildVersion } from "./pages";

/** How often an isolate looks for a newer index, ms; the cron stores one each minute at most. */
const LOOK_EVERY = MINUTE / 2;
/** The data centre keeps an index for a day, s. */
const KEPT = 86_400;

/** The indexes of this isolate by language. */
interface Held {
  index: SuggestionIndex | null;
  /** Until when no other request looks for a newer one, UTC ms. */
  lookAfter: number;
}

const holderOf = (c: Context<AppEnv>, locale: Locale): Promise<Held> =>
  c.get("info").deps.memo.get(`suggestions ${locale}`, Number.POSITIVE_INFINITY, async () => ({
    index: null,
    lookAfter: 0,
  }));

const addressOf = (c: Context<AppEnv>, locale: Locale) =>
  `${new URL(c.req.url).origin}/edge-cache/${encodeURIComponent(`${buildVersion} suggestions ${locale}`)}`;

/** The data centre's index, of any version; null without one. */
async function readNear(c: Context<AppEnv>, locale: Locale): Promise<SuggestionIndex | null> {
  const near = await edgeCache().match(addressOf(c, locale));
  return near ? readSuggestionIndex(await near.text()) : null;
}

/** Keeps an index in the data centre. */
function keepNear(c: Context<AppEnv>, locale: Locale, text: string): void {
  const { deps, requestId } = c.get("info");
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
}

/** The stored index; before the first cron of a build it is built. */
async function readFar(c: Context<AppEnv>, locale: Locale): Promise<SuggestionIndex> {
  const { deps } = c.get("info");
  const { index, text } =
    (await readStoredIndex(deps, buildVersion, locale)) ??
    (await storeIndex(deps, buildVersion, locale));
  keepNear(c, locale, text);
  return index;
}

/**
 * The index of suggestions in a language: of this isolate, else of the data centre, else as the
 * cron has stored it. After a change of content an older one is served, at most a minute and a half
 * old, while a newer one is looked for in the background; `isStale` then.
 */
export async function suggestionIndex(
  c: Context<AppEnv>,
  locale: Locale,
): Promise<{ index: SuggestionIndex; isStale: boolean }> {
  const { deps, requestId } = c.get("info");
  const version = await edgeVersion(c);
  const held = await holderOf(c, locale);
  held.index ??= await readNear(c, locale);
  held.index ??= await readFar(c, locale);
  const { index } = held;
  const now = deps.clock.now();
  const isStale = index.version !== version;
  if (isStale && now >= held.lookAfter) {
    held.lookAfter = now + LOOK_EVERY;
    const renew = async () => {
      held.index = await readFar(c, locale);
    };
    deps.later(
      renew().catch((error: unknown) =>
        log("warn", "suggestions.read", { requestId, ...describeError(error) }),
      ),
    );
  }
  return { index, isStale };
}
