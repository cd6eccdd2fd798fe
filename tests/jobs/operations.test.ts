import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  env,
  waitOnExecutionContext,
} from "cloudflare:test";
import { getTableName } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { JobMessage } from "../../app/lib/deps";
import { countOperation, takeOperationCounts } from "../../app/lib/runtime/operation-counts";
import { checkAlarms } from "../../app/modules/operations/check-alarms.server";
import {
  addOperationCounts,
  gatherOperations,
  operationCountsPurge,
  readOperationCounts,
} from "../../app/modules/operations/operation-store.server";
import { createDatabase } from "../../db/client";
import {
  cities,
  deadLetters,
  events,
  mails,
  operationCounts,
  organizers,
  storedBackups,
  users,
  venues,
} from "../../db/schema";
import worker from "../../worker";
import { createAnalyticsEngine } from "../../worker/adapters/analytics-engine";
import { createTelegramChat } from "../../worker/adapters/telegram-chat";
import { memo } from "../../worker/deps";
import { probePlatform } from "../../worker/health";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { breakableDatabase } from "../helpers/failing-database";
import { textOf } from "../helpers/page-text";
import { purgeAll } from "../helpers/purge";
import { ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HOUR_OF_TUESDAY = Math.floor(TUESDAY / HOUR) * HOUR;

let deps: TestDeps;
beforeEach(async () => {
  await emptyDatabase();
  takeOperationCounts();
  deps = createTestDeps();
});

const letter = (id: string) => ({
  id,
  queue: "rooydad-jobs",
  body: {},
  error: "broken",
  createdAt: deps.clock.now(),
});
const mailDue = (id: string, dueAt: number) => ({
  id,
  idempotencyKey: id,
  kind: "verifyEmail",
  toAddress: "reader@rooydad.example",
  locale: "en" as const,
  subject: "s",
  text: "t",
  html: "h",
  dueAt,
  createdAt: dueAt,
});
const counted = () => deps.sent.filter((message) => message.type === "operations.counted");

describe("counts of operations", () => {
  const gathered = async () => {
    gatherOperations(deps);
    await deps.settle();
    return counted();
  };

  it("go to the queue together, and are stored by hour and release", async () => {
    countOperation("request", "page", 30);
    countOperation("request", "page", 50);
    countOperation("error", "page.failed");
    const messages = await gathered();
    expect(messages.length).toBe(1);
    await addOperationCounts(deps, messages);
    expect(await readOperationCounts(deps, TUESDAY - HOUR)).toEqual([
      {
        hour: HOUR_OF_TUESDAY,
        release: "",
        name: "error",
        label: "page.failed",
        count: 1,
        totalMs: 0,
        longestMs: 0,
      },
      {
        hour: HOUR_OF_TUESDAY,
        release: "",
        name: "request",
        label: "page",
        count: 2,
        totalMs: 80,
        longestMs: 50,
      },
    ]);
  });

  it("are added once, however often their message comes", async () => {
    countOperation("job", "sweepMails", 5);
    const messages = await gathered();
    await addOperationCounts(deps, [...messages, ...messages]);
    await addOperationCounts(deps, messages);
    countOperation("job", "sweepMails", 9);
    await addOperationCounts(deps, (await gathered()).slice(1));
    expect(await readOperationCounts(deps, TUESDAY)).toMatchObject([
      { count: 2, totalMs: 14, longestMs: 9 },
    ]);
  });

  it("send no message when nothing was counted", async () => {
    expect(await gathered()).toEqual([]);
  });

  it("stay few and short while a fault makes up labels", async () => {
    for (let at = 0; at < 1_000; at++) countOperation("error", `${at} ${"x".repeat(500)}`);
    const taken = takeOperationCounts();
    expect([taken.length, Math.max(...taken.map(({ label }) => label.length))]).toEqual([300, 300]);
  });

  it("are kept for a week", async () => {
    const row = {
      release: "",
      name: "request" as const,
      label: "page",
      count: 1,
      totalMs: 1,
      longestMs: 1,
    };
    await deps.db.insert(operationCounts).values([
      { ...row, hour: TUESDAY - 7 * DAY - 1 },
      { ...row, hour: TUESDAY - 6 * DAY },
    ]);
    await purgeAll(deps, operationCountsPurge);
    expect((await deps.db.select().from(operationCounts)).map(({ hour }) => hour)).toEqual([
      TUESDAY - 6 * DAY,
    ]);
  });

  it("include each request with its class, the outcome of the cache, and each job of the cron", async () => {
    const context = createExecutionContext();
    await worker.fetch(new Request(`${ORIGIN}/api/v1/categories`) as never, env, context);
    await worker.fetch(new Request(`${ORIGIN}/covers/none.svg`) as never, env, context);
    await worker.scheduled?.(createScheduledController({ cron: "0 * * * *" }), env, context);
    const labels = takeOperationCounts().map(({ name, label }) => `${name} ${label}`);
    expect(labels).toEqual(
      expect.arrayContaining(["request api", "request file", "job endEvents", "job remindSavers"]),
    );
    await waitOnExecutionContext(context);
  });

  it("cause no further messages when they are stored", async () => {
    const send = vi.fn();
    const message: JobMessage = {
      type: "operations.counted",
      id: "m",
      hour: HOUR_OF_TUESDAY,
      release: "",
      counts: [],
    };
    const batch = createMessageBatch<JobMessage>("rooydad-jobs", [
      { id: "m", timestamp: new Date(TUESDAY), attempts: 1, body: message },
    ]);
    const context = createExecutionContext();
    countOperation("request", "page", 1);
    await worker.queue(batch, { ...env, GATHER_MS: "0", JOBS: { send } as never }, context);
    await waitOnExecutionContext(context);
    expect(send).not.toHaveBeenCalled();
  });
});

describe("Analytics Engine, where it is bound", () => {
  it("takes the counts instead of the queue, and is read by SQL", async () => {
    const points: AnalyticsEngineDataPoint[] = [];
    const asked: { url: string; authorization: string | null; query: string }[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input as RequestInfo, init as RequestInit);
      asked.push({
        url: request.url,
        authorization: request.headers.get("Authorization"),
        query: await request.text(),
      });
      return Response.json({
        data: [
          {
            hour: "2026-12-08 10:00:00",
            release: "r1",
            name: "request",
            label: "page",
            count: "3",
            total_ms: 90,
            longest_ms: 40,
          },
        ],
      });
    });
    const operations = createAnalyticsEngine(
      { writeDataPoint: (point) => void points.push(point ?? {}) },
      {
        account: "0123456789abcdef0123456789abcdef",
        token: "secret",
      },
    );
    countOperation("request", "page", 30);
    gatherOperations({ ...deps, operations, release: "r1" });
    await deps.settle();
    expect([points, counted()]).toEqual([
      [{ indexes: ["request"], blobs: ["r1", "request", "page"], doubles: [1, 30, 30] }],
      [],
    ]);
    expect(await readOperationCounts({ ...deps, operations }, TUESDAY)).toEqual([
      {
        hour: Date.UTC(2026, 11, 8, 10),
        release: "r1",
        name: "request",
        label: "page",
        count: 3,
        totalMs: 90,
        longestMs: 40,
      },
    ]);
    expect(asked).toMatchObject([
      {
        authorization: "Bearer secret",
        query: expect.stringContaining(`toDateTime(${TUESDAY / 1_000})`),
      },
    ]);
    vi.restoreAllMocks();
  });
});

describe("alarms", () => {
  it("begin when work was given up, and end when nobody has to act any more: one email and one message each", async () => {
    const owner = await signInAs(deps, "owner");
    await deps.db.insert(deadLetters).values([letter("a"), letter("b")]);
    expect(await checkAlarms(deps)).toEqual({ raised: 1, ended: 0 });
    deps.pass(MINUTE);
    expect(await checkAlarms(deps)).toEqual({ raised: 0, ended: 0 });
    await deps.db.delete(deadLetters);
    deps.pass(MINUTE);
    expect(await checkAlarms(deps)).toEqual({ raised: 0, ended: 1 });
    const sent = await deps.db.select().from(mails);
    expect(sent.map(({ toAddress, subject }) => [toAddress, subject])).toEqual([
      [owner.email, "Alarm: Failed messages are waiting for a decision"],
      [owner.email, "Over: Failed messages are waiting for a decision"],
    ]);
    expect(deps.chatted.map((text) => text.split("\n")[0])).toEqual([
      "🔴 Failed messages are waiting for a decision (2)",
      "🟢 Failed messages are waiting for a decision",
    ]);
  });

  it("begin at 70 % of the largest database, with the percent", async () => {
    await signInAs(deps, "owner");
    expect(await deps.databaseBytes()).toBeGreaterThan(100_000);
    const bytes = (count: number) => ({ ...deps, databaseBytes: async () => count });
    expect(await checkAlarms(bytes(6_900_000_000))).toEqual({ raised: 0, ended: 0 });
    expect(await checkAlarms(bytes(7_100_000_000))).toEqual({ raised: 1, ended: 0 });
    expect(deps.chatted.at(-1)).toContain("The database is 70 % full or more, in percent (71)");
    expect(await checkAlarms(bytes(1))).toEqual({ raised: 0, ended: 1 });
  });

  it("begin when a backup failed, and after 26 hours without one, unless the run is a local one", async () => {
    await signInAs(deps, "owner");
    expect(await checkAlarms(deps)).toEqual({ raised: 0, ended: 0 });
    await deps.db
      .insert(storedBackups)
      .values({ id: "backup", storedAt: TUESDAY - 25 * HOUR, failedAt: TUESDAY - HOUR });
    expect(await checkAlarms({ ...deps, isLocal: true })).toEqual({ raised: 0, ended: 0 });
    expect(await checkAlarms(deps)).toEqual({ raised: 1, ended: 0 });
    expect(deps.chatted.at(-1)).toContain("The last backup failed (1)");
    deps.pass(HOUR);
    // And the alarm's own email has not been sent for an hour.
    expect(await checkAlarms(deps)).toEqual({ raised: 2, ended: 0 });
    expect(deps.chatted.at(-1)).toContain("No backup has been stored for 26 hours or more");
    await deps.db.update(storedBackups).set({ storedAt: deps.clock.now(), failedAt: null });
    expect(await checkAlarms(deps)).toEqual({ raised: 0, ended: 2 });
  });

  it("leave work alone that has been due for less than 15 minutes", async () => {
    await deps.db
      .insert(mails)
      .values([mailDue("a", TUESDAY - 14 * MINUTE), mailDue("b", TUESDAY + HOUR)]);
    expect(await checkAlarms(deps)).toEqual({ raised: 0, ended: 0 });
    deps.pass(2 * MINUTE);
    expect(await checkAlarms(deps)).toEqual({ raised: 1, ended: 0 });
  });

  it("begin with the twentieth error of an hour", async () => {
    const errors = (count: number) =>
      deps.db.insert(operationCounts).values({
        hour: HOUR_OF_TUESDAY,
        release: "",
        name: "error",
        label: `${count}`,
        count,
        totalMs: 0,
        longestMs: 0,
      });
    await errors(19);
    expect((await checkAlarms(deps)).raised).toBe(0);
    await errors(1);
    expect((await checkAlarms(deps)).raised).toBe(1);
    deps.pass(HOUR);
    expect((await checkAlarms(deps)).ended).toBe(1);
  });

  it("are kept, and the failure is logged, when the chat does not take the message", async () => {
    const logged = vi.spyOn(console, "warn").mockReturnValue();
    await deps.db.insert(deadLetters).values(letter("a"));
    const failing = {
      ...deps,
      alarmChat: () => Promise.reject(new Error("Telegram answered 502.")),
    };
    expect((await checkAlarms(failing)).raised).toBe(1);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining("alarm.not-sent"));
    vi.restoreAllMocks();
  });

  it("tell the chat alone, every 15 minutes, while the database is away", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const broken = breakableDatabase(env.DB);
    broken.fails = true;
    const away = { ...deps, db: createDatabase(broken.database) };
    for (let minute = 0; minute < 31; minute++) {
      await expect(checkAlarms(away)).rejects.toThrow();
      deps.pass(MINUTE);
    }
    expect(deps.chatted).toEqual(
      Array(3).fill("🔴 The database does not answer. https://rooydad.example/healthz"),
    );
    vi.restoreAllMocks();
  });

  it("reach a Telegram chat as plain text", async () => {
    const bodies: unknown[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input as RequestInfo, init as RequestInit);
      bodies.push([request.url, await request.json()]);
      return bodies.length === 1 ? Response.json({ ok: true }) : new Response("", { status: 403 });
    });
    const send = createTelegramChat({ token: "1:abc", chat: "-100", url: "https://telegram.test" });
    await send("🔴 <b>");
    expect(bodies).toEqual([
      [
        "https://telegram.test/bot1:abc/sendMessage",
        { chat_id: "-100", text: "🔴 <b>", link_preview_options: { is_disabled: true } },
      ],
    ]);
    await expect(send("again")).rejects.toThrow("Telegram answered 403.");
    vi.restoreAllMocks();
  });
});

describe("/healthz?deep", () => {
  it("is for admins and the owner [S-6]", async () => {
    const statuses = await Promise.all(
      (["user", "moderator", "admin", "owner"] as const).map(
        async (role) => (await (await signInAs(deps, role)).get("/healthz?deep")).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 200, 200]);
  });

  it("names the part that does not answer", async () => {
    const broken = breakableDatabase(env.DB);
    broken.fails = true;
    expect(await probePlatform({ ...env, DB: broken.database })).toMatchObject([
      { part: "database", error: "D1_ERROR: the database is away" },
      ...["files", "rooms", "limits"].map((part) => ({ part, error: null })),
    ]);
  });

  it("is 503 while an alarm is on", async () => {
    const owner = await signInAs(deps, "owner");
    expect(await (await owner.get("/healthz?deep")).json()).toMatchObject({
      status: "ok",
      parts: ["database", "files", "rooms", "limits"].map((part) => ({ part, error: null })),
    });
    await deps.db.insert(deadLetters).values(letter("a"));
    await checkAlarms(deps);
    const degraded = await owner.get("/healthz?deep");
    expect([degraded.status, await degraded.json()]).toMatchObject([
      503,
      { status: "degraded", alarms: [{ name: "deadLetters", count: 1 }] },
    ]);
  });
});

describe("/admin/operations", () => {
  it("shows errors by release, slow queries and waiting work", async () => {
    const owner = await signInAs(deps, "owner");
    const now = Date.now();
    const row = { hour: Math.floor(now / HOUR) * HOUR, count: 7, totalMs: 2_100, longestMs: 900 };
    await deps.db.insert(operationCounts).values([
      { ...row, release: "0a1b2c3d-rest", name: "error", label: "page.failed" },
      { ...row, release: "0a1b2c3d-rest", name: "query", label: "select slow from events" },
      { ...row, release: "", name: "request", label: "page" },
    ]);
    const text = textOf(await (await owner.get("/admin/operations?lang=en")).text());
    for (const part of [
      "page.failed",
      "0a1b2c3d",
      "select slow from events",
      "300 ms",
      "900 ms",
      "Everything answers",
    ])
      expect(text).toContain(part);
  });

  it("leads from each bad row to the form where staff correct it, in both languages", async () => {
    const owner = await signInAs(deps, "owner");
    const city = await createCity(deps.db, { slug: "tehran" });
    const { id: eventId } = await createEvent(deps.db, { cityId: city.id, startsAt: TUESDAY });
    const host = { searchKey: "", createdAt: 0, updatedAt: 0, nameEn: "A hall" };
    const venueId = "019b0000-0000-7000-b000-000000000001";
    const organizerId = "019b0000-0000-7000-b000-000000000002";
    await deps.db.batch([
      deps.db.insert(venues).values({ ...host, id: venueId, cityId: city.id, slug: "a-hall" }),
      deps.db.insert(organizers).values({ ...host, id: organizerId, slug: "a-group" }),
    ]);
    const { id: userId } = await createUser(deps.db);
    const bad = [
      [events, "time_zone", eventId],
      [cities, "time_zone", city.id],
      [venues, "updated_at", venueId],
      [organizers, "updated_at", organizerId],
      [users, "time_zone", userId],
    ] as const;
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const counts: ReturnType<typeof takeOperationCounts> = [];
    for (const [table, column, id] of bad) {
      await env.DB.prepare(`UPDATE ${getTableName(table)} SET ${column} = ? WHERE id = ?`)
        .bind(column === "time_zone" ? "Nowhere/Land" : 9e15, id)
        .run();
      await deps.db.select().from(table).all();
      // At once: a request of before may hand them over too.
      counts.push(...takeOperationCounts());
    }
    const hour = Math.floor(Date.now() / HOUR) * HOUR;
    await addOperationCounts({ ...deps, clock: { now: Date.now } }, [
      { type: "operations.counted", id: "bad-rows", hour, release: "", counts },
    ]);
    // What the test before saw is remembered.
    memo.clear();
    for (const lang of ["en", "fa"]) {
      const html = await (await owner.get(`/admin/operations?lang=${lang}`)).text();
      for (const [table, column, id] of bad) {
        const name = `${getTableName(table)} ${id}`;
        const [, href = ""] =
          new RegExp(`href="([^"]+)"[^>]*><code[^>]*>${name}<`).exec(html) ?? [];
        expect([name, href]).toEqual([name, expect.stringContaining(id)]);
        expect(html).toContain(column);
        const form = await owner.get(`${href}?lang=${lang}`);
        expect([name, form.status]).toEqual([name, 200]);
        expect(await form.text()).toMatch(/<form[^>]*method="post"/);
      }
    }
    errors.mockRestore();
  });
});
