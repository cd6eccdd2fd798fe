import type { Handler } from "hono";
import { parseLocale } from "../../../app/i18n/locale";
import { eventFile } from "../../../app/modules/events/ics/event-file.server";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";

/**
 * GET /api/v1/events/{id}/ics: the event as a calendar file, in the language of `?lang=` or else of
 * Accept-Language. Not counted: calendars ask again and again.
 */
export const eventIcsHandler: Handler<AppEnv> = (c) => {
  const locale = parseLocale(c.req.query("lang")) ?? acceptedLocale(c.req.raw);
  return eventFile({ ...c.var.info, locale }, c.req.raw, c.req.param("id") ?? "");
};
