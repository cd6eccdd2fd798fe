import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAccess } from "../../app/modules/identity/list-access.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { externalIdentities, users } from "../../db/schema";
import { createFirebase } from "../../worker/adapters/identity/firebase";
import { app } from "../../worker/app";
import { addEveryAccess } from "../factories/access";
import { answerWith, askedAt, EXTERNAL } from "../helpers/external-services";
import { addPerson, CALLER, emptyPeople, failureOf, issuesOf, SARA } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const PROJECT = "rooydad-test";
const OPTIONS = {
  projectId: PROJECT,
  apiKey: "web key",
  keysUrl: `${EXTERNAL.http}/firebase/keys`,
  toolkitUrl: `${EXTERNAL.http}/toolkit`,
};
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair("RS256", { extractable: true });
  await answerWith("/firebase/keys", {
    body: {
      keys: [{ ...(await exportJWK(keys.publicKey)), kid: "google-1", alg: "RS256", use: "sig" }],
    },
  });
});

let deps: TestDeps;
let firebase: ReturnType<typeof createFirebase>;
beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyPeople(deps);
  firebase = createFirebase(OPTIONS, deps.clock);
  deps.identity = { remote: firebase, google: null };
});

const claimsOf = (changes: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(deps.clock.now() / 1_000);
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: "firebase-1",
    iat: now,
    exp: now + 3_600,
    auth_time: now,
    email: SARA.email,
    email_verified: true,
    name: "Sara",
    ...changes,
  };
};
const sign = (claims = claimsOf(), header: Record<string, unknown> = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "google-1", ...header })
    .sign(keys.privateKey);

const BAD: [string, () => Promise<string>][] = [
  ["another project's audience", () => sign(claimsOf({ aud: "another-project" }))],
  [
    "another project's issuer",
    () => sign(claimsOf({ iss: "https://securetoken.google.com/another-project" })),
  ],
  [
    "an expiry that has gone by",
    () => sign(claimsOf({ exp: Math.floor(deps.clock.now() / 1_000) - 1 })),
  ],
  [
    "a sign-in in the future",
    () => sign(claimsOf({ auth_time: Math.floor(deps.clock.now() / 1_000) + 600 })),
  ],
  ["no time of the sign-in", () => sign(claimsOf({ auth_time: undefined }))],
  ["no subject", () => sign(claimsOf({ sub: "" }))],
  ["an unknown key", () => sign(claimsOf(), { kid: "google-2" })],
  [
    "no signature (an emulator's)",
    async () => `${encode({ alg: "none", typ: "JWT" })}.${encode(claimsOf())}.`,
  ],
  [
    "HS256 by the public key",
    async () => {
      const jwk = await exportJWK(keys.publicKey);
      const secret = await importJWK({ kty: "oct", k: String(jwk.n) }, "HS256");
      return new SignJWT(claimsOf())
        .setProtectedHeader({ alg: "HS256", kid: "google-1" })
        .sign(secret);
    },
  ],
  [
    "another key under Google's id",
    async () =>
      new SignJWT(claimsOf())
        .setProtectedHeader({ alg: "RS256", kid: "google-1" })
        .sign((await generateKeyPair("RS256")).privateKey),
  ],
  ["nonsense", async () => "not.a.token"],
];

describe("a Firebase token", () => {
  test("is verified against the key set over HTTP and identifies its user", async () => {
    expect(await firebase.verify(await sign())).toEqual({
      issuer: "firebase",
      subject: "firebase-1",
      email: SARA.email,
      isEmailVerified: true,
      name: "Sara",
      pictureUrl: null,
      issuedAt: expect.any(Number),
      sessionId: null,
    });
    expect((await askedAt("/firebase/keys")).length).toBeGreaterThan(0);
  });

  test.each(BAD)("with %s is invalid", async (_what, make) => {
    expect(await firebase.verify(await make())).toBeNull();
  });

  test.each([500, 404])("cannot be judged if the key set answers %i: 503", async (status) => {
    await answerWith(`/firebase/broken/${status}`, { status, body: {} });
    const broken = createFirebase(
      { ...OPTIONS, keysUrl: `${EXTERNAL.http}/firebase/broken/${status}` },
      deps.clock,
    );
    expect((await failureOf(broken.verify(await sign()))).code).toBe("unavailable");
  });

  test("cannot be judged if the key server is unavailable: 503", async () => {
    const away = createFirebase({ ...OPTIONS, keysUrl: "http://127.0.0.1:1/keys" }, deps.clock);
    expect((await failureOf(away.verify(await sign()))).code).toBe("unavailable");
  });
});

describe("POST /api/v1/auth/login with a Firebase token", () => {
  const login = async (body: unknown) => {
    const context = createExecutionContext();
    const configured = {
      ...env,
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_API_KEY: "web key",
      FIREBASE_KEYS_URL: OPTIONS.keysUrl,
      FIREBASE_TOOLKIT_URL: OPTIONS.toolkitUrl,
    } as Env;
    const ask = (path: string, init: RequestInit) =>
      app.fetch(new Request(`https://rooydad.test/api/v1${path}`, init), configured, context);
    const response = await ask("/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    await waitOnExecutionContext(context);
    return {
      status: response.status,
      body: (await response.json()) as {
        access_token?: string;
        user?: { id: string; email: string };
      },
      ask,
    };
  };

  test("returns {access_token, user}, and the token gives access to the API", async () => {
    const { status, body, ask } = await login({ firebaseToken: await sign() });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["access_token", "user"]);
    expect(body.user).toMatchObject({ email: SARA.email, emailVerified: true, role: "user" });
    const me = await ask("/users/me", {
      headers: { Authorization: `Bearer ${body.access_token}` },
    });
    expect(((await me.json()) as { id: string }).id).toBe(body.user?.id);
    expect((await login({ firebaseToken: await sign() })).body.user?.id).toBe(body.user?.id);
    expect(await deps.db.select().from(externalIdentities)).toMatchObject([
      { provider: "firebase", subject: "firebase-1" },
    ]);
  });

  test.each(BAD)("with %s answers 401 and creates no account", async (_what, make) => {
    const { status, body } = await login({ firebaseToken: await make() });
    expect([status, body.access_token]).toEqual([401, undefined]);
    expect(await deps.db.select().from(users)).toEqual([]);
  });

  test("for an unverified address of an existing user answers 401", async () => {
    await addPerson(deps);
    expect(
      (await login({ firebaseToken: await sign(claimsOf({ email_verified: false })) })).status,
    ).toBe(401);
    expect(await deps.db.select().from(externalIdentities)).toEqual([]);
  });

  test("that first proves the address of its account ends all access from before, and is good itself", async () => {
    const logIn = async (changes: JWTPayload) =>
      (await login({ firebaseToken: await sign(claimsOf(changes)) })).status;
    expect(await logIn({ email_verified: false })).toBe(200);
    const account = await deps.db.select().from(users).get();
    if (!account) throw new Error("There is no account.");
    await addEveryAccess(deps, account.id);
    expect(await logIn({ email_verified: true })).toBe(200);
    const asker = { userId: account.id, sessionId: "", device: null };
    expect((await listAccess(deps, asker)).map(({ kind }) => kind)).toEqual([
      "sessions",
      "linkedAccounts",
    ]);
  });

  test("does not replace the user's second factor", async () => {
    await login({ firebaseToken: await sign() });
    await deps.db.update(users).set({ totpSecret: "sealed", totpEnabledAt: 1 });
    expect((await login({ firebaseToken: await sign() })).status).toBe(401);
  });

  test("for a deactivated user answers 403", async () => {
    await login({ firebaseToken: await sign() });
    await deps.db.update(users).set({ isActive: false });
    expect((await login({ firebaseToken: await sign() })).status).toBe(403);
  });
});

describe("password sign-in by the Identity Toolkit", () => {
  const answer = (method: string, message: string | null, status = 400) =>
    answerWith(`/toolkit/v1/accounts:${method}`, {
      status: message === null ? 200 : status,
      body: message === null ? { idToken: "theirs" } : { error: { message } },
    });

  test("returns the token for a correct address and password, and sends the API key", async () => {
    await answer("signInWithPassword", null);
    expect(await firebase.signIn(SARA.email, SARA.password)).toEqual({ idToken: "theirs" });
    const asked = (await askedAt("/toolkit/v1/accounts:signInWithPassword")).at(-1);
    expect(asked?.url).toContain("?key=web%20key");
    expect(JSON.parse(asked?.body ?? "")).toEqual({
      email: SARA.email,
      password: SARA.password,
      returnSecureToken: true,
    });
  });

  test.each(["INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND", "INVALID_PASSWORD", "INVALID_EMAIL"])(
    "treats %s as wrong credentials",
    async (message) => {
      await answer("signInWithPassword", message);
      expect(await firebase.signIn(SARA.email, "wrong")).toBeNull();
      expect(
        (await failureOf(signIn(deps, { email: SARA.email, password: "wrong" }, CALLER))).code,
      ).toBe("unauthorized");
    },
  );

  test.each([
    ["USER_DISABLED", 400, "forbidden"],
    ["TOO_MANY_ATTEMPTS_TRY_LATER : Access disabled", 400, "too-many-requests"],
    ["INTERNAL", 500, "unavailable"],
    ["SERVICE_UNAVAILABLE", 503, "unavailable"],
  ])("reports %s by its own code", async (message, status, code) => {
    await answer("signInWithPassword", message, status);
    expect((await failureOf(firebase.signIn(SARA.email, "x"))).code).toBe(code);
  });

  test("answers 503 if the service is unavailable", async () => {
    const away = createFirebase({ ...OPTIONS, toolkitUrl: "http://127.0.0.1:1" }, deps.clock);
    expect((await failureOf(away.signIn(SARA.email, "x"))).code).toBe("unavailable");
  });

  test("reports a taken address, a weak password and an invalid address beside their fields", async () => {
    await answer("signUp", "EMAIL_EXISTS");
    expect((await failureOf(firebase.signUp(SARA.email, "x"))).code).toBe("conflict");
    await answer("signUp", "WEAK_PASSWORD : Password should be at least 6 characters");
    expect(await issuesOf(firebase.signUp(SARA.email, "x"))).toEqual({
      password: "errors:issue.password.tooShort",
    });
    await answer("signUp", "INVALID_EMAIL");
    expect(await issuesOf(firebase.signUp("x", "x"))).toEqual({ email: "errors:issue.email" });
  });

  test("does not reveal an unknown address on a reset", async () => {
    await answer("sendOobCode", "EMAIL_NOT_FOUND");
    expect(await firebase.sendReset("nobody@example.com")).toBeUndefined();
    expect(
      JSON.parse((await askedAt("/toolkit/v1/accounts:sendOobCode")).at(-1)?.body ?? ""),
    ).toMatchObject({
      requestType: "PASSWORD_RESET",
    });
  });

  test("creates the user and a session on the sign-in page", async () => {
    await answerWith("/toolkit/v1/accounts:signInWithPassword", {
      body: { idToken: await sign() },
    });
    expect((await signIn(deps, { email: SARA.email, password: "theirs" }, CALLER)).kind).toBe(
      "signed-in",
    );
    expect(await deps.db.select().from(users)).toMatchObject([
      { email: SARA.email, passwordHash: null },
    ]);
  });
});
