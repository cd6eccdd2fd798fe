import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { localDay, readerOf } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY } from "../../app/lib/dates/durations";
import type { Schedule } from "../../app/lib/event/schedule";
import type { Actor } from "../../app/lib/permissions";
import { topUpSeries } from "../../app/modules/authoring/advance-series.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { follow, listFollows } from "../../app/modules/hosts/follows/follow.server";
import { presentFollows } from "../../app/modules/hosts/follows/present-follows.server";
import { unsubscribeToken } from "../../app/modules/mail/enqueue-mail.server";
import { sendDueDigests } from "../../app/modules/notifications/digests/send-digests.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { listNotifications } from "../../app/modules/notifications/queries.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { domainEvents, type FollowFrequency, mails } from "../../db/schema";
import { createCity } from "../factories/city";
import { createUser } from "../factories/user";
import { WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { ruleOf, scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
let deps: TestDeps;
let author: Actor;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران", timeZone: ZONE });
  author = await addActor(deps);
  moderator = await addActor(deps, "moderator");
});

const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const showing = (days: number, time = "20:00", end = "21:30") => ({
  originalStart: `${day(days)}T${time}`,
  end: `${day(days)}T${end}`,
});
const play = (...dates: object[]) =>
  scheduleOf({ kind: "dates", dates: [showing(3), showing(5), ...dates] });
const weekly = (start = "18:00", others: object = {}) =>
  ruleOf({ frequency: "weekly", start: `${day(1)}T${start}`, end: `${day(1)}T23:00`, ...others });

const titled = (schedule: Schedule | null) =>
  written({ schedule, title: { en: "A Night of Kamancheh", fa: "شب کمانچه" } });

async function publish(schedule: Schedule | null): Promise<string> {
  const id = await createDraft(deps, author, titled(schedule));
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  await deps.settle();
  return id;
}

const change = async (id: string, schedule: Schedule) => {
  deps.pass(1_000);
  await saveEvent(deps, moderator, id, titled(schedule));
  await deps.settle();
  await sweepDomainEvents(deps);
};

/** A follower of an event's dates. */
async function follower(eventId: string, frequency: FollowFrequency = "instant") {
  const { id } = await createUser(deps.db, {
    cities: [],
    notificationPreferences: { ...WANTS_EVERYTHING, frequency: "daily" },
    timeZone: ZONE,
    digestDueAt: deps.clock.now() + DAY,
  });
  const actor = { id, role: "user", isVerified: true, sessionId: "none" } as const;
  const { id: followId } = await follow(deps, actor, `series:${eventId}`, frequency);
  const told = async (locale: "en" | "fa" = "en") =>
    (await listNotifications(deps, actor, { page: 1, pageSize: 20, isRead: null })).items.map(
      (item) => {
        const { title, message } = notificationText(item, { ...readerOf(locale), timeZone: null });
        return `${title} ${message}`;
      },
    );
  const mailed = () => deps.db.select().from(mails).where(eq(mails.userId, id));
  return { actor, followId, told, mailed };
}

const raised = () =>
  deps.db
    .select()
    .from(domainEvents)
    .where(and(eq(domainEvents.trigger, "event.dates-added")));

describe("new dates of a series", () => {
  it("are told to its followers with the reason, by email at once, and one link ends that follow", async () => {
    const id = await publish(play());
    const person = await follower(id);
    const daily = await follower(id, "daily");
    await change(id, play(showing(9), showing(7)));
    expect(await person.told()).toEqual([
      expect.stringMatching(
        /^New dates: A Night of Kamancheh 2 new dates, the first Tuesday 15 December.* You follow A Night of Kamancheh\.$/,
      ),
    ]);
    expect(await daily.told("fa")).toEqual([
      expect.stringMatching(
        /^نوبت‌های تازه: شب کمانچه ۲ نوبت تازه.* شما شب کمانچه را دنبال می‌کنید\.$/,
      ),
    ]);
    const [mail, ...others] = await person.mailed();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("New dates: A Night of Kamancheh");
    expect(mail?.text).toContain("You follow A Night of Kamancheh.");
    expect(mail?.text).toContain("15 December");
    expect(mail?.text).toContain(
      encodeURIComponent(
        await unsubscribeToken(deps, person.actor.id, `follow:${person.followId}`),
      ),
    );
    expect(await daily.mailed()).toEqual([]);
  });

  it("come with the digest of those who chose a day or a week", async () => {
    const id = await publish(play());
    const [daily, weekly] = [await follower(id, "daily"), await follower(id, "weekly")];
    await change(id, play(showing(20)));
    deps.pass(DAY);
    await sendDueDigests(deps);
    const [digest] = await daily.mailed();
    expect(digest?.text).toContain("It’s also on");
    expect(digest?.text).toContain("You follow A Night of Kamancheh.");
    expect(await weekly.mailed()).toEqual([]);
    for (let days = 0; days < 7; days += 1) {
      deps.pass(DAY);
      await sendDueDigests(deps);
    }
    expect(await daily.mailed()).toHaveLength(1);
    expect(await weekly.mailed()).toHaveLength(1);
  });

  it("are none where dates change their hour, end, or come within the stored days of an endless rule", async () => {
    const id = await publish(weekly());
    const person = await follower(id);
    await change(id, weekly("19:00"));
    deps.pass(30 * DAY);
    await topUpSeries(deps);
    // An edit after the nightly job missed its turn.
    deps.pass(30 * DAY);
    const rule = ruleOf({
      frequency: "weekly",
      start: `${day(-59)}T19:00`,
      end: `${day(-59)}T23:00`,
    });
    await change(id, { ...rule, dropped: [`${day(4)}T19:00`] } as Schedule);
    expect(await raised()).toEqual([]);
    expect(await person.told()).toEqual([]);
  });

  it("are told of a rule that is made longer, and of a matinee beside an evening", async () => {
    const id = await publish(weekly("18:00", { ends: { count: 3 } }));
    await change(id, weekly("18:00", { ends: { count: 5 } }));
    const other = await publish(play());
    await change(other, play(showing(5, "15:00", "16:30")));
    expect((await raised()).map(({ eventId, values }) => [eventId, values.count])).toEqual([
      [id, 2],
      [other, 1],
    ]);
  });

  it("can be followed of public events with several dates alone, and keep the present title", async () => {
    const single = await publish(null);
    const person = await follower(await publish(play()));
    for (const topic of [`series:${single}`, "series:none"])
      expect(await failureOf(follow(deps, person.actor, topic))).toMatchObject({
        code: "not-found",
      });
    const [shown] = await presentFollows(deps, await listFollows(deps, person.actor), "fa");
    expect(shown).toMatchObject({
      kind: "series",
      name: "شب کمانچه",
      href: expect.stringMatching(/^\/events\//),
    });
  });

  it("find their followers by an index", async () => {
    const id = await publish(play());
    await follower(id);
    const recording = recordDatabase(env.DB);
    const before = deps;
    deps = { ...deps, db: recording.db };
    await change(id, play(showing(9)));
    deps = before;
    const plans = await queryPlansOf(env.DB, {
      ...recording,
      statements: recording.statements.filter(({ sql }) => /follows/.test(sql)),
    });
    expect(plans.join("\n")).toMatch(/SEARCH f USING (COVERING )?INDEX follows_of_topic/);
    expect(plans.filter((plan) => /^SCAN (f|follows)\b/.test(plan))).toEqual([]);
  });
});
