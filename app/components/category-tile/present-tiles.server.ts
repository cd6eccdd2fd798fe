import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { CATEGORIES, type Category } from "../../lib/event/categories";
import { paths } from "../../lib/paths";

/** Counts in a tile, by category name. */
type Counts = ReadonlyMap<string, number>;

/** A category as a tile: its name, and how much is coming. */
function categoryTile({ name, slug, fa, family, icon }: Category, counts: Counts, locale: Locale) {
  const t = translatorFor(locale);
  const count = counts.get(name) ?? 0;
  return {
    slug,
    href: paths.category(slug),
    label: locale === "fa" ? fa : name,
    family,
    icon,
    count: count > 0 ? t("events:count", { count }) : t("pages:categories.none"),
  };
}

/** Every category, in the order of the reader's alphabet. */
export function allTiles(counts: Counts, locale: Locale) {
  const { compare } = new Intl.Collator(locale);
  return CATEGORIES.map((category) => categoryTile(category, counts, locale)).sort((a, b) =>
    compare(a.label, b.label),
  );
}

/**
 * Categories that the home page shows first when they have events; the busiest others fill the row.
 */
const LEADING: readonly Category["slug"][] = [
  "concert",
  "theater",
  "workshop",
  "art-exhibition",
  "literature",
  "food-drink",
  "outdoors",
  "movie-screening",
  "technology",
  "kids-family",
  "comedy",
  "festival",
];

/** @param size how many tiles; fewer only where fewer categories have events */
export function leadingTiles(counts: Counts, locale: Locale, size = LEADING.length) {
  const place = ({ slug }: Category) =>
    LEADING.includes(slug) ? LEADING.indexOf(slug) : LEADING.length;
  return CATEGORIES.filter(({ name }) => (counts.get(name) ?? 0) > 0)
    .sort((a, b) => place(a) - place(b) || (counts.get(b.name) ?? 0) - (counts.get(a.name) ?? 0))
    .slice(0, size)
    .map((category) => categoryTile(category, counts, locale));
}
