import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import en from "../../app/locales/en/mail.json";
import fa from "../../app/locales/fa/mail.json";
import { subscribeAddress } from "../../app/modules/discovery/weeks/subscriptions.server";
import { requestPasswordReset } from "../../app/modules/identity/change-password.server";
import { requestSignInLink } from "../../app/modules/identity/sign-in/sign-in-link.server";
import { resendVerification, signUp } from "../../app/modules/identity/sign-in/sign-up.server";
import {
  verificationLinkKind,
  verifyEmailByNewPassword,
} from "../../app/modules/identity/sign-in/verify-email.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { sweepMails } from "../../app/modules/mail/deliver-mail.server";
import type { MailKind } from "../../app/modules/mail/enqueue-mail.server";
import { mailStatement } from "../../app/modules/mail/enqueue-mail.server";
import { MAIL_BUDGET, mailboxOf } from "../../app/modules/mail/mail-budget.server";
import { cities, mails, users, userTokens } from "../../db/schema";
import { createCity } from "../factories/city";
import {
  addPerson,
  addSignedIn,
  CALLER,
  ELSEWHERE,
  emptyPeople,
  failureOf,
  linksIn,
  mailsOf,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const KINDS = Object.keys(en.kinds) as MailKind[];
/** Kinds that no form causes; they go to the address of the settings, or to the owner. */
const OF_OPERATORS: readonly MailKind[] = ["staffWaiting", "alarmRaised", "alarmEnded"];
const BUDGETED = KINDS.filter((kind) => !OF_OPERATORS.includes(kind));
/** Kinds whose link proves the address. */
const PROVING: readonly MailKind[] = [
  "verifyEmail",
  "confirmSignUp",
  "resetPassword",
  "signInLink",
];
const HOSTILE = "Win 1,000 € at evil．example — evil。example/x";
const HOSTILE_EMAIL = "win@attacker.example";

let deps: TestDeps;
let sent: { to: string; subject: string; text: string; html: string }[];
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
  sent = [];
  deps.mail = {
    keeps: "nothing secret",
    send: async (mail) => {
      sent.push(mail);
    },
  };
});

async function order(kind: MailKind, to: string, locale: "en" | "fa" = "en") {
  const { statements, wait } = await mailStatement(deps, {
    kind,
    to,
    userId: null,
    locale,
    link: "https://rooydad.test/x",
    chosen: { name: HOSTILE, email: HOSTILE_EMAIL },
    isSecret: false,
  });
  await deps.db.batch([...statements]);
  return wait;
}
const written = async () => (await deps.db.select().from(mails)).length;

describe("the budget of an address that is not proved [S-35]", () => {
  it.each(BUDGETED)("counts a mail of the kind %s with all others", async (kind) => {
    const others = BUDGETED.filter((other) => other !== kind && !PROVING.includes(other));
    for (const one of [...others.slice(0, 2), kind, "verifyEmail"] as const)
      expect(await order(one, SARA.email)).toBe(0);
    for (const one of BUDGETED) expect(await order(one, SARA.email)).toBeGreaterThan(0);
    expect(await written()).toBe(MAIL_BUDGET.hour);
  });

  it.each(BUDGETED.filter((kind) => !PROVING.includes(kind)))(
    "keeps room to prove the address, however often a mail of the kind %s is asked for [S-36]",
    async (kind) => {
      for (let hour = 0; hour < 23; hour += 1) {
        for (let turn = 0; turn < (hour === 0 ? 6 : 1); turn += 1) await order(kind, SARA.email);
        deps.pass(HOUR);
      }
      expect(await written()).toBe(5);
      for (const proving of PROVING.slice(0, 3))
        expect([proving, await order(proving, SARA.email)]).toEqual([proving, 0]);
      expect(await order("verifyEmail", SARA.email)).toBeGreaterThan(0);
    },
  );

  it("has room for 4 an hour and 8 a day, to the millisecond", async () => {
    const tries = async () => {
      for (let index = 0; index < 13; index += 1) await order("verifyEmail", SARA.email);
      return written();
    };
    expect(await tries()).toBe(4);
    deps.pass(HOUR - 1);
    expect(await tries()).toBe(4);
    deps.pass(1);
    expect(await tries()).toBe(8);
    deps.pass(DAY - HOUR - 1);
    expect(await tries()).toBe(8);
    deps.pass(1);
    expect(await tries()).toBe(12);
  });

  it("says how long to wait", async () => {
    for (let index = 0; index < 4; index += 1) {
      await order("verifyEmail", SARA.email);
      deps.pass(MINUTE);
    }
    expect(await order("resetPassword", SARA.email)).toBe(HOUR - 4 * MINUTE);
  });

  it("cannot be passed by requests at once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => order("verifyEmail", SARA.email)));
    expect(await written()).toBe(4);
  });

  it("is one for all spellings that lead to a mailbox", async () => {
    for (const to of ["sa.ra@gmail.com", "sara+a@gmail.com", "s.ara+b@googlemail.com"])
      for (let index = 0; index < 3; index += 1) await order("confirmSignUp", to);
    expect(await written()).toBe(4);
    expect(mailboxOf("a.b+c@example.com")).toBe("a.b@example.com");
    expect(mailboxOf("+c@example.com")).toBe("+c@example.com");
  });

  it("is none for a proved address, nor for the operator's own mails", async () => {
    await addSignedIn(deps);
    for (let index = 0; index < 12; index += 1) await order("resetPassword", SARA.email);
    expect(await written()).toBe(12);
    for (let index = 0; index < 12; index += 1)
      for (const kind of OF_OPERATORS) await order(kind, "desk@example.com");
    expect(await written()).toBe(12 + 12 * OF_OPERATORS.length);
  });
});

describe("a stranger who enters an address everywhere", () => {
  const cityOf = async () => {
    const city = await deps.db.select().from(cities).where(eq(cities.slug, "tehran")).get();
    return city ?? expect.fail("There is no city.");
  };

  async function askEverywhere(email: string): Promise<void> {
    const attacker = await addSignedIn(deps, {
      email: `attacker-${deps.ids.next()}@example.com`,
      displayName: HOSTILE,
    });
    const victim = () =>
      deps.db.select().from(users).where(eq(users.email, email)).orderBy(desc(users.id)).get();
    const ways: (() => Promise<unknown>)[] = [
      () => signUp(deps, { ...SARA, email, displayName: HOSTILE }, CALLER),
      async () => resendVerification(deps, (await victim())?.id ?? "", CALLER),
      () => requestPasswordReset(deps, email, CALLER),
      () => requestSignInLink(deps, email, ELSEWHERE, "/"),
      async () =>
        subscribeAddress(deps, {
          email,
          city: await cityOf(),
          locale: "en",
          address: ELSEWHERE.address,
        }),
      () =>
        requestEmailChange(
          deps,
          attacker.actor,
          { email: email.replace("@", "+news@"), currentPassword: PASSWORD },
          CALLER,
        ),
    ];
    for (let round = 0; round < 4; round += 1)
      for (const way of ways) {
        await way().catch((error: { code?: string }) =>
          expect(["too-many-requests", "conflict"]).toContain(error.code),
        );
        await deps.afterwards();
        deps.pass(1_000);
      }
    await sweepMails(deps);
  }
  const toVictim = () => sent.filter(({ to }) => mailboxOf(to) === SARA.email);

  beforeEach(async () => {
    await createCity(deps.db, { slug: "tehran" });
  });

  it("causes 4 mails in an hour and 8 in a day, without a word of theirs [S-37]", async () => {
    await askEverywhere(SARA.email);
    expect(toVictim()).toHaveLength(4);
    for (let hour = 1; hour < 6; hour += 1) {
      deps.pass(HOUR);
      await askEverywhere(SARA.email);
    }
    expect(toVictim()).toHaveLength(8);
    for (const { subject, text, html } of toVictim())
      expect(subject + text + html).not.toMatch(/evil|Win 1,000/);
  });

  it("cannot use up the budget by the form of weekly picks alone: a mailbox gets three of its mails", async () => {
    const city = await cityOf();
    const ask = (tag: string, network: number) =>
      subscribeAddress(deps, {
        email: SARA.email.replace("@", `+${tag}@`),
        city,
        locale: "en",
        address: `203.0.${network}.1`,
      });
    for (const [network, tag] of ["a", "b", "c"].entries()) await ask(tag, network);
    expect((await failureOf(ask("d", 9))).code).toBe("too-many-requests");
    expect(await order("verifyEmail", SARA.email)).toBe(0);
  });

  it("gets the same answer about a mailbox with room and without [S-38]", async () => {
    await signUp(deps, SARA, CALLER);
    const answers = async () => [
      await requestPasswordReset(deps, SARA.email, CALLER),
      await requestSignInLink(deps, SARA.email, CALLER, "/"),
    ];
    const before = await answers();
    for (let index = 0; index < 4; index += 1) await order("confirmSignUp", SARA.email);
    expect(await answers()).toEqual(before);
    await deps.afterwards();
  });
});

describe("a withheld mail", () => {
  const fill = async (email: string) => {
    for (let index = 0; index < 4; index += 1) await order("confirmSignUp", email);
  };

  it("leaves the links of earlier ones alone, and the account's owner is told to wait", async () => {
    await signUp(deps, SARA, CALLER);
    const user = await deps.db.select().from(users).get();
    const before = await deps.db.select().from(userTokens);
    await fill(SARA.email);
    const failure = await failureOf(resendVerification(deps, user?.id ?? "", CALLER));
    expect(failure.code).toBe("too-many-requests");
    await requestPasswordReset(deps, SARA.email, CALLER);
    await deps.afterwards();
    expect(await deps.db.select().from(userTokens)).toEqual(before);
  });

  it("leaves a valid link in the mailbox, whatever the budget of the day allows [S-31]", async () => {
    const id = await addPerson(deps, { isVerified: false });
    const reader = { device: null, userId: null };
    for (let hour = 0; hour < 48; hour += 1) {
      for (let turn = 0; turn < 3; turn += 1)
        await requestPasswordReset(deps, SARA.email, ELSEWHERE);
      await deps.afterwards();
      const links = await linksIn(deps, "verifyEmail");
      const valid = await verificationLinkKind(deps, links.at(-1) ?? null, reader);
      expect([hour, valid?.kind]).toEqual([hour, "password"]);
      deps.pass(HOUR);
    }
    expect((await mailsOf(deps, "verifyEmail")).length).toBeLessThanOrEqual(3 * MAIL_BUDGET.day);
    const link = (await linksIn(deps, "verifyEmail")).at(-1) ?? "";
    await verifyEmailByNewPassword(deps, link, OTHER_PASSWORD, CALLER);
    expect((await personOf(deps, id)).emailProvedAt).toBe(deps.clock.now());
  });

  it("does not stop a proved account from changing to an address with room", async () => {
    const { actor } = await addSignedIn(deps);
    await fill(SARA.email);
    const input = { email: "sara@elsewhere.example", currentPassword: PASSWORD };
    await requestEmailChange(deps, actor, input, CALLER);
    expect(await mailsOf(deps, "changeEmail")).toHaveLength(1);
    expect((await mailsOf(deps, "emailChanging"))[0]?.text).toContain(input.email);
  });
});

describe("a mail to an address that is not proved", () => {
  it.each(KINDS)("of the kind %s has no text that a person chose [S-39]", async (kind) => {
    for (const locale of ["en", "fa"] as const) await order(kind, SARA.email, locale);
    for (const { subject, text, html } of await deps.db.select().from(mails)) {
      expect(subject + text + html).not.toMatch(/evil|Win 1,000|attacker/);
      expect(text).toMatch(/^(Hello,|سلام،)$/m);
    }
  });

  it("greets by name once the address is proved, without a link [S-40]", async () => {
    await addSignedIn(deps);
    for (const kind of BUDGETED) await order(kind, SARA.email);
    for (const { text } of await deps.db.select().from(mails)) {
      expect(text).toMatch(/Win 1,000/);
      expect(text).not.toMatch(/evil[.．。]example/);
    }
  });

  it("has placeholders for texts of the product only [S-41]", () => {
    const OURS = [
      ...["alarm", "city", "count", "date", "device", "flagged", "network", "pending"],
      ...["role", "seats", "sessions", "site", "support", "until", "what", "when"],
      // Words of an event that is public; message and reason go to confirmed guests alone.
      ...["event", "message", "place", "reason"],
    ];
    const found = [en, fa].flatMap((texts) =>
      [...JSON.stringify(texts.kinds).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
    );
    expect([...new Set(found)].sort()).toEqual([...OURS, "email"].sort());
  });
});
