import { createExecutionContext, env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobMessage } from "../../app/lib/deps";
import type { Actor } from "../../app/lib/permissions";
import { deleteCity } from "../../app/modules/cities/remove-city.server";
import { updateCity } from "../../app/modules/cities/write-city.server";
import { jobStatement, retryJob, runJob, sweepJobs } from "../../app/modules/jobs/jobs.server";
import { createDatabase } from "../../db/client";
import { deadLetters, jobs, users } from "../../db/schema";
import worker from "../../worker";
import { jobSteps } from "../../worker/jobs/job-steps";
import toml from "../../wrangler.toml?raw";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { breakableDatabase } from "../helpers/failing-database";
import { addActor, emptyEvents } from "../helpers/organizers";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let deps: TestDeps;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  for (const level of ["warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  await emptyEvents(deps);
  await deps.db.delete(jobs);
  await deps.db.delete(deadLetters);
  moderator = await addActor(deps, "moderator");
});
afterEach(() => vi.restoreAllMocks());

/** A queue that loses every message. */
const losing = () => ({ ...deps, jobs: { send: () => Promise.reject(new Error("queue away")) } });
const found = async (word: string) =>
  (
    await env.DB.prepare("SELECT event_id AS id FROM event_search WHERE event_search MATCH ?")
      .bind(word)
      .all<{ id: string }>()
  ).results;

describe("a job", () => {
  it("given a lost message, is run by the cron: events of a renamed city are found under the new name", async () => {
    const city = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
    for (let at = 0; at < 3; at++)
      await createEvent(deps.db, { cityId: city.id, startsAt: deps.clock.now() + at * HOUR });
    await updateCity(losing(), moderator, "tehran", { name: { en: "Rayabad", fa: null } });
    expect(await found("rayabad")).toEqual([]);
    expect(await sweepJobs(deps, jobSteps)).toEqual({ jobs: 1, failed: 0 });
    expect(await found("rayabad")).toHaveLength(3);
    expect(await deps.db.select().from(jobs)).toEqual([]);
  });

  it.each(["0025", "0026", "0030"])(
    "given an index from before migration %s, reindexes its events by the new rules",
    async (number) => {
      const city = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
      await createEvent(deps.db, { cityId: city.id, startsAt: deps.clock.now() + HOUR, price: 0 });
      await env.DB.exec("UPDATE event_search SET facets = 'current'");
      const migration = env.TEST_MIGRATIONS?.find(({ name }) => name.startsWith(`${number}_`));
      // Its views and triggers have newer forms by now, which other tests need.
      const isOfForm = (query: string) =>
        /^(?:\s*--[^\n]*\n)*\s*(?:CREATE|DROP) (?:TRIGGER|VIEW)/i.test(query);
      for (const query of (migration?.queries ?? []).filter((one) => !isOfForm(one)))
        await env.DB.prepare(query).run();
      const words = async () =>
        (await env.DB.prepare("SELECT facets FROM event_search").first<{ facets: string }>())
          ?.facets;
      // Not before the Worker with the new rules is deployed.
      expect(
        (await deps.db.select().from(jobs)).map(({ dueAt, createdAt }) => dueAt - createdAt),
      ).toEqual([15 * MINUTE]);
      expect(await sweepJobs(deps, jobSteps)).toEqual({ jobs: 1, failed: 0 });
      expect(((await words()) ?? "").split(" ").length).toBeGreaterThan(5);
    },
  );

  it("given an index from before migration 0025, removes a deleted city from its followers' lists", async () => {
    await createCity(deps.db, { slug: "karaj", nameEn: "Karaj" });
    const { id } = await createUser(deps.db, { cities: ["karaj", "shiraz"] });
    await deleteCity(losing(), moderator, "karaj");
    await sweepJobs(deps, jobSteps);
    expect((await deps.db.select().from(users).where(eq(users.id, id)).get())?.cities).toEqual([
      "shiraz",
    ]);
  });

  it("given a failed batch, is not created", async () => {
    await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
    const refusesBatches = new Proxy(env.DB, {
      get: (target, name) =>
        name === "batch"
          ? () => Promise.reject(new Error("no batch"))
          : Reflect.get(target, name).bind(target),
    });
    const late = { ...deps, db: createDatabase(refusesBatches) };
    await expect(
      updateCity(late, moderator, "tehran", { name: { en: "Rayabad", fa: null } }),
    ).rejects.toThrow("no batch");
    expect(await deps.db.select().from(jobs)).toEqual([]);
  });

  it("resumes after its last step after a crash, and never runs twice at once", async () => {
    const job = jobStatement(deps, "city.followers", { from: "a", into: null, after: null });
    await job.statement;
    const seen: (string | null)[] = [];
    const dies = async (
      _: unknown,
      { from, into, after }: { from: string; into: string | null; after: string | null },
    ) => {
      seen.push(after);
      expect(await runJob(deps, { "city.followers": async () => null }, job.id)).toBe("skipped");
      if (after === "2") return new Promise<never>(() => {});
      return { from, into, after: String(Number(after ?? 0) + 1) };
    };
    void runJob(deps, { "city.followers": dies }, job.id);
    await vi.waitFor(() => expect(seen).toEqual([null, "1", "2"]));
    deps.pass(3 * MINUTE);
    const goesOn = async (_: unknown, { after }: { after: string | null }) => {
      seen.push(after);
      return null;
    };
    expect(await runJob(deps, { "city.followers": goesOn }, job.id)).toBe("done");
    expect(seen).toEqual([null, "1", "2", "2"]);
  });

  it("that keeps failing is given up with its error, and can be restarted by staff", async () => {
    const job = jobStatement(deps, "city.followers", { from: "a", into: null, after: null });
    await job.statement;
    const steps = { ...jobSteps, "city.followers": () => Promise.reject(new Error("a bad row")) };
    for (let turn = 0; turn < 8; turn++) {
      await sweepJobs(deps, steps);
      deps.pass(7 * HOUR);
    }
    const [letter] = await deps.db.select().from(deadLetters);
    expect(letter).toMatchObject({
      id: job.id,
      error: "a bad row",
      body: { type: "job.run", id: job.id, again: true },
    });
    expect(await sweepJobs(deps, steps)).toEqual({ jobs: 0, failed: 0 });
    await retryJob(deps, job.id);
    expect(await sweepJobs(deps, jobSteps)).toEqual({ jobs: 1, failed: 0 });
    expect(await deps.db.select().from(jobs)).toEqual([]);
  });
});

describe("the dead-letter consumer", () => {
  const message: JobMessage = { type: "mail.send", id: "019b0000-0000-7000-8000-00000000dead" };
  const deliver = async (database: D1Database, attempts: number) => {
    const retry = vi.fn();
    const batch = {
      queue: "rooydad-jobs-dead",
      messages: [{ id: message.id, body: message, attempts, retry, ack: () => {} }],
    };
    await worker.queue(
      batch as unknown as MessageBatch<JobMessage>,
      { ...env, DB: database } as Env,
      createExecutionContext(),
    );
    return retry;
  };

  it("without a database leaves its messages in the queue and logs which", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = breakableDatabase(env.DB);
    broken.fails = true;
    expect(await deliver(broken.database, 3)).toHaveBeenCalledWith({ delaySeconds: 240 });
    expect(said.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual(
      expect.objectContaining({ message: "queue.dead-not-kept", messages: [message] }),
    );
    broken.fails = false;
    expect(await deliver(broken.database, 4)).not.toHaveBeenCalled();
    expect(await deps.db.select().from(deadLetters)).toHaveLength(1);
  });
});

it("failed messages wait before redelivery, in both environments", () => {
  const consumers = toml.split(/^\[\[(?:env\.production\.)?queues\.consumers\]\]$/m).slice(1);
  expect(consumers).toHaveLength(4);
  for (const consumer of consumers)
    expect(Number(/^retry_delay = (\d+)$/m.exec(consumer)?.[1])).toBeGreaterThanOrEqual(60);
});
