import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  answersPurge,
  claimRequest,
  dropClaim,
  keepAnswer,
} from "../../app/modules/store/kept-answers.server";
import { createDatabase } from "../../db/client";
import { clientReports, eventDrafts, keptAnswers, mails, users } from "../../db/schema";
import { bearerOf, createUser } from "../factories/user";
import { ask } from "../helpers/api-client";
import { emptyDatabase } from "../helpers/empty-database";
import { purgeAll } from "../helpers/purge";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
const DAY = 86_400_000;
const entry = { action: "user.theme-changed", entity: "user" };

beforeEach(async () => {
  await emptyDatabase();
});

const newBearer = async () => bearerOf(workerDeps(), (await createUser(db)).id);
const write = (Authorization: string, body: unknown, key: string) =>
  ask("/audit/logs", { method: "POST", body, headers: { Authorization, "Idempotency-Key": key } });

describe("an Idempotency-Key", () => {
  it("given the same request again, returns the same response and acts once", async () => {
    const Authorization = await newBearer();
    const answers = [];
    for (let turn = 0; turn < 3; turn++) {
      const response = await write(Authorization, entry, "one");
      answers.push([
        response.status,
        await response.text(),
        response.headers.get("Idempotent-Replayed"),
        response.headers.get("Cache-Control"),
      ]);
    }
    expect(answers).toEqual([
      [204, "", null, "no-store"],
      [204, "", "true", "no-store"],
      [204, "", "true", "no-store"],
    ]);
    expect(await db.$count(clientReports)).toBe(1);
  });

  it("given another body, is 422; another key or another caller acts again", async () => {
    const Authorization = await newBearer();
    expect((await write(Authorization, entry, "one")).status).toBe(204);
    const reused = await write(Authorization, { ...entry, entityId: "x" }, "one");
    expect([reused.status, await reused.json()]).toEqual([
      422,
      expect.objectContaining({
        issues: [
          { path: "Idempotency-Key", message: "This key was already sent with a different body." },
        ],
      }),
    ]);
    expect((await write(Authorization, entry, "two")).status).toBe(204);
    expect((await write(await newBearer(), entry, "one")).status).toBe(204);
    expect(await db.$count(clientReports)).toBe(3);
  });

  it("given ten concurrent requests, acts once: the others get the response, or 409 with a wait", async () => {
    const Authorization = await newBearer();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => write(Authorization, entry, "one")),
    );
    for (const response of responses) {
      expect([204, 409]).toContain(response.status);
      if (response.status === 409) expect(response.headers.get("Retry-After")).toBe("1");
    }
    expect(responses.some(({ status }) => status === 204)).toBe(true);
    expect(await db.$count(clientReports)).toBe(1);
  });

  it("stores no failure: the corrected request succeeds under its key", async () => {
    const Authorization = await newBearer();
    expect((await write(Authorization, { entity: "user" }, "one")).status).toBe(422);
    expect(await db.$count(keptAnswers)).toBe(0);
    expect((await write(Authorization, entry, "one")).status).toBe(204);
  });

  it("gives no access that the token does not give", async () => {
    const Authorization = await newBearer();
    expect((await write(Authorization, entry, "one")).status).toBe(204);
    await env.DB.exec("DELETE FROM sessions");
    expect((await write(Authorization, entry, "one")).status).toBe(401);
  });

  it.each(["a".repeat(256), " "])("that is invalid (%.20s) is 400 or ignored", async (key) => {
    expect([204, 400]).toContain((await write(await newBearer(), entry, key)).status);
  });

  it("prevents a second account after a lost response", async () => {
    const body = {
      email: "sara@example.com",
      password: "a long quiet evening",
      displayName: "Sara",
      isAdult16: true,
      acceptsTerms: true,
    };
    const send = () =>
      ask("/identity/sign-up", { method: "POST", body, headers: { "Idempotency-Key": "one" } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.headers.get("Idempotent-Replayed")]).toEqual([
      202,
      202,
      "true",
    ]);
    expect(await second.json()).toEqual({ verificationSent: true });
    expect([await db.$count(users), await db.$count(mails)]).toEqual([1, 1]);
    expect(JSON.stringify(await db.select().from(keptAnswers))).not.toContain("quiet");
  });
});

describe("a draft with an Idempotency-Key", () => {
  it("is created once if the server crashed between writing and answering", async () => {
    const Authorization = await newBearer();
    const create = () =>
      ask("/events", {
        method: "POST",
        body: { title: { en: "A Night of Kamancheh" } },
        headers: { Authorization, "Idempotency-Key": "draft" },
      });
    const first = await create();
    expect(first.status).toBe(201);
    // State after a crash: written, without a stored response.
    await env.DB.exec("UPDATE kept_answers SET status = NULL, body = NULL, expires_at = 0");
    const second = await create();
    expect(second.status).toBe(201);
    expect(second.headers.get("Idempotent-Replayed")).toBeNull();
    expect(((await second.json()) as { id: string }).id).toBe(
      ((await first.json()) as { id: string }).id,
    );
    expect(await db.$count(eventDrafts)).toBe(1);
  });
});

describe("stored responses", () => {
  const request = {
    caller: "user a",
    address: "POST /things",
    key: "k",
    body: new TextEncoder().encode("{}"),
  };

  it("last a day; then the key is new again", async () => {
    const deps = createTestDeps();
    const first = await claimRequest(deps, request);
    if (!("claim" in first)) throw new Error("The first request was not let in.");
    await keepAnswer(deps, first.claim, {
      status: 201,
      contentType: "application/json",
      body: '{"id":1}',
    });
    deps.pass(DAY - 1);
    expect(await claimRequest(deps, request)).toEqual({
      answer: { status: 201, contentType: "application/json", body: '{"id":1}' },
    });
    deps.pass(2);
    await purgeAll(deps, answersPurge);
    expect(await db.$count(keptAnswers)).toBe(0);
    expect(await claimRequest(deps, request)).toHaveProperty("claim");
  });

  it("of a crashed request free the key after a minute, and the crashed one stores nothing", async () => {
    const deps = createTestDeps();
    const dead = await claimRequest(deps, request);
    await expect(claimRequest(deps, request)).rejects.toMatchObject({
      code: "conflict",
      retryAfter: 1,
    });
    deps.pass(60_000);
    const next = await claimRequest(deps, request);
    if (!("claim" in next) || !("claim" in dead))
      throw new Error("The next request was not let in.");
    await keepAnswer(deps, dead.claim, { status: 201, contentType: null, body: "late" });
    await dropClaim(deps, dead.claim);
    const row = await db
      .select()
      .from(keptAnswers)
      .where(eq(keptAnswers.requestId, next.claim.requestId))
      .get();
    expect(row).toMatchObject({ status: null, body: null });
  });

  it("of a crashed request let its retry create the same object, even overnight; another body or another day creates a new one", async () => {
    const deps = createTestDeps();
    const claim = async (body = "{}") => {
      const outcome = await claimRequest(deps, {
        ...request,
        body: new TextEncoder().encode(body),
      });
      if (!("claim" in outcome)) throw new Error("The request was not let in.");
      return outcome.claim;
    };
    const { subjectId } = await claim();
    expect(subjectId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    deps.pass(3_600_000);
    await purgeAll(deps, answersPurge);
    const again = await claim();
    expect(again.subjectId).toBe(subjectId);
    deps.pass(60_000);
    const other = await claim("[]");
    expect(other.subjectId).not.toBe(subjectId);
    await keepAnswer(deps, other, { status: 201, contentType: null, body: null });
    deps.pass(DAY);
    expect((await claim("[]")).subjectId).not.toBe(other.subjectId);
  });
});
