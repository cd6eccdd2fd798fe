import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import {
  cities,
  clientReports,
  deadLetters,
  eventRevisions,
  ingestionCandidates,
  ingestionRuns,
  passkeys,
} from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

/** JSON columns that no SQL reads into: their stored values reach pages unchecked. */
const STORED = [
  ["event_drafts", "values"],
  ["event_revisions", "values"],
  ["audit_entries", "metadata"],
  ["notifications", "values"],
  ["notification_rules", "conditions"],
  ["notification_rules", "channels"],
  ["email_templates", "selection"],
  ["ingestion_candidates", "values"],
  ["ingestion_candidates", "findings"],
  ["ingestion_runs", "categories"],
  ["users", "notification_preferences"],
  ["dead_letters", "body"],
  ["client_reports", "metadata"],
  ["passkeys", "transports"],
] as const;

const CANDIDATE = "019b0000-0000-7000-b000-000000000001";

const STAFF_PAGES = [
  "/admin/dashboard",
  "/admin/pending-events",
  "/admin/pending-events?tab=edits",
  "/admin/flagged-events",
  "/admin/events",
  "/admin/audit-log",
  "/admin/audit-log/reports",
  "/admin/users",
  "/admin/ai-ingestion?tab=history",
  "/admin/ai-ingestion/candidates",
  `/admin/ai-ingestion/candidates/${CANDIDATE}`,
  "/admin/notification-rules",
  "/admin/email-templates",
  "/admin/dead-letters",
  "/admin/outbox",
  "/notifications",
  "/my-events",
  "/account/security",
];

describe("rows of an older version or damaged rows", () => {
  const deps = createTestDeps(Date.now());
  const db = createDatabase(env.DB);
  let owner: Browser;

  beforeAll(async () => {
    await seedDatabase(db, Date.now());
    owner = await signInAs(deps, "owner");
    const city = await db.select().from(cities).get();
    const run = {
      id: "run",
      cityId: city?.id ?? "",
      month: "2026-12",
      provider: "gemini" as const,
      categories: [],
      eventsCount: 1,
    };
    await db.insert(ingestionRuns).values({
      ...{
        ...run,
        status: "completed",
        idempotencyKey: "run",
        creatorId: owner.id,
        dueAt: 1,
        createdAt: 1,
        updatedAt: 1,
      },
    });
    await db.insert(ingestionCandidates).values({
      ...{
        id: CANDIDATE,
        runId: run.id,
        position: 900,
        values: {},
        status: "pending_review",
        findings: [],
      },
      ...{ createdAt: 0, updatedAt: 0 },
    });
    const row = { userId: owner.id, createdAt: Date.now() };
    await db.insert(deadLetters).values({
      id: "letter",
      queue: "jobs",
      body: { type: "job.run", id: "x" },
      createdAt: Date.now(),
    });
    await db.insert(clientReports).values({
      ...row,
      id: deps.ids.next(),
      action: "share",
      entity: "event",
      metadata: {},
      severity: "info",
      source: "web",
    });
    await db.insert(passkeys).values({
      ...row,
      id: "key",
      credentialId: "c",
      publicKey: "p",
      counter: 0,
      transports: ["usb"],
      name: "My key",
      isBackedUp: false,
    });
  });

  it("have the default of a field that was not stored yet", async () => {
    const { ticketUrl: _, ...older } = (await db.select().from(eventRevisions).get())?.values ?? {};
    await env.DB.prepare('UPDATE event_revisions SET "values" = ?')
      .bind(JSON.stringify(older))
      .run();
    expect((await db.select().from(eventRevisions).get())?.values.ticketUrl).toBeNull();
    const response = await owner.get("/admin/pending-events?tab=edits", {
      "Accept-Language": "en",
    });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("can’t be read");
  });

  it.each(["{}", "[]", "null", "{not json"])(
    "are shown as unreadable or left out, but fail no staff page: %s",
    async (stored) => {
      for (const [table, column] of STORED)
        await env.DB.prepare(`UPDATE "${table}" SET "${column}" = ?`).bind(stored).run();
      const failed: string[] = [];
      for (const page of STAFF_PAGES) {
        const response = await owner.get(page, { "Accept-Language": "en" });
        const html = await response.text();
        if (response.status >= 400) failed.push(`${response.status} ${page}`);
        if (page === "/account/security") expect(html).toContain("My key");
        if (page === "/admin/dead-letters")
          expect(html.includes('value="resend"')).toBe(stored === "{}");
        if (page.endsWith("candidates")) expect(html).toContain(CANDIDATE);
        if (page.endsWith("tab=edits") && stored !== "{}") expect(html).toContain("can’t be read");
      }
      expect(failed).toEqual([]);
    },
  );
});
