import { lt } from "drizzle-orm";
import { sourceChecks, sourceItems } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";

const MONTH = 30.5 * DAY;
/** Retention of checks, ms, unless all data is kept for less: a source's page charts 30 days. */
const CHECKS = 90 * DAY;
/**
 * How long items are kept after their last day, ms: a source that still lists one brings it no
 * more.
 */
const ITEMS = 30 * DAY;

/** Checks of sources. */
export const sourceChecksPurge = purgeOf(sourceChecks, (at, months) =>
  lt(sourceChecks.startedAt, at - Math.min(CHECKS, months * MONTH)),
);
/**
 * Source items of past events. A trigger deletes the open proposals; candidates and events stay.
 */
export const sourceItemsPurge = purgeOf(sourceItems, (at) =>
  lt(sourceItems.lastDay, new Date(at - ITEMS).toISOString().slice(0, 10)),
);
