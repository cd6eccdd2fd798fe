import { sql } from "drizzle-orm";
import { events } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import type { SavedKey } from "../../../lib/pages/saved-list";
import type { Actor } from "../../../lib/permissions";
import { citiesById } from "../../cities/queries.server";
import { eachOnce, readEvents, selectEvents } from "../../events/event-columns.server";
import { readOccurrences } from "../../events/get-event.server";
import {
  beginCalendar,
  endCalendar,
  fileEntries,
  selectFileDates,
  writeEntry,
  writeZones,
} from "../../events/ics/event-ics.server";
import { readSaved } from "../../saved/queries.server";
import { withinLimits } from "./feed";
import { wholeEvents } from "./find-feed-events.server";
import { MOST_TRUNCATED, truncatedProperty } from "./write-ics.server";

const SERIES = {
  id: events.id,
  startsAt: events.startsAt,
  schedule: events.schedule,
  scheduleVersion: events.scheduleVersion,
};

/**
 * A calendar file of what an account or a guest has saved and is to come: of an event with several
 * dates those that were saved, if any. Its entries are those of the events' own files, by the same UID:
 * a calendar that has both shows a date once. Events are in it with all of their entries or, beyond the
 * size of a file, not at all.
 */
export async function savedFile(
  { deps, locale, origin }: { deps: Deps; locale: Locale; origin: string },
  whose: Pick<Actor, "id"> | readonly SavedKey[],
): Promise<Response> {
  const { toCome } = await readSaved(deps, whose);
  const [cities, saved] = await Promise.all([
    citiesById(deps),
    // The dates of series are those of their files.
    wholeEvents(deps, eachOnce(toCome), { format: "ics", most: 1 }),
  ]);
  const series = saved.flatMap(({ id, schedule }) => (schedule ? [id] : []));
  const found = sql`(SELECT value AS id FROM json_each(${JSON.stringify(series)}))`;
  const [schedules, rows] =
    series.length > 0
      ? await deps.db.batch([
          selectEvents(deps.db, SERIES, found, "none"),
          selectFileDates(deps, series),
        ])
      : [[], []];
  const schedulesById = new Map(
    readEvents<typeof SERIES>(SERIES, schedules).map((row) => [row.id, row]),
  );
  const datesById = new Map(
    rows.map((row) => readOccurrences([row])).map((dates) => [dates[0]?.eventId, dates]),
  );
  const entries = saved.map((event) => {
    const { schedule = null, scheduleVersion = 0 } = schedulesById.get(event.id) ?? {};
    const occurrences = datesById.get(event.id);
    const whole = { ...event, schedule, scheduleVersion, occurrences };
    const chosen = toCome.flatMap(({ id, at }) => (id === event.id && at !== null ? [at] : []));
    return (chosen.length === 0 ? [null] : chosen).flatMap((at) => fileEntries(whole, locale, at));
  });
  const beginning = beginCalendar(locale);
  const zones = writeZones(entries.flat());
  const around = Buffer.byteLength(beginning) + Buffer.byteLength(zones) + MOST_TRUNCATED;
  const texts = withinLimits(entries, around, (ofEvent) =>
    ofEvent
      .map((entry) => writeEntry(entry, cities.get(entry.cityId), { locale, origin }))
      .join(""),
  );
  const left = saved[texts.length];
  const file = endCalendar(beginning, [
    left ? truncatedProperty(left.startsAt, left.timeZone, locale, null) : "",
    zones,
    ...texts,
  ]);
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="rooydad-saved.ics"',
      "Content-Language": locale,
      "Cache-Control": "private, no-store",
    },
  });
}
