import { slugOf } from "../text/city-slug";
import { titleKey } from "../text/search-text";

/** Venues and organizers: those who host events. */
export const HOST_KINDS = ["venue", "organizer"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** The scope of a host's names in `host_names`: venues have theirs within a city. */
export const nameScope = (kind: HostKind, cityId: string): string =>
  kind === "venue" ? `venue:${cityId}` : "organizer";
/** The scope of slugs, present and former ones. */
export const slugScope = (kind: HostKind, cityId: string): string =>
  `slug:${nameScope(kind, cityId)}`;

/** The facet of a host's events (db/schema/events.ts). */
export const hostFacet = (kind: HostKind, id: string): string => `${kind}:${id}`;

/** Name keys, without duplicates and empty ones. */
export const nameKeys = (names: readonly (string | null | undefined)[]): string[] => [
  ...new Set(names.map((name) => titleKey(name ?? "")).filter(Boolean)),
];

/**
 * Shortest leading part of a venue's name that stands for the whole, letters: "City Theater, Main
 * Hall".
 */
const SHORTEST_PART = 5;

/** The name before a comma, a bracket or a dash; null for names without one. */
function leadingPart(name: string): string | null {
  const [first = "", ...others] = name.split(/[,،(|–—؛]| - /);
  return others.length > 0 && titleKey(first).length >= SHORTEST_PART ? first : null;
}

/**
 * Keys by which a host is looked up, the best first: whole names, then the leading parts of a
 * venue's.
 */
export const lookupKeys = (
  kind: HostKind,
  names: readonly (string | null | undefined)[],
): string[] => [
  ...new Set([
    ...nameKeys(names),
    ...(kind === "venue" ? nameKeys(names.map((name) => name && leadingPart(name))) : []),
  ]),
];

/** Letters of an id in a slug that would be empty or taken. */
export const suffixOf = (id: string): string => id.slice(-6);

/** The slug of a new host, which `host_names` may know already. */
export const newHostSlug = (kind: HostKind, nameEn: string, id: string): string =>
  slugOf(nameEn) || `${kind}-${suffixOf(id)}`;
