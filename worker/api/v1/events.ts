import { Hono } from "hono";
import { AppError } from "../../../app/lib/errors";
import { eventJson } from "../../../app/modules/events/event-json.server";
import { getListedEvent } from "../../../app/modules/events/get-event.server";
import { listEventsWhole } from "../../../app/modules/events/list-events.server";
import { parseEventQuery } from "../../../app/modules/events/parse-event-query";
import { findCityById } from "../../../app/modules/cities/queries.server";
import type { AppEnv } from "../../context";
import { methodNotAllowed } from "./errors";

export const events = new Hono<AppEnv>();

events
  .get("/", async (c) => {
    const { deps, origin } = c.var.info;
    const { query, issues } = parseEventQuery(new URL(c.req.url).searchParams);
    if (issues.length > 0) throw new AppError("bad-request", issues);
    const list = await listEventsWhole(deps, query);
    return c.json({
      items: list.events.map((event) => eventJson(event, list.cities.get(event.cityId), origin)),
      nextCursor: list.nextCursor,
      hasMore: list.nextCursor !== null,
    });
  })
  .all(methodNotAllowed("GET"));

events
  .get("/:id", async (c) => {
    const { deps, origin } = c.var.info;
    const event = await getListedEvent(deps, c.req.param("id"));
    return c.json(eventJson(event, await findCityById(deps, event.cityId), origin));
  })
  .all("/:id", methodNotAllowed("GET"));
