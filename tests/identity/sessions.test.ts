import { createExecutionContext, env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { changePassword } from "../../app/modules/identity/change-password.server";
import {
  findByAccessToken,
  findSignedIn,
  listSessions,
  readSecretCookie,
  secretCookie,
  sessionsPurge,
} from "../../app/modules/identity/sessions.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { revokeSessions, signOut } from "../../app/modules/identity/sign-out.server";
import { hashToken } from "../../app/modules/identity/tokens/user-tokens.server";
import { requestDeletion } from "../../app/modules/identity/users/delete-account.server";
import { sessions, users } from "../../db/schema";
import { app } from "../../worker/app";
import {
  addPerson,
  addSession,
  addSignedIn,
  CALLER,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

const enter = async (caller = CALLER) => {
  const result = await signIn(deps, { email: SARA.email, password: PASSWORD }, caller);
  if (result.kind !== "signed-in") throw new Error("A second factor was asked for.");
  return result;
};
const isOpen = async (token: string | null) => (await findSignedIn(deps, token)) !== null;

describe("a session", () => {
  test("is stored by the hash of its token only [S-65]", async () => {
    await addPerson(deps);
    const { session } = await enter();
    const rows = await deps.db.select().from(sessions);
    expect(rows).toMatchObject([
      { id: session.id, tokenHash: await hashToken(session.token ?? "") },
    ]);
    expect(JSON.stringify(rows)).not.toContain(session.token);
    expect(Buffer.from(session.token ?? "", "base64url")).toHaveLength(32);
  });

  test("gets its own token at each sign-in of a browser [S-66]", async () => {
    await addPerson(deps);
    const first = await enter();
    const second = await enter({ ...CALLER, device: first.device });
    expect(second.session.token).not.toBe(first.session.token);
  });

  test("ends 90 days after sign-in even if used, and after 30 days unused [S-68]", async () => {
    const { id, token } = await addSignedIn(deps);
    const unused = await addSession(deps, id);
    for (const days of [29, 29, 29]) {
      deps.pass(days * DAY);
      expect(await isOpen(token)).toBe(true);
      await deps.afterwards();
    }
    expect(await isOpen(unused.token)).toBe(false);
    deps.pass(3 * DAY - 1);
    expect(await isOpen(token)).toBe(true);
    deps.pass(1);
    expect(await isOpen(token)).toBe(false);
    await purgeAll(deps, sessionsPurge);
    deps.pass(1);
    await purgeAll(deps, sessionsPurge);
    expect(await deps.db.select().from(sessions)).toEqual([]);
  });

  test("is not written on use within the hour", async () => {
    const { token } = await addSignedIn(deps);
    deps.pass(3_600_000);
    await findSignedIn(deps, token);
    await deps.afterwards();
    const [row] = await deps.db.select().from(sessions);
    expect(row?.lastSeenAt).toBe(row?.createdAt);
  });

  test.each([null, "", "x", "x".repeat(43), "'; DROP TABLE sessions; --"])(
    "is not found by the token %j",
    async (token) => {
      await addSignedIn(deps);
      expect(await isOpen(token)).toBe(false);
    },
  );

  test("is not found by a hash from the database", async () => {
    const { token } = await addSignedIn(deps);
    expect(await isOpen(await hashToken(token))).toBe(false);
  });
});

describe("ending sessions", () => {
  const people = async () => {
    const sara = await addSignedIn(deps);
    const other = await addSession(deps, sara.id);
    const reza = await addSignedIn(deps, { email: "reza@example.com", displayName: "Reza" });
    return { sara, other, reza };
  };

  test("by signing out closes that session's sockets and keeps the other session [S-69]", async () => {
    const { sara, other } = await people();
    await signOut(deps, sara.actor);
    await deps.afterwards();
    expect(await isOpen(sara.token)).toBe(false);
    expect(await isOpen(other.token)).toBe(true);
    expect(deps.closed).toEqual([{ userId: sara.id, sessionId: sara.actor.sessionId }]);
    expect(await entriesOf(deps, "user.signed-out", sara.id)).toHaveLength(1);
  });

  test("in the list of sessions ends the chosen one only", async () => {
    const { sara, other } = await people();
    expect((await listSessions(deps, sara.id)).map(({ id }) => id).sort()).toEqual(
      [sara.actor.sessionId, other.actor.sessionId].sort(),
    );
    await revokeSessions(deps, sara.actor, other.actor.sessionId);
    expect(await isOpen(other.token)).toBe(false);
    expect(await isOpen(sara.token)).toBe(true);
  });

  test("in bulk keeps the current one and other users' sessions", async () => {
    const { sara, other, reza } = await people();
    await revokeSessions(deps, sara.actor, null);
    expect([await isOpen(sara.token), await isOpen(other.token), await isOpen(reza.token)]).toEqual(
      [true, false, true],
    );
    expect((await entriesOf(deps, "user.sessions-revoked", sara.id))[0]?.metadata).toEqual({
      sessionId: "others",
    });
  });

  test("by the id of another user's session has no effect", async () => {
    const { sara, reza } = await people();
    await revokeSessions(deps, sara.actor, reza.actor.sessionId);
    expect(await isOpen(reza.token)).toBe(true);
  });

  test("happens to the others after a new password, with their sockets closed [S-73]", async () => {
    const { sara, other } = await people();
    await changePassword(
      deps,
      sara.actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    await deps.afterwards();
    expect([await isOpen(sara.token), await isOpen(other.token)]).toEqual([true, false]);
    expect(deps.closed).toEqual([{ userId: sara.id, sessionId: null }]);
    expect(await entriesOf(deps, "user.password-changed", sara.id)).toMatchObject([
      { severity: "warning", sessionId: sara.actor.sessionId },
    ]);
  });

  test("does not happen with a wrong current password, which is refused beside its field and must wait after five [S-77]", async () => {
    const { sara, other } = await people();
    const change = (currentPassword: string) =>
      changePassword(deps, sara.actor, { currentPassword, newPassword: OTHER_PASSWORD }, CALLER);
    for (let turn = 0; turn < 5; turn++)
      expect(await issuesOf(change("wrong"))).toEqual({
        currentPassword: "errors:issue.currentPassword",
      });
    expect(await failureOf(change(PASSWORD))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 900,
    });
    expect(await isOpen(other.token)).toBe(true);
  });

  test("happens to the others on a deletion request, with their sockets closed", async () => {
    const { sara, other } = await people();
    await requestDeletion(deps, sara.actor, PASSWORD, CALLER);
    await deps.afterwards();
    expect([await isOpen(sara.token), await isOpen(other.token)]).toEqual([true, false]);
    expect(deps.closed).toEqual([{ userId: sara.id, sessionId: null }]);
    expect((await personOf(deps, sara.id)).deleteAfter).toBe(deps.clock.now() + 14 * DAY);
  });

  test("happens to all sessions and tokens of a deactivated user [S-72]", async () => {
    const { sara, other } = await people();
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, sara.id));
    expect([await isOpen(sara.token), await isOpen(other.token)]).toEqual([false, false]);
    expect(
      await findByAccessToken(deps, { userId: sara.id, sessionId: sara.actor.sessionId }),
    ).toBeNull();
  });
});

describe("the session cookie [S-78]", () => {
  const https = (cookie: string) =>
    new Request("https://rooydad.test/", { headers: { Cookie: cookie } });

  test("is __Host-, HttpOnly, Secure, SameSite=Lax and site-wide over https", () => {
    expect(secretCookie("session", https(""), "secret")).toBe(
      "__Host-rooydad-session=secret; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure",
    );
    expect(secretCookie("session", https(""), null)).toContain("Max-Age=0");
  });

  test("has its plain name on loopback, and is neither set nor read over any other http", () => {
    expect(secretCookie("session", new Request("http://127.0.0.1:8787/"), "secret")).toBe(
      "rooydad-session=secret; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax",
    );
    const plain = new Request("http://rooydad.test/", {
      headers: { Cookie: "rooydad-session=secret; __Host-rooydad-session=secret" },
    });
    expect(() => secretCookie("session", plain, "secret")).toThrow();
    expect(readSecretCookie("session", plain)).toBeNull();
  });

  test("without the prefix is ignored over https", () => {
    expect(
      readSecretCookie("session", https("rooydad-session=planted; __Host-rooydad-session=real")),
    ).toBe("real");
    expect(readSecretCookie("session", https("rooydad-session=planted"))).toBeNull();
  });

  test("planted before signing in gives no access after it [S-67]", async () => {
    await addPerson(deps);
    const planted = "p".repeat(43);
    expect(readSecretCookie("session", https(`__Host-rooydad-session=${planted}`))).toBe(planted);
    const { session } = await enter();
    expect(session.token).not.toBe(planted);
    expect(await isOpen(planted)).toBe(false);
  });

  test("is not accepted by the API, nor for a token from another site [S-79]", async () => {
    const now = createTestDeps(Date.now());
    const { token } = await addSignedIn(now);
    const ask = (path: string, headers: Record<string, string>, method = "GET") =>
      app.fetch(
        new Request(`https://rooydad.test/api/v1${path}`, {
          method,
          headers: { Cookie: `__Host-rooydad-session=${token}`, ...headers },
        }),
        env,
        createExecutionContext(),
      );
    expect((await ask("/users/me", {})).status).toBe(401);
    expect((await ask("/auth/session-token", {}, "POST")).status).toBe(403);
    expect(
      (await ask("/auth/session-token", { Origin: "https://elsewhere.example" }, "POST")).status,
    ).toBe(403);
    expect(
      (await ask("/auth/session-token", { Origin: "https://rooydad.test" }, "POST")).status,
    ).toBe(200);
    expect(
      (
        await SELF.fetch("https://rooydad.test/api/v1/auth/session-token", {
          method: "POST",
          headers: { Origin: "https://rooydad.test" },
        })
      ).status,
    ).toBe(401);
  });
});
