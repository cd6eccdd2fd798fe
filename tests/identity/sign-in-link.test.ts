import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  changePassword,
  requestPasswordReset,
} from "../../app/modules/identity/change-password.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import {
  requestSignInLink,
  signInByLink,
  signInLinkEmail,
} from "../../app/modules/identity/sign-in/sign-in-link.server";
import { verificationLinkKind } from "../../app/modules/identity/sign-in/verify-email.server";
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

describe("a login link", () => {
  test("lets the owner in once although their network has too many failures", async () => {
    const id = await addPerson(deps);
    for (let turn = 0; turn < 5; turn++)
      await failureOf(signIn(deps, { email: SARA.email, password: "wrong" }, CALLER));
    expect(
      (await failureOf(signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER))).code,
    ).toBe("too-many-requests");
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
    expect(
      (await signIn(deps, { email: SARA.email, password: PASSWORD }, { ...CALLER, device })).kind,
    ).toBe("signed-in");
  });

  test("requires the second factor", async () => {
    const id = await addPerson(deps);
    await deps.db
      .update(users)
      .set({ totpSecret: "sealed", totpEnabledAt: 1 })
      .where(eq(users.id, id));
    await ask();
    expect((await signInByLink(deps, await linkIn(deps, "signInLink"), CALLER)).kind).toBe(
      "second-factor",
    );
  });

  test("is answered alike without an email for an unknown address, none, or a deactivated user", async () => {
    const id = await addPerson(deps, { email: "gone@example.com" });
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    for (const email of ["nobody@example.com", "nonsense", "gone@example.com"])
      expect(await ask(email)).toBeUndefined();
    expect(await mailsOf(deps, "signInLink")).toEqual([]);
  });

  test("for an unverified address becomes one that asks for the password or a new one, because the old one may be a stranger's", async () => {
    await addPerson(deps, { isVerified: false });
    const device = "the browser that asks";
    await ask(SARA.email, { ...CALLER, device });
    expect(await mailsOf(deps, "signInLink")).toEqual([]);
    const link = await linkIn(deps, "verifyEmail");
    expect(await verificationLinkKind(deps, link, { device, userId: null })).toMatchObject({
      kind: "password",
      mayReplace: true,
    });
  });

  test("shares a limit of three emails with password resets, and all sent links work", async () => {
    await addPerson(deps);
    await requestPasswordReset(deps, SARA.email, ELSEWHERE);
    for (let turn = 0; turn < 10; turn++)
      await ask(SARA.email, { ...ELSEWHERE, address: `198.51.100.${turn}` });
    const links = await linksIn(deps, "signInLink");
    expect(links).toHaveLength(2);
    expect(await mailsOf(deps, "resetPassword")).toHaveLength(1);
    expect((await signInByLink(deps, links[0] ?? "", CALLER)).kind).toBe("signed-in");
    expect((await failureOf(signInByLink(deps, links[1] ?? "", CALLER))).code).toBe("not-found");
  });

  test("is still sent to a known device whose network has reached its limit", async () => {
    await addPerson(deps);
    const entered = await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER);
    for (let turn = 0; turn < 60; turn++) await ask(`nobody${turn}@example.com`);
    expect((await failureOf(ask())).code).toBe("too-many-requests");
    await ask(SARA.email, {
      ...CALLER,
      device: entered.kind === "signed-in" ? entered.device : null,
    });
    expect(await mailsOf(deps, "signInLink")).toHaveLength(1);
  });

  test("expires after an hour or a password change", async () => {
    const id = await addPerson(deps);
    await ask();
    deps.pass(HOUR);
    expect(await signInLinkEmail(deps, await linkIn(deps, "signInLink"))).toBeNull();
    await ask();
    const { actor } = await addSession(deps, id);
    await changePassword(
      deps,
      actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    expect(
      (await failureOf(signInByLink(deps, await linkIn(deps, "signInLink"), CALLER))).code,
    ).toBe("not-found");
  });
});
