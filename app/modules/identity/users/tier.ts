export type Tier = "low trust" | "new user" | "regular" | "trusted";

/** Trust tier of a score (decisions.md §4). */
export function tierOf(trustScore: number): Tier {
  if (trustScore < 0) return "low trust";
  if (trustScore < 20) return "new user";
  return trustScore < 60 ? "regular" : "trusted";
}
