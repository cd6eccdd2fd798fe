import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { findCityById, findCityBySlug } from "../../../app/modules/cities/queries.server";
import { eventJson } from "../../../app/modules/events/event-json.server";
import { getListedEvent } from "../../../app/modules/events/get-event.server";
import { listEventsWhole } from "../../../app/modules/events/list-events.server";
import { parseEventQuery } from "../../../app/modules/events/parse-event-query";
import { EventJson, EventListJson, EventQueryParameters } from "../../../app/modules/events/schema";
import type { AppEnv } from "../../context";
import { describe, LangParameter } from "./describe";
import { eventIcs } from "./event-ics";
import { EVENT_EXAMPLE } from "./examples";
import { answer, readOnly } from "./read-only";

export const events = new Hono<AppEnv>();

const EventPath = v.object({ id: v.pipe(v.string(), v.uuid()) });

readOnly(
  events,
  "/",
  describe({
    operationId: "listEvents",
    tag: "events",
    isKept: true,
    query: EventQueryParameters,
    answer: {
      schema: EventListJson,
      example: { items: [EVENT_EXAMPLE], nextCursor: "WyJkYXRlIiwxNzk2NzQyMDAwMDAwLCIwMTliIiwyNF0", hasMore: true },
    },
    failures: [400],
  }),
  async (c) => {
    const { deps, origin } = c.var.info;
    const { query, issues, unknown } = parseEventQuery(new URL(c.req.url).searchParams);
    const wrong = [...issues, ...unknown];
    if (query.city !== null && !(await findCityBySlug(deps, query.city))) wrong.push({ path: "city", message: "errors:issue.city" });
    if (wrong.length > 0) throw new AppError("bad-request", wrong);
    const { events, cities, nextCursor } = await listEventsWhole(deps, query);
    const items = events.map((event) => eventJson(event, cities.get(event.cityId), origin));
    return answer(c.req.raw, { items, nextCursor, hasMore: nextCursor !== null });
  },
);

readOnly(
  events,
  "/:id",
  describe({
    operationId: "getEvent",
    tag: "events",
    isKept: true,
    path: EventPath,
    answer: { schema: EventJson, example: EVENT_EXAMPLE },
    failures: [404],
  }),
  async (c) => {
    const { deps, origin } = c.var.info;
    const event = await getListedEvent(deps, c.req.param("id") ?? "");
    return answer(c.req.raw, eventJson(event, await findCityById(deps, event.cityId), origin));
  },
);

readOnly(
  events,
  "/:id/ics",
  describe({
    operationId: "getEventCalendar",
    tag: "events",
    isKept: true,
    path: EventPath,
    query: LangParameter,
    meanings: { lang: "language" },
    answer: { type: "text/calendar", schema: v.string(), example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n" },
    failures: [404],
  }),
  eventIcs,
);
