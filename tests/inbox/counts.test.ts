import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { EMPTY_EVENT_VALUES } from "../../app/lib/event/event-fields";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { citiesById } from "../../app/modules/cities/queries.server";
import { badgeCounts } from "../../app/modules/operations/badge-counts.server";
import { candidateCounts } from "../../app/modules/review/inbox/count-cases.server";
import { GROUPED_MAX, listGroup } from "../../app/modules/review/inbox/list-inbox.server";
import {
  scheduleDecisions,
  undoDecision,
} from "../../app/modules/review/inbox/schedule-decision.server";
import { notifyStaff } from "../../app/modules/review/moderation/notify-staff.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { cityBoardPage } from "../../app/routes/admin/cities/city-board.server";
import { dashboardLoader } from "../../app/routes/admin/dashboard/dashboard.server";
import { reviewPage } from "../../app/routes/admin/review/review.server";
import { adminShellData } from "../../app/routes/admin/shell/admin-shell.server";
import {
  duplicatePairs,
  eventDrafts,
  eventRevisions,
  type events,
  ingestionCandidates,
  ingestionRuns,
  mails,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent, reportEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
let deps: TestDeps;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran" }));
});

const add = (changes: Partial<typeof events.$inferInsert>) =>
  createEvent(deps.db, { cityId, startsAt: deps.clock.now() + 20 * DAY, ...changes });
const pending = () =>
  add({ status: "pending", publishedAt: null, submittedAt: deps.clock.now() - DAY });

const RUN = "019b0000-0000-7000-8000-000000000001";

async function addCandidates(creatorId: string): Promise<void> {
  const stamps = { createdAt: 1, updatedAt: 1 };
  await deps.db.insert(ingestionRuns).values({
    id: RUN,
    cityId,
    month: "2027-01",
    provider: "other",
    categories: [],
    status: "completed",
    eventsCount: 3,
    idempotencyKey: RUN,
    dueAt: 0,
    creatorId,
    ...stamps,
  });
  for (const [position, status] of (["pending_review", "flagged", "rejected"] as const).entries())
    await deps.db.insert(ingestionCandidates).values({
      id: deps.ids.next(),
      runId: RUN,
      position,
      values: { title: `Candidate ${position}` },
      status,
      findings: [],
      ...stamps,
    });
}

it("all surfaces say the same numbers of waiting work, also while a decision can be undone", async () => {
  const sara = await addActor(deps, "admin");
  const host = await addActor(deps);
  const one = await pending();
  await pending();
  // What came within the hour is mailed to staff.
  await add({ status: "pending", publishedAt: null, submittedAt: deps.clock.now() });
  await add({ status: "flagged", flagCount: 2 });
  await reportEvent(deps.db, (await add({})).id);
  await addCandidates(host.id);
  // Without a city.
  await deps.db.insert(eventDrafts).values({
    id: deps.ids.next(),
    creatorId: host.id,
    titleEn: "A draft",
    values: EMPTY_EVENT_VALUES,
    needsLanguage: "fa",
    handedOverAt: 1,
    createdAt: 1,
    updatedAt: 1,
  });
  // Edits of events that are hidden or deleted are not waiting work.
  const cities = await citiesById(deps);
  for (const changes of [{}, { deletedAt: 1 }, { status: "flagged" as const, deletedAt: 1 }]) {
    const event = await add({ publishedAt: 1, ...changes });
    await deps.db.insert(eventRevisions).values({
      eventId: event.id,
      authorId: host.id,
      values: { ...valuesOfEvent(event, cities.get(cityId)), price: 900_000 },
      createdAt: 1,
      updatedAt: 1,
    });
  }
  const [firstId = "", secondId = ""] = [(await add({})).id, (await add({})).id].sort();
  await deps.db
    .insert(duplicatePairs)
    .values({ id: deps.ids.next(), firstId, secondId, score: 0.8, createdAt: 1 });
  await changeSettings(
    deps,
    "notifications",
    { adminNotificationEmail: "desk@rooydad.example" },
    null,
  );

  /** What each surface says; they agree where they count the same. */
  const seen = async () => {
    const context = requestContext(deps, { signedIn: sara });
    const badges = await badgeCounts(deps, sara);
    const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0]);
    const tabOf = async (scope: Parameters<typeof reviewPage>[1], tab: string) => {
      const { tabs } = await reviewPage(context, scope, new URLSearchParams());
      return numberIn(tabs.find(({ value }) => value === tab)?.label ?? "");
    };
    const { attention } = await dashboardLoader(context);
    const said = (key: string) => {
      const row = attention.find((one) => one.key === key);
      return row ? numberIn(`${row.text} ${row.note}`) : 0;
    };
    const { data: shell } = await adminShellData(
      new Request("https://rooydad.example/admin"),
      context,
      {},
    );
    expect(shell.badges).toEqual(badges);
    expect(await tabOf("inbox", "all")).toBe(badges.inbox);
    expect(said("inbox")).toBe(badges.inbox);
    const board = await cityBoardPage(context, new URLSearchParams({ show: "all" }));
    expect(board.lead).toContain(`Cases waiting: ${badges.inbox}.`);
    // The draft has no city.
    expect(board.rows.map(({ waiting }) => waiting)).toEqual([String(badges.inbox - 1)]);

    expect(said("pending")).toBe(badges.pendingEvents);
    expect(said("flagged")).toBe(badges.flaggedEvents);
    expect(said("reported")).toBe(badges.reportedEvents);
    expect(said("candidates")).toBe(badges.pendingCandidates);
    expect(
      ["pending", "flagged", "reported", "candidates", "others"].reduce(
        (sum, key) => sum + said(key),
        0,
      ),
    ).toBe(badges.inbox);
    expect(await tabOf("pending", "all")).toBe(badges.pendingEvents);
    expect(await tabOf("flagged", "hidden")).toBe(badges.flaggedEvents);
    expect(await tabOf("flagged", "public")).toBe(badges.reportedEvents);
    expect(await tabOf("candidates", "all")).toBe(badges.pendingCandidates);
    const ofRuns = await candidateCounts(deps, sara);
    expect(Object.values(ofRuns).reduce((sum, count) => sum + count, 0)).toBe(
      badges.pendingCandidates,
    );
    expect((await listGroup(deps, sara, RUN)).total).toBe(badges.pendingCandidates);

    await deps.db.delete(mails);
    expect(await notifyStaff(deps)).toEqual({ isSent: true });
    const told = await deps.db.select().from(mails).where(eq(mails.kind, "staffWaiting")).get();
    expect(told?.text).toContain(
      `Waiting for review: ${badges.pendingEvents}. Reported and hidden until a moderator decides: ${badges.flaggedEvents}.`,
    );
    return [badges.inbox, badges.pendingEvents, badges.pendingCandidates];
  };
  expect(await seen()).toEqual([10, 4, 2]);
  const { ids } = await scheduleDecisions(deps, sara, [
    {
      kind: "new",
      subjectId: one.id,
      intent: "approve",
      title: "It",
      values: { reason: "", version: 1 },
    },
  ]);
  expect(await seen()).toEqual([9, 3, 2]);
  await undoDecision(deps, sara, ids[0] ?? "");
  expect(await seen()).toEqual([10, 4, 2]);
});

it("the inbox stands in groups: what is urgent first, then with doubts, then clean, in one order over its pages", async () => {
  const sara = await addActor(deps, "admin");
  const now = deps.clock.now();
  const complete = {
    imageUrl: "/media/p.webp",
    titleFa: "شب تار",
    latitude: 35.7,
    longitude: 51.4,
    descriptionEn: "A long evening of music with two players, and what they say about it. ".repeat(
      2,
    ),
  };
  const wanted: { name: string; group: number; at: number }[] = [];
  const put = async (place: number, group: number, kind: "new" | "report", changes: object) => {
    // The clean ones wait the longest, the urgent ones the least.
    const at = now - group * DAY - place * 60_000;
    const status = kind === "new" ? ("pending" as const) : ("flagged" as const);
    const stamps = kind === "new" ? { publishedAt: null, submittedAt: at } : { updatedAt: at };
    const { id } = await add({ status, ...stamps, ...changes });
    wanted.push({ name: `${kind}-${id}`, group, at });
  };
  for (let place = 0; place < 16; place++) {
    await put(place, 0, place % 2 ? "report" : "new", place % 2 ? {} : { startsAt: now + DAY });
    await put(place, 1, "new", { titleFa: null });
    await put(place, 2, "new", { ...complete, titleEn: `Clean ${place}` });
  }
  await addCandidates(sara.id);
  const order = wanted.sort((a, b) => a.group - b.group || a.at - b.at).map(({ name }) => name);

  for (const [locale, names] of [
    ["en", ["Urgent 16", "With doubts or gaps 18", "Clean 16"]],
    ["fa", ["فوری ۱۶", "با ابهام یا کمبود ۱۸", "بی‌ابهام ۱۶"]],
  ] as const) {
    const context = requestContext(deps, { signedIn: sara, locale });
    const seen: string[] = [];
    const headings = new Set<string>();
    let next: string | null = "/admin/inbox?city=tehran";
    while (next) {
      const page: Awaited<ReturnType<typeof reviewPage>> = await reviewPage(
        context,
        "inbox",
        new URL(next, "https://rooydad.example").searchParams,
      );
      expect(page.rows[0]?.group).not.toBeNull();
      for (const { name, group } of page.rows) {
        seen.push(name);
        if (group) headings.add(`${group.label} ${group.count}`);
      }
      // J and K are the neighbours in the list.
      for (const place of [0, 7, page.rows.length - 1]) {
        const params = new URL(next, "https://rooydad.example").searchParams;
        params.set("case", page.rows[place]?.name ?? "");
        const { previous, following } = await reviewPage(context, "inbox", params);
        expect([previous, following].map((href) => /case=([^&]+)/.exec(href ?? "")?.[1])).toEqual([
          page.rows[place - 1]?.name,
          page.rows[place + 1]?.name,
        ]);
      }
      next = page.nextPage;
    }
    expect(seen.filter((name) => !name.startsWith("candidate"))).toEqual(order);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...headings]).toEqual(names);
    expect(seen.length).toBe((await badgeCounts(deps, sara)).inbox);
  }
  // A tab has the groups of its own cases.
  const reports = await reviewPage(
    requestContext(deps, { signedIn: sara }),
    "inbox",
    new URLSearchParams({ kind: "report" }),
  );
  expect(reports.rows.flatMap(({ group }) => group ?? [])).toEqual([
    { label: "Urgent", count: "8" },
  ]);
  // Sister screens keep their order by wait alone.
  const queue = await reviewPage(
    requestContext(deps, { signedIn: sara }),
    "pending",
    new URLSearchParams(),
  );
  expect(queue.rows.flatMap(({ group }) => group ?? [])).toEqual([]);
});

it("reports that do not count make no public event urgent, and an edit does not move it back", async () => {
  const sara = await addActor(deps, "admin");
  const now = deps.clock.now();
  const report = async (titleEn: string, days: number, weight: number, updatedAt: number) => {
    const event = await add({ titleEn, updatedAt });
    for (const at of [days, days - 1])
      await reportEvent(deps.db, event.id, { weight, createdAt: now - at * DAY });
    return event.titleEn;
  };
  const doubts = [
    await report("Long ago, edited now", 9, 0, now),
    await report("Lately", 3, 0, now - 20 * DAY),
  ];
  const urgent = [await report("Counts", 2, 0.5, now)];
  const page = await reviewPage(
    requestContext(deps, { signedIn: sara }),
    "inbox",
    new URLSearchParams(),
  );
  expect(page.rows.map(({ title, group }) => [title, group?.label ?? null])).toEqual([
    [urgent[0], "Urgent"],
    [doubts[0], "With doubts or gaps"],
    [doubts[1], null],
  ]);
  expect(page.cut).toBeNull();
  // One that is named is read by its own key.
  const named = new URLSearchParams({ case: page.rows[2]?.name ?? "" });
  expect(
    (await reviewPage(requestContext(deps, { signedIn: sara }), "inbox", named)).opened,
  ).toMatchObject({ isOpen: true });
});

it("says that more wait than are put into groups", async () => {
  const sara = await addActor(deps, "admin");
  for (let place = 0; place < GROUPED_MAX; place++) await pending();
  const cutIn = async (locale: "en" | "fa") =>
    (
      await reviewPage(
        requestContext(deps, { signedIn: sara, locale }),
        "inbox",
        new URLSearchParams(),
      )
    ).cut;
  expect(await cutIn("en")).toContain("the 180 that have waited longest");
  expect(await cutIn("fa")).toContain("۱۸۰");
});
