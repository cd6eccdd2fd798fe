import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import type { City } from "../cities/queries.server";
import { refreshCities } from "../cities/refresh-cities.server";
import type { EventRow } from "../events/list/list-events.server";
import { type HostedEvent, linkHostsStatements } from "../hosts/link-hosts.server";
import { indexEventStatements } from "../search/index-event.server";
import { bumpCityVersions } from "../store/content-version.server";
import { forgetSiteState } from "../store/site-state.server";

/**
 * Statements that bring the public data in line with a changed event: the search index, its venue
 * and organizer, the counts of its city, and the content versions of its city and its former city.
 * They go at the end of the batch that changes the event.
 */
export function publishStatements(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  event: EventRow | (Parameters<typeof indexEventStatements>[1] & HostedEvent),
  city: City,
  formerCityId: string = city.id,
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const { db, clock } = deps;
  const now = clock.now();
  const moved = formerCityId === city.id ? [] : [refreshCities(db, now, formerCityId)];
  return [
    ...indexEventStatements(db, event, city),
    ...linkHostsStatements(deps, [event]),
    refreshCities(db, now, city.id),
    ...moved,
    bumpCityVersions(db, [city.id, formerCityId]),
  ];
}

/**
 * Notifies live viewers of the city and the event, after the response. Only logs an unreachable
 * room: the next page load shows the change.
 */
export function announceChange(
  { memo, rooms, later }: Pick<Deps, "memo" | "rooms" | "later">,
  citySlug: string,
  eventId: string,
  change: "created" | "changed" | "cancelled",
): void {
  forgetSiteState({ memo });
  later(
    rooms
      .cityChanged(citySlug, eventId, change)
      .catch((error) => log("warn", "room.unreachable", describeError(error))),
  );
}
