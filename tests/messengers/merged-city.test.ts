import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { fromWallTime } from "../../app/lib/dates/dates.server";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import { mergeCity } from "../../app/modules/cities/merge-city.server";
import { listCities } from "../../app/modules/cities/queries.server";
import { numberedWeekOf } from "../../app/modules/discovery/weeks/numbered-week";
import { saveWeek } from "../../app/modules/discovery/weeks/write-week.server";
import { setBotToken } from "../../app/modules/messengers/bots.server";
import {
  createChannel,
  listChannelPosts,
  listChannels,
  updateChannel,
} from "../../app/modules/messengers/channels.server";
import type { ChannelInput } from "../../app/modules/messengers/messenger-schema";
import { sweepMessengers } from "../../app/modules/messengers/send-posts.server";
import { channelPosts, channels, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addSignedIn, emptyPeople } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { MessengerStandIn } from "./stand-in";

let deps: TestDeps;
let admin: Awaited<ReturnType<typeof addSignedIn>>;
let there: MessengerStandIn;

const TOKEN = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcE";
/** Both cities' weeks begin then. */
const SATURDAY = "2026-12-05";
const INPUT: ChannelInput = {
  service: "telegram",
  city: "ray",
  chat: "@ray",
  locale: "en",
  postsWeek: true,
  postsTonight: false,
};

beforeEach(async () => {
  // Saturday 5 December 2026, 08:00 in Tehran.
  deps = createTestDeps(fromWallTime(SATURDAY, "08:00", "Asia/Tehran"));
  await emptyPeople(deps);
  admin = await addSignedIn(deps, { email: "admin@example.com", role: "admin" });
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  await createCity(deps.db, { slug: "ray", nameEn: "Ray", nameFa: "ری" });
  deps.memo.clear();
  there = new MessengerStandIn(deps, [TOKEN]);
  await setBotToken(deps, admin.actor, "telegram", TOKEN);
});

const sweep = () => sweepMessengers(deps, there.sending);
const add = (changes: Partial<ChannelInput> = {}) =>
  createChannel(deps, admin.actor, { ...INPUT, ...changes });
const textOf = (chat: string) =>
  there.messages.filter((message) => message.chat === `telegram ${chat}`).map(({ text }) => text);

async function cityOf(slug: string) {
  const city = (await listCities(deps)).find((one) => one.slug === slug);
  if (!city) throw new Error(`No city ${slug}.`);
  return city;
}

/** Publishes a week with one event, or writes a draft of it. */
async function pick(slug: string, titleEn: string, publishes = true) {
  const city = await cityOf(slug);
  const startsAt = fromWallTime(SATURDAY, "20:00", "Asia/Tehran") + 3 * DAY;
  const { id } = await createEvent(deps.db, {
    cityId: city.id,
    titleEn,
    venueEn: "A hall",
    startsAt,
  });
  deps.memo.clear();
  const input = {
    intro: { en: null, fa: null },
    picks: [{ event: id, line: { en: "Go.", fa: "بروید." } }],
  };
  await saveWeek(deps, admin.actor, { city, week: numberedWeekOf(SATURDAY, "IR") }, input, {
    expectedVersion: null,
    publishes,
  });
  return id;
}

async function merge() {
  const progress = await mergeCity(deps, admin.actor, { slug: "ray", into: "tehran", after: null });
  expect(progress).toMatchObject({ isDone: true });
  deps.memo.clear();
  deps.pass(MINUTE);
}

const cancel = (id: string) =>
  deps.db.update(events).set({ lifecycle: "cancelled", version: 9 }).where(eq(events.id, id));

describe("the channels of a city that is merged into another", () => {
  it("become channels of that one, with their posts, which still follow their events", async () => {
    const { id } = await add();
    const event = await pick("ray", "An evening in Ray");
    await sweep();
    expect(textOf("@ray")).toEqual([expect.stringContaining("in Ray")]);
    await merge();
    const tehran = await cityOf("tehran");
    expect(await listChannels(deps, admin.actor)).toMatchObject([
      { id, cityId: tehran.id, chat: "@ray", offSince: null },
    ]);
    await cancel(event);
    await sweep();
    const [text = ""] = textOf("@ray");
    expect(text).toContain("in Tehran");
    expect(text).toContain("/cities/tehran/week/");
    expect(text).toMatch(/cancelled/i);
    expect(await listChannelPosts(deps, admin.actor, id)).toMatchObject([
      { kind: "week", subject: SATURDAY, status: "sent" },
    ]);
  });

  it.each([
    ["published", true],
    ["a draft", false],
  ])(
    "keep what they were told of a week that goes, where the other city's is %s",
    async (_, publishes) => {
      const { id } = await add();
      await pick("ray", "An evening in Ray");
      await sweep();
      const before = textOf("@ray");
      await pick("tehran", "An evening in Tehran", publishes);
      // Another version than that of the week that was posted.
      await deps.db.run(
        "UPDATE city_weeks SET version = 7 WHERE city_id = (SELECT id FROM cities WHERE slug = 'tehran')",
      );
      await merge();
      expect(await sweep()).toMatchObject({ made: 0, edits: 0, sent: 0 });
      expect(textOf("@ray")).toEqual(before);
      expect(await listChannelPosts(deps, admin.actor, id)).toHaveLength(1);
    },
  );

  it("post the other city's week where they have not posted yet, and its evenings", async () => {
    await add({ postsTonight: true });
    await pick("tehran", "An evening in Tehran");
    await merge();
    await sweep();
    expect(textOf("@ray")).toEqual([expect.stringContaining("An evening in Tehran")]);
    const tonight = await createEvent(deps.db, {
      cityId: (await cityOf("tehran")).id,
      titleEn: "Tonight in Tehran",
      startsAt: fromWallTime(SATURDAY, "21:00", "Asia/Tehran"),
    });
    deps.pass(fromWallTime(SATURDAY, "17:01", "Asia/Tehran") - deps.clock.now());
    deps.memo.clear();
    await sweep();
    expect(textOf("@ray")[1]).toContain(tonight.titleEn);
  });

  it("are one where both cities posted in the same chat, and none is orphaned", async () => {
    const kept = await add({ city: "tehran", chat: "@both" });
    await add({ chat: "@both" });
    const off = await add({ chat: "@off" });
    await updateChannel(deps, admin.actor, off.id, { isOn: false });
    await pick("ray", "An evening in Ray");
    await sweep();
    await merge();
    const tehran = await cityOf("tehran");
    const rows = await deps.db.select().from(channels).orderBy(channels.chat);
    expect(rows.map(({ id, cityId, offSince }) => [id, cityId, offSince !== null])).toEqual([
      [kept.id, tehran.id, false],
      [off.id, tehran.id, true],
    ]);
    // The week's post of the other one is in the chat; its own comes with the week that has moved.
    await sweep();
    const posts = await deps.db.select().from(channelPosts);
    expect(posts.every(({ channelId }) => rows.some(({ id }) => id === channelId))).toBe(true);
    expect(await sweep()).toMatchObject({ made: 0, sent: 0 });
  });
});
