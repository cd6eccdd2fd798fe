import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { LOCALES, type Locale, localized } from "../../app/i18n/locale";
import { AppError } from "../../app/lib/errors";
import { paths } from "../../app/lib/paths";
import { FENCE_NOTE, fenceText } from "../../app/lib/text/fence-text";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { EventInput } from "../../app/modules/authoring/schema";
import { findCityBySlug, listCities } from "../../app/modules/cities/queries.server";
import type { EventJson } from "../../app/modules/events/event-json-schema";
import { getListedEvent } from "../../app/modules/events/get-event.server";
import { listEventsWhole } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/list/parse-event-query";
import { eventJson, nextOccurrences } from "../../app/modules/events/present/event-json.server";
import type { RequestInfo } from "../context";

const LIMIT = 10;
const LIMIT_MAX = 50;

const Lang = v.optional(v.picklist(LOCALES), "en");
const Limit = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMIT_MAX)),
  LIMIT,
);
const WHENS = ["today", "tonight", "tomorrow", "weekend", "week", "month"] as const;

interface Tool {
  title: string;
  /** For the model that chooses among tools, so English. */
  description: string;
  input: v.GenericSchema;
  isReadOnly: boolean;
  run(info: RequestInfo, input: never): Promise<object>;
}

const tool = <S extends v.GenericSchema>(
  title: string,
  description: string,
  input: S,
  run: (info: RequestInfo, input: v.InferOutput<S>) => Promise<object>,
  isReadOnly = true,
): Tool => ({ title, description, input, isReadOnly, run });

interface BothTexts {
  en: string | null;
  fa: string | null;
}

/** A text of an organizer in one language, fenced; empty without one. */
function quoted(text: BothTexts | null, locale: Locale): string {
  const said = text ? localized({ en: text.en ?? "", fa: text.fa }, locale) : "";
  return said && fenceText(said);
}

/** An event for a model, in one language. What its organizer wrote is fenced. */
function brief(event: EventJson, locale: Locale, origin: string) {
  const quote = (text: BothTexts | null) => quoted(text, locale);
  return {
    id: event.id,
    title: quote(event.title),
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    allDay: event.allDay,
    city: localized(event.city.name, locale),
    venue: quote(event.venue),
    address: quote(event.address),
    organizer: quote(event.organizer),
    price: event.price,
    currency: event.currency,
    categories: event.categories,
    lifecycle: event.lifecycle,
    onlineUrl: event.onlineUrl && fenceText(event.onlineUrl),
    url: `${origin}${paths.inLanguage(paths.event(event.id), locale)}`,
  };
}

/**
 * Reads events as the list of the site does. @throws AppError("bad-request") with the issues of
 * wrong values
 */
async function search(
  { deps, origin }: RequestInfo,
  asked: Record<string, string>,
  lang: Locale,
  limit: number,
) {
  const { query, issues, unknown } = parseEventQuery(new URLSearchParams(asked));
  const wrong = [...issues, ...unknown];
  if (query.city !== null && !(await findCityBySlug(deps, query.city)))
    wrong.push({ path: "city", message: "errors:issue.city" });
  if (wrong.length > 0) throw new AppError("bad-request", wrong);
  const { events, cities, nextCursor } = await listEventsWhole(deps, { ...query, limit });
  const items = events.map((event) =>
    brief(eventJson(event, cities.get(event.cityId), origin), lang, origin),
  );
  return { note: FENCE_NOTE, events: items, hasMore: nextCursor !== null };
}

/** The tools of the MCP server, by name. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  search_events: tool(
    "Search events",
    `Searches upcoming events in Iran and wherever Iranians live. The query may be Persian or English and may name days, prices, places and categories. ${FENCE_NOTE}`,
    v.strictObject({
      query: v.optional(v.pipe(v.string(), v.description("Words in Persian or English"))),
      city: v.optional(
        v.pipe(v.string(), v.description("Slug of a city, as list_cities gives it")),
      ),
      category: v.optional(
        v.pipe(v.string(), v.description("English name or slug of a category, such as Concert")),
      ),
      when: v.optional(v.picklist(WHENS)),
      from: v.optional(v.pipe(v.string(), v.description("First day, YYYY-MM-DD"))),
      to: v.optional(v.pipe(v.string(), v.description("Last day, YYYY-MM-DD"))),
      free: v.optional(v.pipe(v.boolean(), v.description("Only free events"))),
      online: v.optional(v.pipe(v.boolean(), v.description("Only online and hybrid events"))),
      lang: Lang,
      limit: Limit,
    }),
    (info, { query, free, online, lang, limit, ...rest }) => {
      const given = Object.entries({
        q: query,
        free: free && "true",
        online: online && "true",
        ...rest,
      }).flatMap(([name, value]) => (value ? [[name, String(value)] as const] : []));
      return search(info, Object.fromEntries(given), lang, limit);
    },
  ),
  whats_on: tool(
    "What is on in a city",
    `Lists what is on in a city: today, tonight, tomorrow, at the weekend (Thursday and Friday in Iran), or in the coming week or month. ${FENCE_NOTE}`,
    v.strictObject({
      city: v.pipe(
        v.string(),
        v.description("Slug of a city, as list_cities gives it, such as tehran"),
      ),
      when: v.optional(v.picklist(WHENS), "tonight"),
      lang: Lang,
      limit: Limit,
    }),
    (info, { city, when, lang, limit }) => search(info, { city, when }, lang, limit),
  ),
  get_event: tool(
    "Get an event",
    `Gives an event with its description and its next dates. ${FENCE_NOTE}`,
    v.strictObject({
      id: v.pipe(v.string(), v.uuid(), v.description("Id of the event")),
      lang: Lang,
    }),
    async ({ deps, origin }, { id, lang }) => {
      const event = await getListedEvent(deps, id.toLowerCase());
      const [cities, occurrences] = await Promise.all([
        listCities(deps),
        nextOccurrences(deps, event),
      ]);
      const city = cities.find((one) => one.id === event.cityId);
      const json = eventJson(event, city, origin);
      return {
        note: FENCE_NOTE,
        event: {
          ...brief(json, lang, origin),
          description: quoted(json.description, lang),
          occurrences: occurrences.map((date) => ({ ...date, note: quoted(date.note, lang) })),
        },
      };
    },
  ),
  list_cities: tool(
    "List cities",
    "Lists the cities with events; other tools take their slugs.",
    v.strictObject({ lang: Lang }),
    async ({ deps }, { lang }) => ({
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
  Object.entries(TOOLS).map(([name, { title, description, input, isReadOnly }]) => {
    const { $schema: _dialect, ...inputSchema } = toJsonSchema(input, {
      errorMode: "ignore",
      typeMode: "input",
    });
    return {
      name,
      title,
      description,
      inputSchema,
      annotations: {
        readOnlyHint: isReadOnly,
        destructiveHint: false,
        idempotentHint: isReadOnly,
        openWorldHint: false,
      },
    };
  });
