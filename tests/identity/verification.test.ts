import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  changePassword,
  isResetLinkGood,
  requestPasswordReset,
  resetPassword,
} from "../../app/modules/identity/change-password.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { resendVerification, signUp } from "../../app/modules/identity/sign-in/sign-up.server";
import {
  verificationLinkKind,
  verifyEmail,
  verifyEmailByNewPassword,
  verifyEmailByPassword,
} from "../../app/modules/identity/sign-in/verify-email.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { externalIdentities, users, userTokens } from "../../db/schema";
import {
  addPerson,
  addSession,
  addSignedIn,
  CALLER,
  ELSEWHERE,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  linkIn,
  linksIn,
  mailsOf,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const HOUR = 3_600_000;
const DEVICE = "the secret of the browser that signed up";
/** The browser that signed up, and any other. */
const HERE = { device: DEVICE, userId: null };
const ELSEWHERE_READER = { device: "another browser", userId: null };

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

const askForReset = async (email: string, caller = CALLER) => {
  await requestPasswordReset(deps, email, caller);
  await deps.afterwards();
};

describe("the link that confirms an address", () => {
  const signUpHere = async () => {
    await signUp(deps, SARA, { ...CALLER, device: DEVICE });
    const user = await deps.db.select().from(users).get();
    return { id: user?.id ?? "", link: await linkIn(deps, "verifyEmail") };
  };

  test("works once", async () => {
    const { link } = await signUpHere();
    await verifyEmail(deps, link, HERE);
    expect((await failureOf(verifyEmail(deps, link, HERE))).code).toBe("not-found");
  });

  test("works once when opened twice at once", async () => {
    const { link } = await signUpHere();
    const outcomes = await Promise.allSettled([
      verifyEmail(deps, link, HERE),
      verifyEmail(deps, link, HERE),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("expires after 24 hours, not a moment earlier", async () => {
    const { id, link } = await signUpHere();
    deps.pass(24 * HOUR);
    expect((await failureOf(verifyEmail(deps, link, HERE))).code).toBe("not-found");
    await resendVerification(deps, id, { ...CALLER, device: DEVICE });
    deps.pass(24 * HOUR - 1);
    expect(await verifyEmail(deps, await linkIn(deps, "verifyEmail"), HERE)).toMatchObject({
      userId: id,
    });
  });

  test("is replaced by a newer one", async () => {
    const { id, link } = await signUpHere();
    await resendVerification(deps, id, { ...CALLER, device: DEVICE });
    expect((await failureOf(verifyEmail(deps, link, HERE))).code).toBe("not-found");
    await verifyEmail(deps, await linkIn(deps, "verifyEmail"), HERE);
    expect((await failureOf(resendVerification(deps, id, CALLER))).code).toBe("conflict");
  });

  test("confirms in the browser that signed up, or in one that is signed in to the account", async () => {
    const { link } = await signUpHere();
    expect(await verificationLinkKind(deps, link, HERE)).toEqual({ kind: "confirm" });
    expect((await verifyEmail(deps, link, HERE)).isSameBrowser).toBe(true);
    await emptyPeople(deps);
    const again = await signUpHere();
    const signedIn = { device: null, userId: again.id };
    expect((await verifyEmail(deps, again.link, signedIn)).isSameBrowser).toBe(false);
  });

  test("asks in any other browser for the password, and is not consumed without it [S-46]", async () => {
    const { id, link } = await signUpHere();
    expect(await verificationLinkKind(deps, link, ELSEWHERE_READER)).toEqual({
      kind: "password",
      since: deps.clock.now(),
      email: SARA.email,
      mayReplace: true,
    });
    expect((await failureOf(verifyEmail(deps, link, ELSEWHERE_READER))).code).toBe("unauthorized");
    expect((await failureOf(verifyEmailByPassword(deps, link, "a guess", ELSEWHERE))).code).toBe(
      "unauthorized",
    );
    expect((await personOf(deps, id)).emailProvedAt).toBeNull();
    expect(await verifyEmailByPassword(deps, link, PASSWORD, ELSEWHERE)).toBe(id);
    expect((await personOf(deps, id)).emailProvedAt).toBe(deps.clock.now());
  });

  test("counts wrong passwords as failures of a sign-in [S-47]", async () => {
    const { link } = await signUpHere();
    for (let turn = 0; turn < 5; turn++)
      await failureOf(verifyEmailByPassword(deps, link, `guess ${turn}`, ELSEWHERE));
    expect((await failureOf(verifyEmailByPassword(deps, link, PASSWORD, ELSEWHERE))).code).toBe(
      "too-many-requests",
    );
  });

  test("sets a new password in another browser, a good one only, once", async () => {
    const { id, link } = await signUpHere();
    expect(await issuesOf(verifyEmailByNewPassword(deps, link, "1234567890", ELSEWHERE))).toEqual({
      password: "errors:issue.password.breached",
    });
    const outcomes = await Promise.allSettled([
      verifyEmailByNewPassword(deps, link, OTHER_PASSWORD, ELSEWHERE),
      verifyEmailByNewPassword(deps, link, "a second try at once", ELSEWHERE),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await entriesOf(deps, "user.email-verified", id)).toMatchObject([
      { metadata: { accessCleared: true } },
    ]);
    expect((await failureOf(signIn(deps, SARA, CALLER))).code).toBe("unauthorized");
  });

  test.each([null, "", "nonsense", "x".repeat(43), "x".repeat(100_000)])(
    "is not %j",
    async (link) => {
      expect((await failureOf(verifyEmail(deps, link, HERE))).code).toBe("not-found");
    },
  );

  test("does not work as a reset link", async () => {
    const { link } = await signUpHere();
    expect(await isResetLinkGood(deps, link)).toBe(false);
    expect((await failureOf(resetPassword(deps, link, OTHER_PASSWORD, CALLER))).code).toBe(
      "not-found",
    );
  });

  test("is stored as a hash only", async () => {
    const { link } = await signUpHere();
    expect(JSON.stringify(await deps.db.select().from(userTokens))).not.toContain(link);
  });
});

describe("changing one's address", () => {
  const ask = (
    actor: Parameters<typeof requestEmailChange>[1],
    email: string,
    currentPassword = PASSWORD,
  ) => requestEmailChange(deps, actor, { email, currentPassword }, CALLER);

  test("to a free one takes effect by its link, after an email to the old one", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "New@Example.com");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
    expect(await mailsOf(deps, "changeEmail")).toMatchObject([{ toAddress: "new@example.com" }]);
    expect(await mailsOf(deps, "emailChanging")).toMatchObject([{ toAddress: SARA.email }]);
    expect(
      await verifyEmail(deps, await linkIn(deps, "changeEmail"), { device: null, userId: id }),
    ).toEqual({
      userId: id,
      isSameBrowser: false,
    });
    expect(await personOf(deps, id)).toMatchObject({
      email: "new@example.com",
      searchKey: expect.stringContaining("new@example.com"),
    });
    expect((await entriesOf(deps, "user.email-changed", id))[0]?.metadata).toEqual({
      before: { email: SARA.email },
      after: { email: "new@example.com" },
    });
  });

  test("asks elsewhere for the account's password, and never for a new one: an address may be mistyped [S-48]", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "new@example.com");
    const link = await linkIn(deps, "changeEmail");
    expect(await verificationLinkKind(deps, link, ELSEWHERE_READER)).toMatchObject({
      kind: "password",
      email: "new@example.com",
      mayReplace: false,
    });
    const refusalOf = async (attempt: Promise<unknown>) => (await failureOf(attempt)).code;
    expect([
      await refusalOf(verifyEmail(deps, link, ELSEWHERE_READER)),
      await refusalOf(verifyEmailByPassword(deps, link, "a guess", ELSEWHERE)),
      await refusalOf(verifyEmailByNewPassword(deps, link, OTHER_PASSWORD, ELSEWHERE)),
    ]).toEqual(["unauthorized", "unauthorized", "not-found"]);
    expect((await personOf(deps, id)).email).toBe(SARA.email);
    await verifyEmailByPassword(deps, link, PASSWORD, ELSEWHERE);
    expect((await personOf(deps, id)).email).toBe("new@example.com");
  });

  test("of an account without a password asks elsewhere to log in first", async () => {
    const { id, actor } = await addSignedIn(deps, { hasPassword: false });
    await ask(actor, "new@example.com", "");
    const link = await linkIn(deps, "changeEmail");
    expect(await verificationLinkKind(deps, link, ELSEWHERE_READER)).toEqual({ kind: "log-in" });
    await verifyEmail(deps, link, { device: null, userId: id });
  });

  test("to a taken one reveals nothing and sends its owner no email [S-19]", async () => {
    await addPerson(deps, { email: "taken@example.com" });
    const { actor } = await addSignedIn(deps);
    expect(await ask(actor, "taken@example.com")).toBeUndefined();
    expect(await mailsOf(deps, "changeEmail")).toEqual([]);
    expect(await mailsOf(deps, "emailChanging")).toHaveLength(1);
  });

  test("to one taken meanwhile is refused", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "new@example.com");
    await addPerson(deps, { email: "new@example.com" });
    expect(
      (
        await failureOf(
          verifyEmail(deps, await linkIn(deps, "changeEmail"), { device: null, userId: actor.id }),
        )
      ).code,
    ).toBe("conflict");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
  });

  test("with a wrong password, no address or the current one is refused beside its field", async () => {
    const { actor } = await addSignedIn(deps);
    expect(await issuesOf(ask(actor, "new@example.com", "wrong"))).toEqual({
      currentPassword: "errors:issue.currentPassword",
    });
    expect(await issuesOf(ask(actor, "new@"))).toEqual({ email: "errors:issue.email" });
    expect(await issuesOf(ask(actor, "SARA@example.com"))).toEqual({
      email: "errors:issue.sameEmail",
    });
  });

  test("by a thief is cancelled by a password change of the owner [S-74]", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "thief@example.com");
    await changePassword(
      deps,
      actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    expect(
      (
        await failureOf(
          verifyEmail(deps, await linkIn(deps, "changeEmail"), { device: null, userId: actor.id }),
        )
      ).code,
    ).toBe("not-found");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
  });

  test("by a thief is cancelled by a password reset of the owner", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "thief@example.com");
    await askForReset(SARA.email);
    await resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER);
    expect(
      (
        await failureOf(
          verifyEmail(deps, await linkIn(deps, "changeEmail"), { device: null, userId: actor.id }),
        )
      ).code,
    ).toBe("not-found");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
  });

  test("invalidates a reset link in the old mailbox", async () => {
    const { actor } = await addSignedIn(deps);
    await askForReset(SARA.email);
    await ask(actor, "new@example.com");
    await verifyEmail(deps, await linkIn(deps, "changeEmail"), { device: null, userId: actor.id });
    expect(await isResetLinkGood(deps, await linkIn(deps, "resetPassword"))).toBe(false);
  });

  test("while unconfirmed invalidates the old confirmation link", async () => {
    await signUp(deps, SARA, CALLER);
    const user = await deps.db.select().from(users).get();
    const link = await linkIn(deps, "verifyEmail");
    await deps.db
      .update(users)
      .set({ email: "other@example.com" })
      .where(eq(users.id, user?.id ?? ""));
    expect((await failureOf(verifyEmail(deps, link, HERE))).code).toBe("not-found");
    expect((await personOf(deps, user?.id ?? "")).emailVerifiedAt).toBeNull();
  });
});

describe("resetting a password by a link", () => {
  test("works once, ends every session and closes every socket", async () => {
    const { id, token } = await addSignedIn(deps);
    await addSession(deps, id);
    await askForReset(" Sara@Example.com ");
    const link = await linkIn(deps, "resetPassword");
    expect(await isResetLinkGood(deps, link)).toBe(true);
    await resetPassword(deps, link, OTHER_PASSWORD, CALLER);
    await deps.afterwards();
    expect(await findSignedIn(deps, token)).toBeNull();
    expect(deps.closed).toEqual([{ userId: id, sessionId: null }]);
    expect((await failureOf(resetPassword(deps, link, "yet another evening", CALLER))).code).toBe(
      "not-found",
    );
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
    expect(await mailsOf(deps, "factorChanged")).toHaveLength(1);
  });

  test("is possible for an hour", async () => {
    await addPerson(deps);
    await askForReset(SARA.email);
    deps.pass(HOUR);
    expect(
      (
        await failureOf(
          resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER),
        )
      ).code,
    ).toBe("not-found");
  });

  test("twice at once sets one password", async () => {
    const id = await addPerson(deps);
    await askForReset(SARA.email);
    const link = await linkIn(deps, "resetPassword");
    const outcomes = await Promise.allSettled([
      resetPassword(deps, link, OTHER_PASSWORD, CALLER),
      resetPassword(deps, link, "a second try at once", CALLER),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await entriesOf(deps, "user.password-reset", id)).toHaveLength(1);
  });

  test("with a weak password keeps the link valid", async () => {
    await addPerson(deps);
    await askForReset(SARA.email);
    const link = await linkIn(deps, "resetPassword");
    expect(await issuesOf(resetPassword(deps, link, "1234567890", CALLER))).toEqual({
      password: "errors:issue.password.breached",
    });
    await resetPassword(deps, link, OTHER_PASSWORD, CALLER);
  });

  test("is answered alike without an email for an unknown address, none, or a deactivated user [S-18]", async () => {
    const id = await addPerson(deps, { email: "gone@example.com" });
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    for (const email of ["nobody@example.com", "nonsense", "gone@example.com"])
      expect(await askForReset(email)).toBeUndefined();
    expect(await mailsOf(deps, "resetPassword")).toEqual([]);
  });

  test("does work that depends on the address only after the response", async () => {
    await addPerson(deps);
    await requestPasswordReset(deps, SARA.email, CALLER);
    expect(deps.sent).toEqual([]);
    await deps.afterwards();
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(1);
  });

  test("is never blocked by three anonymous requests, and every link in the mailbox works [S-32]", async () => {
    await addPerson(deps);
    for (let turn = 0; turn < 3; turn++)
      await askForReset(SARA.email, { ...ELSEWHERE, address: `198.51.100.${turn}` });
    await askForReset(SARA.email);
    const links = await linksIn(deps, "resetPassword");
    expect(links).toHaveLength(3);
    for (const link of links) expect(await isResetLinkGood(deps, link)).toBe(true);
    await resetPassword(deps, links[0] ?? "", OTHER_PASSWORD, CALLER);
    for (const link of links) expect(await isResetLinkGood(deps, link)).toBe(false);
  });

  test("with two links at once sets one password", async () => {
    const id = await addPerson(deps);
    await askForReset(SARA.email);
    await askForReset(SARA.email);
    const links = await linksIn(deps, "resetPassword");
    const outcomes = await Promise.allSettled(
      links.map((link) => resetPassword(deps, link, OTHER_PASSWORD, CALLER)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await entriesOf(deps, "user.password-reset", id)).toHaveLength(1);
  });

  test("requested by a stranger every minute for three hours sends 12 emails, and the newest link always works [S-33]", async () => {
    await addPerson(deps);
    for (let minute = 0; minute < 180; minute++) {
      await askForReset(SARA.email, { ...ELSEWHERE, address: `198.51.${minute}.9` });
      expect(await isResetLinkGood(deps, await linkIn(deps, "resetPassword"))).toBe(true);
      deps.pass(60_000);
    }
    expect((await mailsOf(deps, "resetPassword")).length).toBeLessThanOrEqual(12);
    // Using one link resets the limit.
    await askForReset(SARA.email, ELSEWHERE);
    await resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER);
    const before = (await mailsOf(deps, "resetPassword")).length;
    await askForReset(SARA.email);
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(before + 1);
  });

  test("is still possible from a known device after strangers have used up the limits of address and network [S-34]", async () => {
    await addPerson(deps);
    const entered = await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER);
    const device = entered.kind === "signed-in" ? entered.device : "";
    for (let turn = 0; turn < 60; turn++)
      await askForReset(turn < 5 ? SARA.email : `nobody${turn}@example.com`);
    expect((await failureOf(askForReset(SARA.email))).code).toBe("too-many-requests");
    const before = (await mailsOf(deps, "resetPassword")).length;
    await askForReset(SARA.email, { ...CALLER, device });
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(before + 1);
    // A known device's mails are limited too, but its requests are never refused.
    for (let turn = 0; turn < 20; turn++) await askForReset(SARA.email, { ...CALLER, device });
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(before + 5);
    expect((await failureOf(askForReset("nobody@example.com", { ...CALLER, device }))).code).toBe(
      "too-many-requests",
    );
  });

  test("waits a minute at the 61st request from one network; another network does not", async () => {
    for (let turn = 0; turn < 60; turn++) await askForReset(`nobody${turn}@example.com`);
    expect(await failureOf(askForReset("one-more@example.com"))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 60,
    });
    await askForReset("one-more@example.com", ELSEWHERE);
    deps.pass(60_000);
    await askForReset("one-more@example.com");
    expect((await failureOf(askForReset("one-more@example.com"))).code).toBe("too-many-requests");
  });

  test("removes all access of a stranger who registered the address", async () => {
    const { id, actor } = await addSignedIn(deps, { isVerified: false });
    await deps.db.insert(externalIdentities).values({
      provider: "firebase",
      subject: "stranger",
      userId: id,
      createdAt: deps.clock.now(),
    });
    await deps.db
      .update(users)
      .set({ totpSecret: "the stranger's", totpEnabledAt: 1, deleteAfter: 2 })
      .where(eq(users.id, id));
    await requestEmailChange(
      deps,
      actor,
      { email: "stranger@example.com", currentPassword: PASSWORD },
      CALLER,
    );
    await askForReset(SARA.email, { ...CALLER, device: DEVICE });
    const link = await linkIn(deps, "verifyEmail");
    // Also in the browser that asked for it, the link needs a password.
    expect(await verificationLinkKind(deps, link, HERE)).toMatchObject({ kind: "password" });
    await verifyEmailByNewPassword(deps, link, OTHER_PASSWORD, CALLER);
    expect(await personOf(deps, id)).toMatchObject({
      totpSecret: null,
      totpEnabledAt: null,
      deleteAfter: null,
      emailVerifiedAt: deps.clock.now(),
      emailProvedAt: deps.clock.now(),
    });
    expect(await deps.db.select().from(externalIdentities)).toEqual([]);
    expect((await failureOf(verifyEmail(deps, await linkIn(deps, "changeEmail"), HERE))).code).toBe(
      "not-found",
    );
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });
});
