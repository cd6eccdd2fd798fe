import { getServerByName } from "partyserver";
import { v7 } from "uuid";
import type { Clock, Deps, Ids, Random } from "../app/lib/deps";
import { createMemo } from "../app/lib/runtime/memo";
import { countOperation } from "../app/lib/runtime/operation-counts";
import { createViewBuffer } from "../app/modules/analytics/views.server";
import { createVisitBuffer } from "../app/modules/events/visits/visits.server";
import { type Anchor, type Meter, openDatabase } from "../db/client";
import { currentTime } from "../party/current-time";
import { createAnalyticsEngine } from "./adapters/analytics-engine";
import { createMeaningIndex } from "./adapters/meaning-index";
import { createMedia, createPictures } from "./adapters/media";
import { createWebPush } from "./adapters/push";
import { createVault } from "./adapters/vault";
import { createWorkersAi } from "./adapters/workers-ai";
import { REWRITING_TIMEOUT, readConfiguration } from "./configuration";
import { probePlatform, readDatabaseBytes } from "./health";
import { createBudget } from "./limits";
import { createDeriveKey } from "./password-keys";

const clockOf = (env: Env): Clock => ({ now: () => currentTime(env) });

export const ids: Ids = { next: () => v7() };

const random: Random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };

/** One memo per isolate, shared by all requests. */
export const memo = createMemo({ now: () => Date.now() });

/** One an isolate too: the visits of all its requests go out together. */
const visitBuffer = createVisitBuffer();
const viewBuffer = createViewBuffer();

/** Answers of the database that are later than this are counted by their statement, ms. */
const SLOW = 200;

function countSlow(statement: string, ms: number): void {
  if (ms >= SLOW) countOperation("query", statement, ms);
}

/** The address of local runs for cron and queue, which have no request. */
const LOCAL_URL = "http://127.0.0.1:8787";

/**
 * The deployment's adapters. @param siteUrl the request's origin unless configured; @param anchor
 * of reads: null is the primary, also for cron and queue; @param meter counts what it asks; @throws Error for a bad configuration:
 * `refuseBadConfiguration` explains it
 */
export function createDeps(
  env: Env,
  later: (work: Promise<unknown>) => void,
  siteUrl: string = LOCAL_URL,
  address: string | null = null,
  anchor: Anchor | null = null,
  meter?: Meter,
): Deps {
  const clock = clockOf(env);
  const { configuration, problems } = readConfiguration(env, clock);
  if (!configuration) throw new Error(`The configuration is not right. ${problems.join(" ")}`);
  const deps: Deps = {
    db: openDatabase(env.DB, {
      anchor,
      wait: (ms) => scheduler.wait(ms),
      random: Math.random,
      onAnswer: countSlow,
      ...(meter && { meter }),
    }),
    siteUrl: env.PUBLIC_URL || siteUrl,
    isLocal: env.ENVIRONMENT === "local",
    release: env.VERSION?.id ?? "",
    retentionMonths: configuration.retentionMonths,
    gatherMs: configuration.gatherMs,
    allowance: () => Number.POSITIVE_INFINITY,
    clock,
    ids,
    random,
    passwordCost: configuration.passwordCost,
    deriveKey: createDeriveKey(env, random),
    vault: createVault(configuration.secret, random),
    ...(env.AI && env.VECTORS ? { meaning: createMeaningIndex(env.AI, env.VECTORS) } : null),
    mail: configuration.mail,
    pushKey: configuration.push?.publicKey ?? null,
    push: configuration.push && createWebPush(configuration.push),
    identity: configuration.identity,
    assistant: configuration.assistant,
    drafter: configuration.drafter ?? (env.AI ? createWorkersAi(env.AI) : null),
    rewriter:
      configuration.rewriter ?? (env.AI ? createWorkersAi(env.AI, REWRITING_TIMEOUT) : null),
    memo,
    later,
    budget: createBudget(env, configuration.limits, address),
    jobs: {
      async send(message, delaySeconds = 0) {
        await env.JOBS.send(message, { delaySeconds });
      },
    },
    rooms: {
      async cityChanged(city, eventId, change) {
        const room = await getServerByName(env.CITY_ROOM, city);
        await room.announce({ type: "event:changed", eventId, city, change });
      },
      async notified(userId, notification) {
        const room = await getServerByName(env.USER_ROOM, userId);
        await room.notify(notification);
      },
      async cityNotification(city, message) {
        const room = await getServerByName(env.CITY_ROOM, city);
        await room.announceNotification({ ...message, city });
      },
      async runChanged(message) {
        await env.RUN_ROOM.getByName(message.runId).announce(message);
      },
      async signedOut(userId, sessionId) {
        const room = await getServerByName(env.USER_ROOM, userId);
        await room.signedOut(sessionId);
      },
    },
    media: createMedia(env.MEDIA),
    shipped: createShipped(env.ASSETS),
    pictures: createPictures(env.PICTURES),
    visits: { note: (visit) => visitBuffer.note(deps, visit) },
    pageViews: { note: (view) => viewBuffer.note(deps, view) },
    operations:
      env.OPERATIONS && configuration.analytics
        ? createAnalyticsEngine(env.OPERATIONS, configuration.analytics)
        : null,
    databaseBytes: () => readDatabaseBytes(env),
    probe: () => probePlatform(env),
    alarmChat: configuration.alarmChat,
  };
  return deps;
}

/** The adapters of a job's invocation: its loops see what the platform still allows. */
export function createJobDeps(env: Env, later: (work: Promise<unknown>) => void): Deps {
  const { meter, left, countRooms } = createAllowance();
  const deps = createDeps(env, later, LOCAL_URL, null, null, meter);
  return { ...deps, allowance: left, rooms: countRooms(deps.rooms) };
}

/** Files of public/, by the binding of the file server. */
export const createShipped =
  (assets: Pick<Fetcher, "fetch">): Deps["shipped"] =>
  async (path) => {
    const response = await assets.fetch(`https://assets.invalid${path}`);
    if (!response.ok) throw new Error(`No file at ${path}: ${response.status}`);
    return response;
  };

/**
 * What the platform allows an invocation: statements of D1, those of batches included, and requests
 * to D1 and everything else (https://developers.cloudflare.com/d1/platform/limits/).
 */
const MOST = { queries: 1_000, requests: 1_000 };

/** For a read that is tried again, the outcome of what failed, and the counts at the end. */
const KEPT_BACK = 60;

/** A trip to D1 counts with the request that most work makes beside it: a mail, a push, a file. */
const BY_TRIP = 2;
/** A room is found by its name, then asked. */
const BY_ROOM = 2;

interface Allowance {
  meter: Meter;
  /** How much is left, of what is nearest to its end. */
  left: () => number;
  /** Rooms whose calls are counted. */
  countRooms: (rooms: Deps["rooms"]) => Deps["rooms"];
}

/** Counts what a job's invocation asks, so that its loops end before the platform refuses. */
function createAllowance(): Allowance {
  const left = { queries: MOST.queries - KEPT_BACK, requests: MOST.requests - KEPT_BACK };
  return {
    meter: {
      ask: (statements) => {
        left.queries -= statements;
        left.requests -= BY_TRIP;
      },
      answer: () => {},
    },
    left: () => Math.min(left.queries, left.requests),
    countRooms: (rooms) =>
      Object.fromEntries(
        Object.entries(rooms).map(([name, call]) => [
          name,
          (...given: unknown[]) => {
            left.requests -= BY_ROOM;
            return (call as (...all: unknown[]) => Promise<void>)(...given);
          },
        ]),
      ) as unknown as Deps["rooms"],
  };
}
