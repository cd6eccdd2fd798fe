import type { CategoryFamily, CategoryName } from "../../lib/event/categories";
import type { IconName } from "../../lib/icon-names";

/**
 * Fills shelves from first to last: an event that an earlier shelf shows is replaced by another
 * candidate while there is one. Keeps the order within a shelf.
 * @param candidates for each shelf more than it holds, best first
 */
export function fillShelves<T extends { id: string }>(
  candidates: readonly (readonly T[])[],
  size: number,
): T[][] {
  const seen = new Set<string>();
  return candidates.map((shelf) => {
    const unseen = shelf.filter(({ id }) => !seen.has(id));
    const repeated = shelf.filter(({ id }) => seen.has(id));
    const chosen = new Set([...unseen, ...repeated].slice(0, size));
    for (const { id } of chosen) seen.add(id);
    return shelf.filter((event) => chosen.has(event));
  });
}

/**
 * Fills parts of a page from first to last; each event is in one part, once, even if candidates repeat it.
 * @param parts candidates, best first, with how many the part shows
 */
export function withoutRepeats<T extends { id: string }>(
  parts: readonly { candidates: readonly T[]; size: number }[],
): T[][] {
  const seen = new Set<string>();
  return parts.map(({ candidates, size }) => {
    const shown = new Map<string, T>();
    for (const one of candidates) {
      if (shown.size === size) break;
      if (!seen.has(one.id)) shown.set(one.id, one);
    }
    for (const id of shown.keys()) seen.add(id);
    return [...shown.values()];
  });
}

export interface Mood {
  key: string;
  /** At most four categories: their walks are one UNION, and D1 takes five terms. */
  categories: readonly CategoryName[];
  family: CategoryFamily;
  icon: IconName;
  title: { en: string; fa: string };
  line: { en: string; fa: string };
}

/** Moods as named groups of categories. Data in both languages, one row per mood. */
export const MOODS: readonly Mood[] = [
  {
    key: "quiet",
    categories: ["Literature", "Art Exhibition", "Film", "Movie Screening"],
    family: "lajvard",
    icon: "lamp",
    title: { en: "A quiet evening", fa: "شبی آرام" },
    line: {
      en: "A book, a wall of pictures, a dark room and a screen.",
      fa: "کتابی، دیواری از تابلوها، سالنی تاریک و یک پرده.",
    },
  },
  {
    key: "open",
    categories: ["Outdoors", "Sports", "Health & Wellness"],
    family: "pesteh",
    icon: "trees",
    title: { en: "Out in the open", fa: "زیر آسمان" },
    line: {
      en: "Hills, pitches and mats. Bring water.",
      fa: "کوه و زمین بازی و زیراندازِ یوگا. آب یادتان نرود.",
    },
  },
  {
    key: "learn",
    categories: ["Workshop", "Talk", "Education", "Technology"],
    family: "mes",
    icon: "bulb",
    title: { en: "Come home knowing more", fa: "چیزی یاد بگیریم" },
    line: { en: "For curious heads and busy hands.", fa: "برای سرهای کنجکاو و دست‌های بی‌قرار." },
  },
  {
    key: "laugh",
    categories: ["Comedy", "Theater", "Gaming"],
    family: "zafaran",
    icon: "mood-happy",
    title: { en: "A good laugh", fa: "یک دلِ سیر خنده" },
    line: {
      en: "Stages and tables where nobody is serious for long.",
      fa: "صحنه‌ها و میزهایی که کسی دورشان زیاد جدی نمی‌ماند.",
    },
  },
  {
    key: "loud",
    categories: ["Concert", "Music", "Dance", "Nightlife"],
    family: "bademjan",
    icon: "music",
    title: { en: "Loud and late", fa: "بزن و بکوب" },
    line: {
      en: "Strings, drums, and floors that give a little.",
      fa: "ساز و ضرب و زمینی که زیر پا می‌لرزد.",
    },
  },
  {
    key: "people",
    categories: ["Community", "Networking", "Charity", "Food & Drink"],
    family: "gol",
    icon: "users-group",
    title: { en: "New faces", fa: "آشنایی‌های تازه" },
    line: {
      en: "Long tables and good causes. Come alone, leave with company.",
      fa: "سفره‌های بلند و کارهای خوب. تنها بیایید، با دوست برگردید.",
    },
  },
];
