import { Temporal } from "temporal-polyfill";
import { readTsv } from "../../../app/lib/text/csv";
import { searchKey } from "../../../app/lib/text/search-text";
import { type EventList, listEvents } from "../../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../../app/modules/events/schema";
import type {
  AudienceFilter,
  PriceRange,
  When,
} from "../../../app/modules/search/read-query/understood";
import { type Grades, ndcg } from "../../helpers/ndcg";
import askedQueries from "./asked-queries.tsv?raw";
import eveningQueries from "./evening-queries.tsv?raw";
import freshQueries from "./fresh-queries.tsv?raw";
import hurriedQueries from "./hurried-queries.tsv?raw";
import impatientQueries from "./impatient-queries.tsv?raw";
import { gradesOf, type JudgedEvent, judgedEvents, meetsTerm, traitsOf } from "./judged-queries";
import passingQueries from "./passing-queries.tsv?raw";
import pocketQueries from "./pocket-queries.tsv?raw";
import restlessQueries from "./restless-queries.tsv?raw";
import strangerQueries from "./stranger-queries.tsv?raw";
import unseenQueries from "./unseen-queries.tsv?raw";
import windowQueries from "./window-queries.tsv?raw";

/** A query of asked-queries.tsv (columns in its head). */
export interface AskedQuery {
  kind: string;
  q: string;
  set: "tune" | "aside";
  grades: Grades;
  rule: string;
  /** Terms that no head, chip or correction may claim. */
  noFalse: readonly string[];
}

/** An asked query and what the list answers. */
export interface AskedAnswer extends AskedQuery {
  /** nDCG@10; of a query that no event answers, whether no event is said to match. */
  value: number;
  found: string[];
  /** Claims that are false: terms of `noFalse`, and chips that matching events do not keep. */
  falseClaims: string[];
}

const TABLES = {
  asked: askedQueries,
  fresh: freshQueries,
  unseen: unseenQueries,
  impatient: impatientQueries,
  stranger: strangerQueries,
  hurried: hurriedQueries,
  restless: restlessQueries,
  passing: passingQueries,
  window: windowQueries,
  evening: eveningQueries,
  pocket: pocketQueries,
};

/** A table of asked queries. */
type AskedTable = keyof typeof TABLES;
export const ASKED_TABLES = Object.keys(TABLES) as AskedTable[];

/** The queries of a table, or of all. */
export const readAskedQueries = (table?: AskedTable): AskedQuery[] =>
  (table ? [TABLES[table]] : Object.values(TABLES))
    .flatMap(readTsv)
    .map(([kind = "", q = "", , set = "", grades = "", rule = "", , noFalse = ""]) => {
      if (set !== "tune" && set !== "aside") throw new Error(`${q}: no set ${set}`);
      const pairs = grades.split("|").filter(Boolean);
      return {
        kind,
        q,
        set,
        rule,
        grades: Object.fromEntries(
          pairs.map((pair) => [pair.split(":")[0] ?? "", Number(pair.split(":")[1])]),
        ),
        noFalse: noFalse.split(/ (?=[\w-]+:)/).filter(Boolean),
      };
    });

type Reader = Parameters<typeof listEvents>[0];

/** Answers the queries of a table by the list of events, beside the sample series. */
export async function answerAsked(
  deps: Reader,
  keys: ReadonlyMap<string, string>,
  table: AskedTable = "asked",
  isWanted: (query: AskedQuery) => boolean = () => true,
): Promise<AskedAnswer[]> {
  const now = deps.clock.now();
  const events = await judgedEvents(deps, keys);
  const answers: AskedAnswer[] = [];
  for (const query of readAskedQueries(table).filter(isWanted)) {
    const list = await listEvents(deps, parseEventQuery(new URLSearchParams({ q: query.q })).query);
    const found = list.events.map(({ id }) => keys.get(id) ?? id);
    const grades = gradesOf(query, events, now);
    const matching = found.slice(0, list.exactTotal);
    const isNone = Object.keys(grades).length === 0;
    answers.push({
      ...query,
      value: isNone ? Number(list.exactTotal === 0) : ndcg(found, grades),
      found,
      falseClaims: [
        ...query.noFalse.filter((term) => claims(list, term)),
        ...unkeptChips(list, matching, events, now),
      ],
    });
  }
  return answers;
}

/** Whether a list says that its events meet a term. */
function claims(list: EventList, term: string): boolean {
  const [name = "", ...rest] = term.split(":");
  const value = rest.join(":").replaceAll("_", " ");
  const { filters, words } = list.request.understood;
  switch (name) {
    case "city":
      return [
        filters.city,
        ...(filters.cities ?? []).map(({ slug }) => slug),
        filters.place?.city,
      ].includes(value);
    case "category":
      return filters.category === value;
    case "free":
      return filters.free === true;
    case "audience":
      return filters.audience?.traits.includes("for-children") ?? false;
    case "word":
      return value.split(",").some((word) => words.split(" ").includes(searchKey(word)));
    case "price": {
      const amount = Number(/\d+/.exec(value)?.[0]);
      const most = filters.price?.under ?? filters.price?.max;
      return most !== undefined && Math.abs(most - amount) <= 1;
    }
    case "day":
      return filters.when?.from === value.split("..")[0];
    case "when":
      return filters.when !== undefined;
    case "corrected": {
      const to = [...list.corrections.map((change) => change.to), list.corrected ?? ""].filter(
        Boolean,
      );
      return value === "any" ? to.length > 0 : to.join(" ").split(" ").includes(searchKey(value));
    }
    default:
      throw new Error(`no claim ${name}`);
  }
}

/** Chips that an event of those that match everything does not keep, on any of its dates. */
export function unkeptChips(
  list: EventList,
  matching: readonly string[],
  events: readonly JudgedEvent[],
  now: number,
): string[] {
  const { city, cities, category, free, venue, not, when, price, traits, audience } =
    list.request.understood.filters;
  const terms = [
    ...(city ? [`city:${city}`] : []),
    ...(cities ? [`city:${cities.map(({ slug }) => slug).join(",")}`] : []),
    ...(category ? [`category:${category.replaceAll(" ", "_")}`] : []),
    ...(free ? ["free:yes"] : []),
    ...(traits ?? []).map((key) => `trait:${key}`),
    ...(not?.cities?.length ? [`!city:${not.cities.map(({ slug }) => slug).join(",")}`] : []),
    ...(not?.categories?.length
      ? [`!category:${not.categories.map((name) => name.replaceAll(" ", "_")).join(",")}`]
      : []),
    ...(not?.free ? ["!free:yes"] : []),
    ...(not?.children ? ["!category:Kids_&_Family", "!trait:for-children"] : []),
  ];
  return matching.flatMap((key) => {
    const dates = events.filter((event) => event.key === key);
    const broken = terms.filter((term) => !dates.some((event) => meetsTerm(event, term, now)));
    const others = {
      venue: venue && !dates.some(({ venueEn }) => venueEn === venue.name.en),
      when: when && !dates.some((event) => isOnWhen(event, when, now)),
      price: price && !dates.some((event) => isOfPrice(event, price)),
      audience: audience && !dates.some((event) => isForAudience(event, audience)),
    };
    const kinds = Object.entries(others).flatMap(([kind, isBroken]) => (isBroken ? [kind] : []));
    return [...broken, ...kinds].map((term) => `${term} (${key})`);
  });
}

/** Events that are longer are on at all their hours (decisions on search). */
const LONG = 6 * 60 * 60_000;
const [MINUTES, HOUR] = [1440, 60];

/** Whether one date of an event is on at the time of a chip. */
function isOnWhen(event: JudgedEvent, when: When, now: number): boolean {
  const { preset, from, to, weekdays, hours } = when;
  // Without a city the days are those of Iran, and the page says so.
  const isOn = (timeZone: string) =>
    meetsTerm({ ...event, timeZone }, `day:${from}..${to ?? "2100-01-01"}`, now);
  if (from && !isOn(event.timeZone) && !isOn("Asia/Tehran")) return false;
  const isLong = event.endsAt - event.startsAt > LONG;
  // What is long is on tonight too.
  const range = preset === "tonight" && isLong ? "today" : preset;
  const inIran = { ...event, timeZone: "Asia/Tehran", city: { ...event.city, countryCode: "IR" } };
  const isWithin = (name: string) =>
    [event, inIran].some((one) => meetsTerm(one, `when:${name}`, now));
  if (!from && range && !isWithin(range)) return false;
  const start = Temporal.Instant.fromEpochMilliseconds(event.startsAt).toZonedDateTimeISO(
    event.timeZone,
  );
  if (
    weekdays &&
    (isLong ? !isOnWeekday(event, weekdays, now) : !weekdays.includes(start.dayOfWeek))
  )
    return false;
  const minutes = start.hour * HOUR + start.minute;
  return (
    !hours ||
    isLong ||
    [minutes, minutes + MINUTES].some((at) => at >= hours.from && at < hours.before)
  );
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const isOnWeekday = (event: JudgedEvent, weekdays: readonly number[], now: number) =>
  meetsTerm(event, `onday:${weekdays.map((day) => WEEKDAYS[day - 1]).join(",")}`, now);

/** Whether an event costs what a chip says; free events do unless it has a least price. */
function isOfPrice({ price, currency }: JudgedEvent, asked: PriceRange): boolean {
  if (price === null) return false;
  if (price === 0) return !asked.min;
  return (
    (asked.currencies ?? [asked.currency]).includes(currency ?? "") &&
    price >= (asked.min ?? 0) &&
    price <= (asked.max ?? Number.POSITIVE_INFINITY) &&
    price < (asked.under ?? Number.POSITIVE_INFINITY)
  );
}

/** Whether an event is for those whom a chip names. */
const isForAudience = (event: JudgedEvent, { traits, ages }: AudienceFilter): boolean =>
  event.categories.includes("Kids & Family") ||
  traits.every((key) => traitsOf.get(event.key)?.has(key)) ||
  (ages?.to === null && traits.length === 0);

const meanOf = (answers: readonly AskedAnswer[]) =>
  answers.reduce((sum, { value }) => sum + value, 0) / Math.max(answers.length, 1);

/** Figures of a kind of query. */
export interface AskedFigures {
  tune: number;
  aside: number;
  both: number;
  falseClaims: number;
  empty: number;
}

/** nDCG@10, false claims and empty answers by kind, with "all". */
export function askedFigures(answers: readonly AskedAnswer[]): Map<string, AskedFigures> {
  const kinds = [...new Set(answers.map(({ kind }) => kind)), "all"];
  return new Map(
    kinds.map((kind) => {
      const own = answers.filter((answer) => kind === "all" || answer.kind === kind);
      const of = (set: AskedQuery["set"]) => meanOf(own.filter((answer) => answer.set === set));
      return [
        kind,
        {
          tune: of("tune"),
          aside: of("aside"),
          both: meanOf(own),
          falseClaims: own.filter(({ falseClaims }) => falseClaims.length > 0).length,
          empty: own.filter(({ found }) => found.length === 0).length,
        },
      ];
    }),
  );
}

/** A table of figures by kind, and single queries: those aside only on request. */
export function askedReport(
  answers: readonly AskedAnswer[],
  showsAside = false,
  name = "asked",
): string {
  const shown = answers.filter(({ set }) => showsAside || set === "tune");
  return [
    `${name.padEnd(10)}   tune   aside    both   false   empty`,
    ...[...askedFigures(answers)].map(([kind, { tune, aside, both, falseClaims, empty }]) =>
      [
        kind.padEnd(12),
        ...[tune, aside, both].map((value) => value.toFixed(3).padStart(7)),
        ...[falseClaims, empty].map((count) => String(count).padStart(7)),
      ].join(" "),
    ),
    "",
    ...shown
      .filter(({ value, falseClaims }) => value < 0.8 || falseClaims.length > 0)
      .map(
        ({ kind, q, value, found, falseClaims }) =>
          `${value.toFixed(2)} ${kind}: ${q}: ${found.slice(0, 5).join(" ") || "nothing"}${
            falseClaims.length > 0 ? ` FALSE ${falseClaims.slice(0, 3).join(", ")}` : ""
          }`,
      ),
  ].join("\n");
}
