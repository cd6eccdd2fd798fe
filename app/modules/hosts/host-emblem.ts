import { type CoverAddress, coverPath, girihOf } from "../../lib/drawing/cover-address";
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

type Emblem = Extract<CoverAddress, { kind: "city" | "girih" }>;

interface Emblemed {
  id: string;
  slug: string;
  /** Of a venue. */
  city?: { slug: string } | null | undefined;
}

/**
 * What stands for a venue or an organizer without a picture: the silhouette of its building where we
 * have one, else a girih of its own.
 */
export function emblemOf({ id, slug, city }: Emblemed): Emblem {
  if (city && BUILDINGS.has(`${city.slug}/${slug}`))
    return { kind: "city", slug: city.slug, ratio: 0.8 };
  const own = CATEGORIES[hashSeed(`emblem ${id}`) % CATEGORIES.length]?.name ?? "";
  return girihOf({ id, categories: [own] }, "square");
}

/** Its address. */
export const hostEmblem = (host: Emblemed): string => coverPath(emblemOf(host));
