import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Locale } from "../../app/i18n/locale";
import { fromWallTime } from "../../app/lib/dates/dates.server";
import { DAY, HOUR, MINUTE, SECOND } from "../../app/lib/dates/durations";
import { listCities } from "../../app/modules/cities/queries.server";
import { numberedWeekOf } from "../../app/modules/discovery/weeks/numbered-week";
import { publishWeeks } from "../../app/modules/discovery/weeks/publish-weeks.server";
import { saveWeek } from "../../app/modules/discovery/weeks/write-week.server";
import { answerAnnouncement } from "../../app/modules/intake/drafting/answer-announcement.server";
import { answerUpdate, botUpdatesPurge } from "../../app/modules/messengers/answer-update.server";
import {
  listBots,
  removeBotToken,
  setBotHook,
  setBotToken,
} from "../../app/modules/messengers/bots.server";
import {
  createChannel,
  deleteChannel,
  listChannelPosts,
  listChannels,
  testChannel,
  updateChannel,
} from "../../app/modules/messengers/channels.server";
import { sweepMessengers } from "../../app/modules/messengers/send-posts.server";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import {
  botUpdates,
  channelPosts,
  cities,
  events,
  type Messenger,
  messengerBots,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addSignedIn, emptyPeople, entriesOf, failureOf, issuesOf } from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { MessengerStandIn } from "./stand-in";

let deps: TestDeps;
let admin: Awaited<ReturnType<typeof addSignedIn>>;
let there: MessengerStandIn;
let tehran: Awaited<ReturnType<typeof createCity>>;

const TOKEN = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcE";
/** The week of Tehran that Tuesday 8 December 2026 is in: 5 to 11 December. */
const SATURDAY = "2026-12-05";
const INPUT = {
  service: "telegram" as Messenger,
  city: "tehran",
  chat: "@tehran",
  locale: "fa" as Locale,
  postsWeek: true,
  postsTonight: false,
};

beforeEach(async () => {
  // Saturday 5 December 2026, 08:00 in Tehran.
  deps = createTestDeps(fromWallTime(SATURDAY, "08:00", "Asia/Tehran"));
  await emptyPeople(deps);
  admin = await addSignedIn(deps, { email: "admin@example.com", role: "admin" });
  tehran = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  deps.memo.clear();
  there = new MessengerStandIn(deps, [TOKEN]);
  for (const service of ["telegram", "bale", "eitaa"] as const)
    await setBotToken(deps, admin.actor, service, TOKEN);
});

const add = (changes: Partial<typeof INPUT> = {}) =>
  createChannel(deps, admin.actor, { ...INPUT, ...changes });
const sweep = () => sweepMessengers(deps, there.sending);
const postsOf = (id: string) => listChannelPosts(deps, admin.actor, id);

/** Events of the week at different evenings and venues. */
async function addEvents(
  count: number,
  changes: Partial<Parameters<typeof createEvent>[1]> = {},
  cityId = tehran.id,
) {
  const rows = [];
  for (let at = 0; at < count; at++)
    rows.push(
      await createEvent(deps.db, {
        cityId,
        titleEn: `Evening ${at + 1}`,
        titleFa: `شب ${at + 1}`,
        venueEn: `Hall ${at + 1}`,
        startsAt: fromWallTime(SATURDAY, "20:00", "Asia/Tehran") + (at % 6) * DAY,
        ...changes,
      }),
    );
  deps.memo.clear();
  return rows;
}

async function pick(
  rows: readonly { id: string }[],
  line = { en: "Go.", fa: "بروید." },
  version: number | null = null,
) {
  const city = (await listCities(deps)).find(({ slug }) => slug === "tehran");
  if (!city) throw new Error("No such city.");
  const input = {
    intro: { en: null, fa: null },
    picks: rows.map(({ id }) => ({ event: id, line })),
  };
  await saveWeek(
    deps,
    admin.actor,
    { city, week: numberedWeekOf(SATURDAY, "IR") },
    input,
    version === null
      ? { expectedVersion: null, publishes: true }
      : { expectedVersion: version, publishes: true },
  );
}

const change = async (id: string, values: Partial<typeof events.$inferInsert>) => {
  const row = await deps.db.select().from(events).where(eq(events.id, id)).get();
  await deps.db
    .update(events)
    .set({ version: (row?.version ?? 0) + 1, updatedAt: deps.clock.now(), ...values })
    .where(eq(events.id, id));
};

describe("a channel", () => {
  it("gets the week's ten once when it is published, in its language", async () => {
    const fa = await add();
    const en = await add({ chat: "@tehran_en", locale: "en" });
    const rows = await addEvents(10);
    expect(await sweep()).toMatchObject({ made: 0, sent: 0 });
    await pick(rows);
    expect(await sweep()).toEqual({ made: 2, edits: 0, sent: 2, failed: 0 });
    expect(await sweep()).toEqual({ made: 0, edits: 0, sent: 0, failed: 0 });
    const [persian, english] = there.messages;
    expect(english?.text).toContain("<b>The week’s ten in Tehran</b>");
    expect(english?.text).toContain(
      `1. <a href="https://rooydad.example/events/${rows[0]?.id}?lang=en">Evening 1</a>`,
    );
    expect(english?.text).toMatch(/Saturday, 20:00 – 22:00 · Hall 1 · .*\nGo\.\n/);
    expect(english?.text).toContain(
      'href="https://rooydad.example/cities/tehran/week/1405-38?lang=en"',
    );
    expect(persian?.text).toMatch(/۱\. <a href="[^"]+lang=fa">شب 1<\/a>/);
    expect(persian?.text).toContain("بروید.");
    expect((await postsOf(fa.id))[0]).toMatchObject({
      kind: "week",
      subject: SATURDAY,
      status: "sent",
      messageId: "1",
    });
    expect((await postsOf(en.id))[0]).toMatchObject({ status: "sent", messageId: "2" });
  });

  it("gets what the score has picked, too, and nothing of a week that has been running for two days", async () => {
    await add();
    await addEvents(5);
    await deps.db.update(cities).set({ upcomingCount: 5 });
    deps.memo.clear();
    expect((await publishWeeks(deps)).published).toBe(1);
    deps.pass(2 * DAY);
    expect(await sweep()).toMatchObject({ made: 0 });
    deps.pass(-DAY);
    expect(await sweep()).toMatchObject({ made: 1, sent: 1 });
  });

  it("is written to as each messenger reads it, within 4096 characters [S-108]", async () => {
    const odd = '<b>Jazz & *Blues* [live]_now_ "quoted"</b>';
    const rows = await addEvents(10, {
      titleEn: odd.padEnd(290, "x"),
      venueEn: "A very long venue ".repeat(12),
    });
    for (const service of ["telegram", "bale", "eitaa"] as const)
      await add({ service, locale: "en" });
    await pick(rows, { en: "y".repeat(200), fa: "ی".repeat(200) });
    expect(await sweep()).toMatchObject({ sent: 3, failed: 0 });
    const [telegram, bale, eitaa] = ["telegram", "bale", "eitaa"].map((name) =>
      there.messages.find(({ service }) => service === name),
    );
    expect(telegram?.text).toContain("&lt;b&gt;Jazz &amp; *Blues*");
    expect(bale?.text).toContain("<b>Jazz & ＊Blues＊ ［live］＿now＿");
    expect(eitaa?.text).toContain("<b>Jazz & *Blues* [live]_now_");
    expect(eitaa?.chat).toBe("eitaa tehran");
    for (const message of there.messages) {
      expect(message.text.length).toBeLessThanOrEqual(4096);
      expect(message.text.split("/events/").length - 1).toBe(10);
    }
  });

  it("gets each evening's events at 17:00 of its city, once a day, and no empty post", async () => {
    const channel = await add({ postsWeek: false, postsTonight: true });
    const [tonight] = await addEvents(2);
    expect(await sweep()).toMatchObject({ made: 0 });
    deps.pass(9 * HOUR - 1);
    expect(await sweep()).toMatchObject({ made: 0 });
    deps.pass(1);
    expect(await sweep()).toMatchObject({ made: 1, sent: 1 });
    deps.pass(HOUR);
    expect(await sweep()).toMatchObject({ made: 0, sent: 0 });
    expect(there.messages[0]?.text).toContain("<b>امشب در تهران</b>");
    expect(there.messages[0]?.text).toContain(tonight?.id);
    expect(there.messages[0]?.text).toMatch(/\n۲۰:۰۰/);
    // The next evening without events.
    await deps.db.update(events).set({ isActive: false });
    deps.pass(DAY - HOUR);
    await sweep();
    expect(there.messages).toHaveLength(1);
    expect((await postsOf(channel.id)).map(({ subject, status }) => [subject, status])).toEqual([
      ["2026-12-06", "empty"],
      ["2026-12-05", "sent"],
    ]);
  });

  it("has its post changed when an event changes, is cancelled or hidden, or the picks change, where the messenger can", async () => {
    await add();
    await add({ service: "bale" });
    await add({ service: "eitaa" });
    const rows = await addEvents(4);
    await pick(rows);
    await sweep();
    const [first, second, third] = rows;
    if (!first || !second || !third) throw new Error("No events.");
    await change(first.id, { titleFa: "عنوان تازه", venueFa: "تالار دیگر" });
    await change(second.id, { lifecycle: "cancelled" });
    await change(third.id, { isActive: false });
    deps.pass(MINUTE);
    expect(await sweep()).toEqual({ made: 0, edits: 2, sent: 2, failed: 0 });
    const [telegram, , eitaa] = ["telegram", "bale", "eitaa"].map((name) =>
      there.messages.find(({ service }) => service === name),
    );
    expect(telegram?.text).toContain("عنوان تازه");
    expect(telegram?.text).toContain("تالار دیگر");
    expect(telegram?.text).toContain("لغو");
    expect(telegram?.text).not.toContain(third.id);
    expect(eitaa).toMatchObject({ edits: 0 });
    deps.pass(MINUTE);
    expect(await sweep()).toMatchObject({ edits: 0, sent: 0 });
    // A counter is no change, nor is a new version with the same words.
    await deps.db.update(events).set({ viewCount: 7 });
    expect(await sweep()).toMatchObject({ edits: 0 });
    await change(first.id, { descriptionEn: "Longer." });
    const asked = there.asked;
    expect(await sweep()).toMatchObject({ edits: 2, sent: 2 });
    expect(there.asked).toBe(asked);
    // Shown again, and picked anew.
    await change(third.id, { isActive: true });
    await sweep();
    expect(there.messages.find(({ service }) => service === "bale")?.text).toContain(third.id);
    deps.pass(MINUTE);
    await pick([first], undefined, 1);
    await sweep();
    expect(there.messages[0]?.text).not.toContain(second.id);
    expect(there.messages).toHaveLength(3);
    // After its week nothing is changed any more.
    deps.pass(8 * DAY);
    await change(first.id, { titleFa: "دیر" });
    expect(await sweep()).toMatchObject({ edits: 0 });
  });

  it("is switched off with the messenger's reason when that refuses it, and the other ones go on", async () => {
    const gone = await add({ chat: "@gone" });
    const kicked = await add({ chat: "@kicked" });
    const fine = await add();
    await pick(await addEvents(3));
    there.failing = (_method, { chat_id: chat }) =>
      chat === "@gone"
        ? {
            status: 400,
            body: { ok: false, error_code: 400, description: "Bad Request: chat not found" },
          }
        : chat === "@kicked"
          ? {
              status: 403,
              body: {
                ok: false,
                error_code: 403,
                description: "Forbidden: bot was kicked from the channel chat",
              },
            }
          : null;
    expect(await sweep()).toMatchObject({ sent: 1, failed: 2 });
    const rows = await listChannels(deps, admin.actor);
    expect(rows.map(({ id, offReason }) => [id, offReason])).toEqual([
      [gone.id, "HTTP 400: Bad Request: chat not found"],
      [kicked.id, "HTTP 403: Forbidden: bot was kicked from the channel chat"],
      [fine.id, null],
    ]);
    expect((await postsOf(gone.id))[0]).toMatchObject({
      status: "dead",
      lastError: "HTTP 400: Bad Request: chat not found",
    });
    expect(await entriesOf(deps, "channel.failed", gone.id)).toHaveLength(1);
    const asked = there.asked;
    deps.pass(DAY);
    await sweep();
    expect(there.asked).toBe(asked);
    await updateChannel(deps, admin.actor, gone.id, { isOn: true });
    expect((await listChannels(deps, admin.actor))[0]).toMatchObject({
      offSince: null,
      offReason: null,
    });
  });

  it("waits with a token that the messenger refuses, which no log or row repeats, until there is another one [S-105]", async () => {
    const channel = await add();
    await pick(await addEvents(3));
    await setBotToken(deps, admin.actor, "telegram", "0000000000:not-the-token");
    expect(await sweep()).toMatchObject({ sent: 0 });
    expect((await listBots(deps, admin.actor))[0]).toMatchObject({
      hasToken: true,
      problem: "HTTP 401: Unauthorized",
    });
    deps.pass(MINUTE);
    const asked = there.asked;
    await sweep();
    expect(there.asked).toBe(asked);
    await setBotToken(deps, admin.actor, "telegram", TOKEN);
    expect(await sweep()).toMatchObject({ sent: 1 });
    expect((await listBots(deps, admin.actor))[0]?.problem).toBeNull();
    expect((await postsOf(channel.id))[0]).toMatchObject({ status: "sent", lastError: null });
    there.sending.ask = async (url) => {
      throw new Error(`No way to ${url}`);
    };
    await testChannel(deps, admin.actor, channel.id);
    await sweep();
    const { results } = await env.DB.prepare("SELECT * FROM channel_posts").all();
    const bots = await env.DB.prepare("SELECT * FROM messenger_bots").all();
    const audit = await env.DB.prepare("SELECT * FROM audit_entries").all();
    for (const rows of [results, bots.results, audit.results, await listBots(deps, admin.actor)])
      expect(JSON.stringify(rows)).not.toContain(TOKEN);
    expect(JSON.stringify(results)).toContain("No way to");
  });

  it("is tried again with longer waits after other failures, until its week is over", async () => {
    const channel = await add();
    await pick(await addEvents(3));
    there.failing = () => ({ status: 502, body: {} });
    const began = deps.clock.now();
    const at: number[] = [];
    for (let turn = 0; turn < 7; turn++) {
      await sweep();
      const [post] = await postsOf(channel.id);
      if (post?.status !== "pending") break;
      at.push(Math.round((post.dueAt - began) / MINUTE));
      deps.pass(post.dueAt - deps.clock.now());
    }
    expect(at).toEqual([1, 6, 36, 156, 516, 1956, 3396]);
    there.failing = () => null;
    await sweep();
    expect((await postsOf(channel.id))[0]).toMatchObject({ status: "sent", attempts: 8 });
  });

  it("takes a test, and is of admins alone, within the setting", async () => {
    const channel = await add();
    await testChannel(deps, admin.actor, channel.id);
    expect(await sweep()).toMatchObject({ sent: 1 });
    expect(there.messages[0]?.text).toContain("تهران");
    const moderator = await addSignedIn(deps, {
      email: "moderator@example.com",
      role: "moderator",
    });
    const { id } = channel;
    for (const actor of [
      moderator.actor,
      (await addSignedIn(deps, { email: "user@example.com" })).actor,
    ]) {
      const refusals = [
        () => listChannels(deps, actor),
        () => createChannel(deps, actor, INPUT),
        () => updateChannel(deps, actor, id, { isOn: false }),
        () => deleteChannel(deps, actor, id),
        () => testChannel(deps, actor, id),
        () => postsOfAs(actor, id),
        () => listBots(deps, actor),
        () => setBotToken(deps, actor, "telegram", TOKEN),
        () => removeBotToken(deps, actor, "telegram"),
        () => setBotHook(deps, actor, "telegram", there.sending),
      ];
      for (const refusal of refusals) expect((await failureOf(refusal())).code).toBe("forbidden");
    }
    expect(await issuesOf(add())).toHaveProperty("chat");
    expect(await issuesOf(add({ city: "nowhere" }))).toHaveProperty("city");
    await changeSettings(deps, "features", { enableMessengers: false }, null);
    await pick(await addEvents(3));
    expect(await sweep()).toEqual({ made: 0, edits: 0, sent: 0, failed: 0 });
    expect((await failureOf(testChannel(deps, admin.actor, id))).code).toBe("forbidden");
    await changeSettings(deps, "features", { enableMessengers: true }, null);
    expect(await sweep()).toMatchObject({ sent: 1 });
    await deleteChannel(deps, admin.actor, id);
    expect(await deps.db.$count(channelPosts)).toBe(0);
    for (const action of ["channel.added", "channel.removed"])
      expect(await entriesOf(deps, action, id)).toHaveLength(1);
  });
});

const postsOfAs = (actor: typeof admin.actor, id: string) => listChannelPosts(deps, actor, id);

describe("the limits of messengers", () => {
  /** Channels of one bot, each with the week's post. */
  async function addMany(count: number) {
    for (let at = 0; at < count; at++) await add({ chat: `@channel_${at}` });
    await pick(await addEvents(3));
  }

  it("are kept: never more than 30 messages a second, nor two a second to a chat", async () => {
    await addMany(70);
    // Two posts for one chat.
    const [channel] = await listChannels(deps, admin.actor);
    await testChannel(deps, admin.actor, channel?.id ?? "");
    there.delay = 0;
    expect(await sweep()).toMatchObject({ sent: 71, failed: 0 });
    await testChannel(deps, admin.actor, channel?.id ?? "");
    await testChannel(deps, admin.actor, channel?.id ?? "");
    // Two workers at once, too.
    await Promise.all([sweep(), sweep()]);
    expect(there.messages).toHaveLength(73);
    expect(there.limited).toBe(0);
  });

  it("are obeyed where the messenger is stricter: nothing is asked before retry_after is over", async () => {
    await addMany(3);
    let isStrict = true;
    there.failing = () =>
      isStrict
        ? {
            status: 429,
            body: {
              ok: false,
              error_code: 429,
              description: "Too Many Requests",
              parameters: { retry_after: 90 },
            },
          }
        : null;
    await sweep();
    expect(there.asked).toBe(1);
    expect((await listBots(deps, admin.actor))[0]?.pausedUntil).toBe(
      new Date(deps.clock.now() - there.delay + 90 * SECOND + there.delay).toISOString(),
    );
    isStrict = false;
    deps.pass(90 * SECOND - 1);
    await sweep();
    expect(there.asked).toBe(1);
    deps.pass(1);
    expect(await sweep()).toMatchObject({ sent: 3 });
    expect(there.messages).toHaveLength(3);
  });
});

describe("posts", () => {
  /** Dependencies of a worker that dies after some statements. */
  const dying = (calls: number): TestDeps => {
    let left = calls;
    const db = new Proxy(deps.db, {
      get(target, name, receiver) {
        if (["batch", "select", "update", "insert", "delete"].includes(String(name)) && left-- <= 0)
          throw new Error("The worker has died.");
        return Reflect.get(target, name, receiver);
      },
    });
    return { ...deps, db };
  };

  it("survive workers that die at every step: none is lost, and each death sends one message twice at most", async () => {
    for (let at = 0; at < 12; at++) await add({ chat: `@channel_${at}` });
    await pick(await addEvents(3));
    let deaths = 0;
    for (let calls = 1; calls <= 60; calls++) {
      await sweepMessengers(dying(calls), there.sending).catch(() => {
        deaths += 1;
      });
      // Claims and leases of the dead end.
      deps.pass(3 * MINUTE);
    }
    await sweep();
    const rows = await deps.db.select().from(channelPosts);
    expect(rows).toHaveLength(12);
    expect(rows.every(({ status }) => status === "sent")).toBe(true);
    expect(new Set(there.messages.map(({ chat }) => chat)).size).toBe(12);
    expect(deaths).toBeGreaterThan(10);
    expect(there.messages.length).toBeLessThanOrEqual(12 + deaths);
  });

  it("are found by indexes alone", async () => {
    const plans = [
      "SELECT * FROM channel_posts WHERE status IN ('pending', 'sending') AND due_at <= 1 ORDER BY due_at LIMIT 100",
      "SELECT * FROM channel_posts WHERE status = 'sent' AND ends_at > 1",
      "SELECT * FROM channel_posts WHERE created_at > 1",
      "SELECT count(*) FROM bot_updates WHERE chat_hash = 'a' AND at > 1",
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

describe("a bot", () => {
  let updates = 0;
  const update = (text: string, changes: object = {}) => ({
    update_id: ++updates,
    message: {
      message_id: 1,
      chat: { id: 77, type: "private" },
      from: { id: 77, language_code: "fa" },
      text,
      ...changes,
    },
  });
  const answer = (text: string, service: Messenger = "telegram", changes: object = {}) =>
    answerUpdate(deps, service, update(text, changes), there.sending) as Promise<{
      method: string;
      chat_id: number;
      text: string;
      reply_markup?: { inline_keyboard: { text: string; url: string }[][] };
    } | null>;

  it("answers in the language of the question with five events and their buttons", async () => {
    const rows = await addEvents(6);
    await rebuildSearch(deps.db);
    const english = await answer("concerts in Tehran this week");
    expect(english).toMatchObject({ method: "sendMessage", chat_id: 77, parse_mode: "HTML" });
    expect(english?.text).toContain("Here’s what I found:");
    expect(english?.text.match(/\/events\//g)).toHaveLength(5);
    const buttons = english?.reply_markup?.inline_keyboard ?? [];
    expect(buttons).toHaveLength(6);
    const [first] = rows;
    expect(buttons[0]?.map(({ url }) => url)).toEqual([
      `https://rooydad.example/events/${first?.id}?lang=en`,
      `https://rooydad.example/events/${first?.id}/ics?lang=en`,
      `https://rooydad.example/events/${first?.id}/collections?lang=en`,
    ]);
    const persian = await answer("کنسرت در تهران");
    expect(persian?.text).toContain("این‌ها را پیدا کردم:");
    expect(persian?.reply_markup?.inline_keyboard[0]?.map(({ text }) => text)).toEqual([
      "۱. صفحه",
      "تقویم",
      "ذخیره",
    ]);
  });

  it("answers an announcement with what was read of it, and the way to the short form", async () => {
    const read = (text: string) =>
      answerUpdate(deps, "telegram", update(text), there.sending, answerAnnouncement) as Promise<{
        text: string;
        reply_markup?: { inline_keyboard: { text: string; url: string }[][] };
      } | null>;
    const text = "شب کمانچه\n📅 ۱۲ فروردین ۱۴۰۶ ساعت ۲۰\n📍 تالار رودکی، تهران\n🎟 ۲۰۰ ت";
    const said = await read(text);
    for (const part of ["شب کمانچه", "۱۲ فروردین ۱۴۰۶", "آوریل", "تالار رودکی", "۲۰۰٬۰۰۰ تومان"])
      expect(said?.text).toContain(part);
    const { url = "" } = said?.reply_markup?.inline_keyboard[0]?.[0] ?? {};
    expect(new URL(url).pathname).toBe("/events/create/quick");
    expect(new URL(url).searchParams.get("text")).toBe(text);
    const long = await read(`${text}\n${"اجرای تازهٔ گروه ".repeat(60)}`);
    expect(long?.reply_markup?.inline_keyboard[0]?.[0]?.url.length).toBeLessThan(200);
    expect((await read("concerts in Tehran\nthis week"))?.text).not.toContain("announcement");
  });

  it("greets, says honestly when it finds nothing, and is silent to everything else", async () => {
    expect((await answer("/start"))?.text).toContain("سلام");
    expect(
      (await answer("/start", "telegram", { from: { id: 77, language_code: "de" } }))?.text,
    ).toContain("Hello");
    const none = await answer("zzzxqk wvvvq");
    expect(none?.text).toBe("I found nothing. Try other words, another day or another city.");
    const silent: unknown[] = [
      null,
      {},
      { update_id: 1_000_001, edited_message: { text: "hello" } },
      { update_id: 1_000_002, channel_post: { text: "hello", chat: { id: -1, type: "channel" } } },
      { ...update("hello"), message: { chat: { id: -5, type: "group" }, text: "hello" } },
      { update_id: 1_000_003, message: { chat: { id: 77, type: "private" }, photo: [] } },
    ];
    for (const one of silent)
      expect(await answerUpdate(deps, "telegram", one, there.sending)).toBeNull();
    expect(await answerUpdate(deps, "eitaa", update("hello"), there.sending)).toBeNull();
    await changeSettings(deps, "features", { enableMessengers: false }, null);
    expect(await answer("concerts")).toBeNull();
    await changeSettings(deps, "features", { enableMessengers: true }, null);
  });

  it("answers a repeated update once, and a chat twelve times a minute [S-106]", async () => {
    const one = update("/start");
    expect(await answerUpdate(deps, "telegram", one, there.sending)).not.toBeNull();
    expect(await answerUpdate(deps, "telegram", one, there.sending)).toBeNull();
    for (let count = 1; count < 12; count++) expect(await answer("/start")).not.toBeNull();
    expect(await answer("/start")).toBeNull();
    expect(
      await answer("/start", "telegram", { chat: { id: 78, type: "private" } }),
    ).not.toBeNull();
    deps.pass(MINUTE);
    expect(await answer("/start")).not.toBeNull();
    expect(JSON.stringify(await deps.db.select().from(botUpdates))).not.toMatch(/"77"|"78"/);
    deps.pass(3 * DAY);
    await purgeAll(deps, botUpdatesPurge);
    expect(await deps.db.$count(botUpdates)).toBe(0);
  });

  it("asks Bale's API, and has the update repeated when that does not take the answer", async () => {
    expect(await answer("/start", "bale")).toBeNull();
    expect(there.messages).toEqual([
      expect.objectContaining({ service: "bale", text: expect.stringContaining("سلام") }),
    ]);
    deps.pass(2 * SECOND);
    const again = update("/start");
    there.failing = () => ({
      status: 429,
      body: { ok: false, error_code: 429, parameters: { retry_after: 20 } },
    });
    expect((await failureOf(answerUpdate(deps, "bale", again, there.sending))).retryAfter).toBe(20);
    there.failing = () => null;
    const asked = there.asked;
    expect((await failureOf(answerUpdate(deps, "bale", again, there.sending))).code).toBe(
      "unavailable",
    );
    expect(there.asked).toBe(asked);
    deps.pass(20 * SECOND);
    await answerUpdate(deps, "bale", again, there.sending);
    await answerUpdate(deps, "bale", again, there.sending);
    expect(there.messages).toHaveLength(2);
  });

  it("listens where an admin lets it, at an address and with a secret that are stored as fingerprints", async () => {
    await setBotHook(deps, admin.actor, "telegram", there.sending);
    const [hook] = there.hooks;
    expect(hook).toMatchObject({
      url: expect.stringMatching(
        /^https:\/\/rooydad\.example\/api\/v1\/bots\/telegram\/[\w-]{43}$/,
      ),
    });
    expect(hook?.secret_token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await deps.db.select().from(messengerBots));
    for (const secret of [hook?.secret_token, String(hook?.url).split("/").at(-1)])
      expect(stored).not.toContain(secret);
    expect(
      (await listBots(deps, admin.actor)).map(({ service, answers }) => [service, answers]),
    ).toEqual([
      ["telegram", true],
      ["bale", false],
      ["eitaa", false],
    ]);
    await setBotHook(deps, admin.actor, "bale", there.sending);
    expect(there.hooks[1]).not.toHaveProperty("secret_token");
    expect((await failureOf(setBotHook(deps, admin.actor, "eitaa", there.sending))).code).toBe(
      "not-found",
    );
    there.failing = () => ({
      status: 400,
      body: { ok: false, error_code: 400, description: "Bad Request: bad webhook" },
    });
    expect(await issuesOf(setBotHook(deps, admin.actor, "telegram", there.sending))).toHaveProperty(
      "",
    );
    await removeBotToken(deps, admin.actor, "telegram");
    expect((await listBots(deps, admin.actor))[0]).toMatchObject({
      hasToken: false,
      answers: false,
    });
  });
});
