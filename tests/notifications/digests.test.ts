import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { updateProfile } from "../../app/modules/identity/users/profile-commands.server";
import { getUserOrThrow } from "../../app/modules/identity/users/queries.server";
import type { Preferences } from "../../app/modules/identity/users/schema";
import { afterQuietHours, nextDigestAt } from "../../app/modules/notifications/digest-times.server";
import {
  previewDigest,
  triggerDigests,
} from "../../app/modules/notifications/digests/preview-digest.server";
import {
  sendDigests,
  sendDueDigests,
} from "../../app/modules/notifications/digests/send-digests.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { createDatabase } from "../../db/client";
import { auditEntries, digestItems, digests, events, mails, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { isWriting } from "../helpers/recording-database";
import { ORIGIN } from "../helpers/signed-in";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";
import { workerVault } from "../helpers/worker-vault";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAILY: Preferences["notificationPreferences"] = {
  emailEnabled: true,
  pushEnabled: false,
  categories: ["newEvents", "recommendations", "savedEvents", "collections"],
  frequency: "daily",
};
const WEEKLY: Preferences["notificationPreferences"] = { ...DAILY, frequency: "weekly" };
const TEHRAN = { preferredLanguage: "en", calendar: "gregorian", timeZone: "Asia/Tehran" } as const;

let deps: TestDeps;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await deps.db.delete(mails);
  await emptyEvents(deps);
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});

/** A user in Tehran whose digest is due. */
const reader = (changes: Partial<typeof users.$inferInsert> = {}) =>
  createUser(deps.db, {
    cities: ["tehran"],
    notificationPreferences: DAILY,
    digestDueAt: deps.clock.now() - 1,
    ...TEHRAN,
    ...changes,
  });
const event = (days: number, changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    startsAt: deps.clock.now() + days * DAY,
    categories: ["Concert"],
    ...changes,
  });
const digestMails = () => deps.db.select().from(mails);
const digestsOf = (userId: string) =>
  deps.db.select().from(digests).where(eq(digests.userId, userId));
/** A pending digest item of a user. */
const item = (userId: string, changes: Partial<typeof digestItems.$inferInsert>) =>
  deps.db.insert(digestItems).values({
    userId,
    domainEventId: "a cause",
    kind: "event-new-in-city",
    values: { title: { en: "x", fa: null }, changed: ["time"] },
    actionPath: null,
    createdAt: 1,
    ...changes,
  });
/** Domain events of the pending items. */
const waitingOf = async (userId: string) =>
  (await deps.db.select().from(digestItems).where(eq(digestItems.userId, userId)))
    .filter(({ digestedAt }) => digestedAt === null)
    .map(({ domainEventId }) => domainEventId)
    .sort();
const dueOf = async (id: string) => (await getUserOrThrow(deps, id)).digestDueAt;
const at = (text: string) => Date.parse(text);

describe("the due time of a digest", () => {
  it.each([
    ["daily, before eight", DAILY, TEHRAN, "2026-12-08T03:00:00Z", "2026-12-08T04:30:00Z"],
    ["daily, at eight sharp", DAILY, TEHRAN, "2026-12-08T04:30:00Z", "2026-12-09T04:30:00Z"],
    [
      "weekly in the Gregorian calendar: Monday",
      WEEKLY,
      TEHRAN,
      "2026-12-08T10:00:00Z",
      "2026-12-14T04:30:00Z",
    ],
    [
      "weekly in Persian: Saturday",
      WEEKLY,
      { ...TEHRAN, preferredLanguage: "fa" },
      "2026-12-08T10:00:00Z",
      "2026-12-12T04:30:00Z",
    ],
    [
      "weekly in the Solar Hijri calendar: Saturday",
      WEEKLY,
      { ...TEHRAN, calendar: "jalali" },
      "2026-12-08T10:00:00Z",
      "2026-12-12T04:30:00Z",
    ],
    [
      "of an unknown zone: Tehran's",
      DAILY,
      { ...TEHRAN, timeZone: null },
      "2026-12-08T10:00:00Z",
      "2026-12-09T04:30:00Z",
    ],
    [
      "over the end of summer time",
      DAILY,
      { ...TEHRAN, timeZone: "Europe/Berlin" },
      "2026-10-24T10:00:00Z",
      "2026-10-25T07:00:00Z",
    ],
    [
      "over the beginning of summer time",
      DAILY,
      { ...TEHRAN, timeZone: "Europe/Berlin" },
      "2026-03-28T10:00:00Z",
      "2026-03-29T06:00:00Z",
    ],
  ] as const)("%s", (_, preferences, choices, now, expected) => {
    expect(new Date(nextDigestAt(preferences, choices, at(now)) ?? 0).toISOString()).toBe(
      new Date(expected).toISOString(),
    );
  });

  it("does not exist without emails", () => {
    expect(nextDigestAt({ ...DAILY, emailEnabled: false }, TEHRAN, TUESDAY)).toBeNull();
  });

  it("follows each change of preferences, zone, language and calendar", async () => {
    const actor = await addActor(deps);
    await updateProfile(deps, actor, { notificationPreferences: DAILY });
    expect(await dueOf(actor.id)).toBe(at("2026-12-09T04:30:00Z"));
    await updateProfile(deps, actor, { timeZone: "America/Toronto" });
    expect(await dueOf(actor.id)).toBe(at("2026-12-08T13:00:00Z"));
    await updateProfile(deps, actor, {
      notificationPreferences: { ...DAILY, emailEnabled: false },
    });
    expect(await dueOf(actor.id)).toBeNull();
    // Any other change of the row recomputes it.
    await deps.db
      .update(users)
      .set({ notificationPreferences: WEEKLY })
      .where(eq(users.id, actor.id));
    expect(await dueOf(actor.id)).toBe(0);
    await sendDueDigests(deps);
    expect(await dueOf(actor.id)).toBe(at("2026-12-14T13:00:00Z"));
    expect(await digestMails()).toEqual([]);
  });
});

describe("quiet hours", () => {
  it.each([
    [
      "over midnight, in the evening",
      "22:00",
      "08:00",
      "Asia/Tehran",
      "2026-12-08T19:00:00Z",
      "2026-12-09T04:30:00Z",
    ],
    [
      "over midnight, in the morning",
      "22:00",
      "08:00",
      "Asia/Tehran",
      "2026-12-09T03:00:00Z",
      "2026-12-09T04:30:00Z",
    ],
    [
      "over midnight, at noon",
      "22:00",
      "08:00",
      "Asia/Tehran",
      "2026-12-08T09:00:00Z",
      "2026-12-08T09:00:00Z",
    ],
    [
      "within a day",
      "12:00",
      "14:00",
      "Asia/Tehran",
      "2026-12-08T09:00:00Z",
      "2026-12-08T10:30:00Z",
    ],
    [
      "at their end",
      "12:00",
      "14:00",
      "Asia/Tehran",
      "2026-12-08T10:30:00Z",
      "2026-12-08T10:30:00Z",
    ],
    [
      "that end in the hour that is skipped",
      "22:00",
      "02:30",
      "Europe/Berlin",
      "2026-03-28T22:00:00Z",
      "2026-03-29T01:30:00Z",
    ],
    [
      "that end in the hour that comes twice",
      "22:00",
      "02:30",
      "Europe/Berlin",
      "2026-10-24T22:00:00Z",
      "2026-10-25T00:30:00Z",
    ],
    [
      "in the second of two equal hours",
      "22:00",
      "02:30",
      "Europe/Berlin",
      "2026-10-25T01:10:00Z",
      "2026-10-25T01:30:00Z",
    ],
    [
      "of no length",
      "08:00",
      "08:00",
      "Asia/Tehran",
      "2026-12-08T19:00:00Z",
      "2026-12-08T19:00:00Z",
    ],
  ])("%s", (_, from, to, zone, now, expected) => {
    expect(new Date(afterQuietHours(at(now), { from, to }, zone)).toISOString()).toBe(
      new Date(expected).toISOString(),
    );
  });
});

describe("a digest", () => {
  it("is sent once a period, however many crons run", async () => {
    await event(2);
    const { id } = await reader();
    await Promise.all([sendDueDigests(deps), sendDueDigests(deps), sendDueDigests(deps)]);
    await sendDueDigests(deps);
    expect(await digestMails()).toHaveLength(1);
    expect(await digestsOf(id)).toMatchObject([{ period: "daily:2026-12-08" }]);
    expect(await dueOf(id)).toBe(at("2026-12-09T04:30:00Z"));
    await deps.settle();
    expect(deps.sent.filter(({ type }) => type === "news.send")).toHaveLength(1);
  });

  it("is sent by the next run after a crash during writing", async () => {
    await event(2);
    await reader();
    const dying = new Proxy(env.DB, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name === "batch")
          return (statements: D1PreparedStatement[]) => {
            if (statements.length > 3) throw new Error("D1_ERROR: the machine is gone");
            return target.batch(statements);
          };
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await sendDueDigests({ ...deps, db: createDatabase(dying) }).catch(() => {});
    expect(await digestMails()).toEqual([]);
    await sendDueDigests(deps);
    expect(await digestMails()).toHaveLength(1);
  });

  it.each([
    ["to the west", "America/Toronto"],
    ["to the east", "Pacific/Auckland"],
  ])("for a reader who moves %s in between comes once per local day", async (_, timeZone) => {
    await event(5);
    const { id } = await reader();
    await sendDueDigests(deps);
    await deps.db.update(users).set({ timeZone }).where(eq(users.id, id));
    for (let hour = 0; hour < 72; hour += 1) {
      await sendDueDigests(deps);
      deps.pass(HOUR);
    }
    const periods = (await digestsOf(id)).map(({ period }) => period);
    expect(new Set(periods).size).toBe(periods.length);
    expect(periods.length).toBeGreaterThanOrEqual(3);
    expect(periods.length).toBeLessThanOrEqual(4);
  });

  it("for a reader whose week start has changed does not repeat covered days", async () => {
    await event(3);
    const { id } = await reader({ notificationPreferences: WEEKLY });
    await sendDueDigests(deps);
    expect((await digestsOf(id)).map(({ period }) => period)).toEqual(["weekly:2026-12-07"]);
    await deps.db.update(users).set({ calendar: "jalali" }).where(eq(users.id, id));
    for (let day = 0; day < 13; day += 1) {
      await sendDueDigests(deps);
      deps.pass(DAY);
    }
    expect((await digestsOf(id)).map(({ period }) => period)).toEqual([
      "weekly:2026-12-07",
      "weekly:2026-12-19",
    ]);
  });

  it("without content is a row without an email", async () => {
    const { id } = await reader({ cities: [] });
    expect(await sendDueDigests(deps)).toEqual({ sent: 0, empty: 1, goesOn: false });
    expect(await digestMails()).toEqual([]);
    expect(await digestsOf(id)).toMatchObject([{ mailId: null, events: [] }]);
  });

  it("names no event twice in a week unless it has changed", async () => {
    const { id: concert } = await event(9, { titleEn: "The long concert" });
    await reader({ notificationPreferences: DAILY });
    deps.pass(7 * DAY);
    await deps.db.update(users).set({ digestDueAt: deps.clock.now() });
    await sendDueDigests(deps);
    expect((await digestMails())[0]?.text).toContain("The long concert");
    deps.pass(DAY);
    await sendDueDigests(deps);
    expect(await digestMails()).toHaveLength(1);
    await deps.db.update(events).set({ sequence: 1 }).where(eq(events.id, concert));
    deps.pass(DAY / 2);
    await deps.db.update(users).set({ digestDueAt: deps.clock.now() });
    deps.pass(DAY / 2);
    await deps.db
      .update(events)
      .set({ startsAt: deps.clock.now() + DAY, endsAt: deps.clock.now() + DAY + HOUR })
      .where(eq(events.id, concert));
    await sendDueDigests(deps);
    expect(await digestMails()).toHaveLength(2);
  });

  it("contains changes of saved events, new events and upcoming events of one's interests, each once", async () => {
    const moved = await event(2, { titleEn: "Moved" });
    const fresh = await event(2, { titleEn: "Fresh" });
    await event(1, { titleEn: "Liked" });
    await event(1, { titleEn: "Of no interest", categories: ["Technology"] });
    await event(40, { titleEn: "Far away" });
    const { id } = await reader({ interests: ["music"] });
    const item = {
      userId: id,
      createdAt: 1,
      values: { title: { en: "x", fa: null }, changed: ["time"] },
      actionPath: null,
    };
    await deps.db.insert(digestItems).values([
      { ...item, domainEventId: "a", kind: "event-changed", eventId: moved.id },
      { ...item, domainEventId: "b", kind: "event-new-in-city", eventId: fresh.id },
      { ...item, domainEventId: "c", kind: "event-new-in-city", eventId: moved.id },
    ]);
    const preview = await previewDigest(deps, await getUserOrThrow(deps, id));
    const shape = preview.sections.map(({ heading, events: found }) => [
      heading,
      found.map(({ title }) => title),
    ]);
    expect(shape).toEqual([
      ["What has changed", ["Moved"]],
      ["New in your cities and interests", ["Fresh"]],
      ["Coming up for you", ["Liked"]],
    ]);
    expect(preview.sections[0]?.events[0]?.note).toContain("time");
    await sendDueDigests(deps);
    const [mail] = await digestMails();
    for (const title of ["Moved", "Fresh", "Liked"]) expect(mail?.text).toContain(title);
    for (const title of ["Of no interest", "Far away"]) expect(mail?.text).not.toContain(title);
    expect(mail).toMatchObject({
      kind: "digest-daily",
      unsubscribes: "all",
      ruleKey: "digest.daily",
    });
    expect(
      (await deps.db.select().from(digestItems)).every(({ digestedAt }) => digestedAt === TUESDAY),
    ).toBe(true);
  });

  it.each([
    ["cancelled", "en", "Cancelled"],
    ["cancelled", "fa", "لغو شد"],
    ["postponed", "en", "Postponed"],
    ["postponed", "fa", "به تعویق افتاد"],
  ] as const)("says that a new event is off: %s in %s", async (lifecycle, locale, word) => {
    const off = await event(2, { titleEn: "Setar", titleFa: "سه‌تار", lifecycle });
    const { id } = await reader({ preferredLanguage: locale });
    await item(id, { eventId: off.id });
    const preview = await previewDigest(deps, await getUserOrThrow(deps, id));
    expect(preview.sections.flatMap(({ events: found }) => found.map(({ note }) => note))).toEqual([
      word,
    ]);
    await sendDueDigests(deps);
    const [mail] = await digestMails();
    expect([mail?.text.includes(word), mail?.html.includes(word)]).toEqual([true, true]);
  });

  it("marks new events beyond its room as done only as far as it counts them", async () => {
    const { id } = await reader();
    for (let turn = 10; turn < 22; turn += 1) {
      const { id: eventId } = await event(3, { titleEn: `New ${turn}` });
      const told = {
        domainEventId: `cause ${turn}`,
        kind: "event-new-in-city",
        values: { title: { en: "x", fa: null } },
        actionPath: null,
      };
      await deps.db.insert(digestItems).values({ ...told, userId: id, eventId, createdAt: turn });
    }
    const { sections } = await previewDigest(deps, await getUserOrThrow(deps, id));
    expect(sections.map(({ heading, events: found }) => [heading, found.length])).toEqual([
      ["New in your cities and interests", 10],
      ["Coming up for you", 2],
    ]);
    expect(
      new Set(sections.flatMap(({ events: found }) => found.map(({ title }) => title))).size,
    ).toBe(12);
    await sendDueDigests(deps);
    expect((await digestsOf(id))[0]?.events).toHaveLength(12);
  });

  it("does not mark new events that it leaves out as done if the reader wants nothing else", async () => {
    const { id } = await reader({
      notificationPreferences: { ...DAILY, categories: ["newEvents"] },
    });
    for (let turn = 10; turn < 22; turn += 1) {
      const { id: eventId } = await event(3);
      const told = {
        domainEventId: `cause ${turn}`,
        kind: "event-new-in-city",
        values: { title: { en: "x", fa: null } },
        actionPath: null,
      };
      await deps.db.insert(digestItems).values({ ...told, userId: id, eventId, createdAt: turn });
    }
    await sendDueDigests(deps);
    expect((await digestsOf(id))[0]?.events).toHaveLength(10);
    expect(await waitingOf(id)).toEqual(["cause 10", "cause 11"]);
    deps.pass(DAY);
    await sendDueDigests(deps);
    const said = (await digestsOf(id)).map(({ events: named }) =>
      named.map(([eventId]) => eventId),
    );
    expect(said.map((ids) => ids.length).sort()).toEqual([10, 2]);
    expect(new Set(said.flat()).size).toBe(12);
    expect(await waitingOf(id)).toEqual([]);
    deps.pass(DAY);
    await sendDueDigests(deps);
    expect(await digestMails()).toHaveLength(2);
  });

  it("keeps changes beyond its room for the next one", async () => {
    const { id } = await reader({
      notificationPreferences: { ...DAILY, categories: ["savedEvents"] },
    });
    for (let turn = 10; turn < 33; turn += 1) {
      const { id: eventId } = await event(3);
      await item(id, {
        domainEventId: `cause ${turn}`,
        kind: "event-changed",
        eventId,
        createdAt: turn,
      });
    }
    await sendDueDigests(deps);
    expect(await waitingOf(id)).toEqual(["cause 10", "cause 11", "cause 12"]);
    deps.pass(DAY);
    await sendDueDigests(deps);
    expect((await digestsOf(id)).map(({ events: named }) => named.length).sort()).toEqual([20, 3]);
    expect(await waitingOf(id)).toEqual([]);
  });

  it("drops items of unwanted categories, deleted, past or withdrawn events, and repeated ones", async () => {
    const { id } = await reader({
      notificationPreferences: { ...DAILY, categories: ["newEvents"] },
    });
    const { id: told } = await event(3);
    await item(id, { domainEventId: "told", eventId: told, createdAt: 2 });
    await item(id, { domainEventId: "told twice", eventId: told });
    await item(id, {
      domainEventId: "unwanted",
      kind: "event-changed",
      eventId: (await event(3)).id,
    });
    await item(id, { domainEventId: "gone", eventId: "no such event" });
    await item(id, { domainEventId: "of none", eventId: null });
    await item(id, { domainEventId: "over", eventId: (await event(3, { isOver: true })).id });
    await item(id, {
      domainEventId: "withdrawn",
      eventId: (await event(3, { isActive: false })).id,
    });
    await sendDueDigests(deps);
    expect((await digestsOf(id)).map(({ events: named }) => named)).toEqual([[[told, 0]]]);
    expect(await waitingOf(id)).toEqual([]);
  });

  it("of a very active city keeps changes and the newest events", async () => {
    const { id } = await reader();
    const { id: changed } = await event(3, { titleEn: "Moved to a hall" });
    const { id: eventId } = await event(3, { titleEn: "The newest" });
    await item(id, {
      domainEventId: "change",
      kind: "event-changed",
      eventId: changed,
      createdAt: 1,
    });
    for (let turn = 100; turn < 170; turn += 1)
      await item(id, { domainEventId: `cause ${turn}`, eventId: changed, createdAt: turn });
    await item(id, { domainEventId: "newest", eventId, createdAt: 170 });
    await sendDueDigests(deps);
    const [mail] = await digestMails();
    for (const said of [
      "What has changed",
      "Moved to a hall",
      "New in your cities and interests",
      "The newest",
    ])
      expect(mail?.text).toContain(said);
  });

  it("leaves items that arrive during writing to the next one", async () => {
    const { id } = await reader({
      notificationPreferences: { ...DAILY, categories: ["newEvents"] },
    });
    const { id: first } = await event(3);
    const { id: second } = await event(3);
    await item(id, { domainEventId: "before", eventId: first, createdAt: deps.clock.now() });
    const meddled = new Proxy(env.DB, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name === "batch")
          return async (statements: D1PreparedStatement[]) => {
            if (statements.length > 3 && isWriting(statements))
              await item(id, {
                domainEventId: "between",
                eventId: second,
                createdAt: deps.clock.now(),
              });
            return target.batch(statements);
          };
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await sendDueDigests({ ...deps, db: createDatabase(meddled) });
    expect(await waitingOf(id)).toEqual(["between"]);
    deps.pass(DAY);
    await sendDueDigests(deps);
    expect(
      (await digestsOf(id))
        .flatMap(({ events: named }) => named.map(([eventId]) => eventId))
        .sort(),
    ).toEqual([first, second].sort());
  });

  it("includes items of a weekly rule when the reader's week starts, not before", async () => {
    const { id } = await reader({
      notificationPreferences: { ...DAILY, categories: ["newEvents"] },
    });
    const monday = at("2026-12-14T04:30:00Z");
    const { id: eventId } = await event(30, { titleEn: "Once a week" });
    const told = {
      domainEventId: "a",
      kind: "event-new-in-city",
      values: { title: { en: "x", fa: null } },
      actionPath: null,
    };
    await deps.db
      .insert(digestItems)
      .values({ ...told, userId: id, eventId, createdAt: 1, dueAt: monday });
    while (deps.clock.now() < monday) {
      await sendDueDigests(deps);
      expect(await digestMails()).toEqual([]);
      deps.pass(DAY / 2);
    }
    await sendDueDigests(deps);
    expect((await digestMails()).map(({ text }) => text.includes("Once a week"))).toEqual([true]);
    expect((await deps.db.select().from(digestItems))[0]?.digestedAt).toBe(deps.clock.now());
  });

  it("includes items of a weekly rule in its preview on the day they will be sent, not before", async () => {
    const { id } = await reader({
      notificationPreferences: { ...DAILY, categories: ["newEvents"] },
    });
    const monday = at("2026-12-14T04:30:00Z");
    await item(id, {
      domainEventId: "a",
      eventId: (await event(30, { titleEn: "Once a week" })).id,
      dueAt: monday,
    });
    const previewed = async () => {
      const { dueAt, sections } = await previewDigest(deps, await getUserOrThrow(deps, id));
      return [dueAt, sections.flatMap(({ events: found }) => found.map(({ title }) => title))];
    };
    deps.pass(at("2026-12-12T10:00:00Z") - deps.clock.now());
    expect(await previewed()).toEqual([at("2026-12-13T04:30:00Z"), []]);
    deps.pass(DAY);
    expect(await previewed()).toEqual([monday, ["Once a week"]]);
  });

  it.each([
    // Scheduled for Monday in Toronto; comes on Monday in Tehran, eight and a half hours earlier.
    ["the zone", DAILY, "2026-12-14T13:00:00Z", {}, "2026-12-14T04:30:00Z"],
    // Scheduled for Monday; comes with the digest of the week that begins on Saturday.
    [
      "the calendar",
      WEEKLY,
      "2026-12-14T04:30:00Z",
      { calendar: "jalali" },
      "2026-12-12T04:30:00Z",
    ],
  ] as const)(
    "includes items of a weekly rule on the first day of the week after a change of %s",
    async (...given) => {
      const [, preferences, dueAt, changes, expected] = given;
      const { id } = await reader({
        notificationPreferences: { ...preferences, categories: ["newEvents"] },
        ...changes,
      });
      await item(id, { domainEventId: "a", eventId: (await event(30)).id, dueAt: at(dueAt) });
      deps.pass(at(expected) - HOUR - deps.clock.now());
      await deps.db
        .update(users)
        .set({ digestDueAt: at(expected) })
        .where(eq(users.id, id));
      await sendDueDigests(deps);
      expect(await digestMails()).toEqual([]);
      deps.pass(HOUR);
      await sendDueDigests(deps);
      expect(await digestMails()).toHaveLength(1);
    },
  );

  it("is neither sent nor announced while emails are off", async () => {
    await event(2);
    const { id } = await reader();
    expect((await previewDigest(deps, await getUserOrThrow(deps, id))).dueAt).not.toBeNull();
    await changeSettings(deps, "notifications", { enableEmailNotifications: false }, null);
    try {
      expect(await previewDigest(deps, await getUserOrThrow(deps, id))).toEqual({
        dueAt: null,
        sections: [],
      });
      await sendDueDigests(deps);
      expect([await digestMails(), await digestsOf(id)]).toEqual([[], []]);
    } finally {
      await changeSettings(deps, "notifications", { enableEmailNotifications: true }, null);
    }
  });

  it("is not sent to unverified or bouncing addresses, deactivated accounts or readers who opted out", async () => {
    await event(2);
    await reader({ emailVerifiedAt: null });
    await reader({ mailRefusedAt: 1 });
    await reader({ isActive: false });
    await reader({ notificationPreferences: { ...DAILY, emailEnabled: false } });
    await sendDueDigests(deps);
    expect(await digestMails()).toEqual([]);
    expect(
      (await deps.db.select().from(users)).every(
        ({ digestDueAt }) => digestDueAt === null || digestDueAt > TUESDAY,
      ),
    ).toBe(true);
  });

  it("counts clicks of readers who allow it only", async () => {
    deps.vault = workerVault();
    const { id } = await event(1);
    const [counting, silent] = [await reader({ allowsMailTracking: true }), await reader()];
    await sendDueDigests(deps);
    const mailOf = async (userId: string) =>
      (await digestMails()).find((mail) => mail.userId === userId);
    const quiet = await mailOf(silent.id);
    expect(quiet?.html).toContain(`href="${deps.siteUrl}/events/${id}?lang=en"`);
    expect(`${quiet?.html}${quiet?.text}`).not.toContain("/mail/link");
    const mail = await mailOf(counting.id);
    const links = [...(mail?.text ?? "").matchAll(/https?:\S+\/mail\/link\S+/g)].map(
      ([url]) => url,
    );
    expect(links).toHaveLength(2);
    for (const url of links) expect(mail?.html).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
    const leadTo = [];
    for (const url of links)
      leadTo.push(
        (await SELF.fetch(url.replace(deps.siteUrl, ORIGIN), { redirect: "manual" })).headers.get(
          "Location",
        ),
      );
    expect(leadTo).toEqual([`/events/${id}?lang=en`, "/events?lang=en"]);
    expect([
      (await mailOf(counting.id))?.clickedAt !== null,
      (await mailOf(silent.id))?.clickedAt,
    ]).toEqual([true, null]);
  });

  it("is in the reader's language and calendar", async () => {
    await event(2, { titleFa: "شب کمانچه" });
    await reader({ preferredLanguage: "fa", calendar: null, displayName: "سارا" });
    await sendDueDigests(deps);
    const [mail] = await digestMails();
    expect(mail?.html).toContain('dir="rtl"');
    expect(mail?.text).toContain("شب کمانچه");
    expect(mail?.text).toMatch(/آذر/);
  });

  it("links to pages in its own language, whatever the browser's is", async () => {
    await event(2);
    const [persian, unknown] = [
      await reader({ preferredLanguage: "fa" }),
      await reader({ preferredLanguage: null }),
    ];
    await sendDueDigests(deps);
    const written = await digestMails();
    const linksOf = (userId: string) => {
      const mail = written.find((candidate) => candidate.userId === userId);
      const hrefs = [...(mail?.html ?? "").matchAll(/href="([^"]+)"/g)].map(([, href = ""]) =>
        href.replaceAll("&amp;", "&"),
      );
      return [...hrefs, ...(mail?.text.match(/https?:\S+/g) ?? [])].map((href) => new URL(href));
    };
    // The site's name, the event, all events, preferences and the end of the subscription; the text
    // lacks the first.
    expect(new Set(linksOf(persian.id).map(({ pathname }) => pathname)).size).toBe(5);
    expect(
      linksOf(persian.id).filter(({ searchParams }) => searchParams.get("lang") !== "fa"),
    ).toEqual([]);
    expect(linksOf(unknown.id).length).toBeGreaterThan(5);
    expect(linksOf(unknown.id).filter(({ searchParams }) => searchParams.has("lang"))).toEqual([]);
  });
});

describe("sending digests by hand", () => {
  it("reaches readers whose time has passed this period without a digest, once, and is recorded", async () => {
    await event(2);
    const owner = await addActor(deps, "admin");
    const late = await reader({ digestDueAt: TUESDAY + DAY });
    await reader({ digestDueAt: TUESDAY + DAY, timeZone: "America/Vancouver" });
    await reader({ digestDueAt: TUESDAY + DAY, notificationPreferences: WEEKLY });
    expect(await triggerDigests(deps, owner, "daily")).toMatchObject({ sent: 1 });
    expect(await triggerDigests(deps, owner, "daily")).toMatchObject({ sent: 0 });
    expect((await digestMails()).map(({ userId }) => userId)).toEqual([late.id]);
    expect(
      await deps.db.select().from(auditEntries).where(eq(auditEntries.action, "digests.triggered")),
    ).toHaveLength(2);
    expect((await failureOf(triggerDigests(deps, await addActor(deps), "daily"))).code).toBe(
      "forbidden",
    );
  });

  it("continues by the queue for many readers", async () => {
    await event(2);
    await reader();
    await sendDigests(deps, { frequency: "daily", after: "" });
    expect(await digestMails()).toHaveLength(1);
  });
});
