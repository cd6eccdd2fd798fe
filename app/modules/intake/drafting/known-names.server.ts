import { sql } from "drizzle-orm";
import { organizers } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { EventValues } from "../../../lib/event/event-fields";
import { nameScope } from "../../../lib/event/host-keys";
import { titleKey } from "../../../lib/text/search-text";
import type { Language } from "../../authoring/hand-over.server";
import type { City } from "../../cities/queries.server";
import { knownHostStatements } from "../../hosts/link-hosts.server";
import { joinedKey } from "../../search/read-query/beginnings";
import { placeTables } from "../../search/read-query/read-place";

/** Words of the longest name that is looked up, and words of a text that are examined. */
const NAME_WORDS = 5;
const TEXT_WORDS = 600;

/** A name that a text contains, in both languages. */
interface KnownName {
  start: number;
  end: number;
  kind: "venue" | "organizer" | "place";
  en: string;
  fa: string;
}

/**
 * The names of venues, organizers and places in a text, from the tables: names of several words,
 * since a single one may be an ordinary word. The longest of overlapping ones counts.
 */
export async function knownNamesIn(
  { db }: Pick<Deps, "db">,
  text: string,
  city: City,
): Promise<KnownName[]> {
  const spans = spansOf(text);
  if (spans.length === 0) return [];
  const keys = JSON.stringify([...new Set(spans.map(({ key }) => key))]);
  // A quick look-up by the primary key of `host_names` for each run of words.
  const named = (scope: string) =>
    sql`json_each(${keys}) AS k CROSS JOIN host_names n ON n.scope = ${scope} AND n.key = k.value`;
  const [halls, people] = await db.batch([
    db
      .select({
        key: sql<string>`k.value`.as("name_key"),
        en: sql<string>`venues.name_en`.as("known_en"),
        fa: sql<string | null>`venues.name_fa`.as("known_fa"),
      })
      .from(sql`${named(nameScope("venue", city.id))} CROSS JOIN venues ON venues.id = n.host_id`)
      .where(sql`venues.status = 'listed'`),
    db
      .select({
        key: sql<string>`k.value`.as("name_key"),
        en: sql<string>`organizers.name_en`.as("known_en"),
        fa: sql<string | null>`organizers.name_fa`.as("known_fa"),
      })
      .from(
        sql`${named(nameScope("organizer", city.id))} CROSS JOIN organizers ON organizers.id = n.host_id`,
      )
      .where(sql`organizers.status = 'listed'`),
  ]);
  const known = new Map<string, Omit<KnownName, "start" | "end">>();
  for (const { key, en, fa } of people) if (fa) known.set(key, { kind: "organizer", en, fa });
  for (const { key, en, fa } of halls) if (fa) known.set(key, { kind: "venue", en, fa });
  const { places } = placeTables();
  const found: KnownName[] = [];
  let end = 0;
  for (const span of spans) {
    if (span.start < end) continue;
    const place = places
      .get(joinedKey(text.slice(span.start, span.end)))
      ?.find((one) => one.place.city === city.slug)?.place.name;
    const name = known.get(span.key) ?? (place && { kind: "place" as const, ...place });
    if (!name) continue;
    found.push({ start: span.start, end: span.end, ...name });
    end = span.end;
  }
  return found;
}

/** Runs of two to five words, by their start, the longest first. */
function spansOf(text: string): { start: number; end: number; key: string }[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}\u200c'’-]+/gu)].slice(0, TEXT_WORDS);
  return words.flatMap((first, from) => {
    const runs: { start: number; end: number; key: string }[] = [];
    for (let to = from + 1; to < Math.min(words.length, from + NAME_WORDS); to += 1) {
      const [before, word] = [words[to - 1], words[to]];
      if (!before || !word || text.slice(before.index + before[0].length, word.index).trim() !== "")
        break;
      const end = word.index + word[0].length;
      runs.unshift({ start: first.index, end, key: titleKey(text.slice(first.index, end)) });
    }
    return runs;
  });
}

/** A text whose known names are replaced by numbered tokens, which no model can mistranslate. */
export interface GuardedText {
  text: string;
  /** The names in the other language, by their number less one. */
  names: string[];
}

export function guardNames(text: string, known: readonly KnownName[], into: Language): GuardedText {
  const names: string[] = [];
  let guarded = "";
  let at = 0;
  for (const { start, end, [into]: name } of known) {
    names.push(name);
    guarded += `${text.slice(at, start)}⟦${names.length}⟧`;
    at = end;
  }
  return { text: guarded + text.slice(at), names };
}

/** Puts the names back. @returns null if a token was lost or made up */
export function restoreNames(text: string, names: readonly string[]): string | null {
  const used = new Set<number>();
  const restored = text.replace(/⟦\s*(\d{1,3})\s*⟧/g, (_, number) => {
    used.add(Number(number));
    return names[Number(number) - 1] ?? "⟦";
  });
  return used.size === names.length && !/[⟦⟧]/.test(restored) ? restored : null;
}

/**
 * The values with empty names and addresses of a known venue and organizer filled in, in both
 * languages.
 */
export async function withKnownHosts<V extends EventValues>(
  deps: Pick<Deps, "db">,
  values: V,
  city: City,
): Promise<V> {
  const [[venue], [organizer]] = await deps.db.batch([
    ...knownHostStatements(deps, city.id, values.venue, values.organizer),
  ]);
  const fill = (
    text: EventValues["venue"],
    en: string | null | undefined,
    fa: string | null | undefined,
  ) => ({
    en: text.en ?? (en || null),
    fa: text.fa ?? (fa || null),
  });
  const named =
    organizer &&
    (await deps.db.select().from(organizers).where(sql`${organizers.id} = ${organizer.id}`).get());
  return {
    ...values,
    ...(venue && {
      venue: fill(values.venue, venue.nameEn, venue.nameFa),
      address: fill(values.address, venue.addressEn, venue.addressFa),
    }),
    ...(named && { organizer: fill(values.organizer, named.nameEn, named.nameFa) }),
  };
}
