import { listOf, localized } from "../../i18n/locale";
import type { RequestContext } from "../../lib/http/request-context";
import { paths } from "../../lib/paths";
import { findCityById } from "../../modules/cities/queries.server";
import type { EventRow } from "../../modules/events/event-columns.server";
import { formatDatedWhen } from "../../modules/events/present/event-times.server";
import { cityName, coverOf } from "../../modules/events/present/present-event.server";

/** An event, or one of its showings, in the lines above an RSVP. @param at original start */
export async function eventStrip(
  { deps, locale, calendar }: Pick<RequestContext, "deps" | "locale" | "calendar">,
  event: EventRow,
  at: string | null,
) {
  return {
    href: paths.event(event.id, { at }),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    cover: coverOf(event, "wide"),
    lines: [
      formatDatedWhen(event, { locale, calendar }),
      listOf(
        locale,
        [
          localized({ en: event.venueEn, fa: event.venueFa }, locale),
          cityName(await findCityById(deps, event.cityId), locale),
        ].filter(Boolean),
      ),
    ].filter(Boolean),
  };
}
