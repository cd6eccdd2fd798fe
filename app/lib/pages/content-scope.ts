/**
 * The content that a public page depends on, which decides when a cached copy is stale: `site`
 * (settings, flags, city data) alone, one city's content besides, or `listing`, the content of all
 * cities.
 */
export type ContentScope = "site" | "listing" | `city:${string}`;

/** The scope of one city's content. */
export const cityScope = (cityId: string): ContentScope => `city:${cityId}`;

/**
 * Where an answer names its scope to the page cache, which takes the header away. Without it the
 * scope is `listing`.
 */
export const SCOPE_HEADER = "X-Content-Scope";

/** Headers of a publicly cacheable page. */
export const cacheHeaders = (scope: ContentScope): Record<string, string> => ({
  "Cache-Control": "public",
  [SCOPE_HEADER]: scope,
});
