import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { localDay } from "../../app/lib/dates/dates.server";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { mergeCity } from "../../app/modules/cities/merge-city.server";
import { listCities } from "../../app/modules/cities/queries.server";
import { numberedWeek, numberedWeekOf } from "../../app/modules/discovery/weeks/numbered-week";
import {
  choosePicks,
  type PickCandidate,
} from "../../app/modules/discovery/weeks/propose-picks.server";
import { publishWeeks } from "../../app/modules/discovery/weeks/publish-weeks.server";
import {
  earlierWeeks,
  findWeek,
  instantsOf,
  latestWeek,
  picksOf,
} from "../../app/modules/discovery/weeks/queries.server";
import {
  setWeekSubscription,
  subscribeAccount,
  subscribeAddress,
  weekSubscribersPurge,
} from "../../app/modules/discovery/weeks/subscriptions.server";
import { mailWeek } from "../../app/modules/discovery/weeks/week-mail.server";
import { deleteWeek, saveWeek } from "../../app/modules/discovery/weeks/write-week.server";
import { runJob } from "../../app/modules/jobs/jobs.server";
import { deliverMail } from "../../app/modules/mail/deliver-mail.server";
import { weekToken } from "../../app/modules/mail/enqueue-mail.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { readFeed } from "../../app/modules/syndication/feeds/read-feed.server";
import { cityWeeks, events, jobs, mails, weekSubscribers } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { addActor } from "../helpers/organizers";
import { failureOf, mailsOf } from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let editor: Actor;

/** Tuesday 8 December 2026; the next week of Tehran is 12 to 18 December. */
const NEXT = "1405-39";

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  editor = await addActor(deps, "moderator");
});

async function cityOf(slug: string) {
  const city = (await listCities(deps)).find((one) => one.slug === slug);
  if (!city) throw new Error("No such city.");
  return city;
}

async function nextWeek(key = NEXT) {
  const city = await cityOf("tehran");
  const week = numberedWeek(key, city.countryCode);
  if (!week) throw new Error("No such week.");
  return { city, week };
}

/** Events of next week, one a day, at different venues. */
async function addEvents(count: number, changes: Partial<typeof events.$inferInsert> = {}) {
  const { city, week } = await nextWeek();
  const { from } = instantsOf(week, city);
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const given = {
      cityId: city.id,
      startsAt: from + (at % 7) * DAY + 18 * HOUR,
      titleEn: `Evening ${at + 1}`,
      venueEn: `Hall ${at + 1}`,
    };
    ids.push(
      (await createEvent(deps.db, { ...given, categories: [`Category ${at % 5}`], ...changes })).id,
    );
  }
  await deps.db.update((await import("../../db/schema")).cities).set({ upcomingCount: count });
  deps.memo.clear();
  return ids;
}

const NONE = { en: null, fa: null };
const inputOf = (
  ids: readonly string[],
  intro: { en: string | null; fa: string | null } = NONE,
) => ({
  intro,
  picks: ids.map((event) => ({ event, line: { en: `Go, ${event.slice(-2)}.`, fa: null } })),
});
const NEW = { expectedVersion: null, publishes: false };

const storedPicks = async () => {
  const { city, week } = await nextWeek();
  const found = await findWeek(deps, city.id, week.first);
  return found
    ? (await picksOf(deps, found.id, instantsOf(week, city))).map(({ event }) => event.titleEn)
    : null;
};

/** Passes time until a wall time in Tehran. */
const passUntil = (instant: string) => deps.pass(Date.parse(instant) - deps.clock.now());
const THURSDAY = "2026-12-10T07:00:00+03:30";

describe("an editor's picks of a week", () => {
  it("are saved in order with a sentence each, and change until the week is over", async () => {
    const target = await nextWeek();
    const [first = "", second = "", third = ""] = await addEvents(3);
    await saveWeek(
      deps,
      editor,
      target,
      inputOf([second, first], { en: " A week of halls. ", fa: null }),
      NEW,
    );
    expect(await storedPicks()).toEqual(["Evening 2", "Evening 1"]);
    const found = await findWeek(deps, target.city.id, target.week.first);
    expect(found).toMatchObject({
      introEn: "A week of halls.",
      introFa: null,
      publishedAt: null,
      version: 1,
      isAutomatic: false,
    });
    await saveWeek(deps, editor, target, inputOf([third]), {
      expectedVersion: 1,
      publishes: false,
    });
    expect(await storedPicks()).toEqual(["Evening 3"]);
    expect(
      await failureOf(
        saveWeek(deps, editor, target, inputOf([first]), { expectedVersion: 1, publishes: false }),
      ),
    ).toMatchObject({
      code: "conflict",
    });
    deps.pass(15 * DAY);
    expect(
      (
        await failureOf(
          saveWeek(deps, editor, target, inputOf([third]), {
            expectedVersion: 2,
            publishes: false,
          }),
        )
      ).issues,
    ).toEqual([{ path: "", message: "errors:issue.weekOver" }]);
  });

  it("may be no events of other cities and weeks, none twice, no more than ten, and need staff", async () => {
    const target = await nextWeek();
    const ids = await addEvents(11);
    const other = await createCity(deps.db, { slug: "shiraz", nameEn: "Shiraz" });
    const elsewhere = await createEvent(deps.db, {
      cityId: other.id,
      startsAt: Date.parse("2026-12-14T18:00:00Z"),
    });
    const later = await createEvent(deps.db, {
      cityId: target.city.id,
      startsAt: Date.parse("2026-12-24T18:00:00Z"),
    });
    const hidden = await createEvent(deps.db, {
      cityId: target.city.id,
      startsAt: Date.parse("2026-12-14T18:00:00Z"),
      status: "pending",
      publishedAt: null,
    });
    const failed = (input: unknown, actor: Actor | null = editor) =>
      failureOf(saveWeek(deps, actor, target, input, NEW));
    for (const { id, status, startsAt } of [elsewhere, later, hidden])
      expect((await failed(inputOf([ids[0] ?? "", id]))).issues, `${status} ${startsAt}`).toEqual([
        { path: "picks.1", message: "errors:issue.notOfWeek" },
      ]);
    expect((await failed(inputOf([ids[0] ?? "", ids[0] ?? ""]))).code).toBe("invalid");
    expect((await failed(inputOf(ids))).code).toBe("invalid");
    expect((await failed(inputOf([]))).issues).toEqual([
      { path: "picks", message: "errors:issue.noPicks" },
    ]);
    expect((await failed({ intro: { en: "x".repeat(401), fa: null }, picks: [] })).code).toBe(
      "invalid",
    );
    expect((await failed(inputOf(ids.slice(0, 1)), await addActor(deps, "user"))).code).toBe(
      "forbidden",
    );
    expect((await failed(inputOf(ids.slice(0, 1)), null)).code).toBe("unauthorized");
    expect(await storedPicks()).toBeNull();
  });

  it("leave out what is hidden later, and are discarded whole", async () => {
    const target = await nextWeek();
    const [first = "", second = ""] = await addEvents(2);
    await saveWeek(deps, editor, target, inputOf([first, second]), NEW);
    await deps.db.update(events).set({ status: "flagged" }).where(eq(events.id, first));
    expect(await storedPicks()).toEqual(["Evening 2"]);
    await deleteWeek(deps, editor, target);
    expect(await storedPicks()).toBeNull();
    expect((await failureOf(deleteWeek(deps, editor, target))).code).toBe("not-found");
  });
});

describe("picks by score", () => {
  const candidate = (id: string, changes: Partial<PickCandidate> = {}): PickCandidate => ({
    id,
    startsAt: 0,
    popularity: 0,
    isFeatured: false,
    hasPicture: false,
    category: id,
    venue: id,
    isRepeated: false,
    ...changes,
  });

  it("prefer what is popular, then editors' stars, and what was not picked last week", () => {
    const all = [
      candidate("plain"),
      candidate("viewed", { popularity: 1 }),
      candidate("saved", { popularity: 30 }),
      candidate("repeated", { popularity: 30, isRepeated: true }),
      candidate("starred", { isFeatured: true }),
    ];
    expect(choosePicks(all)).toEqual(["saved", "repeated", "starred", "viewed", "plain"]);
  });

  it("take three of a category and one of a venue, unless the list would be shorter", () => {
    const concerts = Array.from({ length: 5 }, (_, at) =>
      candidate(`concert ${at}`, { category: "Concert", popularity: 9 - at }),
    );
    const plays = Array.from({ length: 3 }, (_, at) =>
      candidate(`play ${at}`, { category: "Theatre", venue: "City Theater" }),
    );
    expect(choosePicks([...concerts, ...plays], 4)).toEqual([
      "concert 0",
      "concert 1",
      "concert 2",
      "play 0",
    ]);
    expect(choosePicks([...concerts, ...plays])).toHaveLength(8);
  });
});

describe("publishing", () => {
  it("publishes an editor's picks on Thursday at seven in the city, once", async () => {
    const target = await nextWeek();
    const ids = await addEvents(4);
    await saveWeek(deps, editor, target, inputOf(ids.slice(0, 2)), NEW);
    passUntil("2026-12-10T06:59:00+03:30");
    await publishWeeks(deps);
    expect(await latestWeek(deps, target.city.id)).toBeNull();
    passUntil(THURSDAY);
    expect(await publishWeeks(deps)).toEqual({ published: 1, mailed: 1 });
    expect(await latestWeek(deps, target.city.id)).toMatchObject({
      firstDay: "2026-12-12",
      isAutomatic: false,
    });
    expect(await storedPicks()).toEqual(["Evening 1", "Evening 2"]);
    deps.pass(HOUR);
    expect(await publishWeeks(deps)).toEqual({ published: 0, mailed: 0 });
    expect(await deps.db.select().from(jobs)).toHaveLength(1);
  });

  it("publishes the best by score where no editor has picked, if the settings allow it", async () => {
    const { city } = await nextWeek();
    await addEvents(12);
    await changeSettings(deps, "features", { enableAutomaticPicks: false }, null);
    passUntil(THURSDAY);
    expect(await publishWeeks(deps)).toEqual({ published: 0, mailed: 0 });
    await changeSettings(deps, "features", { enableAutomaticPicks: true }, null);
    expect(await publishWeeks(deps)).toEqual({ published: 1, mailed: 1 });
    expect(await latestWeek(deps, city.id)).toMatchObject({ isAutomatic: true, editorId: null });
    expect(await storedPicks()).toHaveLength(10);
  });

  it("publishes nothing with fewer than three events", async () => {
    await addEvents(2);
    passUntil(THURSDAY);
    expect(await publishWeeks(deps)).toEqual({ published: 0, mailed: 0 });
  });

  it("makes an automatic week an editor's once one saves it", async () => {
    const target = await nextWeek();
    const ids = await addEvents(5);
    passUntil(THURSDAY);
    await publishWeeks(deps);
    await saveWeek(deps, editor, target, inputOf(ids.slice(0, 1)), {
      expectedVersion: 1,
      publishes: false,
    });
    const found = await latestWeek(deps, target.city.id);
    expect(found).toMatchObject({ isAutomatic: false, editorId: editor.id });
    expect(found?.publishedAt).toBe(Date.parse(THURSDAY));
  });

  it("publishes on Friday where weeks begin on Monday", async () => {
    await createCity(deps.db, {
      slug: "berlin",
      nameEn: "Berlin",
      timeZone: "Europe/Berlin",
      countryCode: "DE",
    });
    deps.memo.clear();
    const city = await cityOf("berlin");
    const week = numberedWeekOf("2026-12-14", "DE");
    const event = await createEvent(deps.db, {
      cityId: city.id,
      startsAt: Date.parse("2026-12-15T19:00:00Z"),
      timeZone: "Europe/Berlin",
    });
    await saveWeek(deps, editor, { city, week }, inputOf([event.id]), NEW);
    passUntil("2026-12-11T06:00:00Z");
    expect(localDay(deps.clock.now(), "Europe/Berlin")).toBe("2026-12-11");
    expect(await publishWeeks(deps)).toMatchObject({ published: 1 });
  });
});

describe("a week's emails", () => {
  async function publishedWeek() {
    const target = await nextWeek();
    const ids = await addEvents(3);
    await saveWeek(
      deps,
      editor,
      target,
      inputOf(ids, { en: "Small halls.", fa: "سالن‌های کوچک." }),
      NEW,
    );
    passUntil(THURSDAY);
    await publishWeeks(deps);
    return target;
  }

  const send = async () => {
    const [job] = await deps.db.select().from(jobs);
    if (!job) throw new Error("No job was ordered.");
    return runJob(deps, { "week.mail": mailWeek }, job.id);
  };

  const confirm = async (email: string) => {
    const row = await deps.db
      .select()
      .from(weekSubscribers)
      .where(eq(weekSubscribers.email, email))
      .get();
    await setWeekSubscription(deps, await weekToken(deps, row?.id ?? ""), true);
  };

  it("go once to each confirmed address in its language, with a link that ends them", async () => {
    const { city } = await nextWeek();
    for (const [email, locale] of [
      ["one@example.com", "en"],
      ["two@example.com", "fa"],
      ["three@example.com", "en"],
    ] as const)
      await subscribeAddress(deps, { email, city, locale, address: "203.0.113.1" });
    await confirm("one@example.com");
    await confirm("two@example.com");
    await publishedWeek();
    await send();
    await mailWeek(deps, { weekId: (await latestWeek(deps, city.id))?.id ?? "", after: "" });
    const sent = await mailsOf(deps, "weekPicks");
    expect(sent.map(({ toAddress, locale }) => [toAddress, locale])).toEqual([
      ["one@example.com", "en"],
      ["two@example.com", "fa"],
    ]);
    const [english, persian] = sent;
    expect(english?.subject).toBe("The week’s picks in Tehran: Evening 1");
    expect(english?.text).toContain("Small halls.");
    expect(english?.text).toContain("Go, ");
    expect(persian?.html).toContain("سالن‌های کوچک.");
    expect(persian?.subject).toContain("تهران");
    expect(english?.text).not.toContain("account");
    expect(await deliverMail(deps, english?.id ?? "")).toBe("sent");
    expect(deps.mailed.at(-1)?.headers).toMatchObject({
      "List-Unsubscribe": expect.stringMatching(/^<https?:\/\/[^>]+\/weekly\?token=[^>]+>$/),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    const row = await deps.db
      .select()
      .from(weekSubscribers)
      .where(eq(weekSubscribers.email, "two@example.com"))
      .get();
    expect(await setWeekSubscription(deps, await weekToken(deps, row?.id ?? ""), false)).toBe(true);
    expect(await deliverMail(deps, persian?.id ?? "")).toBe("skipped");
  });

  it("follow an account's present address and its switch for emails", async () => {
    const { city } = await nextWeek();
    const { users } = await import("../../db/schema");
    const actor = await addActor(deps);
    await deps.db
      .update(users)
      .set({ email: "old@example.com", emailVerifiedAt: 1 })
      .where(eq(users.id, actor.id));
    await subscribeAccount(deps, actor, city, "en");
    await deps.db.update(users).set({ email: "new@example.com" }).where(eq(users.id, actor.id));
    await publishedWeek();
    await send();
    expect((await mailsOf(deps, "weekPicks")).map(({ toAddress }) => toAddress)).toEqual([
      "new@example.com",
    ]);
  });

  it("continue where a step ended", async () => {
    const { city } = await publishedWeek();
    const rows = Array.from({ length: 60 }, (_, at) => ({
      id: `019b0000-0000-7000-b000-${String(at).padStart(12, "0")}`,
      cityId: city.id,
      email: `reader-${at}@example.com`,
      locale: "en" as const,
      confirmedAt: 1,
      createdAt: 1,
    }));
    for (const row of rows) await deps.db.insert(weekSubscribers).values(row);
    await send();
    expect(await mailsOf(deps, "weekPicks")).toHaveLength(60);
    expect(await deps.db.select().from(jobs)).toEqual([]);
  });

  it("are not ordered for a week that is half over", async () => {
    const target = await nextWeek();
    const ids = await addEvents(3);
    passUntil("2026-12-15T12:00:00+03:30");
    await saveWeek(deps, editor, target, inputOf(ids.slice(2)), {
      expectedVersion: null,
      publishes: true,
    });
    expect(await publishWeeks(deps)).toEqual({ published: 0, mailed: 0 });
    expect(await deps.db.select().from(jobs)).toEqual([]);
    expect((await deps.db.select().from(cityWeeks)).map(({ mailedAt }) => mailedAt)).toEqual([
      deps.clock.now(),
    ]);
  });
});

describe("a visitor's subscription", () => {
  it("needs a confirmation, whose emails are limited by address and network", async () => {
    const { city } = await nextWeek();
    const ask = (email: string, address = "203.0.113.1") =>
      subscribeAddress(deps, { email, city, locale: "en", address });
    expect((await failureOf(ask("nobody"))).issues).toEqual([
      { path: "email", message: "errors:issue.email" },
    ]);
    for (let count = 0; count < 3; count += 1) await ask("sara@example.com");
    expect(await mailsOf(deps, "confirmWeek")).toHaveLength(3);
    expect((await failureOf(ask("Sara@Example.com"))).code).toBe("too-many-requests");
    const row = await deps.db.select().from(weekSubscribers).get();
    expect(row).toMatchObject({ email: "sara@example.com", confirmedAt: null });
    expect(await setWeekSubscription(deps, `${row?.id}.${"0".repeat(64)}`, true)).toBe(false);
    expect(await setWeekSubscription(deps, await weekToken(deps, row?.id ?? ""), true)).toBe(true);
    deps.pass(2 * DAY);
    await ask("sara@example.com");
    expect(await mailsOf(deps, "confirmWeek")).toHaveLength(3);
  });

  it("keeps its language once it is confirmed, whoever enters its address [S-42]", async () => {
    const { city } = await nextWeek();
    const ask = (locale: "en" | "fa") =>
      subscribeAddress(deps, { email: "sara@example.com", city, locale, address: "203.0.113.1" });
    await ask("fa");
    const before = await deps.db.select().from(weekSubscribers).get();
    await setWeekSubscription(deps, await weekToken(deps, before?.id ?? ""), true);
    const confirmed = await deps.db.select().from(weekSubscribers);
    expect(await ask("en")).toBeUndefined();
    expect(await deps.db.select().from(weekSubscribers)).toEqual(confirmed);
    expect(confirmed[0]?.locale).toBe("fa");
    expect(await mailsOf(deps, "confirmWeek")).toHaveLength(1);
  });

  it("is forgotten after a week without one", async () => {
    const { city } = await nextWeek();
    await subscribeAddress(deps, {
      email: "sara@example.com",
      city,
      locale: "en",
      address: "203.0.113.1",
    });
    deps.pass(6 * DAY);
    expect(await purgeAll(deps, weekSubscribersPurge)).toBe(0);
    deps.pass(2 * DAY);
    expect(await purgeAll(deps, weekSubscribersPurge)).toBe(1);
  });
});

it("a merged city's weeks and subscribers move, but for those that the other city has", async () => {
  const target = await nextWeek();
  const [first = "", second = ""] = await addEvents(2);
  await saveWeek(deps, editor, target, inputOf([first]), NEW);
  await createCity(deps.db, { slug: "old", nameEn: "Old town" });
  deps.memo.clear();
  const old = await cityOf("old");
  await deps.db.update(events).set({ cityId: old.id }).where(eq(events.id, second));
  await saveWeek(deps, editor, { city: old, week: target.week }, inputOf([second]), NEW);
  const subscribe = (email: string, city: typeof old) =>
    subscribeAddress(deps, { email, city, locale: "en", address: "203.0.113.1" });
  await subscribe("both@example.com", old);
  await subscribe("both@example.com", target.city);
  await subscribe("one@example.com", old);
  let after: string | null = null;
  for (let isDone = false; !isDone; ) {
    const progress = await mergeCity(deps, editor, { slug: "old", into: "tehran", after });
    ({ isDone, after } = progress);
  }
  expect(
    (await deps.db.select().from(weekSubscribers)).map(({ email, cityId }) => [email, cityId]),
  ).toEqual(
    expect.arrayContaining([
      ["both@example.com", target.city.id],
      ["one@example.com", target.city.id],
    ]),
  );
  expect(await deps.db.select().from(weekSubscribers)).toHaveLength(2);
  expect(await storedPicks()).toEqual(["Evening 1"]);
});

it("a city's weekly feed has the latest published picks, the soonest first", async () => {
  const target = await nextWeek();
  const context = { deps, locale: "en" as const, origin: "http://rooydad.test" };
  const read = () =>
    readFeed(context, { kind: "week", slug: "tehran" }, new URLSearchParams(), "atom");
  expect((await read()).events).toEqual([]);
  const [first = "", second = ""] = await addEvents(2);
  await saveWeek(deps, editor, target, inputOf([second, first]), {
    expectedVersion: null,
    publishes: true,
  });
  expect((await read()).events.map(({ id }) => id)).toEqual([second, first]);
  expect((await read()).page).toBe("http://rooydad.test/cities/tehran/week/1405-39");
  expect(
    (
      await failureOf(
        readFeed(context, { kind: "week", slug: "none" }, new URLSearchParams(), "ics"),
      )
    ).code,
  ).toBe("not-found");
  expect(await earlierWeeks(deps, target.city.id, "2026-12-19", 5)).toEqual([
    { firstDay: "2026-12-12" },
  ]);
  expect(await deps.db.select().from(mails)).toEqual([]);
});
