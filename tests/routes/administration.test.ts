import { SELF } from "cloudflare:test";
import { like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { SignedIn } from "../../app/lib/http/request-context";
import type { Role } from "../../app/lib/permissions";
import { auditEntry } from "../../app/modules/audit/audit-entry.server";
import { listClientReports } from "../../app/modules/audit/list-entries.server";
import { backlogName, type PurgeKind } from "../../app/modules/jobs/purge-kinds";
import { searchSpellings } from "../../app/modules/search/search-tables";
import { spellings } from "../../app/modules/search/spelling";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { forgetSiteState } from "../../app/modules/store/content-version.server";
import { auditCsv, auditLoader } from "../../app/routes/admin/audit-log/audit-log.server";
import { dashboardLoader } from "../../app/routes/admin/dashboard/dashboard.server";
import { deadLettersLoader } from "../../app/routes/admin/dead-letters/dead-letters.server";
import { allEventsLoader } from "../../app/routes/admin/events/events.server";
import { settingsGroupLoader } from "../../app/routes/admin/platform-settings/group/settings-group.server";
import { adminSearchLoader } from "../../app/routes/admin/search/search.server";
import { adminShellData } from "../../app/routes/admin/shell/admin-shell.server";
import { userLoader } from "../../app/routes/admin/users/user/user.server";
import {
  auditEntries,
  clientReports,
  dailyCounts,
  deadLetters,
  hostAnnouncements,
  hostClaims,
  ingestionCandidates,
  ingestionRuns,
  mails,
  notifications,
  platformSettings,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { notificationStatement } from "../factories/notification";
import { bearerOf, createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { emptyEvents } from "../helpers/organizers";
import { textOf } from "../helpers/page-text";
import { requestContext } from "../helpers/request-context";
import { ORIGIN, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
beforeEach(emptyDatabase);

const contextOf = (id: string, role: Role) =>
  requestContext(deps, {
    origin: ORIGIN,
    signedIn: { id, role, isVerified: true, sessionId: "none" },
  });

const page = async (response: Response) => textOf(await response.text());

describe("the staff area", () => {
  test("says that no mail is sent where the deployed product has no transport, and not in local runs", async () => {
    const { id } = await createUser(deps.db, { role: "moderator" });
    const isWithoutMail = async (changes: object) => {
      const context = requestContext(
        { ...deps, ...changes },
        {
          signedIn: { id, role: "moderator", isVerified: true, sessionId: "none" },
        },
      );
      return (await adminShellData(new Request(ORIGIN), context, {})).data.isWithoutMail;
    };
    expect(await isWithoutMail({ isLocal: false })).toBe(true);
    expect(await isWithoutMail({ isLocal: true })).toBe(false);
    const mail = { ...deps.mail, keeps: "nothing secret" };
    expect(await isWithoutMail({ isLocal: false, mail })).toBe(false);
  });

  test("tells what a request took to those who see operations, and to nobody else", async () => {
    const admin = await signInAs(deps, "admin");
    const timing = (response: Response) => response.headers.get("Server-Timing");
    expect(timing(await admin.get("/admin/dashboard"))).toMatch(
      /^total;dur=\d+, db;dur=\d+;desc="[1-9]\d* trips, [1-9]\d* statements, \d+ rows", worker;dur=\d+$/,
    );
    expect(timing(await SELF.fetch(`${ORIGIN}/help`))).toBeNull();
    const member = await signInAs(deps, "user");
    expect(timing(await member.get("/account"))).toBeNull();
  });

  test("has a menu with what a moderator may open, and nothing else", async () => {
    const moderator = await signInAs(deps, "moderator");
    const html = await (await moderator.get("/admin/dashboard?lang=en")).text();
    expect(html).toContain('href="/admin/pending-events?lang=en"');
    expect(html).toContain('href="/admin/audit-log?lang=en"');
    for (const path of [
      "/admin/users",
      "/admin/platform-settings",
      "/admin/outbox",
      "/admin/dead-letters",
    ])
      expect(html).not.toContain(`href="${path}`);
  });

  test("leads an admin from /admin to the events, in the language of the address", async () => {
    const admin = await signInAs(deps, "admin");
    const response = await admin.get("/admin?lang=fa");
    expect([response.status, response.headers.get("Location")]).toEqual([
      302,
      "/admin/events?lang=fa",
    ]);
  });

  test("has badges with uncached numbers, for staff only", async () => {
    const moderator = await signInAs(deps, "moderator");
    const response = await moderator.get("/admin/badge-counts");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await response.json()).toEqual({
      inbox: 0,
      pendingEvents: 0,
      flaggedEvents: 0,
      reportedEvents: 0,
      pendingCandidates: 0,
      pendingClaims: 0,
      deadMails: 0,
    });
    const user = await signInAs(deps);
    expect((await user.get("/admin/badge-counts")).status).toBe(302);
  });
});

describe("searching the staff area", () => {
  test.each([
    ["en", "audit", "Audit log"],
    ["fa", "گزارش عملیات", "گزارش عملیات"],
    // Typed on an Arabic keyboard.
    ["fa", "گزارش عمليات", "گزارش عملیات"],
  ])("in %s for %s finds the page", async (lang, words, title) => {
    const moderator = await signInAs(deps, "moderator");
    expect(
      await page(await moderator.get(`/admin/search?lang=${lang}&q=${encodeURIComponent(words)}`)),
    ).toContain(title);
  });

  test("for part of a name finds the person for admins, not for moderators", async () => {
    await signInAs(deps, "user", {
      displayName: "Golnar Zandi",
      searchKey: "golnar zandi\ngolnar@rooydad.example",
    });
    const admin = await signInAs(deps, "admin");
    const moderator = await signInAs(deps, "moderator");
    expect(await page(await admin.get("/admin/search?lang=en&q=lnar"))).toContain("Golnar Zandi");
    const withoutPeople = await page(await moderator.get("/admin/search?lang=en&q=lnar"));
    expect([
      withoutPeople.includes("Golnar Zandi"),
      withoutPeople.includes("cities and people"),
    ]).toEqual([false, false]);
  });

  test.each([
    ["Rostma", "Rostam and Sohrab"],
    ["رستمم", "Rostam and Sohrab"],
    ["Rostma tehrann", null],
  ])(
    "for swapped or doubled letters (%s) finds event titles with the known word",
    async (q, title) => {
      const context = contextOf((await signInAs(deps, "moderator")).id, "moderator");
      const { id: cityId, slug } = await createCity(deps.db);
      await createEvent(deps.db, {
        cityId,
        startsAt: deps.clock.now() + 86_400_000,
        titleEn: "Rostam and Sohrab",
        titleFa: "رستم و سهراب",
      });
      for (const word of ["rostam", "رستم"])
        await deps.db
          .insert(searchSpellings)
          .values(spellings(word).map((spelling) => ({ spelling, word })))
          .onConflictDoNothing();
      const { groups } = await adminSearchLoader(context, new URLSearchParams({ q }));
      const { rows } = await allEventsLoader(
        { ...context, signedIn: context.signedIn as SignedIn },
        new URLSearchParams({ q, city: slug }),
      );
      const found = groups
        .filter(({ name }) => name === "events")
        .flatMap(({ items }) => items.map((item) => item.title));
      expect([found.slice(0, 1), rows.map((row) => row.title)]).toEqual(
        title ? [[title], [title]] : [[], []],
      );
    },
  );

  test("for syntax of the index finds nothing without an error", async () => {
    const admin = await signInAs(deps, "admin");
    for (const words of ['"', "* OR", "a AND (", "'; DROP TABLE events; --", "x".repeat(5_000)]) {
      const response = await admin.get(`/admin/search?lang=en&q=${encodeURIComponent(words)}`);
      expect(response.status).toBe(200);
    }
  });
});

describe("the dashboard", () => {
  test("has tables with the numbers of its charts", async () => {
    const moderator = await signInAs(deps, "moderator");
    const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
    await deps.db
      .insert(dailyCounts)
      .values([
        { name: "view:/events", day: today, count: 1_204 },
        { name: "view:/", day: today, count: 30 },
        { name: "event:submit", day: today, count: 7 },
      ])
      .onConflictDoUpdate({ target: [dailyCounts.name, dailyCounts.day], set: { count: 7 } });
    const text = await page(await moderator.get("/admin/dashboard?lang=en"));
    expect(text).toContain("Page views1,234");
    expect(text).toContain("/events1,204");
    expect(text).toContain("All caught up.");
    expect(await page(await moderator.get("/admin/dashboard?lang=fa"))).toContain("۱٬۲۳۴");
  });

  test("shows each queue and given-up jobs with numbers, emails and messages only to roles with access", async () => {
    const city = await createCity(deps.db);
    const waiting = { cityId: city.id, startsAt: deps.clock.now() + 86_400_000, publishedAt: null };
    for (let count = 0; count < 101; count += 1)
      await createEvent(deps.db, {
        ...waiting,
        status: "pending",
        submittedAt: deps.clock.now() - 20 * 60_000,
      });
    for (let count = 0; count < 2; count += 1)
      await createEvent(deps.db, { ...waiting, status: "flagged" });
    const mail = {
      locale: "en",
      subject: "x",
      text: "",
      html: "",
      isSecret: false,
      status: "dead",
      dueAt: 0,
      createdAt: 0,
    } as const;
    await deps.db.insert(mails).values({
      ...mail,
      id: crypto.randomUUID(),
      idempotencyKey: "dead",
      kind: "test",
      toAddress: "a@rooydad.example",
    });
    const { id: userId } = await createUser(deps.db, {});
    const waits = {
      hostId: "hall",
      hostKind: "venue",
      status: "pending",
      createdAt: 0,
      updatedAt: 0,
    } as const;
    await deps.db.batch([
      deps.db
        .insert(hostClaims)
        .values({ ...waits, id: crypto.randomUUID(), userId, statement: "I run the hall." }),
      deps.db.insert(hostAnnouncements).values({
        ...waits,
        id: crypto.randomUUID(),
        authorId: userId,
        textEn: "Open rehearsals.",
      }),
    ]);
    await deps.db
      .insert(deadLetters)
      .values({ id: crypto.randomUUID(), queue: "jobs", body: {}, createdAt: 1_000 });
    try {
      const people = {
        moderator: await signInAs(deps, "moderator"),
        admin: await signInAs(deps, "admin"),
      };
      const seen = async (role: "moderator" | "admin") => {
        const { attention } = await dashboardLoader(contextOf(people[role].id, role));
        return attention.map(({ key, text, note }) => [key, text, note]);
      };
      const events = [
        ["inbox", "Inbox", expect.stringContaining("99+ waiting. The oldest has waited")],
        ["pending", "99+ to review", null],
        ["flagged", "2 reported and hidden", null],
        ["claims", "2 claims or messages to decide on", null],
      ];
      expect(await seen("moderator")).toEqual(events);
      expect(await seen("admin")).toEqual([
        ...events,
        ["mails", "1 failed email", null],
        ["letters", "1 failed queue message", null],
      ]);
      const badges = async (role: "moderator" | "admin") =>
        (await people[role].get("/admin/badge-counts")).json();
      expect(await badges("moderator")).toEqual({
        inbox: 100,
        pendingEvents: 100,
        flaggedEvents: 2,
        reportedEvents: 0,
        pendingCandidates: 0,
        pendingClaims: 2,
        deadMails: 0,
      });
      expect(await badges("admin")).toEqual({
        inbox: 100,
        pendingEvents: 100,
        flaggedEvents: 2,
        reportedEvents: 0,
        pendingCandidates: 0,
        pendingClaims: 2,
        deadMails: 1,
      });
    } finally {
      await deps.db.batch([
        deps.db.delete(mails),
        deps.db.delete(hostClaims),
        deps.db.delete(hostAnnouncements),
      ]);
      await emptyEvents(deps);
    }
  });

  test("shows admins the backlog of each purge last night, and whether it has grown", async () => {
    const day = (ago: number) =>
      new Date(deps.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const backlog = (kind: PurgeKind, ago: number, count: number) => ({
      name: backlogName(kind),
      day: day(ago),
      count,
    });
    await deps.db.insert(dailyCounts).values([
      ...[
        backlog("mails", 0, 12_500),
        backlog("mails", 1, 400),
        backlog("sessions", 1, 1),
        backlog("sessions", 2, 9),
      ],
      // A night without a later measurement.
      backlog("pushes", 2, 70),
    ]);
    try {
      const people = {
        moderator: await signInAs(deps, "moderator"),
        admin: await signInAs(deps, "admin"),
      };
      const seen = async (role: "moderator" | "admin", locale: "en" | "fa") => {
        const { attention } = await dashboardLoader({
          ...contextOf(people[role].id, role),
          locale,
        });
        return attention
          .filter(({ key }) => key.startsWith("backlog-"))
          .map(({ text, note, tone }) => [text, note, tone]);
      };
      expect(await seen("moderator", "en")).toEqual([]);
      expect(await seen("admin", "en")).toEqual([
        ["1 row overdue for removal: sessions", null, "waiting"],
        ["12,500 rows overdue for removal: emails", "More than the night before", "bad"],
      ]);
      expect(await seen("admin", "fa")).toEqual([
        ["۱ سطر از موعد حذف گذشته است: ورودهای تمام‌شده", null, "waiting"],
        ["۱۲٬۵۰۰ سطر از موعد حذف گذشته است: ایمیل‌ها", "بیشتر از شب قبل", "bad"],
      ]);
    } finally {
      await deps.db.delete(dailyCounts).where(like(dailyCounts.name, "purge-backlog:%"));
    }
  });

  test("counts waiting candidates for admins, in the menu too, and shows moderators none", async () => {
    const city = await createCity(deps.db);
    const admin = await signInAs(deps, "admin");
    const [runId, now] = [crypto.randomUUID(), deps.clock.now()];
    await deps.db.insert(ingestionRuns).values({
      id: runId,
      cityId: city.id,
      month: "2026-12",
      provider: "claude",
      categories: [],
      eventsCount: 2,
      idempotencyKey: runId,
      dueAt: now,
      creatorId: admin.id,
      createdAt: now,
      updatedAt: now,
    });
    const candidate = { runId, values: {}, findings: [], createdAt: now, updatedAt: now };
    await deps.db.insert(ingestionCandidates).values([
      { ...candidate, id: crypto.randomUUID(), position: 0, status: "pending_review" as const },
      { ...candidate, id: crypto.randomUUID(), position: 1, status: "rejected" as const },
    ]);
    try {
      const moderator = await signInAs(deps, "moderator");
      expect(await (await admin.get("/admin/badge-counts")).json()).toMatchObject({
        pendingCandidates: 1,
      });
      expect(await (await moderator.get("/admin/badge-counts")).json()).toMatchObject({
        pendingCandidates: 0,
      });
      const { attention } = await dashboardLoader(contextOf(admin.id, "admin"));
      expect(attention.map(({ text }) => text)).toContain("1 imported to review");
    } finally {
      await deps.db.delete(ingestionCandidates);
      await deps.db.delete(ingestionRuns);
    }
  });

  test("describes recent activity in sentences, in both languages", async () => {
    const moderator = await signInAs(deps, "moderator");
    const { id } = await createCity(deps.db, { slug: "shiraz", nameEn: "Shiraz", nameFa: "شیراز" });
    const entry = {
      actorId: null,
      action: "city.updated",
      entity: "city",
      entityId: id,
      metadata: {},
    };
    await auditEntry(deps, entry);
    const english = await page(await moderator.get("/admin/dashboard?lang=en"));
    expect(english).toMatch(/changed [^.]*Shiraz/);
    expect(english).not.toContain("city.updated");
    expect(await page(await moderator.get("/admin/dashboard?lang=fa"))).toContain("شیراز");
  });

  test("reports entries that no cron has sealed", async () => {
    const moderator = await signInAs(deps, "moderator");
    await deps.db.insert(auditEntries).values({
      id: crypto.randomUUID(),
      action: "x.y",
      entity: "x",
      metadata: {},
      createdAt: deps.clock.now() - 3_600_000,
    });
    expect(await page(await moderator.get("/admin/dashboard?lang=en"))).toContain(
      "isn’t being sealed",
    );
  });
});

describe("the audit log", () => {
  const write = (
    action: string,
    metadata: Record<string, unknown> = {},
    actorId: string | null = null,
  ) => auditEntry(deps, { actorId, action, entity: "city", entityId: "tehran", metadata });

  test("filters by action, and an opened entry shows what changed", async () => {
    const moderator = await signInAs(deps, "moderator");
    await write(
      "city.changed",
      { before: { nameEn: "Teheran" }, after: { nameEn: "Tehran" }, note: "spelling" },
      moderator.id,
    );
    await write("city.created");
    const list = await (await moderator.get("/admin/audit-log?lang=en&action=city.changed")).text();
    expect(textOf(list)).toContain("city.changed");
    expect(textOf(list)).not.toContain("city.created");
    const entry = /entry=([0-9a-f-]{36})/.exec(list)?.[1];
    const opened = await (await moderator.get(`/admin/audit-log?lang=en&entry=${entry}`)).text();
    expect(opened).toContain("<del>Teheran</del>");
    expect(opened).toContain("<ins>Tehran</ins>");
    expect(textOf(opened)).toContain("spelling");
  });

  test("describes a decision in the reader's language, found by title and by the moderator's name", async () => {
    const moderator = await createUser(deps.db, {
      displayName: "Mina Rastegar",
      email: "mina@rooydad.example",
      role: "moderator",
    });
    const city = await createCity(deps.db, { slug: "tehran" });
    const event = await createEvent(deps.db, {
      cityId: city.id,
      startsAt: deps.clock.now(),
      titleEn: "Lantern Night",
      titleFa: "شب فانوس",
    });
    const entry = { entity: "event", entityId: event.id, metadata: {} };
    await auditEntry(deps, { ...entry, actorId: moderator.id, action: "event.approved" });
    await auditEntry(deps, { ...entry, actorId: null, action: "thing.unknown", entityId: null });
    await write("city.created");
    const context = { ...contextOf(moderator.id, "moderator"), requestId: "test" };
    const list = async (query: Record<string, string>, changes: Partial<typeof context> = {}) =>
      (await auditLoader({ ...context, ...changes }, new URLSearchParams(query))).entries.map(
        ({ sentence }) => sentence.replace(/[\u2068\u2069]/g, ""),
      );
    expect(await list({ action: "event.approved" })).toEqual([
      "Mina Rastegar approved the event Lantern Night",
    ]);
    for (const name of ["lantern", "شب فانوس", "RASTEGAR"])
      expect([name, await list({ name })]).toEqual([
        name,
        ["Mina Rastegar approved the event Lantern Night"],
      ]);
    expect(await list({ name: "nothing like it" })).toEqual([]);
    expect(await list({ action: "thing.unknown" })).toEqual([
      "The system: thing.unknown (an event)",
    ]);
    const inPersian = await auditLoader(
      { ...context, locale: "fa" as const },
      new URLSearchParams({ name: "فانوس" }),
    );
    expect(
      inPersian.entries.map(({ sentence }) => sentence.replace(/[\u2068\u2069]/g, "")),
    ).toEqual(["Mina Rastegar رویداد شب فانوس را تأیید کرد"]);
    // Searching by address requires permission to see user pages.
    expect(await list({ name: "mina@rooydad" })).toEqual([]);
    expect(await list({ name: "mina@rooydad" }, contextOf(moderator.id, "admin"))).toHaveLength(1);
  });

  test("filters by typed Solar Hijri days, and shows them as typed", async () => {
    const moderator = await signInAs(deps, "moderator");
    const row = (action: string, day: string) => ({
      id: crypto.randomUUID(),
      action,
      entity: "x",
      metadata: {},
      createdAt: Date.parse(day),
    });
    await deps.db
      .insert(auditEntries)
      .values([
        row("day.before", "2026-11-20"),
        row("day.itself", "2026-11-21"),
        row("day.after", "2026-11-22"),
      ]);
    // 2026-11-21 is 30 Aban 1405.
    const html = await (
      await moderator.get(
        `/admin/audit-log?lang=fa&from=${encodeURIComponent("۱۴۰۵/۸/۳۰")}&to=1405-08-30`,
      )
    ).text();
    expect(html).toContain("day.itself");
    expect(html).not.toContain("day.before");
    expect(html).not.toContain("day.after");
    expect(html).toContain('value="۱۴۰۵/۰۸/۳۰"');
  });

  test("pages without losses or repeats", async () => {
    const moderator = await signInAs(deps, "moderator");
    const start = deps.clock.now();
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: crypto.randomUUID(),
      action: `step.${index}`,
      entity: "test",
      metadata: {},
      // Several in the same moment.
      createdAt: start - Math.floor(index / 10),
    }));
    for (let at = 0; at < rows.length; at += 10)
      await deps.db.insert(auditEntries).values(rows.slice(at, at + 10));
    const seen: string[] = [];
    let next: string | undefined = "/admin/audit-log?lang=en&entity=test";
    while (next) {
      const html: string = await (await moderator.get(next)).text();
      seen.push(
        ...[...html.matchAll(/<code>(step\.\d+)<\/code>/g)].map(([, action]) => action ?? ""),
      );
      next = /href="([^"]*cursor=[^"]*)"[^>]*>(?:<[^>]*>)*Next page</
        .exec(html)?.[1]
        ?.replaceAll("&amp;", "&");
    }
    expect(seen.sort()).toEqual(rows.map(({ action }) => action).sort());
  });

  test("exports formulas as text, with the filter applied [S-129]", async () => {
    const moderator = await signInAs(deps, "moderator");
    await write("=HYPERLINK(1)");
    await write("city.created", { reason: 'say "hi", twice' });
    const response = await moderator.get("/admin/audit-log.csv?entity=city");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const text = await response.text();
    expect(text).toContain(",'=HYPERLINK(1),");
    expect(text.trim().split("\r\n")).toHaveLength(3);
    const user = await signInAs(deps);
    expect((await user.get("/admin/audit-log.csv")).status).toBe(302);
  });

  test.each(["cursor=x", "entry=x", "severity=loud", "from=never"])(
    "opens at the address %s without an error",
    async (query) => {
      const moderator = await signInAs(deps, "moderator");
      expect([200, 400, 404]).toContain(
        (await moderator.get(`/admin/audit-log?lang=en&${query}`)).status,
      );
    },
  );
});

describe("dead letters", () => {
  const letter = async () => {
    const id = crypto.randomUUID();
    await deps.db.insert(deadLetters).values({
      id,
      queue: "rooydad-jobs-dead",
      body: { type: "mail.send", id: "019b0000-0000-7000-8000-00000000dead" },
      createdAt: deps.clock.now(),
    });
    return id;
  };

  test("are sent again once, removed and logged, for two requests of an admin", async () => {
    const admin = await signInAs(deps, "admin");
    const id = await letter();
    for (const [lang, name] of [
      ["en", "An email"],
      ["fa", "یک ایمیل"],
    ])
      expect(await page(await admin.get(`/admin/dead-letters?lang=${lang}`))).toContain(name);
    await admin.post("/admin/dead-letters", { intent: "resend", letter: id });
    await admin.post("/admin/dead-letters", { intent: "resend", letter: id });
    expect(await deps.db.select().from(deadLetters)).toEqual([]);
    const log = await deps.db.select({ action: auditEntries.action }).from(auditEntries);
    expect(log.filter(({ action }) => action === "queue.resent")).toHaveLength(1);
  });

  test("are paged without repeats even within one moment", async () => {
    const rows = Array.from({ length: 60 }, () => ({
      id: crypto.randomUUID(),
      queue: "jobs",
      body: {},
      createdAt: 1_000,
    }));
    for (let at = 0; at < rows.length; at += 20)
      await deps.db.insert(deadLetters).values(rows.slice(at, at + 20));
    const admin = await signInAs(deps, "admin");
    const seen: string[] = [];
    let params: URLSearchParams | null = new URLSearchParams();
    while (params) {
      const list: Awaited<ReturnType<typeof deadLettersLoader>> = await deadLettersLoader(
        contextOf(admin.id, "admin"),
        params,
      );
      seen.push(...list.letters.map(({ id }) => id));
      params = list.older === null ? null : new URL(list.older, ORIGIN).searchParams;
    }
    expect([seen.length, [...seen].sort()]).toEqual([60, rows.map(({ id }) => id).sort()]);
    await expect(
      deadLettersLoader(contextOf(admin.id, "admin"), new URLSearchParams("before=x")),
    ).rejects.toMatchObject({
      code: "bad-request",
    });
  });

  test("stay if a moderator or another site tries to send them", async () => {
    const id = await letter();
    const moderator = await signInAs(deps, "moderator");
    expect(
      (await moderator.post("/admin/dead-letters", { intent: "discard", letter: id })).headers.get(
        "Location",
      ),
    ).toBe("/");
    const admin = await signInAs(deps, "admin");
    expect(
      (
        await admin.post(
          "/admin/dead-letters",
          { intent: "discard", letter: id },
          { Origin: "https://evil.example" },
        )
      ).status,
    ).toBe(403);
    expect(await deps.db.select().from(deadLetters)).toHaveLength(1);
  });
});

describe("/notifications", () => {
  const tell = (userId: string, key: string, reason = "Please say where the entrance is.") =>
    notificationStatement(deps, {
      userId,
      type: "rejection",
      kind: "event-rejected",
      values: { title: { en: "Ink and paper", fa: "مرکب و کاغذ" }, reason },
      actionPath: "/my-events",
      relatedEntityId: null,
      idempotencyKey: key,
    });

  test.each([
    ["en", "Not published: Ink and paper", "Please say where the entrance is."],
    ["fa", "منتشر نشد: مرکب و کاغذ", "Please say where the entrance is."],
  ])("shows title and reason of a rejection in %s", async (lang, title, reason) => {
    const user = await signInAs(deps);
    await tell(user.id, `a-${lang}`);
    const text = await page(await user.get(`/notifications?lang=${lang}`));
    expect(text).toContain(title);
    expect(text).toContain(reason);
  });

  test("marks an opened notification as read once and leads on", async () => {
    const user = await signInAs(deps);
    await tell(user.id, "b");
    await tell(user.id, "b");
    const [row] = await deps.db.select().from(notifications);
    const response = await user.post("/notifications", {
      intent: "open",
      notification: row?.id ?? "",
    });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/my-events"]);
    const read = await deps.db.select().from(notifications);
    expect(read).toHaveLength(1);
    expect(read[0]?.readAt).not.toBeNull();
    await user.post("/notifications", { intent: "read", notification: row?.id ?? "" });
    expect((await deps.db.select().from(notifications))[0]?.readAt).toBe(read[0]?.readAt);
  });

  test("hides other users' notifications [S-138]", async () => {
    const owner = await signInAs(deps);
    const other = await signInAs(deps);
    await tell(owner.id, "c");
    const [row] = await deps.db.select().from(notifications);
    expect(
      (await other.post("/notifications", { intent: "open", notification: row?.id ?? "" })).status,
    ).toBe(404);
    await other.post("/notifications", { intent: "delete", notification: row?.id ?? "" });
    await other.post("/notifications", { intent: "delete-all" });
    await other.post("/notifications", { intent: "read-all" });
    expect(await deps.db.select().from(notifications)).toMatchObject([
      { id: row?.id, readAt: null },
    ]);
  });

  test("deletes all after a confirmation, and is then empty", async () => {
    const user = await signInAs(deps);
    for (const key of ["d", "e", "f"]) await tell(user.id, key);
    expect(await page(await user.get("/notifications?lang=en&delete=all"))).toContain(
      "Delete all notifications?",
    );
    await user.post("/notifications", { intent: "delete-all" });
    expect(await page(await user.get("/notifications?lang=en"))).toContain("Nothing new");
  });
});

describe("GET /audit/logs", () => {
  const ask = async (id: string, query = "") => {
    const response = await SELF.fetch(`${ORIGIN}/api/v1/audit/logs?${query}`, {
      headers: { Authorization: await bearerOf(deps, id) },
    });
    return {
      status: response.status,
      body: await response.json<{
        items: { metadata: object }[];
        nextCursor: string;
        hasMore: boolean;
      }>(),
    };
  };

  test("pages each entry once for moderators, and refuses invalid parameters and other users", async () => {
    const moderator = await signInAs(deps, "moderator");
    for (const action of ["step.one", "step.two"])
      await auditEntry(deps, { actorId: null, action, entity: "test" });
    const first = await ask(moderator.id, "entity=test&limit=1");
    const second = await ask(moderator.id, `entity=test&limit=1&cursor=${first.body.nextCursor}`);
    expect([first.body.hasMore, second.body.hasMore]).toEqual([true, false]);
    expect(
      [...first.body.items, ...second.body.items]
        .map((entry) => (entry as { action?: string }).action)
        .sort(),
    ).toEqual(["step.one", "step.two"]);
    for (const query of ["limit=0", "cursor=x", "severity=loud"])
      expect([query, (await ask(moderator.id, query)).status]).toEqual([query, 400]);
    expect((await ask((await signInAs(deps)).id)).status).toBe(403);
    expect((await SELF.fetch(`${ORIGIN}/api/v1/audit/logs`)).status).toBe(401);
  });

  test.each(["user", "platform-settings", "mail"])(
    "hides changes of a %s from those who may not open its page",
    async (entity) => {
      const metadata = {
        before: { address: "old@private.example" },
        after: { address: "new@private.example" },
      };
      await auditEntry(deps, {
        actorId: null,
        action: "thing.changed",
        entity,
        entityId: "one",
        metadata,
      });
      const [entry] = await deps.db.select().from(auditEntries);
      const [moderator, admin] = [await signInAs(deps, "moderator"), await signInAs(deps, "admin")];
      const everywhere = async ({ id }: typeof moderator, role: Role) => {
        const context = contextOf(id, role);
        const params = new URLSearchParams({ action: "thing.changed", entry: entry?.id ?? "" });
        return [
          JSON.stringify(await auditLoader(context, params)),
          await auditCsv(context, params).text(),
          JSON.stringify((await ask(id, "action=thing.changed")).body),
        ];
      };
      for (const text of await everywhere(moderator, "moderator")) {
        expect(text).toContain("thing.changed");
        expect(text).not.toContain("private.example");
      }
      for (const text of await everywhere(admin, "admin"))
        expect(text).toContain("new@private.example");
      const said = await (
        await moderator.get(`/admin/audit-log?lang=en&entry=${entry?.id}`)
      ).text();
      expect(said).toContain(
        "you see entries about people, platform settings and emails without details",
      );
    },
  );
});

describe("client reports", () => {
  const report = (userId: string, changes: Partial<typeof clientReports.$inferInsert> = {}) =>
    deps.db.insert(clientReports).values({
      id: crypto.randomUUID(),
      userId,
      action: "page.claimed",
      entity: "page",
      entityId: "home",
      metadata: { note: "as the browser tells it" },
      severity: "warning",
      source: "frontend",
      sessionId: null,
      createdAt: deps.clock.now(),
      ...changes,
    });

  test("have their own page, linked from the audit log, and are not in the log", async () => {
    const moderator = await signInAs(deps, "moderator");
    const admin = await signInAs(deps, "admin");
    const member = await signInAs(deps);
    await report(member.id);
    const log = await (await moderator.get("/admin/audit-log?lang=en")).text();
    expect(log).toContain('href="/admin/audit-log/reports?lang=en"');
    expect(log).not.toContain("page.claimed");
    const html = await (await moderator.get("/admin/audit-log/reports?lang=en")).text();
    for (const words of [
      "page.claimed",
      "as the browser tells it",
      "Nasrin Kamali",
      "Warning",
      "1 in total",
    ])
      expect(textOf(html)).toContain(words);
    expect(html).not.toContain("/admin/users/");
    expect(await (await admin.get("/admin/audit-log/reports?lang=en")).text()).toContain(
      `/admin/users/${member.id}`,
    );
    expect((await member.get("/admin/audit-log/reports")).status).toBe(302);
  });

  test.each([
    ["en", "No client reports yet."],
    ["fa", "هنوز هیچ برنامه‌ای چیزی گزارش نکرده است."],
  ])("have an empty state in %s", async (language, said) => {
    const moderator = await signInAs(deps, "moderator");
    const html = await page(await moderator.get(`/admin/audit-log/reports?lang=${language}`));
    expect(html).toContain(said);
    expect(html).not.toMatch(/0 in total|۰ مورد/);
  });

  test("are paged back and forth, each once", async () => {
    const moderator = await signInAs(deps, "moderator");
    for (let at = 0; at < 51; at++)
      await report(moderator.id, { action: `step.${at}`, createdAt: at });
    const first = await (await moderator.get("/admin/audit-log/reports?lang=en")).text();
    expect([first.includes("step.1<"), first.includes("step.0<")]).toEqual([true, false]);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await (await moderator.get(next)).text();
    expect([second.includes("step.1<"), second.includes("step.0<")]).toEqual([false, true]);
    expect(second).toContain('aria-label="Previous page"');
  });

  test("about an account hide details from moderators, on page and API, as in the log", async () => {
    const moderator = await signInAs(deps, "moderator");
    const admin = await signInAs(deps, "admin");
    await report(admin.id, {
      entity: "user",
      entityId: admin.id,
      metadata: { email: "sara@private.example" },
    });
    const everywhere = async (who: typeof admin) => [
      await (await who.get("/admin/audit-log/reports?lang=en")).text(),
      await (
        await SELF.fetch(`${ORIGIN}/api/v1/audit/reports`, {
          headers: { Authorization: await bearerOf(deps, who.id) },
        })
      ).text(),
    ];
    for (const text of await everywhere(admin)) expect(text).toContain("sara@private.example");
    for (const text of await everywhere(moderator)) {
      expect(text).toContain("page.claimed");
      expect(text).not.toContain("private.example");
    }
  });

  test("about an account without metadata hide nothing from moderators", async () => {
    const moderator = await signInAs(deps, "moderator");
    const admin = await signInAs(deps, "admin");
    await report(admin.id, { entity: "user", entityId: admin.id, metadata: {} });
    await report(admin.id, { entity: "user", entityId: admin.id, createdAt: 1 });
    const { items } = await listClientReports(
      deps,
      { ...moderator, role: "moderator", isVerified: true, sessionId: "s" },
      null,
      10,
    );
    expect(items.map(({ metadata, withheld }) => [metadata, withheld])).toEqual([
      [{}, null],
      [{}, "permission"],
    ]);
  });
});

test("the history of a group or a person contains the server's entries only", async () => {
  const admin = await signInAs(deps, "admin");
  const forger = await signInAs(deps);
  const report = async (entity: string, entityId: string) => {
    const response = await SELF.fetch(`${ORIGIN}/api/v1/audit/logs`, {
      method: "POST",
      headers: {
        Authorization: await bearerOf(deps, forger.id),
        "Content-Type": "application/json",
      },
      body: JSON.stringify({
        action: `${entity}.forged`,
        entity,
        entityId,
        source: "operator",
        metadata: { before: { minReportsForAutoFlag: 3 }, after: { minReportsForAutoFlag: 987 } },
      }),
    });
    expect(response.status).toBe(204);
  };
  await report("platform-settings", "moderation");
  await report("user", forger.id);
  await changeSettings(deps, "moderation", { minReportsForAutoFlag: 654 }, null);
  const context = contextOf(admin.id, "admin");
  const { history } = await settingsGroupLoader(context, "moderation");
  expect(history.map(({ fields }) => fields.map(({ after }) => after))).toEqual([["654 reports"]]);
  const { audit } = await userLoader(
    { ...context, requestId: "test" },
    forger.id,
    new URLSearchParams(),
  );
  expect([audit.about, audit.by.map(({ action }) => action).sort()]).toEqual([[], []]);
  expect((await deps.db.select().from(clientReports)).map(({ action }) => action).sort()).toEqual([
    "platform-settings.forged",
    "user.forged",
  ]);
  await deps.db.delete(platformSettings);
  forgetSiteState(deps);
});
