import { eq, inArray, isNotNull } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { DATE_PRESETS } from "../../../app/lib/dates/date-presets";
import { isThursdayWeekend, localDay, presetRange } from "../../../app/lib/dates/dates.server";
import { DAY } from "../../../app/lib/dates/durations";
import { readTsv } from "../../../app/lib/text/csv";
import { searchKey } from "../../../app/lib/text/search-text";
import { citiesById } from "../../../app/modules/cities/queries.server";
import { type EventRow, listEvents } from "../../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../../app/modules/events/schema";
import eventTraits from "../../../data/sample-event-traits.tsv?raw";
import { eventOccurrences, events as eventTable } from "../../../db/schema";
import { SAMPLE_FACTS } from "../../../db/seed/sample-facts";
import seedVenues from "../../../db/seed/venues.json";
import { type Grades, ndcg } from "../../helpers/ndcg";
import judgedQueries from "./queries.tsv?raw";

/** A query as people type it, with its judgement: grades by key of sample event, or a rule. */
export interface JudgedQuery {
  kind: string;
  q: string;
  set: "tune" | "held-out";
  grades: Grades;
  rule: string;
}

/** The columns of an event that rules read, with its key and city. */
export type JudgedEvent = Pick<
  EventRow,
  | "startsAt"
  | "endsAt"
  | "timeZone"
  | "categories"
  | "price"
  | "currency"
  | "titleEn"
  | "titleFa"
  | "tags"
> & { key: string; venueEn?: string | null; city: { slug: string; countryCode: string } };

/** A judged query and what the list answers. */
export interface JudgedAnswer extends JudgedQuery {
  /** nDCG@10. */
  value: number;
  /** Keys of the first page. */
  found: string[];
  /** Number of events with a grade. */
  fitting: number;
}

/** The judged queries (columns in the head of queries.tsv). */
export function readJudgedQueries(): JudgedQuery[] {
  return readTsv(judgedQueries).map(([kind = "", q = "", , set = "", grades = "", rule = ""]) => {
    if (set !== "tune" && set !== "held-out") throw new Error(`${q}: no set ${set}`);
    const pairs = grades.split("|").filter(Boolean);
    return {
      kind,
      q,
      set,
      rule,
      grades: Object.fromEntries(
        pairs.map((pair) => [pair.split(":")[0] ?? "", Number(pair.split(":")[1])]),
      ),
    };
  });
}

/** Traits of the sample events, by key. */
export const traitsOf = new Map(
  readTsv(eventTraits).map(([key = "", traits = ""]) => [key, new Set(traits.split("|"))]),
);

const isOnline = (key: string) =>
  (SAMPLE_FACTS.get(key)?.attendance ?? "in-person") !== "in-person";

/**
 * Hours of the day, the last one exclusive; past midnight the second is the smaller one
 * (decisions.md §3).
 */
const DAYPARTS: Record<string, readonly [number, number]> = {
  morning: [5, 12],
  noon: [11, 14],
  afternoon: [12, 17],
  evening: [17, 22],
  night: [20, 4],
  tonight: [17, 4],
};

function isWithinHours(hour: number, name: string): boolean {
  const [first, end] = DAYPARTS[name] ?? [0, 0];
  return first < end ? hour >= first && hour < end : hour >= first || hour < end;
}

/**
 * The day of the week that a week begins with: Saturday in Iran and Afghanistan, else Monday
 * (decisions.md §2).
 */
const firstWeekday = (countryCode: string) => (isThursdayWeekend(countryCode) ? 6 : 1);

/**
 * Whether an event is in the range of a `when` at its own city's clock. "Tonight" goes by the
 * start, other ranges by any overlap.
 */
function isWhen(event: JudgedEvent, name: string, now: number): boolean {
  const { startsAt, endsAt, timeZone, city } = event;
  const overlaps = (from: number, to: number) => endsAt > Math.max(from, now) && startsAt < to;
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const at = (day: Temporal.PlainDate, hour: number) =>
    day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
  if (name === "tonight")
    return startsAt >= at(today, 17) && startsAt < at(today.add({ days: 1 }), 4);
  if (name === "next-week") {
    const days = (firstWeekday(city.countryCode) - today.dayOfWeek + 7) % 7 || 7;
    const first = today.add({ days });
    return overlaps(at(first, 0), at(first.add({ days: 7 }), 0));
  }
  const preset = DATE_PRESETS.find((one) => one === name);
  if (!preset) throw new Error(`no preset ${name}`);
  const range = presetRange(preset, now, timeZone, city.countryCode);
  return range ? overlaps(range.from, range.to) : endsAt > now;
}

const VENUES = new Map<string, string>(seedVenues.map(({ key, name }) => [key, name.en]));

/** Whether a part of an event lies between two wall times of its city, and is still to come. */
function isBetween(event: JudgedEvent, from: string, to: string, now: number): boolean {
  const at = (wall: string) =>
    Temporal.PlainDateTime.from(wall).toZonedDateTime(event.timeZone).epochMilliseconds;
  return event.endsAt > Math.max(at(from), now) && event.startsAt < at(to);
}

/** Whether a part of an event, still to come, lies on a day that meets a condition. */
function isOnDay(
  { startsAt, endsAt, timeZone }: JudgedEvent,
  now: number,
  is: (weekday: number) => boolean,
): boolean {
  const first = Temporal.Instant.fromEpochMilliseconds(Math.max(startsAt, now))
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  for (let days = 0; days < 7; days++) {
    const day = first.add({ days });
    if (day.toZonedDateTime({ timeZone }).epochMilliseconds >= endsAt) return false;
    if (is(day.dayOfWeek)) return true;
  }
  return false;
}

/** The two ends of a range, from..to. */
const endsOf = (range: string): [string, string] => {
  const [from = "", to = ""] = range.split("..");
  return [from, to];
};

const WEEKDAYS = ["", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

function isBelow(event: JudgedEvent, term: string): boolean {
  const [, most, currency] = term.match(/^<(\d+)([A-Z]{3})$/) ?? [];
  if (most === undefined) throw new Error(`no price ${term}`);
  return (
    event.price === 0 ||
    (event.price !== null && event.currency === currency && event.price < Number(most))
  );
}

/** Whether an event meets one term of a rule; a comma is "or", "!" is "not". */
export function meetsTerm(event: JudgedEvent, term: string, now: number): boolean {
  if (term.startsWith("!")) return !meetsTerm(event, term.slice(1), now);
  const at = term.indexOf(":");
  return meets(event, term.slice(0, at), term.slice(at + 1), now);
}

function meets(event: JudgedEvent, name: string, value: string, now: number): boolean {
  const start = Temporal.Instant.fromEpochMilliseconds(event.startsAt).toZonedDateTimeISO(
    event.timeZone,
  );
  const clock = start.toPlainTime().toString().slice(0, 5);
  const isAny = (is: (one: string) => boolean) => value.split(",").some(is);
  switch (name) {
    case "when":
      return isAny((one) => isWhen(event, one, now));
    case "time":
      return isAny((one) => isWithinHours(start.hour, one));
    case "from":
      return clock >= value;
    case "before":
      return clock < value;
    case "on":
      return isAny(
        (days) =>
          localDay(now + Number(days) * DAY, event.timeZone) ===
          localDay(event.startsAt, event.timeZone),
      );
    case "weekday":
      return isAny((one) => WEEKDAYS[start.dayOfWeek] === one);
    case "city":
      return isAny((one) => event.city.slug === one);
    case "country":
      return isAny((one) => event.city.countryCode === one);
    case "category":
      return isAny((one) =>
        event.categories.some((category) => category === one.replaceAll("_", " ")),
      );
    case "trait":
      return isAny((one) =>
        one === "online" ? isOnline(event.key) : (traitsOf.get(event.key)?.has(one) ?? false),
      );
    case "venue":
      return isAny((one) => {
        const venue = VENUES.get(one);
        if (venue === undefined) throw new Error(`no venue ${one}`);
        return event.venueEn === venue;
      });
    case "day": {
      const [from, to] = endsOf(value);
      const end = Temporal.PlainDate.from(to).add({ days: 1 }).toString();
      return isBetween(event, `${from}T00:00`, `${end}T00:00`, now);
    }
    case "during":
      return isBetween(event, ...endsOf(value), now);
    case "onday":
      return isOnDay(event, now, (weekday) => isAny((one) => WEEKDAYS[weekday] === one));
    case "free":
      return event.price === 0;
    case "price":
      return isBelow(event, value);
    case "word":
      return isAny((one) =>
        searchKey([event.titleEn, event.titleFa, ...event.tags].join(" ")).includes(
          searchKey(one.replaceAll("_", " ")),
        ),
      );
    default:
      throw new Error(`no term ${name}`);
  }
}

/**
 * The grades of a query at a time: its own, or 3 for each event that is not over and meets all
 * terms of its rule.
 * @param events a series once for each of its dates
 */
export function gradesOf(
  { grades, rule }: Pick<JudgedQuery, "grades" | "rule">,
  events: readonly JudgedEvent[],
  now: number,
): Grades {
  const current = events.filter(({ endsAt }) => endsAt > now);
  const keys = new Set(current.map(({ key }) => key));
  if (!rule) return Object.fromEntries(Object.entries(grades).filter(([key]) => keys.has(key)));
  const found: Record<string, number> = {};
  for (const part of rule.split(" ; ")) {
    const [, grade = "3", rules = ""] = /^(?:([12]) )?(.*)$/.exec(part) ?? [];
    const all = rules.split("|").map((one) => one.split(" "));
    for (const event of current)
      if (all.some((terms) => terms.every((term) => meetsTerm(event, term, now))))
        found[event.key] = Math.max(found[event.key] ?? 0, Number(grade));
  }
  return found;
}

type Reader = Parameters<typeof listEvents>[0];

/** The kind that is answered beside the sample series; the grades of others know none. */
const SERIES = "series";

/**
 * Answers the judged queries by the list of events, as the API does. Removes the sample series on
 * the way.
 * @param keys the key of each event by id
 */
export async function answerJudged(
  deps: Reader,
  keys: ReadonlyMap<string, string>,
): Promise<JudgedAnswer[]> {
  const queries = readJudgedQueries();
  const ofSeries = await answerEach(
    deps,
    keys,
    queries.filter(({ kind }) => kind === SERIES),
  );
  await deps.db.delete(eventTable).where(isNotNull(eventTable.schedule));
  const others = queries.filter(({ kind }) => kind !== SERIES);
  return [...(await answerEach(deps, keys, others)), ...ofSeries];
}

async function answerEach(
  deps: Reader,
  keys: ReadonlyMap<string, string>,
  queries: readonly JudgedQuery[],
): Promise<JudgedAnswer[]> {
  const now = deps.clock.now();
  const events = await judgedEvents(deps, keys);
  const answers: JudgedAnswer[] = [];
  for (const query of queries) {
    const list = await listEvents(deps, parseEventQuery(new URLSearchParams({ q: query.q })).query);
    const found = list.events.map(({ id }) => keys.get(id) ?? id);
    const grades = gradesOf(query, events, now);
    answers.push({
      ...query,
      value: ndcg(found, grades),
      found,
      fitting: Object.keys(grades).length,
    });
  }
  return answers;
}

/** The sample events that are listed, a series once for each of its dates. */
export async function judgedEvents(
  deps: Reader,
  keys: ReadonlyMap<string, string>,
): Promise<JudgedEvent[]> {
  const cities = await citiesById(deps);
  const dates = await deps.db
    .select({
      event: eventTable,
      startsAt: eventOccurrences.startsAt,
      endsAt: eventOccurrences.endsAt,
    })
    .from(eventOccurrences)
    .innerJoin(eventTable, eq(eventTable.id, eventOccurrences.eventId))
    .where(inArray(eventOccurrences.status, ["scheduled", "sold-out"]));
  return dates.flatMap(({ event, startsAt, endsAt }) => {
    const [key, city] = [keys.get(event.id), cities.get(event.cityId)];
    return key && city ? [{ ...event, startsAt, endsAt, key, city }] : [];
  });
}

/** The mean nDCG@10 of some answers. */
export const meanOf = (answers: readonly JudgedAnswer[]) =>
  answers.reduce((sum, { value }) => sum + value, 0) / answers.length;

/** The answers by kind, in the order of the file. */
export function byKind(answers: readonly JudgedAnswer[]): Map<string, JudgedAnswer[]> {
  const kinds = new Map<string, JudgedAnswer[]>();
  for (const answer of answers) kinds.set(answer.kind, [...(kinds.get(answer.kind) ?? []), answer]);
  return kinds;
}

/**
 * A table of nDCG@10 by kind and set, and the single queries that find nothing or little. Single
 * queries of the held-out half appear on request only, so that no tuning uses them by accident.
 */
export function judgedReport(answers: readonly JudgedAnswer[], showsHeldOut = false): string {
  const of = (set: JudgedQuery["set"], list: readonly JudgedAnswer[]) =>
    list.filter((answer) => answer.set === set);
  const row = (name: string, list: readonly JudgedAnswer[]) =>
    [
      name.padEnd(10),
      ...[of("tune", list), of("held-out", list), list].map((part) =>
        meanOf(part).toFixed(3).padStart(9),
      ),
    ].join(" ");
  const single = (list: readonly JudgedAnswer[]) =>
    [...list]
      .sort((a, b) => a.value - b.value)
      .map(
        ({ kind, q, value, found }) =>
          `${value.toFixed(2)} ${kind}: ${q}: ${found.slice(0, 5).join(" ") || "nothing"}`,
      );
  const nothing = (set: JudgedQuery["set"]) =>
    of(set, answers).filter(({ found }) => found.length === 0);
  return [
    `${"nDCG@10".padEnd(10)} ${"tune".padStart(9)} ${"held-out".padStart(9)} ${"both".padStart(9)}`,
    ...[...byKind(answers)].map(([kind, list]) => row(kind, list)),
    row("all", answers),
    "",
    `find nothing: ${nothing("tune").length} of ${of("tune", answers).length} tune, ${nothing("held-out").length} of ${of("held-out", answers).length} held-out`,
    "",
    "tune, below 0.8:",
    ...single(of("tune", answers).filter(({ value }) => value < 0.8)),
    ...(showsHeldOut ? ["", "held-out:", ...single(of("held-out", answers))] : []),
  ].join("\n");
}
