import { createExecutionContext, env, SELF } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobMessage } from "../../app/lib/deps";
import { jobStatement } from "../../app/modules/jobs/jobs.server";
import { jobs, restoreState } from "../../db/schema";
import worker from "../../worker";
import { memo } from "../../worker/deps";
import { ORIGIN } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await deps.db
    .insert(restoreState)
    .values({ id: "restore", fileHash: "x", phase: "loading", loaded: 7, startedAt: 1 });
  memo.clear();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await deps.db.delete(restoreState);
  await deps.db.delete(jobs);
  memo.clear();
});

describe("during a restore", () => {
  it.each([
    ["a page", "/events", { Accept: "text/html" }, "A database restore isn’t finished yet"],
    [
      "a page in Persian",
      "/events?lang=fa",
      { Accept: "text/html" },
      "داریم داده‌ها را از نسخهٔ پشتیبان برمی‌گردانیم",
    ],
    ["the API", "/api/v1/events", {}, "A database restore isn’t finished yet."],
    ["a feed", "/cities/tehran.ics", {}, "npm run restore"],
    ["the health of the product", "/healthz", {}, "npm run restore"],
  ])("%s answers 503 with the reason", async (_, path, headers, reason) => {
    const response = await SELF.fetch(ORIGIN + path, { headers });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "120"]);
    expect(await response.text()).toContain(reason);
  });

  it("the page links to a retry and the home page, under a policy without scripts", async () => {
    const response = await SELF.fetch(`${ORIGIN}/events?lang=fa`, {
      headers: { Accept: "text/html" },
    });
    const html = await response.text();
    expect(html).toContain('href="/failure.css"');
    expect(html).toContain('<a href="">تلاش دوباره</a><a href="/">رفتن به صفحهٔ نخست</a>');
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it("cron and queue do nothing, and messages are redelivered later", async () => {
    const job = jobStatement(deps, "city.followers", { from: "nowhere", into: null, after: null });
    await job.statement;
    await worker.scheduled(
      { cron: "* * * * *", scheduledTime: 0, noRetry() {} },
      env,
      createExecutionContext(),
    );
    const retryAll = vi.fn();
    const batch = {
      queue: "rooydad-jobs",
      retryAll,
      messages: [{ id: "a", attempts: 1, body: { type: "job.run", id: job.id } }],
    };
    await worker.queue(batch as unknown as MessageBatch<JobMessage>, env, createExecutionContext());
    expect(retryAll).toHaveBeenCalledWith({ delaySeconds: 3_600 });
    expect(await deps.db.select().from(jobs)).toHaveLength(1);
  });
});

it("everything answers again after a restore", async () => {
  await deps.db.delete(restoreState);
  memo.clear();
  expect((await SELF.fetch(`${ORIGIN}/healthz`)).status).toBe(200);
});
