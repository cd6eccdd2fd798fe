import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import {
  sweepWebhooks,
  type WebhookSending,
} from "../../app/modules/webhooks/deliver-webhook.server";
import { makeWebhookMessages } from "../../app/modules/webhooks/make-messages.server";
import {
  createWebhook,
  deleteWebhook,
  isWebhookAddress,
  listWebhookDeliveries,
  listWebhooks,
  MAX_WEBHOOKS,
  resendWebhook,
  rotateWebhookSecret,
  switchWebhook,
  testWebhook,
} from "../../app/modules/webhooks/webhooks.server";
import { createDatabase } from "../../db/client";
import {
  events,
  mails,
  notifications,
  users,
  webhookCauses,
  webhookDeliveries,
  webhookEndpoints,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { answerWith, askedAt, countHung, EXTERNAL, endHung } from "../helpers/external-services";
import { addSignedIn, emptyPeople, entriesOf, failureOf, issuesOf } from "../helpers/people";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";
import { watchDatabase } from "../helpers/watched-database";

let deps: TestDeps;
let me: Awaited<ReturnType<typeof addSignedIn>>;
let city: Awaited<ReturnType<typeof createCity>>;
let receivers = 0;

/** Receivers of the tests are on loopback. */
const SENDING: WebhookSending = { isAllowed: (url) => url.hostname === "127.0.0.1", timeout: 300 };
const INPUT = {
  url: "https://hall.rooydad-tests.org/hook",
  types: [
    "event.published" as const,
    "event.changed" as const,
    "event.cancelled" as const,
    "event.removed" as const,
  ],
  ownOnly: true,
  city: null,
  category: null,
  venue: null,
  organizer: null,
};

beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
  me = await addSignedIn(deps);
  city = await createCity(deps.db);
});

/**
 * A webhook whose requests reach a path of the HTTP server of the tests. @param answers status of
 * its answers
 */
async function addReceiver(changes: Partial<typeof INPUT> = {}, status = 204, actor = me.actor) {
  const { id, secret } = await createWebhook(deps, actor, { ...INPUT, ...changes });
  const path = `/hooks/${++receivers}`;
  await deps.db
    .update(webhookEndpoints)
    .set({ url: EXTERNAL.http + path })
    .where(eq(webhookEndpoints.id, id));
  await answerWith(path, { status, body: "" });
  return {
    id,
    secret,
    path,
    bodies: async () => (await askedAt(path)).map(({ body }) => JSON.parse(body)),
  };
}

const publish = (changes: Partial<Parameters<typeof createEvent>[1]> = {}) =>
  createEvent(deps.db, {
    cityId: city.id,
    startsAt: TUESDAY + DAY,
    creatorId: me.id,
    updatedAt: deps.clock.now(),
    ...changes,
  });
const change = (id: string, changes: Partial<typeof events.$inferInsert>) =>
  deps.db
    .update(events)
    .set({ updatedAt: deps.clock.now(), ...changes })
    .where(eq(events.id, id));
const sweep = () => sweepWebhooks(deps, SENDING);
const typesOf = async (receiver: { bodies(): Promise<{ type: string }[]> }) =>
  (await receiver.bodies()).map(({ type }) => type);

/** Verifies a request as a receiver does. */
async function isSigned(
  secret: string,
  { headers, body }: { headers: Record<string, unknown>; body: string },
): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    "raw",
    Buffer.from(secret.slice(6), "base64"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(
    `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`,
  );
  const tries = String(headers["webhook-signature"])
    .split(" ")
    .map((one) => crypto.subtle.verify("HMAC", key, Buffer.from(one.slice(3), "base64"), signed));
  return (await Promise.all(tries)).includes(true);
}

describe("a webhook", () => {
  it("is told of its events once each, signed, with what everyone may see", async () => {
    const receiver = await addReceiver();
    const event = await publish();
    expect(await sweep()).toMatchObject({ made: 1, sent: 1 });
    deps.pass(MINUTE);
    await change(event.id, { titleEn: "Another title", version: event.version + 1 });
    await sweep();
    deps.pass(MINUTE);
    await change(event.id, { lifecycle: "cancelled", version: event.version + 2 });
    await sweep();
    deps.pass(MINUTE);
    await change(event.id, { isActive: false });
    await sweep();
    expect(await sweep()).toEqual({ made: 0, sent: 0, failed: 0 });
    expect(await typesOf(receiver)).toEqual([
      "event.published",
      "event.changed",
      "event.cancelled",
      "event.removed",
    ]);
    const [first, second, , last] = await receiver.bodies();
    expect(first).toMatchObject({
      timestamp: new Date(TUESDAY).toISOString(),
      data: {
        event: {
          id: event.id,
          city: { slug: city.slug },
          url: `https://rooydad.example/events/${event.id}`,
        },
      },
    });
    expect(second.data.event.title.en).toBe("Another title");
    expect(last.data.event).toEqual({
      id: event.id,
      url: `https://rooydad.example/events/${event.id}`,
    });
    const asked = await askedAt(receiver.path);
    for (const request of asked) expect(await isSigned(receiver.secret, request)).toBe(true);
    expect(new Set(asked.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
    expect(asked[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-timestamp": String(TUESDAY / 1000),
    });
  });

  it("hears nothing of counters, drafts and other people's events, nor of events that are hidden before it is told", async () => {
    const receiver = await addReceiver();
    const event = await publish();
    await change(event.id, { viewCount: 7, saveCount: 1, isOver: true });
    await publish({ status: "pending" });
    await publish({ creatorId: null });
    const hidden = await publish();
    await change(hidden.id, { isActive: false });
    await sweep();
    expect((await receiver.bodies()).map(({ type, data }) => [type, data.event.id])).toEqual([
      ["event.published", event.id],
      ["event.removed", hidden.id],
    ]);
  });

  it("hears what its filters let through", async () => {
    const staff = await addSignedIn(deps, { email: "staff@example.com", role: "moderator" });
    const other = await createCity(deps.db);
    const inCity = await addReceiver(
      { ownOnly: false, city: city.slug } as never,
      204,
      staff.actor,
    );
    const talks = await addReceiver(
      { ownOnly: false, category: "talk", types: ["event.published"] } as never,
      204,
      staff.actor,
    );
    await publish({ categories: ["Talk"] });
    await publish({ cityId: other.id, categories: ["Talk", "Film"] });
    await publish({ cityId: other.id, creatorId: null });
    await sweep();
    expect([(await inCity.bodies()).length, (await talks.bodies()).length]).toEqual([1, 2]);
  });

  it("is asked again with longer waits for three days, then switched off with a notice", async () => {
    const receiver = await addReceiver({}, 500);
    await publish();
    const began = deps.clock.now();
    const at: number[] = [];
    const waiting = () =>
      deps.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.status, "pending")).get();
    await sweep();
    for (let next = await waiting(); next; next = await waiting()) {
      deps.pass(next.dueAt - deps.clock.now() - 1);
      expect((await sweep()).failed).toBe(0);
      deps.pass(1);
      at.push((deps.clock.now() - began) / MINUTE);
      expect((await sweep()).failed).toBe(1);
    }
    expect(at).toEqual([1, 6, 36, 156, 456, 1056, 1896, 3096, 4296]);
    const [delivery] = await listWebhookDeliveries(deps, me.actor, receiver.id);
    expect(delivery?.delivery).toMatchObject({
      status: "dead",
      attempts: 10,
      lastStatus: 500,
      lastError: "HTTP 500",
    });
    const ids = new Set((await askedAt(receiver.path)).map(({ headers }) => headers["webhook-id"]));
    expect(ids.size).toBe(1);
    // Another message fails after three days of failures.
    deps.pass(DAY);
    await publish();
    await sweep();
    const [webhook] = await listWebhooks(deps, me.actor);
    expect(webhook).toMatchObject({ isOffByFailures: true, offSince: deps.clock.now() });
    expect(
      (await deps.db.select().from(notifications)).map(({ userId, kind, actionPath }) => [
        userId,
        kind,
        actionPath,
      ]),
    ).toEqual([[me.id, "webhook-off", `/account/webhooks/${receiver.id}`]]);
    const [mail, ...others] = await deps.db.select().from(mails).where(eq(mails.userId, me.id));
    expect([mail?.kind, mail?.ruleKey, others]).toEqual(["webhook-off", "webhooks.failed", []]);
    expect(mail?.subject).toBe(`Your webhook is off: ${new URL(EXTERNAL.http).host}`);
    for (const part of ["HTTP 500", `/account/webhooks/${receiver.id}`])
      expect(mail?.text).toContain(part);
    expect(await entriesOf(deps, "webhook.failed", receiver.id)).toHaveLength(1);
    // Nothing is collected for it any more.
    await publish();
    expect(await deps.db.$count(webhookCauses)).toBe(0);
    await switchWebhook(deps, me.actor, receiver.id, true);
    expect((await listWebhooks(deps, me.actor))[0]).toMatchObject({
      isOffByFailures: false,
      offSince: null,
      failingSince: null,
    });
  });

  it("is switched off at once by 410; its owner reads why in their language, and once", async () => {
    const receiver = await addReceiver({}, 410);
    await deps.db.update(users).set({ preferredLanguage: "fa" }).where(eq(users.id, me.id));
    await publish();
    await sweep();
    expect((await listWebhooks(deps, me.actor))[0]?.offSince).toBe(deps.clock.now());
    expect((await askedAt(receiver.path)).length).toBe(1);
    await publish();
    await sweep();
    const [mail, ...others] = await deps.db.select().from(mails).where(eq(mails.userId, me.id));
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`وب‌هوک شما خاموش شد: ${new URL(EXTERNAL.http).host}`);
    expect(mail?.text).toContain("HTTP 410");
    // On again and refused again: another one.
    await switchWebhook(deps, me.actor, receiver.id, true);
    deps.pass(MINUTE);
    await publish();
    await sweep();
    expect(await deps.db.$count(mails, eq(mails.kind, "webhook-off"))).toBe(2);
    expect(await deps.db.$count(notifications, eq(notifications.kind, "webhook-off"))).toBe(2);
  });

  it("may time out and redirect: both are failures, and no redirect is followed [S-101]", async () => {
    const inside = "/hooks/inside";
    await answerWith(inside, { status: 204, body: "" });
    const redirecting = await addReceiver();
    await answerWith(redirecting.path, {
      status: 302,
      body: "",
      headers: { Location: EXTERNAL.http + inside },
    });
    const hanging = await addReceiver();
    await deps.db
      .update(webhookEndpoints)
      .set({ url: `http://127.0.0.1:${EXTERNAL.hangingPort}/` })
      .where(eq(webhookEndpoints.id, hanging.id));
    const fine = await addReceiver();
    await publish();
    const before = await countHung();
    expect(await sweep()).toEqual({ made: 3, sent: 1, failed: 2 });
    expect((await countHung()) - before).toBe(1);
    await endHung();
    expect(await askedAt(inside)).toEqual([]);
    expect((await fine.bodies()).length).toBe(1);
    const errorOf = async (id: string) =>
      (await listWebhookDeliveries(deps, me.actor, id))[0]?.delivery.lastError;
    expect(await errorOf(redirecting.id)).toBe("HTTP 302: redirects are not followed.");
    expect(await errorOf(hanging.id)).toMatch(/timeout|timed out|abort/i);
  });

  it("is never asked at an address of a private network, whenever it was stored [S-100]", async () => {
    const receiver = await addReceiver();
    await publish();
    expect(await sweepWebhooks(deps)).toMatchObject({ sent: 0, failed: 1 });
    expect(await askedAt(receiver.path)).toEqual([]);
    const refused = [
      "http://hall.rooydad-tests.org/",
      "https://10.0.0.1/",
      "https://localhost/",
      "https://a.internal/",
      "https://hall.rooydad-tests.org:8443/",
      // Other spellings of addresses.
      "https://[::1]/",
      "https://[::ffff:10.0.0.1]/",
      "https://2130706433/",
      "https://0x7f.1/",
      "https://127.1/",
      "https://localhost./",
      "https://a.internal./",
    ];
    for (const url of [
      ...refused,
      "https://me:pw@hall.rooydad-tests.org/",
      "https://169.254.169.254.nip.io/",
    ])
      expect([url, isWebhookAddress(new URL(url))]).toEqual([url, false]);
    expect(
      await issuesOf(createWebhook(deps, me.actor, { ...INPUT, url: "https://127.0.0.1/" })),
    ).toHaveProperty("url");
    expect(
      await issuesOf(createWebhook(deps, me.actor, { ...INPUT, url: "nonsense" })),
    ).toHaveProperty("url");
  });

  it("is on this machine only in a local run, as sources are", async () => {
    const local = { ...deps, isLocal: true };
    const url = "http://127.0.0.1:4000/hook";
    expect((await createWebhook(local, me.actor, { ...INPUT, url })).secret).toBeTruthy();
    expect(
      await issuesOf(createWebhook(deps, me.actor, { ...INPUT, url: `${url}/2` })),
    ).toHaveProperty("url");
    expect(
      await issuesOf(createWebhook(local, me.actor, { ...INPUT, url: "http://192.168.1.4/" })),
    ).toHaveProperty("url");
  });

  it("is signed with the old secret too for a day after a change [S-104]", async () => {
    const receiver = await addReceiver();
    const fresh = await rotateWebhookSecret(deps, me.actor, receiver.id);
    const signers = async () => {
      await testWebhook(deps, me.actor, receiver.id);
      await sweep();
      const request = (await askedAt(receiver.path)).at(-1);
      if (!request) throw new Error("Nothing was asked.");
      return [await isSigned(receiver.secret, request), await isSigned(fresh, request)];
    };
    expect(await signers()).toEqual([true, true]);
    deps.pass(DAY + MINUTE);
    expect(await signers()).toEqual([false, true]);
    expect(JSON.stringify(await deps.db.select().from(webhookEndpoints))).not.toContain(fresh);
    expect(await entriesOf(deps, "webhook.secret-replaced", receiver.id)).toHaveLength(1);
  });

  it("gets a message again on request, the same under the same id", async () => {
    const receiver = await addReceiver();
    const event = await publish();
    await sweep();
    await change(event.id, { titleEn: "Later", version: event.version + 1 });
    const [row] = await listWebhookDeliveries(deps, me.actor, receiver.id);
    await resendWebhook(deps, me.actor, receiver.id, row?.delivery.id ?? "");
    expect(
      (await failureOf(resendWebhook(deps, me.actor, receiver.id, row?.delivery.id ?? ""))).code,
    ).toBe("conflict");
    await sweep();
    const [first, again] = (await askedAt(receiver.path)).filter(({ body }) =>
      body.includes("event.published"),
    );
    expect([again?.body, again?.headers["webhook-id"]]).toEqual([
      first?.body,
      first?.headers["webhook-id"],
    ]);
    expect((await failureOf(resendWebhook(deps, me.actor, receiver.id, receiver.id))).code).toBe(
      "not-found",
    );
  });

  it("holds back the rest while its receiver fails, and nobody else", async () => {
    const down = await addReceiver({}, 503);
    const up = await addReceiver();
    for (let count = 0; count < 5; count++) await publish();
    expect(await sweep()).toMatchObject({ made: 10, sent: 5, failed: 1 });
    expect([(await askedAt(down.path)).length, (await askedAt(up.path)).length]).toEqual([1, 5]);
    await answerWith(down.path, { status: 204, body: "" });
    deps.pass(MINUTE);
    expect(await sweep()).toMatchObject({ sent: 5 });
    expect(
      (await listWebhooks(deps, me.actor)).every(({ failingSince }) => failingSince === null),
    ).toBe(true);
  });

  it("that answers slowly gets one message a minute, and holds up nobody else", async () => {
    const slow = await addReceiver();
    const others = await Promise.all([1, 2].map(() => addReceiver()));
    for (let count = 0; count < 4; count++) await publish();
    // Its answers take four seconds by the clock.
    let passed = 0;
    const sending = {
      ...SENDING,
      isAllowed: (url: URL) => {
        if (url.pathname === slow.path) {
          deps.pass(4_000);
          passed += 4_000;
        }
        return url.hostname === "127.0.0.1";
      },
    };
    expect(await sweepWebhooks(deps, sending)).toMatchObject({ failed: 0 });
    expect((await askedAt(slow.path)).length).toBe(1);
    for (let minute = 0; minute < 6; minute++) {
      deps.pass(MINUTE);
      await sweepWebhooks(deps, sending);
    }
    expect((await askedAt(slow.path)).length).toBe(4);
    expect(passed).toBe(16_000);
    for (const { path } of others) expect((await askedAt(path)).length).toBe(4);
  });

  it("may answer with ten megabytes, or break off: its status alone counts", async () => {
    const large = await addReceiver();
    await answerWith(large.path, { status: 200, body: "x".repeat(10_000_000) });
    const broken = await addReceiver();
    await answerWith(broken.path, { status: 200, body: "x".repeat(10_000), breaksAfter: 100 });
    await publish();
    expect(await sweep()).toMatchObject({ made: 2, sent: 2, failed: 0 });
  });

  it("is of its owner alone, within bounds, and stops with the setting", async () => {
    const { id } = await addReceiver();
    const other = await addSignedIn(deps, { email: "other@example.com" });
    const refusals = [
      () => deleteWebhook(deps, other.actor, id),
      () => switchWebhook(deps, other.actor, id, false),
      () => rotateWebhookSecret(deps, other.actor, id),
      () => testWebhook(deps, other.actor, id),
      () => listWebhookDeliveries(deps, other.actor, id),
    ];
    for (const refusal of refusals) expect((await failureOf(refusal())).code).toBe("not-found");
    const unverified = await addSignedIn(deps, { email: "new@example.com", isVerified: false });
    expect((await failureOf(createWebhook(deps, unverified.actor, INPUT))).code).toBe("forbidden");
    expect(
      await issuesOf(createWebhook(deps, me.actor, { ...INPUT, ownOnly: false, city: city.slug })),
    ).toHaveProperty("ownOnly");
    const wrong = {
      city: "nowhere",
      category: "nothing",
      venue: "tehran/nowhere",
      organizer: "nobody",
    };
    expect(
      Object.keys(await issuesOf(createWebhook(deps, me.actor, { ...INPUT, ...wrong }))),
    ).toEqual(Object.keys(wrong));
    for (let count = 1; count < MAX_WEBHOOKS; count++) await createWebhook(deps, me.actor, INPUT);
    expect(await issuesOf(createWebhook(deps, me.actor, INPUT))).toHaveProperty("");
    await publish();
    await changeSettings(deps, "features", { enableWebhooks: false }, null);
    expect(await sweep()).toEqual({ made: 0, sent: 0, failed: 0 });
    expect((await failureOf(createWebhook(deps, other.actor, INPUT))).code).toBe("forbidden");
    await deleteWebhook(deps, me.actor, id);
    expect(await listWebhooks(deps, me.actor)).toHaveLength(MAX_WEBHOOKS - 1);
    expect(await entriesOf(deps, "webhook.removed", id)).toHaveLength(1);
  });

  it("is in the export of its owner without a secret", async () => {
    const { id, secret } = await addReceiver();
    const exported = JSON.stringify(await exportAccount(deps, me.actor));
    const [row] = await deps.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    expect(exported).toContain(row?.url);
    for (const hidden of [secret, row?.sealedSecret]) expect(exported).not.toContain(hidden);
  });
});

describe("500 deliveries", () => {
  it("survive workers that die at every step: none is lost, and a repeated one has the same id", async () => {
    const receiver = await addReceiver();
    const COUNT = 500;
    for (let count = 0; count < COUNT; count++) await publish();
    expect(await deps.db.$count(webhookCauses)).toBe(COUNT);
    // A worker that dies after some statements: the database fails for it from then on.
    const dying = (calls: number): TestDeps => {
      let left = calls;
      const db = new Proxy(deps.db, {
        get(target, name, receiver_) {
          if (
            ["batch", "select", "update", "insert", "delete"].includes(String(name)) &&
            left-- <= 0
          )
            throw new Error("The worker has died.");
          return Reflect.get(target, name, receiver_);
        },
      });
      return { ...deps, db };
    };
    for (let turn = 1; turn <= 12; turn++) {
      await sweepWebhooks(dying(turn * 37), SENDING).catch(() => {});
      // Two at a time, too.
      await Promise.all([
        makeWebhookMessages(dying(turn * 11)).catch(() => {}),
        makeWebhookMessages(dying(turn * 13)).catch(() => {}),
      ]);
      deps.pass(HOUR / 10);
    }
    for (let turn = 0; turn < 20 && (await sweep()).sent > 0; turn++) deps.pass(HOUR / 10);
    const asked = await askedAt(receiver.path);
    const eventsById = new Map(
      asked.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body).data.event.id]),
    );
    expect(eventsById.size).toBe(COUNT);
    expect(new Set(eventsById.values()).size).toBe(COUNT);
    expect(await deps.db.$count(webhookDeliveries, eq(webhookDeliveries.status, "sent"))).toBe(
      COUNT,
    );
    expect(await deps.db.$count(webhookCauses)).toBe(0);
  }, 120_000);

  it("are ended by the next worker, at whichever statement the first one died", async () => {
    /**
     * A worker whose database is gone after so many round trips; the death before a statement is
     * the one after the request before it.
     */
    const dyingAfter = (trips: number): TestDeps => {
      const watched = watchDatabase(env.DB);
      const held = () =>
        watched.roundTrips > trips ? Promise.reject(new Error("The worker has died.")) : null;
      Object.defineProperty(watched, "held", { get: held });
      return { ...deps, db: createDatabase(watched.database) };
    };
    const times: number[] = [];
    for (let [trips, isDead] = [0, true]; isDead; trips++) {
      const receiver = await addReceiver();
      await publish();
      isDead = await sweepWebhooks(dyingAfter(trips), SENDING).then(
        () => false,
        () => true,
      );
      // Longer than a claim lasts.
      deps.pass(HOUR);
      for (let turn = 0; turn < 3; turn++) await sweep();
      const asked = await askedAt(receiver.path);
      expect([trips, new Set(asked.map(({ headers }) => headers["webhook-id"])).size]).toEqual([
        trips,
        1,
      ]);
      const rows = await deps.db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, receiver.id));
      expect([trips, rows.map(({ status }) => status)]).toEqual([trips, ["sent"]]);
      times.push(asked.length);
      await deleteWebhook(deps, me.actor, receiver.id);
    }
    expect(await deps.db.$count(webhookCauses)).toBe(0);
    // Causes, endpoints, events, the message and its deliveries, what is due, the claim, the
    // endpoint, the answer.
    expect(times.length).toBeGreaterThan(8);
    // Only a death between the answer and its note sends a message twice.
    expect(times.filter((count) => count === 2)).toHaveLength(1);
    expect(Math.max(...times)).toBe(2);
  });

  it("are found by indexes alone", async () => {
    await addReceiver();
    const plans = [
      "SELECT * FROM webhook_endpoints WHERE off_since IS NULL",
      "SELECT * FROM webhook_causes ORDER BY at LIMIT 100",
      "SELECT id, endpoint_id FROM webhook_deliveries WHERE status IN ('pending', 'sending') AND due_at <= 1 ORDER BY due_at LIMIT 100",
      "UPDATE webhook_deliveries SET due_at = 1 WHERE endpoint_id = 'a' AND status = 'pending' AND due_at < 1",
    ];
    for (const sql of plans) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{
        detail: string;
      }>();
      for (const { detail } of results)
        expect([sql, detail]).toEqual([sql, expect.not.stringMatching(/^SCAN (?!.*USING INDEX)/)]);
    }
  });
});
