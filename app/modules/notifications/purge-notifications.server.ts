import { lt } from "drizzle-orm";
import { cityNotifications, digestItems, digests, domainEvents, pushes } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";

/** As long as the outbox keeps its mails, ms. */
const KEPT = 90 * DAY;
/** Items that no digest has used by then are obsolete. */
const ITEMS_KEPT = 30 * DAY;
/** Retention of city notifications in followers' lists. */
const CITY_NOTIFICATIONS_KEPT = 30 * DAY;

/** Purges the sources of notifications: domain events, pushes, digests and their waiting items. */
export const domainEventsPurge = purgeOf(domainEvents, (at) =>
  lt(domainEvents.createdAt, at - KEPT),
);
export const pushesPurge = purgeOf(pushes, (at) => lt(pushes.createdAt, at - KEPT));
export const digestsPurge = purgeOf(digests, (at) => lt(digests.createdAt, at - KEPT));
export const digestItemsPurge = purgeOf(digestItems, (at) =>
  lt(digestItems.createdAt, at - ITEMS_KEPT),
);
export const cityNotificationsPurge = purgeOf(cityNotifications, (at) =>
  lt(cityNotifications.createdAt, at - CITY_NOTIFICATIONS_KEPT),
);
