import { coverPath, girihOf } from "../../lib/drawing/cover-address";
import { hashSeed } from "../../lib/drawing/girih";
import { CATEGORIES } from "../../lib/event/categories";

/** Venues that are the building in the picture of their city: `city/venue`. */
const BUILDINGS: ReadonlySet<string> = new Set([
  "los-angeles/griffith-park",
  "rasht/rasht-municipality-square",
  "shiraz/hafezieh",
  "tabriz/el-goli",
  "tehran/azadi-tower",
]);

interface Emblemed {
  id: string;
  slug: string;
  /** Of a venue. */
  city?: { slug: string } | null | undefined;
  /** What an organizer does; else the colour is by the id. */
  category?: string | undefined;
}

/**
 * What stands for a venue or an organizer without a picture, as an address: the silhouette of its
 * building where we have one, else a girih of its own.
 */
export function hostEmblem({ id, slug, city, category }: Emblemed): string {
  if (city && BUILDINGS.has(`${city.slug}/${slug}`))
    return coverPath({ kind: "city", slug: city.slug, ratio: 0.8 });
  const own = CATEGORIES[hashSeed(`emblem ${id}`) % CATEGORIES.length]?.name ?? "";
  return coverPath(girihOf({ id, categories: [category ?? own] }, "square"));
}
