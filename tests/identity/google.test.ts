import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { generateKeyPair } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import {
  beginGoogle,
  findPostponed,
  finishGoogle,
  googleOf,
  signUpWithGoogle,
} from "../../app/modules/identity/sign-in/google.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { verifyEmail } from "../../app/modules/identity/sign-in/verify-email.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import {
  auditEntries,
  externalIdentities,
  knownDevices,
  remotePictures,
  users,
  userTokens,
} from "../../db/schema";
import { askedAt } from "../helpers/external-services";
import { createProvider } from "../helpers/openid-answers";
import {
  addPerson,
  addSignedIn,
  CALLER,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  linkIn,
  ORIGIN,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const HERE = { ...CALLER, device: "the secret of this browser" };

let deps: TestDeps;
let provider: Awaited<ReturnType<typeof createProvider>>;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
  provider = await createProvider();
  deps.identity = { remote: null, google: provider.client };
});

/** Starts the sign-in; returns the parameters sent to the provider, and the callback URL. */
async function begin(returnTo = "/account") {
  const url = new URL(await beginGoogle(deps, HERE, returnTo));
  const asked = Object.fromEntries(url.searchParams);
  const callback = new URL(`${ORIGIN}/login/google/callback?code=code-1&state=${asked.state}`);
  return { url, asked, nonce: asked.nonce ?? "", callback };
}
const BOTH = { isAdult16: true, acceptsTerms: true };
const come = (callback: URL, caller = HERE) => finishGoogle(deps, callback, caller);
/** Handles the callback, and signs up if required. */
async function comeAndJoin(callback: URL) {
  const { result, returnTo } = await come(callback);
  return {
    returnTo,
    result: result.kind === "new" ? await signUpWithGoogle(deps, result.token, BOTH, HERE) : result,
  };
}
/** The whole flow, with a valid token and one changed claim. */
async function comeWith(changes: Record<string, unknown> = {}) {
  const { nonce, callback } = await begin();
  await provider.grant(await provider.sign(provider.claims(nonce, changes)));
  return comeAndJoin(callback);
}
const everybody = () => deps.db.select().from(users);

describe("signing in with Google [S-85]", () => {
  test("creates a verified account for a new address and returns to the previous page", async () => {
    const { url, asked, nonce, callback } = await begin("/events/create");
    expect(url.origin + url.pathname).toBe(`${provider.client.issuer}/authorize`);
    expect(asked).toMatchObject({
      response_type: "code",
      scope: "openid email profile",
      code_challenge_method: "S256",
      client_id: "rooydad",
    });
    expect(String(asked.redirect_uri).startsWith(`${ORIGIN}/`)).toBe(true);
    await provider.grant(await provider.sign(provider.claims(nonce)));
    const { result, returnTo } = await comeAndJoin(callback);
    expect(returnTo).toBe("/events/create");
    expect(result.kind).toBe("signed-in");
    expect(await everybody()).toMatchObject([
      {
        email: SARA.email,
        displayName: "Sara",
        emailVerifiedAt: deps.clock.now(),
        passwordHash: null,
        photoUrl: null,
      },
    ]);
    // The cron fetches it: viewing the name sends no request to Google.
    expect(await deps.db.select().from(remotePictures)).toMatchObject([
      { kind: "user", url: "https://pictures.example/sara.png" },
    ]);
    const [grant] = await askedAt(`${provider.path}/token`);
    const sent = new URLSearchParams(grant?.body);
    expect(sent.get("redirect_uri")).toBe(asked.redirect_uri);
    expect(
      createHash("sha256")
        .update(sent.get("code_verifier") ?? "")
        .digest("base64url"),
    ).toBe(asked.code_challenge);
    expect(await entriesOf(deps, "user.signed-up", (await everybody())[0]?.id ?? "")).toMatchObject(
      [{ metadata: { provider: "google" } }],
    );
  });

  test("recognises a user with a new address by their subject", async () => {
    await comeWith();
    await comeWith({ email: "other@example.com" });
    expect(await everybody()).toMatchObject([{ email: SARA.email }]);
  });

  test("creates one account for two concurrent first sign-ins", async () => {
    const first = await begin();
    const second = await begin();
    await provider.grant(await provider.sign(provider.claims(first.nonce)));
    const one = await come(first.callback);
    await provider.grant(await provider.sign(provider.claims(second.nonce)));
    const other = await come(second.callback);
    for (const { result } of [one, other]) {
      expect(result.kind).toBe("new");
      if (result.kind === "new")
        expect((await signUpWithGoogle(deps, result.token, BOTH, HERE)).kind).toBe("signed-in");
    }
    expect(await everybody()).toHaveLength(1);
    expect(await deps.db.select().from(externalIdentities)).toHaveLength(1);
  });

  test("requires the account's second factor too", async () => {
    await comeWith();
    await deps.db
      .update(users)
      .set({ totpSecret: await deps.vault.seal("GEZDGNBVGY3TQOJQ"), totpEnabledAt: 1 });
    expect((await comeWith()).result.kind).toBe("second-factor");
  });

  test("refuses deactivated users", async () => {
    await comeWith();
    await deps.db.update(users).set({ isActive: false });
    expect((await failureOf(comeWith())).code).toBe("forbidden");
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "given %j to return to, returns to a page of ours",
    async (returnTo) => {
      const { nonce, callback } = await begin(returnTo);
      await provider.grant(await provider.sign(provider.claims(nonce)));
      expect((await come(callback)).returnTo).toMatch(/^\/(?![/\\])/);
    },
  );
});

describe("a new Google user", () => {
  async function comeNew(): Promise<string> {
    const { nonce, callback } = await begin();
    await provider.grant(await provider.sign(provider.claims(nonce)));
    const { result } = await come(callback);
    if (result.kind !== "new") throw new Error(`They are ${result.kind}.`);
    return result.token;
  }

  test("has no account before accepting the terms", async () => {
    const token = await comeNew();
    expect(await everybody()).toEqual([]);
    expect(await findPostponed(deps, token, HERE)).toEqual({ name: "Sara", email: SARA.email });
    expect(JSON.stringify(await deps.db.select().from(userTokens))).not.toContain(SARA.email);
  });

  test.each([
    [{ isAdult16: false, acceptsTerms: true }, ["isAdult16"]],
    [{ isAdult16: true, acceptsTerms: false }, ["acceptsTerms"]],
    [{ isAdult16: false, acceptsTerms: false }, ["isAdult16", "acceptsTerms"]],
  ])(
    "who sends the boxes %j gets each missing one named, no account, and another try",
    async (boxes, missing) => {
      const token = await comeNew();
      expect(Object.keys(await issuesOf(signUpWithGoogle(deps, token, boxes, HERE)))).toEqual(
        missing,
      );
      expect(await everybody()).toEqual([]);
      expect((await signUpWithGoogle(deps, token, BOTH, HERE)).kind).toBe("signed-in");
    },
  );

  test("is refused from another browser, without a pending sign-up, too late or twice", async () => {
    const token = await comeNew();
    for (const device of ["another browser", null]) {
      expect(await findPostponed(deps, token, { device })).toBeNull();
      expect((await failureOf(signUpWithGoogle(deps, token, BOTH, { ...HERE, device }))).code).toBe(
        "unauthorized",
      );
    }
    await signUpWithGoogle(deps, token, BOTH, HERE);
    expect((await failureOf(signUpWithGoogle(deps, token, BOTH, HERE))).code).toBe("unauthorized");
    await deps.db.delete(externalIdentities);
    await deps.db.update(users).set({ email: "other@example.com" });
    const late = await comeNew();
    deps.pass(30 * 60_000);
    expect((await failureOf(signUpWithGoogle(deps, late, BOTH, HERE))).code).toBe("unauthorized");
    expect(await everybody()).toHaveLength(1);
  });

  test("is refused with 403 if registration is switched off meanwhile", async () => {
    const token = await comeNew();
    await changeSettings(deps, "features", { enableUserRegistration: false }, null);
    expect((await failureOf(signUpWithGoogle(deps, token, BOTH, HERE))).code).toBe("forbidden");
    expect(await everybody()).toEqual([]);
  });
});

describe("the audit log of Google sign-ins [S-128]", () => {
  const reasons = async () => {
    await deps.settle();
    const rows = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "user.google-refused"));
    return rows.map(({ metadata, severity, actorId }) => [metadata.reason, severity, actorId]);
  };

  test("records why a callback was refused, without any token", async () => {
    await failureOf(
      come(new URL(`${ORIGIN}/login/google/callback?code=code-1&state=${"x".repeat(43)}`)),
    );
    const planted = await begin();
    await failureOf(come(planted.callback, { ...HERE, device: "another browser" }));
    await failureOf(comeWith({ nonce: "of another request" }));
    await addPerson(deps);
    await failureOf(comeWith({ email_verified: false }));
    expect(await reasons()).toEqual(
      ["unknown state", "another browser", "not a good answer", "address not verified"].map(
        (reason) => [reason, "warning", null],
      ),
    );
  });

  test("records only the first of many refusals from one network", async () => {
    const unknown = new URL(`${ORIGIN}/login/google/callback?code=code-1&state=${"x".repeat(43)}`);
    for (let turn = 0; turn < 25; turn++) await failureOf(come(unknown));
    expect(await reasons()).toHaveLength(20);
  });
});

describe("a Google callback [S-86]", () => {
  const refused = async (work: Promise<unknown>) => {
    expect((await failureOf(work)).code).toBe("unauthorized");
    expect(await everybody()).toEqual([]);
  };

  test("is refused when replayed", async () => {
    const { nonce, callback } = await begin();
    await provider.grant(await provider.sign(provider.claims(nonce)));
    await come(callback);
    expect((await failureOf(comeAndJoin(callback))).code).toBe("unauthorized");
    expect(await askedAt(`${provider.path}/token`)).toHaveLength(1);
  });

  test("sent twice at once signs in once [S-119]", async () => {
    const { nonce, callback } = await begin();
    await provider.grant(await provider.sign(provider.claims(nonce)));
    const outcomes = await Promise.allSettled([come(callback), come(callback)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("with another browser's state, or from a browser without a secret, is refused and used up", async () => {
    for (const device of ["another browser", null]) {
      const { nonce, callback } = await begin();
      await provider.grant(await provider.sign(provider.claims(nonce)));
      await refused(come(callback, { ...HERE, device } as typeof HERE));
      await refused(come(callback));
    }
  });

  test("with an unknown, missing or expired state is refused", async () => {
    const { nonce, callback } = await begin();
    await provider.grant(await provider.sign(provider.claims(nonce)));
    await refused(
      come(new URL(`${ORIGIN}/login/google/callback?code=code-1&state=${"x".repeat(43)}`)),
    );
    await refused(come(new URL(`${ORIGIN}/login/google/callback?code=code-1`)));
    deps.pass(600_000);
    await refused(come(callback));
  });

  test("after a refused consent signs nobody in", async () => {
    const { asked } = await begin();
    await refused(
      come(new URL(`${ORIGIN}/login/google/callback?error=access_denied&state=${asked.state}`)),
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ["another nonce", { nonce: "of another request" }],
    ["no nonce", { nonce: undefined }],
    ["another issuer", { iss: "https://elsewhere.example" }],
    ["another audience", { aud: "another-client" }],
    ["an expiry that has gone by", { exp: 1_000_000_000 }],
    ["no subject", { sub: undefined }],
  ])("with %s is refused", async (_what, changes) => {
    await refused(comeWith(changes));
  });

  test("with an unsigned token, one of another key, or none is refused", async () => {
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const foreign = await generateKeyPair("RS256");
    for (const make of [
      (nonce: string) => `${encode({ alg: "none" })}.${encode(provider.claims(nonce))}.`,
      (nonce: string) => provider.sign(provider.claims(nonce), foreign.privateKey),
      () => undefined,
    ]) {
      const { nonce, callback } = await begin();
      await provider.grant(await make(nonce));
      await refused(come(callback));
    }
  });
});

describe("an existing account with the same address [S-87]", () => {
  test("is not opened by an address that Google has not verified, and stays unchanged", async () => {
    const id = await addPerson(deps);
    const before = await personOf(deps, id);
    for (const email_verified of [false, undefined, "true", 1])
      expect((await failureOf(comeWith({ email_verified }))).code).toBe("unauthorized");
    expect(await personOf(deps, id)).toEqual(before);
    expect(await deps.db.select().from(externalIdentities)).toEqual([]);
  });

  test("is opened if the address is verified here too, with its password and sessions kept", async () => {
    const { id, token } = await addSignedIn(deps);
    expect((await comeWith()).result).toMatchObject({ kind: "signed-in", user: { id } });
    expect(await findSignedIn(deps, token)).not.toBeNull();
    expect((await personOf(deps, id)).passwordHash).not.toBeNull();
    expect(await entriesOf(deps, "user.linked", id)).toMatchObject([
      { metadata: { provider: "google" } },
    ]);
  });

  test("registered by a stranger is opened to the owner of the address, and all the stranger's access is removed [S-51]", async () => {
    const { id, actor, token } = await addSignedIn(deps, { isVerified: false });
    await requestEmailChange(
      deps,
      actor,
      { email: "stranger@example.com", currentPassword: PASSWORD },
      CALLER,
    );
    await deps.db
      .insert(externalIdentities)
      .values({ provider: "firebase", subject: "stranger", userId: id, createdAt: 1 });
    await deps.db
      .insert(knownDevices)
      .values({ userId: id, deviceHash: "stranger", createdAt: 1, lastSeenAt: 1 });
    await deps.db
      .update(users)
      .set({ totpSecret: "sealed", totpEnabledAt: 1 })
      .where(eq(users.id, id));
    const { result } = await comeWith();
    await deps.afterwards();
    expect(result).toMatchObject({ kind: "signed-in", user: { id } });
    expect(await personOf(deps, id)).toMatchObject({
      passwordHash: null,
      totpSecret: null,
      totpEnabledAt: null,
      emailVerifiedAt: deps.clock.now(),
    });
    expect(await findSignedIn(deps, token)).toBeNull();
    expect(deps.closed).toEqual([{ userId: id, sessionId: null }]);
    expect(await deps.db.select().from(externalIdentities)).toMatchObject([
      { provider: "google", subject: "subject-1" },
    ]);
    expect(await deps.db.select().from(userTokens)).toEqual([]);
    expect(
      (
        await failureOf(
          verifyEmail(deps, await linkIn(deps, "changeEmail"), {
            device: null,
            userId: id,
          }),
        )
      ).code,
    ).toBe("not-found");
    expect(
      (await failureOf(signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER))).code,
    ).toBe("unauthorized");
  });
});

describe("Google sign-in", () => {
  test("signs in existing users only while registration is off, others get 403 [S-88]", async () => {
    await changeSettings(deps, "features", { enableUserRegistration: false }, null);
    expect((await failureOf(comeWith())).code).toBe("forbidden");
    await addPerson(deps);
    expect((await comeWith()).result.kind).toBe("signed-in");
  });

  test("does not exist if it is switched off or not configured", async () => {
    const { callback } = await begin();
    await changeSettings(deps, "features", { enableGoogleLogin: false }, null);
    expect(await googleOf(deps)).toBeNull();
    expect((await failureOf(beginGoogle(deps, HERE, "/"))).code).toBe("not-found");
    expect((await failureOf(come(callback))).code).toBe("not-found");
  });

  test("answers 503 if Google is unavailable", async () => {
    deps.identity = { remote: null, google: { ...provider.client, issuer: "http://127.0.0.1:1" } };
    expect((await failureOf(beginGoogle(deps, HERE, "/"))).code).toBe("unavailable");
  });
});
