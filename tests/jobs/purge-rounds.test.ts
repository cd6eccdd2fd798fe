import { env } from "cloudflare:test";
import { eq, like, lt, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UUID_PATTERN } from "../../app/lib/runtime/ids";
import { purgeOf } from "../../app/lib/runtime/purge-rounds.server";
import { sweepJobs } from "../../app/modules/jobs/jobs.server";
import { PURGE_KINDS } from "../../app/modules/jobs/purge-kinds";
import {
  beginPurges,
  measureBacklogs,
  type Purges,
  purgeOn as purgeStep,
} from "../../app/modules/operations/purges.server";
import { dailyCounts, jobs, mails, notifications, users } from "../../db/schema";
import { jobSteps } from "../../worker/jobs/job-steps";
import { purges } from "../../worker/jobs/purges";
import { bearerOf } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addActor } from "../helpers/organizers";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
let deps: TestDeps;

beforeEach(async () => {
  deps = createTestDeps();
  for (const table of [mails, jobs, notifications, dailyCounts]) await deps.db.delete(table);
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of [mails, jobs, notifications, dailyCounts]) await deps.db.delete(table);
});

const fill = (count: number, createdAt: number) =>
  deps.db.run(
    `WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${count})
     INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at)
     SELECT '${createdAt}-' || at, '${createdAt}-' || at, 'k', 'a@b', 'en', 's', 't', 'h', 0, ${createdAt} FROM n`,
  );
const old = () => deps.clock.now() - 100 * DAY;
const backlogs = async () =>
  Object.fromEntries(
    (await deps.db.select().from(dailyCounts).where(like(dailyCounts.name, "purge-backlog:%"))).map(
      ({ name, day, count }) => [`${name} ${day}`, count],
    ),
  );
const alerts = () =>
  deps.db.select().from(notifications).where(eq(notifications.kind, "purge-behind"));

describe("a purge", () => {
  it("deletes a limited number of rows per round until none is left", async () => {
    await fill(25, 1);
    const recording = recordDatabase(env.DB);
    const purge = purgeOf(mails, () => lt(mails.createdAt, 2), 10);
    const rounds = [];
    for (let count = 0; count < 3; count++)
      rounds.push(await purge.round({ ...deps, db: recording.db }));
    expect(rounds).toEqual([
      { removed: 10, isDone: false },
      { removed: 10, isDone: false },
      { removed: 5, isDone: true },
    ]);
    expect(recording.statements.filter(({ sql }) => sql.startsWith("delete"))).toHaveLength(3);
  });

  it("is a job of each kind that continues until its backlog is gone, and keeps recent rows", async () => {
    await fill(12_500, old());
    await fill(3, deps.clock.now() - DAY);
    expect(await beginPurges(deps)).toEqual({ jobs: PURGE_KINDS.length });
    expect(deps.sent.filter(({ type }) => type === "job.run")).toHaveLength(PURGE_KINDS.length);
    expect(await deps.db.$count(jobs)).toBe(PURGE_KINDS.length);
    // The queue lost them all: the minute cron resumes them.
    while ((await sweepJobs(deps, jobSteps)).jobs > 0);
    expect(await deps.db.$count(mails)).toBe(3);
    expect(await deps.db.$count(jobs)).toBe(0);
  });

  it("that one run does not finish resumes after its last round, and the next night starts no second one", async () => {
    await fill(250, old());
    const slow: Purges = {
      ...purges,
      mails: purgeOf(mails, (at) => lt(mails.createdAt, at - 90 * DAY), 2),
    };
    const steps = {
      ...jobSteps,
      purge: (all: typeof deps, values: Parameters<typeof jobSteps.purge>[1]) =>
        purgeStep(all, slow, values),
    };
    await beginPurges(deps);
    // Each sweep takes fifty steps of two rows.
    for (let turn = 0; turn < 2; turn++) await sweepJobs(deps, steps as typeof jobSteps);
    const [job] = await deps.db.select().from(jobs);
    expect(job).toMatchObject({
      id: "purge:mails",
      values: { kind: "mails", removed: 200 },
      attempts: 0,
    });
    deps.pass(DAY);
    await beginPurges(deps);
    expect((await deps.db.select().from(jobs).where(eq(jobs.id, "purge:mails")))[0]).toMatchObject({
      values: { removed: 200 },
    });
    while ((await sweepJobs(deps, steps as typeof jobSteps)).jobs > 0);
    expect([await deps.db.$count(mails), await deps.db.$count(jobs)]).toEqual([0, 0]);
  });

  it("that fails blocks no other kind, and starts again the night after it was given up", async () => {
    await fill(3, old());
    const broken: Purges = {
      ...purges,
      sessions: { ...purges.sessions, round: () => Promise.reject(new Error("No such index")) },
    };
    const steps = {
      ...jobSteps,
      purge: (all: typeof deps, values: Parameters<typeof jobSteps.purge>[1]) =>
        purgeStep(all, broken, values),
    };
    await beginPurges(deps);
    for (let turn = 0; turn < 12; turn++) {
      await sweepJobs(deps, steps as typeof jobSteps);
      deps.pass(7 * 3_600_000);
    }
    expect(await deps.db.$count(mails)).toBe(0);
    const [job] = await deps.db.select().from(jobs);
    expect(job).toMatchObject({
      id: "purge:sessions",
      lastError: expect.stringContaining("No such index"),
    });
    expect(job?.givenUpAt).not.toBeNull();
    await beginPurges(deps);
    while ((await sweepJobs(deps, jobSteps)).jobs > 0);
    expect(await deps.db.$count(jobs)).toBe(0);
  });
});

describe("a backlog of a purge", () => {
  const today = () => new Date(deps.clock.now()).toISOString().slice(0, 10);

  it("is what was due the night before, not what became due today", async () => {
    await fill(7, deps.clock.now() - 90 * DAY - DAY / 2);
    expect(await measureBacklogs(deps, purges)).toEqual({ rows: 0, grown: [] });
    expect(await backlogs()).toEqual({});
    deps.pass(DAY);
    expect(await measureBacklogs(deps, purges)).toEqual({ rows: 7, grown: ["mails"] });
    expect(await backlogs()).toEqual({ [`purge-backlog:mails ${today()}`]: 7 });
  });

  it("that grows between nights is reported to admins and the owner once a night; a shrinking one is not", async () => {
    const [admin, owner] = [await addActor(deps, "admin"), await addActor(deps, "owner")];
    await addActor(deps, "moderator");
    const others = await deps.db.$count(
      users,
      sql`role IN ('admin', 'owner') AND id NOT IN (${admin.id}, ${owner.id})`,
    );
    // A trigger counts sign-ups on a day of its own.
    await deps.db.delete(dailyCounts);
    await fill(10, old());
    expect(await measureBacklogs(deps, purges)).toEqual({ rows: 10, grown: ["mails"] });
    await measureBacklogs(deps, purges);
    const told = await alerts();
    expect(told.map(({ userId }) => userId)).toEqual(expect.arrayContaining([admin.id, owner.id]));
    expect(told).toHaveLength(2 + others);
    expect(told[0]).toMatchObject({ values: { count: 10 }, actionPath: "/admin/dashboard" });
    expect(deps.notified.map(({ notification }) => notification.en.message)).toContain(
      "10 rows are overdue for removal, more than the night before. The dashboard shows which.",
    );
    await deps.db.delete(notifications);

    deps.pass(DAY);
    await deps.db.delete(mails).where(like(mails.id, "%-1"));
    expect(await measureBacklogs(deps, purges)).toEqual({ rows: 9, grown: [] });
    expect(await alerts()).toEqual([]);

    deps.pass(DAY);
    await fill(5, deps.clock.now() - 99 * DAY);
    expect(await measureBacklogs(deps, purges)).toEqual({ rows: 14, grown: ["mails"] });
    expect(await alerts()).toHaveLength(2 + others);
  });

  it("is reported by notifications that the API returns", async () => {
    const { id } = await addActor(deps, "admin");
    const headers = { Authorization: await bearerOf(deps, id) };
    await fill(10, old());
    await measureBacklogs(deps, purges);
    const told = await alerts();
    const own = told.find(({ userId }) => userId === id);
    for (const one of told) expect(one.id).toMatch(new RegExp(`^${UUID_PATTERN}$`));
    expect(own).toMatchObject({
      type: "other",
      relatedEntityId: null,
      readAt: null,
      createdAt: deps.clock.now(),
    });
    const path = `/notifications/${own?.id}`;
    expect(await askJson(`${path}/read`, { method: "PATCH", headers })).toMatchObject({
      status: 200,
      body: { id: own?.id, read: true },
    });
    expect((await ask(path, { method: "DELETE", headers })).status).toBeLessThan(300);
    expect((await alerts()).some(({ userId }) => userId === id)).toBe(false);
  });

  it("is gone once its purge is complete", async () => {
    await fill(10, old());
    await measureBacklogs(deps, purges);
    expect(Object.values(await backlogs())).toEqual([10]);
    await beginPurges(deps);
    while ((await sweepJobs(deps, jobSteps)).jobs > 0);
    expect(await backlogs()).toEqual({});
  });

  it("is counted without reading rows that stay", async () => {
    const plans = await Promise.all(
      PURGE_KINDS.map(async (kind) => {
        const rows = await deps.db.all<{ detail: string }>(
          sql`EXPLAIN QUERY PLAN SELECT 1 FROM ${purges[kind].due(deps, 1)}`,
        );
        return [
          kind,
          rows.map(({ detail }) => detail).filter((detail) => detail.startsWith("SCAN")),
        ] as const;
      }),
    );
    // One salt per day and one signing key per rotation: both tables have a few rows. Of showings an
    // index has those that still have guests.
    expect(plans.filter(([, scans]) => scans.length > 0).map(([kind]) => kind)).toEqual([
      "salts",
      "signingKeys",
      "guests",
    ]);
  });
});
