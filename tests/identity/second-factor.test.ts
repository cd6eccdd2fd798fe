import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { MINUTE } from "../../app/lib/dates/durations";
import { changePassword } from "../../app/modules/identity/change-password.server";
import {
  checkSecondFactor,
  countRecoveryCodes,
} from "../../app/modules/identity/factors/second-factor.server";
import {
  beginTotp,
  confirmTotp,
  disableTotp,
  resumeTotp,
} from "../../app/modules/identity/factors/set-up-totp.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { signInWithCode } from "../../app/modules/identity/sign-in/sign-in-with-code.server";
import { issueIdToken } from "../../app/modules/identity/tokens/exchange-token.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { recoveryCodes } from "../../db/schema";
import {
  addSession,
  addSignedIn,
  CALLER,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const STEP = 30_000;
const WRONG = { code: "errors:issue.code" };

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

/** Code of an authenticator app, some steps ahead. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: 30,
  }).generate({
    timestamp: deps.clock.now() + steps * STEP,
  });

/** An account with an app whose confirming code has expired. */
async function withApp() {
  const sara = await addSignedIn(deps);
  const { secret, uri } = await beginTotp(deps, sara.actor, PASSWORD);
  const codes = await confirmTotp(deps, sara.actor, codeOf(secret), CALLER);
  deps.pass(10 * STEP);
  return { ...sara, secret, uri, codes };
}
const check = async (id: string, code: string) =>
  checkSecondFactor(deps, await personOf(deps, id), code);
const wrongCode = (code: string) => (code === "000000" ? "000001" : "000000");

describe("setting up an authenticator app [S-21]", () => {
  test("asks for nothing until confirmed, and has a new secret when started again", async () => {
    const { actor } = await addSignedIn(deps);
    const first = await beginTotp(deps, actor, PASSWORD);
    const second = await beginTotp(deps, actor, PASSWORD);
    expect(second.secret).not.toBe(first.secret);
    expect(Secret.fromBase32(first.secret).bytes).toHaveLength(20);
    expect(first.uri).toMatch(
      /^otpauth:\/\/totp\/Rooydad:sara%40example\.com\?issuer=Rooydad&secret=/,
    );
    expect(await issuesOf(confirmTotp(deps, actor, codeOf(first.secret), CALLER))).toEqual(WRONG);
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });

  test("starts again after ten minutes or a password change", async () => {
    const { id, actor } = await addSignedIn(deps);
    const late = await beginTotp(deps, actor, PASSWORD);
    deps.pass(10 * MINUTE);
    expect(await failureOf(confirmTotp(deps, actor, codeOf(late.secret), CALLER))).toMatchObject({
      code: "conflict",
      issues: [{ path: "", message: "errors:issue.setUpExpired" }],
    });
    const begun = await beginTotp(deps, actor, PASSWORD);
    await changePassword(
      deps,
      actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    expect(await personOf(deps, id)).toMatchObject({ totpSecret: null, totpBegunAt: null });
    expect((await failureOf(confirmTotp(deps, actor, codeOf(begun.secret), CALLER))).code).toBe(
      "conflict",
    );
  });

  test("shows a pending set-up only to a client that knows its secret", async () => {
    const { actor } = await addSignedIn(deps);
    const begun = await beginTotp(deps, actor, PASSWORD);
    expect(await resumeTotp(deps, actor, begun.secret)).toEqual(begun);
    expect(await resumeTotp(deps, actor, "")).toBeNull();
    expect(
      await resumeTotp(
        deps,
        actor,
        begun.secret.replace(/^./, (letter) => (letter === "A" ? "B" : "A")),
      ),
    ).toBeNull();
    deps.pass(10 * MINUTE);
    expect(await resumeTotp(deps, actor, begun.secret)).toBeNull();
  });

  test("stays off after a wrong code; the right one turns it on with ten recovery codes of 50 bits", async () => {
    const { id, actor } = await addSignedIn(deps);
    const other = await addSession(deps, id);
    const { secret } = await beginTotp(deps, actor, PASSWORD);
    expect(await issuesOf(confirmTotp(deps, actor, wrongCode(codeOf(secret)), CALLER))).toEqual(
      WRONG,
    );
    const codes = await confirmTotp(deps, actor, codeOf(secret), CALLER);
    await deps.afterwards();
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await countRecoveryCodes(deps, id)).toBe(10);
    expect(await findSignedIn(deps, other.token)).toBeNull();
    expect(deps.closed).toEqual([{ userId: id, sessionId: null }]);
    expect((await failureOf(beginTotp(deps, actor, PASSWORD))).code).toBe("conflict");
    expect((await failureOf(confirmTotp(deps, actor, codeOf(secret, 1), CALLER))).code).toBe(
      "conflict",
    );
    expect(await entriesOf(deps, "user.two-factor-on", id)).toHaveLength(1);
  });

  test("stores neither the secret nor a recovery code in plain text", async () => {
    const { id, secret, codes } = await withApp();
    const kept = JSON.stringify([
      await personOf(deps, id),
      await deps.db.select().from(recoveryCodes),
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replace("-", ""))])
      expect(kept).not.toContain(text);
  });

  test("is refused while the setting is off", async () => {
    const { actor } = await addSignedIn(deps);
    await changeSettings(deps, "security", { enableTwoFactor: false }, null);
    expect((await failureOf(beginTotp(deps, actor, PASSWORD))).code).toBe("forbidden");
  });

  test("does not count its wrong codes against the next sign-in", async () => {
    const { id, actor } = await addSignedIn(deps);
    const { secret } = await beginTotp(deps, actor, PASSWORD);
    for (let turn = 0; turn < 4; turn++)
      await issuesOf(confirmTotp(deps, actor, wrongCode(codeOf(secret)), CALLER));
    await confirmTotp(deps, actor, codeOf(secret), CALLER);
    deps.pass(STEP);
    expect(await issuesOf(check(id, wrongCode(codeOf(secret))))).toEqual(WRONG);
    await check(id, codeOf(secret));
  });

  test("can be undone with the password only, and leaves nothing behind", async () => {
    const { id, actor } = await withApp();
    expect(await issuesOf(disableTotp(deps, actor, "wrong", CALLER))).toEqual({
      currentPassword: "errors:issue.currentPassword",
    });
    await disableTotp(deps, actor, PASSWORD, CALLER);
    expect(await personOf(deps, id)).toMatchObject({
      totpSecret: null,
      totpEnabledAt: null,
      totpLastStep: null,
    });
    expect(await deps.db.select().from(recoveryCodes)).toEqual([]);
    expect(await entriesOf(deps, "user.two-factor-off", id)).toMatchObject([
      { severity: "warning" },
    ]);
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });
});

describe("a code of the authenticator app", () => {
  test.each([-1, 0, 1])("%i steps off is accepted", async (steps) => {
    const { id, secret } = await withApp();
    await check(id, codeOf(secret, steps));
  });

  test.each([-2, 2])("%i steps off is refused", async (steps) => {
    const { id, secret } = await withApp();
    expect(await issuesOf(check(id, codeOf(secret, steps)))).toEqual(WRONG);
  });

  test("is refused when reused, like older ones; the next one works", async () => {
    const { id, secret } = await withApp();
    const code = codeOf(secret);
    const older = codeOf(secret, -1);
    await check(id, code);
    expect(await issuesOf(check(id, code))).toEqual(WRONG);
    expect(await issuesOf(check(id, older))).toEqual(WRONG);
    deps.pass(STEP);
    expect(await issuesOf(check(id, code))).toEqual(WRONG);
    await check(id, codeOf(secret));
  });

  test("that confirmed the app does not sign in", async () => {
    const { id, actor } = await addSignedIn(deps);
    const { secret } = await beginTotp(deps, actor, PASSWORD);
    const code = codeOf(secret);
    await confirmTotp(deps, actor, code, CALLER);
    expect(await issuesOf(check(id, code))).toEqual(WRONG);
  });

  test("sent twice at once works once", async () => {
    const { id, secret } = await withApp();
    const code = codeOf(secret);
    const outcomes = await Promise.allSettled([check(id, code), check(id, code), check(id, code)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test.each([
    ["Persian", 0x06f0],
    ["Arabic", 0x0660],
    ["full-width", 0xff10],
  ])("of %s digits may contain a space", async (_script, zero) => {
    const { id, secret } = await withApp();
    const digits = [...codeOf(secret)].map((digit) => String.fromCharCode(zero + Number(digit)));
    await check(id, `${digits.slice(0, 3).join("")} ${digits.slice(3).join("")}`);
  });

  test("must wait 15 minutes after five wrong ones, even if ten come at once", async () => {
    const { id, secret } = await withApp();
    const failures = await Promise.all(
      Array.from({ length: 10 }, () => failureOf(check(id, wrongCode(codeOf(secret))))),
    );
    expect(failures.filter(({ code }) => code === "invalid")).toHaveLength(5);
    expect(await failureOf(check(id, codeOf(secret)))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 900,
    });
    deps.pass(900_000);
    await check(id, codeOf(secret));
    await deps.afterwards();
    expect(await entriesOf(deps, "user.second-factor-failed", id)).toHaveLength(5);
  });
});

describe("a second factor locked after six wrong codes", () => {
  test("has one entry in the audit log", async () => {
    const { id, secret } = await withApp();
    for (let turn = 0; turn < 7; turn++) await failureOf(check(id, wrongCode(codeOf(secret))));
    await deps.settle();
    expect(await entriesOf(deps, "user.locked-out", id)).toMatchObject([
      { metadata: { step: "second-factor" } },
    ]);
  });
});

describe("a recovery code", () => {
  test("works once, in capitals and without its dash too", async () => {
    const { id, codes } = await withApp();
    const code = (codes[0] ?? "").toUpperCase().replace("-", " ");
    await check(id, code);
    expect(await issuesOf(check(id, code))).toEqual(WRONG);
    expect(await countRecoveryCodes(deps, id)).toBe(9);
  });

  test("sent twice at once works once", async () => {
    const { id, codes } = await withApp();
    const outcomes = await Promise.allSettled([
      check(id, codes[1] ?? ""),
      check(id, codes[1] ?? ""),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("of another user is refused", async () => {
    const { codes } = await withApp();
    const reza = await addSignedIn(deps, { email: "reza@example.com" });
    const { secret } = await beginTotp(deps, reza.actor, PASSWORD);
    await confirmTotp(deps, reza.actor, codeOf(secret), CALLER);
    expect(await issuesOf(check(reza.id, codes[0] ?? ""))).toEqual(WRONG);
  });
});

describe("signing in with a second factor", () => {
  const firstStep = async () => {
    const result = await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER);
    if (result.kind !== "second-factor") throw new Error("No second factor was asked for.");
    return result.token;
  };

  test("gives no session after the password alone; the code creates it and uses the step up", async () => {
    const { id, secret } = await withApp();
    const before = (await entriesOf(deps, "user.signed-in", id)).length;
    const token = await firstStep();
    expect(await entriesOf(deps, "user.signed-in", id)).toHaveLength(before);
    expect(await findSignedIn(deps, token)).toBeNull();
    expect(await issuesOf(signInWithCode(deps, token, wrongCode(codeOf(secret)), CALLER))).toEqual(
      WRONG,
    );
    const result = await signInWithCode(deps, token, codeOf(secret), CALLER);
    expect(result).toMatchObject({ kind: "signed-in", user: { id } });
    deps.pass(STEP);
    expect((await failureOf(signInWithCode(deps, token, codeOf(secret), CALLER))).code).toBe(
      "unauthorized",
    );
  });

  test("needs the password again after ten minutes", async () => {
    const { secret } = await withApp();
    const token = await firstStep();
    deps.pass(600_000);
    expect((await failureOf(signInWithCode(deps, token, codeOf(secret), CALLER))).code).toBe(
      "unauthorized",
    );
    expect((await failureOf(signInWithCode(deps, null, codeOf(secret), CALLER))).code).toBe(
      "unauthorized",
    );
  });

  test("by the API asks for a missing code without counting, and returns an identity token with one", async () => {
    const { secret } = await withApp();
    const input = { email: SARA.email, password: PASSWORD };
    for (let turn = 0; turn < 7; turn++)
      expect(await issuesOf(issueIdToken(deps, input, CALLER))).toEqual(WRONG);
    expect(
      await issuesOf(issueIdToken(deps, { ...input, code: wrongCode(codeOf(secret)) }, CALLER)),
    ).toEqual(WRONG);
    expect(await issueIdToken(deps, { ...input, code: codeOf(secret) }, CALLER)).toMatchObject({
      expiresIn: 300,
    });
  });
});
