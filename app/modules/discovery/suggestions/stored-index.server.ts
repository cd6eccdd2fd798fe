import { readNoEarlierThan } from "../../../../db/client";
import { LOCALES, type Locale } from "../../../i18n/locale";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { lookupState, versionKey } from "../../store/content-version.server";
import { buildSuggestionIndex } from "./build-suggestion-index.server";
import { readSuggestionIndex, type SuggestionIndex } from "./suggestion-index";

type Store = Pick<Deps, "db" | "memo" | "clock" | "later" | "media">;

/** Least time between two builds, ms: an import may change events every second. */
const REBUILD_EVERY = MINUTE / 2;

const fileOf = (locale: Locale) => `_suggestions/${locale}.txt`;

/**
 * The stored index in a language, of any content version; null without one of this build, whose
 * words and format may differ from another's.
 */
export async function readStoredIndex(
  { media }: Pick<Deps, "media">,
  build: string,
  locale: Locale,
): Promise<{ index: SuggestionIndex; text: string } | null> {
  const stored = await media.get(fileOf(locale));
  if (!stored) return null;
  const whole = await new Response(stored.body).text();
  const text = whole.slice(whole.indexOf("\n") + 1);
  return whole.startsWith(`${build}\n`) ? { index: readSuggestionIndex(text), text } : null;
}

/** The content version of all lists; what is read after it is as new. */
async function listingVersion(deps: Store): Promise<string> {
  const state = await lookupState(deps);
  readNoEarlierThan(deps.db, state.bookmark);
  return versionKey(state, "listing");
}

/** Builds the index in a language under the present content version and stores it. */
export async function storeIndex(
  deps: Store,
  build: string,
  locale: Locale,
): Promise<{ index: SuggestionIndex; text: string }> {
  const version = await listingVersion(deps);
  const text = await buildSuggestionIndex(deps, locale, version);
  const bytes = new TextEncoder().encode(`${build}\n${text}`);
  await deps.media.put(fileOf(locale), bytes, "text/plain; charset=utf-8");
  return { index: readSuggestionIndex(text), text };
}

/**
 * Each minute: stores the indexes that a change of content has made old. Building one takes half a
 * second of processor time, which no request of a visitor should spend (quality.md §1).
 */
export async function storeSuggestionIndexes(
  deps: Store,
  build: string,
): Promise<{ stored: number }> {
  const version = await listingVersion(deps);
  let stored = 0;
  for (const locale of LOCALES) {
    const known = await readStoredIndex(deps, build, locale);
    if (known?.index.version === version) continue;
    if (known && deps.clock.now() < known.index.builtAt + REBUILD_EVERY) continue;
    await storeIndex(deps, build, locale);
    stored += 1;
  }
  return { stored };
}
