import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { mergeCity } from "../../app/modules/cities/merge-city.server";
import { moveHostFollowers } from "../../app/modules/cities/move-followers.server";
import {
  follow,
  followedAmong,
  listFollows,
  unfollow,
} from "../../app/modules/hosts/follows/follow.server";
import { presentFollows } from "../../app/modules/hosts/follows/present-follows.server";
import { mergeHosts, moveHostEvents } from "../../app/modules/hosts/write-host.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { deliverMail } from "../../app/modules/mail/deliver-mail.server";
import { unsubscribeToken } from "../../app/modules/mail/enqueue-mail.server";
import { lookUpSearches } from "../../app/modules/notifications/digests/look-up-searches.server";
import { sendDueDigests } from "../../app/modules/notifications/digests/send-digests.server";
import { newEventDomainEvent } from "../../app/modules/notifications/event-domain-events.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import {
  countUnread,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from "../../app/modules/notifications/queries.server";
import {
  setSubscription,
  subscriptionOf,
} from "../../app/modules/notifications/unsubscribe.server";
import { indexEventStatements } from "../../app/modules/search/index-event.server";
import {
  cities,
  cityNotifications,
  cityNotificationTopics,
  events,
  follows,
  mails,
  type NotificationPreferences,
  organizers,
  type users,
  venues,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { meterDatabase } from "../helpers/metered-database";
import { WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let cityId: string;
let reader: Actor;
let moderator: Actor;

/** Adds a venue of Tehran. @returns its topic */
async function addVenue(
  slug: string,
  nameEn: string,
  nameFa: string | null = null,
): Promise<string> {
  const id = deps.ids.next();
  await deps.db.insert(venues).values({
    id,
    slug,
    cityId,
    nameEn,
    nameFa,
    searchKey: nameEn.toLowerCase(),
    createdAt: 0,
    updatedAt: 0,
  });
  return `venue:${id}`;
}

async function addOrganizer(slug: string, nameEn: string): Promise<string> {
  const id = deps.ids.next();
  await deps.db
    .insert(organizers)
    .values({ id, slug, nameEn, searchKey: nameEn.toLowerCase(), createdAt: 0, updatedAt: 0 });
  return `organizer:${id}`;
}

const idOfTopic = (topic: string) => topic.slice(topic.indexOf(":") + 1);
const topicsOf = async (actor: Actor) =>
  (await listFollows(deps, actor)).map(({ topic }) => topic).sort();

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" })).id;
  reader = await addActor(deps, "user");
  moderator = await addActor(deps, "moderator");
});

const WANTS: NotificationPreferences = { ...WANTS_EVERYTHING, frequency: "daily" };

/** A user with all emails on and no followed city. */
async function wanting(changes: Partial<typeof users.$inferInsert> = {}) {
  const given = {
    cities: [],
    notificationPreferences: WANTS,
    timeZone: "Asia/Tehran",
    digestDueAt: deps.clock.now() + DAY,
    ...changes,
  };
  const { id } = await createUser(deps.db, given);
  const actor = { id, role: "user", isVerified: true, sessionId: "none" } as const;
  const list = async () =>
    (await listNotifications(deps, actor, { page: 1, pageSize: 20, isRead: null })).items;
  /** Lines of the list, with the reason at the end. */
  const told = async (locale: "en" | "fa" = "en") =>
    (await list()).map((item) => {
      const { title, message } = notificationText(item, { ...readerOf(locale), timeZone: null });
      return `${title} ${message}`;
    });
  return { id, actor, list, told, unread: () => countUnread(deps, actor) };
}

/** Publishes an event one second later. */
async function publish(
  titleEn: string,
  changes: Partial<typeof events.$inferInsert> = {},
  given: TestDeps = deps,
) {
  deps.pass(1_000);
  const event = {
    cityId,
    startsAt: deps.clock.now() + 20 * DAY,
    categories: ["Concert"],
    creatorId: null,
    ...changes,
  };
  const { id } = await createEvent(deps.db, { titleEn, publishedAt: null, ...event });
  const row = await deps.db.select().from(events).where(eq(events.id, id)).get();
  if (!row) throw new Error("The event is not there.");
  const { statements, dispatch } = newEventDomainEvent(given, row, "approved", {
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  const [cause] = statements;
  if (cause) await deps.db.batch([cause]);
  await dispatch();
  await deps.settle();
  return id;
}

const mailsTo = (userId: string) => deps.db.select().from(mails).where(eq(mails.userId, userId));

describe("a new event", () => {
  it("is told to followers of its venue, organizer and category, with the reason, and to nobody else", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall", "تالار وحدت");
    const organizer = await addOrganizer("kuche-theater", "Kuche Theater");
    const people = {
      venue: await wanting(),
      organizer: await wanting(),
      category: await wanting(),
      otherCategory: await wanting(),
    };
    await follow(deps, people.venue.actor, venue);
    await follow(deps, people.organizer.actor, organizer);
    await follow(deps, people.category.actor, "category:tehran|Concert");
    await follow(deps, people.otherCategory.actor, "category:tehran|Talk");
    await publish("Setar", { venueId: idOfTopic(venue), organizerId: idOfTopic(organizer) });
    await publish("Elsewhere", { categories: ["Film"] });
    expect(await people.venue.told()).toEqual([
      expect.stringMatching(/^New: Setar .*You follow Vahdat Hall\.$/),
    ]);
    expect(await people.venue.told("fa")).toEqual([
      expect.stringMatching(/شما تالار وحدت را دنبال می‌کنید\.$/),
    ]);
    expect(await people.organizer.told()).toEqual([
      expect.stringMatching(/You follow Kuche Theater\.$/),
    ]);
    expect(await people.category.told()).toEqual([
      expect.stringMatching(/You follow Concert, Tehran\.$/),
    ]);
    expect(await people.otherCategory.told()).toEqual([]);
    expect([await people.venue.unread(), await people.otherCategory.unread()]).toEqual([1, 0]);
  });

  it("is told once, whatever it matches by, and can be read and deleted", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    const organizer = await addOrganizer("kuche-theater", "Kuche Theater");
    const person = await wanting({ cities: ["tehran"], interests: ["music"] });
    for (const topic of [venue, organizer, "category:tehran|Concert", "category:tehran|Music"])
      await follow(deps, person.actor, topic);
    await publish("Setar", {
      venueId: idOfTopic(venue),
      organizerId: idOfTopic(organizer),
      categories: ["Concert", "Music"],
    });
    await publish("Only in the city", { categories: ["Film"] });
    expect(await person.told()).toEqual([
      expect.stringMatching(/^New: Only in the city It’s in Tehran, [^.]*\.$/),
      expect.stringMatching(/^New: Setar .*You follow Vahdat Hall\.$/),
    ]);
    expect(await person.unread()).toBe(2);
    const [, setar] = await person.list();
    await readNotification(deps, person.actor, setar?.id ?? "");
    expect(await person.unread()).toBe(1);
    await deleteNotification(deps, person.actor, setar?.id ?? "");
    expect(await person.list()).toHaveLength(1);
    await readAllNotifications(deps, person.actor);
    expect(await person.unread()).toBe(0);
  });

  it("of before the follow, after its end, by the reader and of unwanted news is not told", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    const person = await wanting();
    const silent = await wanting({
      notificationPreferences: { ...WANTS, categories: ["savedEvents"] },
    });
    await publish("Before", { venueId: idOfTopic(venue) });
    deps.pass(1_000);
    await follow(deps, person.actor, venue);
    await follow(deps, silent.actor, venue);
    await publish("Own", { venueId: idOfTopic(venue), creatorId: person.id });
    const hidden = await publish("Hidden since", { venueId: idOfTopic(venue) });
    await deps.db.update(events).set({ isActive: false }).where(eq(events.id, hidden));
    await publish("After", { venueId: idOfTopic(venue) });
    expect(await person.told()).toEqual([expect.stringMatching(/^New: After/)]);
    expect(await silent.told()).toEqual([]);
    await unfollow(deps, person.actor, venue);
    expect(await person.told()).toEqual([]);
  });

  it("moves to the lists of the venue that its own is merged into", async () => {
    const [kept, dropped] = [
      await addVenue("vahdat-hall", "Vahdat Hall"),
      await addVenue("vahdat", "Vahdat"),
    ];
    const person = await wanting();
    await follow(deps, person.actor, dropped);
    await publish("Setar", { venueId: idOfTopic(dropped) });
    await mergeHosts(deps, moderator, idOfTopic(dropped), idOfTopic(kept));
    await moveHostEvents(deps, { kind: "venue", from: idOfTopic(dropped), into: idOfTopic(kept) });
    expect(await person.told()).toEqual([expect.stringMatching(/You follow Vahdat Hall\.$/)]);
  });

  it("is emailed at once to those who asked for it, with the reason and a link that ends this follow", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall", "تالار وحدت");
    const person = await wanting({
      cities: ["tehran"],
      notificationPreferences: { ...WANTS, frequency: "weekly" },
    });
    const daily = await wanting();
    const { id: followId } = await follow(deps, person.actor, venue, "instant");
    await follow(deps, person.actor, "category:tehran|Concert", "instant");
    await follow(deps, daily.actor, venue, "daily");
    await publish("Setar", { venueId: idOfTopic(venue) });
    const [mail, ...others] = await mailsTo(person.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: "event-new-in-city",
      unsubscribes: `follow:${followId}`,
      ruleKey: "follows.new-event",
    });
    expect(mail?.text).toContain("You follow Vahdat Hall.");
    expect(await mailsTo(daily.id)).toEqual([]);
    const token = await unsubscribeToken(deps, person.id, `follow:${followId}`);
    expect(mail?.text).toContain(encodeURIComponent(token));
    expect(await subscriptionOf(deps, token)).toMatchObject({
      isOn: true,
      follow: { en: "Vahdat Hall", fa: "تالار وحدت" },
    });
    // A token of one follow is none of another, nor of another person.
    expect(await subscriptionOf(deps, token.replace(followId, deps.ids.next()))).toBe(null);
    expect(await setSubscription(deps, token, false)).toBe(true);
    expect(await subscriptionOf(deps, token)).toMatchObject({ isOn: false, follow: null });
    expect(await topicsOf(person.actor)).toEqual(["category:tehran|Concert"]);
    // Messages held until morning are not sent any more.
    deps.pass(DAY);
    expect(await deliverMail(deps, mail?.id ?? "")).toBe("skipped");
    expect(await setSubscription(deps, token, true)).toBe(true);
    expect(await topicsOf(person.actor)).toEqual(["category:tehran|Concert"]);
  });

  it("comes in the digest of those who chose a day or a week, once and with the reason", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    const organizer = await addOrganizer("kuche-theater", "Kuche Theater");
    const daily = await wanting();
    const weekly = await wanting();
    const instant = await wanting();
    await follow(deps, daily.actor, venue, "daily");
    await follow(deps, daily.actor, organizer, "weekly");
    await follow(deps, weekly.actor, venue, "weekly");
    await follow(deps, instant.actor, venue, "instant");
    await publish("Setar", { venueId: idOfTopic(venue), organizerId: idOfTopic(organizer) });
    const digestsOf = async (userId: string) =>
      (await mailsTo(userId)).filter(({ kind }) => kind.startsWith("digest"));
    deps.pass(DAY);
    await sendDueDigests(deps);
    const [digest] = await digestsOf(daily.id);
    expect(digest?.text.match(/Setar/g)?.length).toBeGreaterThan(0);
    expect(digest?.text).toContain("You follow Vahdat Hall.");
    expect(await digestsOf(weekly.id)).toEqual([]);
    expect(await digestsOf(instant.id)).toEqual([]);
    for (let day = 0; day < 7; day += 1) {
      deps.pass(DAY);
      await sendDueDigests(deps);
    }
    expect(await digestsOf(daily.id)).toHaveLength(1);
    expect(await digestsOf(weekly.id)).toHaveLength(1);
    expect(await digestsOf(instant.id)).toEqual([]);
  });

  it("stands in a digest beside a link that ends its follow alone, without signing in; other events have none", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    const organizer = await addOrganizer("kuche-theater", "Kuche Theater");
    const person = await wanting({ cities: ["tehran"], allowsMailTracking: true });
    const { id: ofVenue } = await follow(deps, person.actor, venue);
    const { id: ofOrganizer } = await follow(deps, person.actor, organizer, "weekly");
    await publish("Setar", { venueId: idOfTopic(venue) });
    await publish("A play", { organizerId: idOfTopic(organizer) });
    await publish("A talk", { categories: ["Talk"] });
    deps.pass(7 * DAY);
    await sendDueDigests(deps);
    const [digest] = await mailsTo(person.id);
    expect(digest?.unsubscribes).toBe("all");
    const linkOf = async (id: string) =>
      encodeURIComponent(await unsubscribeToken(deps, person.id, `follow:${id}`));
    for (const text of [digest?.text, digest?.html]) {
      for (const title of ["Setar", "A play", "A talk"]) expect(text).toContain(title);
      expect(text?.split(await linkOf(ofVenue))).toHaveLength(2);
      expect(text?.split(await linkOf(ofOrganizer))).toHaveLength(2);
      expect(text?.match(/Stop following/g)).toHaveLength(2);
    }
    await setSubscription(
      deps,
      await unsubscribeToken(deps, person.id, `follow:${ofVenue}`),
      false,
    );
    expect(await topicsOf(person.actor)).toEqual([organizer]);
  });

  it("writes a row for each list that it belongs to, none for a follower", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    const organizer = await addOrganizer("kuche-theater", "Kuche Theater");
    const person = await wanting();
    await env.DB.prepare(
      `INSERT INTO users (id, display_name, search_key, interests, cities, notification_preferences, created_at, updated_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
        SELECT 'crowd-' || n, 'Follower', '', '[]', '[]', u.notification_preferences, 0, 0 FROM numbers CROSS JOIN users u WHERE u.id = ?`,
    )
      .bind(person.id)
      .run();
    await env.DB.prepare(
      "INSERT INTO follows (id, user_id, topic, frequency, created_at) SELECT 'of-' || id, id, ?, 'daily', 0 FROM users WHERE id GLOB 'crowd-*'",
    )
      .bind(venue)
      .run();
    const metered = meterDatabase(env.DB);
    await publish(
      "Setar",
      { venueId: idOfTopic(venue), organizerId: idOfTopic(organizer) },
      { ...deps, db: metered.db },
    );
    expect(
      await deps.db
        .select({ topic: cityNotificationTopics.topic })
        .from(cityNotificationTopics)
        .orderBy(cityNotificationTopics.topic),
    ).toEqual(["category:tehran|Concert", organizer, venue].map((topic) => ({ topic })));
    // The news, its three lists, the day's count, their indexes and the progress of the domain
    // event.
    expect(metered.spent.rowsWritten).toBeLessThanOrEqual(11);
    expect(metered.spent.rowsRead).toBeLessThan(60);
    for (const id of ["crowd-1", "crowd-100000"])
      expect(
        await countUnread(deps, { id, role: "user", isVerified: true, sessionId: "none" }),
      ).toBe(1);
    // Its lists go with it.
    await deps.db.delete(cityNotifications);
    expect(await deps.db.$count(cityNotificationTopics)).toBe(0);
  }, 120_000);

  it("includes no full scan in lists and digests of followers", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    const person = await wanting({ cities: ["tehran"] });
    await follow(deps, person.actor, venue, "instant");
    const recording = recordDatabase(env.DB);
    const given = { ...deps, db: recording.db };
    await publish("Setar", { venueId: idOfTopic(venue) }, given);
    await listNotifications(given, person.actor, { page: 1, pageSize: 20, isRead: null });
    await countUnread(given, person.actor);
    await moveHostFollowers(given, { from: venue, into: "venue:other" });
    deps.pass(DAY);
    await sendDueDigests(given);
    const plans = await queryPlansOf(env.DB, {
      ...recording,
      statements: recording.statements.filter(({ sql }) => /follows|city_news_topics/.test(sql)),
    });
    expect(plans.length).toBeGreaterThan(20);
    // Scans of JSON lists and of subqueries are none of tables.
    expect(
      plans.filter((plan) =>
        /^SCAN (f|follows|w|n|city_news|city_news_topics|users|events)\b/.test(plan),
      ),
    ).toEqual([]);
  });
});

describe("a saved search", () => {
  const later = (minutes: number) => deps.pass(minutes * 60_000);

  it("has one topic for each order of its parameters, and a name in both languages", async () => {
    const person = await wanting();
    const saved = await follow(deps, person.actor, "search:free=1&category=concert&city=tehran");
    expect(saved).toMatchObject({
      topic: "search:city=tehran&category=concert&free=1",
      frequency: "daily",
    });
    await follow(
      deps,
      person.actor,
      "search:city=tehran&free=1&category=concert&sort=popular&view=grid&limit=50&utm_source=x",
    );
    // A category of a city alone is no search.
    expect(
      (await follow(deps, person.actor, "search:category=concert&city=tehran", "instant")).topic,
    ).toBe("category:tehran|Concert");
    const rows = await listFollows(deps, person.actor);
    expect(rows).toHaveLength(2);
    const [, search] = await presentFollows(deps, rows, "fa");
    expect(search).toMatchObject({
      kind: "search",
      href: "/events?city=tehran&category=concert&free=1",
    });
    expect(search?.name).toMatch(/کنسرت.*تهران/);
    for (const topic of [
      "search:when=past",
      "search:lat=35&lng=51",
      "search:nothing=1",
      "search:from=never&to=ever",
    ])
      expect(await failureOf(follow(deps, person.actor, topic)), topic).toMatchObject({
        code: "not-found",
      });
    expect(await failureOf(follow(deps, person.actor, "search:q=setar", "instant"))).toMatchObject({
      code: "invalid",
    });
  });

  it("that fails holds up no other, and is told its news later", async () => {
    const person = await wanting();
    for (const topic of ["search:category=concert", "search:city=tehran&free=1"])
      await follow(deps, person.actor, topic);
    later(11);
    await publish("Free talk", { price: 0, categories: ["Talk"] });
    await deps.db.run(
      sql.raw(
        "CREATE TRIGGER a_bad_row BEFORE DELETE ON city_news_topics WHEN old.topic = 'search:category=concert' BEGIN SELECT RAISE(ABORT, 'a bad row'); END",
      ),
    );
    await deps.db.insert(cityNotificationTopics).values({
      ...{ topic: "search:category=concert", createdAt: 0, newsId: "gone" },
    });
    await lookUpSearches(deps).finally(() => deps.db.run(sql`DROP TRIGGER a_bad_row`));
    expect(await person.unread()).toBe(1);
    // News of the search that failed.
    await publish("Paid concert", { price: 100 });
    later(30);
    await lookUpSearches(deps);
    expect(await person.told()).toEqual([expect.stringMatching(/^New: Free talk/)]);
    later(31);
    await lookUpSearches(deps);
    expect(await person.told()).toContainEqual(expect.stringMatching(/^New: Paid concert/));
  });

  it("is matched by the cron and tells each new event once, whatever else it matches", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    const person = await wanting();
    const other = await wanting();
    await publish("Before", { price: 0 });
    later(2);
    for (const topic of ["search:city=tehran&free=1", "search:category=concert", venue])
      await follow(deps, person.actor, topic);
    await follow(deps, other.actor, "search:city=tehran&free=1", "weekly");
    later(11);
    expect(await lookUpSearches(deps)).toEqual({ searches: 0 });
    await publish("Free talk", { price: 0, categories: ["Talk"] });
    await publish("Paid concert", { price: 100, venueId: idOfTopic(venue) });
    await publish("Paid talk", { price: 100, categories: ["Talk"] });
    expect(await person.unread()).toBe(1);
    await lookUpSearches(deps);
    await lookUpSearches(deps);
    expect(await person.told()).toEqual([
      expect.stringMatching(/^New: Paid concert .*Vahdat Hall|^New: Paid concert .*saved search/),
      expect.stringMatching(
        /^New: Free talk .*It matches your saved search “Tehran · Free only”\.$/,
      ),
    ]);
    expect(await person.unread()).toBe(2);
    expect(await other.told()).toEqual([expect.stringMatching(/^New: Free talk/)]);
  });

  it("is found by its due time, however many wait", async () => {
    const recording = recordDatabase(env.DB);
    await lookUpSearches({ ...deps, db: recording.db });
    const plan = (await queryPlansOf(env.DB, recording)).join("; ");
    expect(plan).toContain("INDEX follows_searches_due (looked_at");
    expect(plan).not.toContain("ORDER BY");
  });

  it("reads words as the list does, and is looked at before a digest", async () => {
    const person = await wanting();
    await follow(deps, person.actor, "search:q=setar", "daily");
    const id = await publish("An evening of setar");
    await publish("Something else");
    const event = await deps.db.select().from(events).where(eq(events.id, id)).get();
    const city = await deps.db.select().from(cities).get();
    if (!event || !city) throw new Error("There is no such event.");
    await deps.db.batch(indexEventStatements(deps.db, event, city) as never);
    deps.pass(DAY);
    await sendDueDigests(deps);
    const [digest, ...others] = await mailsTo(person.id);
    expect(others).toEqual([]);
    expect(digest?.text).toContain("An evening of setar");
    expect(digest?.text).not.toContain("Something else");
    expect(digest?.text).toContain("It matches your saved search");
  });

  it("is one of twenty at most", async () => {
    const person = await wanting();
    for (let at = 0; at < 20; at += 1) await follow(deps, person.actor, `search:max=${at + 1}`);
    expect(await failureOf(follow(deps, person.actor, "search:max=99"))).toMatchObject({
      code: "conflict",
    });
    expect((await follow(deps, person.actor, "search:max=1", "weekly")).frequency).toBe("weekly");
    expect((await follow(deps, person.actor, "category:tehran|Concert")).frequency).toBe("daily");
  });
});

describe("following", () => {
  it("keeps one follow of a subject, with its frequency, until it is ended", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall", "تالار وحدت");
    await follow(deps, reader, venue);
    await follow(deps, reader, venue, "weekly");
    // Without a frequency the present one stays.
    await follow(deps, reader, venue);
    expect([...(await followedAmong(deps, reader, [venue, "venue:other"]))]).toEqual([
      [venue, "weekly"],
    ]);
    expect((await followedAmong(deps, null, [venue])).size).toBe(0);
    expect((await followedAmong(deps, moderator, [venue])).size).toBe(0);
    expect(await unfollow(deps, moderator, venue)).toBe(false);
    expect(await unfollow(deps, reader, venue)).toBe(true);
    expect(await unfollow(deps, reader, venue)).toBe(false);
    expect(await listFollows(deps, reader)).toEqual([]);
  });

  it("is for people with an account, and for what there is", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    expect(await failureOf(follow(deps, null, venue))).toMatchObject({ code: "unauthorized" });
    await deps.db.update(venues).set({ status: "hidden" });
    // A hidden venue, and what names nothing.
    for (const topic of [
      venue,
      "series:1",
      "category:tehran|Nothing",
      "category:nowhere|Concert",
      "organizer:none",
      "user:1",
      "x",
      "",
    ])
      expect(await failureOf(follow(deps, reader, topic)), topic).toMatchObject({
        code: "not-found",
      });
  });

  it("ends at 200 subjects", async () => {
    for (let row = 0; row < 200; row += 10)
      await deps.db.insert(follows).values(
        Array.from({ length: 10 }, (_, at) => ({
          id: `more-${row + at}`,
          userId: reader.id,
          topic: `venue:more-${row + at}`,
          frequency: "daily" as const,
          createdAt: 0,
        })),
      );
    const venue = await addVenue("vahdat-hall", "Vahdat Hall");
    expect(await failureOf(follow(deps, reader, venue))).toMatchObject({ code: "conflict" });
    await unfollow(deps, reader, "venue:more-199");
    expect((await follow(deps, reader, venue)).topic).toBe(venue);
  });

  it("lists names and pages in the reader's language, and exports them", async () => {
    const venue = await addVenue("vahdat-hall", "Vahdat Hall", "تالار وحدت");
    const organizer = await addOrganizer("kuche-theater", "Kuche Theater");
    for (const topic of [venue, organizer, "category:tehran|Concert"])
      await follow(deps, reader, topic);
    const rows = await listFollows(deps, reader);
    expect(
      (await presentFollows(deps, rows, "fa"))
        .map(({ kind, name, href }) => [kind, name, href])
        .sort(),
    ).toEqual([
      ["category", "کنسرت، تهران", "/categories/concert?city=tehran"],
      ["organizer", "Kuche Theater", "/organizers/kuche-theater"],
      ["venue", "تالار وحدت، تهران", "/venues/tehran/vahdat-hall"],
    ]);
    expect((await presentFollows(deps, rows, "en")).map(({ name }) => name).sort()).toEqual([
      "Concert, Tehran",
      "Kuche Theater",
      "Vahdat Hall, Tehran",
    ]);
    const exported = (await exportAccount(deps, reader)) as { follows: { topic: string }[] };
    expect(exported.follows.map(({ topic }) => topic).sort()).toEqual(
      rows.map(({ topic }) => topic).sort(),
    );
  });

  it("moves with a merged venue; who followed both has one follow", async () => {
    const [kept, dropped] = [
      await addVenue("vahdat-hall", "Vahdat Hall"),
      await addVenue("vahdat", "Vahdat"),
    ];
    const both = await addActor(deps, "user");
    await follow(deps, reader, dropped, "weekly");
    await follow(deps, both, dropped, "weekly");
    await follow(deps, both, kept, "instant");
    await mergeHosts(deps, moderator, idOfTopic(dropped), idOfTopic(kept));
    expect(
      await moveHostEvents(deps, {
        kind: "venue",
        from: idOfTopic(dropped),
        into: idOfTopic(kept),
      }),
    ).toBe(null);
    expect([...(await followedAmong(deps, reader, [dropped, kept]))]).toEqual([[kept, "weekly"]]);
    expect([...(await followedAmong(deps, both, [dropped, kept]))]).toEqual([[kept, "instant"]]);
  });

  it("moves with a merged city", async () => {
    await createCity(deps.db, { slug: "karaj", nameEn: "Karaj" });
    const both = await addActor(deps, "user");
    await follow(deps, reader, "category:tehran|Concert");
    for (const topic of [
      "category:tehran|Concert",
      "category:karaj|Concert",
      "category:tehran|Talk",
    ])
      await follow(deps, both, topic);
    const search = (topic: string) => ({
      id: deps.ids.next(),
      userId: reader.id,
      topic,
      frequency: "daily" as const,
      createdAt: 0,
    });
    await deps.db
      .insert(follows)
      .values([
        search("search:city=tehran"),
        search("search:city=tehran&free=1"),
        search("search:city=tehran2"),
        search("search:q=tehran"),
      ]);
    await mergeCity(deps, moderator, { slug: "tehran", into: "karaj", after: null });
    expect(await topicsOf(reader)).toEqual([
      "category:karaj|Concert",
      "search:city=karaj",
      "search:city=karaj&free=1",
      "search:city=tehran2",
      "search:q=tehran",
    ]);
    expect(await topicsOf(both)).toEqual(["category:karaj|Concert", "category:karaj|Talk"]);
  });
});
