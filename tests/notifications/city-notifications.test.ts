import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import type { RequestContext } from "../../app/lib/http/request-context";
import { mergeCity } from "../../app/modules/cities/merge-city.server";
import { findSignedIn, openSession } from "../../app/modules/identity/sessions.server";
import { hashToken } from "../../app/modules/identity/tokens/user-tokens.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { getUserOrThrow } from "../../app/modules/identity/users/queries.server";
import { previewDigest } from "../../app/modules/notifications/digests/preview-digest.server";
import { sendDueDigests } from "../../app/modules/notifications/digests/send-digests.server";
import { enqueueDomainEvent } from "../../app/modules/notifications/domain-events.server";
import { newEventDomainEvent } from "../../app/modules/notifications/event-domain-events.server";
import { expandDomainEvent } from "../../app/modules/notifications/expand-domain-event.server";
import {
  cityNotificationsPurge,
  countUnread,
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from "../../app/modules/notifications/queries.server";
import { notificationsPanel } from "../../app/routes/account/notifications/notifications.server";
import {
  cityNotificationStates,
  cityNotifications,
  digestItems,
  digests,
  domainEvents,
  events,
  mails,
  type NotificationPreferences,
  notifications,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { notificationStatement } from "../factories/notification";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { meterDatabase } from "../helpers/metered-database";
import { storeRule, WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});

const WANTS: NotificationPreferences = { ...WANTS_EVERYTHING, frequency: "daily" };

/** A follower of Tehran. */
async function follower(changes: Partial<typeof users.$inferInsert> = {}) {
  const given = {
    cities: ["tehran"],
    notificationPreferences: WANTS,
    timeZone: "Asia/Tehran",
    ...changes,
  };
  const { id } = await createUser(deps.db, given);
  const actor = { id, role: "user", isVerified: true, sessionId: "none" } as const;
  const list = (query: Partial<Parameters<typeof listNotifications>[2]> = {}) =>
    listNotifications(deps, actor, { page: 1, pageSize: 20, isRead: null, ...query });
  const titles = async () =>
    (await list()).items.map(({ values }) => (values as { title: { en: string } }).title.en);
  return { id, actor, list, titles, unread: () => countUnread(deps, actor) };
}

/** Publishes an event one second after the previous one. */
async function publish(titleEn: string, changes: Partial<typeof events.$inferInsert> = {}) {
  deps.pass(1_000);
  const given = {
    cityId,
    startsAt: deps.clock.now() + 20 * DAY,
    categories: ["Concert"],
    ...changes,
  };
  const { id } = await createEvent(deps.db, {
    titleEn,
    publishedAt: null,
    creatorId: null,
    ...given,
  });
  const event = await deps.db.select().from(events).where(eq(events.id, id)).get();
  if (!event) throw new Error("The event is not there.");
  const { statements, dispatch } = newEventDomainEvent(deps, event, "approved", {
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  const [cause] = statements;
  if (cause) await deps.db.batch([cause]);
  await dispatch();
  await deps.settle();
  return id;
}

const idOf = async (eventId: string) =>
  (
    await deps.db
      .select()
      .from(cityNotifications)
      .where(eq(cityNotifications.eventId, eventId))
      .get()
  )?.id ?? "";

/** Number of rows in all tables, except those of the event itself. */
async function rowsOf(): Promise<number> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  ).all<{ name: string }>();
  const counts = await env.DB.batch<{ count: number }>(
    results.map(({ name }) => env.DB.prepare(`SELECT count(*) AS count FROM "${name}"`)),
  );
  return counts.reduce((sum, { results: [row] }) => sum + (row?.count ?? 0), 0);
}

describe("the cost of a new event", () => {
  it("is at most 10 written rows with 100,000 followers, all of whom find it", async () => {
    const { id } = await follower();
    await env.DB.prepare(
      `INSERT INTO users (id, display_name, search_key, interests, cities, notification_preferences, created_at, updated_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99999)
        SELECT 'crowd-' || n, 'Follower', '', '["music"]', '["tehran"]', u.notification_preferences, 0, 0 FROM numbers CROSS JOIN users u WHERE u.id = ?`,
    )
      .bind(id)
      .run();
    expect(await deps.db.$count(users)).toBe(100_000);
    const { id: eventId } = await createEvent(deps.db, {
      cityId,
      startsAt: deps.clock.now() + DAY,
      categories: ["Concert"],
      publishedAt: null,
    });
    const event = await deps.db.select().from(events).where(eq(events.id, eventId)).get();
    if (!event) throw new Error("The event is not there.");
    const before = await rowsOf();
    const metered = meterDatabase(env.DB);
    const given = { ...deps, db: metered.db };
    const { statements, dispatch } = newEventDomainEvent(given, event, "approved", {
      nameEn: "Tehran",
      nameFa: null,
    });
    await given.db.batch([statements[0] as never]);
    const ofCause = metered.spent.rowsWritten;
    await dispatch();
    // One row for the domain event, one for the news, one for the list of its category, one for the
    // day's count; ten writes with indexes and progress.
    expect((await rowsOf()) - before).toBe(4);
    expect(metered.spent.rowsWritten - ofCause).toBeLessThanOrEqual(10);
    expect(metered.spent.rowsRead).toBeLessThan(50);
    expect((await deps.db.select().from(domainEvents).get())?.doneAt).toBe(deps.clock.now());
    await deps.settle();
    // The rooms are notified once too.
    expect([deps.cityNotifications.length, deps.notified.length, deps.sent.length]).toEqual([
      1, 0, 0,
    ]);
    for (const reader of ["crowd-1", "crowd-99999"])
      expect(
        await countUnread(deps, { id: reader, role: "user", isVerified: true, sessionId: "none" }),
      ).toBe(1);
  }, 120_000);

  it("is two round trips for the bell of a follower of eight cities, including the session's", async () => {
    const slugs = ["tehran", ...Array.from({ length: 7 }, (_, at) => `city-${at}`)];
    const reader = await follower({ cities: slugs });
    for (const slug of slugs) {
      const city =
        slug === "tehran" ? cityId : (await createCity(deps.db, { slug, nameEn: slug })).id;
      for (let turn = 0; turn < 3; turn += 1) await publish(`${slug} ${turn}`, { cityId: city });
    }
    await deps.db.batch([notificationStatement(deps, { userId: reader.id })]);
    const { session, statements } = await openSession(deps, {
      userId: reader.id,
      userAgent: "A test",
      kind: "page",
    });
    await deps.db.batch([...statements]);
    expect(await hashToken(session.token ?? "")).toHaveLength(64);
    const metered = meterDatabase(env.DB);
    const given = { ...deps, db: metered.db };
    const signedIn = await findSignedIn(given, session.token);
    expect(signedIn?.unread).toBe(25);
    const context = {
      deps: given,
      signedIn,
      locale: "en",
      calendar: "gregorian",
      timeZone: null,
    } as unknown as RequestContext;
    const panel = await notificationsPanel(context, new URLSearchParams());
    expect(metered.spent.roundTrips).toBe(2);
    expect(panel).toMatchObject({ unread: 25, hasMore: true });
    expect(panel.items).toHaveLength(10);
    expect(panel.items[1]).toMatchObject({
      title: "New: city-6 2",
      isRead: false,
      opens: expect.stringMatching(/^\/events\//),
    });
  });

  it("includes no full scan in the list, the bell or the marks", async () => {
    const { actor } = await follower({ interests: ["music"] });
    const anywhere = await follower({ cities: [], interests: ["music"] });
    const news = await idOf(await publish("One"));
    const recording = recordDatabase(env.DB);
    const given = { ...deps, db: recording.db };
    for (const person of [actor, anywhere.actor]) {
      await listNotifications(given, person, { page: 1, pageSize: 20, isRead: null });
      await countUnread(given, person);
      await readNotification(given, person, news);
      await deleteNotification(given, person, news);
      await readAllNotifications(given, person);
      await deleteAllNotifications(given, person);
    }
    await findSignedIn(given, "A".repeat(43));
    const scans: string[] = [];
    for (const { sql: text, parameters } of recording.statements) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      for (const { detail } of results)
        if (
          /^SCAN (?!k\b|f\b|heard\b|\(|\d+ CONSTANT)/.test(detail) &&
          !/VIRTUAL TABLE|CONSTANT ROW/.test(detail)
        )
          if (!/^SCAN w USING (COVERING )?INDEX city_news_by_age/.test(detail))
            scans.push(`${detail} in ${text}`);
    }
    expect(scans).toEqual([]);
  });
});

describe("notifications of followed cities", () => {
  it("are listed with one's own, unread ones first, and are read and deleted by each reader separately", async () => {
    const [sara, nima] = [await follower(), await follower()];
    const [first, second, third] = [
      await publish("First"),
      await publish("Second"),
      await publish("Third"),
    ];
    await deps.db.batch([
      notificationStatement(deps, { userId: sara.id, values: { title: { en: "Own", fa: null } } }),
    ]);
    expect(await sara.titles()).toEqual(["Own", "Third", "Second", "First"]);
    expect([await sara.unread(), await nima.unread()]).toEqual([4, 3]);
    expect(await readNotification(deps, sara.actor, await idOf(third))).toMatchObject({
      kind: "event-new-in-city",
      actionPath: `/events/${third}`,
      readAt: deps.clock.now(),
    });
    expect(await sara.titles()).toEqual(["Own", "Second", "First", "Third"]);
    await deleteNotification(deps, sara.actor, await idOf(second));
    expect((await failureOf(deleteNotification(deps, sara.actor, await idOf(second)))).code).toBe(
      "not-found",
    );
    expect((await failureOf(readNotification(deps, sara.actor, await idOf(second)))).code).toBe(
      "not-found",
    );
    expect(await sara.titles()).toEqual(["Own", "First", "Third"]);
    expect([
      (await sara.list({ isRead: false })).total,
      (await sara.list({ isRead: true })).total,
    ]).toEqual([2, 1]);
    expect([await sara.unread(), await nima.unread()]).toEqual([2, 3]);
    // Rows only for individually changed items.
    expect(await deps.db.$count(cityNotificationStates)).toBe(2);
    await readAllNotifications(deps, sara.actor);
    expect([
      await sara.unread(),
      (await sara.list()).items.map(({ readAt }) => readAt !== null),
    ]).toEqual([0, [true, true, true]]);
    // A deleted item stays hidden, and one mark covers the rest.
    expect(await deps.db.select().from(cityNotificationStates)).toMatchObject([
      { newsId: await idOf(second), hiddenAt: expect.any(Number) },
    ]);
    await publish("Fourth");
    expect([await sara.titles(), await sara.unread()]).toEqual([
      ["Fourth", "Own", "Third", "First"],
      1,
    ]);
    await deleteAllNotifications(deps, sara.actor);
    expect([
      await sara.titles(),
      await sara.unread(),
      await deps.db.$count(cityNotificationStates),
    ]).toEqual([[], 0, 0]);
    await publish("Fifth");
    expect(await sara.titles()).toEqual(["Fifth"]);
    expect(await nima.titles()).toEqual(["Fifth", "Fourth", "Third", "Second", "First"]);
    expect((await nima.list({ since: deps.clock.now() - 1_500 })).items).toHaveLength(2);
    expect(await idOf(first)).not.toBe("");
  });

  it("are paged together with one's own, each once", async () => {
    const reader = await follower();
    for (let turn = 10; turn < 35; turn += 1) {
      await publish(`New ${turn}`);
      if (turn % 5 === 0) await deps.db.batch([notificationStatement(deps, { userId: reader.id })]);
    }
    const pages = [await reader.list(), await reader.list({ page: 2 })];
    expect(pages.map(({ items, total, hasMore }) => [items.length, total, hasMore])).toEqual([
      [20, 30, true],
      [10, 30, false],
    ]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(30);
  });

  it("start with following a city, and end with unfollowing or opting out of new events", async () => {
    const reader = await follower({ cities: [], interests: [], updatedAt: deps.clock.now() });
    await publish("Before");
    deps.pass(1_000);
    await deps.db
      .update(users)
      .set({ cities: ["tehran"], updatedAt: deps.clock.now() })
      .where(eq(users.id, reader.id));
    expect(await reader.titles()).toEqual([]);
    await publish("After");
    await deps.db
      .update(users)
      .set({ cities: ["tehran", "isfahan"], updatedAt: deps.clock.now() + HOUR })
      .where(eq(users.id, reader.id));
    expect(await reader.titles()).toEqual(["After"]);
    const wants = (categories: NotificationPreferences["categories"]) =>
      deps.db
        .update(users)
        .set({ notificationPreferences: { ...WANTS, categories } })
        .where(eq(users.id, reader.id));
    await wants(["savedEvents"]);
    expect([await reader.titles(), await reader.unread()]).toEqual([[], 0]);
    await wants(["newEvents"]);
    expect(await reader.unread()).toBe(1);
    await deps.db.update(users).set({ cities: [] }).where(eq(users.id, reader.id));
    expect(await reader.titles()).toEqual([]);
  });

  it("exclude their creator, other cities, and events that are no longer public", async () => {
    const [reader, author] = [await follower(), await follower()];
    await createCity(deps.db, { slug: "berlin", nameEn: "Berlin" });
    const elsewhere = await follower({ cities: ["berlin"] });
    const eventId = await publish("One", { creatorId: author.id });
    expect([await reader.titles(), await author.titles(), await elsewhere.titles()]).toEqual([
      ["One"],
      [],
      [],
    ]);
    await deps.db.update(events).set({ status: "flagged" }).where(eq(events.id, eventId));
    expect([await reader.titles(), await reader.unread()]).toEqual([[], 0]);
  });

  it("follow the rules' conditions, channels and audiences", async () => {
    const [music, tech] = [
      await follower({ interests: ["music"] }),
      await follower({ interests: ["tech"] }),
    ];
    const anywhere = await follower({ cities: [], interests: ["music"] });
    const noInterest = await follower({ cities: [] });
    await publish("Followers");
    expect([
      await music.titles(),
      await tech.titles(),
      await anywhere.titles(),
      await noInterest.titles(),
    ]).toEqual([["Followers"], ["Followers"], ["Followers"], []]);
    await storeRule(deps, "followers.new-event", { isActive: false });
    await publish("Interested");
    expect([await music.titles(), await tech.titles(), await anywhere.titles()]).toEqual([
      ["Interested", "Followers"],
      ["Followers"],
      ["Interested", "Followers"],
    ]);
    await storeRule(deps, "interested.new-event", { isActive: false });
    await storeRule(deps, "a.mail", { channels: ["email"], timing: "daily" });
    await storeRule(deps, "b.berlin", {
      conditions: { cities: ["berlin"], categories: [], featuredOnly: false },
    });
    await publish("By mail alone");
    expect((await music.titles())[0]).toBe("Interested");
    expect(await deps.db.$count(cityNotifications)).toBe(3);
    expect(deps.cityNotifications.map(({ topics }) => topics)).toEqual([null, ["interest:music"]]);
  });

  it("are written once, even if the domain event is processed again", async () => {
    const reader = await follower();
    await publish("Once");
    await deps.db.update(domainEvents).set({ doneAt: null, position: null, dueAt: 0 });
    const id = (await deps.db.select().from(domainEvents).get())?.id ?? "";
    await Promise.all([expandDomainEvent(deps, id, 100), enqueueDomainEvent(deps, id)]);
    await deps.settle();
    expect([await reader.titles(), deps.cityNotifications.length]).toEqual([["Once"], 1]);
  });

  it("move with a merged city, and are deleted after 30 days with their marks", async () => {
    const reader = await follower();
    const eventId = await publish("Moved");
    await createCity(deps.db, { slug: "rey", nameEn: "Rey" });
    await mergeCity(deps, await addActor(deps, "admin"), {
      slug: "tehran",
      into: "rey",
      after: null,
    });
    expect(await reader.titles()).toEqual(["Moved"]);
    await readNotification(deps, reader.actor, await idOf(eventId));
    deps.pass(31 * DAY);
    await purgeAll(deps, cityNotificationsPurge);
    expect([
      await deps.db.$count(cityNotifications),
      await deps.db.$count(cityNotificationStates),
      await reader.titles(),
    ]).toEqual([0, 0, []]);
  });

  it("coexist with older rows written per reader, without repeating them", async () => {
    const reader = await follower();
    const former = {
      userId: reader.id,
      kind: "event-new-in-city",
      type: "other",
      values: { title: { en: "Former", fa: null } },
    } as const;
    await deps.db.batch([notificationStatement(deps, { ...former, readAt: deps.clock.now() })]);
    await publish("Present");
    expect([await reader.titles(), await reader.unread()]).toEqual([["Present", "Former"], 1]);
  });

  it("are part of the export if the user has marked them", async () => {
    const reader = await follower();
    const eventId = await publish("One");
    await readNotification(deps, reader.actor, await idOf(eventId));
    expect(await exportAccount(deps, reader.actor)).toMatchObject({
      cityNews: {
        readUntil: 0,
        hiddenUntil: 0,
        states: [{ newsId: await idOf(eventId), readAt: deps.clock.now(), hiddenAt: null }],
      },
    });
  });
});

describe("emails about new events", () => {
  const mailed = async () =>
    (await deps.db.select().from(mails)).map(({ userId }) => userId).sort();
  const INSTANT = { notificationPreferences: WANTS_EVERYTHING };

  beforeEach(async () => {
    await storeRule(deps, "interested.new-event", { isActive: false });
  });

  it("are sent per reader if rule and reader want instant emails, without a row of their own in the list", async () => {
    await storeRule(deps, "followers.new-event", {});
    const people = [];
    for (let turn = 0; turn < 130; turn += 1) people.push((await follower(INSTANT)).id);
    const daily = await follower();
    await publish("At once");
    expect(await mailed()).toHaveLength(100);
    expect(deps.sent.filter(({ type }) => type === "news.expand")).toHaveLength(1);
    const id = (await deps.db.select().from(domainEvents).get())?.id ?? "";
    expect(await expandDomainEvent(deps, id, 1_000)).toBe("done");
    expect(await mailed()).toEqual(people.sort());
    expect([
      await deps.db.$count(notifications),
      await deps.db.$count(digestItems),
      await deps.db.$count(cityNotifications),
    ]).toEqual([0, 0, 1]);
    expect(await daily.titles()).toEqual(["At once"]);
  });

  it("of two rules come by the first that sends emails, in the digest or at once", async () => {
    await storeRule(deps, "a.daily", { audience: "interested", timing: "daily" });
    await storeRule(deps, "followers.new-event", {});
    const [interested, other] = [
      await follower({ ...INSTANT, interests: ["music"] }),
      await follower(INSTANT),
    ];
    await publish("Twice meant");
    expect(await mailed()).toEqual([other.id]);
    const preview = async ({ id }: { id: string }) =>
      (await previewDigest(deps, await getUserOrThrow(deps, id))).sections.flatMap(
        ({ events: found }) => found.map(({ title }) => title),
      );
    expect([await preview(interested), await preview(other)]).toEqual([["Twice meant"], []]);
  });

  it("come in the reader's digest, each once, newest first, and the rest in the next one", async () => {
    await storeRule(deps, "followers.new-event", { timing: "daily" });
    const reader = await follower({
      notificationPreferences: { ...WANTS, categories: ["newEvents"] },
      digestDueAt: deps.clock.now(),
    });
    const author = await follower({
      notificationPreferences: { ...WANTS, categories: ["newEvents"] },
      digestDueAt: deps.clock.now(),
    });
    for (let turn = 10; turn < 22; turn += 1)
      await publish(`New ${turn}`, { creatorId: author.id });
    const due = () => deps.db.update(users).set({ digestDueAt: deps.clock.now() });
    await due();
    await sendDueDigests(deps);
    const [mail] = await deps.db.select().from(mails);
    expect(mail).toMatchObject({ userId: reader.id, kind: "digest-daily" });
    expect([
      mail?.text.includes("New 21"),
      mail?.text.includes("New 12"),
      mail?.text.includes("New 11"),
    ]).toEqual([true, true, false]);
    const named = async () =>
      (
        await deps.db
          .select()
          .from(digests)
          .where(eq(digests.userId, reader.id))
          .orderBy(digests.createdAt)
      ).map(({ events: of }) => of.length);
    for (let day = 0; day < 10; day += 1) {
      deps.pass(DAY);
      await due();
      // A change does not make the event new again.
      await deps.db.update(events).set({ sequence: sql`sequence + 1` });
      await sendDueDigests(deps);
    }
    const counts = await named();
    expect(counts.slice(0, 2)).toEqual([10, 2]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(await deps.db.$count(digestItems)).toBe(0);
  });

  it("of a weekly rule wait for the reader's week to start", async () => {
    await storeRule(deps, "followers.new-event", { timing: "weekly" });
    const reader = await follower({
      preferredLanguage: "en",
      notificationPreferences: { ...WANTS, categories: ["newEvents"] },
    });
    await publish("Once a week");
    const previewed = async () => {
      const { dueAt, sections } = await previewDigest(deps, await getUserOrThrow(deps, reader.id));
      return [
        new Date(dueAt ?? 0).toISOString(),
        sections.flatMap(({ events: found }) => found.map(({ title }) => title)),
      ];
    };
    expect(await previewed()).toEqual(["2026-12-09T04:30:00.000Z", []]);
    deps.pass(5 * DAY);
    expect(await previewed()).toEqual(["2026-12-14T04:30:00.000Z", ["Once a week"]]);
  });
});
