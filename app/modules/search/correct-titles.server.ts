import type { Deps } from "../../lib/deps";
import { findSpellings } from "./search-statements.server";
import { correctable, correctedMatch } from "./staff-words";

/**
 * FTS5 expression over `event_titles` for a staff search without results, with corrected words. The
 * known words come from the names of public events, so words of drafts alone are missing. One read.
 * @returns null if there is nothing to correct
 */
export async function correctTitles(
  { db }: Pick<Deps, "db">,
  text: string,
): Promise<string | null> {
  const words = correctable(text);
  if (words.length === 0) return null;
  const known = await findSpellings(db, words);
  return correctedMatch(
    text,
    known.map(({ word }) => word),
  );
}
