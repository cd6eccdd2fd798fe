import { sql } from "drizzle-orm";
import { events } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import type { SavedKey } from "../../../lib/pages/saved-list";
import type { Actor } from "../../../lib/permissions";
import { citiesById } from "../../cities/queries.server";
import { eachOnce, readEvents, selectEvents } from "../../events/event-columns.server";
import { entriesIcs } from "../../events/ics/event-ics.server";
import { icsEntriesOf } from "../../events/ics/ics-entries.server";
import { dateEntry, seriesEntries } from "../../events/ics/series-ics.server";
import { readSaved } from "../../saved/queries.server";
import { wholeEvents } from "./find-feed-events.server";

const SERIES = {
  id: events.id,
  startsAt: events.startsAt,
  schedule: events.schedule,
  scheduleVersion: events.scheduleVersion,
};

/**
 * A calendar file of what an account or a guest has saved and is to come: of an event with several
 * dates those that were saved, if any. Its entries are those of the events' own files, by the same UID:
 * a calendar that has both shows a date once.
 */
export async function savedFile(
  { deps, locale, origin }: { deps: Deps; locale: Locale; origin: string },
  whose: Pick<Actor, "id"> | readonly SavedKey[],
): Promise<Response> {
  const { toCome } = await readSaved(deps, whose);
  const [cities, saved] = await Promise.all([
    citiesById(deps),
    wholeEvents(deps, eachOnce(toCome), { format: "ics" }),
  ]);
  const series = saved.flatMap(({ id, occurrences }) => (occurrences ? [id] : []));
  const found = sql`(SELECT value AS id FROM json_each(${JSON.stringify(series)}))`;
  const schedules = new Map(
    readEvents<typeof SERIES>(SERIES, await selectEvents(deps.db, SERIES, found, "none")).map(
      (row) => [row.id, row],
    ),
  );
  const entries = saved.flatMap((event) => {
    const { occurrences = [] } = event;
    const { schedule, scheduleVersion = 0 } = schedules.get(event.id) ?? {};
    if (!schedule) return icsEntriesOf(event, locale);
    const whole = { ...event, schedule, scheduleVersion };
    const chosen = toCome.flatMap(({ id, at }) => (id === event.id && at !== null ? [at] : []));
    return chosen.length === 0
      ? seriesEntries(whole, occurrences, locale)
      : occurrences
          .filter(({ originalStart }) => chosen.includes(originalStart))
          .map((date) => dateEntry(whole, date, locale));
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
