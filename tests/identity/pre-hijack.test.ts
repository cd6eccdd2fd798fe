import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AccessKind, VERIFIED_ACCESS } from "../../app/modules/identity/access.server";
import { listAccess } from "../../app/modules/identity/list-access.server";
import { isApiKey } from "../../app/modules/identity/tokens/api-keys.server";
import { mails, users } from "../../db/schema";
import { createVault } from "../../worker/adapters/vault";
import { addEveryAccess } from "../factories/access";
import { bearerOf } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { emptyDatabase } from "../helpers/empty-database";
import { type Browser, ORIGIN, PASSWORD, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const test = createTestDeps(Date.now());
/** The Worker's vault, so that tokens made here are good there. */
const deps = { ...test, vault: createVault(env.APP_SECRET ?? "", test.random) };

const VICTIM = "sara@example.com";
const MALLORYS = "mallory waits for sara";
const SARAS = "sara walks home in the rain";
const PUSH = {
  endpoint: "https://push.example/send/1",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
const HOOK = { url: "https://listener.example/hook", types: ["event.published"], ownOnly: true };

beforeEach(emptyDatabase);

const post = (path: string, fields: Record<string, string>, cookies: string[] = []) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: ORIGIN, ...(cookies.length > 0 && { Cookie: cookies.join("; ") }) },
    body: new URLSearchParams(fields),
  });
const get = (path: string, cookies: string[] = []) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    redirect: "manual",
    headers: cookies.length > 0 ? { Cookie: cookies.join("; ") } : {},
  });
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");

/** The link in the mail of a kind, the first or a later one. */
const linkIn = (kind: string, at = 0) =>
  vi.waitFor(async () => {
    const found = await deps.db.select().from(mails).where(eq(mails.kind, kind)).orderBy(mails.id);
    const url = new URL(/https:\S+/.exec(found[at]?.text ?? "")?.[0] ?? "");
    return url.pathname + url.search;
  });

const victim = async () => {
  const user = await deps.db.select().from(users).where(eq(users.email, VICTIM)).get();
  if (!user) throw new Error("There is no such account.");
  return user;
};

/** How each kind is made, by page and by API where it has one. */
const MAKING: Partial<
  Record<AccessKind, (me: Browser, bearer: string) => Promise<[how: string, answer: Response][]>>
> = {
  apiKeys: async (me) => [
    [
      "page",
      await me.post("/account/security", {
        intent: "create-key",
        name: "A script",
        scopes: "read",
        lifetime: "30",
        currentPassword: PASSWORD,
      }),
    ],
  ],
  authenticator: async (me) => [
    [
      "set-up",
      await me.post("/account/security", {
        intent: "begin-two-factor",
        currentPassword: PASSWORD,
      }),
    ],
    ["code", await me.post("/account/security", { intent: "confirm-two-factor", code: "000000" })],
  ],
  passkeys: async (me) => [
    ["options", await me.post("/account/security/passkey-options", { currentPassword: PASSWORD })],
    [
      "answer",
      await me.post("/account/security", {
        intent: "add-passkey",
        answer: JSON.stringify({ id: "x", response: {} }),
      }),
    ],
  ],
  recoveryCodes: async (me) => [
    [
      "page",
      await me.post("/account/security", { intent: "renew-codes", currentPassword: PASSWORD }),
    ],
  ],
  calendarAddress: async (me) => [
    ["page", await me.post("/account/calendar", { intent: "make" })],
    ["renewal", await me.post("/account/calendar", { intent: "renew" })],
  ],
  webhooks: async (me, bearer) => [
    [
      "page",
      await me.post("/account/webhooks", {
        intent: "create-webhook",
        url: HOOK.url,
        types: HOOK.types,
        ownOnly: "1",
      }),
    ],
    [
      "API",
      await ask("/me/webhooks", {
        method: "POST",
        headers: { Authorization: bearer },
        body: HOOK,
      }),
    ],
  ],
  doorLinks: async (me) => [
    [
      "page",
      await me.post(`/my-events/${crypto.randomUUID()}/door`, { intent: "add", name: "Gate A" }),
    ],
  ],
  hostInvitations: async (me) => [
    [
      "page",
      await me.post(`/my-events/${crypto.randomUUID()}/people`, {
        intent: "invite",
        email: "mallory@mail.example",
        role: "cohost",
      }),
    ],
  ],
  pushSubscriptions: async (_, bearer) => [
    [
      "API",
      await ask("/users/me/push-subscriptions", {
        method: "POST",
        headers: { Authorization: bearer },
        body: PUSH,
      }),
    ],
  ],
};

describe("an unverified account", () => {
  it("makes nothing that outlives the proof of its address, by page or API [S-45]", async () => {
    const me = await signInAs(deps, "user", { emailVerifiedAt: null, emailProvedAt: null });
    const bearer = await bearerOf(deps, me.id);
    for (const kind of VERIFIED_ACCESS) {
      const answers = (await MAKING[kind]?.(me, bearer)) ?? [];
      expect([kind, answers.length > 0]).toEqual([kind, true]);
      for (const [how, answer] of answers) {
        const isAsked =
          [302, 303].includes(answer.status) &&
          answer.headers.get("Location")?.startsWith("/verify-email");
        if (!isAsked) {
          expect([kind, how, answer.status]).toEqual([kind, how, 403]);
          expect(await answer.text()).toContain("Confirm your email address first.");
        }
      }
    }
    const asker = { userId: me.id, sessionId: me.sessionId, device: null };
    const kinds = (await listAccess(deps, asker)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => VERIFIED_ACCESS.includes(kind))).toEqual([]);
  });

  it("is told so on the pages, with the way to a new link, in both languages", async () => {
    const me = await signInAs(deps, "user", { emailVerifiedAt: null, emailProvedAt: null });
    for (const path of ["/account/security", "/account/calendar", "/account/webhooks"])
      for (const [language, said] of [
        ["en", "Confirm your email first"],
        ["fa", "اول ایمیلتان را تأیید کنید"],
      ] as const) {
        const html = await (await me.get(`${path}?lang=${language}`)).text();
        expect([path, language, html.includes(said), html.includes('value="resend"')]).toEqual([
          path,
          language,
          true,
          true,
        ]);
        for (const form of ["create-key", "begin-two-factor", "create-webhook", 'value="make"'])
          expect([path, form, html.includes(form)]).toEqual([path, form, false]);
      }
  });
});

/**
 * Mallory signs up with Sara's address and collects all that gives access: what the product hands
 * out, and rows of each kind as accounts of before the rule may have them.
 */
async function hijack() {
  const signedUp = await post("/signup", {
    displayName: "Sara",
    email: VICTIM,
    password: MALLORYS,
    isAdult16: "1",
    acceptsTerms: "1",
    intent: "sign-up",
  });
  const device = cookiesOf(signedUp);
  const entered = await post(
    "/login",
    { email: VICTIM, password: MALLORYS, intent: "log-in" },
    device,
  );
  const cookies = cookiesOf(entered);
  const idTokenOf = async () =>
    (
      await askJson<{ idToken: string }>("/identity/sign-in", {
        method: "POST",
        body: { email: VICTIM, password: MALLORYS },
      })
    ).body.idToken;
  const exchange = (firebaseToken: string) =>
    askJson<{ access_token: string }>("/auth/login", { method: "POST", body: { firebaseToken } });
  const accessToken = (await exchange(await idTokenOf())).body.access_token;
  const idToken = await idTokenOf();
  const { id } = await victim();
  const old = await addEveryAccess(deps, id);
  await post("/forgot-password", { email: VICTIM, intent: "reset" }, device);
  return { id, cookies, accessToken, idToken, old, exchange };
}

type Loot = Awaited<ReturnType<typeof hijack>>;

/** The status that each thing of Mallory's gets. */
async function tryAll({ cookies, accessToken, idToken, old, exchange }: Loot) {
  const bearer = (token: string) =>
    ask("/users/profile", { headers: { Authorization: `Bearer ${token}` } });
  const hasCookie = (response: Response) =>
    cookiesOf(response).some((cookie) => /^__Host-rooydad-session=./.test(cookie));
  const login = await post("/login", { email: VICTIM, password: MALLORYS, intent: "log-in" });
  return {
    page: (await get("/account", cookies)).headers.get("Location")?.split("?")[0],
    olderPage: (await get("/account", [`__Host-rooydad-session=${old.session}`])).headers
      .get("Location")
      ?.split("?")[0],
    sessionToken: (
      await SELF.fetch(`${ORIGIN}/api/v1/auth/session-token`, {
        method: "POST",
        headers: { Origin: ORIGIN, Cookie: cookies.join("; ") },
      })
    ).status,
    accessToken: (await bearer(accessToken)).status,
    idToken: (await exchange(idToken)).status,
    key: (await ask("/events/mine", { headers: { Authorization: `Bearer ${old.key}` } })).status,
    calendar: (await get(`/calendar/${old.calendar}.ics`)).status,
    password: [login.status, hasCookie(login)],
    apiPassword: (
      await ask("/identity/sign-in", {
        method: "POST",
        body: { email: VICTIM, password: MALLORYS },
      })
    ).status,
  };
}

const SHUT_OUT = {
  page: "/login",
  olderPage: "/login",
  sessionToken: 401,
  accessToken: 401,
  idToken: 401,
  key: 401,
  calendar: 404,
  password: [401, false],
  apiPassword: 401,
};

/** What the account has, of kinds that a thief could use. */
const kindsLeft = async (id: string) =>
  [
    ...new Set(
      (await listAccess(deps, { userId: id, sessionId: "", device: null })).map(({ kind }) => kind),
    ),
  ].sort();

describe("an address that a stranger registered first", () => {
  it("gives the stranger what it gives anyone until it is proved", async () => {
    const loot = await hijack();
    expect(isApiKey(loot.old.key)).toBe(true);
    expect(await kindsLeft(loot.id)).toHaveLength(13);
    expect((await get("/account", loot.cookies)).status).toBe(200);
  });

  it("gives the stranger nothing once its owner confirms it in another browser with a new password [S-50]", async () => {
    const loot = await hijack();
    const link = await linkIn("verifyEmail");
    const confirmed = await post(link, { intent: "new-password", password: SARAS });
    expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([
      303,
      "/onboarding/1?lang=en",
    ]);
    expect(await tryAll(loot)).toEqual(SHUT_OUT);
    // The owner's own session and browser are all that is there, with their password.
    expect(await kindsLeft(loot.id)).toEqual(["knownDevices", "password", "sessions"]);
    expect((await get("/account", cookiesOf(confirmed))).status).toBe(200);
    expect(await victim()).toMatchObject({ emailVerifiedAt: expect.any(Number) });
  });

  it("stays unproved as long as its owner knows no password and sets none", async () => {
    await hijack();
    const link = await linkIn("verifyEmail");
    for (const [intent, password] of [
      ["verify", ""],
      ["password", SARAS],
      ["new-password", "short"],
    ] as const)
      expect((await post(link, { intent, password })).status).toBeGreaterThanOrEqual(400);
    expect(await victim()).toMatchObject({ emailVerifiedAt: null, emailProvedAt: null });
  });

  it("gives the stranger nothing once its owner asks for a new password, which confirms the address first", async () => {
    const loot = await hijack();
    const link = await linkIn("verifyEmail", 1);
    const confirmed = await post(link, { intent: "new-password", password: SARAS });
    expect(confirmed.status).toBe(303);
    expect(await tryAll(loot)).toEqual(SHUT_OUT);
    expect(await kindsLeft(loot.id)).toEqual(["knownDevices", "password", "sessions"]);
  });

  it("keeps password and session where the link is opened in the browser that signed up, and nothing of the kinds that wait for it", async () => {
    const loot = await hijack();
    const device = loot.cookies.filter((cookie) => cookie.startsWith("__Host-rooydad-device="));
    const confirmed = await post(await linkIn("verifyEmail"), { intent: "verify" }, device);
    expect(confirmed.status).toBe(303);
    expect((await get("/account", loot.cookies)).status).toBe(200);
    const left = await kindsLeft(loot.id);
    expect(left.filter((kind) => VERIFIED_ACCESS.includes(kind))).toEqual([]);
    expect(left).toContain("password");
  });
});
