import { env } from "cloudflare:test";
import type {
  BudgetKind,
  CityNotificationMessage,
  Deps,
  JobMessage,
  MailTransport,
  NotificationJson,
  OutgoingMail,
  RunMessage,
} from "../../app/lib/deps";
import { createMemo } from "../../app/lib/runtime/memo";
import { createViewBuffer } from "../../app/modules/analytics/views.server";
import { createVisitBuffer } from "../../app/modules/events/visits/visits.server";
import { deriveKeyHere } from "../../app/modules/identity/password.server";
import { createDatabase } from "../../db/client";
import { createMedia, createPictures } from "../../worker/adapters/media";
import { createVault } from "../../worker/adapters/vault";
import { createShipped } from "../../worker/deps";
import { probePlatform, readDatabaseBytes } from "../../worker/health";

/** 2026-12-08T10:00:00Z, a Tuesday: 17 Azar 1405, 13:30 in Tehran. */
export const TUESDAY = Date.UTC(2026, 11, 8, 10);

export interface TestDeps extends Deps {
  /** Messages sent to the queue. */
  sent: JobMessage[];
  /** Amounts taken from daily budgets. */
  taken: { kind: BudgetKind; userId: string; amount: number }[];
  /** Announcements to city rooms. */
  announced: { city: string; eventId: string; change: string }[];
  /** City news sent to city rooms. */
  cityNotifications: ({ city: string } & CityNotificationMessage)[];
  notified: { userId: string; notification: Record<"en" | "fa", NotificationJson> }[];
  /** Messages to viewers of ingestion runs. */
  watched: RunMessage[];
  /** Mails given to the transport. */
  mailed: OutgoingMail[];
  /** Texts sent to the operator's chat. */
  chatted: string[];
  /** Closed sockets: of one session, or of all with null. */
  closed: { userId: string; sessionId: string | null }[];
  /** Waits for work deferred until after the response. */
  afterwards(): Promise<void>;
  /** Resolves once all deferred work is done. */
  settle(): Promise<void>;
  /** Advances the clock, ms. */
  pass(ms: number): void;
}

/** Predictable, increasing secrets of the real length. */
function createCountingRandom() {
  let count = 0;
  return {
    bytes(length: number) {
      const bytes = new Uint8Array(length);
      new DataView(bytes.buffer).setUint32(0, ++count);
      return bytes;
    },
  };
}

/**
 * The real database with a fixed clock, sequential ids, and a queue and rooms that record their
 * messages.
 */
export function createTestDeps(now = TUESDAY): TestDeps {
  const pending = new Set<Promise<unknown>>();
  let at = now;
  let count = 0;
  const clock = { now: () => at };
  const sent: JobMessage[] = [];
  const announced: TestDeps["announced"] = [];
  const cityNotifications: TestDeps["cityNotifications"] = [];
  const notified: TestDeps["notified"] = [];
  const taken: TestDeps["taken"] = [];
  const watched: RunMessage[] = [];
  const closed: TestDeps["closed"] = [];
  const mailed: OutgoingMail[] = [];
  const chatted: string[] = [];
  const mail: MailTransport = {
    keeps: "everything",
    send: async (outgoing) => void mailed.push(outgoing),
  };
  const random = createCountingRandom();
  const visitBuffer = createVisitBuffer();
  const viewBuffer = createViewBuffer();
  const deps: TestDeps = {
    db: createDatabase(env.DB),
    siteUrl: "https://rooydad.example",
    isLocal: false,
    release: "",
    retentionMonths: 24,
    gatherMs: 0,
    allowance: () => Number.POSITIVE_INFINITY,
    clock,
    ids: { next: () => `019b0000-0000-7000-8000-${String(++count).padStart(12, "0")}` },
    memo: createMemo(clock),
    random,
    passwordCost: { n: 4, r: 8, p: 1 },
    deriveKey: deriveKeyHere,
    vault: createVault("a secret of the tests, long enough for one", random),
    mail,
    pushKey: null,
    push: null,
    identity: { remote: null, google: null },
    assistant: null,
    drafter: null,
    later: (work) => void pending.add(work),
    media: createMedia(env.MEDIA),
    shipped: createShipped(env.ASSETS),
    pictures: createPictures(env.PICTURES),
    visits: { note: (visit) => visitBuffer.note(deps, visit) },
    pageViews: { note: (view) => viewBuffer.note(deps, view) },
    operations: null,
    databaseBytes: () => readDatabaseBytes(env),
    probe: () => probePlatform(env),
    alarmChat: async (text) => void chatted.push(text),
    settle: async () => {
      for (const work of pending) await work;
      pending.clear();
    },
    jobs: { send: async (message) => void sent.push(message) },
    budget: { take: async (kind, userId, amount = 1) => void taken.push({ kind, userId, amount }) },
    rooms: {
      cityChanged: async (city, eventId, change) => void announced.push({ city, eventId, change }),
      notified: async (userId, notification) => void notified.push({ userId, notification }),
      cityNotification: async (city, news) => void cityNotifications.push({ city, ...news }),
      runChanged: async (message) => void watched.push(message),
      signedOut: async (userId, sessionId) => void closed.push({ userId, sessionId }),
    },
    sent,
    taken,
    announced,
    cityNotifications,
    notified,
    watched,
    mailed,
    chatted,
    closed,
    afterwards: () => deps.settle(),
    pass: (ms) => {
      at += ms;
    },
  };
  return deps;
}
