import { createHash } from "node:crypto";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { isbot } from "isbot";
import {
  countedMessages,
  eventDayCounts,
  eventPoints,
  events,
  eventViews,
  visitorSalts,
} from "../../../../db/schema";
import { localDay } from "../../../lib/dates/dates.server";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type {
  CountedVisit,
  Deps,
  JobMessage,
  Visit,
  VisitKind,
  VisitSource,
} from "../../../lib/deps";
import { clientAddress } from "../../../lib/http/client-address";
import { describeError, log } from "../../../lib/runtime/log";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";
import { insertJson, insertSelect } from "../../store/run-guarded.server";
import { fingerprint, networkBlockOf, visitorNetworkOf } from "./visitor-fingerprint";

/**
 * Points of a trusted save; `events.popularity` counts in these. What one network adds to an event
 * in a day stays below it (docs/decisions/popularity.md).
 */
const TRUSTED_SAVE = 10;
/** Trust of an account with a confirmed address and nothing else: its save weighs one point. */
const NEW_TRUST = 10;
/** Saves of one network that count for an event in a day. */
const SAVES_OF_NETWORK = 2;
/** Thresholds of `beaconLevel`: beyond them more networks add nothing. */
const LEVELS = 20;

/**
 * SQL: the points of so many networks and kinds of visits in a day. Each doubling adds one, so that
 * thousands of made-up visits weigh as much as a few.
 */
const beaconLevel = (count: SQL): SQL =>
  sql.join(
    Array.from({ length: LEVELS }, (_, at) => sql`(${count} >= ${sql.raw(String(2 ** at))})`),
    sql` + `,
  );

/** Who saves: an account, from a network that is known only as a keyed hash of the day. */
export interface SaveSource {
  userId: string;
  /** Null where no request causes the save. */
  network: string | null;
  day: string;
  /** SQL of where the saver came from (`firstSourceOf`); null is unknown. */
  cameFrom: SQL<string | null> | null;
}

/** Who makes a save: its request, or the address alone; null where no request causes it. */
export type SaveOrigin = Request | string | null;

/** @param eventId what is saved */
export async function saveSourceOf(
  deps: Pick<Deps, "db" | "vault" | "clock" | "memo">,
  userId: string,
  eventId: string,
  origin: SaveOrigin,
): Promise<SaveSource> {
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const [request, address] =
    typeof origin === "string" ? [null, origin] : [origin, origin && clientAddress(origin)];
  const network =
    address && (await deps.vault.fingerprint(`save ${day} ${networkBlockOf(address)}`));
  const cameFrom = request && (await firstSourceOf(deps, request, eventId));
  return { userId, network, day, cameFrom };
}

const slotsOf = ({ day, network }: SaveSource, eventId: string) =>
  sql`(SELECT count(*) FROM event_views v WHERE v.event_id = ${eventId} AND v.day = ${day} AND v.visitor >= ${`save:${network}:`} AND v.visitor < ${`save:${network};`})`;

/**
 * SQL: the points of a save by the standing of its account: none without a confirmed address, one
 * for a new account, those of a trusted save for one that is known for months or by its events.
 * Further saves of a network have none.
 */
export function saveWeight(source: SaveSource, eventId: string): SQL<number> {
  const standing = sql`coalesce((SELECT max(0, min(${TRUSTED_SAVE}, u.trust_score - ${NEW_TRUST - 1})) FROM users u WHERE u.id = ${source.userId} AND u.email_verified_at IS NOT NULL AND u.is_active = 1), 0)`;
  return source.network === null
    ? sql<number>`${standing}`
    : sql<number>`CASE WHEN ${slotsOf(source, eventId)} < ${SAVES_OF_NETWORK} THEN ${standing} ELSE 0 END`;
}

/** Statement that notes the network of a save that was just written and has a weight. */
export const noteSaveSource = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  source: SaveSource,
  eventId: string,
) =>
  insertSelect(
    db,
    eventViews,
    {
      eventId,
      day: source.day,
      visitor: sql`${`save:${source.network}:`} || ${slotsOf(source, eventId)}`,
      createdAt: clock.now(),
      source: null,
    },
    sql`WHERE ${source.network} IS NOT NULL AND EXISTS (SELECT 1 FROM collection_events h JOIN collections c ON c.id = h.collection_id
      WHERE c.owner_id = ${source.userId} AND h.event_id = ${eventId} AND h.created_at = ${clock.now()} AND h.weight > 0)`,
  ).onConflictDoNothing();

/** So many visits go out at once: some 20 kB of the 128 that a message may have. */
const BATCH = 200;
/**
 * Limit of visits that an isolate remembers per day. Past it the memory is cleared, which costs
 * only work: the database deduplicates.
 */
const REMEMBERED = 50_000;
/**
 * A request that waits for company and has not come back by then was broken off; the next visit
 * waits instead.
 */
const LOST = 20_000;

type NotedVisit = Visit & { at: number };
type BufferDeps = Pick<Deps, "db" | "clock" | "ids" | "jobs" | "memo" | "later" | "gatherMs">;

/** Buffers visits, so that many are one message. An ending isolate loses its buffer. */
interface VisitBuffer {
  note(deps: BufferDeps, visit: Visit): void;
}

export function createVisitBuffer(): VisitBuffer {
  const seen = new Set<number>();
  let day = 0;
  let seed = 0;
  let waiting: NotedVisit[] = [];
  let waitedForUntil = 0;

  const handOverAll = (deps: BufferDeps) => {
    const visits = waiting;
    waiting = [];
    return handOver(deps, visits);
  };

  const handOverSoon = async (deps: BufferDeps) => {
    await new Promise((resolve) => setTimeout(resolve, deps.gatherMs));
    waitedForUntil = 0;
    await handOverAll(deps);
  };

  return {
    note(deps, visit) {
      const at = deps.clock.now();
      const today = Math.floor(at / DAY);
      if (today !== day || seen.size >= REMEMBERED) {
        seen.clear();
        day = today;
        // Not before the first request: an isolate has no randomness until then.
        seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      }
      // Today's visitors are known by a number that only this isolate can compute; crawlers too,
      // since detecting them is the slowest step.
      const mark = fingerprint(
        `${visit.kind}${visit.eventId}${visit.address} ${visit.agent}`,
        seed,
      );
      if (seen.has(mark)) return;
      seen.add(mark);
      if (isbot(visit.agent)) return;
      waiting.push({ ...visit, at });
      if (waiting.length >= BATCH) deps.later(handOverAll(deps));
      else if (at >= waitedForUntil) {
        waitedForUntil = at + LOST;
        deps.later(handOverSoon(deps));
      }
    },
  };
}

/** Losing a visit is acceptable. */
async function handOver(deps: BufferDeps, visits: readonly NotedVisit[]): Promise<void> {
  if (visits.length === 0) return;
  try {
    await deps.jobs.send(await messageOf(deps, visits));
  } catch (error) {
    log("warn", "visits.lost", { visits: visits.length, ...describeError(error) });
  }
}

/** Addresses and agents leave the isolate only as salted hashes of the day. */
async function messageOf(deps: BufferDeps, visits: readonly NotedVisit[]): Promise<JobMessage> {
  const dayOf = ({ at }: NotedVisit) => new Date(at).toISOString().slice(0, 10);
  const salts = new Map<string, string>();
  for (const day of new Set(visits.map(dayOf))) salts.set(day, await saltOf(deps, day));
  return {
    type: "visits.noted",
    id: deps.ids.next(),
    visits: visits.map((visit) => {
      const day = dayOf(visit);
      return {
        eventId: visit.eventId,
        kind: visit.kind,
        source: visit.source,
        visitor: hashOf(salts.get(day) ?? "", visitorNetworkOf(visit.address)),
        network: hashOf(salts.get(day) ?? "", networkBlockOf(visit.address)),
        day,
        at: visit.at,
      };
    }),
  };
}

/**
 * A visitor is a network on a day: anyone can make up agents, and the last 64 bits of an IPv6
 * address.
 */
const hashOf = (salt: string, network: string): string =>
  createHash("sha256").update(`${salt} ${network}`).digest("hex").slice(0, 24);

/**
 * The day's random salt, created on first use. After its deletion the day's hashes cannot be
 * recomputed.
 */
function saltOf(
  { db, memo, clock }: Pick<Deps, "db" | "memo" | "clock">,
  day: string,
): Promise<string> {
  return memo.get(`visitor-salt:${day}`, HOUR, async () => {
    const salt = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    await db
      .insert(visitorSalts)
      .values({ day, salt, createdAt: clock.now() })
      .onConflictDoNothing();
    const row = await db
      .select({ salt: visitorSalts.salt })
      .from(visitorSalts)
      .where(eq(visitorSalts.day, day))
      .get();
    return row?.salt ?? salt;
  });
}

/** How long a visitor's hash is kept (decisions.md §3), ms. */
const KEPT = 48 * HOUR;
/** How many days rank what is trending, today among them. */
const TRENDING_DAYS = 7;
/** Visits a batch: a statement's parameter may be 2 MB, and a batch holds up every other write. */
const ROUND = 1_000;

type VisitsMessage = Extract<JobMessage, { type: "visits.noted" }>;

/** The key that counts a visit once, also the id of its stored interaction. */
const keyOf = ({ eventId, kind, day, visitor }: CountedVisit) =>
  `${kind}:${day}:${visitor}:${eventId}`;

/** Visits with the day of their event's zone; those of unknown events are left out. */
async function withLocalDays<T extends { eventId: string; at: number }>(
  { db }: Pick<Deps, "db">,
  visits: readonly T[],
): Promise<(T & { localDay: string })[]> {
  const ids = JSON.stringify([...new Set(visits.map(({ eventId }) => eventId))]);
  const found = await db
    .select({ id: events.id, timeZone: events.timeZone })
    .from(events)
    .where(sql`${events.id} IN (SELECT value FROM json_each(${ids}))`);
  const zones = new Map(found.map(({ id, timeZone }) => [id, timeZone]));
  return visits.flatMap((visit) => {
    const zone = zones.get(visit.eventId);
    return zone === undefined ? [] : [{ ...visit, localDay: localDay(visit.at, zone) }];
  });
}

/**
 * Counts visits from messages: one view per visitor, event and day, and one interaction of each
 * kind. An event's popularity counts each kind once per network and day, by `beaconLevel`. Records them in the same batch, so that a redelivered message changes nothing.
 */
export async function countVisits(
  { db }: Pick<Deps, "db">,
  messages: readonly VisitsMessage[],
): Promise<void> {
  const visits = [
    ...new Map(
      messages.flatMap((message) => message.visits).map((visit) => [keyOf(visit), visit]),
    ).values(),
  ];
  for (let start = 0; start < visits.length; start += ROUND) {
    const round = visits
      .slice(start, start + ROUND)
      .map((visit) => ({ ...visit, key: keyOf(visit) }));
    const views = JSON.stringify(round.filter(({ kind }) => kind === "view"));
    const interactions = JSON.stringify(round.filter(({ kind }) => kind !== "view"));
    const of = (list: string) =>
      sql`(SELECT value ->> 'eventId' AS event_id, value ->> 'day' AS day, value ->> 'visitor' AS visitor, value ->> 'key' AS key FROM json_each(${list})) AS visit`;
    const newViews = sql`(SELECT event_id AS id, count(*) AS visits FROM ${of(views)}
      WHERE NOT EXISTS (SELECT 1 FROM event_views seen WHERE seen.event_id = visit.event_id AND seen.day = visit.day AND seen.visitor = visit.visitor)
      GROUP BY event_id) AS fresh`;
    const newInteractions = sql`(SELECT event_id AS id, count(*) AS visits FROM ${of(interactions)}
      WHERE NOT EXISTS (SELECT 1 FROM counted_messages seen WHERE seen.id = visit.key)
      GROUP BY event_id) AS fresh`;
    const perDay = JSON.stringify(await withLocalDays({ db }, round));
    const reached = JSON.stringify([
      ...new Map(
        round.map(({ eventId, day, kind, network, at }) => [
          `${eventId} ${day} net:${kind}:${network}`,
          { eventId, day, visitor: `net:${kind}:${network}`, at },
        ]),
      ).values(),
    ]);
    const gainsByDay = sql`(SELECT event_id, day, ${beaconLevel(sql`(known + fresh)`)} - (${beaconLevel(sql`known`)}) AS points FROM (
      SELECT event_id, day, count(*) AS fresh, (SELECT count(*) FROM event_views seen WHERE seen.event_id = visit.event_id AND seen.day = visit.day AND seen.visitor >= 'net:' AND seen.visitor < 'net;') AS known
      FROM ${of(reached)} WHERE NOT EXISTS (SELECT 1 FROM event_views seen WHERE seen.event_id = visit.event_id AND seen.day = visit.day AND seen.visitor = visit.visitor)
      GROUP BY event_id, day)) AS gained`;
    const gains = sql`(SELECT event_id AS id, sum(points) AS points FROM ${gainsByDay} GROUP BY event_id) AS gain`;
    const isKnown = sql`EXISTS (SELECT 1 FROM events WHERE events.id = j.value ->> 'eventId')`;
    const createdAt = sql`j.value ->> 'at'`;
    const source = sql`coalesce(j.value ->> 'source', 'direct')`;
    await db.batch([
      // Before the rows that say what is counted.
      insertJson(
        db,
        eventDayCounts,
        perDay,
        { day: sql`j.value ->> 'localDay'`, source, count: sql`count(*)` },
        sql`${isKnown} AND iif(j.value ->> 'kind' = 'view',
          NOT EXISTS (SELECT 1 FROM event_views seen WHERE seen.event_id = j.value ->> 'eventId' AND seen.day = j.value ->> 'day' AND seen.visitor = j.value ->> 'visitor'),
          NOT EXISTS (SELECT 1 FROM counted_messages seen WHERE seen.id = j.value ->> 'key'))
          GROUP BY 1, 2, 3, 4`,
      ).onConflictDoUpdate({
        target: [
          eventDayCounts.eventId,
          eventDayCounts.day,
          eventDayCounts.kind,
          eventDayCounts.source,
        ],
        set: { count: sql`${eventDayCounts.count} + excluded.count` },
      }),
      db
        .update(events)
        .set({ viewCount: sql`view_count + fresh.visits` })
        .from(newViews)
        .where(eq(events.id, sql`fresh.id`)),
      insertJson(db, eventViews, views, { createdAt, source }, isKnown).onConflictDoNothing(),
      db
        .update(events)
        .set({ interactionCount: sql`interaction_count + fresh.visits` })
        .from(newInteractions)
        .where(eq(events.id, sql`fresh.id`)),
      insertJson(
        db,
        countedMessages,
        interactions,
        { id: sql`j.value ->> 'key'`, createdAt },
        isKnown,
      ).onConflictDoNothing(),
      db
        .update(events)
        .set({ popularityPoints: sql`popularity_points + gain.points` })
        .from(gains)
        .where(and(eq(events.id, sql`gain.id`), sql`gain.points > 0`)),
      insertSelect(
        db,
        eventPoints,
        { eventId: sql`event_id`, day: sql`day`, points: sql`points` },
        sql`FROM ${gainsByDay} WHERE points > 0`,
      ).onConflictDoUpdate({
        target: [eventPoints.eventId, eventPoints.day],
        set: { points: sql`points + excluded.points` },
      }),
      insertJson(db, eventViews, reached, { createdAt }, isKnown).onConflictDoNothing(),
    ]);
  }
}

/**
 * SQL: where a request's visitor came from when they first saw the event today; of one who has not,
 * where the request comes from: null where that is a page of ours, which says nothing of them.
 */
export async function firstSourceOf(
  deps: Pick<Deps, "db" | "clock" | "memo">,
  request: Request,
  eventId: string,
): Promise<SQL<string | null>> {
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const visitor = hashOf(await saltOf(deps, day), visitorNetworkOf(clientAddress(request)));
  const source = visitSource(request);
  return sql<
    string | null
  >`coalesce((SELECT v.source FROM event_views v WHERE v.event_id = ${eventId} AND v.day = ${day} AND v.visitor = ${visitor}), ${source === "here" ? null : source})`;
}

/** Visitor hashes, their salts and remembered interactions are kept for 48 hours. */
export const viewsPurge = purgeOf(eventViews, (at) => lt(eventViews.createdAt, at - KEPT));
export const saltsPurge = purgeOf(visitorSalts, (at) => lt(visitorSalts.createdAt, at - KEPT));
/** What a day added stops to rank a week later. */
export const pointsPurge = purgeOf(eventPoints, (at) =>
  lt(eventPoints.day, new Date(at - (TRENDING_DAYS - 1) * DAY).toISOString().slice(0, 10)),
);
export const countedMessagesPurge = purgeOf(countedMessages, (at) =>
  lt(countedMessages.createdAt, at - KEPT),
);

/**
 * Records a visit to or an interaction with an event; it is counted after the response. HEAD and
 * prefetch requests do not count; the buffer drops crawlers.
 */
export function noteVisit(
  { visits }: Pick<Deps, "visits">,
  request: Request,
  eventId: string,
  kind: VisitKind,
): void {
  const { headers, method } = request;
  if (method === "HEAD") return;
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose");
  if (purpose?.includes("prefetch")) return;
  visits.note({
    eventId,
    kind,
    source: visitSource(request),
    address: clientAddress(request),
    agent: headers.get("User-Agent") ?? "",
  });
}

/** Hosts of search engines and of social networks, with all their subdomains and country domains. */
const SEARCH =
  /(^|\.)(google|bing|yahoo|yandex|duckduckgo|ecosia|brave|startpage|qwant|zarebin|gerdoo)\.[a-z]{2,3}(\.[a-z]{2})?$/;
const SOCIAL =
  /(^|\.)(t\.me|t\.co|x\.com|instagr\.am|fb\.com|lnkd\.in|wa\.me|(telegram|instagram|twitter|facebook|linkedin|whatsapp|pinterest|reddit|tumblr|threads|mastodon|eitaa|rubika|bale|soroush|splus|virgool|aparat)\.[a-z]{2,6})$/;

/**
 * Where a request came from, by its Referer alone: "direct" is a typed address, an app, a mail or a
 * browser that says nothing.
 */
export function visitSource({ url, headers }: Pick<Request, "url" | "headers">): VisitSource {
  const referer = headers.get("Referer");
  if (!referer || !URL.canParse(referer)) return "direct";
  const { host, hostname, pathname, protocol } = new URL(referer);
  if (host === new URL(url).host) return pathname.startsWith("/embed") ? "embed" : "here";
  if (protocol === "android-app:") return "direct";
  if (SEARCH.test(hostname)) return "search";
  return SOCIAL.test(hostname) ? "social" : "site";
}
