import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type EventValues, eventRevisions } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { pickFields } from "../../lib/event/event-fields";
import { changedFields } from "../../lib/event/field-groups";
import type { Actor } from "../../lib/permissions";
import { describeError, log } from "../../lib/runtime/log";
import { auditWhere } from "../audit/audit-entry.server";
import { refreshCities } from "../cities/complete-city.server";
import type { City } from "../cities/queries.server";
import type { EventRow } from "../events/list/list-events.server";
import { type HostedEvent, linkHostsStatements } from "../hosts/link-hosts.server";
import { indexEventStatements } from "../search/index-event.server";
import { renewMeaningStatements } from "../search/renew-meanings.server";
import { renewPhrasingsStatements } from "../search/renew-phrasings.server";
import { bumpCityVersions, forgetSiteState } from "../store/content-version.server";
import { runGuarded } from "../store/run-guarded.server";
import type { OwnEvent } from "./find-own-event.server";

/**
 * Statements that bring the public data in line with a changed event: the search index, its venue
 * and organizer, the counts of its city, and the content versions of its city and its former city.
 * They go at the end of the batch that changes the event.
 */
export function publishStatements(
  deps: Pick<Deps, "db" | "clock" | "ids"> & Partial<Pick<Deps, "drafter" | "meaning">>,
  event: EventRow | (Parameters<typeof indexEventStatements>[1] & HostedEvent),
  city: City,
  formerCityId: string = city.id,
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const { db, clock } = deps;
  const now = clock.now();
  const moved = formerCityId === city.id ? [] : [refreshCities(db, now, formerCityId)];
  return [
    ...indexEventStatements(db, event, city),
    ...renewPhrasingsStatements(deps, event),
    ...renewMeaningStatements(deps, event),
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

/**
 * Changes the values of a waiting edit; author, source and place in the queue stay. @param values
 * checked
 * @throws conflict without such an edit, or if it was changed or decided meanwhile
 */
export async function amendRevision(
  deps: Deps,
  actor: Actor,
  { event, revision }: OwnEvent & { draft: null },
  values: EventValues,
): Promise<void> {
  if (revision?.status !== "pending") throw new AppError("conflict");
  const isThis = and(
    eq(eventRevisions.eventId, event.id),
    eq(eventRevisions.version, revision.version),
    eq(eventRevisions.status, "pending"),
  );
  const changed = changedFields(revision.values, values);
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "event.revised",
        entity: "event",
        entityId: event.id,
        metadata: {
          before: pickFields(revision.values, changed),
          after: pickFields(values, changed),
        },
        sessionId: actor.sessionId,
      },
      sql`(SELECT 1 FROM ${eventRevisions} WHERE ${isThis})`,
    ),
    deps.db
      .update(eventRevisions)
      .set({ values, version: revision.version + 1, updatedAt: deps.clock.now() })
      .where(isThis),
  ]);
}
