import type { Database } from "../../../db/client";
export async function searchEvents(_db: Database, _input: object): Promise<{ ids: string[]; total: number; totalIsExact: boolean; matched: "all-words" | "most-words" | "typo" | "none"; correctedWords?: string }> {
  return { ids: [], total: 0, totalIsExact: true, matched: "none" };
}
