import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseLocale } from "../../app/i18n/locale";
import en from "../../app/locales/en/auth.json" with { type: "json" };
import { beginTotp, confirmTotp } from "../../app/modules/identity/factors/set-up-totp.server";
import { hashPassword } from "../../app/modules/identity/password.server";
import { openSession } from "../../app/modules/identity/sessions.server";
import { newUser } from "../../app/modules/identity/users/queries.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { mails, sessions, signInAttempts, users } from "../../db/schema";
import { createVault } from "../../worker/adapters/vault";
import { emptyDatabase } from "../helpers/empty-database";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const HTTPS = "https://rooydad.test";
const PASSWORD = "a long quiet evening";
const EMAIL = "sara@example.com";

const test = createTestDeps(Date.now());
/** The Worker's vault, so that it can open values sealed here. */
const deps = { ...test, vault: createVault(env.APP_SECRET ?? "", test.random) };

interface Browser {
  origin?: string;
  cookies?: string[];
  /** Null sends none. */
  from?: string | null;
}

const headersOf = ({ cookies = [] }: Browser) =>
  cookies.length > 0 ? { Cookie: cookies.join("; ") } : undefined;

const get = (path: string, browser: Browser = {}) =>
  SELF.fetch(`${browser.origin ?? HTTPS}${path}`, {
    redirect: "manual",
    headers: { ...headersOf(browser) },
  });

function post(path: string, fields: Record<string, string>, browser: Browser = {}) {
  const { origin = HTTPS, from = origin } = browser;
  return SELF.fetch(`${origin}${path}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers: { ...(from !== null && { Origin: from }), ...headersOf(browser) },
  });
}

const logIn = (
  fields: Partial<Record<"email" | "password", string>> = {},
  path = "/login",
  browser: Browser = {},
) => post(path, { email: EMAIL, password: PASSWORD, intent: "log-in", ...fields }, browser);

/** name=value pairs that a browser would store. */
const keptOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";")[0] ?? "");
const cookieOf = (response: Response, name: string) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
const flashOf = (response: Response) =>
  decodeURIComponent(cookieOf(response, "rooydad.flash") ?? "");

async function addUser(changes: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = deps.ids.next();
  const passwordHash = await hashPassword(deps, PASSWORD);
  await deps.db.batch([
    newUser(deps, {
      id,
      email: EMAIL,
      emailVerifiedAt: Date.now(),
      displayName: "Sara",
      passwordHash,
      photoUrl: null,
      preferredLanguage: parseLocale("en"),
    }),
  ]);
  if (Object.keys(changes).length > 0)
    await deps.db.update(users).set(changes).where(eq(users.id, id));
  return id;
}

const linkIn = (kind: string) =>
  vi.waitFor(async () => {
    const mail = await deps.db.select().from(mails).where(eq(mails.kind, kind)).get();
    const url = new URL(/https:\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    return url.pathname + url.search;
  });

beforeEach(emptyDatabase);

describe("sign-in pages", () => {
  it.each([
    "/login",
    "/signup",
    "/forgot-password",
    "/verify-email",
    "/reset-password?token=x",
    "/verify-email?token=x",
  ])("%s is not cached", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it.each(["/reset-password?token=x", "/verify-email?token=x"])(
    "%s exposes its path and token to no other page",
    async (path) => {
      const response = await get(path);
      expect(response.headers.get("Referrer-Policy")).toBe("strict-origin");
      expect(await response.text()).not.toMatch(/canonical[^>]+token/);
    },
  );

  it.each([
    "/login",
    "/signup",
    "/forgot-password",
    "/reset-password?token=x",
    "/verify-email?token=x",
  ])("%s refuses a form of another site or without an origin", async (path) => {
    expect((await post(path, { email: EMAIL }, { from: "https://evil.example" })).status).toBe(403);
    expect((await post(path, { email: EMAIL }, { from: "null" })).status).toBe(403);
    expect((await post(path, { email: EMAIL }, { from: null })).status).toBe(403);
  });

  it("refuse secrets over http, with the reason", async () => {
    await addUser();
    const origin = "http://rooydad.test";
    for (const path of ["/login", "/signup", "/forgot-password", "/reset-password?token=x"]) {
      const html = await (await get(path, { origin })).text();
      expect(html).toContain("This connection isn’t secure");
      expect(html).not.toContain('name="email"');
      expect(html).not.toContain('name="password"');
    }
    const response = await logIn({}, "/login", { origin });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).toContain("This connection isn’t secure");
    expect(await deps.db.select().from(sessions)).toEqual([]);
  });

  it("offer no Google sign-in if it is not configured", async () => {
    expect(await (await get("/login")).text()).not.toContain("/login/google");
    expect((await get("/login/google")).status).toBe(404);
    expect((await get("/login/google/callback?code=x&state=y")).status).toBe(404);
  });
});

describe("logging in", () => {
  it("with the right password opens a session and leads to the requested page", async () => {
    await addUser();
    const response = await logIn({}, "/login?returnTo=%2Fevents%3Fcity%3Dtehran");
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      "/events?city=tehran",
    ]);
    expect(cookieOf(response, "__Host-rooydad-session")).toMatch(
      /^__Host-rooydad-session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(cookieOf(response, "__Host-rooydad-device")).toMatch(
      /; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(response.headers.getSetCookie().join()).not.toContain("Domain");
    const again = await get("/login?returnTo=/cities", { cookies: keptOf(response) });
    expect([again.status, again.headers.get("Location")]).toEqual([302, "/cities"]);
  });

  it("says what for, where a follow or a new event led there", async () => {
    const leadFor = async (returnTo: string) =>
      (await get(`/login?lang=en&returnTo=${encodeURIComponent(returnTo)}`)).text();
    expect(await leadFor("/follow?topic=city:1")).toContain(en.logIn.toFollow);
    expect(await leadFor("/events/create/quick")).toContain(en.logIn.toCreate);
    expect(await leadFor("/events?city=tehran")).toContain(en.logIn.lead);
  });

  it("to an account due for deletion says so first, and one button keeps it", async () => {
    const id = await addUser({ deleteAfter: Date.UTC(2099, 4, 2, 12), preferredLanguage: "en" });
    const response = await logIn({}, "/login?returnTo=%2Fcities");
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      "/account/keep?returnTo=%2Fcities",
    ]);
    const cookies = keptOf(response);
    const html = await (await get("/account/keep?returnTo=%2Fcities", { cookies })).text();
    expect(html).toContain("On Saturday 2 May 2099 we’ll delete it");
    expect(html).toContain("Keep my account");
    const kept = await post("/account/keep?returnTo=%2Fcities", { intent: "keep" }, { cookies });
    expect([kept.status, kept.headers.get("Location")]).toEqual([303, "/cities"]);
    expect((await deps.db.select().from(users).where(eq(users.id, id)))[0]?.deleteAfter).toBeNull();
    expect((await get("/account/keep", { cookies })).headers.get("Location")).toBe("/");
    expect((await get("/account/keep")).headers.get("Location")).toContain("/login");
  });

  it("says after an ended session that it has ended, in the specification's words; otherwise not", async () => {
    await addUser();
    const cookies = keptOf(await logIn());
    await deps.db.delete(sessions);
    const ended = await get("/account/security", { cookies });
    expect(ended.headers.get("Location")).toBe("/login?returnTo=%2Faccount%2Fsecurity&ended=1");
    expect(await (await get("/login?ended=1")).text()).toContain(
      "Your session has expired. Please log in again.",
    );
    expect((await get("/account/security")).headers.get("Location")).toBe(
      "/login?returnTo=%2Faccount%2Fsecurity",
    );
    expect(await (await get("/login")).text()).not.toContain("Your session has expired.");
    // A form sent elsewhere returns to its page, never to another site.
    const sent = (from: string) =>
      SELF.fetch(`${HTTPS}/account/data`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ intent: "keep" }),
        headers: { Origin: HTTPS, Referer: from, Cookie: cookies.join("; ") },
      });
    expect((await sent(`${HTTPS}/account?x=1`)).headers.get("Location")).toBe(
      "/login?returnTo=%2Faccount%3Fx%3D1&ended=1",
    );
    expect((await sent("https://evil.example/account")).headers.get("Location")).toBe(
      "/login?returnTo=%2Faccount%2Fdata&ended=1",
    );
  });

  it("says so also if a form's page required the ended session, not if it was a visitor's page", async () => {
    const sent = (from: string) =>
      SELF.fetch(`${HTTPS}/account/data`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ intent: "keep" }),
        headers: { Origin: HTTPS, Referer: from },
      });
    expect((await sent(`${HTTPS}/events/create?lang=en`)).headers.get("Location")).toContain(
      "&ended=1",
    );
    expect((await sent(`${HTTPS}/cities`)).headers.get("Location")).toBe(
      "/login?returnTo=%2Fcities",
    );
    expect((await sent("https://evil.example/account")).headers.get("Location")).toBe(
      "/login?returnTo=%2Faccount%2Fdata",
    );
  });

  it("works over http on loopback, with a cookie of another name", async () => {
    await addUser();
    const response = await logIn({}, "/login", { origin: "http://127.0.0.1:8788" });
    expect(response.status).toBe(303);
    expect(cookieOf(response, "rooydad-session")).toMatch(
      /^rooydad-session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
  });

  it.each<[string, { email?: string; password?: string }]>([
    ["a wrong password", { password: "something else" }],
    ["an unknown address", { email: "nobody@example.com" }],
    ["what is no address", { email: '"><script>x' }],
    ["nothing", { email: "", password: "" }],
    ["10,000 characters", { password: "x".repeat(10_000) }],
  ])("with %s shows one message and keeps the address", async (_, fields) => {
    await addUser();
    const response = await logIn(fields);
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    const html = await response.text();
    expect(html).toContain("Failed to log in. Please check your credentials.");
    expect(html).not.toContain(fields.password || PASSWORD);
    expect(html).not.toContain("<script>x");
    if (fields.email === undefined) expect(html).toContain(`value="${EMAIL}"`);
  });

  it("shows its messages in Persian", async () => {
    const response = await logIn({}, "/login?lang=fa");
    expect(await response.text()).toContain("ایمیل یا گذرواژه درست نیست.");
  });

  it("after too many failures requires a wait and gives its length", async () => {
    await addUser();
    for (let count = 0; count < 5; count++) await logIn({ password: "something else" });
    const response = await logIn();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(800);
    const html = await response.text();
    expect(html).toContain("Please wait 15 minutes and try again.");
    expect(html).toContain("You don’t have to wait");
    expect(html).toMatch(/<form[^>]+action="\/login\/link"/);
    expect(html).toContain(`<input type="hidden" name="email" value="${EMAIL}"/>`);
  });

  it("after too many failures is possible by an emailed link, without scripts", async () => {
    await addUser();
    for (let count = 0; count < 5; count++) await logIn({ password: "something else" });
    const asked = await post("/login/link?returnTo=%2Fcities", {
      email: EMAIL,
      intent: "send-link",
    });
    expect([asked.status, asked.headers.get("Location")]).toEqual([
      303,
      "/login/link?sent=1&returnTo=%2Fcities",
    ]);
    expect(await (await get("/login/link?sent=1")).text()).toContain("a link is on its way");
    const link = await linkIn("signInLink");
    // Mail scanners open the link without consuming it.
    for (let turn = 0; turn < 2; turn++) expect(await (await get(link)).text()).toContain(EMAIL);
    const response = await post(link, { intent: "log-in" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/cities?lang=en"]);
    expect(cookieOf(response, "__Host-rooydad-session")).toBeDefined();
    expect(await (await get(link)).text()).toContain("This link doesn’t work");
    expect((await post(link, { intent: "log-in" })).status).toBe(404);
  });

  it("reveals that an account is deactivated only with its password", async () => {
    await addUser({ isActive: false });
    expect((await logIn({ password: "something else" })).status).toBe(401);
    const response = await logIn();
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("This account has been switched off.");
  });

  it.each([
    "//evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
    "%2F%2Fevil.example",
    "/%2F%2Fevil.example",
    "/%5Cevil.example",
    "@evil.example",
    ".evil.example",
    "/login?returnTo=//evil.example",
  ])("with %j to return to stays on this site [S-52]", async (returnTo) => {
    await addUser();
    const path = `/login?returnTo=${encodeURIComponent(returnTo)}`;
    const response = await logIn({}, path);
    const cookies = keptOf(response);
    for (const { status, headers } of [response, await get(path, { cookies })]) {
      expect([302, 303]).toContain(status);
      const location = headers.get("Location") ?? "";
      expect(location).toMatch(/^\/(?![/\\])/);
      expect(new URL(location, HTTPS).origin).toBe(HTTPS);
    }
    const html = await (await get(path)).text();
    for (const [, href = ""] of html.matchAll(/href="([^"]*returnTo=[^"]*)"/g))
      expect(href).not.toMatch(/returnTo=(%2F){2}/i);
  });

  it("never uses a session id sent by the browser", async () => {
    await addUser();
    const planted = "A".repeat(43);
    const response = await logIn({}, "/login", { cookies: [`__Host-rooydad-session=${planted}`] });
    expect(cookieOf(response, "__Host-rooydad-session")).not.toContain(planted);
    expect(
      (await get("/account", { cookies: [`__Host-rooydad-session=${planted}`] })).headers.get(
        "Location",
      ),
    ).toContain("/login");
  });

  it("ends the session that it replaces", async () => {
    await addUser();
    const first = keptOf(await logIn());
    const second = keptOf(await logIn({}, "/login", { cookies: first }));
    expect(await deps.db.select().from(sessions)).toHaveLength(1);
    expect((await get("/login", { cookies: first })).status).toBe(200);
    expect((await get("/login", { cookies: second })).status).toBe(302);
  });

  it("is required after logging out, which is confirmed", async () => {
    await addUser();
    const cookies = keptOf(await logIn());
    const response = await post("/logout", {}, { cookies });
    expect(response.headers.get("Location")).toBe("/login");
    expect(cookieOf(response, "__Host-rooydad-session")).toContain("Max-Age=0");
    expect(await (await get("/login", { cookies: keptOf(response) })).text()).toContain(
      "You’re logged out.",
    );
    expect((await get("/login", { cookies })).status).toBe(200);
  });
});

describe("the second step of logging in", () => {
  async function withTotp() {
    const id = await addUser();
    const { session, statements } = await openSession(deps, {
      userId: id,
      userAgent: "A browser",
      kind: "page",
    });
    await deps.db.batch(statements);
    const actor = { id, role: "user" as const, isVerified: true, sessionId: session.id };
    const { secret } = await beginTotp(deps, actor, PASSWORD);
    const totp = new TOTP({
      secret: Secret.fromBase32(secret),
      algorithm: "SHA1",
      digits: 6,
      period: 30,
    });
    // The previous step, so that the current one is still usable.
    const caller = {
      locale: "en" as const,
      origin: "https://rooydad.test",
      address: "203.0.113.7",
      userAgent: "A browser",
    };
    const codes = await confirmTotp(
      deps,
      actor,
      totp.generate({ timestamp: deps.clock.now() - 30_000 }),
      caller,
    );
    return { totp, codes };
  }

  it("asks for the code, reports a wrong one, and keeps the page to return to", async () => {
    const { totp } = await withTotp();
    const first = await logIn({}, "/login?returnTo=/cities&lang=en");
    expect([first.status, first.headers.get("Location")]).toEqual([
      303,
      "/login/two-factor?returnTo=%2Fcities&lang=en",
    ]);
    expect(cookieOf(first, "__Host-rooydad-session")).toBeUndefined();
    const cookies = keptOf(first);
    const page = await get("/login/two-factor?returnTo=/cities", { cookies });
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await page.text()).toMatch(/inputMode="numeric"|inputmode="numeric"/);
    const wrong = await post("/login/two-factor?returnTo=/cities", { code: "000000" }, { cookies });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("That code is wrong");
    const right = await post(
      "/login/two-factor?returnTo=/cities",
      { code: totp.generate() },
      { cookies },
    );
    expect([right.status, right.headers.get("Location")]).toEqual([303, "/cities"]);
    expect(cookieOf(right, "__Host-rooydad-session")).toContain("HttpOnly; SameSite=Lax; Secure");
    expect(cookieOf(right, "__Host-rooydad-second-factor")).toContain("Max-Age=0");
    const replay = await post("/login/two-factor", { code: totp.generate() }, { cookies });
    expect(replay.headers.get("Location")).toBe("/login");
  });

  it("accepts a recovery code once", async () => {
    const { codes } = await withTotp();
    const send = async () =>
      post(
        "/login/two-factor?recovery=1",
        { code: codes[0] ?? "" },
        { cookies: keptOf(await logIn()) },
      );
    expect((await send()).status).toBe(303);
    expect((await send()).status).toBe(400);
  });

  it("requires a wait after five wrong codes", async () => {
    const { totp } = await withTotp();
    const cookies = keptOf(await logIn());
    for (let count = 0; count < 5; count++)
      await post("/login/two-factor", { code: "000000" }, { cookies });
    const response = await post("/login/two-factor", { code: totp.generate() }, { cookies });
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
  });

  it("returns to the first one with the reason if that is missing or too old", async () => {
    for (const cookies of [[], [`__Host-rooydad-second-factor=${"A".repeat(43)}`]]) {
      for (const response of [
        await get("/login/two-factor?returnTo=/cities", { cookies }),
        await post("/login/two-factor?returnTo=/cities", { code: "000000" }, { cookies }),
      ]) {
        expect(response.headers.get("Location")).toBe("/login?returnTo=%2Fcities");
        expect(flashOf(response)).toContain("auth:failure.stepExpired");
      }
    }
  });
});

describe("signing up", () => {
  const fields = {
    displayName: "Sara",
    email: EMAIL,
    password: PASSWORD,
    isAdult16: "1",
    acceptsTerms: "1",
    intent: "sign-up",
  };

  it("sends a link, which signs in if opened in the same browser", async () => {
    const response = await post("/signup", fields);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/verify-email"]);
    expect(cookieOf(response, "__Host-rooydad-session")).toBeUndefined();
    const cookies = keptOf(response);
    expect(cookies.join()).toContain("__Host-rooydad-device=");
    const link = await linkIn("verifyEmail");
    // Opening it does not consume it.
    for (let count = 0; count < 2; count++)
      expect(await (await get(link, { cookies })).text()).toContain("Confirm my email");
    const verified = await post(link, { intent: "verify" }, { cookies });
    expect([verified.status, verified.headers.get("Location")]).toEqual([
      303,
      "/onboarding/1?lang=en",
    ]);
    expect(cookieOf(verified, "__Host-rooydad-session")).toContain("Secure");
    expect((await deps.db.select().from(users).get())?.emailVerifiedAt).not.toBeNull();
    const again = await post(link, { intent: "verify" }, { cookies });
    expect(again.status).toBe(404);
    expect(await again.text()).toContain("This link doesn’t work");
  });

  it.each([
    ["/events?city=tehran", "/events?city=tehran"],
    ["//evil.example", null],
    ["https://evil.example", null],
    ["/\\evil.example", null],
  ])(
    "on the way to %j leads on there by the link, if that is our page [S-53]",
    async (returnTo, kept) => {
      const sent = await post(`/signup?returnTo=${encodeURIComponent(returnTo)}`, fields);
      const suffix = kept ? `returnTo=${encodeURIComponent(kept)}` : "";
      expect(sent.headers.get("Location")).toBe(kept ? `/verify-email?${suffix}` : "/verify-email");
      const link = await linkIn("verifyEmail");
      expect(link.includes("returnTo")).toBe(kept !== null);
      const other = await post(link, { intent: "password", password: PASSWORD });
      expect(other.headers.get("Location")).toBe(
        kept ? `${kept}&lang=en` : "/onboarding/1?lang=en",
      );
      await emptyDatabase();
      const again = await post(`/signup?returnTo=${encodeURIComponent(returnTo)}`, fields);
      const same = await post(
        await linkIn("verifyEmail"),
        { intent: "verify" },
        { cookies: keptOf(again) },
      );
      expect(same.headers.get("Location")).toBe(kept ? `${kept}&lang=en` : "/onboarding/1?lang=en");
    },
  );

  it("with a Persian email opens in Persian in any browser, also after its form", async () => {
    await post("/signup?lang=fa", fields);
    const link = await linkIn("verifyEmail");
    expect(new URL(link, HTTPS).searchParams.get("lang")).toBe("fa");
    // A browser without a cookie of ours gets English without it.
    expect(await (await get(link)).text()).toContain('<html lang="fa" dir="rtl"');
    const verified = await post(link, { intent: "password", password: PASSWORD });
    expect([verified.status, verified.headers.get("Location")]).toEqual([
      303,
      "/onboarding/1?lang=fa",
    ]);
  });

  it("stays on this site if the link's return path was changed", async () => {
    const response = await post("/signup", fields);
    const link = `${await linkIn("verifyEmail")}&returnTo=${encodeURIComponent("//evil.example")}`;
    const verified = await post(link, { intent: "verify" }, { cookies: keptOf(response) });
    expect(verified.headers.get("Location")).toBe("/onboarding/1?lang=en");
  });

  it("says in another browser since when the account exists, and asks for its password or a new one, in both languages [S-49]", async () => {
    await post("/signup", fields);
    const link = await linkIn("verifyEmail");
    const refused = await post(link, { intent: "verify" });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("You opened the link in another browser.");
    const year = new Date().getUTCFullYear();
    for (const [language, said, yearSaid] of [
      ["en", `The account of ${EMAIL} has existed since`, String(year)],
      ["fa", `حساب ${EMAIL} از`, "۱۴"],
    ] as const) {
      const address = link.replace("lang=en", `lang=${language}`);
      // Opening it changes nothing, however often scanners do.
      for (let count = 0; count < 2; count++) {
        const page = await (await get(address)).text();
        for (const text of [said, yearSaid, 'name="password"', 'value="password"', "new=1"])
          expect([language, text, page.includes(text)]).toEqual([language, text, true]);
        const anew = await (await get(`${address}&new=1`)).text();
        expect(anew).toContain('value="new-password"');
      }
    }
    expect((await deps.db.select().from(users).get())?.emailVerifiedAt).toBeNull();
    const wrong = await post(link, { intent: "password", password: "not the right one" });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain("That isn’t the password of this account.");
    const right = await post(link, { intent: "password", password: PASSWORD });
    expect(right.status).toBe(303);
    expect(cookieOf(right, "__Host-rooydad-session")).toBeDefined();
  });

  it("with a known address answers the same", async () => {
    const unknown = await post("/signup", fields);
    await post(await linkIn("verifyEmail"), { intent: "verify" }, { cookies: keptOf(unknown) });
    const known = await post("/signup", { ...fields, displayName: "Somebody" });
    const told = ({ status, headers }: Response) => [
      status,
      headers.get("Location"),
      headers.getSetCookie().length,
    ];
    expect(told(known)).toEqual(told(unknown));
    expect(await deps.db.select().from(users)).toHaveLength(1);
  });

  it("with several errors reports all of them, and keeps all input but the password", async () => {
    const response = await post("/signup", {
      displayName: "  ",
      email: "sara@",
      password: "short-one",
      intent: "sign-up",
    });
    expect(response.status).toBe(400);
    const html = await response.text();
    for (const said of [
      "Enter a name.",
      "Enter an email address",
      "That password is too short.",
      "You must be 16 or older to have an account here.",
      "Accept the terms.",
    ])
      expect(html).toContain(said);
    for (const name of ["displayName", "email", "password", "isAdult16", "acceptsTerms"]) {
      expect(html).toContain(`href="#${name}"`);
      expect(html).toContain(`id="${name}-issue"`);
    }
    expect(html).toContain('value="sara@"');
    expect(html).not.toContain("short-one");
    expect(await deps.db.select().from(users)).toEqual([]);
  });

  it.each([
    ["a common password", { password: "qwertyuiop" }, "Too many people use this password."],
    [
      "a password of 10,000 characters",
      { password: "ab ".repeat(3_334) },
      "At most 128 characters.",
    ],
    [
      "a name that turns the text round",
      { displayName: "Sara\u202Egnp" },
      "Control characters aren’t allowed.",
    ],
    [
      "an address in look-alike letters",
      { email: "s\u0430ra@example.com" },
      "Enter an email address",
    ],
  ])("refuses %s", async (_, change, said) => {
    const response = await post("/signup", { ...fields, ...change });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(said);
  });

  it("sends signed-in, unverified users a new link, which replaces the old one", async () => {
    await post("/signup", fields);
    const old = await linkIn("verifyEmail");
    const cookies = keptOf(await logIn());
    expect(await (await get("/verify-email", { cookies })).text()).toContain("Send a new link");
    await deps.db.delete(mails);
    const response = await post("/verify-email", { intent: "resend" }, { cookies });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/verify-email"]);
    expect((await post(old, { intent: "verify" }, { cookies })).status).toBe(404);
    expect(
      (await post(await linkIn("verifyEmail"), { intent: "verify" }, { cookies })).status,
    ).toBe(303);
    expect((await post("/verify-email", { intent: "resend" }, { cookies })).status).toBe(409);
  });

  it("sends visitors who want a new link to the login first", async () => {
    const response = await post("/verify-email", { intent: "resend" });
    expect(response.headers.get("Location")).toBe("/login?returnTo=%2Fverify-email");
  });

  it("from a network at its limit says that the link creates the account; opened in the same browser, it signs in", async () => {
    const key = await deps.vault.fingerprint("sign-up network unknown");
    await deps.db
      .insert(signInAttempts)
      .values({ key, count: 1, until: Date.now() + 2 * 3_600_000 });
    const response = await post("/signup", fields);
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      "/verify-email?postponed=1",
    ]);
    expect(await (await get("/verify-email?postponed=1")).text()).toContain(
      "Your account is created when you open the link.",
    );
    expect(await deps.db.select().from(users)).toEqual([]);
    const link = await linkIn("confirmSignUp");
    expect(await (await get(link)).text()).toContain("One click, and your account is ready.");
    const cookies = keptOf(response);
    const made = await post(link, { intent: "sign-up" }, { cookies });
    expect([made.status, made.headers.get("Location")]).toEqual([303, "/onboarding/1?lang=en"]);
    expect(cookieOf(made, "__Host-rooydad-session")).toBeDefined();
    expect((await post(link, { intent: "sign-up" }, { cookies })).status).toBe(404);
  });

  it("reports that registration is off and creates no account", async () => {
    await changeSettings(workerDeps(), "features", { enableUserRegistration: false }, null);
    try {
      expect(await (await get("/signup")).text()).toContain("No new accounts right now");
      expect(await (await get("/login")).text()).not.toContain("/signup");
      expect((await post("/signup", fields)).status).toBe(403);
      expect(await deps.db.select().from(users)).toEqual([]);
    } finally {
      await changeSettings(workerDeps(), "features", { enableUserRegistration: true }, null);
      expect(await (await get("/login")).text()).toContain("/signup");
    }
  });
});

describe("a forgotten password", () => {
  it("is answered alike for known and unknown addresses; the link sets a new one once and ends every session", async () => {
    await addUser();
    const cookies = keptOf(await logIn());
    const told = ({ status, headers }: Response) => [
      status,
      headers.get("Location"),
      headers.getSetCookie(),
    ];
    const known = await post("/forgot-password", { email: ` ${EMAIL.toUpperCase()} ` });
    expect(told(known)).toEqual([303, "/forgot-password?sent=1", []]);
    expect(told(await post("/forgot-password", { email: "nobody@example.com" }))).toEqual(
      told(known),
    );
    expect(await (await get("/forgot-password?sent=1")).text()).toContain(
      "If this address has an account",
    );

    const link = await linkIn("resetPassword");
    expect(await (await get(link)).text()).toContain('name="password"');
    const weak = await post(link, { password: "short" });
    expect(weak.status).toBe(400);
    expect(await weak.text()).toContain("That password is too short.");
    const changed = await post(link, { password: "another quiet evening" }, { cookies });
    expect([changed.status, changed.headers.get("Location")]).toEqual([303, "/login?lang=en"]);
    expect(flashOf(changed)).toContain("auth:reset.done");
    expect(cookieOf(changed, "__Host-rooydad-session")).toContain("Max-Age=0");
    expect((await get("/login", { cookies })).status).toBe(200);
    expect((await logIn()).status).toBe(401);
    expect((await logIn({ password: "another quiet evening" })).status).toBe(303);

    const replay = await post(link, { password: "a third quiet evening" });
    expect(replay.status).toBe(404);
    expect(await replay.text()).toContain("This link doesn’t work");
  });

  it("with an invalid address shows an error beside the field", async () => {
    const response = await post("/forgot-password", { email: "sara" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('id="email-issue"');
  });

  it("is answered alike when repeated, for known and unknown addresses", async () => {
    await addUser();
    for (const email of [EMAIL, "nobody@example.com"])
      for (let count = 0; count < 5; count++)
        expect((await post("/forgot-password", { email })).status).toBe(303);
    await vi.waitFor(async () =>
      expect(
        await deps.db.select().from(mails).where(eq(mails.kind, "resetPassword")),
      ).toHaveLength(3),
    );
  });

  it.each(["", "?token=", "?token=x", `?token=${"A".repeat(43)}`])(
    "with the link %j leads on",
    async (search) => {
      const html = await (await get(`/reset-password${search}`)).text();
      expect(html).toContain("This link doesn’t work");
      expect(html).toContain('href="/forgot-password"');
    },
  );
});

describe("maintenance mode", () => {
  it("answers 503 on every page with the login for staff, and lets staff in", async () => {
    await addUser({ role: "moderator" });
    // It is in the page cache, which must stop serving it.
    await get("/help");
    await changeSettings(workerDeps(), "features", { maintenanceMode: true }, null);
    try {
      expect((await get("/help")).status).toBe(503);
      for (const path of [
        "/",
        "/help",
        "/events",
        "/nowhere",
        "/signup",
        "/account",
        "/sitemap.xml",
      ]) {
        const response = await get(path);
        expect([path, response.status, response.headers.get("Retry-After")]).toEqual([
          path,
          503,
          "300",
        ]);
        expect(response.headers.get("Cache-Control")).toContain("no-");
      }
      const html = await (await get("/?lang=en")).text();
      expect(html).toContain("We’ll be right back");
      expect(html).toContain('href="/login?lang=en"');
      expect(html.replace(/<script[\s\S]*?<\/script>/g, "")).not.toMatch(/Oops|\bat .+:\d+:\d+/);
      expect(await (await get("/?lang=fa")).text()).toContain("زود برمی‌گردیم");
      expect((await get("/login")).status).toBe(200);
      const cookies = keptOf(await logIn());
      expect((await get("/help", { cookies })).status).toBe(200);
    } finally {
      await changeSettings(workerDeps(), "features", { maintenanceMode: false }, null);
      expect((await get("/help")).status).toBe(200);
    }
  });
});
