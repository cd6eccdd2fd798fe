import filterLikeNames from "../../../../data/filter-like-names.tsv?raw";
import nicknames from "../../../../data/nicknames.tsv?raw";
import venueNames from "../../../../data/venue-names.tsv?raw";
import { readTsv } from "../../../lib/text/csv";
import { NameTable, type Span } from "./spans";

/** A city by its names. */
export interface NamedCity {
  slug: string;
  nameEn: string;
  nameFa: string | null;
  countryCode?: string;
}

/** A nickname of `data/nicknames.tsv`. */
export interface Nickname {
  alias: string;
  /** Slug of its city. */
  city: string;
  /** What it means: a slug, a place of the gazetteer, a key of a venue. */
  meaning: string;
  /** A common word or another name too: read only beside its city, or alone. */
  isCued: boolean;
}

/** A well-known venue by its names. */
export interface NamedVenue {
  key: string;
  /** Slug. */
  city: string;
  en: string;
  fa: string;
}

type NicknameKind = "city" | "district" | "venue";

let table: ReadonlyMap<string, readonly Nickname[]> | undefined;

/** The nicknames of a kind. */
export function nicknamesOf(kind: NicknameKind): readonly Nickname[] {
  if (!table) {
    const found = new Map<string, Nickname[]>();
    for (const [alias = "", , own = "", city = "", meaning = "", cue] of readTsv(nicknames)) {
      const ofKind = found.get(own) ?? [];
      if (ofKind.length === 0) found.set(own, ofKind);
      ofKind.push({ alias, city, meaning, isCued: cue === "cue" });
    }
    table = found;
  }
  return table.get(kind) ?? [];
}

/** The venues that queries may name. */
export const namedVenues = (): NamedVenue[] =>
  readTsv(venueNames).map(([key = "", city = "", en = "", fa = ""]) => ({ key, city, en, fa }));

let filterLike: NameTable<true> | undefined;

/** The names in words of which a part would be a filter: شنبه‌زاده is no Saturday. */
export function filterLikeNamesIn(words: readonly string[]): Span[] {
  if (!filterLike) {
    filterLike = new NameTable();
    for (const [name = ""] of readTsv(filterLikeNames)) filterLike.add(name, true);
  }
  const spans: Span[] = [];
  for (let start = 0; start < words.length; start++) {
    const found = filterLike.longestAt(words, start, () => false);
    if (!found) continue;
    spans.push(found.span);
    start += found.span.length - 1;
  }
  return spans;
}
