import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { LOCALES, type Locale, localized } from "../../app/i18n/locale";
import {
  type InstantRange,
  localDay,
  presetRange,
  startOfDay,
} from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { AppError } from "../../app/lib/errors";
import { hostFacet } from "../../app/lib/event/host-keys";
import { paths } from "../../app/lib/paths";
import { FENCE_NOTE } from "../../app/lib/text/fence-text";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { EventInput } from "../../app/modules/authoring/schema";
import { citiesById, listCities } from "../../app/modules/cities/queries.server";
import {
  eventsInOrder,
  LISTED_JSON_COLUMNS,
  type ListedJsonRow,
} from "../../app/modules/events/event-columns.server";
import { getListedEvent } from "../../app/modules/events/get-event.server";
import { listEventsWhole } from "../../app/modules/events/list/list-events.server";
import { eventJson, nextOccurrences } from "../../app/modules/events/present/event-json.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { listHostEvents } from "../../app/modules/hosts/host-events.server";
import type { RequestInfo } from "../context";
import {
  briefEvent,
  CitiesAnswer,
  DraftAnswer,
  EventAnswer,
  EventsAnswer,
  quoted,
} from "./answers";
import { categoryNamed, cityNamed, venueNamed } from "./find-named";

const LIMIT = 10;
const LIMIT_MAX = 50;
const DAYS_MAX = 60;

const Lang = v.optional(
  v.pipe(
    v.picklist(LOCALES),
    v.description("Language of the answer; without it that of the question"),
  ),
);
const Limit = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMIT_MAX)),
  LIMIT,
);
const WHENS = ["today", "tonight", "tomorrow", "weekend", "week", "month"] as const;
const Name = (description: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(120), v.description(description));
const CityName = Name("A city in Persian or English, such as Tehran or تهران, or its slug");
const Filters = {
  category: v.optional(
    Name("A category in Persian or English, such as Concert or کنسرت, or its slug"),
  ),
  venue: v.optional(Name("A venue in Persian or English, such as Vahdat Hall or تالار وحدت")),
  when: v.optional(v.picklist(WHENS)),
  from: v.optional(v.pipe(v.string(), v.isoDate(), v.description("First day, YYYY-MM-DD"))),
  to: v.optional(v.pipe(v.string(), v.isoDate(), v.description("Last day, YYYY-MM-DD"))),
  free: v.optional(v.pipe(v.boolean(), v.description("Only free events"))),
};

interface Tool {
  title: string;
  /** For the model that chooses among tools, so English. */
  description: string;
  input: v.GenericSchema;
  output: v.GenericSchema;
  /** What a model does when the tool finds nothing of an id, or may not act. */
  next: string;
  isReadOnly: boolean;
  run(info: RequestInfo, input: never): Promise<object>;
}

const tool = <S extends v.GenericSchema, Answer extends v.GenericSchema>(
  title: string,
  description: string,
  input: S,
  output: Answer,
  next: string,
  run: (info: RequestInfo, input: v.InferOutput<S>) => Promise<v.InferOutput<Answer> & object>,
  isReadOnly = true,
): Tool => ({ title, description, input, output, next, isReadOnly, run });

const PERSIAN = /[\u0600-\u06FF]/;

/** The language of an answer: the asked one, else that of the words, else that of the request. */
function languageOf({ locale }: RequestInfo, input: { lang?: Locale | undefined }): Locale {
  if (input.lang) return input.lang;
  return Object.values(input).some((value) => typeof value === "string" && PERSIAN.test(value))
    ? "fa"
    : locale;
}

interface Asked {
  query?: string | undefined;
  city?: string | undefined;
  category?: string | undefined;
  venue?: string | undefined;
  when?: (typeof WHENS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  free?: boolean | undefined;
  online?: boolean | undefined;
  lang?: Locale | undefined;
  limit: number;
}

/**
 * Reads events as the list of the site does. @throws AppError("bad-request") with the issues of
 * wrong values @throws UnknownName
 */
async function search(info: RequestInfo, asked: Asked) {
  const { deps, origin } = info;
  const lang = languageOf(info, asked);
  const city = asked.city === undefined ? null : await cityNamed(deps, asked.city);
  const category = asked.category === undefined ? null : categoryNamed(asked.category);
  const answer = (
    events: readonly ListedJsonRow[],
    hasMore: boolean,
    cities: Awaited<ReturnType<typeof citiesById>>,
  ) => ({
    note: FENCE_NOTE,
    events: events.map((event) =>
      briefEvent(eventJson(event, cities.get(event.cityId), origin), lang, origin),
    ),
    hasMore,
  });
  const given = Object.entries({
    q: asked.query,
    city: city?.slug,
    category: category?.slug,
    when: asked.when,
    from: asked.from,
    to: asked.to,
    free: asked.free && "true",
    online: asked.online && "true",
  }).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const { query, issues, unknown } = parseEventQuery(
    new URLSearchParams(given.map(([...pair]) => pair)),
  );
  const wrong = [...issues, ...unknown];
  if (wrong.length > 0) throw new AppError("bad-request", wrong);
  if (asked.venue !== undefined) {
    const found = await eventsAt(info, asked, await venueNamed(deps, asked.venue, city));
    const fitting = found.filter(
      (event) =>
        (!category || event.categories.includes(category.name)) &&
        (!asked.free || event.price === 0),
    );
    return answer(
      fitting.slice(0, asked.limit),
      fitting.length > asked.limit,
      await citiesById(deps),
    );
  }
  const { events, cities, nextCursor } = await listEventsWhole(deps, {
    ...query,
    limit: asked.limit,
  });
  return answer(events, nextCursor !== null, cities);
}

/** Events to come at a venue within the asked days. */
async function eventsAt(
  { deps }: RequestInfo,
  { when, from, to }: Asked,
  { venue, city }: Awaited<ReturnType<typeof venueNamed>>,
): Promise<ListedJsonRow[]> {
  const { events } = await listHostEvents(deps, hostFacet("venue", venue.id), {
    limit: LIMIT_MAX,
  });
  const range: InstantRange = (when &&
    presetRange(when, deps.clock.now(), city.timeZone, city.countryCode)) || {
    from: from ? startOfDay(from, city.timeZone) : Number.NEGATIVE_INFINITY,
    to: to ? startOfDay(addDays(to, 1), city.timeZone) : Number.POSITIVE_INFINITY,
  };
  const ids = events
    .filter(({ startsAt, endsAt }) => startsAt < range.to && endsAt > range.from)
    .map(({ id }) => id);
  return eventsInOrder(deps.db, LISTED_JSON_COLUMNS, ids);
}

/** The tools of the MCP server, by name. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  search_events: tool(
    "Search events",
    `Searches upcoming events in Iran and wherever Iranians live. The query may be Persian or English and may name days, prices, places and categories. ${FENCE_NOTE}`,
    v.strictObject({
      query: v.optional(v.pipe(v.string(), v.description("Words in Persian or English"))),
      city: v.optional(CityName),
      ...Filters,
      online: v.optional(v.pipe(v.boolean(), v.description("Only online and hybrid events"))),
      lang: Lang,
      limit: Limit,
    }),
    EventsAnswer,
    "Call search_events again with fewer filters.",
    search,
  ),
  whats_on: tool(
    "What is on in a city",
    `Lists what is on in a city: today, tonight, tomorrow, at the weekend (Thursday and Friday in Iran), in the coming week or month, in the next days, or from a day to another. Without any of them: tonight. ${FENCE_NOTE}`,
    v.strictObject({
      city: CityName,
      ...Filters,
      days: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.maxValue(DAYS_MAX),
          v.description("So many days from today on, today included"),
        ),
      ),
      lang: Lang,
      limit: Limit,
    }),
    EventsAnswer,
    "Call search_events for other days or places.",
    async (info, { days, ...asked }) => {
      if (days === undefined)
        return search(
          info,
          asked.when || asked.from || asked.to ? asked : { ...asked, when: "tonight" },
        );
      const { timeZone } = await cityNamed(info.deps, asked.city);
      const today = localDay(info.deps.clock.now(), timeZone);
      return search(info, { ...asked, when: undefined, from: today, to: addDays(today, days - 1) });
    },
  ),
  get_event: tool(
    "Get an event",
    `Gives an event with its description and its next dates. ${FENCE_NOTE}`,
    v.strictObject({
      id: v.pipe(v.string(), v.uuid(), v.description("Id of the event")),
      lang: Lang,
    }),
    EventAnswer,
    "Call search_events or whats_on for the ids of events.",
    async (info, { id, lang }) => {
      const { deps, origin, locale } = info;
      const event = await getListedEvent(deps, id.toLowerCase());
      const [cities, occurrences] = await Promise.all([
        listCities(deps),
        nextOccurrences(deps, event),
      ]);
      const city = cities.find((one) => one.id === event.cityId);
      const json = eventJson(event, city, origin);
      const said = lang ?? locale;
      return {
        note: FENCE_NOTE,
        event: {
          ...briefEvent(json, said, origin),
          description: quoted(json.description, said),
          occurrences: occurrences.map((date) => ({ ...date, note: quoted(date.note, said) })),
        },
      };
    },
  ),
  list_cities: tool(
    "List cities",
    "Lists the cities with events; other tools take their slugs and names.",
    v.strictObject({ lang: Lang }),
    CitiesAnswer,
    "Call whats_on with one of the cities.",
    async ({ deps, locale }, { lang = locale }) => ({
      cities: (await listCities(deps)).map(
        ({ slug, nameEn, nameFa, countryEn, countryFa, timeZone }) => ({
          slug,
          name: localized({ en: nameEn, fa: nameFa }, lang),
          country: localized({ en: countryEn, fa: countryFa }, lang),
          timeZone,
        }),
      ),
    }),
  ),
  create_draft: tool(
    "Create a draft of an event",
    "Creates a draft in the account of the API key, which its owner completes and submits. Needs a key with the scope `events`.",
    EventInput,
    DraftAnswer,
    "Ask the user for an API key with the scope `events`; call list_cities for the slug of the city.",
    async ({ deps, origin, signedIn }, input) => {
      if (!signedIn) throw new AppError("unauthorized");
      const id = await createDraft(deps, signedIn, input);
      return { id, url: `${origin}${paths.editEvent(id)}` };
    },
    false,
  ),
};

/** The tools as `tools/list` gives them. */
export const describeTools = () =>
  Object.entries(TOOLS).map(([name, { title, description, input, output, isReadOnly }]) => {
    const schemaOf = (schema: v.GenericSchema, typeMode: "input" | "output") => {
      const { $schema: _dialect, ...json } = toJsonSchema(schema, {
        errorMode: "ignore",
        typeMode,
      });
      return json;
    };
    return {
      name,
      title,
      description,
      inputSchema: schemaOf(input, "input"),
      outputSchema: schemaOf(output, "output"),
      annotations: {
        readOnlyHint: isReadOnly,
        destructiveHint: false,
        idempotentHint: isReadOnly,
        openWorldHint: false,
      },
    };
  });
