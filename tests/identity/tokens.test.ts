import { SELF } from "cloudflare:test";
import { eq, isNull } from "drizzle-orm";
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { createMemo } from "../../app/lib/runtime/memo";
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from "../../app/modules/identity/change-password.server";
import { revokeSessions, signOut } from "../../app/modules/identity/sign-out.server";
import {
  exchangeToken,
  issueIdToken,
  issueSessionToken,
} from "../../app/modules/identity/tokens/exchange-token.server";
import {
  publicKeys,
  signingKey,
  signingKeysPurge,
} from "../../app/modules/identity/tokens/signing-keys.server";
import {
  createAccessToken,
  createIdToken,
  readAccessToken,
  readIdToken,
} from "../../app/modules/identity/tokens/tokens.server";
import { auditEntries, sessions, signingKeys, users } from "../../db/schema";
import {
  addSession,
  addSignedIn,
  CALLER,
  emptyPeople,
  failureOf,
  linkIn,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const HOUR = 3_600_000;
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

let deps: TestDeps;
let id: string;
let sessionId: string;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
  const sara = await addSignedIn(deps);
  id = sara.id;
  sessionId = sara.actor.sessionId;
});

/** Claims of a valid access token, to change one of them. */
const claimsOf = (changes: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(deps.clock.now() / 1_000);
  return {
    sub: id,
    sid: sessionId,
    iss: "rooydad",
    aud: "rooydad-api",
    iat: now,
    exp: now + 60,
    jti: "one",
    ...changes,
  };
};
const signWithOurs = async (claims: JWTPayload, header: Record<string, unknown> = {}) => {
  const { kid, key } = await signingKey(deps);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid, ...header })
    .sign(key);
};

/** Token of POST /identity/sign-in. */
const tokenByPassword = async (password = PASSWORD) =>
  (await issueIdToken(deps, { email: SARA.email, password }, CALLER)).idToken;

describe("an access token [S-82]", () => {
  test("names its user and session for an hour", async () => {
    const token = await createAccessToken(deps, id, sessionId);
    deps.pass(HOUR - 1_000);
    expect(await readAccessToken(deps, token)).toEqual({ userId: id, sessionId });
    deps.pass(1_000);
    expect(await readAccessToken(deps, token)).toBeNull();
  });

  test("with these claims signed by our key is valid, so that each case below fails for its own reason", async () => {
    expect(await readAccessToken(deps, await signWithOurs(claimsOf()))).toEqual({
      userId: id,
      sessionId,
    });
  });

  test.each<[string, () => Promise<string>]>([
    ["another audience", () => signWithOurs(claimsOf({ aud: "rooydad" }))],
    ["another issuer", () => signWithOurs(claimsOf({ iss: "elsewhere" }))],
    ["another type", () => signWithOurs(claimsOf(), { typ: "id+jwt" })],
    ["no type", () => signWithOurs(claimsOf(), { typ: undefined })],
    ["no expiry", () => signWithOurs(claimsOf({ exp: undefined }))],
    ["no session", () => signWithOurs(claimsOf({ sid: undefined }))],
    ["no person", () => signWithOurs(claimsOf({ sub: undefined }))],
    ["a start in the future", () => signWithOurs(claimsOf({ nbf: 4_000_000_000 }))],
    [
      "a key id that is unknown",
      () => signWithOurs(claimsOf(), { kid: "019b0000-0000-7000-8000-ffffffffffff" }),
    ],
    ["an invalid key id", () => signWithOurs(claimsOf(), { kid: "../../etc/passwd" })],
    ["no key id", () => signWithOurs(claimsOf(), { kid: undefined })],
    [
      "a critical header that we do not know",
      async () =>
        `${encode({ alg: "ES256", typ: "at+jwt", kid: (await signingKey(deps)).kid, crit: ["x"], x: 1 })}.e30.AA`,
    ],
  ])("with %s is refused", async (_what, make) => {
    expect(await readAccessToken(deps, await make())).toBeNull();
  });

  test("of another key under our key's id, or with its own key, is refused [S-83]", async () => {
    const { kid } = await signingKey(deps);
    const foreign = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(foreign.publicKey);
    for (const header of [
      { kid },
      { kid, jwk },
      { jwk },
      { kid, jku: "https://elsewhere.example/keys" },
    ])
      expect(
        await readAccessToken(
          deps,
          await new SignJWT(claimsOf())
            .setProtectedHeader({ alg: "ES256", typ: "at+jwt", ...header })
            .sign(foreign.privateKey),
        ),
      ).toBeNull();
  });

  test("without a signature is refused: `none` in any case, or an empty one", async () => {
    const { kid } = await signingKey(deps);
    const good = await signWithOurs(claimsOf());
    for (const alg of ["none", "None", "NONE", "nOnE"])
      for (const signature of ["", good.split(".")[2]])
        expect(
          await readAccessToken(
            deps,
            `${encode({ alg, typ: "at+jwt", kid })}.${encode(claimsOf())}.${signature}`,
          ),
        ).toBeNull();
    expect(await readAccessToken(deps, `${good.split(".").slice(0, 2).join(".")}.`)).toBeNull();
  });

  test("with HS256 and the public key as secret is refused", async () => {
    const { keys } = await publicKeys(deps);
    const jwk = keys[0] ?? {};
    for (const secret of [
      JSON.stringify(jwk),
      String(jwk.x),
      Buffer.from(String(jwk.x), "base64url").toString("latin1"),
    ]) {
      const key = await importJWK(
        { kty: "oct", k: Buffer.from(secret).toString("base64url") },
        "HS256",
      );
      const token = await new SignJWT(claimsOf())
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: String(jwk.kid) })
        .sign(key);
      expect(await readAccessToken(deps, token)).toBeNull();
    }
  });

  test("with one changed letter in the claims is refused", async () => {
    const [header, , signature] = (await signWithOurs(claimsOf())).split(".");
    expect(
      await readAccessToken(
        deps,
        `${header}.${encode(claimsOf({ sub: "019b0000-0000-7000-8000-000000000099" }))}.${signature}`,
      ),
    ).toBeNull();
  });

  test.each(["", ".", "..", "a.b.c", "x".repeat(10_000), "e30.e30.e30"])(
    "like %j is refused",
    async (token) => {
      expect(await readAccessToken(deps, token)).toBeNull();
      expect(await readIdToken(deps, token)).toBeNull();
    },
  );

  test("cannot be used as an identity token, nor the other way round", async () => {
    const idToken = await createIdToken(deps, await personOf(deps, id), sessionId);
    expect(await readAccessToken(deps, idToken)).toBeNull();
    expect(await readIdToken(deps, await createAccessToken(deps, id, sessionId))).toBeNull();
    expect(await readIdToken(deps, idToken)).toMatchObject({ subject: id, sessionId });
  });
});

describe("exchanging an identity token", () => {
  test("of a session gives an access token of that session, and nothing after its end", async () => {
    const { idToken } = await issueSessionToken(deps, id, sessionId);
    const { access_token, user } = await exchangeToken(deps, idToken, CALLER);
    expect(await readAccessToken(deps, access_token)).toEqual({ userId: id, sessionId });
    expect(user.id).toBe(id);
    expect(JSON.stringify(user)).not.toContain("scrypt");
    const { actor } = await addSession(deps, id);
    await signOut(deps, { ...actor, sessionId });
    expect((await failureOf(exchangeToken(deps, idToken, CALLER))).code).toBe("unauthorized");
  });

  test("by password twice gives tokens of one session, and nothing after its end [S-81]", async () => {
    const idToken = await tokenByPassword();
    const first = await readAccessToken(
      deps,
      (await exchangeToken(deps, idToken, CALLER)).access_token,
    );
    expect(
      await readAccessToken(deps, (await exchangeToken(deps, idToken, CALLER)).access_token),
    ).toEqual(first);
    const { actor } = await addSession(deps, id);
    await signOut(deps, { ...actor, sessionId: first?.sessionId ?? "" });
    expect((await failureOf(exchangeToken(deps, idToken, CALLER))).code).toBe("unauthorized");
  });

  test("by password gives nothing if its session is revoked before [S-70]", async () => {
    const idToken = await tokenByPassword();
    const { actor } = await addSession(deps, id);
    const [session] = await deps.db.select().from(sessions).where(isNull(sessions.tokenHash));
    await revokeSessions(deps, actor, session?.id ?? "");
    expect((await failureOf(exchangeToken(deps, idToken, CALLER))).code).toBe("unauthorized");
  });

  test("by password that never happens ends the session with the token; exchanged, it lasts 30 days", async () => {
    await tokenByPassword();
    const expiry = async () =>
      (await deps.db.select().from(sessions).where(isNull(sessions.tokenHash)))[0]?.expiresAt;
    expect(await expiry()).toBe(deps.clock.now() + 300_000);
    await deps.db.delete(sessions);
    await exchangeToken(deps, await tokenByPassword(), CALLER);
    expect(await expiry()).toBe(deps.clock.now() + 30 * 24 * HOUR);
  });

  test("is refused after five minutes", async () => {
    const idToken = await tokenByPassword();
    deps.pass(300_000);
    expect((await failureOf(exchangeToken(deps, idToken, CALLER))).code).toBe("unauthorized");
  });

  test("of a deactivated or deleted user answers 403 or 401", async () => {
    const idToken = await tokenByPassword();
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    expect((await failureOf(exchangeToken(deps, idToken, CALLER))).code).toBe("forbidden");
    await deps.db.update(users).set({ deletedAt: 1 }).where(eq(users.id, id));
    expect((await failureOf(exchangeToken(deps, idToken, CALLER))).code).toBe("unauthorized");
  });
});

describe("an older identity token [S-80]", () => {
  const exchange = async () => {
    const idToken = await tokenByPassword();
    deps.pass(1);
    return {
      idToken,
      code: async () => (await failureOf(exchangeToken(deps, idToken, CALLER))).code,
    };
  };

  test("is refused after a password change within the same second; a new one is not", async () => {
    const { actor } = await addSession(deps, id);
    const { code } = await exchange();
    await changePassword(
      deps,
      actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    expect(await code()).toBe("unauthorized");
    const fresh = await tokenByPassword(OTHER_PASSWORD);
    expect((await exchangeToken(deps, fresh, CALLER)).user.id).toBe(id);
  });

  test("is refused after a password reset by a link", async () => {
    const { code } = await exchange();
    await requestPasswordReset(deps, SARA.email, CALLER);
    await deps.settle();
    await resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER);
    expect(await code()).toBe("unauthorized");
  });

  test("is refused after its user ends all other sessions; the current session's still works", async () => {
    const { actor } = await addSession(deps, id);
    const { code } = await exchange();
    await revokeSessions(deps, actor, null);
    expect(await code()).toBe("unauthorized");
    const { idToken } = await issueSessionToken(deps, id, actor.sessionId);
    expect((await exchangeToken(deps, idToken, CALLER)).user.id).toBe(id);
  });
});

describe("the audit log of refused tokens [S-127]", () => {
  const entries = async () => {
    await deps.settle();
    return deps.db.select().from(auditEntries).where(eq(auditEntries.action, "token.refused"));
  };

  test("records a forged identity token without its text, and no expired ones", async () => {
    const forged = `${encode({ alg: "none" })}.${encode({ sub: id, exp: 4_000_000_000 })}.`;
    expect((await failureOf(exchangeToken(deps, forged, CALLER))).code).toBe("unauthorized");
    const expired = await tokenByPassword();
    deps.pass(300_000);
    await failureOf(exchangeToken(deps, expired, CALLER));
    const rows = await entries();
    expect(rows).toMatchObject([
      { actorId: null, severity: "warning", metadata: { kind: "identity" } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(CALLER.address);
  });

  test("records a forged access token", async () => {
    const foreign = await generateKeyPair("ES256");
    const token = await new SignJWT(claimsOf({ exp: 4_000_000_000 }))
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: (await signingKey(deps)).kid })
      .sign(foreign.privateKey);
    const response = await SELF.fetch("https://rooydad.test/api/v1/events", {
      headers: { Authorization: `Bearer ${token}` },
    });
    await response.body?.cancel();
    expect(response.status).toBe(401);
    await expect
      .poll(async () => (await entries()).map(({ metadata }) => metadata))
      .toEqual([{ kind: "access" }]);
  });
});

describe("rotating the keys [S-84]", () => {
  /** Same as scripts/rotate-keys.mjs, with the cache expired. */
  const retireKeys = async () => {
    await deps.db
      .update(signingKeys)
      .set({ retiredAt: deps.clock.now() })
      .where(isNull(signingKeys.retiredAt));
    deps.memo.forget("signing-keys");
  };

  test("keeps old tokens valid for two hours beside new ones", async () => {
    const old = await signWithOurs(claimsOf({ exp: 4_000_000_000 }));
    await retireKeys();
    const fresh = await signWithOurs(claimsOf({ exp: 4_000_000_000 }));
    expect(JSON.parse(Buffer.from(fresh.split(".")[0] ?? "", "base64url").toString()).kid).not.toBe(
      JSON.parse(Buffer.from(old.split(".")[0] ?? "", "base64url").toString()).kid,
    );
    deps.pass(2 * HOUR - 31_000);
    expect([await readAccessToken(deps, old), await readAccessToken(deps, fresh)]).toEqual([
      { userId: id, sessionId },
      { userId: id, sessionId },
    ]);
    deps.pass(31_000);
    expect(await readAccessToken(deps, old)).toBeNull();
    expect(await readAccessToken(deps, fresh)).not.toBeNull();
  });

  test("publishes both keys without their private parts", async () => {
    await signingKey(deps);
    await retireKeys();
    const { keys } = await publicKeys(deps);
    expect(keys).toHaveLength(2);
    for (const key of keys)
      expect(Object.keys(key).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
  });

  test("by another isolate is noticed at the first token of the new key", async () => {
    await signingKey(deps);
    const other = { ...deps, memo: createMemo(deps.clock) };
    await publicKeys(other);
    await retireKeys();
    expect(await readAccessToken(other, await createAccessToken(deps, id, sessionId))).toEqual({
      userId: id,
      sessionId,
    });
  });

  test("stores the private key encrypted only", async () => {
    await signingKey(deps);
    const [row] = await deps.db.select().from(signingKeys);
    expect(row?.privateKey).not.toContain('"d"');
    expect(JSON.parse(await deps.vault.open(row?.privateKey ?? ""))).toHaveProperty("d");
  });

  test("deletes a retired key the night after its last token expires", async () => {
    await signingKey(deps);
    await retireKeys();
    const { kid } = await signingKey(deps);
    deps.pass(2 * HOUR + 1);
    await purgeAll(deps, signingKeysPurge);
    expect((await deps.db.select().from(signingKeys)).map((key) => key.kid)).toEqual([kid]);
  });
});

describe("the API with a token", () => {
  const me = async (authorization: string) => {
    const response = await SELF.fetch("https://rooydad.test/api/v1/users/me", {
      headers: { Authorization: authorization },
    });
    await response.body?.cancel();
    return { status: response.status, says: response.headers.get("WWW-Authenticate") };
  };

  test("answers 401 with the reason to other schemes", async () => {
    for (const header of [
      "Bearer",
      "Bearer ",
      "Basic c2FyYTpwYXNz",
      "Bearer a b",
      "Bearer x.y.z",
      `Bearer ${"x".repeat(5_000)}`,
    ])
      expect(await me(header)).toEqual({
        status: 401,
        says: 'Bearer realm="api", error="invalid_token"',
      });
  });

  test("refuses the next request after its session is revoked", async () => {
    const { createDeps } = await import("../../worker/deps");
    const { env } = await import("cloudflare:test");
    const real = createDeps(env, () => {});
    await real.db.delete(sessions);
    const { actor } = await addSession({ ...deps, ...real } as TestDeps, id);
    real.memo.forget("signing-keys");
    const token = await createAccessToken(real, id, actor.sessionId);
    expect((await me(`Bearer ${token}`)).status).toBe(200);
    await real.db.delete(sessions);
    expect(await me(`Bearer ${token}`)).toEqual({
      status: 401,
      says: 'Bearer realm="api", error="invalid_token"',
    });
  });

  test("publishes its public keys at /.well-known/jwks.json", async () => {
    const response = await SELF.fetch("https://rooydad.test/.well-known/jwks.json");
    const { keys } = (await response.json()) as { keys: object[] };
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).not.toHaveProperty("d");
  });
});
