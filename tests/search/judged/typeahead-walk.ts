import type { Locale } from "../../../app/i18n/locale";
import { readerOf } from "../../../app/lib/dates/dates.server";
import { CATEGORIES } from "../../../app/lib/event/categories";
import { searchKey } from "../../../app/lib/text/search-text";
import { buildSuggestionIndex } from "../../../app/modules/discovery/suggestions/build-suggestion-index.server";
import { suggest } from "../../../app/modules/discovery/suggestions/suggest.server";
import { readSuggestionIndex } from "../../../app/modules/discovery/suggestions/suggestion-index";
import { listEvents } from "../../../app/modules/events/list/list-events.server";
import { findAlternatives } from "../../../app/modules/events/list/nearest-alternatives.server";
import { chipLabel } from "../../../app/modules/events/list/request-text.server";
import { parseEventQuery } from "../../../app/modules/events/schema";
import { ndcg } from "../../helpers/ndcg";
import { type AskedQuery, readAskedQueries, unkeptChips } from "./asked-queries";
import { gradesOf, judgedEvents } from "./judged-queries";

/** An offer that does not keep its word, with what was typed. */
export interface TypeaheadFault {
  typed: string;
  /**
   * plan: it says what its list does not. claim: an event of its list does not keep a chip.
   * empty: what was completed or corrected finds nothing, and nothing is near. misled: a correction in the middle of a
   * word that the finished query does not bear out. worse: the offer of a finished query finds less.
   */
  kind: "plan" | "claim" | "empty" | "misled" | "worse";
  offered: string;
}

/** What the walk found, and how far it went. */
export interface TypeaheadWalk {
  prefixes: number;
  offers: number;
  faults: TypeaheadFault[];
}

type Reader = Parameters<typeof listEvents>[0];

const SHORTEST = 2;
const PERSIAN = /[\u0600-\u06ff]/;
const CYRILLIC = /[\u0400-\u04ff]/;

/**
 * Types the working half of the judged queries letter by letter and takes each offer.
 * @param isWalked chooses among the beginnings; finished queries are always walked
 * @param tables of queries; by default all
 */
export async function walkTypeahead(
  deps: Reader,
  keys: ReadonlyMap<string, string>,
  {
    isWalked = () => true,
    tables = [undefined],
  }: {
    isWalked?: (beginning: string) => boolean;
    tables?: readonly Parameters<typeof readAskedQueries>[0][];
  } = {},
): Promise<TypeaheadWalk> {
  const now = deps.clock.now();
  const events = await judgedEvents(deps, keys);
  const indexes = new Map<Locale, ReturnType<typeof readSuggestionIndex>>();
  for (const locale of ["en", "fa"] as const)
    indexes.set(locale, readSuggestionIndex(await buildSuggestionIndex(deps, locale, "1")));
  const lists = new Map<string, Awaited<ReturnType<typeof listEvents>>>();
  const listOf = async (q: string) => {
    const known = lists.get(q);
    if (known) return known;
    const list = await listEvents(deps, parseEventQuery(new URLSearchParams({ q })).query);
    lists.set(q, list);
    return list;
  };
  const walk: TypeaheadWalk = { prefixes: 0, offers: 0, faults: [] };
  const seen = new Set<string>();
  const tuned = tables
    .flatMap((table) => readAskedQueries(table))
    .filter(({ set }) => set === "tune");
  for (const query of tuned) {
    const { q } = query;
    const finished = (await listOf(q)).request.understood;
    const letters = [...q];
    for (let length = SHORTEST; length <= letters.length; length++) {
      const typed = letters.slice(0, length).join("");
      const isFinished = length === letters.length;
      if (seen.has(typed) || (!isFinished && !isWalked(typed))) continue;
      seen.add(typed);
      walk.prefixes += 1;
      const locale: Locale = /[a-z]/i.test(q) ? "en" : "fa";
      const index = indexes.get(locale);
      if (!index) continue;
      const { interpretation } = await suggest(deps, { q: typed, locale, index, isStale: false });
      if (!interpretation) continue;
      walk.offers += 1;
      const offered = `${interpretation.query} [${interpretation.chips.join(", ")}] ${interpretation.words}`;
      const fault = (kind: TypeaheadFault["kind"], more = "") =>
        walk.faults.push({ typed, kind, offered: `${offered}${more && `: ${more}`}` });
      const list = await listOf(interpretation.query);
      const { understood, city } = list.request;
      const labels = (chips: typeof understood.chips) =>
        chips.map((chip) => chipLabel(chip, city, readerOf(locale)));
      const kept = new Set(labels(understood.chips));
      // A category may become part of a phrase that the list corrects, and says so.
      const said = list.corrections.length > 0 || list.corrected !== null;
      const ofKind = new Set<string>(
        said ? CATEGORIES.map((one) => (locale === "fa" ? one.fa : one.name)) : [],
      );
      if (interpretation.chips.some((chip) => !kept.has(chip) && !ofKind.has(chip)))
        fault("plan", [...kept].join(", "));
      const matching = list.events.map(({ id }) => keys.get(id) ?? id).slice(0, list.exactTotal);
      const broken = unkeptChips(list, matching, events, now);
      if (broken.length > 0) fault("claim", broken.slice(0, 3).join(", "));
      const words = (text: string) => searchKey(text).split(" ").filter(Boolean);
      const [own, other] = [words(typed), words(interpretation.query)];
      const isContinued =
        own.slice(0, -1).every((word, at) => word === other[at]) &&
        (other[own.length - 1] ?? "").startsWith(own.at(-1) ?? "");
      const isTyped = own.join(" ") === other.join(" ");
      const isMidWord = !isFinished && !/\s/.test(letters[length] ?? " ") && !/\s$/.test(typed);
      if (!isTyped && list.events.length === 0 && list.knownName === null) {
        const { query: asked } = parseEventQuery(new URLSearchParams({ q: interpretation.query }));
        const near = isContinued ? await findAlternatives(deps, asked, list) : [];
        if (near.length === 0 && !(isMidWord && CYRILLIC.test(typed))) fault("empty");
      }
      // In another script or layout the beginning of a word may be a word of its own.
      const isSpelling = PERSIAN.test(typed) === PERSIAN.test(interpretation.query);
      if (isMidWord && !isContinued && isSpelling && !CYRILLIC.test(typed)) {
        const all = new Set(finished.chips.map(({ kind, value }) => kind + JSON.stringify(value)));
        const strange = understood.chips.filter(
          ({ kind, value }) => !all.has(kind + JSON.stringify(value)),
        );
        if (strange.length > 0) fault("misled", q);
      }
      if (isFinished && !isTyped && worth(query, list) < worth(query, await listOf(q)) - 0.001)
        fault("worse");
    }
  }
  return walk;

  function worth(query: AskedQuery, list: Awaited<ReturnType<typeof listEvents>>): number {
    const grades = gradesOf(query, events, now);
    if (Object.keys(grades).length === 0) return Number(list.exactTotal === 0);
    return ndcg(
      list.events.map(({ id }) => keys.get(id) ?? id),
      grades,
    );
  }
}
