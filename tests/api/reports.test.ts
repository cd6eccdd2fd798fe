import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { autoHidingPauses, eventFlags, events, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { bearerOf } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addActor } from "../helpers/organizers";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const DAY = 86_400_000;
/** Client address as set by the platform. */
const from = (address: string) => ({ "CF-Connecting-IP": address });
let cityId: string;

beforeAll(async () => {
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});

const published = async (count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createEvent(deps.db, { cityId, startsAt: Date.now() + DAY })).id);
  return ids;
};
const as = async (id: string) => ({ Authorization: await bearerOf(deps, id) });
const report = async (id: string, headers: Record<string, string>) =>
  (await ask(`/events/${id}/flags`, { method: "POST", headers, body: { reason: "spam" } })).status;
const hidden = async (ids: string[]) =>
  (await deps.db.select({ id: events.id, status: events.status }).from(events)).filter(
    ({ id, status }) => ids.includes(id) && status === "flagged",
  ).length;

/** A network that no other test file uses: limits per network outlast a file. */
const SCRIPT = "192.0.2.201";

describe("a script that reports every event", () => {
  it("with three new accounts hides nothing: they cannot report without a confirmed address", async () => {
    const ids = await published(10);
    for (let index = 0; index < 3; index += 1) {
      const email = `throw-away-${index}@example.com`;
      const password = "a long quiet evening";
      const signedUp = await ask("/identity/sign-up", {
        method: "POST",
        headers: from(SCRIPT),
        body: { email, password, displayName: "Nobody", isAdult16: true, acceptsTerms: true },
      });
      expect(signedUp.status).toBeLessThan(300);
      const { body } = await askJson<{ idToken: string }>("/identity/sign-in", {
        method: "POST",
        headers: from(SCRIPT),
        body: { email, password },
      });
      const { body: session } = await askJson<{ access_token: string }>("/auth/login", {
        method: "POST",
        headers: from(SCRIPT),
        body: { firebaseToken: body.idToken },
      });
      const headers = { Authorization: `Bearer ${session.access_token}`, ...from(SCRIPT) };
      for (const id of ids.slice(0, 3)) expect(await report(id, headers)).toBe(403);
      // The address is verified, but the account is too young to count.
      await deps.db
        .update(users)
        .set({ emailVerifiedAt: Date.now() })
        .where(eq(users.email, email));
      for (const id of ids) expect(await report(id, headers)).toBe(204);
    }
    expect(await hidden(ids)).toBe(0);
    expect(
      new Set((await deps.db.select().from(eventFlags)).map(({ uncounted }) => uncounted)),
    ).toEqual(new Set(["new-account"]));
  });

  it("with many old accounts of one network hides nothing if each reports every event, and never more than five an hour", async () => {
    await deps.db.delete(eventFlags);
    const ids = await published(10);
    const accounts = await Promise.all(
      Array.from({ length: 10 }, async () => as((await addActor(deps, "user", 10)).id)),
    );
    for (const headers of accounts)
      for (const id of ids)
        expect(await report(id, { ...headers, ...from("198.51.100.9") })).toBe(204);
    // Twenty reports count in total, and no event has six of them.
    expect(
      (await deps.db.select().from(eventFlags)).filter(({ weight }) => weight > 0),
    ).toHaveLength(20);
    expect(await hidden(ids)).toBe(0);

    const others = await published(7);
    for (const [index, id] of others.entries())
      for (let turn = 0; turn < 2; turn += 1) {
        const headers = await as((await addActor(deps, "user", 70)).id);
        expect(
          await report(id, { ...headers, ...from(`203.0.113.${100 + index * 2 + turn}`) }),
        ).toBe(204);
      }
    expect(await hidden(others)).toBe(5);
    expect(await deps.db.$count(autoHidingPauses)).toBe(1);
  });
});

describe("moderators", () => {
  it("read reports with their weights, and withdraw those of chosen accounts in one call", async () => {
    await deps.db.delete(eventFlags);
    const moderator = await as((await addActor(deps, "moderator")).id);
    const reporter = await addActor(deps, "user", 40);
    const [id = ""] = await published(1);
    await report(id, await as(reporter.id));
    const { body } = await askJson<{ items: Record<string, unknown>[] }>("/admin/reports", {
      headers: moderator,
    });
    expect(body.items).toEqual([
      expect.objectContaining({
        eventId: id,
        weight: 1,
        uncounted: null,
        reporter: { id: reporter.id, displayName: expect.any(String) },
      }),
    ]);
    const withdraw = (accounts: unknown, headers: Record<string, string>) =>
      askJson<object>("/admin/reports/withdraw", { method: "POST", headers, body: { accounts } });
    expect((await withdraw([reporter.id], await as(reporter.id))).status).toBe(403);
    expect((await withdraw([], moderator)).status).toBe(422);
    expect((await withdraw([reporter.id], moderator)).body).toEqual({ reports: 1, restored: 0 });
    expect(
      (await askJson<{ items: unknown[] }>("/admin/reports?limit=5", { headers: moderator })).body
        .items,
    ).toEqual([]);
    expect((await ask("/admin/reports?cursor=none", { headers: moderator })).status).toBe(400);
  });
});
