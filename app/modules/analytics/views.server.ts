import { sql } from "drizzle-orm";
import { isbot } from "isbot";
import { countedMessages, dailyCounts } from "../../../db/schema";
import { HOUR } from "../../lib/dates/durations";
import type { Deps, JobMessage, PageView } from "../../lib/deps";
import { clientAddress } from "../../lib/http/client-address";
import { type Actor, isStaff } from "../../lib/permissions";
import { describeError, log, loggedPath } from "../../lib/runtime/log";
import { fingerprint, visitorNetworkOf } from "../events/visits/visitor-fingerprint";
import { settingsOf } from "../settings/platform-settings.server";
import { insertJson } from "../store/run-guarded.server";

/**
 * A request that waits for company and has not come back by then was broken off; the next view
 * waits instead.
 */
const LOST = 20_000;

/**
 * Limit of counted views per network and page within an hour: many visitors may share an address.
 */
const OF_NETWORK = 60;
/** Limit of visitors that an isolate remembers per hour; past it the memory is cleared. */
const REMEMBERED = 50_000;

type BufferDeps = Pick<Deps, "clock" | "ids" | "jobs" | "later" | "gatherMs">;

/**
 * Sums page views by route and day, so that many views are one message. An ending isolate loses its
 * counts. Repeated views do not count: a visitor is known for an hour by a number that only this
 * isolate can compute and that never leaves it (docs/decisions/administration.md).
 */
export interface ViewBuffer {
  note(deps: BufferDeps, view: PageView): void;
}

export function createViewBuffer(): ViewBuffer {
  let counts = new Map<string, number>();
  let waitedForUntil = 0;

  const handOver = async (deps: BufferDeps) => {
    await new Promise((resolve) => setTimeout(resolve, deps.gatherMs));
    waitedForUntil = 0;
    const views = [...counts].map(([key, count]) => ({
      day: key.slice(0, 10),
      route: key.slice(11),
      count,
    }));
    counts = new Map();
    if (views.length === 0) return;
    try {
      await deps.jobs.send({ type: "pages.viewed", id: deps.ids.next(), views });
    } catch (error) {
      log("warn", "views.lost", { views: views.length, ...describeError(error) });
    }
  };

  const isRepeated = createRepetitions();

  return {
    note(deps, view) {
      const at = deps.clock.now();
      if (isRepeated(view, at)) return;
      const { route } = view;
      const key = `${new Date(at).toISOString().slice(0, 10)} ${route}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (at < waitedForUntil) return;
      waitedForUntil = at + LOST;
      deps.later(handOver(deps));
    },
  };
}

/** @returns a function that records a view and returns whether it was counted within the hour */
function createRepetitions(): (view: PageView, at: number) => boolean {
  const visitors = new Set<number>();
  const networks = new Map<number, number>();
  let hour = 0;
  let seed = 0;
  return ({ path, address, agent }, at) => {
    const present = Math.floor(at / HOUR);
    if (present !== hour || visitors.size >= REMEMBERED || networks.size >= REMEMBERED) {
      visitors.clear();
      networks.clear();
      hour = present;
      // Not before the first request: an isolate has no randomness until then.
      seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    }
    const place = `${visitorNetworkOf(address)} ${path}`;
    const visitor = fingerprint(`${place} ${agent}`, seed);
    if (visitors.has(visitor)) return true;
    visitors.add(visitor);
    // Agents are easily made up.
    const network = fingerprint(place, seed);
    const count = networks.get(network) ?? 0;
    networks.set(network, count + 1);
    return count >= OF_NETWORK;
  };
}

type ViewsMessage = Extract<JobMessage, { type: "pages.viewed" }>;

/** The `daily_counts` name of a route's views. */
const viewName = (route: string): string => `view:${route}`;

/**
 * Adds page views to the counts of their days. A message that comes again changes nothing: its id
 * is remembered in the batch that counts it, as those of visits are, for 48 hours.
 */
export async function countViews(
  { db, clock }: Pick<Deps, "db" | "clock">,
  messages: readonly ViewsMessage[],
): Promise<void> {
  const known = new Map(messages.map((message) => [message.id, message]));
  for (const { id, views } of known.values()) {
    const key = `views:${id}`;
    const rows = JSON.stringify(
      views.map(({ route, day, count }) => ({ name: viewName(route), day, count })),
    );
    await db.batch([
      insertJson(
        db,
        dailyCounts,
        rows,
        {},
        sql`NOT EXISTS (SELECT 1 FROM ${countedMessages} WHERE id = ${key})`,
      ).onConflictDoUpdate({
        target: [dailyCounts.name, dailyCounts.day],
        set: { count: sql`${dailyCounts.count} + excluded.count` },
      }),
      db.insert(countedMessages).values({ id: key, createdAt: clock.now() }).onConflictDoNothing(),
    ]);
  }
}

interface Look {
  request: Request;
  /** As the route table names it. */
  route: string;
  viewer: Pick<Actor, "role" | "isVerified"> | null;
}

/**
 * Counts a page view if the settings allow it (decisions.md §7): by route, without identifying the
 * visitor or setting cookies. Prefetches and crawlers do not count; a visitor counts once an hour
 * per page.
 * @returns whether the request is a countable view, repeated or not
 */
export async function notePageView(
  deps: Pick<Deps, "db" | "memo" | "random" | "pageViews">,
  { request, route, viewer }: Look,
): Promise<boolean> {
  const { analytics } = await settingsOf(deps);
  if (!analytics.enablePageTracking || (analytics.excludeAdmins && isStaff(viewer))) return false;
  const { headers, method } = request;
  if (
    method !== "GET" ||
    (headers.get("Sec-Purpose") ?? headers.get("Purpose"))?.includes("prefetch")
  )
    return false;
  const agent = headers.get("User-Agent") ?? "";
  if (isbot(agent) || !isSampled(deps, analytics.samplingRate)) return false;
  deps.pageViews.note({
    route,
    path: loggedPath(request.url).replace(/(\/_root)?\.data$/, ""),
    address: clientAddress(request),
    agent,
  });
  return true;
}

/** Samples the given percentage of views. 16 bits: the error is below 0.01 %. */
function isSampled({ random }: Pick<Deps, "random">, rate: number): boolean {
  if (rate >= 100) return true;
  const [high = 0, low = 0] = random.bytes(2);
  return ((high << 8) | low) / 65_536 < rate / 100;
}
