import type { Deps } from "../../lib/deps";
import { findSpellings } from "./search-statements.server";
import { correctable, correctedMatch } from "./staff-words";

/**
 * A staff search without results, as an FTS5 expression over `event_titles` with its words corrected. The known words are
 * those of public events' names, so a word that only drafts have is not among them. One read.
 * @returns null where there is nothing to correct
 */
export async function correctTitles({ db }: Pick<Deps, "db">, text: string): Promise<string | null> {
  const words = correctable(text);
  if (words.length === 0) return null;
  const known = await findSpellings(db, words);
  return correctedMatch(
    text,
    known.map(({ word }) => word),
  );
}
