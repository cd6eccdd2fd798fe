import { ALL_CITIES } from "../paths";

/** Words used beside city slugs: /admin/cities/new, GET /cities/search. */
const RESERVED = new Set(["new", "search", ALL_CITIES]);
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SLUG_MAX = 60;

/** Whether a city may be addressed so. */
export const isCitySlug = (slug: string): boolean =>
  slug.length <= SLUG_MAX && SLUG.test(slug) && !RESERVED.has(slug);

/** An English name as a slug: "São Tomé" is sao-tome; empty without Latin letters. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mn}|['’]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, "");
}
