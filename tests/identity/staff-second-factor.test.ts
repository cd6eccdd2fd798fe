import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { assertCan, can, type Role } from "../../app/lib/permissions";
import { createAccessToken } from "../../app/modules/identity/tokens/tokens.server";
import { changeRole } from "../../app/modules/identity/users/user-commands.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { passkeys, users } from "../../db/schema";
import {
  addPerson,
  addSession,
  addSignedIn,
  emptyPeople,
  failureOf,
  ORIGIN,
  personOf,
} from "../helpers/people";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

/** A staff account as the next request sees it. */
const again = async (id: string) => {
  const { actor } = await addSession(deps, id);
  await deps.settle();
  return actor;
};

describe("the second factor of staff", () => {
  test.each(["moderator", "admin", "owner"] as const)(
    "is required of a new %s after seven days; without it they have a member's permissions",
    async (role) => {
      const { id, actor } = await addSignedIn(deps, { role });
      await deps.settle();
      const dueAt = deps.clock.now() + 7 * DAY;
      expect(actor).toMatchObject({ lacksSecondFactor: false, secondFactorDueAt: dueAt });
      expect((await personOf(deps, id)).secondFactorDueAt).toBe(dueAt);
      deps.pass(7 * DAY - 1);
      expect((await again(id)).lacksSecondFactor).toBe(false);
      deps.pass(1);
      const late = await again(id);
      expect(late.lacksSecondFactor).toBe(true);
      expect([
        can(late, "account:manage"),
        can(late, "event:create"),
        can(late, "admin:enter"),
      ]).toEqual([true, true, false]);
      const refused = await failureOf(
        Promise.resolve().then(() => assertCan(late, "event:moderate")),
      );
      expect(refused).toMatchObject({
        code: "forbidden",
        sentence: { message: "errors:issue.secondFactorDue" },
      });
    },
  );

  const FACTORS: [name: string, add: (id: string) => Promise<unknown>][] = [
    [
      "an app",
      (id) =>
        deps.db
          .update(users)
          .set({ totpSecret: "sealed", totpEnabledAt: 1 })
          .where(eq(users.id, id)),
    ],
    [
      "a passkey",
      (id) =>
        deps.db.insert(passkeys).values({
          id: crypto.randomUUID(),
          userId: id,
          credentialId: "credential",
          publicKey: "key",
          counter: 0,
          transports: [],
          name: "Phone",
          isBackedUp: false,
          createdAt: 1,
        }),
    ],
  ];
  test.each(FACTORS)(
    "can be %s; they keep their permissions and see no banner",
    async (_name, add) => {
      const { id } = await addSignedIn(deps, { role: "admin" });
      await add(id);
      deps.pass(8 * DAY);
      expect(await again(id)).toMatchObject({ lacksSecondFactor: false, secondFactorDueAt: null });
    },
  );

  test("is not required of members, but of promoted ones after seven days", async () => {
    const { id } = await addSignedIn(deps);
    const owner = await addSignedIn(deps, { email: "owner@example.com", role: "owner" });
    deps.pass(3 * DAY);
    expect(await again(id)).toMatchObject({ lacksSecondFactor: false, secondFactorDueAt: null });
    const promote = (role: Role) => changeRole(deps, owner.actor, id, role);
    await promote("moderator");
    expect((await personOf(deps, id)).secondFactorDueAt).toBe(deps.clock.now() + 7 * DAY);
    deps.pass(DAY);
    await promote("admin");
    expect((await personOf(deps, id)).secondFactorDueAt).toBe(deps.clock.now() + 6 * DAY);
    await promote("user");
    expect((await personOf(deps, id)).secondFactorDueAt).toBeNull();
  });

  test("is not required while the setting is off; switched on, it gives seven days", async () => {
    await changeSettings(deps, "security", { requireStaffSecondFactor: false }, null);
    const { id, actor } = await addSignedIn(deps, { role: "moderator" });
    expect(actor.secondFactorDueAt).toBeNull();
    deps.pass(30 * DAY);
    expect((await again(id)).lacksSecondFactor).toBe(false);
    await changeSettings(deps, "security", { requireStaffSecondFactor: true }, null);
    expect((await personOf(deps, id)).secondFactorDueAt).toBe(deps.clock.now() + 7 * DAY);
    expect((await again(id)).lacksSecondFactor).toBe(false);
    deps.pass(7 * DAY);
    expect((await again(id)).lacksSecondFactor).toBe(true);
  });

  test("is not required of demo accounts in a local run, but anywhere else", async () => {
    const id = await addPerson(deps, { email: "owner@rooydad.example", role: "owner" });
    deps.isLocal = true;
    expect((await again(id)).secondFactorDueAt).toBeNull();
    deps.isLocal = false;
    expect((await again(id)).secondFactorDueAt).not.toBeNull();
  });
});

describe("staff pages and API", () => {
  const signInStaff = (changes: Partial<typeof users.$inferInsert>) =>
    signInAs(workerDeps(), "admin", {
      email: `laleh-${crypto.randomUUID()}@example.com`,
      ...changes,
    });

  test("show a banner with the remaining days and a link to the security page", async () => {
    const { get } = await signInStaff({ secondFactorDueAt: Date.now() + 3 * DAY });
    const html = await (await get("/admin/dashboard")).text();
    expect(html).toContain("You have 3 days left to set up a second factor");
    expect(html).toContain('href="/account/security"');
    expect(await (await get("/account")).text()).toContain("You have 3 days left");
  });

  test("lead to the security page with the reason once no days are left", async () => {
    const { get, post, id, sessionId } = await signInStaff({ secondFactorDueAt: Date.now() - 1 });
    for (const path of [
      "/admin/dashboard",
      "/admin/users",
      "/admin/platform-settings/security",
      "/admin/audit-log.csv",
    ]) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("Location")]).toEqual([
        path,
        302,
        "/account/security",
      ]);
    }
    expect(
      (
        await post("/admin/platform-settings/security", { requireStaffSecondFactor: "" })
      ).headers.get("Location"),
    ).toBe("/account/security");
    const page = await get("/account/security");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("To use the staff area, set up a second factor");
    const token = await createAccessToken(workerDeps(), id, sessionId);
    const ask = (path: string, language: string) =>
      SELF.fetch(`${ORIGIN}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${token}`, "Accept-Language": language },
      });
    const refused = await ask("/admin/badge-counts", "en");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: "forbidden",
      message:
        "Staff need a second factor. Set up a passkey or an authenticator app under Account → Security, then come back.",
    });
    expect(
      ((await (await ask("/admin/badge-counts", "fa")).json()) as { message: string }).message,
    ).toContain("مرحلهٔ دوم");
    expect((await ask("/users/profile", "en")).status).toBe(200);
  });
});
