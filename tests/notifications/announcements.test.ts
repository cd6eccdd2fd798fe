import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY } from "../../app/lib/dates/durations";
import { parseInput } from "../../app/lib/http/parse-input";
import type { Actor } from "../../app/lib/permissions";
import {
  AnnouncementInput,
  announce,
  decideAnnouncement,
  listAnnouncements,
  listAnnouncementsToReview,
  withdrawAnnouncement,
} from "../../app/modules/hosts/claims/announce.server";
import {
  claimHost,
  decideClaim,
  listWaitingClaims,
  withdrawClaim,
} from "../../app/modules/hosts/claims/claims.server";
import { follow } from "../../app/modules/hosts/follows/follow.server";
import { countHostEvents } from "../../app/modules/hosts/host-events.server";
import { unsubscribeToken } from "../../app/modules/mail/enqueue-mail.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { listNotifications } from "../../app/modules/notifications/queries.server";
import { setSubscription } from "../../app/modules/notifications/unsubscribe.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import {
  auditEntries,
  type FollowFrequency,
  mails,
  notifications,
  organizers,
} from "../../db/schema";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let manager: Actor;
let moderator: Actor;
let company: string;

const TEXT = {
  textEn: "Rehearsals are open on Saturday.",
  textFa: "تمرین‌های شنبه برای همه باز است.",
};

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  manager = await addActor(deps, "user");
  moderator = await addActor(deps, "moderator");
  company = deps.ids.next();
  await deps.db.insert(organizers).values({
    id: company,
    slug: "kuche",
    nameEn: "Kuche Theater",
    nameFa: "تئاتر کوچه",
    searchKey: "",
    createdAt: 0,
    updatedAt: 0,
  });
  await claimHost(deps, manager, company, { statement: "I run the company.", link: null });
  const [found] = await listWaitingClaims(deps, moderator);
  await decideClaim(deps, moderator, found?.claim.id ?? "", null);
  deps.pass(1_000);
});

/** A follower of the company. */
async function follower(frequency: FollowFrequency = "daily", changes: object = {}) {
  const { id } = await createUser(deps.db, {
    cities: [],
    notificationPreferences: { ...WANTS_EVERYTHING, frequency: "daily", ...changes },
    timeZone: "Asia/Tehran",
    digestDueAt: deps.clock.now() + DAY,
  });
  const actor = { id, role: "user", isVerified: true, sessionId: "none" } as const;
  const { id: followId } = await follow(deps, actor, `organizer:${company}`, frequency);
  const mailed = () => deps.db.select().from(mails).where(eq(mails.userId, id));
  return { actor, followId, mailed };
}

async function toldTo(actor: Actor, locale: "en" | "fa" = "en") {
  const { items } = await listNotifications(deps, actor, { page: 1, pageSize: 20, isRead: null });
  return items.map((item) => {
    const { title, message } = notificationText(item, { ...readerOf(locale), timeZone: null });
    return `${title} · ${message}`;
  });
}

const send = async (text: { textEn: string | null; textFa: string | null } = TEXT) => {
  const result = await announce(deps, manager, company, text);
  await deps.settle();
  return result;
};
const waiting = async () => (await listAnnouncementsToReview(deps, moderator)).waiting;
const decide = async (reason: string | null) => {
  const [found] = await waiting();
  await decideAnnouncement(deps, moderator, found?.announcement.id ?? "", reason);
  await deps.settle();
};
const shown = async () => (await countHostEvents(deps, `organizer:${company}`)).announcement;
const audited = async (action: string) =>
  deps.db.$count(
    auditEntries,
    and(eq(auditEntries.action, action), eq(auditEntries.entityId, company)),
  );

describe("an announcement", () => {
  it("waits for a moderator the first time, then reaches all followers with the reason, and later ones go out at once", async () => {
    const person = await follower();
    const stranger = await addActor(deps, "user");
    expect(await send()).toBe("waits");
    expect([await toldTo(person.actor), await shown()]).toEqual([[], null]);
    expect(await waiting()).toMatchObject([
      { announcement: TEXT, host: { nameEn: "Kuche Theater" }, author: { id: manager.id } },
    ]);
    await decide(null);
    expect(await toldTo(person.actor)).toEqual([
      "News from Kuche Theater · Rehearsals are open on Saturday. You follow Kuche Theater.",
    ]);
    expect(await toldTo(person.actor, "fa")).toEqual([
      expect.stringMatching(/^خبری از تئاتر کوچه · تمرین‌های شنبه.*دنبال می‌کنید/),
    ]);
    expect(await toldTo(stranger)).toEqual([]);
    expect((await toldTo(manager))[0]).toMatch(/^Sent: your message from Kuche Theater/);
    expect(await shown()).toMatchObject(TEXT);
    deps.pass(7 * DAY + 1);
    expect(await send({ textEn: null, textFa: TEXT.textFa })).toBe("sent");
    expect((await toldTo(person.actor))[0]).toMatch(/^News from Kuche Theater · تمرین/);
    expect([
      await audited("announcement.submitted"),
      await audited("announcement.approved"),
      await audited("announcement.sent"),
    ]).toEqual([1, 1, 1]);
  });

  it("is mailed whole to those who want emails, whatever the frequency, and its link ends that follow alone", async () => {
    const [weekly, silent, noMail] = [
      await follower("weekly"),
      await follower("instant", { categories: [] }),
      await follower("instant", { emailEnabled: false }),
    ];
    const long = `${"Rehearsals are open on Saturday, all day long. ".repeat(9)}Last words.`;
    await send({ textEn: long, textFa: null });
    await decide(null);
    const [mail, ...others] = await weekly.mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: "News from Kuche Theater",
      unsubscribes: `follow:${weekly.followId}`,
    });
    expect(mail?.text).toContain("Last words.");
    expect(mail?.text).toContain("You follow Kuche Theater.");
    const token = await unsubscribeToken(deps, weekly.actor.id, `follow:${weekly.followId}`);
    expect(mail?.text).toContain(encodeURIComponent(token));
    expect([await silent.mailed(), await noMail.mailed()]).toEqual([[], []]);
    expect([(await toldTo(silent.actor)).length, (await toldTo(noMail.actor)).length]).toEqual([
      0, 1,
    ]);
    // Lists have the beginning alone.
    const [row] = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, weekly.actor.id));
    expect(JSON.stringify(row?.values).length).toBeLessThan(600);
    await setSubscription(deps, token, false);
    deps.pass(7 * DAY + 1);
    await send();
    expect(await weekly.mailed()).toHaveLength(1);
  });

  it("is one a week of a page; refused ones do not count, five attempts do", async () => {
    await send();
    expect(await failureOf(send())).toMatchObject({
      code: "too-many-requests",
      retryAfter: (7 * DAY) / 1000,
    });
    for (let at = 0; at < 4; at += 1) {
      await decide("That is no news.");
      deps.pass(1_000);
      await send();
    }
    await decide("That is no news.");
    expect(await failureOf(send())).toMatchObject({ code: "too-many-requests" });
    expect((await toldTo(manager))[0]).toMatch(
      /^Not sent: your message from Kuche Theater · The moderator’s reason: That is no news/,
    );
    deps.pass(7 * DAY);
    expect(await send()).toBe("waits");
    // A week counts from the sending.
    deps.pass(3 * DAY);
    await decide(null);
    deps.pass(5 * DAY);
    expect(await failureOf(send())).toMatchObject({
      code: "too-many-requests",
      retryAfter: (2 * DAY) / 1000,
    });
  });

  it("is for verified managers, while the setting is on, in at least one language", async () => {
    const other = await addActor(deps, "user");
    expect(await failureOf(announce(deps, other, company, TEXT))).toMatchObject({
      code: "forbidden",
    });
    expect(
      await failureOf(announce(deps, { ...manager, isVerified: false }, company, TEXT)),
    ).toMatchObject({ code: "forbidden" });
    for (const [textEn, textFa] of [
      ["", ""],
      ["short", ""],
      ["", "x".repeat(501)],
    ])
      expect(
        (await failureOf((async () => parseInput(AnnouncementInput, { textEn, textFa }))())).code,
      ).toBe("invalid");
    expect(parseInput(AnnouncementInput, { textEn: " Ten letters. ", textFa: "" })).toEqual({
      textEn: "Ten letters.",
      textFa: null,
    });
    await changeSettings(deps, "features", { enableAnnouncements: false }, null);
    expect(await failureOf(send())).toMatchObject({ code: "forbidden" });
  });

  it("can be taken back, and taken down by staff, whereupon the next one waits again", async () => {
    await send();
    const [first] = await listAnnouncements(deps, company);
    await withdrawAnnouncement(deps, manager, company, first?.id ?? "");
    expect(await waiting()).toEqual([]);
    deps.pass(1_000);
    await send();
    await decide(null);
    const [sent] = (await listAnnouncementsToReview(deps, moderator)).sent;
    expect(
      await failureOf(
        decideAnnouncement(
          deps,
          { ...moderator, id: manager.id },
          sent?.announcement.id ?? "",
          "Not true.",
        ),
      ),
    ).toMatchObject({ code: "forbidden" });
    await decideAnnouncement(deps, moderator, sent?.announcement.id ?? "", "It was not true.");
    expect(await shown()).toBe(null);
    deps.pass(7 * DAY + 1);
    expect(await send()).toBe("waits");
    // Former managers of a page cannot send for it.
    await withdrawClaim(deps, manager, company);
    expect(await failureOf(decide(null))).toMatchObject({ code: "conflict" });
  });

  it("is found by an index: the queue, the page and the limit", async () => {
    const recording = recordDatabase(env.DB);
    const given = { ...deps, db: recording.db };
    await announce(given, manager, company, TEXT);
    await listAnnouncementsToReview(given, moderator);
    await listAnnouncements(given, company);
    await countHostEvents(given, `organizer:${company}`);
    const plans = await queryPlansOf(env.DB, {
      ...recording,
      statements: recording.statements.filter(({ sql }) => /host_announcements/.test(sql)),
    });
    expect(plans.join("\n")).toContain("host_announcements_waiting");
    expect(plans.join("\n")).toContain("host_announcements_sent");
    expect(plans.filter((plan) => /^SCAN (a|host_announcements)$/.test(plan))).toEqual([]);
  });
});
