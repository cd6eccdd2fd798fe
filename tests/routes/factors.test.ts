import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { MINUTE } from "../../app/lib/dates/durations";
import { tokenStatement } from "../../app/modules/identity/tokens/user-tokens.server";
import { sessions, users } from "../../db/schema";
import { createAuthenticator } from "../helpers/authenticator";
import { type Browser, ORIGIN, PASSWORD, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const { db } = deps;

/** Moves a sign-in into the past. */
const age = (browser: Pick<Browser, "sessionId">, ms: number) =>
  db
    .update(sessions)
    .set({ createdAt: Date.now() - ms })
    .where(eq(sessions.id, browser.sessionId));
const post = (path: string, fields: Record<string, string>, cookie = "") =>
  SELF.fetch(`${ORIGIN}${path}`, {
    method: "POST",
    headers: { Origin: ORIGIN, Cookie: cookie },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

describe("the security page", () => {
  it("asks for the password ten minutes after the sign-in, not before", async () => {
    const me = await signInAs(deps);
    const fields = async () =>
      (await (await me.get("/account/security")).text()).match(/name="currentPassword"/g)?.length ??
      0;
    expect(await fields()).toBe(0);
    await age(me, 10 * MINUTE);
    // Password, passkey, authenticator app, API key.
    expect(await fields()).toBe(4);
    expect((await me.post("/account/security", { intent: "begin-two-factor" })).status).toBe(400);
    expect(
      (
        await me.post("/account/security", {
          intent: "begin-two-factor",
          currentPassword: PASSWORD,
        })
      ).status,
    ).toBe(200);
  });

  it("sends users without a password to log in again", async () => {
    const me = await signInAs(deps, "user", { passwordHash: null });
    await age(me, 10 * MINUTE);
    const html = await (await me.get("/account/security")).text();
    expect(html).toContain('href="/login?again=1&amp;returnTo=%2Faccount%2Fsecurity"');
    const refused = await me.post("/account/security", {
      intent: "password",
      newPassword: "another good password",
    });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("You logged in more than ten minutes ago.");
    const login = await me.get("/login?again=1&returnTo=/account/security");
    expect(login.status).toBe(200);
    expect(await login.text()).toContain("Log in again to confirm it’s you.");
  });

  it("creates an API key, shows it once, and revokes it; the key reads and writes the account's events", async () => {
    const me = await signInAs(deps);
    const made = await me.post("/account/security", {
      intent: "create-key",
      name: "Our hall",
      scopes: "events",
      lifetime: "30",
    });
    expect(made.status).toBe(200);
    const [key] = /rd_[\w-]{43}/.exec(await made.text()) ?? [];
    const drafts = () =>
      SELF.fetch(`${ORIGIN}/api/v1/events/user/drafts`, {
        headers: { Authorization: `Bearer ${key}` },
      });
    expect((await drafts()).status).toBe(200);
    const page = await (await me.get("/account/security")).text();
    expect(page).toContain("Our hall");
    expect(page).not.toContain(key);
    const id = /name="key" value="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await me.post("/account/security", { intent: "revoke-key", key: id })).status).toBe(
      303,
    );
    expect((await drafts()).status).toBe(401);
    const refused = await me.post("/account/security", {
      intent: "create-key",
      name: "Our hall",
      lifetime: "30",
    });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Choose what the key may do.");
  });

  it("says without a script that passkeys need one", async () => {
    const me = await signInAs(deps);
    expect(await (await me.get("/account/security")).text()).toContain("<noscript>");
    const login = await (await SELF.fetch(`${ORIGIN}/login`)).text();
    expect(login).toMatch(/<noscript>.*Passkeys need JavaScript/);
    expect(login).toContain('autoComplete="username webauthn"');
  });

  it("adds a passkey, logs in with it, and refuses a used challenge", async () => {
    const me = await signInAs(deps);
    const place = { origin: ORIGIN, rpId: "rooydad.test" };
    const authenticator = await createAuthenticator();
    const begun = (await (await me.post("/account/security/passkey-options", {})).json()) as {
      options: { challenge: string };
    };
    const answer = await authenticator.create(begun.options.challenge, place);
    expect(
      (await me.post("/account/security", { intent: "add-passkey", answer, name: "Test laptop" }))
        .status,
    ).toBe(303);
    expect(
      (await me.post("/account/security", { intent: "add-passkey", answer, name: "Again" })).status,
    ).toBe(400);
    expect(await (await me.get("/account/security")).text()).toContain("Test laptop");

    const asked = await post("/login/passkey-options", {});
    const cookie = (asked.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const { challenge } = (await asked.json()) as { challenge: string };
    const fields = { intent: "passkey", answer: await authenticator.get(challenge, place) };
    expect((await post("/login", fields)).status).toBe(401);
    const second = (await (await post("/login/passkey-options", {}, cookie)).json()) as {
      challenge: string;
    };
    const right = { intent: "passkey", answer: await authenticator.get(second.challenge, place) };
    const entered = await post("/login?returnTo=/account", right, cookie);
    expect([entered.status, entered.headers.get("Location")]).toEqual([303, "/account"]);
    expect(entered.headers.get("Set-Cookie")).toContain("__Host-rooydad-session=");
    const replayed = await post("/login", right, cookie);
    expect(replayed.status).toBe(401);
    expect(await replayed.text()).toContain(
      "That passkey doesn&#x27;t work here.".replace("&#x27;", "’"),
    );
  });

  it("refuses options to a form of another site, and to an old session", async () => {
    const me = await signInAs(deps);
    expect(
      (
        await me.post(
          "/account/security/passkey-options",
          {},
          { Origin: "https://elsewhere.example" },
        )
      ).status,
    ).toBe(403);
    await age(me, 10 * MINUTE);
    const refused = await me.post("/account/security/passkey-options", {});
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      failure: { form: "passkey", issues: { currentPassword: expect.any(String) } },
    });
  });
});

describe("the link in an email about a changed factor", () => {
  it("changes nothing until its form is sent, and then logs every device out", async () => {
    const me = await signInAs(deps);
    const { token, statements } = await tokenStatement(deps, {
      purpose: "end-sessions",
      userId: me.id,
    });
    await db.batch([...statements]);
    const path = `/end-sessions?token=${token}`;
    const page = await SELF.fetch(`${ORIGIN}${path}`);
    expect([
      page.status,
      page.headers.get("Referrer-Policy"),
      page.headers.get("Cache-Control"),
    ]).toEqual([200, "strict-origin", "private, no-store"]);
    expect(await page.text()).toContain("End all access");
    expect((await me.get("/account")).status).toBe(200);

    const done = await post(path, { intent: "end-sessions" });
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/end-sessions"]);
    expect((await me.get("/account")).status).toBe(302);
    expect(
      (await db.select().from(users).where(eq(users.id, me.id)).get())?.passwordHash,
    ).toBeNull();
    expect(await (await SELF.fetch(`${ORIGIN}/end-sessions`)).text()).toContain(
      "All access has ended",
    );
    expect((await post(path, { intent: "end-sessions" })).headers.get("Location")).toBe(path);
    expect(await (await SELF.fetch(`${ORIGIN}${path}`)).text()).toContain("This link doesn’t work");
  });
});
