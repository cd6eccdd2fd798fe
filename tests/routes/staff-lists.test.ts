import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  clientReports,
  deadLetters,
  eventFlags,
  events,
  ingestionCandidates,
  ingestionRuns,
  mails,
  pushes,
  pushSubscriptions,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { textOf } from "../helpers/page-text";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

/** More than a page of the longest list. */
const ROWS = 120;
const RUN = "019b0000-0000-7000-9000-000000000001";
const idOf = (at: number) => `019b0000-0000-7000-b000-${String(at).padStart(12, "0")}`;
const numbers = Array.from({ length: ROWS }, (_, at) => at + 1);

const LISTS = [
  "/admin/users",
  "/admin/events",
  "/admin/flagged-events",
  "/admin/flagged-events?tab=public",
  "/admin/flagged-events?tab=reports",
  "/admin/audit-log",
  "/admin/audit-log/reports",
  "/admin/outbox",
  "/admin/outbox?show=dead",
  "/admin/outbox?show=pushes",
  "/admin/dead-letters",
  "/admin/ai-ingestion?tab=history",
  "/admin/ai-ingestion/candidates",
  `/admin/ai-ingestion/runs/${RUN}`,
];

describe("a staff list with more than a page of rows", () => {
  const deps = createTestDeps(Date.now());
  const { db } = deps;
  let owner: Browser;

  beforeAll(async () => {
    await emptyDatabase();
    owner = await signInAs(deps, "owner");
    const { id: cityId } = await createCity(db, { slug: "tehran", nameEn: "Tehran" });
    const reporter = await createUser(db, {});
    for (const at of numbers) {
      await createUser(db, {});
      const event = await createEvent(db, {
        cityId,
        startsAt: Date.now(),
        status: at % 2 === 0 ? "flagged" : "approved",
      });
      await db
        .insert(eventFlags)
        .values({ eventId: event.id, userId: reporter.id, reason: "spam", createdAt: at });
    }
    await db.update(events).set({ flagCount: 1 });
    await db.insert(pushSubscriptions).values({
      id: "browser",
      userId: owner.id,
      endpoint: "https://push.example/1",
      p256dh: "p",
      auth: "a",
      locale: "en",
      createdAt: 1,
    });
    const run = {
      cityId,
      month: "2026-12",
      provider: "gemini" as const,
      categories: [],
      creatorId: owner.id,
      createdAt: 1,
      updatedAt: 1,
    };
    const ended = { ...run, status: "completed" as const, eventsCount: ROWS, dueAt: 1 };
    await db.insert(ingestionRuns).values({ ...ended, id: RUN, idempotencyKey: "run" });
    const audited = {
      actorId: owner.id,
      action: "city.updated",
      entity: "city",
      entityId: "tehran",
      metadata: {},
      source: "server",
    };
    const mail = {
      kind: "digest",
      toAddress: "a@example.com",
      locale: "en" as const,
      subject: "s",
      text: "t",
      html: "h",
      dueAt: 1,
    };
    for (const at of numbers) {
      const [id, createdAt] = [idOf(at), at];
      await db.batch([
        db.insert(ingestionRuns).values({ ...ended, id, idempotencyKey: id }),
        db.insert(ingestionCandidates).values({
          ...{
            id,
            runId: RUN,
            position: at,
            values: { title: `Night ${at}` },
            status: "pending_review",
            findings: [],
          },
          ...{ createdAt, updatedAt: at },
        }),
        db.insert(auditEntries).values({ ...audited, id, createdAt }),
        db.insert(clientReports).values({
          id,
          userId: owner.id,
          action: "share",
          entity: "event",
          metadata: {},
          severity: "info",
          source: "web",
          createdAt,
        }),
        db.insert(mails).values({ ...mail, id, idempotencyKey: id, status: "dead", createdAt }),
        db.insert(pushes).values({
          ...{
            id,
            idempotencyKey: id,
            subscriptionId: "browser",
            userId: owner.id,
            kind: "event-approved",
            payload: { title: "x" },
          },
          ...{ status: "dead", dueAt: at, createdAt },
        }),
        db
          .insert(deadLetters)
          .values({ id, queue: "jobs", body: { type: "job.run", id }, createdAt }),
      ]);
    }
    expect(
      await env.DB.prepare("SELECT count(*) AS count FROM users").first("count"),
    ).toBeGreaterThan(ROWS);
    expect((await db.select().from(events).where(eq(events.status, "flagged"))).length).toBe(
      ROWS / 2,
    );
  }, 60_000);

  const hrefOf = (html: string, label: string) =>
    new RegExp(`<a[^>]*aria-label="${label}"[^>]*>`)
      .exec(html)?.[0]
      .match(/href="([^"]+)"/)?.[1]
      ?.replaceAll("&amp;", "&");
  const nextOf = (html: string) =>
    /<a[^>]*href="([^"]+)"[^>]*>(?:<[^>]*>)*Next page/.exec(html)?.[1]?.replaceAll("&amp;", "&");

  it.each(LISTS)(
    "shows the total and leads back: %s",
    async (path) => {
      const open = async (at: string) => {
        const response = await owner.get(at, { "Accept-Language": "en" });
        expect(response.status).toBe(200);
        return response.text();
      };
      const first = await open(path);
      expect(textOf(first)).toMatch(/\d+ in total/);
      expect(hrefOf(first, "Previous page")).toBeUndefined();
      const second = await open(nextOf(first) ?? "no next page");
      expect(textOf(second)).toMatch(/\d+ in total/);
      const previous = hrefOf(second, "Previous page");
      expect(previous).toBeDefined();
      const rows = (html: string) => textOf(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "");
      expect(rows(await open(previous ?? ""))).toBe(rows(first));
    },
    30_000,
  );
});
