import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import {
  domainEventStatement,
  enqueueDomainEvent,
} from "../../app/modules/notifications/domain-events.server";
import { flaggedDomainEvent } from "../../app/modules/notifications/event-domain-events.server";
import {
  expandDomainEvent,
  sweepDomainEvents,
} from "../../app/modules/notifications/expand-domain-event.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import type { Rule } from "../../app/modules/notifications/rules/active-rules.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { createDatabase } from "../../db/client";
import {
  collectionEvents,
  collections,
  deadLetters,
  digestItems,
  domainEvents,
  mails,
  type NotificationPreferences,
  notifications,
  pushes,
  pushSubscriptions,
  type users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { storeRule, WANTS_EVERYTHING } from "../helpers/notification-rules";
import { isWriting } from "../helpers/recording-database";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

let deps: TestDeps;
let cityId: string;
let eventId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
  eventId = (
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + 10 * DAY, categories: ["Concert"] })
  ).id;
});

const follower = (changes: Partial<typeof users.$inferInsert> = {}) =>
  createUser(deps.db, {
    cities: ["tehran"],
    notificationPreferences: WANTS_EVERYTHING,
    timeZone: "Asia/Tehran",
    ...changes,
  });

async function followers(count: number) {
  const people: string[] = [];
  for (let turn = 0; turn < count; turn += 1) people.push((await follower()).id);
  return people;
}

/**
 * A rule about changes, which store one row per reader; new events store one for all
 * (city-notifications.test.ts).
 */
async function ruleIs(changes: Partial<Rule>, key = "followers.changed") {
  await storeRule(deps, key, { trigger: "event.changed", ...changes });
}

let causes = 0;
async function raise(changes: Partial<Parameters<typeof domainEventStatement>[1]> = {}) {
  causes += 1;
  const { id, statement } = domainEventStatement(deps, {
    trigger: "event.changed",
    kind: "event-changed",
    eventId,
    actorId: null,
    values: { title: { en: "A Night of Kamancheh", fa: null }, changed: ["time"] },
    actionPath: `/events/${eventId}`,
    idempotencyKey: `test:${causes}`,
    ...changes,
  });
  await deps.db.batch([statement]);
  return id;
}

const told = async () =>
  (await deps.db.select().from(notifications)).map(({ userId }) => userId).sort();
const mailed = async () => (await deps.db.select().from(mails)).map(({ userId }) => userId).sort();
const letters = async () => deps.db.select().from(deadLetters);
const causeOf = async (id: string) =>
  deps.db.select().from(domainEvents).where(eq(domainEvents.id, id)).get();

/** A database that fails at the n-th batch that stores notifications. */
function dyingAt(batches: number): TestDeps {
  let left = batches;
  const dying = new Proxy(env.DB, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === "batch")
        return (statements: D1PreparedStatement[]) => {
          if (statements.length > 2 && isWriting(statements)) left -= 1;
          if (left <= 0) throw new Error("D1_ERROR: the machine is gone");
          return target.batch(statements);
        };
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { ...deps, db: createDatabase(dying) };
}

describe("a domain event", () => {
  it("after a crash midway is completed by the cron: all 20 are notified once", async () => {
    await ruleIs({});
    const people = await followers(20);
    const id = await raise();
    await enqueueDomainEvent(dyingAt(1), id);
    expect(await told()).toEqual([]);
    expect((await causeOf(id))?.doneAt).toBeNull();
    deps.pass(3 * MINUTE);
    expect(await sweepDomainEvents(deps)).toEqual({ domainEvents: 1, failed: 0 });
    expect(await told()).toEqual(people.sort());
    expect(await mailed()).toEqual(people.sort());
    expect(await sweepDomainEvents(deps)).toEqual({ domainEvents: 0, failed: 0 });
    expect(await told()).toHaveLength(20);
  });

  it("after a crash past the first hundred of 250 recipients notifies the others later, each once", async () => {
    await ruleIs({});
    const people = await followers(250);
    const id = await raise();
    await expandDomainEvent(dyingAt(2), id, 1_000).catch(() => {});
    expect(await told()).toHaveLength(100);
    deps.pass(3 * MINUTE);
    await sweepDomainEvents(deps);
    expect(await told()).toEqual(people.sort());
    expect(await mailed()).toEqual(people.sort());
    expect((await causeOf(id))?.doneAt).not.toBeNull();
  });

  it("notifies the first hundred before the response and leaves the rest to the queue", async () => {
    await ruleIs({});
    await followers(130);
    const id = await raise();
    await enqueueDomainEvent(deps, id);
    expect(await told()).toHaveLength(100);
    await deps.settle();
    expect(deps.sent.filter(({ type }) => type === "news.expand")).toEqual([
      { type: "news.expand", id },
    ]);
    expect(deps.notified).toHaveLength(100);
    expect(await expandDomainEvent(deps, id, 2_000)).toBe("done");
    expect(await told()).toHaveLength(130);
  });

  it("given two concurrent sweeps, notifies every recipient once", async () => {
    await ruleIs({});
    const people = await followers(30);
    await raise();
    await Promise.all([sweepDomainEvents(deps), sweepDomainEvents(deps)]);
    expect(await told()).toEqual(people.sort());
    expect(await mailed()).toEqual(people.sort());
  });

  it("is given up after many failures, and can be restarted by staff", async () => {
    await ruleIs({});
    await followers(1);
    const id = await raise();
    for (let turn = 0; turn < 8; turn += 1) {
      await expandDomainEvent(dyingAt(1), id, 100).catch(() => {});
      deps.pass(DAY);
    }
    expect(await causeOf(id)).toMatchObject({
      doneAt: expect.any(Number),
      lastError: expect.stringContaining("gone"),
    });
    expect(await told()).toEqual([]);
    expect(await letters()).toMatchObject([
      { queue: "notification-causes", body: { type: "news.expand", id, again: true } },
    ]);
  });

  it("given a crash while it is given up, writes nothing, and the next attempt gives it up visibly", async () => {
    await ruleIs({});
    const id = await raise();
    await deps.db
      .update(domainEvents)
      .set({ attempts: 6, lastError: "gone" })
      .where(eq(domainEvents.id, id));
    await env.DB.exec(
      "CREATE TRIGGER away BEFORE INSERT ON dead_letters BEGIN SELECT RAISE(ABORT, 'the machine is gone'); END",
    );
    await expandDomainEvent(deps, id, 100).catch(() => {});
    await env.DB.exec("DROP TRIGGER away");
    expect([(await causeOf(id))?.doneAt, await letters()]).toEqual([null, []]);
    deps.pass(3 * MINUTE);
    await sweepDomainEvents(deps);
    expect((await causeOf(id))?.doneAt).toEqual(expect.any(Number));
    expect(await letters()).toHaveLength(1);
  });

  it("excludes its actor, deactivated and deleted users, and those who opted out", async () => {
    await ruleIs({});
    const [actor, reader] = await followers(2);
    await follower({ isActive: false });
    await follower({ deletedAt: 1, isActive: false });
    await follower({ notificationPreferences: { ...WANTS_EVERYTHING, categories: ["newEvents"] } });
    await enqueueDomainEvent(deps, await raise({ actorId: actor ?? null }));
    expect(await told()).toEqual([reader]);
  });

  it("of an unticked category is not announced anywhere; otherwise it is in the app at any frequency", async () => {
    deps.push = { send: async () => {} };
    await ruleIs({
      channels: ["in-app", "email", "push"],
      timing: "daily",
      capPerDay: 1,
      quietHours: { from: "00:00", to: "23:59" },
    });
    const unticked = await follower({
      notificationPreferences: {
        ...WANTS_EVERYTHING,
        pushEnabled: true,
        categories: ["newEvents"],
      },
    });
    const ticked = await follower({
      notificationPreferences: { ...WANTS_EVERYTHING, emailEnabled: false, frequency: "weekly" },
    });
    await enqueueDomainEvent(deps, await raise());
    await enqueueDomainEvent(deps, await raise());
    expect(await told()).toEqual([ticked.id, ticked.id]);
    expect(await mailed()).toEqual([]);
    expect(
      (await deps.db.select().from(digestItems)).filter(({ userId }) => userId === unticked.id),
    ).toEqual([]);
  });

  it("with an old rule of a wider audience shows a moderator's reason to no other user", async () => {
    await storeRule(deps, "event.rejected.followers", {
      trigger: "event.rejected",
      audience: "city-followers",
    });
    await follower();
    const { id: eventId } = await createEvent(deps.db, { cityId, startsAt: TUESDAY + 10 * DAY });
    await enqueueDomainEvent(
      deps,
      await raise({ trigger: "event.rejected", kind: "event-rejected", eventId }),
    );
    expect([await told(), await mailed()]).toEqual([[], []]);
  });

  it("with two rules uses each channel once per recipient", async () => {
    await ruleIs({});
    await ruleIs({ audience: "interested" }, "zz.interested");
    const both = await follower({ interests: ["music"] });
    await enqueueDomainEvent(deps, await raise());
    expect(await told()).toEqual([both.id]);
    expect(await mailed()).toEqual([both.id]);
  });

  it("reaches interested users who follow the city or none", async () => {
    await ruleIs({ audience: "interested" });
    const here = await follower({ interests: ["music"] });
    const anywhere = await follower({ interests: ["music"], cities: [] });
    await follower({ interests: ["music"], cities: ["berlin"] });
    await follower({ interests: ["tech"] });
    await enqueueDomainEvent(deps, await raise());
    expect(await told()).toEqual([here.id, anywhere.id].sort());
  });

  it("of an event in a collection follows the collections category, and reminders do not", async () => {
    const only = (...categories: NotificationPreferences["categories"]) => ({
      notificationPreferences: { ...WANTS_EVERYTHING, categories },
    });
    const people = {
      favourite: await follower(only("savedEvents")),
      collector: await follower(only("collections")),
      both: await follower(only("collections", "savedEvents")),
      bothByCollection: await follower(only("collections")),
      unticked: await follower(only("savedEvents")),
      stranger: await follower(only("collections", "savedEvents")),
    };
    const hold = async ({ id: ownerId }: { id: string }, isDefault: boolean) => {
      const id = deps.ids.next();
      const row = {
        id,
        ownerId,
        name: isDefault ? "" : "Weekend",
        color: "saffron",
        icon: "heart",
        isDefault,
      } as const;
      await deps.db.insert(collections).values({ ...row, createdAt: 0, updatedAt: 0 });
      await deps.db
        .insert(collectionEvents)
        .values({ collectionId: id, eventId, position: 0, createdAt: 0 });
    };
    for (const name of ["favourite", "both", "bothByCollection"] as const)
      await hold(people[name], true);
    for (const name of ["collector", "both", "bothByCollection", "unticked"] as const)
      await hold(people[name], false);
    await enqueueDomainEvent(
      deps,
      await raise({ trigger: "event.cancelled", kind: "event-cancelled" }),
    );
    const heard = [
      people.favourite.id,
      people.collector.id,
      people.both.id,
      people.bothByCollection.id,
    ].sort();
    expect([await told(), await mailed()]).toEqual([heard, heard]);
    const ends = (await deps.db.select().from(mails)).map(
      ({ userId, unsubscribes }) => [userId, unsubscribes] as const,
    );
    expect(Object.fromEntries(ends)).toEqual({
      [people.favourite.id]: "savedEvents",
      [people.collector.id]: "collections",
      [people.both.id]: "heldEvents",
      [people.bothByCollection.id]: "collections",
    });
    await deps.db.delete(notifications);
    await enqueueDomainEvent(
      deps,
      await raise({ trigger: "event.reminder", kind: "event-reminder" }),
    );
    expect(await told()).toEqual([people.favourite.id, people.both.id].sort());
  });

  it("of an event deleted meanwhile notifies no one", async () => {
    await ruleIs({});
    await followers(2);
    const id = await raise({ eventId: "019b0000-0000-7000-8000-00000000dead" });
    await enqueueDomainEvent(deps, id);
    expect([await told(), (await causeOf(id))?.doneAt]).toEqual([[], TUESDAY]);
  });

  it("follows the conditions of a rule", async () => {
    await ruleIs({ conditions: { cities: ["berlin"], categories: [], featuredOnly: false } });
    await followers(1);
    await enqueueDomainEvent(deps, await raise());
    expect(await told()).toEqual([]);
  });
});

describe("emails of a rule", () => {
  it("about a reported event contain the reports, and the in-app text stays unchanged", async () => {
    await ruleIs(
      { trigger: "event.flagged", audience: "staff", channels: ["in-app", "email"] },
      "staff.flagged",
    );
    const colleague = await createUser(deps.db, {
      role: "moderator",
      notificationPreferences: WANTS_EVERYTHING,
    });
    const by = {
      decisionId: deps.ids.next(),
      actorId: deps.ids.next(),
      reason: "The venue is closed for good.",
    };
    const { statements, dispatch } = flaggedDomainEvent(
      deps,
      { id: eventId, creatorId: null, titleEn: "A Night of Kamancheh" },
      by,
      sql`true`,
    );
    const [first] = statements;
    if (first) await deps.db.batch([first]);
    await dispatch();
    const [mail] = await deps.db.select().from(mails).where(eq(mails.userId, colleague.id));
    expect(mail?.text).toContain("What people reported:\nThe venue is closed for good.");
    expect(mail?.html).toContain("The venue is closed for good.");
    const [told] = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, colleague.id));
    if (!told) throw new Error("Nobody was told.");
    expect(notificationText(told, { ...readerOf("en"), timeZone: null })).toEqual({
      title: "Reported: A Night of Kamancheh",
      message: "It’s hidden until a moderator decides.",
    });
  });

  it.each([
    ["event.flagged", "event-flagged"],
    ["ingestion.completed", "ingestion-completed"],
  ] as const)(
    "of %s reach staff at once, whatever rule and reader say of digests, which contain public events only",
    async (trigger, kind) => {
      const key = trigger === "event.flagged" ? "staff.flagged" : "staff.ingestion";
      await ruleIs(
        { trigger, audience: "staff", channels: ["in-app", "email"], timing: "daily" },
        key,
      );
      const { id } = await createUser(deps.db, {
        role: "moderator",
        notificationPreferences: { ...WANTS_EVERYTHING, frequency: "weekly" },
      });
      const values = {
        title: { en: "x", fa: null },
        reason: "spam",
        city: { en: "Tehran", fa: null },
        count: 1,
        flagged: 0,
      };
      await enqueueDomainEvent(
        deps,
        await raise({ trigger, kind, eventId: kind === "event-flagged" ? eventId : null, values }),
      );
      expect((await mailed()).filter((userId) => userId === id)).toEqual([id]);
      expect(await deps.db.select().from(digestItems)).toEqual([]);
    },
  );

  it("go to confirmed, deliverable addresses of users who want emails, while emails are on", async () => {
    await ruleIs({ channels: ["email"] });
    const { id } = await follower();
    await follower({ emailVerifiedAt: null });
    await follower({ mailRefusedAt: 1 });
    await follower({ notificationPreferences: { ...WANTS_EVERYTHING, emailEnabled: false } });
    await enqueueDomainEvent(deps, await raise());
    expect(await mailed()).toEqual([id]);
    expect((await deps.db.select().from(mails))[0]).toMatchObject({
      kind: "event-changed",
      ruleKey: "followers.changed",
      unsubscribes: "savedEvents",
    });
    await changeSettings(deps, "notifications", { enableEmailNotifications: false }, null);
    await enqueueDomainEvent(deps, await raise());
    expect(await mailed()).toEqual([id]);
  });

  it("wait for the digest if rule or reader say so, and are dropped if that is too late", async () => {
    await ruleIs({ timing: "daily", channels: ["email"] });
    const instant = await follower({ digestDueAt: TUESDAY + HOUR });
    const weekly = await follower({
      notificationPreferences: { ...WANTS_EVERYTHING, frequency: "weekly" },
      digestDueAt: TUESDAY + 6 * DAY,
    });
    await enqueueDomainEvent(deps, await raise());
    expect(await mailed()).toEqual([]);
    expect((await deps.db.select().from(digestItems)).map(({ userId }) => userId).sort()).toEqual(
      [instant.id, weekly.id].sort(),
    );
    await ruleIs({ trigger: "event.cancelled", channels: ["email"] }, "savers.cancelled");
    const soon = await createEvent(deps.db, { cityId, startsAt: TUESDAY + 3 * DAY });
    await enqueueDomainEvent(
      deps,
      await raise({ trigger: "event.cancelled", kind: "event-cancelled", eventId: soon.id }),
    );
    expect(await mailed()).toEqual([instant.id, weekly.id].sort());
  });

  it("of a weekly rule wait for the start of the reader's week, whatever their own digest", async () => {
    await ruleIs({ timing: "weekly" });
    const daily = await follower({
      notificationPreferences: { ...WANTS_EVERYTHING, frequency: "daily" },
    });
    const persian = await follower({ preferredLanguage: "fa" });
    await enqueueDomainEvent(deps, await raise());
    const waits = (await deps.db.select().from(digestItems)).map(({ userId, dueAt }) => [
      userId,
      new Date(dueAt).toISOString(),
    ]);
    expect(Object.fromEntries(waits)).toEqual({
      [daily.id]: "2026-12-14T04:30:00.000Z",
      [persian.id]: "2026-12-12T04:30:00.000Z",
    });
    expect(await mailed()).toEqual([]);
  });

  it("with decisions on one's own events come at once", async () => {
    const { id } = await follower({
      notificationPreferences: { ...WANTS_EVERYTHING, frequency: "weekly", categories: [] },
    });
    const own = await createEvent(deps.db, { cityId, startsAt: TUESDAY + 10 * DAY, creatorId: id });
    await enqueueDomainEvent(
      deps,
      await raise({ trigger: "event.approved", kind: "event-approved", eventId: own.id }),
    );
    expect([await told(), await mailed()]).toEqual([[id], [id]]);
  });

  it("wait for the end of quiet hours, while in-app notifications appear at once", async () => {
    await ruleIs({ quietHours: { from: "12:00", to: "14:00" } });
    await follower();
    await enqueueDomainEvent(deps, await raise());
    const [mail] = await deps.db.select().from(mails);
    expect(mail?.dueAt).toBe(TUESDAY + HOUR / 2);
    expect(await told()).toHaveLength(1);
    await deps.settle();
    expect(deps.sent.filter(({ type }) => type === "news.send")).toEqual([]);
  });

  it("never exceed the daily cap, however many domain events coincide", async () => {
    await ruleIs({ capPerDay: 2 });
    await followers(3);
    const ids = [];
    for (let turn = 0; turn < 6; turn += 1) ids.push(await raise());
    await Promise.all(ids.map((id) => expandDomainEvent(deps, id, 100)));
    // In-app notifications have no cap.
    expect(await told()).toHaveLength(18);
    expect(await mailed()).toHaveLength(6);
    // The reader's day counts: it is 13:30 in Tehran, so the next one begins in ten and a half
    // hours.
    deps.pass(10 * HOUR);
    await enqueueDomainEvent(deps, await raise());
    expect(await mailed()).toHaveLength(6);
    deps.pass(HOUR);
    await enqueueDomainEvent(deps, await raise());
    expect(await mailed()).toHaveLength(9);
  });
});

describe("push notifications of a rule", () => {
  it("go to each browser of users who want them, and count towards the cap with emails", async () => {
    deps.push = { send: async () => {} };
    await ruleIs({ channels: ["email", "push"], capPerDay: 1 });
    const { id } = await follower();
    const other = await follower({
      notificationPreferences: { ...WANTS_EVERYTHING, pushEnabled: false },
    });
    for (const [userId, name] of [
      [id, "a"],
      [id, "b"],
      [other.id, "c"],
    ] as const)
      await deps.db.insert(pushSubscriptions).values({
        id: deps.ids.next(),
        userId,
        endpoint: `https://push.example/${name}`,
        p256dh: "p",
        auth: "a",
        locale: "fa",
        createdAt: 0,
      });
    await enqueueDomainEvent(deps, await raise());
    await enqueueDomainEvent(deps, await raise());
    const rows = await deps.db.select().from(pushes);
    expect(rows.map(({ userId }) => userId)).toEqual([id, id]);
    expect(rows[0]?.payload).toMatchObject({
      title: "تغییر کرد: A Night of Kamancheh",
      actionUrl: `/events/${eventId}`,
      lang: "fa",
    });
    expect(await mailed()).toEqual([id, other.id].sort());
  });
});
