import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import type { SavedKey } from "../../../lib/pages/saved-list";
import type { Actor } from "../../../lib/permissions";
import { citiesById } from "../../cities/queries.server";
import { eachOnce } from "../../events/event-columns.server";
import {
  beginCalendar,
  endCalendar,
  icsEntriesOf,
  writeEntry,
} from "../../events/ics/event-ics.server";
import { readSaved } from "../../saved/queries.server";
import { wholeEvents } from "./find-feed-events.server";

/**
 * A calendar file of what an account or a guest has saved and is to come: of an event with several
 * dates those that were saved, if any.
 */
export async function savedFile(
  { deps, locale, origin }: { deps: Deps; locale: Locale; origin: string },
  whose: Pick<Actor, "id"> | readonly SavedKey[],
): Promise<Response> {
  const { toCome } = await readSaved(deps, whose);
  const [cities, events] = await Promise.all([
    citiesById(deps),
    wholeEvents(deps, eachOnce(toCome), { format: "ics" }),
  ]);
  const parts = events.flatMap((event) => {
    const chosen = toCome.flatMap(({ id, at }) => (id === event.id && at !== null ? [at] : []));
    return icsEntriesOf(event, locale)
      .filter(({ at }) => chosen.length === 0 || (at !== null && chosen.includes(at)))
      .map((entry) => writeEntry(entry, cities.get(event.cityId), { locale, origin }));
  });
  return new Response(endCalendar(beginCalendar(locale), parts), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="rooydad-saved.ics"',
      "Content-Language": locale,
      "Cache-Control": "private, no-store",
    },
  });
}
