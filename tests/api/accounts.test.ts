import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyEmail } from "../../app/modules/identity/sign-in/verify-email.server";
import { UserJson } from "../../app/modules/identity/users/queries.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { createDatabase } from "../../db/client";
import { auditEntries, clientReports, mails, sessions, users } from "../../db/schema";
import { ErrorJson } from "../../worker/api/v1/errors";
import { createCity } from "../factories/city";
import { bearerOf, cookieOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { emptyDatabase } from "../helpers/empty-database";
import { workerDeps } from "../helpers/worker-deps";

const ORIGIN = "https://rooydad.test";
const SARA = {
  email: "sara@example.com",
  password: "a long quiet evening",
  displayName: "سارا",
  isAdult16: true,
  acceptsTerms: true,
};

const db = createDatabase(env.DB);
const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  askJson<Record<string, never>>(path, { method: "POST", body, headers });

beforeEach(async () => {
  await emptyDatabase();
});

/** Signs up and returns the link of the mail. */
async function signUpAndVerify(headers: Record<string, string> = {}) {
  const answer = await post("/identity/sign-up", SARA, headers);
  const mail = await db.select().from(mails).where(eq(mails.kind, "verifyEmail")).get();
  const token = new URL(/https?:\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("token");
  // An API client has no device cookie: its user is signed in where the link is opened.
  await verifyEmail(workerDeps(), token, { device: null, userId: mail?.userId ?? null });
  return { answer, mail };
}

describe("an API client", () => {
  it("signs up with a new address, logs in, reads and changes the profile, and logs out", async () => {
    const { answer } = await signUpAndVerify();
    expect(answer).toEqual({ status: 202, body: { verificationSent: true } });

    const signedIn = await post("/identity/sign-in", {
      email: " Sara@Example.com",
      password: SARA.password,
    });
    expect(signedIn).toMatchObject({
      status: 200,
      body: { idToken: expect.any(String), expiresIn: 300 },
    });
    const login = await post("/auth/login", { firebaseToken: signedIn.body.idToken });
    expect(login.status).toBe(200);
    const user = v.parse(UserJson, login.body.user);
    expect(user).toMatchObject({
      email: "sara@example.com",
      emailVerified: true,
      displayName: "سارا",
      role: "user",
      onboardingCompleted: false,
    });
    expect(JSON.stringify(login.body)).not.toMatch(/scrypt|password/i);

    const headers = { Authorization: `Bearer ${login.body.access_token}` };
    for (const path of ["/users/me", "/users/profile"]) {
      const response = await ask(path, { headers });
      expect([
        response.status,
        response.headers.get("Cache-Control"),
        response.headers.get("ETag"),
        // The tag of what PUT may be asked to change.
      ]).toEqual([200, "no-store", path === "/users/profile" ? expect.any(String) : null]);
      expect(await response.json()).toEqual(user);
    }

    await createCity(db, { slug: "tehran", nameEn: "Tehran" });
    const changed = await askJson("/users/profile", {
      method: "PUT",
      headers,
      body: {
        displayName: "  Sara   M. ",
        preferredLanguage: "fa",
        interests: ["music", "music"],
        cities: ["tehran"],
      },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        displayName: "Sara M.",
        preferredLanguage: "fa",
        interests: ["music"],
        cities: ["tehran"],
        theme: null,
      },
    });

    const out = await ask("/auth/logout", { method: "POST", headers });
    expect([out.status, await out.text(), out.headers.get("Cache-Control")]).toEqual([
      204,
      "",
      "no-store",
    ]);
    const after = await ask("/users/me", { headers });
    expect([after.status, after.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer realm="api", error="invalid_token"',
    ]);
    expect((await ask("/auth/logout", { method: "POST", headers })).status).toBe(401);
  });

  it("gets emails in the language of Accept-Language, which the new account keeps", async () => {
    const { mail } = await signUpAndVerify({ "Accept-Language": "fa-IR" });
    expect(mail).toMatchObject({ locale: "fa", subject: expect.stringMatching(/[\u0600-\u06FF]/) });
    expect((await db.select().from(users).get())?.preferredLanguage).toBe("fa");
  });

  it("gets errors in the language of Accept-Language, not the stored one", async () => {
    const user = await createUser(db, { preferredLanguage: "fa" });
    const { body } = await askJson("/users/search/query?q=ab", {
      headers: { Authorization: await bearerOf(workerDeps(), user.id) },
    });
    expect(body).toMatchObject({ message: "You do not have permission to access this resource." });
  });

  it("gets the same response for a registered address, and its owner gets an email", async () => {
    await createUser(db, { email: SARA.email });
    expect(await post("/identity/sign-up", SARA)).toEqual({
      status: 202,
      body: { verificationSent: true },
    });
    expect(await db.select({ kind: mails.kind, to: mails.toAddress }).from(mails)).toEqual([
      { kind: "accountExists", to: SARA.email },
    ]);
    expect(await db.$count(users)).toBe(1);
  });

  it("gets the same 401 for a wrong password, an unknown address and one without a password", async () => {
    await signUpAndVerify();
    await createUser(db, { email: "google@example.com" });
    const answers = [];
    for (const email of [
      SARA.email,
      "nobody@example.com",
      "google@example.com",
      "no address at all",
    ])
      answers.push(
        await post(
          "/identity/sign-in",
          { email, password: "not this one" },
          { "Accept-Language": "en" },
        ),
      );
    for (const { status, body } of answers)
      expect([status, { ...body, requestId: "", instance: "" }]).toEqual([
        401,
        {
          code: "unauthorized",
          message: "Please log in to continue.",
          type: "about:blank",
          title: "Please log in to continue.",
          status: 401,
          detail: "Please log in to continue.",
          requestId: "",
          instance: "",
        },
      ]);
  });

  it("gets 403 before any check while registration is off", async () => {
    const deps = workerDeps();
    await changeSettings(deps, "features", { enableUserRegistration: false }, null);
    try {
      for (const body of [SARA, {}, "broken", undefined])
        expect((await post("/identity/sign-up", body)).status).toBe(403);
    } finally {
      await changeSettings(deps, "features", { enableUserRegistration: true }, null);
    }
  });

  it("of a deactivated account gets 401 with its token and 403 with its password", async () => {
    await signUpAndVerify();
    const { body } = await post("/identity/sign-in", SARA);
    const login = await post("/auth/login", { firebaseToken: body.idToken });
    await db.update(users).set({ isActive: false });
    expect(
      (await ask("/users/me", { headers: { Authorization: `Bearer ${login.body.access_token}` } }))
        .status,
    ).toBe(401);
    expect((await post("/auth/login", { firebaseToken: body.idToken })).status).toBe(403);
    expect((await post("/identity/sign-in", SARA)).status).toBe(403);
  });
});

describe("a token", () => {
  it.each([
    "Bearer",
    "Bearer ",
    "Bearer x",
    "Basic c2FyYTpzYXJh",
    "Bearer a.b.c",
    `Bearer ${"a".repeat(9_000)}`,
    "Bearer eyJhbGciOiJub25lIn0.e30.",
  ])("that is invalid (%s) is refused even where none is required", async (Authorization) => {
    for (const path of ["/users/me", "/events", "/openapi.json"]) {
      const response = await ask(path, { headers: { Authorization } });
      expect([path, response.status, response.headers.get("WWW-Authenticate")]).toEqual([
        path,
        401,
        'Bearer realm="api", error="invalid_token"',
      ]);
      expect(v.parse(ErrorJson, await response.json()).code).toBe("unauthorized");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  it("of one kind is not accepted as another", async () => {
    const user = await createUser(db);
    const deps = workerDeps();
    const access = (await bearerOf(deps, user.id)).slice("Bearer ".length);
    expect((await post("/auth/login", { firebaseToken: access })).status).toBe(401);
    const { body } = await askJson<{ idToken: string }>("/auth/session-token", {
      method: "POST",
      origin: ORIGIN,
      headers: { Cookie: await cookieOf(deps, user.id), Origin: ORIGIN },
    });
    expect(
      (await ask("/users/me", { headers: { Authorization: `Bearer ${body.idToken}` } })).status,
    ).toBe(401);
  });

  it("of a deleted account is refused like an invalid one", async () => {
    await signUpAndVerify();
    const { body } = await post("/identity/sign-in", SARA);
    await db.update(users).set({ deletedAt: 1 });
    expect((await post("/auth/login", { firebaseToken: body.idToken })).status).toBe(401);
  });

  it("counts towards a limit when refused, so that tokens cannot be guessed", async () => {
    const headers = { Authorization: "Bearer a.b.c", "CF-Connecting-IP": "203.0.113.90" };
    const statuses = new Set<number>();
    for (let request = 0; request < 250; request++)
      statuses.add((await ask("/users/me", { headers })).status);
    expect([...statuses].sort()).toEqual([401, 429]);
  });

  it("that is missing gives 401 with a challenge, with or without a cookie", async () => {
    const user = await createUser(db);
    const Cookie = await cookieOf(workerDeps(), user.id);
    const response = await ask("/users/me", {
      origin: ORIGIN,
      headers: { Cookie, Origin: ORIGIN },
    });
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer realm="api"',
    ]);
  });
});

describe("POST /auth/session-token", () => {
  const askToken = (headers: Record<string, string>, method = "POST") =>
    ask("/auth/session-token", { method, origin: ORIGIN, headers });

  it("returns a token of the cookie's session to our own Origin", async () => {
    const user = await createUser(db);
    const Cookie = await cookieOf(workerDeps(), user.id);
    const response = await askToken({ Cookie, Origin: ORIGIN });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    const { idToken } = (await response.json()) as { idToken: string };
    const before = await db.$count(sessions);
    const login = await post("/auth/login", { firebaseToken: idToken });
    expect([login.status, await db.$count(sessions)]).toEqual([200, before]);
    const headers = { Authorization: `Bearer ${login.body.access_token}` };
    expect((await ask("/users/me", { headers })).status).toBe(200);
    await db.delete(sessions);
    expect((await ask("/users/me", { headers })).status).toBe(401);
    expect((await post("/auth/login", { firebaseToken: idToken })).status).toBe(401);
  });

  it.each([
    ["no Origin", {}, 403],
    ["another origin", { Origin: "https://elsewhere.example" }, 403],
    ["an opaque origin", { Origin: "null" }, 403],
    ["our host over plain http", { Origin: "http://rooydad.test" }, 403],
    ["our origin", { Origin: ORIGIN }, 200],
  ])(
    "with %s answers as specified, and never lets another page read it",
    async (_name, origin, status) => {
      const user = await createUser(db);
      const response = await askToken({ Cookie: await cookieOf(workerDeps(), user.id), ...origin });
      expect(response.status).toBe(status);
      for (const name of response.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    },
  );

  it("without a session, with an ended one, or over plain http is 401", async () => {
    expect((await askToken({ Origin: ORIGIN })).status).toBe(401);
    const user = await createUser(db);
    const Cookie = await cookieOf(workerDeps(), user.id);
    const plain = { method: "POST", headers: { Cookie, Origin: "http://rooydad.test" } };
    expect((await ask("/auth/session-token", plain)).status).toBe(401);
    await db.delete(sessions);
    expect((await askToken({ Cookie, Origin: ORIGIN })).status).toBe(401);
  });

  it("allows no other origin to call it or to read its errors", async () => {
    for (const method of ["OPTIONS", "GET", "PUT"]) {
      const response = await askToken(
        { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "POST" },
        method,
      );
      expect([method, response.headers.get("Allow")]).toEqual([method, "POST, OPTIONS"]);
      for (const name of response.headers.keys())
        expect([method, name]).toEqual([method, expect.not.stringMatching(/^access-control-/)]);
    }
    const refused = await askToken({ Authorization: "Bearer x" });
    expect([refused.status, refused.headers.get("Access-Control-Allow-Origin")]).toEqual([
      401,
      null,
    ]);
  });
});

describe("GET /users/search/query", () => {
  const search = async (role: "user" | "moderator" | "admin", query: string) =>
    askJson<{ email: string | null; displayName: string }[] & { issues: unknown }>(
      `/users/search/query?${query}`,
      {
        headers: {
          Authorization: await bearerOf(
            workerDeps(),
            (await createUser(db, { role, displayName: "Seeker" })).id,
          ),
        },
      },
    );

  it("finds people by name for staff, and by address for admins only, who alone see addresses", async () => {
    await createUser(db, { displayName: "Nasrin Kamali", email: "sorush@example.com" });
    expect(await search("moderator", "q=KAMAL")).toMatchObject({
      status: 200,
      body: [{ displayName: "Nasrin Kamali", role: null, email: null }],
    });
    expect((await search("moderator", "q=sorush%40")).body).toEqual([]);
    expect((await search("admin", "q=sorush%40")).body).toMatchObject([
      { role: "user", email: "sorush@example.com" },
    ]);
    expect((await search("user", "q=KAMAL")).status).toBe(403);
  });

  it.each([
    ["", "q", "At least 2 characters."],
    ["q=%20%20%20", "q", "At least 2 characters."],
    [`q=${"a".repeat(201)}`, "q", "At most 200 characters."],
    ["q=ab&limit=0", "limit", "A number from 1 to 100."],
    ["q=ab&limit=many", "limit", "A number from 1 to 100."],
    ["q=ab&limit=101", "limit", "A number from 1 to 100."],
  ])("?%s gets a message about what is wrong", async (query, path, message) => {
    expect(await search("moderator", query)).toMatchObject({
      status: 400,
      body: { issues: [{ path, message }] },
    });
  });
});

describe("POST /audit/logs", () => {
  const entry = { action: "user.theme-changed", entity: "user" };

  it("records client reports under the client's name, with its own session count", async () => {
    const user = await createUser(db);
    const Authorization = await bearerOf(workerDeps(), user.id);
    const send = (body: object, headers: Record<string, string> = {}) =>
      ask("/audit/logs", { method: "POST", headers: { Authorization, ...headers }, body });
    for (const [body, headers, expected] of [
      [
        { ...entry, actorId: "somebody", source: "server" },
        {},
        { source: "server", severity: "info" },
      ],
      [{ ...entry, source: " API " }, {}, { source: "API" }],
      [
        { ...entry, metadata: { before: 1, after: 2 }, severity: "warning", source: "app" },
        {},
        { source: "app", severity: "warning" },
      ],
      [entry, { "X-Session-Id": "tab-7" }, { sessionId: "tab-7" }],
      [{ ...entry, sessionId: "mine" }, { "X-Session-Id": "tab-7" }, { sessionId: "mine" }],
      [
        entry,
        { "X-Session-Id": "a b\t\u00e9" },
        { sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ],
    ] as const) {
      await db.delete(clientReports);
      const response = await send(body, headers);
      expect([
        response.status,
        await response.text(),
        response.headers.get("Cache-Control"),
      ]).toEqual([204, "", "no-store"]);
      expect(await db.select().from(clientReports)).toMatchObject([
        { userId: user.id, ...expected },
      ]);
    }
    // Except for the server's own entry.
    expect(
      await db.select().from(auditEntries).where(eq(auditEntries.action, entry.action)),
    ).toEqual([]);
  });

  it("are listed for staff, newest first, in pages", async () => {
    const user = await createUser(db);
    const staff = await bearerOf(workerDeps(), (await createUser(db, { role: "admin" })).id);
    for (let at = 1; at <= 3; at += 1)
      await db.insert(clientReports).values({
        ...entry,
        id: crypto.randomUUID(),
        userId: user.id,
        metadata: { at },
        severity: "info",
        source: "app",
        createdAt: at,
      });
    const list = (query: string, Authorization = staff) =>
      askJson<{ items: { metadata: { at: number } }[]; nextCursor: string | null }>(
        `/audit/reports${query}`,
        {
          headers: { Authorization },
        },
      );
    const first = (await list("?limit=2")).body;
    expect(first.items.map(({ metadata }) => metadata.at)).toEqual([3, 2]);
    const second = (await list(`?limit=2&cursor=${first.nextCursor}`)).body;
    expect([second.items.map(({ metadata }) => metadata.at), second.nextCursor]).toEqual([
      [1],
      null,
    ]);
    expect((await list("?cursor=x")).status).toBe(400);
    expect((await list("", await bearerOf(workerDeps(), user.id))).status).toBe(403);
  });

  it("gives no access by X-Session-Id", async () => {
    const user = await createUser(db);
    await bearerOf(workerDeps(), user.id);
    const session = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, user.id)))
      .get();
    expect(
      (await ask("/users/me", { headers: { "X-Session-Id": session?.id ?? "" } })).status,
    ).toBe(401);
  });
});
