import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  SELF,
} from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { JobMessage } from "../../app/lib/deps";
import { type Actor, ROLES } from "../../app/lib/permissions";
import { notePageView } from "../../app/modules/analytics/views.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import type { EventInput } from "../../app/modules/authoring/schema";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import type { CityInput } from "../../app/modules/cities/city-fields";
import { completeCity } from "../../app/modules/cities/complete-city.server";
import { flagEvent } from "../../app/modules/review/moderation/flag-event.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { notifyStaff } from "../../app/modules/review/moderation/notify-staff.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import type { PlatformSettings } from "../../app/modules/settings/schema";
import { dailyCounts, events, mails } from "../../db/schema";
import worker from "../../worker";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { issuesOf } from "../helpers/people";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

let deps = createTestDeps();
let cityId = "";

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});

describe("content settings", () => {
  const submit = async (changes: Partial<EventInput>) => {
    const author = await addActor(deps);
    return submitEvent(deps, author, await createDraft(deps, author, written(changes)));
  };
  const text = (length: number) => ({ en: "a".repeat(length), fa: null });
  type Field = "title" | "description" | "venue" | "address";

  it.each([
    ["titleMin", "title", { titleMin: 12 }, 11, 12],
    ["titleMax", "title", { titleMax: 20 }, 21, 20],
    ["descriptionMin", "description", { descriptionMin: 60 }, 59, 60],
    ["descriptionMax", "description", { descriptionMax: 100 }, 101, 100],
    ["venueMin", "venue", { venueMin: 8 }, 7, 8],
    ["venueMax", "venue", { venueMax: 30 }, 31, 30],
    ["addressMin", "address", { addressMin: 15 }, 14, 15],
    ["addressMax", "address", { addressMax: 25 }, 26, 25],
  ] as [string, Field, Partial<PlatformSettings["content"]>, number, number][])(
    "apply another %s to the submit of an event",
    async (name, field, content, refused, taken) => {
      await changeSettings(deps, "content", content, null);
      const message = name.endsWith("Min") ? "errors:issue.shorterThan" : "errors:issue.longerThan";
      expect(await issuesOf(submit({ [field]: text(refused) }))).toEqual({
        [`${field}.en`]: message,
      });
      expect(await submit({ [field]: text(taken) })).toBe("pending");
    },
  );
});

describe("settings for names of cities", () => {
  it.each([
    ["cityNameMin", { cityNameMin: 4 }, "Qom", "errors:issue.shorterThan"],
    ["cityNameMax", { cityNameMax: 6 }, "Isfahan", "errors:issue.longerThan"],
  ])("apply another %s to a saved city", async (_, content, name, message) => {
    const complete = () =>
      completeCity(
        deps,
        {
          name: { en: name, fa: null },
          countryCode: "IR",
          timezone: "Asia/Tehran",
          latitude: 34,
          longitude: 51,
        } as CityInput,
        null,
      );
    await complete();
    await changeSettings(deps, "content", content, null);
    expect(await issuesOf(complete())).toEqual({ "name.en": message });
  });
});

describe("analytics settings", () => {
  let visitors = 0;
  const view = (
    viewer: Pick<Actor, "role" | "isVerified"> | null = null,
    headers: Record<string, string> = {},
  ) =>
    notePageView(deps, {
      // A new visitor each time by default.
      request: new Request("https://rooydad.test/events", {
        headers: { "User-Agent": FIREFOX, "CF-Connecting-IP": `192.0.2.${++visitors}`, ...headers },
      }),
      route: "/events",
      viewer,
    });
  async function deliver(messages: readonly JobMessage[]) {
    const batch = createMessageBatch<JobMessage>(
      "rooydad-jobs",
      messages.map((body) => ({ id: body.id, timestamp: new Date(TUESDAY), attempts: 1, body })),
    );
    const context = createExecutionContext();
    await worker.queue(batch, env, context);
    await getQueueResult(batch, context);
  }
  // Of the test's own day: the queue may deliver views of pages that other files opened.
  const ofToday = and(eq(dailyCounts.name, "view:/events"), eq(dailyCounts.day, "2026-12-08"));
  const counts = () => deps.db.select().from(dailyCounts).where(ofToday);

  it("count a page view once by route and day when tracking is on, even if the message is redelivered", async () => {
    expect([await view(), await view()]).toEqual([true, true]);
    await deps.settle();
    expect(deps.sent).toMatchObject([
      { type: "pages.viewed", views: [{ route: "/events", day: "2026-12-08", count: 2 }] },
    ]);
    await deliver(deps.sent);
    await deliver(deps.sent);
    expect(await counts()).toEqual([{ name: "view:/events", day: "2026-12-08", count: 2 }]);
    // Another message adds to it.
    await view();
    await deps.settle();
    await deliver(deps.sent.slice(1));
    expect(await counts()).toMatchObject([{ count: 3 }]);
  });

  it("count one view an hour of a reader who reloads, and at most 60 of a network with changing user agents", async () => {
    const counted = () =>
      deps.sent
        .flatMap((message) => (message.type === "pages.viewed" ? message.views : []))
        .reduce((sum, { count }) => sum + count, 0);
    for (let again = 0; again < 10; again++)
      await view(null, { "CF-Connecting-IP": "198.51.100.7" });
    await deps.settle();
    expect(counted()).toBe(1);
    deps.pass(3_600_000);
    await view(null, { "CF-Connecting-IP": "198.51.100.7" });
    await deps.settle();
    expect(counted()).toBe(2);
    for (let agent = 0; agent < 200; agent++)
      await view(null, { "CF-Connecting-IP": "203.0.113.9", "User-Agent": `${FIREFOX} ${agent}` });
    await deps.settle();
    expect(counted()).toBe(62);
  });

  it("count nothing when tracking is off", async () => {
    await changeSettings(deps, "analytics", { enablePageTracking: false }, null);
    expect(await view()).toBe(false);
    await deps.settle();
    expect(deps.sent).toEqual([]);
  });

  it("exclude staff, or include them", async () => {
    const roles = [null, ...ROLES.map((role) => ({ role, isVerified: true }))];
    const seen = async () => {
      const counted = [];
      for (const viewer of roles) counted.push(await view(viewer));
      return counted;
    };
    expect(await seen()).toEqual([true, true, false, false, false]);
    await changeSettings(deps, "analytics", { excludeAdmins: false }, null);
    expect(await seen()).toEqual([true, true, true, true, true]);
  });

  it("count a share of views when sampling", async () => {
    await changeSettings(deps, "analytics", { samplingRate: 25 }, null);
    let at = 0;
    // Evenly distributed values.
    deps.random.bytes = () => new Uint8Array([Math.floor((at++ % 100) * 2.56), 0]);
    let counted = 0;
    for (let views = 0; views < 100; views++) if (await view()) counted++;
    expect(counted).toBe(25);
    await changeSettings(deps, "analytics", { samplingRate: 0 }, null);
    expect(await view()).toBe(false);
  });

  it("ignore crawlers and prefetches", async () => {
    expect(
      await view(null, { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }),
    ).toBe(false);
    expect(await view(null, { "Sec-Purpose": "prefetch" })).toBe(false);
  });

  it("set no cookie on pages of the Worker itself", async () => {
    for (const path of ["/events", "/how-it-works"]) {
      const response = await SELF.fetch(`http://rooydad.test${path}`, {
        headers: { "User-Agent": FIREFOX },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("Set-Cookie")).toBeNull();
    }
  });
});

describe("moderation settings", () => {
  it("hide an event at another sum of report weights, not before", async () => {
    await changeSettings(deps, "moderation", { minReportsForAutoFlag: 2 }, null);
    const { id } = await createEvent(deps.db, { cityId, startsAt: TUESDAY + DAY });
    const report = async () =>
      flagEvent(
        deps,
        await addActor(deps, "user", 40),
        id,
        { reason: "spam", note: null },
        "203.0.113.7",
      );
    expect((await report()).isHidden).toBe(false);
    expect((await report()).isHidden).toBe(true);
  });

  it("pause hiding after another number of hidden events an hour", async () => {
    await changeSettings(
      deps,
      "moderation",
      { minReportsForAutoFlag: 1, maxAutoFlagsPerHour: 1 },
      null,
    );
    const report = async () => {
      const { id } = await createEvent(deps.db, { cityId, startsAt: TUESDAY + DAY });
      return flagEvent(
        deps,
        await addActor(deps, "user", 40),
        id,
        { reason: "spam", note: null },
        "203.0.113.7",
      );
    };
    expect((await report()).isHidden).toBe(true);
    expect((await report()).isHidden).toBe(false);
    await changeSettings(deps, "moderation", { maxAutoFlagsPerHour: 2 }, null);
    expect((await report()).isHidden).toBe(true);
  });
});

describe("notification settings", () => {
  const submitted = async () => {
    const author = await addActor(deps);
    const id = await createDraft(deps, author, written());
    await submitEvent(deps, author, id);
    return id;
  };
  const mailsOf = (kind: string) =>
    deps.db.select().from(mails).where(eq(mails.kind, kind)).orderBy(mails.createdAt);

  it("turn emails about an approval off and on for its creator", async () => {
    const moderator = await addActor(deps, "moderator");
    await changeSettings(deps, "notifications", { enableEmailNotifications: false }, null);
    await approveEvent(deps, moderator, await submitted());
    expect(await mailsOf("event-approved")).toEqual([]);
    await changeSettings(deps, "notifications", { enableEmailNotifications: true }, null);
    await approveEvent(deps, moderator, await submitted());
    expect(await mailsOf("event-approved")).toHaveLength(1);
  });

  it("send an address of the staff one email an hour at most about waiting events, for new ones only", async () => {
    await submitted();
    expect(await notifyStaff(deps)).toEqual({ isSent: false });
    await changeSettings(
      deps,
      "notifications",
      { adminNotificationEmail: "desk@rooydad.example" },
      null,
    );
    expect(await notifyStaff(deps)).toEqual({ isSent: true });
    await submitted();
    expect(await notifyStaff(deps)).toEqual({ isSent: false });
    deps.pass(HOUR);
    expect(await notifyStaff(deps)).toEqual({ isSent: false });
    const { id } = await createEvent(deps.db, { cityId, startsAt: TUESDAY + DAY });
    await flagEvent(
      deps,
      await addActor(deps, "moderator"),
      id,
      { reason: "spam", note: null },
      "203.0.113.7",
    );
    expect(await notifyStaff(deps)).toEqual({ isSent: true });
    const told = await mailsOf("staffWaiting");
    expect(told.map(({ toAddress }) => toAddress)).toEqual([
      "desk@rooydad.example",
      "desk@rooydad.example",
    ]);
    expect(told[1]?.text).toContain(
      "Waiting for review: 2. Reported and hidden until a moderator decides: 1.",
    );
    expect(told[1]?.text).toContain("https://rooydad.example/admin/pending-events");
    deps.pass(2 * HOUR);
    expect(await notifyStaff(deps)).toEqual({ isSent: false });
  });

  it("send the staff's address nothing while emails are off", async () => {
    await changeSettings(
      deps,
      "notifications",
      { adminNotificationEmail: "desk@rooydad.example", enableEmailNotifications: false },
      null,
    );
    await submitted();
    expect(await notifyStaff(deps)).toEqual({ isSent: false });
  });

  it("send the staff's address nothing about events that waited before", async () => {
    await changeSettings(
      deps,
      "notifications",
      { adminNotificationEmail: "desk@rooydad.example" },
      null,
    );
    const id = await submitted();
    await deps.db
      .update(events)
      .set({ submittedAt: TUESDAY - 3 * HOUR })
      .where(eq(events.id, id));
    expect(await notifyStaff(deps)).toEqual({ isSent: false });
  });
});
