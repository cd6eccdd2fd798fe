import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { changePassword, isResetLinkGood, requestPasswordReset } from "../../app/modules/identity/change-password.server";
import { signIn } from "../../app/modules/identity/sign-in.server";
import { requestSignInLink, signInByLink, signInLinkEmail } from "../../app/modules/identity/sign-in-link.server";
import { users } from "../../db/schema";
import {
  addPerson,
  addSession,
  CALLER,
  ELSEWHERE,
  emptyPeople,
  entriesOf,
  failureOf,
  linkIn,
  linksIn,
  mailsOf,
  OTHER_PASSWORD,
  PASSWORD,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const HOUR = 3_600_000;

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

const ask = async (email: string = SARA.email, caller = CALLER) => {
  await requestSignInLink(deps, email, caller, "/events");
  await deps.settle();
};

describe("a link that logs in", () => {
  test("given too many failures on the owner's network, when the owner opens the link from their mail, then they are in, once", async () => {
    const id = await addPerson(deps);
    for (let turn = 0; turn < 5; turn++) await failureOf(signIn(deps, { email: SARA.email, password: "wrong" }, CALLER));
    expect((await failureOf(signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER))).code).toBe("too-many-requests");
    await ask();
    const link = await linkIn(deps, "signInLink");
    expect((await mailsOf(deps, "signInLink"))[0]?.text).toContain("returnTo=%2Fevents");
    expect(await signInLinkEmail(deps, link)).toBe(SARA.email);
    const result = await signInByLink(deps, link, CALLER);
    expect(result.kind).toBe("signed-in");
    expect(await entriesOf(deps, "user.signed-in", id)).toHaveLength(1);
    expect((await failureOf(signInByLink(deps, link, CALLER))).code).toBe("not-found");
    // Now a known device, which strangers' failures do not affect.
    const device = result.kind === "signed-in" ? result.device : null;
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, { ...CALLER, device })).kind).toBe("signed-in");
  });

  test("given a second factor, when the link is opened, then it is asked for", async () => {
    const id = await addPerson(deps);
    await deps.db.update(users).set({ totpSecret: "sealed", totpEnabledAt: 1 }).where(eq(users.id, id));
    await ask();
    expect((await signInByLink(deps, await linkIn(deps, "signInLink"), CALLER)).kind).toBe("second-factor");
  });

  test("given an unknown address, none, or a deactivated person, when asked, then the answer is the same and no mail goes out", async () => {
    const id = await addPerson(deps, { email: "gone@example.com" });
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    for (const email of ["nobody@example.com", "nonsense", "gone@example.com"]) expect(await ask(email)).toBeUndefined();
    expect(await mailsOf(deps, "signInLink")).toEqual([]);
  });

  test("given an unproved address, when asked, then the mail sets a new password: a stranger's must not stay", async () => {
    await addPerson(deps, { isVerified: false });
    await ask();
    expect(await mailsOf(deps, "signInLink")).toEqual([]);
    expect(await isResetLinkGood(deps, await linkIn(deps, "resetPassword"))).toBe(true);
  });

  test("given strangers ask for links and new passwords, then both together are three mails, and those links work", async () => {
    await addPerson(deps);
    await requestPasswordReset(deps, SARA.email, ELSEWHERE);
    for (let turn = 0; turn < 10; turn++) await ask(SARA.email, { ...ELSEWHERE, address: `198.51.100.${turn}` });
    const links = await linksIn(deps, "signInLink");
    expect(links).toHaveLength(2);
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(1);
    expect((await signInByLink(deps, links[0] ?? "", CALLER)).kind).toBe("signed-in");
    expect((await failureOf(signInByLink(deps, links[1] ?? "", CALLER))).code).toBe("not-found");
  });

  test("given a known device, when its network may ask no more, then it still gets a mail", async () => {
    await addPerson(deps);
    const entered = await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER);
    for (let turn = 0; turn < 60; turn++) await ask(`nobody${turn}@example.com`);
    expect((await failureOf(ask())).code).toBe("too-many-requests");
    await ask(SARA.email, { ...CALLER, device: entered.kind === "signed-in" ? entered.device : null });
    expect(await mailsOf(deps, "signInLink")).toHaveLength(1);
  });

  test("given a link, when an hour has gone by or the password has changed, then it works no more", async () => {
    const id = await addPerson(deps);
    await ask();
    deps.pass(HOUR);
    expect(await signInLinkEmail(deps, await linkIn(deps, "signInLink"))).toBeNull();
    await ask();
    const { actor } = await addSession(deps, id);
    await changePassword(deps, actor, { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }, CALLER);
    expect((await failureOf(signInByLink(deps, await linkIn(deps, "signInLink"), CALLER))).code).toBe("not-found");
  });
});
