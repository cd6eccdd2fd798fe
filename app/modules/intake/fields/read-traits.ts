import { TRAIT_KEYS, type TraitKey } from "../../../lib/event/event-fields";
import { searchKey } from "../../../lib/text/search-text";

const INSPECTED_MAX = 60;
const LENGTH_MAX = 1_000;

/** Other names of traits in answers, folded. */
const NAMES: Record<string, TraitKey> = {
  indoors: "indoor",
  "فضای بسته": "indoor",
  outdoors: "outdoor",
  "open air": "outdoor",
  "فضای باز": "outdoor",
  calm: "quiet",
  آرام: "quiet",
  پرشور: "lively",
  couples: "for-two",
  kids: "for-children",
  children: "for-children",
  "family friendly": "for-children",
  کودکان: "for-children",
  "in english": "english-friendly",
  beginners: "beginner",
  مبتدی: "beginner",
  "wheelchair accessible": "wheelchair",
  "wheelchair access": "wheelchair",
  ویلچر: "wheelchair",
  "بدون پله": "step-free",
};
const KEYS = new Map<string, TraitKey>([
  ...TRAIT_KEYS.map((key) => [searchKey(key), key] as const),
  ...Object.entries(NAMES).map(([name, key]) => [searchKey(name), key] as const),
]);

/**
 * Traits that lists or comma-separated texts name, in the order of the closed list; other words are
 * ignored.
 */
export function readTraits(texts: readonly string[]): TraitKey[] {
  const named = texts
    .slice(0, INSPECTED_MAX)
    .flatMap((text) => text.slice(0, LENGTH_MAX).split(/[,،;؛|\n]/))
    .slice(0, INSPECTED_MAX)
    .map((name) => KEYS.get(searchKey(name)));
  return TRAIT_KEYS.filter((key) => named.includes(key));
}
