import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { changePassword, isResetLinkGood, requestPasswordReset, resetPassword } from "../../app/modules/identity/change-password.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import { signIn } from "../../app/modules/identity/sign-in.server";
import { resendVerification, signUp } from "../../app/modules/identity/sign-up.server";
import { verifyEmail } from "../../app/modules/identity/verify-email.server";
import { requestEmailChange } from "../../app/modules/users/change-email.server";
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

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

const askForReset = async (email: string, caller = CALLER) => {
  await requestPasswordReset(deps, email, caller);
  await deps.afterwards();
};

describe("confirming an address", () => {
  const signUpHere = async () => {
    await signUp(deps, SARA, { ...CALLER, device: DEVICE });
    const user = await deps.db.select().from(users).get();
    return { id: user?.id ?? "", link: await linkIn(deps, "verifyEmail") };
  };

  test("given a link, when it is taken twice, then it works once", async () => {
    const { link } = await signUpHere();
    await verifyEmail(deps, link, null);
    expect((await failureOf(verifyEmail(deps, link, null))).code).toBe("not-found");
  });

  test("given a link, when two take it at once, then one does", async () => {
    const { link } = await signUpHere();
    const outcomes = await Promise.allSettled([verifyEmail(deps, link, null), verifyEmail(deps, link, null)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("given a link, when 24 hours have gone by, then it has expired; a moment earlier it has not", async () => {
    const { id, link } = await signUpHere();
    deps.pass(24 * HOUR);
    expect((await failureOf(verifyEmail(deps, link, null))).code).toBe("not-found");
    await resendVerification(deps, id, CALLER);
    deps.pass(24 * HOUR - 1);
    expect(await verifyEmail(deps, await linkIn(deps, "verifyEmail"), null)).toMatchObject({ userId: id });
  });

  test("given a newer link, when the older one is taken, then it does not work", async () => {
    const { id, link } = await signUpHere();
    await resendVerification(deps, id, CALLER);
    expect((await failureOf(verifyEmail(deps, link, null))).code).toBe("not-found");
    await verifyEmail(deps, await linkIn(deps, "verifyEmail"), null);
    expect((await failureOf(resendVerification(deps, id, CALLER))).code).toBe("conflict");
  });

  test("given the link, when it is opened elsewhere, then only the browser that signed up may be signed in by it", async () => {
    const { link } = await signUpHere();
    expect((await verifyEmail(deps, link, "another browser")).isSameBrowser).toBe(false);
    await emptyPeople(deps);
    const again = await signUpHere();
    expect((await verifyEmail(deps, again.link, DEVICE)).isSameBrowser).toBe(true);
  });

  test.each([null, "", "nonsense", "x".repeat(43), "x".repeat(100_000)])(
    "given %j for a link, when it is taken, then there is none",
    async (link) => {
      expect((await failureOf(verifyEmail(deps, link, null))).code).toBe("not-found");
    },
  );

  test("given a link for signing up, when it is taken as one for a new password, then it is none", async () => {
    const { link } = await signUpHere();
    expect(await isResetLinkGood(deps, link)).toBe(false);
    expect((await failureOf(resetPassword(deps, link, OTHER_PASSWORD, CALLER))).code).toBe("not-found");
  });

  test("given links, when the database is read, then none stands there in the clear", async () => {
    const { link } = await signUpHere();
    expect(JSON.stringify(await deps.db.select().from(userTokens))).not.toContain(link);
  });
});

describe("changing one's address", () => {
  const ask = (actor: Parameters<typeof requestEmailChange>[1], email: string, currentPassword = PASSWORD) =>
    requestEmailChange(deps, actor, { email, currentPassword }, CALLER);

  test("given a free address, when its link is taken, then it takes the place of the old one, which has been told before", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "New@Example.com");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
    expect(await mailsOf(deps, "changeEmail")).toMatchObject([{ toAddress: "new@example.com" }]);
    expect(await mailsOf(deps, "emailChanging")).toMatchObject([{ toAddress: SARA.email }]);
    expect(await verifyEmail(deps, await linkIn(deps, "changeEmail"), null)).toEqual({ userId: id, isSameBrowser: false });
    expect(await personOf(deps, id)).toMatchObject({ email: "new@example.com", searchKey: expect.stringContaining("new@example.com") });
    expect((await entriesOf(deps, "user.email-changed", id))[0]?.metadata).toEqual({
      before: { email: SARA.email },
      after: { email: "new@example.com" },
    });
  });

  test("given a taken address, when it is asked for, then nothing tells, and its owner is not troubled", async () => {
    await addPerson(deps, { email: "taken@example.com" });
    const { actor } = await addSignedIn(deps);
    expect(await ask(actor, "taken@example.com")).toBeUndefined();
    expect(await mailsOf(deps, "changeEmail")).toEqual([]);
    expect(await mailsOf(deps, "emailChanging")).toHaveLength(1);
  });

  test("given an address taken meanwhile, when the link is followed, then it is refused", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "new@example.com");
    await addPerson(deps, { email: "new@example.com" });
    expect((await failureOf(verifyEmail(deps, await linkIn(deps, "changeEmail"), null))).code).toBe("conflict");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
  });

  test("given a wrong password, no address, or the present one, when asked, then each is refused beside its field", async () => {
    const { actor } = await addSignedIn(deps);
    expect(await issuesOf(ask(actor, "new@example.com", "wrong"))).toEqual({ currentPassword: "errors:issue.currentPassword" });
    expect(await issuesOf(ask(actor, "new@"))).toEqual({ email: "errors:issue.email" });
    expect(await issuesOf(ask(actor, "SARA@example.com"))).toEqual({ email: "errors:issue.sameEmail" });
  });

  test("given a thief has asked for another address, when the owner changes the password, then the thief's link is worth nothing", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "thief@example.com");
    await changePassword(deps, actor, { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }, CALLER);
    expect((await failureOf(verifyEmail(deps, await linkIn(deps, "changeEmail"), null))).code).toBe("not-found");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
  });

  test("given a thief has asked for another address, when the owner resets the password, then the thief's link is worth nothing", async () => {
    const { id, actor } = await addSignedIn(deps);
    await ask(actor, "thief@example.com");
    await askForReset(SARA.email);
    await resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER);
    expect((await failureOf(verifyEmail(deps, await linkIn(deps, "changeEmail"), null))).code).toBe("not-found");
    expect((await personOf(deps, id)).email).toBe(SARA.email);
  });

  test("given a reset link in the old mailbox, when the address has changed, then that link works no longer", async () => {
    const { actor } = await addSignedIn(deps);
    await askForReset(SARA.email);
    await ask(actor, "new@example.com");
    await verifyEmail(deps, await linkIn(deps, "changeEmail"), null);
    expect(await isResetLinkGood(deps, await linkIn(deps, "resetPassword"))).toBe(false);
  });

  test("given an unconfirmed address that has been changed, when its old link is taken, then nothing is confirmed by it", async () => {
    await signUp(deps, SARA, CALLER);
    const user = await deps.db.select().from(users).get();
    const link = await linkIn(deps, "verifyEmail");
    await deps.db
      .update(users)
      .set({ email: "other@example.com" })
      .where(eq(users.id, user?.id ?? ""));
    expect((await failureOf(verifyEmail(deps, link, null))).code).toBe("not-found");
    expect((await personOf(deps, user?.id ?? "")).emailVerifiedAt).toBeNull();
  });
});

describe("a new password by a link", () => {
  test("given a link, when it is taken, then it works once, ends every session and closes every socket", async () => {
    const { id, token } = await addSignedIn(deps);
    await addSession(deps, id);
    await askForReset(" Sara@Example.com ");
    const link = await linkIn(deps, "resetPassword");
    expect(await isResetLinkGood(deps, link)).toBe(true);
    await resetPassword(deps, link, OTHER_PASSWORD, CALLER);
    await deps.afterwards();
    expect(await findSignedIn(deps, token)).toBeNull();
    expect(deps.closed).toEqual([{ userId: id, sessionId: null }]);
    expect((await failureOf(resetPassword(deps, link, "yet another evening", CALLER))).code).toBe("not-found");
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe("signed-in");
    expect(await mailsOf(deps, "factorChanged")).toHaveLength(1);
  });

  test("given a link, when an hour has gone by, then it has expired", async () => {
    await addPerson(deps);
    await askForReset(SARA.email);
    deps.pass(HOUR);
    expect((await failureOf(resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER))).code).toBe("not-found");
  });

  test("given a link, when two take it at once, then one password is set", async () => {
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

  test("given a password that will not do, when it is sent, then the link still works", async () => {
    await addPerson(deps);
    await askForReset(SARA.email);
    const link = await linkIn(deps, "resetPassword");
    expect(await issuesOf(resetPassword(deps, link, "1234567890", CALLER))).toEqual({ password: "errors:issue.password.breached" });
    await resetPassword(deps, link, OTHER_PASSWORD, CALLER);
  });

  test("given an unknown address, none at all, or a deactivated person, when asked, then the answer is the same and no mail goes out", async () => {
    const id = await addPerson(deps, { email: "gone@example.com" });
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    for (const email of ["nobody@example.com", "nonsense", "gone@example.com"]) expect(await askForReset(email)).toBeUndefined();
    expect(await mailsOf(deps, "resetPassword")).toEqual([]);
  });

  test("given a known or an unknown address, when asked, then what differs is done after the answer", async () => {
    await addPerson(deps);
    await requestPasswordReset(deps, SARA.email, CALLER);
    expect(deps.sent).toEqual([]);
    await deps.afterwards();
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(1);
  });

  test("given three anonymous requests from anywhere, when the owner asks, then nothing is refused, and every link in the mailbox works", async () => {
    await addPerson(deps);
    for (let turn = 0; turn < 3; turn++) await askForReset(SARA.email, { ...ELSEWHERE, address: `198.51.100.${turn}` });
    await askForReset(SARA.email);
    const links = await linksIn(deps, "resetPassword");
    expect(links).toHaveLength(3);
    for (const link of links) expect(await isResetLinkGood(deps, link)).toBe(true);
    await resetPassword(deps, links[0] ?? "", OTHER_PASSWORD, CALLER);
    for (const link of links) expect(await isResetLinkGood(deps, link)).toBe(false);
  });

  test("given two of the links, when both are taken at once, then one password is set", async () => {
    const id = await addPerson(deps);
    await askForReset(SARA.email);
    await askForReset(SARA.email);
    const links = await linksIn(deps, "resetPassword");
    const outcomes = await Promise.allSettled(links.map((link) => resetPassword(deps, link, OTHER_PASSWORD, CALLER)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await entriesOf(deps, "user.password-reset", id)).toHaveLength(1);
  });

  test("given a stranger asks every minute for three hours, then the mailbox gets 12 mails, and the newest link always works", async () => {
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

  test("given strangers have used up the mails of an address and its owner's network, when a known device asks, then a mail comes", async () => {
    await addPerson(deps);
    const entered = await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER);
    const device = entered.kind === "signed-in" ? entered.device : "";
    for (let turn = 0; turn < 60; turn++) await askForReset(turn < 5 ? SARA.email : `nobody${turn}@example.com`);
    expect((await failureOf(askForReset(SARA.email))).code).toBe("too-many-requests");
    const before = (await mailsOf(deps, "resetPassword")).length;
    await askForReset(SARA.email, { ...CALLER, device });
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(before + 1);
    // A known device's mails are limited too, but its requests are never refused.
    for (let turn = 0; turn < 20; turn++) await askForReset(SARA.email, { ...CALLER, device });
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(before + 5);
    expect((await failureOf(askForReset("nobody@example.com", { ...CALLER, device }))).code).toBe("too-many-requests");
  });

  test("given 60 requests from one network, when one more comes, then it waits a minute; another network does not", async () => {
    for (let turn = 0; turn < 60; turn++) await askForReset(`nobody${turn}@example.com`);
    expect(await failureOf(askForReset("one-more@example.com"))).toMatchObject({ code: "too-many-requests", retryAfter: 60 });
    await askForReset("one-more@example.com", ELSEWHERE);
    deps.pass(60_000);
    await askForReset("one-more@example.com");
    expect((await failureOf(askForReset("one-more@example.com"))).code).toBe("too-many-requests");
  });

  test("given a stranger signed up with somebody's address and left ways in, when its owner resets the password, then all are gone", async () => {
    const { id, actor } = await addSignedIn(deps, { isVerified: false });
    await deps.db.insert(externalIdentities).values({ provider: "firebase", subject: "stranger", userId: id, createdAt: deps.clock.now() });
    await deps.db.update(users).set({ totpSecret: "the stranger's", totpEnabledAt: 1, deleteAfter: 2 }).where(eq(users.id, id));
    await requestEmailChange(deps, actor, { email: "stranger@example.com", currentPassword: PASSWORD }, CALLER);
    await askForReset(SARA.email);
    await resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER);
    expect(await personOf(deps, id)).toMatchObject({
      totpSecret: null,
      totpEnabledAt: null,
      deleteAfter: null,
      emailVerifiedAt: deps.clock.now(),
      emailProvedAt: deps.clock.now(),
    });
    expect(await deps.db.select().from(externalIdentities)).toEqual([]);
    expect((await failureOf(verifyEmail(deps, await linkIn(deps, "changeEmail"), null))).code).toBe("not-found");
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe("signed-in");
  });
});
