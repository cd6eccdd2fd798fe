import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { resetPassword } from "../../app/modules/identity/change-password.server";
import { takeFromBucket } from "../../app/modules/identity/sign-in/attempts.server";
import { finishSignUp } from "../../app/modules/identity/sign-in/postponed-sign-up.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { resendVerification, signUp } from "../../app/modules/identity/sign-in/sign-up.server";
import {
  verificationLinkKind,
  verifyEmail,
} from "../../app/modules/identity/sign-in/verify-email.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { mails, users, userTokens } from "../../db/schema";
import {
  addPerson,
  CALLER,
  ELSEWHERE,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  linkIn,
  mailsOf,
  OTHER_PASSWORD,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

/** The browser that signs up. */
const HERE = { ...CALLER, device: "the secret of the browser that signed up" };

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

/** The effect of this many sign-ups on a network, without hashing. */
const takeSignUps = async (count: number, kind = "sign-up network", capacity = 60) => {
  for (let turn = 0; turn < count; turn++)
    await takeFromBucket(deps, { name: `${kind} ${CALLER.address}`, capacity, period: 3_600_000 });
};

const everybody = () => deps.db.select().from(users);

describe("signing up", () => {
  test("verifies a new address by its link, and the password then signs in", async () => {
    await signUp(deps, SARA, HERE);
    const { userId } = await verifyEmail(deps, await linkIn(deps, "verifyEmail"), {
      device: HERE.device,
      userId: null,
    });
    const result = await signIn(
      deps,
      { email: " SARA@example.com", password: SARA.password },
      CALLER,
    );
    expect(result.kind).toBe("signed-in");
    const user = await deps.db.select().from(users).where(eq(users.id, userId)).get();
    expect(user).toMatchObject({
      email: "sara@example.com",
      emailVerifiedAt: deps.clock.now(),
      role: "user",
      preferredLanguage: "en",
    });
    expect(await entriesOf(deps, "user.signed-up", userId)).toHaveLength(1);
    expect(await entriesOf(deps, "user.email-verified", userId)).toHaveLength(1);
  });

  test.each([
    ["en" as const, "without the link, nothing of the account becomes public."],
    ["fa" as const, "تا لینک باز نشود، هیچ‌چیز از این حساب عمومی نمی‌شود."],
  ])(
    "sends an email in %s that says what the account can do without the link",
    async (locale, sentence) => {
      await signUp(deps, SARA, { ...CALLER, locale });
      for (const body of await deps.db
        .select({ text: mails.text, html: mails.html })
        .from(mails)
        .where(eq(mails.kind, "verifyEmail")))
        expect([body.text.includes(sentence), body.html.includes(sentence)]).toEqual([true, true]);
      expect(await deps.db.$count(mails, eq(mails.kind, "verifyEmail"))).toBe(1);
    },
  );

  test("is refused before any check while registration is off", async () => {
    await changeSettings(deps, "features", { enableUserRegistration: false }, null);
    expect(
      (await failureOf(signUp(deps, { ...SARA, email: "nonsense", password: "x" }, CALLER))).code,
    ).toBe("forbidden");
    expect(await everybody()).toEqual([]);
  });

  test("reports a bad address and a bad password each beside its field", async () => {
    expect(
      await issuesOf(signUp(deps, { ...SARA, email: "sara@", password: "short" }, CALLER)),
    ).toEqual({
      email: "errors:issue.email",
      password: "errors:issue.password.tooShort",
    });
  });

  test("does not reveal a known address, and emails its owner once an hour [S-17]", async () => {
    const id = await addPerson(deps);
    expect(await signUp(deps, { ...SARA, displayName: "Mallory" }, ELSEWHERE)).toBe("made");
    expect(await signUp(deps, { ...SARA, displayName: "Mallory" }, ELSEWHERE)).toBe("made");
    expect(await everybody()).toMatchObject([{ id, displayName: "Sara" }]);
    const sent = await deps.db.select().from(mails);
    expect(sent).toMatchObject([{ kind: "accountExists", toAddress: SARA.email, userId: id }]);
    expect(sent[0]?.text).not.toContain("Mallory");
  });

  test("creates one account for two concurrent forms, both answered alike [S-118]", async () => {
    const both = await Promise.all([
      signUp(deps, SARA, CALLER),
      signUp(deps, { ...SARA, email: "SARA@Example.com" }, ELSEWHERE),
    ]);
    expect(both).toEqual(["made", "made"]);
    expect(await everybody()).toHaveLength(1);
    expect(await mailsOf(deps, "verifyEmail")).toHaveLength(1);
    expect(await mailsOf(deps, "accountExists")).toHaveLength(1);
  });

  test.each([
    ["a Cyrillic а", "s\u0430ra@example.com"],
    ["a dotless ı", "sar\u0131@example.com"],
    ["a dotted İ", "SAR\u0130@example.com"],
    ["a zero-width space", "sa\u200Bra@example.com"],
    ["a mark that turns the text round", "\u202Esara@example.com"],
    ["a second address", "sara@example.com,mallory@example.com"],
    ["a line of its own", "sara@example.com\nBcc: mallory@example.com"],
    ["a quoted local part", '"sara mallory"@example.com'],
  ])("refuses an address with %s", async (_what, email) => {
    expect(await issuesOf(signUp(deps, { ...SARA, email }, CALLER))).toEqual({
      email: "errors:issue.email",
    });
  });

  test.each([
    ["full-width letters in the domain", "sara@ｅｘａｍｐｌｅ.com"],
    ["the Kelvin sign for a k", "Mar\u212A@example.com", "mark@example.com"],
  ])("given %s, uses the plain address only", async (_what, email, plain = SARA.email) => {
    const id = await addPerson(deps, { email: plain });
    await signUp(deps, { ...SARA, email }, ELSEWHERE);
    expect(await everybody()).toMatchObject([{ id }]);
    expect(await deps.db.select().from(mails)).toMatchObject([
      { kind: "accountExists", toAddress: plain },
    ]);
  });

  test("keeps a look-alike domain separate, in ASCII", async () => {
    await addPerson(deps);
    await signUp(deps, { ...SARA, email: "sara@ex\u0430mple.com" }, ELSEWHERE);
    expect((await everybody()).map(({ email }) => email).sort()).toEqual([
      "sara@example.com",
      "sara@xn--exmple-4nf.com",
    ]);
  });

  test("makes no link from a name that looks like an address", async () => {
    await signUp(deps, { ...SARA, displayName: "Win at https://evil.example/x" }, CALLER);
    const [mail] = await mailsOf(deps, "verifyEmail");
    expect(mail?.text).not.toMatch(/evil\.example|https:\/\/evil/);
    expect(mail?.html).not.toMatch(/evil\.example/);
    expect(mail?.subject).not.toContain("evil");
  });

  test("sends a stranger's mailbox no name that was typed", async () => {
    await signUp(deps, { ...SARA, displayName: "<b onclick=x>Sara" }, CALLER);
    expect((await mailsOf(deps, "verifyEmail"))[0]?.html).not.toMatch(/onclick|Sara/);
  });

  test("of a 61st account from one network waits a minute; another network does not", async () => {
    await takeSignUps(60);
    const refusal = await failureOf(signUp(deps, SARA, CALLER));
    expect(refusal).toMatchObject({ code: "too-many-requests", retryAfter: 60 });
    await signUp(deps, SARA, ELSEWHERE);
    deps.pass(60_000);
    await signUp(deps, SARA, CALLER);
  });

  test("sends no fifth link within an hour", async () => {
    await signUp(deps, SARA, CALLER);
    const [user] = await everybody();
    for (let turn = 0; turn < 3; turn++) await resendVerification(deps, user?.id ?? "", CALLER);
    expect((await failureOf(resendVerification(deps, user?.id ?? "", CALLER))).code).toBe(
      "too-many-requests",
    );
  });
});

describe("signing up from a network at its limit of accounts [S-14]", () => {
  const signUpAtLimit = async (caller = HERE) => {
    await takeSignUps(60);
    return signUp(deps, SARA, caller, { atLimit: "mail" });
  };

  test("creates the account with its password when the link is opened in the same browser", async () => {
    expect(await signUpAtLimit()).toBe("postponed");
    expect(await everybody()).toEqual([]);
    expect(await mailsOf(deps, "confirmSignUp")).toMatchObject([
      { toAddress: SARA.email, isSecret: true, userId: null },
    ]);
    expect(JSON.stringify(await deps.db.select().from(userTokens))).not.toMatch(/sara|scrypt/);
    const link = await linkIn(deps, "confirmSignUp");
    expect(await verificationLinkKind(deps, link, { device: HERE.device, userId: null })).toEqual({
      kind: "sign-up",
    });
    const { userId, resetToken } = await finishSignUp(deps, link, HERE);
    expect(resetToken).toBeNull();
    expect(await everybody()).toMatchObject([
      { id: userId, email: SARA.email, displayName: "Sara", emailProvedAt: deps.clock.now() },
    ]);
    expect((await signIn(deps, { email: SARA.email, password: SARA.password }, CALLER)).kind).toBe(
      "signed-in",
    );
    expect((await failureOf(finishSignUp(deps, link, HERE))).code).toBe("not-found");
    expect(await entriesOf(deps, "user.signed-up", userId)).toHaveLength(1);
  });

  test("creates it without the stranger's password when the owner opens the link elsewhere", async () => {
    await signUpAtLimit();
    const { userId, resetToken } = await finishSignUp(deps, await linkIn(deps, "confirmSignUp"), {
      device: "another browser",
    });
    expect((await everybody())[0]).toMatchObject({ id: userId, passwordHash: null });
    expect(
      (await failureOf(signIn(deps, { email: SARA.email, password: SARA.password }, ELSEWHERE)))
        .code,
    ).toBe("unauthorized");
    await resetPassword(deps, resetToken, OTHER_PASSWORD, CALLER);
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });

  test("creates none if the account exists meanwhile, registration is off, or a day has passed", async () => {
    await signUpAtLimit();
    const link = await linkIn(deps, "confirmSignUp");
    await changeSettings(deps, "features", { enableUserRegistration: false }, null);
    expect((await failureOf(finishSignUp(deps, link, HERE))).code).toBe("forbidden");
    await changeSettings(deps, "features", { enableUserRegistration: true }, null);
    await addPerson(deps);
    expect((await failureOf(finishSignUp(deps, link, HERE))).code).toBe("conflict");
    await emptyPeople(deps);
    await signUpAtLimit();
    const late = await linkIn(deps, "confirmSignUp");
    deps.pass(24 * 3_600_000);
    expect((await failureOf(finishSignUp(deps, late, HERE))).code).toBe("not-found");
  });

  test("answers alike for a known address, and emails its owner", async () => {
    await addPerson(deps);
    expect(await signUpAtLimit()).toBe("postponed");
    expect((await deps.db.select().from(mails)).map(({ kind }) => kind)).toEqual(["accountExists"]);
  });

  test("sends at most three emails to an address, and waits after 240 more from the network", async () => {
    await takeSignUps(60);
    for (let turn = 0; turn < 6; turn++)
      expect(await signUp(deps, SARA, HERE, { atLimit: "mail" })).toBe("postponed");
    expect(await mailsOf(deps, "confirmSignUp")).toHaveLength(3);
    await takeSignUps(234, "postponed sign-up network", 240);
    expect((await failureOf(signUp(deps, SARA, HERE, { atLimit: "mail" }))).code).toBe(
      "too-many-requests",
    );
  });
});

describe("POST /api/v1/identity/sign-up", () => {
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await SELF.fetch("http://rooydad.test/api/v1/identity/sign-up", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return {
      status: response.status,
      body: (await response.json()) as {
        code?: string;
        issues?: { path: string; message: string }[];
      },
    };
  };

  test("answers 202, also for a repetition, with the same body", async () => {
    const first = await post(SARA);
    expect(first).toEqual({ status: 202, body: { verificationSent: true } });
    expect(await post(SARA)).toEqual(first);
  });

  test("without age and terms answers 422 naming both", async () => {
    const { status, body } = await post({ ...SARA, isAdult16: false, acceptsTerms: false });
    expect(status).toBe(422);
    expect(body.issues).toEqual([
      { path: "isAdult16", message: "You must be 16 or older to have an account here." },
      { path: "acceptsTerms", message: "Accept the terms." },
    ]);
    expect(await everybody()).toEqual([]);
  });

  test("ignores extra fields, so that none grants a role [S-92]", async () => {
    expect(
      (await post({ ...SARA, role: "owner", emailVerifiedAt: 1, isVerified: true, trustScore: 99 }))
        .status,
    ).toBe(202);
    expect(await everybody()).toMatchObject([
      { role: "user", emailVerifiedAt: null, trustScore: 0 },
    ]);
  });

  test("answers 403 while registration is off, even to broken JSON", async () => {
    await changeSettings(workerDeps(), "features", { enableUserRegistration: false }, null);
    expect((await post("{")).status).toBe(403);
    await changeSettings(workerDeps(), "features", { enableUserRegistration: true }, null);
    expect((await post("{")).status).toBe(400);
  });

  test("refuses a password of 20,001 characters with 422 without hashing it", async () => {
    expect((await post({ ...SARA, password: "x".repeat(20_001) })).status).toBe(422);
  });
});
