import { type Handler, Hono } from "hono";
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
import { ownEventJson } from "../../../app/modules/authoring/own-event-json.server";
import { ConfirmationInput, LanguageInput } from "../../../app/modules/authoring/schema";
import { findCityById, findCityBySlug } from "../../../app/modules/cities/queries.server";
import { getListedEvent } from "../../../app/modules/events/get-event.server";
import { eventFile } from "../../../app/modules/events/ics/event-file.server";
import { listEventsWhole } from "../../../app/modules/events/list/list-events.server";
import { findAlternatives } from "../../../app/modules/events/list/nearest-alternatives.server";
import { parseEventQuery } from "../../../app/modules/events/list/parse-event-query";
import { searchAnswerJson } from "../../../app/modules/events/list/search-answer-json.server";
import { creatorNames, eventJson } from "../../../app/modules/events/present/event-json.server";
import {
  nextOccurrences,
  occurrencePage,
} from "../../../app/modules/events/present/occurrence-json.server";
import { savedAmong } from "../../../app/modules/events/saved-events.server";
import {
  EventJson,
  EventListJson,
  EventQueryParameters,
  LIST_LIMIT,
  OccurrenceListJson,
  OccurrenceParameters,
} from "../../../app/modules/events/schema";
import { draftLanguage } from "../../../app/modules/intake/drafting/draft-language.server";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";
import { budgeted } from "../../middleware/budgeted";
import { actorOf } from "./actor-of";
import { addFavourites } from "./collections";
import { describe, LangParameter } from "./describe";
import {
  addEventActions,
  createEvent,
  EventPath,
  idOf,
  ownOperation,
  removeEvent,
  updateEvent,
} from "./event-writes";
import { EVENT_EXAMPLE, EVENT_LIST_EXAMPLE, OCCURRENCE_EXAMPLE } from "./examples";
import { readBody } from "./read-body";
import { answer, readOnly } from "./read-only";
import { resource } from "./resource";

/**
 * GET /api/v1/events/{id}/ics: the event as a calendar file, in the language of `?lang=` or else of
 * Accept-Language. Not counted: calendars ask again and again.
 */
const eventIcsHandler: Handler<AppEnv> = (c) => {
  const locale = parseLocale(c.req.query("lang")) ?? acceptedLocale(c.req.raw);
  return eventFile({ ...c.var.info, locale }, c.req.raw, c.req.param("id") ?? "");
};

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
    POST: ownOperation(
      { operationId: "translateDraft", needs: "event:create", body: LANGUAGE },
      async (c) =>
        draftLanguage(
          c.var.info.deps,
          actorOf(c),
          idOf(c),
          (await readBody(c, LanguageInput)).language,
        ),
    ),
  });

  resource(events, "/:id/translations/confirm", {
    POST: ownOperation(
      { operationId: "confirmTranslation", needs: "event:create", body: CONFIRMATION },
      async (c) =>
        confirmTranslation(
          c.var.info.deps,
          actorOf(c),
          idOf(c),
          (await readBody(c, ConfirmationInput)).fields,
        ),
    ),
  });

  resource(events, "/:id/hand-over", {
    POST: ownOperation(
      { operationId: "handOverDraft", needs: "event:submit", body: LANGUAGE },
      async (c) =>
        handOver(c.var.info.deps, actorOf(c), idOf(c), (await readBody(c, LanguageInput)).language),
    ),
    DELETE: ownOperation({ operationId: "takeBackDraft", needs: "event:create" }, (c) =>
      takeBack(c.var.info.deps, actorOf(c), idOf(c)),
    ),
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
  GET: [
    budgeted("reads", "list"),
    describe({
      operationId: "listEvents",
      tag: "events",
      isKept: true,
      query: EventQueryParameters,
      answer: {
        schema: EventListJson,
        example: EVENT_LIST_EXAMPLE,
      },
    }),
    async (c) => {
      const { deps, origin } = c.var.info;
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
  ],
  POST: [budgeted("reads", "write"), ...createEvent],
});

addEventActions(eventsApi);
addEventLanguages(eventsApi);
addFavourites(eventsApi);

resource(eventsApi, "/:id", {
  GET: [
    budgeted("reads", "item"),
    describe({
      operationId: "getEvent",
      tag: "events",
      isKept: true,
      path: EventPath,
      answer: {
        schema: EventJson,
        example: { ...EVENT_EXAMPLE, occurrences: [OCCURRENCE_EXAMPLE] },
      },
      failures: [404],
    }),
    async (c) => {
      const { deps, origin, signedIn } = c.var.info;
      const id = c.req.param("id") ?? "";
      // Creators and staff see more fields, and events that are not public.
      const own = signedIn ? await getOwnEvent(deps, signedIn, id).catch(orNothing) : null;
      if (own) {
        const occurrences = own.event ? await nextOccurrences(deps, own.event) : [];
        return c.json({ ...ownEventJson(own, origin), occurrences });
      }
      const event = await getListedEvent(deps, id);
      const [city, names, occurrences, saved] = await Promise.all([
        findCityById(deps, event.cityId),
        creatorNames(deps.db, [event]),
        nextOccurrences(deps, event),
        event.onlineUrlFor === "savers" && can(signedIn, "collection:manage")
          ? savedAmong(deps, signedIn, [id])
          : null,
      ]);
      const json = { ...eventJson(event, city, origin, names), occurrences };
      // Creators and staff have their own answer above; a link for savers is in no answer that is
      // kept.
      return saved
        ? c.json({ ...json, onlineUrl: saved.has(id) ? event.onlineUrl : null })
        : answer(c.req.raw, json, { scope: cityScope(event.cityId) });
    },
  ],
  PUT: [budgeted("reads", "write"), ...updateEvent],
  DELETE: [budgeted("reads", "write"), ...removeEvent],
});

readOnly(
  eventsApi,
  "/:id/occurrences",
  budgeted("reads", "list"),
  describe({
    operationId: "listOccurrences",
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
  }),
  async (c) => {
    const { deps } = c.var.info;
    const query = readOccurrenceQuery(c.req.query());
    const event = await getListedEvent(deps, c.req.param("id") ?? "");
    const dayStart = (day: string) => startOfDay(day, event.timeZone);
    const from = query.from === null ? null : dayStart(query.from);
    const to = query.to === null ? null : dayStart(addDays(query.to, 1));
    return answer(c.req.raw, await occurrencePage(deps, event, { ...query, from, to }), {
      scope: cityScope(event.cityId),
    });
  },
);

readOnly(
  eventsApi,
  "/:id/ics",
  budgeted("reads", "item"),
  describe({
    operationId: "getEventCalendar",
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
  }),
  eventIcsHandler,
);
