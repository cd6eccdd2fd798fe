import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import type { SavedKey } from "../../../lib/pages/saved-list";
import type { Actor } from "../../../lib/permissions";
import { citiesById } from "../../cities/queries.server";
import { eachOnce } from "../../events/event-columns.server";
import { entriesIcs } from "../../events/ics/event-ics.server";
import { icsEntriesOf } from "../../events/ics/ics-entries.server";
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
  const entries = events.flatMap((event) => {
    const chosen = toCome.flatMap(({ id, at }) => (id === event.id && at !== null ? [at] : []));
    return icsEntriesOf(event, locale).filter(
      ({ at }) => chosen.length === 0 || (at !== null && chosen.includes(at)),
    );
  });
  const file = entriesIcs(entries, (id) => cities.get(id), { locale, origin });
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="rooydad-saved.ics"',
      "Content-Language": locale,
      "Cache-Control": "private, no-store",
    },
  });
}
