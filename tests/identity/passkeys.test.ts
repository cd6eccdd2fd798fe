import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MINUTE } from "../../app/lib/dates/durations";
import { revokeAllAccess } from "../../app/modules/identity/access.server";
import { addPasskey, beginPasskey } from "../../app/modules/identity/factors/add-passkey.server";
import {
  listPasskeys,
  localhostOf,
  relyingParty,
  removePasskey,
  renamePasskey,
} from "../../app/modules/identity/factors/passkeys.server";
import { beginTotp, confirmTotp } from "../../app/modules/identity/factors/set-up-totp.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import {
  beginPasskeySignIn,
  signInWithPasskey,
} from "../../app/modules/identity/sign-in/sign-in-with-passkey.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { users } from "../../db/schema";
import { createAuthenticator } from "../helpers/authenticator";
import {
  addSession,
  addSignedIn,
  CALLER,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  mailsOf,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DEVICE = "d".repeat(43);
const OTHER_DEVICE = "e".repeat(43);
const BROWSER = { ...CALLER, device: DEVICE };
const PLACE = { origin: "https://rooydad.example", rpId: "rooydad.example" };
const REFUSED = { "": "errors:issue.passkeyRefused" };

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

// Work after a response must not write to the next test's database.
afterEach(() => deps.settle());

async function withPasskey(person: Parameters<typeof addSignedIn>[1] = {}) {
  const sara = await addSignedIn(deps, person);
  const authenticator = await createAuthenticator();
  const { challenge } = await beginPasskey(deps, sara.actor, "");
  const codes = await addPasskey(
    deps,
    sara.actor,
    { answer: await authenticator.create(challenge, PLACE), name: "Phone" },
    CALLER,
  );
  const [passkey] = await listPasskeys(deps, sara.id);
  if (!passkey) throw new Error("There is no passkey.");
  return { ...sara, authenticator, passkey, codes };
}

const challengeFor = async (device = DEVICE) =>
  (await beginPasskeySignIn(deps, { ...CALLER, device })).challenge;

describe("the domain of passkeys", () => {
  test.each([
    ["https://rooydad.example", "rooydad.example"],
    ["http://localhost:8787", "localhost"],
    ["http://127.0.0.1:8787", undefined],
    ["http://[::1]:8787", undefined],
    ["https://203.0.113.7", undefined],
    ["http://rooydad.example", undefined],
  ])("of %s is %s", (site, id) => {
    expect(relyingParty(site)?.id).toBe(id);
  });

  test("of the loopback address is replaced by localhost", () => {
    expect(localhostOf("http://127.0.0.1:8787")).toBe("http://localhost:8787");
    expect(localhostOf("https://rooydad.example")).toBeNull();
  });

  test("cannot be an IP address: creation and use are refused with the reason", async () => {
    const { actor } = await addSignedIn(deps);
    deps.siteUrl = "http://127.0.0.1:8787";
    const DOMAIN = { "": "errors:issue.passkeyDomain" };
    expect(await issuesOf(beginPasskey(deps, actor, PASSWORD))).toEqual(DOMAIN);
    expect(
      await issuesOf(beginPasskeySignIn(deps, BROWSER as typeof BROWSER & { device: string })),
    ).toEqual(DOMAIN);
  });
});

describe("adding a passkey", () => {
  test("asks the browser for a discoverable credential with user verification, excluding existing ones", async () => {
    const { id, actor, authenticator } = await withPasskey();
    const options = await beginPasskey(deps, actor, "");
    expect(options).toMatchObject({
      rp: { id: "rooydad.example", name: "Rooydad" },
      user: { id: Buffer.from(id).toString("base64url"), name: SARA.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: authenticator.id }],
    });
    expect(Buffer.from(options.challenge, "base64url")).toHaveLength(32);
  });

  test("stores it under its name, ends other sessions and sends an email", async () => {
    const sara = await addSignedIn(deps);
    const other = await addSession(deps, sara.id);
    const authenticator = await createAuthenticator();
    const { challenge } = await beginPasskey(deps, sara.actor, PASSWORD);
    await addPasskey(
      deps,
      sara.actor,
      { answer: await authenticator.create(challenge, PLACE), name: "  My\nphone " },
      CALLER,
    );
    expect(await listPasskeys(deps, sara.id)).toMatchObject([
      {
        credentialId: authenticator.id,
        name: "My phone",
        isBackedUp: true,
        counter: 0,
        transports: ["internal", "hybrid"],
        lastUsedAt: null,
      },
    ]);
    expect(await findSignedIn(deps, other.token)).toBeNull();
    expect(await findSignedIn(deps, sara.token)).not.toBeNull();
    expect(await mailsOf(deps, "factorChanged")).toMatchObject([
      { subject: "Rooydad: A passkey was added to your account." },
    ]);
    expect(await entriesOf(deps, "user.passkey-added", sara.id)).toHaveLength(1);
  });

  test.each([
    ["of another site", { origin: "https://evil.example" }],
    ["for another domain", { rpId: "evil.example" }],
    ["without having verified its person", { isVerified: false }],
  ])("refuses a response %s", async (_what, difference) => {
    const { id, actor } = await addSignedIn(deps);
    const authenticator = await createAuthenticator();
    const { challenge } = await beginPasskey(deps, actor, "");
    const answer = await authenticator.create(challenge, { ...PLACE, ...difference });
    expect(await issuesOf(addPasskey(deps, actor, { answer, name: "" }, CALLER))).toEqual(REFUSED);
    expect(await listPasskeys(deps, id)).toEqual([]);
  });

  test("refuses a challenge that is reused, of another session or user, or older than five minutes", async () => {
    const { id, actor } = await addSignedIn(deps);
    const reza = await addSignedIn(deps, { email: "reza@example.com" });
    const answerTo = async (challenge: string) => ({
      answer: await (await createAuthenticator()).create(challenge, PLACE),
      name: "",
    });
    const first = await beginPasskey(deps, actor, "");
    await addPasskey(deps, actor, await answerTo(first.challenge), CALLER);
    expect(
      await issuesOf(addPasskey(deps, actor, await answerTo(first.challenge), CALLER)),
    ).toEqual(REFUSED);
    const second = await beginPasskey(deps, actor, "");
    const elsewhere = await addSession(deps, id);
    expect(
      await issuesOf(addPasskey(deps, elsewhere.actor, await answerTo(second.challenge), CALLER)),
    ).toEqual(REFUSED);
    const third = await beginPasskey(deps, actor, "");
    expect(
      await issuesOf(addPasskey(deps, reza.actor, await answerTo(third.challenge), CALLER)),
    ).toEqual(REFUSED);
    const fourth = await beginPasskey(deps, actor, "");
    deps.pass(5 * MINUTE);
    expect(
      await issuesOf(addPasskey(deps, actor, await answerTo(fourth.challenge), CALLER)),
    ).toEqual(REFUSED);
  });

  test.each([
    "",
    "null",
    "[]",
    "{}",
    '{"id":1,"response":{}}',
    '{"id":"x","response":{}}',
    "no JSON",
  ])("refuses the response %j", async (answer) => {
    const { actor } = await addSignedIn(deps);
    expect(await issuesOf(addPasskey(deps, actor, { answer, name: "" }, CALLER))).toEqual(REFUSED);
    expect((await failureOf(signInWithPasskey(deps, answer, BROWSER))).code).toBe("unauthorized");
  });

  test("refuses a passkey of another user", async () => {
    const { id, authenticator } = await withPasskey();
    const reza = await addSignedIn(deps, { email: "reza@example.com" });
    const { challenge } = await beginPasskey(deps, reza.actor, "");
    const answer = await authenticator.create(challenge, PLACE);
    expect((await failureOf(addPasskey(deps, reza.actor, { answer, name: "" }, CALLER))).code).toBe(
      "conflict",
    );
    expect(await listPasskeys(deps, id)).toHaveLength(1);
    expect(await listPasskeys(deps, reza.id)).toEqual([]);
  });
});

describe("signing in with a passkey", () => {
  test("needs no code of an app", async () => {
    const { id, actor, authenticator } = await withPasskey();
    const { secret } = await beginTotp(deps, actor, PASSWORD);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: deps.clock.now(),
    });
    await confirmTotp(deps, actor, code, CALLER);
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER)).kind).toBe(
      "second-factor",
    );
    deps.pass(MINUTE);
    const result = await signInWithPasskey(
      deps,
      await authenticator.get(await challengeFor(), { ...PLACE, counter: 1, userHandle: id }),
      BROWSER,
    );
    expect(result).toMatchObject({ kind: "signed-in", user: { id } });
    expect(await listPasskeys(deps, id)).toMatchObject([
      { counter: 1, lastUsedAt: deps.clock.now() },
    ]);
  });

  test.each([
    ["another site", { origin: "https://evil.example" }, DEVICE],
    ["another domain", { rpId: "evil.example" }, DEVICE],
    ["an unverified person", { isVerified: false }, DEVICE],
    ["another person's handle", { userHandle: "somebody" }, DEVICE],
    ["another browser's challenge", {}, OTHER_DEVICE],
  ])("with %s fails", async (_what, difference, device) => {
    const { authenticator } = await withPasskey();
    const answer = await authenticator.get(await challengeFor(device), { ...PLACE, ...difference });
    expect((await failureOf(signInWithPasskey(deps, answer, BROWSER))).code).toBe("unauthorized");
    await deps.settle();
  });

  test("counts one response once, even if sent twice at once; a challenge expires after ten minutes", async () => {
    const { authenticator } = await withPasskey();
    const answer = await authenticator.get(await challengeFor(), PLACE);
    const outcomes = await Promise.allSettled([
      signInWithPasskey(deps, answer, BROWSER),
      signInWithPasskey(deps, answer, BROWSER),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const late = await authenticator.get(await challengeFor(), PLACE);
    deps.pass(10 * MINUTE);
    expect((await failureOf(signInWithPasskey(deps, late, BROWSER))).code).toBe("unauthorized");
  });

  test("fails with another key under the same id or a decreased counter", async () => {
    const { id, authenticator, passkey } = await withPasskey();
    const forged = JSON.parse(await (await createAuthenticator()).get(await challengeFor(), PLACE));
    const answer = JSON.stringify({
      ...forged,
      id: passkey.credentialId,
      rawId: passkey.credentialId,
    });
    expect((await failureOf(signInWithPasskey(deps, answer, BROWSER))).code).toBe("unauthorized");
    await signInWithPasskey(
      deps,
      await authenticator.get(await challengeFor(), { ...PLACE, counter: 5 }),
      BROWSER,
    );
    const cloned = await authenticator.get(await challengeFor(), { ...PLACE, counter: 4 });
    expect((await failureOf(signInWithPasskey(deps, cloned, BROWSER))).code).toBe("unauthorized");
    await deps.settle();
    expect(await entriesOf(deps, "user.passkey-refused", id)).toHaveLength(2);
  });

  test("to a deactivated account is refused with the reason", async () => {
    const { authenticator } = await withPasskey();
    await deps.db.update(users).set({ isActive: false });
    const answer = await authenticator.get(await challengeFor(), PLACE);
    expect((await failureOf(signInWithPasskey(deps, answer, BROWSER))).code).toBe("forbidden");
  });
});

describe("managing passkeys", () => {
  test("finds none of another user", async () => {
    const { id, passkey } = await withPasskey();
    const reza = await addSignedIn(deps, { email: "reza@example.com" });
    expect((await failureOf(renamePasskey(deps, reza.actor, passkey.id, "Mine"))).code).toBe(
      "not-found",
    );
    expect((await failureOf(removePasskey(deps, reza.actor, passkey.id, "", CALLER))).code).toBe(
      "not-found",
    );
    expect(await listPasskeys(deps, id)).toMatchObject([{ name: "Phone" }]);
  });

  test("renames one, and deletes one, which then signs in no more", async () => {
    const { id, actor, passkey, authenticator } = await withPasskey();
    expect(await issuesOf(renamePasskey(deps, actor, passkey.id, " \u202E "))).toEqual({
      name: "errors:issue.passkeyName",
    });
    await renamePasskey(deps, actor, passkey.id, "کلید خانه");
    expect(await listPasskeys(deps, id)).toMatchObject([{ name: "کلید خانه" }]);
    await removePasskey(deps, actor, passkey.id, PASSWORD, CALLER);
    const answer = await authenticator.get(await challengeFor(), PLACE);
    expect((await failureOf(signInWithPasskey(deps, answer, BROWSER))).code).toBe("unauthorized");
  });

  test("exports them without id and key", async () => {
    const { actor, passkey } = await withPasskey();
    const text = JSON.stringify(await exportAccount(deps, actor));
    expect(text).toContain('"passkeys":[{"name":"Phone"');
    for (const secret of [passkey.credentialId, passkey.publicKey])
      expect(text).not.toContain(secret);
  });

  test("removes them when a stranger's account is cleared", async () => {
    const { id } = await withPasskey();
    await deps.db.batch([...revokeAllAccess(deps, id)]);
    expect(await listPasskeys(deps, id)).toEqual([]);
    expect((await personOf(deps, id)).passwordHash).toBeNull();
  });
});

describe("a passkey as second factor [S-25]", () => {
  test("of staff without an app, or a recovery code, is required after a password sign-in", async () => {
    const { codes, passkey, actor } = await withPasskey({ role: "moderator" });
    expect(codes).toHaveLength(10);
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER)).kind).toBe(
      "second-factor",
    );
    await removePasskey(deps, actor, passkey.id, PASSWORD, CALLER);
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });

  test("of a member is not required after a password sign-in", async () => {
    const { codes } = await withPasskey();
    expect(codes).toBeNull();
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });
});
