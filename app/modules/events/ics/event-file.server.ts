import type { Locale } from "../../../i18n/locale";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { SCHEDULE_LIMITS } from "../../../lib/event/schedule";
import { conditionalResponse } from "../../../lib/http/conditional-response.server";
import { findCityById } from "../../cities/queries.server";
import { readOccurrences, selectOccurrences } from "../event-occurrences.server";
import { getListedEvent } from "../get-event.server";
import { eventIcs, icsFileName } from "./event-ics.server";

/** Past dates of a series that a file still has, ms. */
const PAST = 30 * DAY;

interface FileContext {
  deps: Deps;
  locale: Locale;
  origin: string;
}

/**
 * The answer of `/events/{id}/ics`, of the page's and the API's alike: of a series all dates, or
 * the one that `at` names. @throws AppError("not-found")
 */
export async function eventFile(
  { deps, locale, origin }: FileContext,
  request: Request,
  id: string,
): Promise<Response> {
  const event = await getListedEvent(deps, id);
  const now = deps.clock.now();
  const [rows, city] = await Promise.all([
    event.schedule
      ? selectOccurrences(
          deps.db,
          [id],
          { from: now - PAST, to: Number.MAX_SAFE_INTEGER },
          SCHEDULE_LIMITS.occurrences,
        )
      : [],
    findCityById(deps, event.cityId),
  ]);
  const at = new URL(request.url).searchParams.get("at");
  const chosen = readOccurrences(rows).filter(
    ({ originalStart }) => at === null || originalStart === at,
  );
  if (event.schedule && at !== null && chosen.length === 0) throw new AppError("not-found");
  const occurrences = chosen.length > 0 ? chosen : undefined;
  const body = eventIcs({ ...event, occurrences }, city, { locale, origin });
  return conditionalResponse(request, body, {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="${icsFileName(event)}"`,
    "Content-Language": locale,
    Vary: "Accept-Language, Cookie",
  });
}
