import type { Locale } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { conditionalResponse } from "../../lib/http/conditional-response.server";
import { findCityById } from "../cities/queries.server";
import { eventIcs, icsFileName } from "./event-ics.server";
import { getListedEvent } from "./get-event.server";

interface FileContext {
  deps: Deps;
  locale: Locale;
  origin: string;
}

/** The answer of `/events/{id}/ics`, of the page's and the API's alike. @throws AppError("not-found") */
export async function eventFile({ deps, locale, origin }: FileContext, request: Request, id: string): Promise<Response> {
  const event = await getListedEvent(deps, id);
  const body = eventIcs(event, await findCityById(deps, event.cityId), { locale, origin });
  return conditionalResponse(request, body, {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="${icsFileName(event)}"`,
    "Content-Language": locale,
    Vary: "Accept-Language, Cookie",
  });
}
