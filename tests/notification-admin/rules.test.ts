import { eq, inArray } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../app/lib/errors";
import { CATEGORY_NAMES } from "../../app/lib/event/categories";
import { listCities } from "../../app/modules/cities/queries.server";
import {
  activeRules,
  SHIPPED_RULES,
} from "../../app/modules/notifications/rules/active-rules.server";
import {
  createRule,
  deleteRule,
  updateRule,
} from "../../app/modules/notifications/rules/rule-commands.server";
import { RuleInput } from "../../app/modules/notifications/rules/schema";
import { forgetSiteState } from "../../app/modules/store/content-version.server";
import {
  auditEntries,
  dailyCounts,
  mails,
  notificationRules,
  notifications,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { bearerOf } from "../factories/user";
import { ask } from "../helpers/api-client";
import { type Browser, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const page = "/admin/notification-rules";
let moderator: Browser;
const visible = (html: string) =>
  html.replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");
const NEW = {
  intent: "create",
  key: "tehran.new",
  name: "New in town",
  trigger: "event.new-in-city",
  audience: "city-followers",
  channel: ["in-app", "email"],
  timing: "instant",
  templateKey: "",
  capPerDay: "",
  quietFrom: "",
  quietTo: "",
  isActive: "1",
  version: "0",
};

beforeAll(async () => {
  moderator = await signInAs(deps, "moderator");
});
beforeEach(async () => {
  await deps.db.delete(notificationRules);
  deps.memo.forget("notification-rules");
});

describe("/admin/notification-rules", () => {
  it("lists the shipped rules with a sentence each, in both languages", async () => {
    for (const lang of ["en", "fa"]) {
      const html = visible(await (await moderator.get(`${page}?lang=${lang}`)).text());
      for (const { key } of SHIPPED_RULES) expect(html).toContain(`>${key}<`);
      expect(html).not.toMatch(/notification-admin:[a-z]/);
    }
  });

  it.each([
    [{ channel: [] }, "Choose at least one channel."],
    [{ templateKey: "none" }, "This template doesn’t exist."],
    [{ key: "no spaces" }, "Letters, digits, dots, hyphens and underscores"],
    [{ city: ["atlantis"] }, "We don’t know this city."],
    [{ capPerDay: "lots" }, "A whole number from 1 to 100, or leave it empty."],
    [{ quietFrom: "22:00", quietTo: "22:00" }, "Two different times"],
    [{ trigger: "event.flagged" }, "This trigger doesn’t fit these people."],
    [
      { trigger: "digest.daily", audience: "interested", timing: "daily", channel: ["push"] },
      "Digests go out by email only.",
    ],
    [{ trigger: "event.rejected" }, "Decisions go to the event’s creator"],
    [{ audience: "savers" }, "new events to people who follow the city or like the category"],
    [
      { trigger: "digest.daily", audience: "interested", channel: ["email"] },
      "Each digest has one rule",
    ],
    [{ channel: ["push"] }, "A push notification can’t wait for a digest"],
    [
      { trigger: "ingestion.completed", audience: "staff", featuredOnly: "1" },
      "A run isn’t about one event",
    ],
    [{ name: " " }, "Enter a name."],
  ])("refuses a new rule with %j, with 400 and the reason", async (changes, said) => {
    const response = await moderator.post(`${page}?new=1`, { ...NEW, timing: "daily", ...changes });
    expect(response.status).toBe(400);
    expect(visible(await response.text())).toContain(said);
    expect(await deps.db.select().from(notificationRules)).toEqual([]);
  });

  it.each([
    [{ audience: "city-followers" }, "This trigger doesn’t fit these people."],
    [{ featuredOnly: "1" }, "A digest has no conditions"],
    [{ capPerDay: "3" }, "no quiet hours and no daily limit"],
    [{ quietFrom: "22:00", quietTo: "08:00" }, "no quiet hours and no daily limit"],
  ])(
    "refuses a digest rule with %j, which would have no effect, with 400",
    async (changes, said) => {
      const digest = {
        ...NEW,
        intent: "save",
        key: "digest.daily",
        trigger: "digest.daily",
        audience: "interested",
        timing: "daily",
        channel: ["email"],
      };
      const response = await moderator.post(`${page}?rule=digest.daily`, { ...digest, ...changes });
      expect([response.status, visible(await response.text()).includes(said)]).toEqual([400, true]);
      expect((await moderator.post(`${page}?rule=digest.daily`, digest)).status).toBe(303);
    },
  );

  it("requires typing the number of recipients of a rule that would email everyone", async () => {
    await signInAs(deps, "user", { cities: ["tehran"] });
    await signInAs(deps, "user", { cities: ["tehran"], emailVerifiedAt: null });
    const asked = await moderator.post(`${page}?new=1`, NEW);
    expect(asked.status).toBe(409);
    expect(visible(await asked.text())).toContain("This rule would email 1 person every time");
    expect(
      (await moderator.post(`${page}?new=1`, { ...NEW, confirmedRecipients: "7" })).status,
    ).toBe(409);
    expect(await deps.db.select().from(notificationRules)).toEqual([]);
    expect(
      (await moderator.post(`${page}?new=1`, { ...NEW, confirmedRecipients: "۱" })).status,
    ).toBe(303);
    expect(await deps.db.select().from(notificationRules)).toHaveLength(1);
  });

  it("requires the same of a rule that names all cities or all categories", async () => {
    const [tehran, shiraz] = [await createCity(deps.db), await createCity(deps.db)];
    forgetSiteState(deps);
    await deps.db.update(users).set({ cities: [], interests: [] });
    for (let count = 0; count < 3; count += 1)
      await signInAs(deps, "user", { cities: [tehran.slug], interests: ["music"] });
    await signInAs(deps, "user", { cities: [shiraz.slug], interests: ["tech"] });
    const actor = {
      id: moderator.id,
      role: "moderator",
      isVerified: true,
      sessionId: moderator.sessionId,
    } as const;
    /** The recipient count to confirm; null if no confirmation is required. */
    const asked = async (work: Promise<void>) => {
      const failure = await work.then(
        () => null,
        (error: AppError) => error,
      );
      return failure === null
        ? null
        : failure.issues.find(({ path }) => path === "confirmedRecipients")?.values?.count;
    };
    const make = ({
      city = [],
      category = [],
      ...changes
    }: { city?: string[]; category?: readonly string[] } & Partial<RuleInput>) =>
      createRule(
        deps,
        actor,
        v.parse(RuleInput, {
          key: NEW.key,
          name: NEW.name,
          trigger: NEW.trigger,
          audience: NEW.audience,
          channels: ["email"],
          conditions: { cities: city, categories: category, featuredOnly: false },
          ...changes,
        }),
      );
    const cities = (await listCities(deps)).map(({ slug }) => slug);
    const everyone = await asked(make({}));
    expect(everyone).toBe(4);
    expect(await asked(make({ city: cities }))).toBe(everyone);
    // The featured condition excludes no recipient.
    expect(await asked(make({ conditions: { cities, categories: [], featuredOnly: true } }))).toBe(
      everyone,
    );
    const interested = await asked(make({ audience: "interested" }));
    expect(interested).toBe(4);
    expect(await asked(make({ audience: "interested", category: CATEGORY_NAMES }))).toBe(
      interested,
    );
    // At least half of all users, although the rule names neither all cities nor all categories.
    expect(await asked(make({ city: [tehran.slug] }))).toBe(3);
    expect(await asked(make({ audience: "interested", category: ["Concert"] }))).toBe(3);
    expect(await deps.db.select().from(notificationRules)).toEqual([]);
    expect(await asked(make({ city: [shiraz.slug] }))).toBeNull();
    expect(
      await asked(make({ key: "tech.new", audience: "interested", category: ["Technology"] })),
    ).toBeNull();
    // A confirmed rule may be narrowed without confirmation, but not widened again.
    expect(await asked(make({ key: "all.new", confirmedRecipients: Number(everyone) }))).toBeNull();
    const change = (version: number, slugs: string[]) =>
      updateRule(deps, actor, "all.new", {
        version,
        confirmedRecipients: null,
        conditions: { cities: slugs, categories: [], featuredOnly: false },
      });
    expect(await asked(change(1, [tehran.slug]))).toBeNull();
    expect(await asked(change(2, cities))).toBe(everyone);
  });

  it("refuses to delete or reset a rule edited meanwhile, with 409", async () => {
    const rule = { ...NEW, timing: "daily" };
    expect((await moderator.post(`${page}?new=1`, rule)).status).toBe(303);
    expect(
      (
        await moderator.post(`${page}?rule=${NEW.key}`, {
          ...rule,
          intent: "save",
          version: "1",
          name: "Newer",
        })
      ).status,
    ).toBe(303);
    expect(
      (await moderator.post(page, { intent: "off", key: "staff.ingestion", version: "0" })).status,
    ).toBe(303);
    for (const [intent, key] of [
      ["delete", NEW.key],
      ["reset", "staff.ingestion"],
    ] as const) {
      const late = await moderator.post(`${page}?rule=${key}&remove=1`, {
        intent,
        key,
        version: intent === "delete" ? "1" : "0",
      });
      expect(late.status).toBe(409);
      expect(visible(await late.text())).toContain("Someone changed this in the meantime");
    }
    expect(await deps.db.$count(notificationRules)).toBe(2);
    const headers = await bearerOf(deps, moderator.id);
    const remove = (tag: string) =>
      ask(`/admin/notification-rules/${NEW.key}`, {
        method: "DELETE",
        headers: { Authorization: headers, "If-Match": tag },
      });
    expect((await remove('"1"')).status).toBe(412);
    expect((await remove('"2"')).status).toBe(204);
  });

  it("given three concurrent deletions, records one and answers conflict to two", async () => {
    expect(
      (await moderator.post(`${page}?new=1`, { ...NEW, key: "thrice", timing: "daily" })).status,
    ).toBe(303);
    const actor = {
      id: moderator.id,
      role: "moderator",
      isVerified: true,
      sessionId: moderator.sessionId,
    } as const;
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => deleteRule(deps, actor, "thrice", 1)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const entries = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, "thrice"));
    expect(entries.map(({ action }) => action)).toEqual([
      "notification-rule.created",
      "notification-rule.deleted",
    ]);
  });

  it("switches a shipped rule off, overwrites and resets it, with conflicts reported", async () => {
    const key = "staff.flagged";
    expect(
      (await moderator.post(`${page}?rule=${key}`, { intent: "off", key, version: "0" })).status,
    ).toBe(303);
    deps.memo.forget("notification-rules");
    expect((await activeRules(deps, "event.flagged")).map((rule) => rule.key)).toEqual([]);
    const late = await moderator.post(`${page}?rule=${key}`, { intent: "on", key, version: "0" });
    expect(late.status).toBe(409);
    expect(visible(await late.text())).toContain("Someone changed this in the meantime");
    expect((await moderator.post(page, { intent: "delete", key })).status).toBe(409);
    expect((await moderator.post(page, { intent: "reset", key, version: "1" })).status).toBe(303);
    deps.memo.forget("notification-rules");
    expect((await activeRules(deps, "event.flagged")).map((rule) => rule.key)).toEqual([key]);
    const entries = await deps.db.select().from(auditEntries).where(eq(auditEntries.entityId, key));
    expect(entries.map(({ action }) => action)).toEqual([
      "notification-rule.changed",
      "notification-rule.reset",
    ]);
    expect(entries[0]?.metadata).toMatchObject({
      before: { isActive: true },
      after: { isActive: false },
    });
  });

  it("tests a rule on an event, naming who would and would not be notified, and sends nothing", async () => {
    const city = await createCity(deps.db);
    const event = await createEvent(deps.db, {
      cityId: city.id,
      titleEn: "A quiet setar",
      startsAt: Date.now() + 86_400_000,
    });
    const wanting = await signInAs(deps, "user", { cities: [city.slug], displayName: "Wants it" });
    const { notificationPreferences } =
      (await deps.db.select().from(users).where(eq(users.id, wanting.id)).get()) ?? {};
    if (!notificationPreferences) throw new Error("Nobody is there.");
    await signInAs(deps, "user", {
      cities: [city.slug],
      displayName: "Not so",
      notificationPreferences: { ...notificationPreferences, categories: [] },
    });
    const before = [await deps.db.$count(mails), await deps.db.$count(notifications)];
    const address = `${page}?rule=followers.new-event&try=1`;
    const found = visible(await (await moderator.get(`${address}&q=quiet+set`)).text());
    expect(found).toContain("A quiet setar");
    const html = visible(await (await moderator.get(`${address}&event=${event.id}`)).text());
    expect(html).toContain("1 person would be notified.");
    expect(html).toContain("Wants it");
    expect(html).toContain("don’t want this kind of news");
    expect(html).not.toContain(wanting.email);
    expect([await deps.db.$count(mails), await deps.db.$count(notifications)]).toEqual(before);
  });

  it("names the winner between a new city rule and a shipped one, and picks a matching event for the test", async () => {
    const [city, other] = [await createCity(deps.db), await createCity(deps.db)];
    await createEvent(deps.db, {
      cityId: city.id,
      titleEn: "Fits the rule",
      startsAt: Date.now() + 86_400_000,
      publishedAt: 1,
    });
    await createEvent(deps.db, {
      cityId: other.id,
      titleEn: "Elsewhere",
      startsAt: Date.now() + 86_400_000,
      publishedAt: 2,
    });
    await deps.db.insert(notificationRules).values({
      channels: ["in-app"],
      timing: "daily",
      key: "zz.city",
      name: "My city",
      trigger: "event.new-in-city",
      audience: "city-followers",
      conditions: { cities: [city.slug], categories: [], featuredOnly: false },
      isActive: true,
      createdAt: 0,
      updatedAt: 0,
    });
    try {
      const form = visible(await (await moderator.get(`${page}?rule=zz.city`)).text());
      expect(form).toContain("Other rules match the same events and readers");
      expect(form).toContain("A new event in a followed city");
      expect(form).toContain("comes first: its key sorts before the others.");
      const trial = visible(await (await moderator.get(`${page}?rule=zz.city&try=1`)).text());
      expect(trial).toContain("Fits the rule");
      expect(trial).not.toContain("Elsewhere");
      expect(trial).toContain("comes first: its key sorts before the others.");
    } finally {
      await deps.db.delete(notificationRules).where(eq(notificationRules.key, "zz.city"));
    }
  });
});

describe("/admin/notification-analytics", () => {
  const analytics = "/admin/notification-analytics";

  beforeAll(async () => {
    const today = new Date().toISOString().slice(0, 10);
    await deps.db
      .insert(dailyCounts)
      .values([
        { name: "news:sent:email:digest-daily", day: today, count: 40 },
        { name: "news:sent:in-app:event-approved", day: today, count: 2 },
        { name: "news:failed:email:digest-daily", day: today, count: 10 },
        { name: "news:sent:in-app:event-merged", day: today, count: 3 },
        { name: "news:sent:in-app:event-saved", day: today, count: 4 },
        { name: "news:sent:email:test", day: today, count: 99 },
      ])
      .onConflictDoUpdate({ target: [dailyCounts.name, dailyCounts.day], set: { count: 40 } });
    await deps.db
      .update(dailyCounts)
      .set({ count: 40 })
      .where(
        inArray(dailyCounts.name, [
          "news:sent:in-app:event-merged",
          "news:sent:in-app:event-saved",
        ]),
      );
  });

  it.each(["overview", "trends", "distribution", "actions"])(
    "has texts in both languages on the tab %s",
    async (tab) => {
      for (const lang of ["en", "fa"]) {
        const response = await moderator.get(`${analytics}?tab=${tab}&drill=daily&lang=${lang}`);
        expect(response.status).toBe(200);
        expect(visible(await response.text())).not.toMatch(/admin-(news|templates):[a-z]/);
      }
    },
  );

  it("has consistent numbers in overview, details and file, without test and identity emails", async () => {
    const html = visible(await (await moderator.get(`${analytics}?tab=distribution`)).text());
    expect(html).toContain("Daily digest");
    const csv = await (await moderator.get(`${analytics}.csv`)).text();
    expect(csv).toContain("sent,email,digest-daily,40\r\n");
    expect(csv).not.toContain("test");
    for (const kind of ["event-merged", "event-saved"])
      expect(csv).toContain(`sent,in-app,${kind},40\r\n`);
    expect(html).toContain("Event merged");
    const drilled = await (
      await moderator.get(`${analytics}?drill=daily&from=2020-01-01&to=2020-02-01`)
    ).text();
    const [, link = ""] = /href="([^"]*notification-analytics\.csv[^"]*)"/.exec(drilled) ?? [];
    expect(new URL(link.replaceAll("&amp;", "&"), "https://rooydad.test").search).toBe(
      "?from=2020-01-01&to=2020-02-01&drill=daily",
    );
    const daily = await moderator.get(`${analytics}.csv?drill=daily`);
    expect(daily.headers.get("Content-Disposition")).toContain("notifications-daily-");
    const lines = (await daily.text()).trimEnd().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",").slice(1).join(","))).toEqual([
      "failed,email,digest-daily,10",
      "sent,email,digest-daily,40",
    ]);
    const weekly = visible(await (await moderator.get(`${analytics}?drill=weekly`)).text());
    expect(weekly).toContain("Nothing was sent in these days.");
  });

  it("says only that nothing was sent on days without notifications, without empty panels, charts or tables", async () => {
    for (const tab of ["overview", "trends", "distribution"]) {
      const html = visible(
        await (await moderator.get(`${analytics}?tab=${tab}&from=1991-01-01&to=1991-01-31`)).text(),
      );
      expect(html).toContain("Nothing was sent in these days.");
      expect(html).toContain('name="from"');
      expect(html).not.toMatch(/<table|<dl|<figure|Sent</);
    }
  });

  it("asks with the number of readers before a digest is sent by hand, and shows the result", async () => {
    const asked = await moderator.post(`${analytics}?tab=actions`, { intent: "weekly" });
    const question = asked.headers.get("Location") ?? "";
    expect([asked.status, question]).toEqual([303, `${analytics}?tab=actions&send=weekly`]);
    expect(await (await moderator.get(question, { "Accept-Language": "en" })).text()).toMatch(
      /Send the digest to up to \d+ (person|people)\?/,
    );
    const response = await moderator.post(`${analytics}?tab=actions`, {
      intent: "weekly",
      confirmed: "1",
    });
    expect(response.status).toBe(303);
    expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toMatch(
      /notification-admin:actions\.(done|goesOn)/,
    );
  });
});
