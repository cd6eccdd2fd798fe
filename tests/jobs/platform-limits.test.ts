import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import type { JobMessage } from "../../app/lib/deps";
import { jobStatement } from "../../app/modules/jobs/jobs.server";
import { PURGE_KINDS } from "../../app/modules/jobs/purge-kinds";
import { domainEvents, users } from "../../db/schema";
import worker from "../../worker";
import type { jobSteps } from "../../worker/jobs/job-steps";
import { addEventsSql } from "../bench/waiting-sql";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { createSource } from "../factories/source";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { awayAt } from "../helpers/failing-database";
import { LIMITS, limitPlatform } from "../helpers/limited-platform";
import { storeRule, WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { calendar } from "../helpers/sources";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const CRONS = ["* * * * *", "0 * * * *", "20 1 * * *"];
/** Messages that the queue gives one invocation (wrangler.toml). */
const BATCH = 100;
const SOURCES = 20;
const ITEMS = 20;
/** Full outboxes on a slow machine, ms. */
const SLOW = 120_000;

const now = Date.now();
let deps: TestDeps;
let cityId: string;
/** What the queue holds. */
let waiting: JobMessage[] = [];
/** The most that one invocation asked, by what it was. */
let most: Record<string, { queries: number; subrequests: number }> = {};
let retried: string[] = [];

beforeEach(async () => {
  for (const level of ["log", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  await emptyDatabase();
  // The Worker's clock and ids are real.
  deps = {
    ...createTestDeps(now - HOUR),
    ids: { next: () => crypto.randomUUID() },
  };
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" }));
  [waiting, most, retried] = [[], {}, []];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await emptyDatabase();
});

const numbers = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

/** Runs one invocation on bindings with the platform's limits. */
async function invoke(
  name: string,
  run: (limited: Env, context: ExecutionContext) => unknown,
): Promise<void> {
  const platform = limitPlatform({
    ...env,
    JOBS: { send: async (message: JobMessage) => void waiting.push(message) },
  } as unknown as Env);
  const answers = vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    platform.request();
    const { host, pathname } = new URL(String(input));
    if (!host.startsWith("hall") || pathname === "/robots.txt")
      return new Response(null, { status: 404 });
    return new Response(documentOf(host), { headers: { "Content-Type": "text/calendar" } });
  });
  const context = createExecutionContext();
  await run(platform.env, context);
  await waitOnExecutionContext(context);
  answers.mockRestore();
  const before = most[name] ?? { queries: 0, subrequests: 0 };
  most[name] = {
    queries: Math.max(before.queries, platform.spent.queries),
    subrequests: Math.max(before.subrequests, platform.spent.subrequests),
  };
  expect([name, platform.refused]).toEqual([name, []]);
}

const documentOf = (host: string) =>
  calendar(
    ...Array.from({ length: ITEMS }, (_, at) => ({
      uid: `${at}@${host}`,
      title: `Evening ${at} of ${host}`,
      start: `2027${String(1 + (at % 12)).padStart(2, "0")}${String(1 + (at % 28)).padStart(2, "0")}T190000`,
      venue: `House ${at % 20}`,
    })),
  );

/** Gives messages to the queue's consumer, and all that follow from them. */
async function drain(messages: readonly JobMessage[]): Promise<void> {
  waiting.push(...messages);
  for (let turn = 0; waiting.length > 0; turn += 1) {
    if (turn > 400) throw new Error(`The queue never ends: ${waiting[0]?.type}`);
    const batch = waiting.splice(0, BATCH);
    await invoke(`queue: ${batch[0]?.type}`, (limited, context) =>
      worker.queue(
        {
          queue: "rooydad-jobs",
          messages: batch.map((body) => ({
            id: body.id,
            body,
            attempts: 1,
            ack: () => {},
            retry: () => void retried.push(body.type),
          })),
        } as unknown as MessageBatch<JobMessage>,
        limited,
        context,
      ),
    );
  }
  expect(retried).toEqual([]);
}

const run = (sql: string) => env.DB.prepare(sql).run();
const count = async (sql: string) =>
  (await env.DB.prepare(`SELECT count(*) AS count FROM ${sql}`).first<{ count: number }>())?.count;

const addMails = (count: number, kind = "news", prefix = kind) =>
  run(`${numbers(count)} INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at)
    SELECT '${prefix}-' || i, '${prefix}-' || i, '${kind}', 'guest-' || i || '@mail.example', 'en', 's', 't', 'h', ${now - HOUR}, ${now - HOUR} FROM n`);

/** Copies a person. */
async function addPeople(count: number): Promise<void> {
  const one = await createUser(deps.db, {
    cities: ["tehran"],
    notificationPreferences: WANTS_EVERYTHING,
    digestDueAt: now + DAY,
  });
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('users')").all<{
    name: string;
  }>();
  const own: Record<string, string> = {
    id: "'019c0000-0000-7000-b000-' || printf('%012d', i)",
    email: "'copy-' || i || '@rooydad.example'",
  };
  const names = results.map(({ name }) => name);
  await run(`${numbers(count)} INSERT INTO users (${names.join(", ")})
    SELECT ${names.map((name) => own[name] ?? name).join(", ")} FROM users CROSS JOIN n WHERE id = '${one.id}'`);
}

const addPending = async (count: number) => {
  const { id } = await addActor(deps);
  await run(addEventsSql("pending", 0, count, cityId, id, now + DAY));
};

it(
  "sends five hundred mails that came in five messages, each once",
  async () => {
    await addMails(500);
    const ids = Array.from({ length: 500 }, (_, at) => `news-${at + 1}`);
    await drain(
      Array.from({ length: 5 }, (_, at) => ({
        type: "news.send",
        id: `n${at}`,
        mails: ids.slice(at * 100, at * 100 + 100),
        pushes: [],
      })),
    );
    expect(await count("mails WHERE status = 'sent' AND attempts = 1")).toBe(500);
  },
  SLOW,
);

it(
  "carries out fifty decisions of the inbox, each once",
  async () => {
    await addPending(50);
    const actor = await addActor(deps, "moderator");
    await run(`INSERT INTO scheduled_decisions (id, kind, subject_id, intent, title, "values", actor_id, session_id, due_at, created_at)
    SELECT 'd' || id, 'new', id, 'approve', 't', '{"reason":"","version":null}', '${actor.id}', '${actor.sessionId}', ${now - MINUTE}, ${now - MINUTE} FROM events`);
    await drain([{ type: "decision.settle", id: "first" }]);
    expect(await count("scheduled_decisions WHERE state = 'done'")).toBe(50);
  },
  SLOW,
);

it(
  "tells three hundred people of two events by mail and in the app",
  async () => {
    await addPeople(300);
    await storeRule(deps, "all");
    for (let at = 0; at < 2; at += 1) {
      const { id } = await createEvent(deps.db, { cityId, startsAt: now + 3 * DAY });
      await deps.db.insert(domainEvents).values({
        id: `e${at}`,
        trigger: "event.new-in-city",
        kind: "event-new-in-city",
        eventId: id,
        values: { title: { en: "An evening", fa: null } },
        idempotencyKey: `e${at}`,
        dueAt: now - HOUR,
        createdAt: now - HOUR,
      });
    }
    await drain([0, 1].map((at) => ({ type: "news.expand", id: `e${at}` })));
    expect(await count("mails")).toBe(602);
  },
  SLOW,
);

it(
  "writes the digests of a hundred and twenty people",
  async () => {
    await addPeople(120);
    for (let at = 0; at < 20; at += 1)
      await createEvent(deps.db, { cityId, startsAt: now + DAY + at * HOUR });
    await storeRule(deps, "day", { trigger: "digest.daily", channels: ["email"] });
    await deps.db.update(users).set({
      digestDueAt: now - HOUR,
      notificationPreferences: { ...WANTS_EVERYTHING, frequency: "daily" },
    });
    await drain([{ type: "digests.send", id: "first" }]);
    expect(await count(`users WHERE digest_due_at <= ${now}`)).toBe(0);
  },
  SLOW,
);

it(
  "checks twenty sources and takes up what they bring",
  async () => {
    const { id: creatorId } = await addActor(deps, "admin");
    for (let at = 0; at < SOURCES; at += 1)
      await createSource(deps, {
        cityId,
        creatorId,
        name: `Hall ${at}`,
        host: `hall${at}.rooydad-fixtures.org`,
        url: `https://hall${at}.rooydad-fixtures.org/events.ics`,
        kind: "ical",
        trust: "trusted",
        status: "active",
        dueAt: now - MINUTE,
      });
    await invoke("cron", (limited, context) =>
      worker.scheduled(
        { cron: "* * * * *", scheduledTime: now, noRetry: () => {} } as ScheduledController,
        limited,
        context,
      ),
    );
    await drain([]);
    expect(await count("source_checks WHERE status = 'ok'")).toBe(SOURCES);
    expect(await count("ingestion_candidates")).toBe(SOURCES * ITEMS);
  },
  SLOW,
);

it(
  "keeps every cron within the limits while all outboxes are full",
  async () => {
    await addPeople(300);
    await addMails(250);
    await addPending(30);
    const actor = await addActor(deps, "moderator");
    await run(`INSERT INTO scheduled_decisions (id, kind, subject_id, intent, title, "values", actor_id, session_id, due_at, created_at)
    SELECT 'd' || id, 'new', id, 'approve', 't', '{"reason":"","version":null}', '${actor.id}', '${actor.sessionId}', ${now - MINUTE}, ${now - MINUTE} FROM events`);
    const hosted = await createEvent(deps.db, { cityId, startsAt: now + HOUR });
    const occ = await hostEvent(deps.db, hosted.id, { capacity: 20 });
    for (let at = 0; at < 45; at += 1)
      await createRegistration(deps.db, occ, { state: "waitlisted", confirmedAt: at });
    for (const kind of PURGE_KINDS)
      await jobStatement(deps, "purge", { kind, removed: 0 }, `purge:${kind}`).statement;
    // How much of a minute each list gets depends on the machine.
    const isDone = async () =>
      (await count("scheduled_decisions WHERE state = 'waiting'")) === 0 &&
      (await count("mails WHERE kind = 'news' AND status <> 'sent'")) === 0 &&
      (await count("mails WHERE kind = 'rsvpOpenToAll'")) === 45;
    for (let minute = 0; minute < 30 && !(await isDone()); minute += 1)
      for (const cron of CRONS)
        await invoke(`cron ${cron}`, (limited, context) =>
          worker.scheduled(
            { cron, scheduledTime: now, noRetry: () => {} } as ScheduledController,
            limited,
            context,
          ),
        );
    expect(await count("scheduled_decisions WHERE state = 'waiting'")).toBe(0);
    expect(await count("mails WHERE kind = 'news' AND status <> 'sent'")).toBe(0);
    expect(await count("mails WHERE kind = 'rsvpOpenToAll'")).toBe(45);
  },
  SLOW,
);

it(
  "runs every kind of job step by step",
  async () => {
    const { id: creatorId } = await addActor(deps);
    await run(addEventsSql("approved", 0, 600, cityId, creatorId, now + DAY));
    await addPeople(1_000);
    const event = await createEvent(deps.db, { cityId, startsAt: now + DAY });
    const given: { [K in keyof typeof jobSteps]: Parameters<(typeof jobSteps)[K]>[1][] } = {
      "city.index": [{ cityId, after: null }],
      "event.phrasings": [{ eventId: event.id }],
      "event.meaning": [{ eventId: event.id }],
      "meanings.sweep": [{ after: "" }],
      "city.followers": [{ from: "tehran", into: null, after: null }],
      "host.merge": [{ kind: "venue", from: "a", into: "b" }],
      "digests.send": [{ frequency: "daily", after: "" }],
      "week.mail": [{ weekId: "none", after: "" }],
      // With real sources above.
      "source.check": [],
      purge: PURGE_KINDS.map((kind) => ({ kind, removed: 0 })),
    };
    const messages: JobMessage[] = [];
    for (const [kind, all] of Object.entries(given))
      for (const values of all) {
        const { id, statement } = jobStatement(deps, kind as never, values as never);
        await statement;
        messages.push({ type: "job.run", id });
      }
    await addMails(12_000, "old");
    await run(`UPDATE mails SET created_at = 1`);
    await drain(messages);
    expect(await count("jobs")).toBe(0);
    expect(await count("mails")).toBe(0);
  },
  SLOW,
);

/** Lets claims end and waits pass: whatever is due later is due. */
async function passTime(): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%`due_at` integer%'",
  ).all<{ name: string }>();
  expect(results.length).toBeGreaterThan(5);
  await env.DB.batch(
    results.map(({ name }) =>
      env.DB.prepare(`UPDATE ${name} SET due_at = ${now - MINUTE} WHERE due_at > ${now - MINUTE}`),
    ),
  );
}

it(
  "goes on where the database was away at one call of a cron, whichever it was, and does nothing twice",
  async () => {
    await addMails(20);
    await addPending(10);
    const actor = await addActor(deps, "moderator");
    await run(`INSERT INTO scheduled_decisions (id, kind, subject_id, intent, title, "values", actor_id, session_id, due_at, created_at)
    SELECT 'd' || id, 'new', id, 'approve', 't', '{"reason":"","version":null}', '${actor.id}', '${actor.sessionId}', ${now - MINUTE}, ${now - MINUTE} FROM events`);
    const hosted = await createEvent(deps.db, { cityId, startsAt: now + HOUR });
    const occ = await hostEvent(deps.db, hosted.id, { capacity: 20 });
    for (let at = 0; at < 4; at += 1)
      await createRegistration(deps.db, occ, { state: "waitlisted", confirmedAt: at });
    const cronAt = async (cron: string, n: number) => {
      const { database, state } = awayAt(env.DB, n);
      const context = createExecutionContext();
      // The queue loses all that it gets.
      const limited = { ...env, DB: database, JOBS: { send: async () => {} } } as unknown as Env;
      await Promise.allSettled([
        worker.scheduled(
          { cron, scheduledTime: now, noRetry: () => {} } as ScheduledController,
          limited,
          context,
        ),
      ]);
      await waitOnExecutionContext(context).catch(() => {});
      await passTime();
      return state.calls;
    };
    let broken = 0;
    for (const cron of CRONS)
      for (let n = 1; ; n += 5) {
        if ((await cronAt(cron, n)) < n) break;
        broken += 1;
      }
    expect(broken).toBeGreaterThan(10);
    for (let minute = 0; minute < 3; minute += 1) for (const cron of CRONS) await cronAt(cron, 0);
    expect(await count("scheduled_decisions WHERE state <> 'done'")).toBe(0);
    expect(await count("events WHERE status = 'approved'")).toBe(11);
    expect(await count("audit_entries WHERE action = 'event.approved'")).toBe(10);
    expect(await count("mails WHERE status <> 'sent'")).toBe(0);
    expect(await count("mails WHERE kind = 'news'")).toBe(20);
    expect(await count("mails WHERE kind = 'rsvpOpenToAll'")).toBe(4);
    expect(await count("notification_causes WHERE done_at IS NULL")).toBe(0);
  },
  SLOW,
);

afterEach(() => {
  for (const [name, { queries, subrequests }] of Object.entries(most)) {
    expect([name, queries <= LIMITS.queries, subrequests <= LIMITS.subrequests]).toEqual([
      name,
      true,
      true,
    ]);
  }
});
