import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ANSWER_FIELD_NAMES } from "../../app/lib/event/field-groups";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import { createDatabase } from "../../db/client";
import { events, ingestionCandidates, ingestionRuns } from "../../db/schema";
import { answered, startOf } from "../factories/answer";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

interface Failure {
  message: string;
  code: string;
  issues?: { path: string; message: string }[];
}
interface Run {
  id: string;
  status: string;
  actions: string[];
  eventsCount: number;
}
interface Candidate {
  id: string;
  status: string;
  title: string | null;
  version: number;
  eventId: string | null;
  findings: { code: string }[];
  [field: string]: unknown;
}

const db = createDatabase(env.DB);
const deps = workerDeps();
let headers: Record<string, string>;

beforeEach(async () => {
  await emptyIngestion({ db });
  headers = { Authorization: await bearerOf(deps, (await createUser(db, { role: "admin" })).id) };
  await addTehran({ db });
});

const post = <Body>(path: string, body: unknown, more: Record<string, string> = {}) =>
  askJson<Body>(`/admin/ingestion${path}`, {
    method: "POST",
    headers: { ...headers, ...more },
    body,
  });
const get = <Body>(path: string, more: Record<string, string> = {}) =>
  askJson<Body>(`/admin/ingestion${path}`, { headers: { ...headers, ...more } });
const parse = <Body = { events: Candidate[] }>(
  rawResponse: string,
  more: Record<string, string> = {},
) => post<Body>("/parse", { city: "tehran", month: "2026-12", rawResponse }, more);

/** Started by the API, processed with the test's clock, for which December is ahead. */
async function processed(entries: readonly unknown[]): Promise<string> {
  const { status, body } = await post<Run>("/runs", startOf(entries));
  expect([status, body.status]).toEqual([201, "pending"]);
  await db.update(ingestionRuns).set({ dueAt: 0 });
  const testDeps = { ...createTestDeps(TUESDAY), ids: deps.ids };
  await processRun(testDeps, body.id);
  return body.id;
}

describe("POST /admin/ingestion/parse", () => {
  it("returns the specified shape, with an item for each entry of the answer", async () => {
    const { status, body } = await parse(startOf([answered(1), null]).rawResponse);
    expect(status).toBe(200);
    expect(body.events).toHaveLength(2);
    expect(body.events[0]).toMatchObject({
      index: 0,
      title: answered(1).title,
      price: 4_500_000,
      currency: "IRR",
      date: "2026-12-11",
      time: "09:30",
    });
    expect(Object.keys(body.events[0] ?? {}).sort()).toEqual(
      [
        ..."index title titleFa description descriptionFa category date time endDate endTime schedule price currency free venue address url tags proposedTraits".split(
          " ",
        ),
        ...ANSWER_FIELD_NAMES,
        ..."confidence issues valid duplicateOf".split(" "),
      ].sort(),
    );
  });

  it.each([
    ["I'm sorry, but I cannot browse the web.", "Invalid JSON format", "قالب JSON نادرست است"],
    ['[{"title": "Cut', "Invalid JSON format", "قالب JSON نادرست است"],
    [`${"[".repeat(20_000)}1${"]".repeat(20_000)}`, "Invalid JSON format", "قالب JSON نادرست است"],
    ["[]", "No events found in the response", "در پاسخ هیچ رویدادی پیدا نشد"],
    [
      '{"note": "nothing this month"}',
      "No events found in the response",
      "در پاسخ هیچ رویدادی پیدا نشد",
    ],
  ])("refuses %.20s with the specified message", async (text, en, fa) => {
    expect(await parse<Failure>(text)).toMatchObject({
      status: 422,
      body: { code: "invalid", message: en },
    });
    expect((await parse<Failure>(text, { "Accept-Language": "fa" })).body.message).toBe(fa);
  });

  it("refuses more than 2 MB, an unknown city and an invalid month", async () => {
    const long = `[{"title": "${"a".repeat(2 * 1024 * 1024)}"}]`;
    expect((await parse(long)).status).toBe(413);
    expect((await parse("a".repeat(9 * 1024 * 1024))).status).toBe(413);
    const body = { city: "atlantis", month: "2026-13", rawResponse: "[]" };
    expect(await post<Failure>("/parse", body)).toMatchObject({
      status: 422,
      body: { issues: [{ path: "month" }] },
    });
    expect(await post<Failure>("/parse", { ...body, month: "2026-12" })).toMatchObject({
      status: 422,
      body: { issues: [{ path: "city" }] },
    });
  });

  it("reads 3,000 events, and refuses more than 10,000 entries", async () => {
    const list = (length: number) =>
      JSON.stringify(Array.from({ length }, () => ({ title: "a", venue: "b" })));
    const { status, body } = await parse(list(3_000));
    expect([status, body.events.length]).toEqual([200, 3_000]);
    expect((await parse(list(10_001))).status).toBe(413);
  });

  it("reads an answer of nearly 2 MB in a larger body", async () => {
    const entries = Array.from({ length: 400 }, (_, number) =>
      answered(number, { description: "شرح ".repeat(500) }),
    );
    const { status, body } = await parse(JSON.stringify(entries));
    expect([status, body.events.length]).toEqual([200, 400]);
  });
});

describe("POST /admin/ingestion/runs", () => {
  it("refuses 3,000 events with a clear message, and stores none of them", async () => {
    const many = Array.from({ length: 3_000 }, (_, number) => ({
      title: `Event ${number}`,
      date: "2026-12-12",
    }));
    for (const start of [startOf(many), startOf([], { events: many })])
      expect(await post<Failure>("/runs", start)).toMatchObject({
        status: 422,
        body: {
          message: "A run takes at most 500 events; this has 3,000.",
          issues: [{ path: "events" }],
        },
      });
    expect(await db.select().from(ingestionRuns)).toEqual([]);
  });

  it("refuses answers without JSON or events, and invalid runs", async () => {
    expect(
      (await post<Failure>("/runs", { ...startOf([]), rawResponse: "sorry" })).body.message,
    ).toBe("Invalid JSON format");
    expect((await post<Failure>("/runs", startOf([]))).body.message).toBe(
      "No events found in the response",
    );
    expect((await post<Failure>("/runs", { ...startOf([]), rawResponse: "" })).body.message).toBe(
      "No events found in the response",
    );
    expect(
      (
        await post<Failure>(
          "/runs",
          startOf([], { rawResponse: `[${" ".repeat(2 * 1024 * 1024)}]` }),
        )
      ).status,
    ).toBe(413);
    const { status, body } = await post<Failure>("/runs", {
      city: "tehran",
      metadata: { month: "2026-12", aiProvider: "oracle" },
    });
    expect([status, body.issues?.map(({ path }) => path)]).toEqual([422, ["metadata.aiProvider"]]);
  });

  it("creates one run for one Idempotency-Key, and for two clicks at once", async () => {
    const start = startOf([answered(1)]);
    const first = await post<Run>("/runs", start, { "Idempotency-Key": "a" });
    expect((await post<Run>("/runs", start, { "Idempotency-Key": "a" })).body.id).toBe(
      first.body.id,
    );
    expect((await post("/runs", startOf([answered(2)]), { "Idempotency-Key": "a" })).status).toBe(
      422,
    );
    const [one, other] = await Promise.all([
      post<Run>("/runs", startOf([answered(3)])),
      post<Run>("/runs", startOf([answered(3)])),
    ]);
    expect(one.body.id).toBe(other.body.id);
    expect(await db.select().from(ingestionRuns)).toHaveLength(2);
  });

  it("stores hostile values as text, and no key reaches a prototype", async () => {
    const script = "<script>alert(1)</script>";
    const sql = "'); DROP TABLE events; --";
    const raw = `[{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}, "title": "Night ${sql}", "titleFa": "شب ${script}",
      "description": "${script} An honest evening of music. ${sql}", "venue": "Hall ${sql}", "date": "2026-12-12", "time": "20:00", "address": "<b>x</b> ${sql}",
      "category": "Concert", "organizer": "${script}O", "url": "javascript:alert(1)", "tags": ["${sql}"], "price": "1' OR '1'='1"}]`;
    const { status, body } = await post<Run>("/runs", { ...startOf([]), rawResponse: raw });
    expect(status).toBe(201);
    await db.update(ingestionRuns).set({ dueAt: 0 });
    await processRun({ ...createTestDeps(TUESDAY), ids: deps.ids }, body.id);
    const { items } = (await get<{ items: Candidate[] }>(`/runs/${body.id}/candidates`)).body;
    const [candidate] = items;
    expect(candidate).toMatchObject({
      status: "flagged",
      url: null,
      title: expect.stringContaining("DROP TABLE"),
    });
    expect(JSON.stringify(candidate)).not.toContain("alert(1)");
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(candidate).not.toHaveProperty("isAdmin");
    expect(await db.select().from(events)).toEqual([]);
  });
});

describe("the API of runs and candidates", () => {
  it("lists, returns, tracks and counts them", async () => {
    const id = await processed([answered(1), answered(2), answered(3, { title: "شب شعر" })]);
    const list = await get<{ items: Run[]; hasMore: boolean }>(
      `/runs?status=ended&q=${encodeURIComponent("تهر")}`,
    );
    expect(list.body).toMatchObject({
      hasMore: false,
      items: [
        { id, status: "completed", eventsCount: 3, actions: ["delete"], city: { slug: "tehran" } },
      ],
    });
    expect((await get<{ items: Run[] }>("/runs?q=shiraz")).body.items).toEqual([]);
    expect((await get<{ items: Run[] }>("/runs?status=active")).body.items).toEqual([]);

    const details = (
      await get<
        Run & { candidateCounts: object; logs: { id: string; message: string }[]; duration: number }
      >(`/runs/${id}`)
    ).body;
    expect(details).toMatchObject({
      candidateCounts: { pending_review: 2, flagged: 1 },
      duration: expect.any(Number),
    });
    expect(details.logs[0]?.message).toBe("Started with events: 3.");
    const after = (
      await get<{ items: { code: string; message: string }[] }>(
        `/runs/${id}/logs?after=${details.logs.at(-2)?.id}`,
        {
          "Accept-Language": "fa",
        },
      )
    ).body;
    expect(after.items).toMatchObject([
      { code: "run-completed", message: expect.stringContaining("تمام شد") },
    ]);

    const page = (
      await get<{ items: Candidate[]; nextCursor: string; hasMore: boolean }>(
        `/runs/${id}/candidates?limit=2`,
      )
    ).body;
    expect([page.items.length, page.hasMore]).toEqual([2, true]);
    const rest = (
      await get<{ items: Candidate[]; hasMore: boolean }>(
        `/runs/${id}/candidates?limit=2&cursor=${page.nextCursor}`,
      )
    ).body;
    expect(rest).toMatchObject({ hasMore: false, items: [{ status: "flagged" }] });
    expect(
      (await get<{ items: Candidate[] }>("/candidates?status=flagged")).body.items,
    ).toHaveLength(1);
    expect((await get<{ items: Candidate[] }>("/list-pending-candidates")).body.items).toHaveLength(
      2,
    );
    expect((await get("/candidate-counts")).body).toEqual({
      pending_review: 2,
      auto_approved: 0,
      flagged: 1,
      pending_retry: 0,
    });
    expect((await get("/stats")).body).toEqual({
      activeRuns: 0,
      totalRuns: 1,
      eventsDiscovered: 3,
      successRate: 1,
    });
    for (const path of [
      "/runs?status=lost",
      "/runs?limit=0",
      "/candidates?cursor=nonsense",
      "/candidates?status=lost",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 400]);
    expect((await post<Failure>(`/runs/${id}/retry`, {})).status).toBe(409);
    expect((await post<Failure>(`/runs/${id}/cancel`, {})).status).toBe(409);
    expect((await ask(`/admin/ingestion/runs/${id}`, { method: "DELETE", headers })).status).toBe(
      204,
    );
    expect((await get(`/runs/${id}`)).status).toBe(404);
  });

  it("corrects, approves and rejects them, singly and in bulk", async () => {
    // The Worker's own clock decides whether an event is in the future.
    const year = new Date(deps.clock.now() + 200 * 86_400_000).toISOString().slice(0, 10);
    const entries = [1, 2, 3, 4].map((number) =>
      answered(number, { date: year, ...(number === 4 && { title: "شب شعر" }) }),
    );
    const id = await processed(entries);
    const rows = await db
      .select()
      .from(ingestionCandidates)
      .where(eq(ingestionCandidates.runId, id))
      .orderBy(ingestionCandidates.position);
    const [first, second, third, fourth] = rows.map((row) => row.id);

    const corrected = await askJson<Candidate>(`/admin/ingestion/candidates/${fourth}`, {
      method: "PUT",
      headers,
      body: { version: 1, title: "A Night of Poems", price: 0, venue: "Vahdat Hall" },
    });
    expect(corrected).toMatchObject({
      status: 200,
      body: {
        title: "A Night of Poems",
        titleFa: null,
        free: true,
        version: 2,
        status: "pending_review",
        addressFa: "خیابان استاد شهریار",
      },
    });
    expect(
      (
        await askJson(`/admin/ingestion/candidates/${fourth}`, {
          method: "PUT",
          headers,
          body: { version: 1, title: "x" },
        })
      ).status,
    ).toBe(409);

    const approved = await post<Candidate>(`/candidates/${first}/approve`, undefined);
    expect(approved).toMatchObject({
      status: 200,
      body: { status: "approved", eventId: expect.any(String) },
    });
    expect((await askJson(`/events/${approved.body.eventId}`)).status).toBe(200);
    expect((await post(`/candidates/${first}/approve`, undefined)).status).toBe(409);
    expect(await post<Failure>(`/candidates/${second}/reject`, { reason: " " })).toMatchObject({
      status: 422,
      body: { issues: [{ path: "reason", message: "Please provide a rejection reason" }] },
    });
    expect(
      (await post<Candidate>(`/candidates/${second}/reject`, { reason: "No." })).body,
    ).toMatchObject({
      status: "rejected",
      rejectionReason: "No.",
    });

    const bulk = await post<{
      done: number;
      failed: number;
      results: { id: string; code: string | null }[];
    }>("/candidates/bulk-approve", {
      candidateIds: [second, third, fourth],
    });
    expect(bulk.body).toMatchObject({
      done: 2,
      failed: 1,
      results: [{ id: second, code: "conflict" }, { id: third, code: null }, { id: fourth }],
    });
    expect(
      (
        await post<{ failed: number }>("/candidates/bulk-reject", {
          candidateIds: [third],
          reason: "No.",
        })
      ).body.failed,
    ).toBe(1);
    expect((await post("/candidates/bulk-approve", { candidateIds: [] })).status).toBe(422);
    expect(await db.select().from(events)).toHaveLength(3);
  });
});
