import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import type { City } from "../cities/queries.server";
import { refreshCities } from "../cities/refresh-cities.server";
import type { EventRow } from "../events/list-events.server";
import { bumpCityVersions } from "../page-cache/content-version.server";
import { forgetSiteState } from "../page-cache/site-state.server";
import { indexEventStatements } from "../search/index-event.server";

/**
 * Statements that bring what the public sees in line with an event that has changed: the search index, the counts of
 * its city, and the content versions of its city and of the one it has left. They stand at the end of the batch of the change.
 */
export function publishStatements(
  { db, clock }: Pick<Deps, "db" | "clock">,
  event: EventRow | Parameters<typeof indexEventStatements>[1],
  city: City,
  formerCityId: string = city.id,
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const now = clock.now();
  const moved = formerCityId === city.id ? [] : [refreshCities(db, now, formerCityId)];
  return [
    ...indexEventStatements(db, event, city),
    refreshCities(db, now, city.id),
    ...moved,
    bumpCityVersions(db, [city.id, formerCityId]),
  ];
}

/** Tells those who look at the city or the event, after the answer. A room that cannot be reached is no failure: the next page shows it. */
export function announceChange(
  { memo, rooms, later }: Pick<Deps, "memo" | "rooms" | "later">,
  citySlug: string,
  eventId: string,
  change: "created" | "changed" | "cancelled",
): void {
  forgetSiteState({ memo });
  later(rooms.cityChanged(citySlug, eventId, change).catch((error) => log("warn", "room.unreachable", describeError(error))));
}
