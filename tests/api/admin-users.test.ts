import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../app/lib/permissions";
import { sealAuditEntries, verifyAuditChain } from "../../app/modules/audit/audit-chain.server";
import { listAuditEntries } from "../../app/modules/audit/list-entries.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import {
  cancelDeletion,
  deleteDueAccounts,
} from "../../app/modules/identity/users/delete-account.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { findUsers, listUsers } from "../../app/modules/identity/users/find-users.server";
import type { UserJson } from "../../app/modules/identity/users/queries.server";
import { userSearchKey } from "../../app/modules/identity/users/queries.server";
import { removeUsers } from "../../app/modules/identity/users/remove-users.server";
import {
  changeRole,
  deactivateUser,
  reactivateUser,
  updateUser,
} from "../../app/modules/identity/users/user-commands.server";
import { userLoader } from "../../app/routes/admin/users/user/user.server";
import { usersLoader } from "../../app/routes/admin/users/users.server";
import {
  auditEntries,
  auditPersonal,
  digestItems,
  digests,
  ingestionTexts,
  ingestionWizards,
  mails,
  notifications,
  pushes,
  pushSubscriptions,
  sessions,
  users,
  userTopics,
} from "../../db/schema";
import { notificationStatement } from "../factories/notification";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addSession, emptyPeople, entriesOf, failureOf, personOf } from "../helpers/people";
import { recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { anotherBrowser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const deps = createTestDeps();
const { db } = deps;
const actor = (id: string, role: Role) => ({ id, role, isVerified: true, sessionId: "none" });
const tokenOf = async (id: string) => ({ Authorization: await bearerOf(workerDeps(), id) });

const person = (changes: Parameters<typeof createUser>[1] = {}) => createUser(db, changes);
const staff = async (role: Role) => {
  const { id } = await person({ role });
  return { id, actor: actor(id, role), headers: await tokenOf(id) };
};
const reasonOf = async (work: Promise<unknown>) => {
  const { code, issues } = await failureOf(work);
  return [code, issues[0]?.message];
};

interface List {
  users: UserJson[];
  lastDoc: string | null;
  hasMore: boolean;
}

beforeEach(() => emptyPeople(deps));

describe("GET /users", () => {
  it("returns 60 people in pages of 25 by lastDoc, each once, newest first", async () => {
    const { headers } = await staff("admin");
    for (let n = 0; n < 60; n++) await person({ createdAt: 1_000 + Math.floor(n / 3) });
    const seen: UserJson[] = [];
    const sizes: number[] = [];
    for (let after = ""; ; ) {
      const { status, body } = await askJson<List>(`/users${after && `?startAfter=${after}`}`, {
        headers,
      });
      expect(status).toBe(200);
      seen.push(...body.users);
      sizes.push(body.users.length);
      expect(body.lastDoc).toBe(body.users.at(-1)?.id);
      if (!body.hasMore) break;
      after = body.lastDoc ?? "";
    }
    expect(sizes).toEqual([25, 25, 11]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(61);
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("applies limit and role, and leaves out deleted accounts", async () => {
    const { id, headers } = await staff("admin");
    const moderator = await person({ role: "moderator" });
    await person({ role: "moderator", deletedAt: 1 });
    const { body } = await askJson<List>("/users?role=moderator&limit=1", { headers });
    expect([body.users.map((user) => user.id), body.hasMore]).toEqual([[moderator.id], false]);
    expect(
      (await askJson<List>("/users?limit=100", { headers })).body.users
        .map((user) => user.id)
        .sort(),
    ).toEqual([id, moderator.id].sort());
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=many", "limit"],
    ["role=king", "role"],
    ["startAfter=x", "startAfter"],
    ["startAfter=019b0000-0000-7000-b000-00000000ffff", "startAfter"],
  ])("refuses ?%s", async (query, path) => {
    const { headers } = await staff("admin");
    expect(await askJson(`/users?${query}`, { headers })).toMatchObject({
      status: 400,
      body: { code: "bad-request", issues: [{ path }] },
    });
  });
});

describe("searching people", () => {
  const namesOf = async (query: Partial<Parameters<typeof findUsers>[1]>, window?: number) =>
    (await findUsers(deps, { inEmail: true, limit: 25, ...query }, window)).users.map(
      ({ displayName }) => displayName,
    );

  beforeEach(async () => {
    await person({ displayName: "Sara Mohebbi", email: "sara@rooydad.example", createdAt: 1 });
    await person({ displayName: "نسرین کمالی", email: "nasrin@example.com", createdAt: 2 });
    await person({ displayName: "Ali", email: "x@quiet.example", createdAt: 3, isActive: false });
    await person({
      displayName: "Samira",
      email: "samira@example.com",
      createdAt: 4,
      role: "moderator",
    });
  });

  it.each([
    ["MOHEB", ["Sara Mohebbi"]],
    ["sara@rooy", ["Sara Mohebbi"]],
    ["نسرين", ["نسرین کمالی"]],
    ["example.com", ["Samira", "نسرین کمالی"]],
    ["quiet", ["Ali"]],
    ["sa", ["Samira", "Sara Mohebbi"]],
    ["%", []],
    ['"', []],
    ["'; DROP TABLE users", []],
    ["x".repeat(500), []],
  ])("by %j finds %j", async (words, expected) => {
    expect(await namesOf({ words })).toEqual(expected);
  });

  it("with filters, and without addresses for those who may not see them", async () => {
    expect(await namesOf({ words: "sam", role: "moderator" })).toEqual(["Samira"]);
    expect(await namesOf({ isActive: false })).toEqual(["Ali"]);
    expect(await namesOf({ words: "example", inEmail: false })).toEqual([]);
    expect(await namesOf({ words: "mohebbi", inEmail: false })).toEqual(["Sara Mohebbi"]);
  });

  it("resumes on the next page after a window that ended early", async () => {
    for (const query of [
      { words: "sar" },
      { words: "sa", inEmail: false },
      { isActive: true, role: "user" as const, words: "mohebbi" },
    ]) {
      let next: string | null | undefined;
      const found: string[] = [];
      let pages = 0;
      do {
        const page = await findUsers(
          deps,
          { inEmail: true, limit: 25, ...query, ...(next && { after: next }) },
          2,
        );
        found.push(...page.users.map(({ displayName }) => displayName));
        next = page.next;
        pages += 1;
      } while (next !== null && pages < 10);
      expect([query, found.filter((name) => name === "Sara Mohebbi")]).toEqual([
        query,
        ["Sara Mohebbi"],
      ]);
    }
  });

  it("scans no whole table, whatever the query", async () => {
    const { actor: admin } = await staff("admin");
    const recording = recordDatabase(env.DB);
    const own = { ...deps, db: recording.db };
    const context = requestContext(own, { locale: "fa", signedIn: admin });
    for (const query of [
      "",
      "q=sara",
      "q=sa",
      "role=user",
      "q=sara&role=user",
      "state=inactive",
      `after=${admin.id}`,
      `delete=${admin.id}`,
    ])
      await usersLoader(context, new URLSearchParams(query));
    const before = recording.roundTrips;
    await userLoader(context, admin.id, new URLSearchParams());
    expect(recording.roundTrips - before).toBe(1);
    for (const { sql: text, parameters } of recording.statements) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      const isBounded = /limit \?\) "among"/.test(text);
      const scans = results
        .map(({ detail }) => detail)
        .filter(
          (detail) =>
            !isBounded &&
            /^SCAN (?!json_each|value)/.test(detail) &&
            !/VIRTUAL TABLE|CONSTANT/.test(detail),
        );
      expect([text, scans]).toEqual([text, []]);
    }
  });
});

describe("PATCH /users/{id}/role", () => {
  const patch = (id: string, role: unknown, headers: Record<string, string>) =>
    askJson<UserJson & { issues?: { path: string; message: string }[] }>(`/users/${id}/role`, {
      method: "PATCH",
      headers,
      body: { role },
    });

  it("lets an admin make a member a moderator; all their sessions end, and before and after are recorded", async () => {
    const admin = await staff("admin");
    const member = await signInAs(deps);
    const api = await tokenOf(member.id);
    const { status, body } = await patch(member.id, "moderator", admin.headers);
    expect([status, body.role]).toEqual([200, "moderator"]);
    expect((await ask("/users/me", { headers: api })).status).toBe(401);
    expect((await member.get("/account")).headers.get("Location")).toContain("/login");
    const [entry] = await entriesOf(deps, "user.role-changed", member.id);
    expect(entry).toMatchObject({
      actorId: admin.id,
      metadata: { before: { role: "user" }, after: { role: "moderator" } },
    });
  });

  it.each([
    ["admin", "user", "user", 422, "Selected role is the same as current role"],
    ["admin", "user", "admin", 403, "You do not have permission to assign this role."],
    ["admin", "admin", "user", 403, "You do not have permission to assign this role."],
    ["admin", "owner", "user", 403, "The owner’s account can’t be changed."],
    ["owner", "user", "owner", 403, "You do not have permission to assign this role."],
    ["owner", "user", "king", 422, "One of user, moderator and admin."],
  ] as const)("given %s, refuses to make %s %s", async (by, from, to, status, message) => {
    const admin = await staff(by);
    const target = await person({ role: from });
    const answer = await patch(target.id, to, admin.headers);
    expect([answer.status, answer.body.issues]).toEqual([status, [{ path: "role", message }]]);
    expect((await personOf(deps, target.id)).role).toBe(from);
  });

  it.each(["moderator", "admin"] as const)(
    "given an unconfirmed address, refuses to make the account %s until it is confirmed",
    async (to) => {
      const owner = await staff("owner");
      const target = await person({ emailVerifiedAt: null });
      const answer = await patch(target.id, to, owner.headers);
      const message = "Only an account with a confirmed email address can get a higher role.";
      expect([answer.status, answer.body.issues]).toEqual([403, [{ path: "role", message }]]);
      expect((await personOf(deps, target.id)).role).toBe("user");
      await db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, target.id));
      expect((await patch(target.id, to, owner.headers)).status).toBe(200);
    },
  );

  it("refuses one's own role, and answers 404 for an unknown account", async () => {
    const owner = await staff("owner");
    const admin = await staff("admin");
    expect((await patch(admin.id, "user", admin.headers)).body.issues?.[0]?.message).toBe(
      "You can’t change your own role.",
    );
    expect(
      (await patch("019b0000-0000-7000-b000-00000000ffff", "user", owner.headers)).status,
    ).toBe(404);
  });

  it("given two concurrent requests, accepts one and answers conflict to the other", async () => {
    const [first, second] = [await staff("owner"), await staff("admin")];
    const target = await person();
    const work = [
      changeRole(deps, first.actor, target.id, "moderator"),
      changeRole(deps, second.actor, target.id, "moderator"),
    ];
    const outcomes = await Promise.allSettled(work);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await entriesOf(deps, "user.role-changed", target.id)).toHaveLength(1);
  });

  it("given an admin who loses the role before the write, changes nothing", async () => {
    const admin = await staff("admin");
    const target = await person();
    await db.update(users).set({ role: "user" }).where(eq(users.id, admin.id));
    expect(await reasonOf(changeRole(deps, admin.actor, target.id, "moderator"))).toEqual([
      "conflict",
      "errors:issue.stale",
    ]);
    expect((await personOf(deps, target.id)).role).toBe("user");
  });
});

describe("POST /users/{id}/deactivate and /reactivate", () => {
  it("closes every session and socket at once, and reopens the account", async () => {
    const admin = await staff("admin");
    const member = await signInAs(deps);
    const other = await anotherBrowser(deps, member.id);
    await deactivateUser(deps, admin.actor, member.id);
    await deps.settle();
    expect(deps.closed.at(-1)).toEqual({ userId: member.id, sessionId: null });
    expect((await other.get("/account")).headers.get("Location")).toContain("/login");
    expect(await db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual([]);
    expect(await findSignedIn(deps, null)).toBeNull();
    const { body } = await askJson<UserJson>(`/users/${member.id}/reactivate`, {
      method: "POST",
      headers: admin.headers,
    });
    expect(body.isActive).toBe(true);
    expect([
      (await entriesOf(deps, "user.deactivated", member.id)).length,
      (await entriesOf(deps, "user.reactivated", member.id)).length,
    ]).toEqual([1, 1]);
  });

  it("given the same request twice, acts once", async () => {
    const admin = await staff("admin");
    const member = await person();
    for (const _ of [1, 2]) {
      const { status, body } = await askJson<UserJson>(`/users/${member.id}/deactivate`, {
        method: "POST",
        headers: admin.headers,
      });
      expect([status, body.isActive]).toEqual([200, false]);
    }
    expect(await entriesOf(deps, "user.deactivated", member.id)).toHaveLength(1);
  });

  it.each([
    ["admin", "admin", "errors:issue.outranked"],
    ["admin", "owner", "errors:issue.ownerStays"],
    ["owner", "owner", "errors:issue.ownerStays"],
  ] as const)("given %s, refuses %s", async (by, role, reason) => {
    const { actor: who } = await staff(by);
    const target = await person({ role });
    for (const work of [deactivateUser, reactivateUser])
      expect(await reasonOf(work(deps, who, target.id))).toEqual(["forbidden", reason]);
  });

  it("refuses one's own account", async () => {
    const { actor: who } = await staff("admin");
    expect(await reasonOf(deactivateUser(deps, who, who.id))).toEqual([
      "forbidden",
      "errors:issue.ownAccount",
    ]);
  });
});

describe("queries without words", () => {
  it.each([
    "ab\0cdef",
    "\0\0\0",
    '"',
    '""""',
    'abc" OR "def',
    "NEAR(abc def)",
    "abc*",
    "%%%",
    "^abc",
    "user_id:abc",
  ])("like %j find no account and never fail", async (words) => {
    const { headers, actor: who } = await staff("admin");
    expect((await listUsers(deps, who, { q: words })).users).toEqual([]);
    if (words.length < 2) return;
    expect(
      (await ask(`/users/search/query?q=${encodeURIComponent(words)}`, { headers })).status,
    ).toBe(200);
  });
});

describe("DELETE /users/{id}", () => {
  it("closes the account at once and erases it after 14 days; reactivation cancels that", async () => {
    const admin = await staff("admin");
    const [gone, kept] = [await person(), await person()];
    for (const { id } of [gone, kept])
      expect((await ask(`/users/${id}`, { method: "DELETE", headers: admin.headers })).status).toBe(
        204,
      );
    expect(
      (await ask(`/users/${gone.id}`, { method: "DELETE", headers: admin.headers })).status,
    ).toBe(204);
    expect(await entriesOf(deps, "user.deletion-ordered", gone.id)).toHaveLength(1);
    expect((await personOf(deps, gone.id)).isActive).toBe(false);
    await reactivateUser(deps, admin.actor, kept.id);
    const later = createTestDeps(Date.now() + 15 * 86_400_000);
    await deleteDueAccounts(later);
    expect([(await personOf(deps, gone.id)).email, (await personOf(deps, kept.id)).email]).toEqual([
      null,
      kept.email,
    ]);
    expect(
      (await ask(`/users/${gone.id}`, { method: "DELETE", headers: admin.headers })).status,
    ).toBe(404);
  });

  it("emails the person in their language and calendar, in the batch that closes the account", async () => {
    const admin = await staff("admin");
    const far = { timeZone: "Asia/Tehran", emailVerifiedAt: 1 } as const;
    const [sara, john] = [
      await person({ displayName: "سارا", preferredLanguage: "fa", ...far }),
      await person({ displayName: "John", preferredLanguage: "en", ...far }),
    ];
    const stranger = await person({ emailVerifiedAt: null });
    await removeUsers(deps, admin.actor, [sara.id, john.id, stranger.id]);
    await removeUsers(deps, admin.actor, [sara.id]);
    const written = await db
      .select()
      .from(mails)
      .where(eq(mails.kind, "accountClosed"))
      .orderBy(mails.locale);
    expect(written.map(({ userId, toAddress, locale }) => [userId, toAddress, locale])).toEqual([
      [john.id, john.email, "en"],
      [sara.id, sara.email, "fa"],
    ]);
    expect(written.map(({ subject }) => subject)).toEqual([
      "Your Rooydad account has been closed",
      "حساب شما در رویداد بسته شد",
    ]);
    for (const mail of written) expect(mail.text).not.toMatch(/\{\{|mail:/);
    expect(deps.sent.filter(({ type }) => type === "mail.send").map(({ id }) => id)).toEqual(
      expect.arrayContaining(written.map(({ id }) => id)),
    );
  });

  it("given a deletion revoked while the nightly job runs, keeps the account's data", async () => {
    const [kept, gone] = [await person({ deleteAfter: 1 }), await person({ deleteAfter: 1 })];
    await addSession(deps, kept.id);
    let isFirst = true;
    const changing = new Proxy(db, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name);
        return async (statements: Parameters<typeof db.batch>[0]) => {
          if (isFirst) await cancelDeletion(deps, actor(kept.id, "user"));
          isFirst = false;
          return target.batch(statements);
        };
      },
    });
    expect(await deleteDueAccounts({ ...deps, db: changing })).toBe(1);
    expect([(await personOf(deps, kept.id)).email, (await personOf(deps, gone.id)).email]).toEqual([
      kept.email,
      null,
    ]);
    expect(await db.select().from(sessions).where(eq(sessions.userId, kept.id))).toHaveLength(1);
    expect([
      await entriesOf(deps, "user.deleted", kept.id),
      (await entriesOf(deps, "user.deleted", gone.id)).length,
    ]).toEqual([[], 1]);
  });

  it("deletes the person's notifications, which the export holds until then", async () => {
    const gone = await person({ deleteAfter: 1 });
    await notificationStatement(deps, {
      userId: gone.id,
      type: "rejection",
      kind: "event-rejected",
      values: { title: { en: "A private evening", fa: null }, reason: "It is somebody's home." },
      actionPath: null,
      relatedEntityId: null,
      idempotencyKey: gone.id,
    });
    const exported = await exportAccount(deps, actor(gone.id, "user"));
    expect(exported.notifications).toMatchObject([
      { kind: "event-rejected", values: { reason: "It is somebody's home." } },
    ]);
    await deleteDueAccounts(deps);
    expect(await db.select().from(notifications).where(eq(notifications.userId, gone.id))).toEqual(
      [],
    );
  });

  it("exports and deletes all notification data of a person, without browser keys [S-133]", async () => {
    const gone = await person({
      deleteAfter: 1,
      cities: ["tehran"],
      interests: ["music"],
      allowsMailTracking: true,
    });
    const now = Date.now();
    const values = { title: { en: "A private evening", fa: null } };
    await db.batch([
      db.insert(digestItems).values({
        userId: gone.id,
        domainEventId: "c",
        kind: "event-changed",
        values,
        createdAt: now,
      }),
      db.insert(digests).values({
        userId: gone.id,
        period: "daily:2026-12-08",
        events: [["e", 1]],
        createdAt: now,
      }),
      db.insert(pushSubscriptions).values({
        id: `s-${gone.id}`,
        userId: gone.id,
        endpoint: `https://push.example/capability-${gone.id}`,
        p256dh: "a-public-key",
        auth: "a-secret",
        locale: "en",
        createdAt: now,
      }),
      db.insert(pushes).values({
        id: `p-${gone.id}`,
        idempotencyKey: gone.id,
        subscriptionId: `s-${gone.id}`,
        userId: gone.id,
        kind: "event-changed",
        payload: { title: "Changed" },
        dueAt: now,
        createdAt: now,
      }),
      db.insert(mails).values({
        id: crypto.randomUUID(),
        idempotencyKey: gone.id,
        kind: "resetPassword",
        userId: gone.id,
        toAddress: "gone@rooydad.example",
        locale: "en",
        subject: "A new password",
        text: "/reset-password?token=lets-in",
        html: "/reset-password?token=lets-in",
        isSecret: true,
        openedAt: now,
        dueAt: now,
        createdAt: now,
      }),
      db.insert(ingestionWizards).values({
        id: `w-${gone.id}`,
        userId: gone.id,
        values: { month: "2026-12" } as never,
        createdAt: now,
        updatedAt: now,
      }),
      db
        .insert(ingestionTexts)
        .values({ ownerId: `w-${gone.id}`, part: 0, body: "An answer", createdAt: now }),
    ]);
    const exported = await exportAccount(deps, actor(gone.id, "user"));
    expect(exported).toMatchObject({
      user: { allowsMailTracking: true, mailRefusedAt: null },
      newsForDigests: [{ kind: "event-changed", values }],
      digests: [{ period: "daily:2026-12-08", events: [["e", 1]] }],
      pushSubscriptions: [{ service: "push.example", locale: "en" }],
      pushes: [{ kind: "event-changed", payload: { title: "Changed" } }],
      mails: [{ subject: "A new password", openedAt: now, clickedAt: null }],
      ingestionWizards: [{ values: { month: "2026-12" } }],
    });
    expect([...(exported.topics as string[])].sort()).toEqual(["city:tehran", "interest:music"]);
    expect(JSON.stringify(exported)).not.toMatch(/capability-|a-public-key|a-secret|lets-in/);
    await deleteDueAccounts(deps);
    for (const table of [
      digestItems,
      digests,
      pushSubscriptions,
      pushes,
      mails,
      ingestionWizards,
      userTopics,
    ])
      expect(await db.select().from(table).where(eq(table.userId, gone.id))).toEqual([]);
    expect(
      await db
        .select()
        .from(ingestionTexts)
        .where(eq(ingestionTexts.ownerId, `w-${gone.id}`)),
    ).toEqual([]);
  });

  it("given several, deletes each individually and records all", async () => {
    const admin = await staff("admin");
    const [one, two, above] = [await person(), await person(), await person({ role: "owner" })];
    const nobody = "019b0000-0000-7000-b000-00000000ffff";
    expect(
      await removeUsers(deps, admin.actor, [one.id, above.id, two.id, nobody, one.id]),
    ).toEqual([
      { id: one.id, refusal: null },
      { id: above.id, refusal: "errors:issue.ownerStays" },
      { id: two.id, refusal: null },
      { id: nobody, refusal: "errors:not-found" },
    ]);
    const [entry] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "user.bulk-deleted"));
    expect(entry?.metadata).toEqual({ deleted: [one.id, two.id], refused: [above.id, nobody] });
  });
});

describe("PUT /users/{id}", () => {
  it("corrects the given fields, finds the person by the new name, and records both", async () => {
    const admin = await staff("admin");
    const member = await person({
      displayName: "Rude Name",
      photoUrl: "https://pictures.example/a.png",
    });
    const { status, body } = await askJson<UserJson>(`/users/${member.id}`, {
      method: "PUT",
      headers: admin.headers,
      body: { displayName: "  Kind   Name ", photoURL: null },
    });
    expect([status, body.displayName, body.photoURL, body.email]).toEqual([
      200,
      "Kind Name",
      null,
      member.email,
    ]);
    expect(
      (await listUsers(deps, admin.actor, { q: "kind na" })).users.map(({ id }) => id),
    ).toEqual([member.id]);
    const [entry] = await entriesOf(deps, "user.corrected", member.id);
    expect(entry?.metadata).toMatchObject({
      before: { displayName: "Rude Name" },
      after: { displayName: "Kind Name" },
    });
  });

  it("given an address that changes at the same moment, keeps both in the search index", async () => {
    const admin = await staff("admin");
    const member = await person({ displayName: "Old Name" });
    let isFirst = true;
    const racing = new Proxy(db, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name);
        return async (statements: Parameters<typeof db.batch>[0]) => {
          const email = "moved@rooydad.example";
          if (isFirst)
            await target
              .update(users)
              .set({ email, searchKey: userSearchKey("Old Name", email) })
              .where(eq(users.id, member.id));
          isFirst = false;
          return target.batch(statements);
        };
      },
    });
    await updateUser({ ...deps, db: racing }, admin.actor, member.id, { displayName: "New Name" });
    expect((await personOf(deps, member.id)).searchKey).toBe(
      userSearchKey("New Name", "moved@rooydad.example"),
    );
  });

  it("keeps personal data out of the audit chain: it is deleted with the account, and the chain still holds", async () => {
    const admin = await staff("admin");
    const [gone, kept] = [
      await person({ displayName: "Ali Private", deleteAfter: 1 }),
      await person({ displayName: "Mina Private" }),
    ];
    for (const { id } of [gone, kept])
      await updateUser(deps, admin.actor, id, { displayName: "Corrected" });
    await sealAuditEntries(deps);
    const sealed = JSON.stringify(await db.select().from(auditEntries));
    expect([sealed.includes("Ali Private"), sealed.includes("Mina Private")]).toEqual([
      false,
      false,
    ]);
    await deleteDueAccounts(deps);
    await sealAuditEntries(deps);
    expect((await verifyAuditChain(deps)).faults).toEqual([]);
    const { items } = await listAuditEntries(
      deps,
      admin.actor,
      { action: "user.corrected" },
      null,
      10,
    );
    expect(
      new Map(items.map(({ entityId, withheld, metadata }) => [entityId, [withheld, metadata]])),
    ).toEqual(
      new Map([
        [gone.id, ["erased", { fields: ["displayName"] }]],
        [
          kept.id,
          [null, { before: { displayName: "Mina Private" }, after: { displayName: "Corrected" } }],
        ],
      ]),
    );
    await db
      .update(auditPersonal)
      .set({ details: '{"before":{},"after":{}}' })
      .where(eq(auditPersonal.userId, kept.id));
    expect((await verifyAuditChain(deps)).faults).toMatchObject([{ kind: "changed" }]);
    await db.delete(auditPersonal).where(eq(auditPersonal.userId, kept.id));
    expect((await verifyAuditChain(deps)).faults).toMatchObject([{ kind: "emptied" }]);
  });

  it.each([
    [{ role: "owner" }, "role"],
    [{ isActive: false }, "isActive"],
    [{ email: "a@b.example" }, "email"],
    [{ displayName: "  " }, "displayName"],
    [{ photoURL: "https://x.example/" }, "photoURL"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
  ])("refuses %j", async (body, path) => {
    const admin = await staff("admin");
    const member = await person();
    const answer = await askJson(`/users/${member.id}`, {
      method: "PUT",
      headers: admin.headers,
      body,
    });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path }] } });
  });

  it("refuses a person of the same or a higher role", async () => {
    const { actor: who } = await staff("admin");
    const other = await person({ role: "admin" });
    expect(await reasonOf(updateUser(deps, who, other.id, { displayName: "Mine" }))).toEqual([
      "forbidden",
      "errors:issue.outranked",
    ]);
  });
});
