import { env } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  MailRefused,
  type MailTransport,
  MailUncertain,
  type OutgoingMail,
} from "../../app/lib/deps";
import { signUp } from "../../app/modules/identity/sign-in/sign-up.server";
import { newUser } from "../../app/modules/identity/users/queries.server";
import { deliverMail, mailsPurge, sweepMails } from "../../app/modules/mail/deliver-mail.server";
import { mailStatement, renderMail } from "../../app/modules/mail/enqueue-mail.server";
import { resendDeadMails, resendMail } from "../../app/modules/mail/outbox.server";
import { auditEntries, mails, users } from "../../db/schema";
import {
  addPerson,
  addSignedIn,
  CALLER,
  emptyPeople,
  entriesOf,
  failureOf,
  linkIn,
  SARA,
} from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const MINUTE = 60_000;
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE];

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

let written = 0;

/** A mail in the outbox, to an address of its own. */
async function addMail(isSecret = false): Promise<string> {
  written += 1;
  const { id, statements } = await mailStatement(deps, {
    kind: "resetPassword",
    to: `sara-${written}@example.com`,
    userId: null,
    locale: "en",
    link: "https://rooydad.test/reset-password?token=secret",
    chosen: { name: "Sara" },
    isSecret,
  });
  await deps.db.batch([...statements]);
  return id;
}
const rowOf = async (id: string) =>
  (await deps.db.select().from(mails).where(eq(mails.id, id)).get()) ??
  expect.fail("There is no such mail.");
const sendBy = (send: MailTransport["send"], keeps: MailTransport["keeps"] = "nothing secret") => {
  deps.mail = { keeps, send };
};

describe("the outbox [S-125]", () => {
  test("keeps the email of a sign-up if the queue loses its message, and the sweep sends it", async () => {
    deps.jobs = { send: () => Promise.reject(new Error("The queue is away")) };
    await signUp(deps, SARA, CALLER);
    await deps.afterwards();
    expect(await sweepMails(deps)).toEqual({ sent: 1, failed: 0 });
    expect(deps.mailed).toMatchObject([
      { to: SARA.email, text: expect.stringContaining(await linkIn(deps, "verifyEmail")) },
    ]);
    expect(await sweepMails(deps)).toEqual({ sent: 0, failed: 0 });
  });

  test("has no email if the batch of its domain event fails", async () => {
    await addPerson(deps);
    const mail = await mailStatement(deps, {
      kind: "verifyEmail",
      to: SARA.email,
      userId: null,
      locale: "en",
      link: null,
      values: {},
      isSecret: true,
    });
    const double = newUser(deps, {
      id: deps.ids.next(),
      email: SARA.email,
      emailVerifiedAt: null,
      displayName: "S",
      passwordHash: null,
      photoUrl: null,
      preferredLanguage: null,
    });
    await expect(deps.db.batch([...mail.statements, double])).rejects.toThrow();
    expect(await deps.db.select().from(mails)).toEqual([]);
    expect(await deps.db.select().from(users)).toHaveLength(1);
  });

  test("sends an email once although it is delivered twice", async () => {
    const id = await addMail();
    expect([await deliverMail(deps, id), await deliverMail(deps, id)]).toEqual(["sent", "skipped"]);
    expect(deps.mailed).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({
      status: "sent",
      attempts: 1,
      sentAt: deps.clock.now(),
      lastError: null,
    });
  });

  test("lets one of two concurrent senders deliver [S-120]", async () => {
    const id = await addMail();
    expect(
      (await Promise.all([deliverMail(deps, id), deliverMail(deps, id), sweepMails(deps)])).filter(
        (outcome) => outcome === "sent" || (typeof outcome === "object" && outcome.sent === 1),
      ),
    ).toHaveLength(1);
    expect(deps.mailed).toHaveLength(1);
  });

  test("tries six times with the defined waits while the server is unavailable, then gives up", async () => {
    const id = await addMail();
    let tried = 0;
    sendBy(async () => {
      tried += 1;
      throw new Error("connect ECONNREFUSED");
    });
    for (const wait of WAITS) {
      expect(await deliverMail(deps, id)).toBe("retried");
      expect(await rowOf(id)).toMatchObject({
        status: "pending",
        dueAt: deps.clock.now() + wait,
        lastError: "connect ECONNREFUSED",
      });
      deps.pass(wait - 1);
      expect(await deliverMail(deps, id)).toBe("skipped");
      deps.pass(1);
    }
    expect(await deliverMail(deps, id)).toBe("dead");
    expect(tried).toBe(6);
    expect(await rowOf(id)).toMatchObject({ status: "dead", attempts: 6 });
    deps.pass(720 * MINUTE);
    expect(await sweepMails(deps)).toEqual({ sent: 0, failed: 0 });
  });

  test("gives up at once if the server refuses for good", async () => {
    const id = await addMail();
    sendBy(() => Promise.reject(new MailRefused("The mail server answered 550.", true)));
    expect(await deliverMail(deps, id)).toBe("dead");
    expect(await rowOf(id)).toMatchObject({
      status: "dead",
      attempts: 1,
      lastError: "The mail server answered 550.",
    });
  });

  test("lets another sender take over after the claim of a crashed one ends, not before", async () => {
    const id = await addMail();
    sendBy(() => new Promise(() => {}));
    void deliverMail(deps, id);
    while ((await rowOf(id)).status !== "sending") await new Promise((done) => setTimeout(done, 5));
    const sent: OutgoingMail[] = [];
    sendBy(async (mail) => void sent.push(mail));
    deps.pass(2 * MINUTE - 1);
    expect(await sweepMails(deps)).toEqual({ sent: 0, failed: 0 });
    deps.pass(1);
    expect(await sweepMails(deps)).toEqual({ sent: 1, failed: 0 });
    expect(sent).toHaveLength(1);
  });

  test("gives up an email after crashing six senders", async () => {
    const id = await addMail();
    sendBy(() => new Promise(() => {}));
    for (let turn = 1; turn <= 6; turn++) {
      void deliverMail(deps, id);
      while ((await rowOf(id)).attempts < turn) await new Promise((done) => setTimeout(done, 5));
      deps.pass(2 * MINUTE);
    }
    expect(await deliverMail(deps, id)).toBe("dead");
  });

  test("sends all given-up emails that still have their text again once, with one audit entry", async () => {
    const { id: ownerId, ...session } = await addSignedIn(deps);
    const owner = {
      ...session,
      id: ownerId,
      sessionId: "none",
      role: "owner",
      isVerified: true,
    } as const;
    const given = [await addMail(), await addMail(), await addMail()];
    const emptied = await addMail(true);
    const waiting = await addMail();
    await deps.db
      .update(mails)
      .set({ status: "dead", attempts: 6 })
      .where(inArray(mails.id, [...given, emptied]));
    await deps.db.update(mails).set({ html: "", text: "" }).where(eq(mails.id, emptied));
    expect((await failureOf(resendDeadMails(deps, { ...owner, role: "moderator" }))).code).toBe(
      "forbidden",
    );
    expect(await resendDeadMails(deps, owner)).toBe(3);
    expect(await resendDeadMails(deps, owner)).toBe(0);
    const sent: string[] = [];
    sendBy(async ({ id }, handOver) => {
      await handOver();
      sent.push(id);
    });
    await sweepMails(deps);
    expect(sent.sort()).toEqual([...given, waiting].sort());
    expect((await rowOf(emptied)).status).toBe("dead");
    const entries = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "mail.all-resent"));
    expect(entries.map(({ metadata }) => metadata)).toEqual([{ count: 3 }]);
  });

  test("keeps an email sent although a slow sender with an ended claim fails afterwards", async () => {
    const id = await addMail();
    let fail = (_error: Error) => {};
    sendBy(
      () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    const slow = deliverMail(deps, id);
    while ((await rowOf(id)).status !== "sending") await new Promise((done) => setTimeout(done, 5));
    deps.pass(2 * MINUTE);
    sendBy(async () => {});
    expect(await deliverMail(deps, id)).toBe("sent");
    fail(new Error("timed out"));
    await slow;
    expect(await rowOf(id)).toMatchObject({ status: "sent" });
  });

  test("gives up an email if the sender crashed during the hand-over; only staff can send it again", async () => {
    const owner = (await addSignedIn(deps, { email: "owner@example.com", role: "owner" })).actor;
    const [id, secret] = [await addMail(), await addMail(true)];
    sendBy(async (_mail, handOver) => {
      await handOver();
      await new Promise(() => {});
    });
    for (const each of [id, secret]) {
      void deliverMail(deps, each);
      while ((await rowOf(each)).status !== "handed-over")
        await new Promise((done) => setTimeout(done, 5));
    }
    const sent: OutgoingMail[] = [];
    sendBy(async (mail) => void sent.push(mail));
    deps.pass(15 * MINUTE - 1);
    expect(await sweepMails(deps)).toEqual({ sent: 0, failed: 0 });
    deps.pass(1);
    expect(await sweepMails(deps)).toEqual({ sent: 0, failed: 2 });
    expect(await rowOf(id)).toMatchObject({
      status: "dead",
      lastError: "uncertain",
      text: expect.stringContaining("Hello"),
    });
    expect(await rowOf(secret)).toMatchObject({ status: "dead", text: "", html: "" });
    await resendMail(deps, owner, id);
    expect(await sweepMails(deps)).toEqual({ sent: 1, failed: 0 });
    expect(sent).toMatchObject([{ id }]);
  });

  test("prevents a slow sender with an ended claim from handing over after another has sent", async () => {
    const id = await addMail();
    let goOn = () => {};
    let handed = 0;
    sendBy(async (_mail, handOver) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await handOver();
      handed += 1;
    });
    const slow = deliverMail(deps, id);
    while ((await rowOf(id)).status !== "sending") await new Promise((done) => setTimeout(done, 5));
    deps.pass(2 * MINUTE);
    sendBy((_mail, handOver) => handOver());
    expect(await deliverMail(deps, id)).toBe("sent");
    goOn();
    expect(await slow).toBe("skipped");
    expect(handed).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: "sent" });
  });

  test("gives up an email if the server falls silent after the hand-over; retries if it refuses", async () => {
    const [silent, busy] = [await addMail(), await addMail()];
    const failWith = (error: Error) =>
      sendBy(async (_mail, handOver) => {
        await handOver();
        throw error;
      });
    failWith(new MailUncertain("no answer"));
    expect(await deliverMail(deps, silent)).toBe("dead");
    expect(await rowOf(silent)).toMatchObject({ status: "dead", lastError: "uncertain" });
    failWith(new Error("451 later"));
    expect(await deliverMail(deps, busy)).toBe("retried");
    expect(await rowOf(busy)).toMatchObject({
      status: "pending",
      dueAt: deps.clock.now() + MINUTE,
    });
  });

  test("drops the text of an email with a login link once it is sent, not before", async () => {
    const outside = await addMail(true);
    sendBy(async () => {});
    await deliverMail(deps, outside);
    expect(await rowOf(outside)).toMatchObject({
      text: "",
      html: "",
      subject: expect.stringContaining("password"),
    });
    const harmless = await addMail(false);
    await deliverMail(deps, harmless);
    expect((await rowOf(harmless)).text).not.toBe("");
    sendBy(async () => {}, "everything");
    const kept = await addMail(true);
    await deliverMail(deps, kept);
    expect((await rowOf(kept)).text).toContain("token=secret");
  });

  test("drops the text of a given-up email with a login link, so that nobody can send it again [S-139]", async () => {
    const owner = (await addSignedIn(deps, { email: "owner@example.com", role: "owner" })).actor;
    const refused = await addMail(true);
    sendBy(() => Promise.reject(new MailRefused("The mail server answered 550.", true)));
    await deliverMail(deps, refused);
    expect(await rowOf(refused)).toMatchObject({ status: "dead", text: "", html: "" });
    expect((await failureOf(resendMail(deps, owner, refused))).code).toBe("conflict");
    const given = await addMail(true);
    await deps.db.update(mails).set({ attempts: 6 }).where(eq(mails.id, given));
    await deliverMail(deps, given);
    expect(await rowOf(given)).toMatchObject({ status: "dead", text: "", html: "" });
    const harmless = await addMail(false);
    await deliverMail(deps, harmless);
    expect(await rowOf(harmless)).toMatchObject({
      status: "dead",
      text: expect.stringContaining("Hello"),
    });
    await resendMail(deps, owner, harmless);
    expect(await rowOf(harmless)).toMatchObject({ status: "pending" });
  });

  test("sends a given-up email again once despite concurrent requests, together with its audit entry", async () => {
    const { actor } = await addSignedIn(deps, { email: "owner@example.com", role: "owner" });
    const id = await addMail();
    await deps.db.update(mails).set({ status: "dead", attempts: 6 }).where(eq(mails.id, id));
    expect((await failureOf(resendMail(deps, { ...actor, role: "moderator" }, id))).code).toBe(
      "forbidden",
    );
    await env.DB.exec(
      "CREATE TRIGGER away BEFORE UPDATE ON mails BEGIN SELECT RAISE(ABORT, 'the machine is gone'); END",
    );
    await expect(resendMail(deps, actor, id)).rejects.toThrow();
    await env.DB.exec("DROP TRIGGER away");
    expect(await entriesOf(deps, "mail.resent", id)).toEqual([]);
    const tries = await Promise.allSettled([1, 2, 3].map(() => resendMail(deps, actor, id)));
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await rowOf(id)).toMatchObject({ status: "pending", attempts: 0 });
    expect(await entriesOf(deps, "mail.resent", id)).toHaveLength(1);
  });

  test("sends 60 due emails once in two sweeps", async () => {
    for (let turn = 0; turn < 60; turn++) {
      await addMail();
      deps.pass(1);
    }
    expect(await sweepMails(deps)).toEqual({ sent: 60, failed: 0 });
    expect(await sweepMails(deps)).toEqual({ sent: 0, failed: 0 });
    expect(new Set(deps.mailed.map(({ id }) => id)).size).toBe(60);
  });

  test("deletes old emails after 90 days", async () => {
    await addMail();
    deps.pass(90 * 1_440 * MINUTE + 1);
    const young = await addMail();
    await purgeAll(deps, mailsPurge);
    expect((await deps.db.select().from(mails)).map(({ id }) => id)).toEqual([young]);
  });
});

describe("a rendered email [S-123]", () => {
  const site = {
    siteName: "رویداد",
    supportEmail: "hello@rooydad.example",
    primaryColor: "#0E8388",
  };

  test("in Persian is right-to-left with the link in both parts", () => {
    const link = "https://rooydad.test/verify-email?token=a&lang=fa";
    const { subject, text, html } = renderMail("verifyEmail", "fa", {
      link,
      values: {},
      chosen: { name: "سارا" },
      ...site,
    });
    expect(subject).toMatch(/رویداد/);
    expect(text).toContain(link);
    expect(html).toContain('lang="fa" dir="rtl"');
    expect(html).toContain(link.replace("&", "&amp;"));
    expect(html).toContain("سارا");
  });

  test("contains no markup or link from a user's name", () => {
    const { html, text } = renderMail("verifyEmail", "en", {
      link: null,
      values: {},
      chosen: { name: '"><img src=x onerror=1> evil.example' },
      ...site,
    });
    expect(html).not.toMatch(/<img|evil\.example/);
    expect(text).not.toMatch(/evil\.example/);
  });
});
