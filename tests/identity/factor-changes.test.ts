import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { MINUTE } from "../../app/lib/dates/durations";
import type { SignedIn } from "../../app/lib/http/request-context";
import { changePassword, resetPassword } from "../../app/modules/identity/change-password.server";
import { beginPasskey } from "../../app/modules/identity/factors/add-passkey.server";
import { removePasskey } from "../../app/modules/identity/factors/passkeys.server";
import { renewRecoveryCodes } from "../../app/modules/identity/factors/second-factor.server";
import {
  beginTotp,
  confirmTotp,
  disableTotp,
} from "../../app/modules/identity/factors/set-up-totp.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import {
  endSessionsByLink,
  isEndSessionsLinkGood,
} from "../../app/modules/identity/sign-out.server";
import { tokenStatement } from "../../app/modules/identity/tokens/user-tokens.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { requestDeletion } from "../../app/modules/identity/users/delete-account.server";
import { knownDevices, passkeys, recoveryCodes } from "../../db/schema";
import {
  addSession,
  addSignedIn,
  CALLER,
  ELSEWHERE,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  linkIn,
  mailsOf,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";
const AGAIN = { "": "errors:issue.signInAgain" };
const WRONG_PASSWORD = { currentPassword: "errors:issue.currentPassword" };

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

const codeOf = (secret: string) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: 30,
  }).generate({ timestamp: deps.clock.now() });

async function turnOnTotp(actor: SignedIn, password = "", caller = CALLER) {
  const { secret } = await beginTotp(deps, actor, password);
  const codes = await confirmTotp(deps, actor, codeOf(secret), caller);
  return { secret, codes };
}

async function addPasskeyRow(userId: string, name = "Phone"): Promise<string> {
  const id = crypto.randomUUID();
  await deps.db.insert(passkeys).values({
    id,
    userId,
    credentialId: id,
    publicKey: "key",
    counter: 0,
    transports: [],
    name,
    isBackedUp: false,
    createdAt: deps.clock.now(),
  });
  return id;
}

/** Attacks with a stolen session, without the password. */
const ATTACKS: [name: string, attack: (actor: SignedIn, passkey: string) => Promise<unknown>][] = [
  [
    "set another password",
    (actor) =>
      changePassword(deps, actor, { currentPassword: "", newPassword: OTHER_PASSWORD }, ELSEWHERE),
  ],
  ["set up an authenticator app", (actor) => beginTotp(deps, actor, "")],
  ["add a passkey", (actor) => beginPasskey(deps, actor, "")],
  ["remove a passkey", (actor, passkey) => removePasskey(deps, actor, passkey, "", ELSEWHERE)],
  ["turn the authenticator app off", (actor) => disableTotp(deps, actor, "", ELSEWHERE)],
  ["replace the recovery codes", (actor) => renewRecoveryCodes(deps, actor, "", ELSEWHERE)],
  [
    "change the address",
    (actor) =>
      requestEmailChange(
        deps,
        actor,
        { email: "thief@example.com", currentPassword: "" },
        ELSEWHERE,
      ),
  ],
  ["delete the account", (actor) => requestDeletion(deps, actor, "", ELSEWHERE)],
];

describe("a stolen session alone [S-75]", () => {
  test.each(ATTACKS)("ten minutes old cannot %s, and no email goes out", async (_name, attack) => {
    for (const hasPassword of [true, false]) {
      await emptyPeople(deps);
      const { id, actor } = await addSignedIn(deps, { hasPassword });
      const passkey = await addPasskeyRow(id);
      deps.pass(10 * MINUTE);
      const before = await personOf(deps, id);
      expect(await issuesOf(attack(actor, passkey))).toEqual(hasPassword ? WRONG_PASSWORD : AGAIN);
      expect(await personOf(deps, id)).toEqual(before);
      expect(await deps.db.select({ id: passkeys.id }).from(passkeys)).toEqual([{ id: passkey }]);
      for (const kind of ["factorChanged", "changeEmail", "accountDeleting"])
        expect(await mailsOf(deps, kind)).toEqual([]);
    }
  });

  test("cannot guess the password in a way that delays the owner's own change elsewhere", async () => {
    const { id, actor } = await addSignedIn(deps);
    const owner = await addSession(deps, id);
    deps.pass(10 * MINUTE);
    for (let turn = 0; turn < 5; turn++)
      expect(await issuesOf(beginTotp(deps, actor, `guess ${turn}`))).toEqual(WRONG_PASSWORD);
    expect(await failureOf(beginTotp(deps, actor, PASSWORD))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 900,
    });
    await changePassword(
      deps,
      owner.actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });

  test("of the API always needs the password to change a factor", async () => {
    const { actor } = await addSignedIn(deps);
    expect(
      await issuesOf(beginTotp(deps, { ...actor, sessionId: crypto.randomUUID() }, "")),
    ).toEqual(WRONG_PASSWORD);
  });
});

describe("a sign-in younger than ten minutes [S-76]", () => {
  test("replaces a missing password for factor changes; a wrong password is still refused", async () => {
    const { actor } = await addSignedIn(deps);
    deps.pass(10 * MINUTE - 1);
    expect(await issuesOf(beginTotp(deps, actor, "wrong"))).toEqual(WRONG_PASSWORD);
    await turnOnTotp(actor);
  });

  test("is enough to set the first password of an account", async () => {
    const { id, actor } = await addSignedIn(deps, { hasPassword: false });
    await changePassword(deps, actor, { currentPassword: "", newPassword: OTHER_PASSWORD }, CALLER);
    expect((await personOf(deps, id)).passwordHash).not.toBeNull();
  });

  test("does not replace the password for changing the address or deleting the account", async () => {
    const { actor } = await addSignedIn(deps);
    expect(
      await issuesOf(
        requestEmailChange(deps, actor, { email: "new@example.com", currentPassword: "" }, CALLER),
      ),
    ).toEqual(WRONG_PASSWORD);
    expect(await issuesOf(requestDeletion(deps, actor, "", CALLER))).toEqual(WRONG_PASSWORD);
  });
});

describe("the email about a changed factor [S-26]", () => {
  const caller = { ...CALLER, userAgent: FIREFOX };
  const CHANGES: [what: string, change: (actor: SignedIn) => Promise<unknown>][] = [
    [
      "Your password was changed.",
      (actor) =>
        changePassword(
          deps,
          actor,
          { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
          caller,
        ),
    ],
    ["Two-factor authentication was turned on.", (actor) => turnOnTotp(actor, PASSWORD, caller)],
    [
      "Two-factor authentication was turned off.",
      async (actor) => {
        await turnOnTotp(actor, PASSWORD, caller);
        await disableTotp(deps, actor, PASSWORD, caller);
      },
    ],
    [
      "Your recovery codes were replaced.",
      async (actor) => {
        const { codes } = await turnOnTotp(actor, PASSWORD, caller);
        const renewed = await renewRecoveryCodes(deps, actor, PASSWORD, caller);
        expect(renewed).toHaveLength(10);
        expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
      },
    ],
    [
      "A passkey was removed from your account.",
      async (actor) => removePasskey(deps, actor, await addPasskeyRow(actor.id), PASSWORD, caller),
    ],
    [
      "Your password was reset with a link from your email.",
      async (actor) => {
        const { token, statements } = await tokenStatement(deps, {
          purpose: "reset-password",
          userId: actor.id,
        });
        await deps.db.batch([...statements]);
        await resetPassword(deps, token, OTHER_PASSWORD, caller);
      },
    ],
  ];

  test.each(CHANGES)(
    "says: %s Includes time, device, network and a link; other sessions end",
    async (what, change) => {
      const { id, actor } = await addSignedIn(deps);
      const other = await addSession(deps, id);
      await change(actor);
      await deps.settle();
      const mail = (await mailsOf(deps, "factorChanged")).at(-1);
      expect(mail).toMatchObject({
        toAddress: SARA.email,
        subject: `Rooydad: ${what}`,
        isSecret: true,
      });
      expect(mail?.text).toContain("Tuesday 8 December 2026, 13:30 (Iran Standard Time)");
      expect(mail?.text).toContain("Device: Firefox on Linux. Network: 203.0.113.7.");
      expect(await isEndSessionsLinkGood(deps, await linkIn(deps, "factorChanged"))).toBe(true);
      expect(deps.sent).toContainEqual({ type: "mail.send", id: mail?.id });
      expect(await findSignedIn(deps, other.token)).toBeNull();
    },
  );
});

describe("the link in the email about a changed factor [S-27]", () => {
  test("lets the owner back in after a thief has set a second factor and a password", async () => {
    const { id, actor, token } = await addSignedIn(deps);
    const old = await addPasskeyRow(id, "Old");
    deps.pass(MINUTE);
    await turnOnTotp(actor, "", ELSEWHERE);
    const link = await linkIn(deps, "factorChanged");
    await addPasskeyRow(id, "Thief");
    await changePassword(
      deps,
      actor,
      { currentPassword: "", newPassword: OTHER_PASSWORD },
      ELSEWHERE,
    );

    expect(await isEndSessionsLinkGood(deps, link)).toBe(true);
    expect(await findSignedIn(deps, token)).not.toBeNull();
    await endSessionsByLink(deps, link);
    await deps.settle();
    expect(await findSignedIn(deps, token)).toBeNull();
    expect(deps.closed.at(-1)).toEqual({ userId: id, sessionId: null });
    expect(await personOf(deps, id)).toMatchObject({
      passwordHash: null,
      totpSecret: null,
      totpEnabledAt: null,
    });
    expect(await deps.db.select({ id: passkeys.id }).from(passkeys)).toEqual([{ id: old }]);
    expect(await deps.db.select().from(recoveryCodes)).toEqual([]);
    expect(await deps.db.select().from(knownDevices)).toEqual([]);
    expect(await entriesOf(deps, "user.sessions-ended-by-mail", id)).toMatchObject([
      { severity: "warning" },
    ]);
    for (const password of [PASSWORD, OTHER_PASSWORD])
      expect((await failureOf(signIn(deps, { email: SARA.email, password }, CALLER))).code).toBe(
        "unauthorized",
      );

    const reset = await tokenStatement(deps, { purpose: "reset-password", userId: id });
    await deps.db.batch([...reset.statements]);
    await resetPassword(deps, reset.token, "another good password", CALLER);
    expect(
      (await signIn(deps, { email: SARA.email, password: "another good password" }, CALLER)).kind,
    ).toBe("signed-in");
  });

  test("keeps an app that was set up before", async () => {
    const { id, actor } = await addSignedIn(deps);
    await turnOnTotp(actor);
    deps.pass(MINUTE);
    await changePassword(
      deps,
      actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    await endSessionsByLink(deps, await linkIn(deps, "factorChanged"));
    expect((await personOf(deps, id)).totpEnabledAt).not.toBeNull();
  });

  test("does nothing when used again or after seven days", async () => {
    const { id, actor } = await addSignedIn(deps);
    await changePassword(
      deps,
      actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    const first = await linkIn(deps, "factorChanged");
    await endSessionsByLink(deps, first);
    expect((await failureOf(endSessionsByLink(deps, first))).code).toBe("not-found");
    const { actor: again } = await addSession(deps, id);
    await changePassword(deps, again, { currentPassword: "", newPassword: PASSWORD }, CALLER);
    const second = await linkIn(deps, "factorChanged");
    deps.pass(7 * 24 * 60 * MINUTE);
    expect((await failureOf(endSessionsByLink(deps, second))).code).toBe("not-found");
    expect((await failureOf(endSessionsByLink(deps, null))).code).toBe("not-found");
    expect((await personOf(deps, id)).passwordHash).not.toBeNull();
  });

  test("still works after a thief changes the password", async () => {
    const { actor } = await addSignedIn(deps);
    await turnOnTotp(actor, "", ELSEWHERE);
    const link = await linkIn(deps, "factorChanged");
    await changePassword(
      deps,
      actor,
      { currentPassword: "", newPassword: OTHER_PASSWORD },
      ELSEWHERE,
    );
    expect(await isEndSessionsLinkGood(deps, link)).toBe(true);
  });
});

describe("recovery codes", () => {
  test("cannot be created without a second factor", async () => {
    const { id, actor } = await addSignedIn(deps);
    await addPasskeyRow(id);
    expect((await failureOf(renewRecoveryCodes(deps, actor, PASSWORD, CALLER))).code).toBe(
      "conflict",
    );
    expect(await deps.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual(
      [],
    );
  });
});
