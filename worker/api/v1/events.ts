import { Hono } from "hono";
import * as v from "valibot";
import { parseLocale } from "../../../app/i18n/locale";
import { startOfDay } from "../../../app/lib/dates/dates.server";
import { addDays } from "../../../app/lib/dates/days";
import { AppError } from "../../../app/lib/errors";
import { cityScope } from "../../../app/lib/pages/content-scope";
import { can } from "../../../app/lib/permissions";
import { confirmTranslation } from "../../../app/modules/authoring/confirm-translation.server";
import { getOwnEvent } from "../../../app/modules/authoring/find-own-event.server";
import { handOver, takeBack } from "../../../app/modules/authoring/hand-over.server";
import { ownEventJson } from "../../../app/modules/authoring/list-own-events.server";
import { ConfirmationInput, LanguageInput } from "../../../app/modules/authoring/schema";
import { findCityById, findCityBySlug } from "../../../app/modules/cities/queries.server";
import {
  EventJson,
  EventListJson,
  OccurrenceListJson,
} from "../../../app/modules/events/event-json-schema";
import { getListedEvent } from "../../../app/modules/events/get-event.server";
import { eventFile } from "../../../app/modules/events/ics/event-ics.server";
import { listEventsWhole } from "../../../app/modules/events/list/list-events.server";
import { findAlternatives } from "../../../app/modules/events/list/nearest-alternatives.server";
import { searchAnswerJson } from "../../../app/modules/events/list/search-answer-json.server";
import {
  creatorNames,
  eventJson,
  nextOccurrences,
  occurrencePage,
} from "../../../app/modules/events/present/event-json.server";
import { savedAmong } from "../../../app/modules/events/present/present-event.server";
import {
  EventQueryParameters,
  LIST_LIMIT,
  OccurrenceParameters,
  parseEventQuery,
} from "../../../app/modules/events/schema";
import { linkReaders } from "../../../app/modules/hosting/host-access.server";
import { draftLanguage } from "../../../app/modules/intake/drafting/draft-language.server";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";
import { addFavourites } from "./collections";
import { LangParameter } from "./describe";
import { EVENT_EXAMPLE, EVENT_LIST_EXAMPLE, OCCURRENCE_EXAMPLE } from "./event-examples";
import {
  addEventActions,
  createEvent,
  EventPath,
  ownOperation,
  patchEvent,
  removeEvent,
  updateEvent,
} from "./event-writes";
import { operation } from "./operation";
import { answer, resource } from "./resource";

const LANGUAGE = {
  name: "LanguageInput",
  schema: LanguageInput,
  example: { language: "en" as const },
};
const CONFIRMATION = {
  name: "ConfirmationInput",
  schema: ConfirmationInput,
  example: { fields: ["title.en"] },
};

/** Adds the operations on the languages of an event (docs/decisions/languages.md). */
function addEventLanguages(events: Hono<AppEnv>): void {
  resource(events, "/:id/translations", {
    POST: ownOperation({
      operationId: "translateDraft",
      needs: "event:create",
      body: LANGUAGE,
      run: ({ deps, actor, params, body }) => draftLanguage(deps, actor, params.id, body.language),
    }),
  });

  resource(events, "/:id/translations/confirm", {
    POST: ownOperation({
      operationId: "confirmTranslation",
      needs: "event:create",
      body: CONFIRMATION,
      run: ({ deps, actor, params, body }) =>
        confirmTranslation(deps, actor, params.id, body.fields),
    }),
  });

  resource(events, "/:id/hand-over", {
    POST: ownOperation({
      operationId: "handOverDraft",
      needs: "event:submit",
      body: LANGUAGE,
      run: ({ deps, actor, params, body }) => handOver(deps, actor, params.id, body.language),
    }),
    DELETE: ownOperation({
      operationId: "takeBackDraft",
      needs: "event:create",
      run: ({ deps, actor, params }) => takeBack(deps, actor, params.id),
    }),
  });
}

/** @throws AppError("bad-request") */
function readOccurrenceQuery(query: Record<string, string>) {
  const read = v.safeParse(OccurrenceParameters, query);
  if (!read.success) {
    const issues = read.issues.map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: issue.message,
    }));
    throw new AppError("bad-request", issues);
  }
  const { from = null, to = null, cursor = null, limit = LIST_LIMIT } = read.output;
  return { from, to, cursor, limit };
}

export const eventsApi = new Hono<AppEnv>();

/** An event of another user may still be public. */
function orNothing(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}

resource(eventsApi, "/", {
  GET: operation({
    operationId: "listEvents",
    budget: ["reads", "list"],
    tag: "events",
    isKept: true,
    query: EventQueryParameters,
    answer: {
      schema: EventListJson,
      example: EVENT_LIST_EXAMPLE,
    },
    run: async ({ c, deps, origin }) => {
      const { query, issues, unknown } = parseEventQuery(new URL(c.req.url).searchParams);
      const wrong = [...issues, ...unknown];
      if (query.city !== null && !(await findCityBySlug(deps, query.city)))
        wrong.push({ path: "city", message: "errors:issue.city" });
      if (wrong.length > 0) throw new AppError("bad-request", wrong);
      const list = await listEventsWhole(deps, query);
      const { events, cities, nextCursor } = list;
      const [names, alternatives] = await Promise.all([
        creatorNames(deps.db, events),
        findAlternatives(deps, query, list),
      ]);
      const items = events.map((event) =>
        eventJson(event, cities.get(event.cityId), origin, names),
      );
      const page: EventListJson = {
        items,
        nextCursor,
        hasMore: nextCursor !== null,
        ...searchAnswerJson(query, list, alternatives),
      };
      return answer(
        c.req.raw,
        page,
        list.city && query.city !== null ? { scope: cityScope(list.city.id) } : {},
      );
    },
  }),
  POST: createEvent,
});

addEventActions(eventsApi);
addEventLanguages(eventsApi);
addFavourites(eventsApi);

resource(eventsApi, "/:id", {
  GET: operation({
    operationId: "getEvent",
    budget: ["reads", "item"],
    tag: "events",
    isKept: true,
    path: EventPath,
    answer: {
      schema: EventJson,
      example: { ...EVENT_EXAMPLE, occurrences: [OCCURRENCE_EXAMPLE] },
    },
    failures: [404],
    run: async ({ c, deps, origin, actor, params }) => {
      const id = params.id;
      // Creators and staff see more fields, and events that are not public.
      const own = actor ? await getOwnEvent(deps, actor, id).catch(orNothing) : null;
      if (own) {
        const occurrences = own.event ? await nextOccurrences(deps, own.event) : [];
        return { ...ownEventJson(own, origin), occurrences };
      }
      const event = await getListedEvent(deps, id);
      const [city, names, occurrences, saved, readers] = await Promise.all([
        findCityById(deps, event.cityId),
        creatorNames(deps.db, [event]),
        nextOccurrences(deps, event),
        event.onlineUrlFor === "savers" && can(actor, "collection:manage")
          ? savedAmong(deps, actor, [id])
          : null,
        linkReaders(deps, event, actor),
      ]);
      const isFor = readers?.areGuests ? readers.isGuest : saved?.has(id);
      const json = { ...eventJson(event, city, origin, names), occurrences };
      // Creators and staff have their own answer above; a link for savers is in no answer that is
      // kept.
      return saved
        ? { ...json, onlineUrl: isFor ? event.onlineUrl : null }
        : answer(c.req.raw, json, { scope: cityScope(event.cityId) });
    },
  }),
  PUT: updateEvent,
  PATCH: patchEvent,
  DELETE: removeEvent,
});

resource(eventsApi, "/:id/occurrences", {
  GET: operation({
    operationId: "listOccurrences",
    budget: ["reads", "list"],
    tag: "events",
    isKept: true,
    path: EventPath,
    query: OccurrenceParameters,
    meanings: { from: "occurrencesFrom", to: "occurrencesTo", cursor: "cursor", limit: "limit" },
    answer: {
      schema: OccurrenceListJson,
      example: { items: [OCCURRENCE_EXAMPLE], nextCursor: null, hasMore: false },
    },
    failures: [404],
    run: async ({ c, deps, params }) => {
      const query = readOccurrenceQuery(c.req.query());
      const event = await getListedEvent(deps, params.id);
      const dayStart = (day: string) => startOfDay(day, event.timeZone);
      const from = query.from === null ? null : dayStart(query.from);
      const to = query.to === null ? null : dayStart(addDays(query.to, 1));
      return answer(c.req.raw, await occurrencePage(deps, event, { ...query, from, to }), {
        scope: cityScope(event.cityId),
      });
    },
  }),
});

resource(eventsApi, "/:id/ics", {
  GET: operation({
    operationId: "getEventCalendar",
    budget: ["reads", "item"],
    tag: "events",
    isKept: true,
    path: EventPath,
    query: LangParameter,
    meanings: { lang: "language" },
    answer: {
      type: "text/calendar",
      schema: v.string(),
      example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n",
    },
    failures: [404],
    // Not counted as a view: calendars ask again and again.
    run: ({ c, params }) => {
      const locale = parseLocale(c.req.query("lang")) ?? acceptedLocale(c.req.raw);
      return eventFile({ ...c.var.info, locale }, c.req.raw, params.id);
    },
  }),
});
