import { Hono } from "hono";
import { AppError } from "../../../app/lib/errors";
import { findCityBySlug, listCities } from "../../../app/modules/cities/queries.server";
import {
  AnnouncementJson,
  AnnouncementTextInput,
  announcedEventJson,
} from "../../../app/modules/intake/drafting/announcement-json.server";
import { announcedEvents } from "../../../app/modules/intake/drafting/read-announcement.server";
import type { AppEnv } from "../../context";
import { ANNOUNCEMENT_EXAMPLE, ANNOUNCEMENT_INPUT_EXAMPLE } from "./event-examples";
import { operation } from "./operation";
import { resource } from "./resource";

/** What becomes drafts: texts that announce events. */
export const draftsApi = new Hono<AppEnv>();

resource(draftsApi, "/read", {
  POST: operation({
    operationId: "readAnnouncement",
    budget: ["reads", "item"],
    tag: "events",
    needs: "event:create",
    body: {
      name: "AnnouncementTextInput",
      schema: AnnouncementTextInput,
      example: ANNOUNCEMENT_INPUT_EXAMPLE,
    },
    answer: { schema: AnnouncementJson, example: ANNOUNCEMENT_EXAMPLE },
    run: async ({ deps, locale, body: { text, city: slug, postedAt } }) => {
      const city = slug === null ? null : ((await findCityBySlug(deps, slug)) ?? null);
      if (slug !== null && city === null)
        throw new AppError("invalid", [{ path: "city", message: "errors:issue.city" }]);
      const at = postedAt === null ? deps.clock.now() : Date.parse(postedAt);
      const events = await announcedEvents(deps, text, city, at);
      const cities = await listCities(deps);
      return {
        events: events.map((event) => {
          const own = cities.find((one) => one.slug === event.place.city);
          return announcedEventJson(event, own?.timeZone ?? null, locale);
        }),
      };
    },
  }),
});
