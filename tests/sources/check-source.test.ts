import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { mergeCity } from "../../app/modules/cities/merge-city.server";
import { deleteCity } from "../../app/modules/cities/remove-city.server";
import { approveCandidate } from "../../app/modules/intake/ingestion/approve-candidates.server";
import { editCandidate } from "../../app/modules/intake/ingestion/edit-candidate.server";
import { rejectCandidate } from "../../app/modules/intake/ingestion/reject-candidates.server";
import { beginSourceChecks } from "../../app/modules/intake/sources/begin-checks.server";
import { decideProposal } from "../../app/modules/intake/sources/decide-proposal.server";
import {
  sourceChecksPurge,
  sourceItemsPurge,
} from "../../app/modules/intake/sources/purge-sources.server";
import { getSource } from "../../app/modules/intake/sources/queries.server";
import { takeLeftEntry } from "../../app/modules/intake/sources/take-left-entry.server";
import { checkSourceNow, createSource } from "../../app/modules/intake/sources/write-source.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import {
  approveEvent,
  rejectEvent,
} from "../../app/modules/review/moderation/moderate-event.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { eventRevisions, events, mails, notifications, sourceProposals } from "../../db/schema";
import { createCity } from "../factories/city";
import { answerWith, askedAt, EXTERNAL } from "../helpers/external-services";
import { addActor } from "../helpers/organizers";
import { purgeAll } from "../helpers/purge";
import {
  addSource,
  allCandidates,
  calendar,
  calendarAnswer,
  checkDue,
  checksOf,
  INPUT,
  isAllowed,
  itemsOf,
  newPath,
  readyToCheck,
  runChecks,
} from "../helpers/sources";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Actor;
let path: string;

beforeEach(async () => {
  deps = createTestDeps();
  ({ admin, path } = await readyToCheck(deps));
});

const NIGHT = { uid: "night@test", title: "A Night of Kamancheh", start: "20261212T193000" };
const MORNING = { uid: "morning@test", title: "Children Paint Nowruz", start: "20261214T100000" };
const answer = (...entries: Parameters<typeof calendar>) =>
  answerWith(path, calendarAnswer(calendar(...entries)));
const later = async () => {
  deps.pass(6 * HOUR + MINUTE);
  await checkDue(deps);
};

describe("a check", () => {
  it("keeps a receipt: what is over, what was read, and what was left out with its reason and text", async () => {
    await answer(
      NIGHT,
      MORNING,
      { uid: "old@test", title: "Long Ago", start: "20200101T193000" },
      { uid: "older@test", title: "Longer Ago", start: "20190101T193000" },
      { uid: "nameless@test", title: "", start: "20261213T193000" },
    );
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    expect(await checksOf(deps, id)).toMatchObject([
      {
        items: 2,
        over: 2,
        leftOut: 1,
        left: [
          {
            title: null,
            code: "missing-title",
            snippet: expect.stringContaining("UID:nameless@test"),
          },
        ],
      },
    ]);
  });

  it("has an entry that it left out taken all the same, once", async () => {
    await answer(NIGHT, { uid: "nameless@test", title: "", start: "20261213T193000" });
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    const [check] = await checksOf(deps, id);
    const take = () => takeLeftEntry(deps, admin, id, check?.id ?? "", 0);
    const [first, second] = [await take(), await take()];
    expect(second).toBe(first);
    const taken = (await allCandidates(deps)).find((one) => one.id === first);
    expect(taken).toMatchObject({
      status: "flagged",
      values: { title: null, description: expect.stringContaining("UID:nameless@test") },
    });
    expect(taken?.findings.map(({ code }) => code)).toContain("missing-title");
    expect((await checksOf(deps, id))[0]?.left[0]?.candidateId).toBe(first);
    await expect(takeLeftEntry(deps, admin, id, check?.id ?? "", 7)).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(
      takeLeftEntry(deps, await addActor(deps), id, check?.id ?? "", 0),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  it("says what a limit cuts, beside what it left out", async () => {
    await answer(
      ...Array.from({ length: 520 }, (_, index) => ({
        uid: `night${index}@test`,
        title: `Night ${index}`,
        start: "20261212T193000",
      })),
    );
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    expect((await checksOf(deps, id))[0]).toMatchObject({ items: 500, leftOut: 0, unread: 20 });
  });

  it("reads the 240 entries of a page, and says what a longer one has beyond the limit", async () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    // @ts-expect-error It prints the page.
    await import("../intake/cases/cut-list-240.gen.mjs");
    const page = String(write.mock.calls[0]?.[0]);
    write.mockRestore();
    const entries: { name: string; url: string }[] = JSON.parse(
      page.replace(/^[^[]*|[^\]]*$/g, ""),
    );
    const again = (word: string) =>
      entries.map((one) => ({ ...one, name: `${one.name} ${word}`, url: `${one.url}/${word}` }));
    const checkOf = async (list: readonly object[]) => {
      const own = newPath(".html");
      const body = `<script type="application/ld+json">${JSON.stringify(list)}</script>`;
      await answerWith(own, { body, headers: { "Content-Type": "text/html; charset=utf-8" } });
      const id = await addSource(deps, admin, own, { kind: "json-ld" });
      await checkDue(deps);
      return (await checksOf(deps, id))[0];
    };
    const counted = (check: Awaited<ReturnType<typeof checkOf>>) =>
      (check?.items ?? 0) + (check?.over ?? 0) + (check?.unread ?? 0);
    const whole = await checkOf(entries);
    expect(whole).toMatchObject({ leftOut: 0, unread: 0 });
    expect(counted(whole)).toBe(240);
    const cut = await checkOf([...entries, ...again("b"), ...again("c")]);
    expect(cut?.unread).toBeGreaterThan(150);
    expect([cut?.leftOut, counted(cut)]).toEqual([0, 720]);
  });

  it("makes a candidate of each item, with its provenance, and nothing twice", async () => {
    await answer(NIGHT, MORNING);
    const id = await addSource(deps, admin, path);
    expect(await checkDue(deps)).toBe(1);
    const found = await allCandidates(deps);
    expect(
      found.map(({ values, status }) => [
        values.title,
        values.date,
        values.time,
        values.venue,
        status,
      ]),
    ).toEqual([
      ["A Night of Kamancheh", "2026-12-12", "19:30", "Vahdat Hall", "pending_review"],
      ["Children Paint Nowruz", "2026-12-14", "10:00", "Vahdat Hall", "pending_review"],
    ]);
    expect(found[0]?.values).toMatchObject({
      origin: {
        title: { key: expect.stringContaining("iCalendar"), text: "A Night of Kamancheh" },
      },
    });
    expect((await itemsOf(deps, id))[0]).toMatchObject({
      key: "night@test",
      snippet: expect.stringContaining("SUMMARY:A Night of Kamancheh"),
    });
    expect(
      (await checksOf(deps, id)).map(({ status, items, added, requests }) => ({
        status,
        items,
        added,
        requests,
      })),
    ).toEqual([{ status: "ok", items: 2, added: 2, requests: 2 }]);
    await later();
    expect(await allCandidates(deps)).toHaveLength(2);
    expect((await checksOf(deps, id)).at(-1)).toMatchObject({
      status: "not-modified",
      items: 2,
      added: 0,
    });
  });

  it("is due again after its interval alone", async () => {
    await answer(NIGHT);
    await addSource(deps, admin, path);
    await checkDue(deps);
    deps.pass(5 * HOUR);
    expect(await checkDue(deps)).toBe(0);
    deps.pass(HOUR + MINUTE);
    expect(await checkDue(deps)).toBe(1);
  });

  it("begins no check while the setting is off", async () => {
    await answer(NIGHT);
    const id = await addSource(deps, admin, path);
    await changeSettings(deps, "features", { enableSourceChecks: false }, null);
    expect(await checkDue(deps)).toBe(0);
    await checkSourceNow(deps, admin, id);
    await runChecks(deps);
    expect(await allCandidates(deps)).toHaveLength(1);
  });

  it("by hand waits while another source of its host is checked, and then follows by itself", async () => {
    await answer(NIGHT);
    const [one, two] = [
      await addSource(deps, admin, path),
      await addSource(deps, admin, `${path}?two`),
    ];
    await checkDue(deps);
    deps.pass(HOUR);
    expect(await checkSourceNow(deps, admin, one)).not.toBeNull();
    expect(await checkSourceNow(deps, admin, two)).toBeNull();
    await runChecks(deps);
    expect(await checkDue(deps)).toBe(1);
    expect((await checksOf(deps, two)).length).toBe(2);
  });

  it("asks conditionally, and reads nothing where nothing has changed", async () => {
    await answerWith(
      path,
      calendarAnswer(calendar(NIGHT), {
        ETag: '"one"',
        "Last-Modified": "Mon, 07 Dec 2026 10:00:00 GMT",
      }),
    );
    await addSource(deps, admin, path);
    await checkDue(deps);
    await later();
    const asked = await askedAt(path);
    expect(asked.at(-1)?.headers).toMatchObject({
      "if-none-match": '"one"',
      "if-modified-since": "Mon, 07 Dec 2026 10:00:00 GMT",
    });
  });

  it("obeys robots.txt", async () => {
    await answer(NIGHT);
    await answerWith("/robots.txt", {
      body: `User-agent: *\nDisallow: ${path.slice(0, -1)}`,
      headers: { "Content-Type": "text/plain" },
    });
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    expect(await askedAt(path)).toEqual([]);
    expect((await checksOf(deps, id))[0]).toMatchObject({ status: "failed", reason: "robots" });
  });

  it.each([
    [{ status: 503, body: "", headers: { "Retry-After": "86400" } }, "busy", 24 * HOUR],
    [{ status: 404, body: "" }, "missing", 12 * HOUR],
    [{ body: "<html></html>", headers: { "Content-Type": "text/html" } }, "type", 12 * HOUR],
    [calendarAnswer("no calendar"), "type", 12 * HOUR],
    [calendarAnswer("x".repeat(5 * 1_048_576 + 1)), "size", 12 * HOUR],
  ])("that fails says why and waits longer", async (failing, reason, wait) => {
    await answerWith(path, failing);
    const id = await addSource(deps, admin, path);
    const now = deps.clock.now();
    await checkDue(deps);
    expect(await getSource(deps, admin, id)).toMatchObject({
      lastStatus: "failed",
      lastError: reason,
      failures: 1,
      dueAt: now + wait,
    });
    await answer(NIGHT);
    deps.pass(wait);
    await checkDue(deps);
    expect(await getSource(deps, admin, id)).toMatchObject({
      lastStatus: "ok",
      lastError: null,
      failures: 0,
    });
  });

  it("runs alone on its host", async () => {
    await answer(NIGHT);
    await addSource(deps, admin, path);
    await addSource(deps, admin, `${path}?again`, { name: "Another" });
    expect(await beginSourceChecks(deps)).toEqual({ checks: 1 });
    expect(await beginSourceChecks(deps)).toEqual({ checks: 0 });
    await runChecks(deps);
    expect(await beginSourceChecks(deps)).toEqual({ checks: 1 });
  });

  it("says that a list which is empty all at once is broken, and takes nothing for gone", async () => {
    await answer(NIGHT, MORNING, {
      ...MORNING,
      uid: "third@test",
      title: "A Third Evening of Films",
    });
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    await answer();
    await later();
    expect((await checksOf(deps, id)).at(-1)).toMatchObject({ status: "broken", items: 0 });
    expect((await itemsOf(deps, id)).map(({ state }) => state)).toEqual([
      "present",
      "present",
      "present",
    ]);
  });
});

describe("a change at the source", () => {
  it("updates the candidate field by field, except what an editor has changed", async () => {
    await answer(NIGHT);
    await addSource(deps, admin, path);
    await checkDue(deps);
    const [candidate] = await allCandidates(deps);
    await editCandidate(deps, admin, candidate?.id ?? "", {
      version: candidate?.version ?? 0,
      title: "A Long Night of Kamancheh",
    });
    await answer({ ...NIGHT, title: "Kamancheh at Night", start: "20261212T203000" });
    await later();
    const [changed] = await allCandidates(deps);
    expect(changed?.values).toMatchObject({ title: "A Long Night of Kamancheh", time: "20:30" });
    expect(await allCandidates(deps)).toHaveLength(1);
  });

  it("of a public event is a proposed edit with the difference", async () => {
    await answer(NIGHT);
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    const [candidate] = await allCandidates(deps);
    const eventId = await approveCandidate(deps, admin, candidate?.id ?? "");
    await answer({ ...NIGHT, start: "20261212T203000" });
    await later();
    const revision = await deps.db
      .select()
      .from(eventRevisions)
      .where(eq(eventRevisions.eventId, eventId))
      .get();
    expect(revision).toMatchObject({
      status: "pending",
      values: { startsAt: "2026-12-12T20:30", title: { en: "A Night of Kamancheh" } },
    });
    expect(revision?.sourceItemId).toBe((await itemsOf(deps, id))[0]?.id);
    expect((await checksOf(deps, id)).at(-1)).toMatchObject({ changed: 1, added: 0 });
    const event = await deps.db.select().from(events).where(eq(events.id, eventId)).get();
    expect(event?.startsAt).toBe(Date.UTC(2026, 11, 12, 16));
  });

  it("of a rejected candidate brings nothing back", async () => {
    await answer(NIGHT);
    await addSource(deps, admin, path);
    await checkDue(deps);
    const [candidate] = await allCandidates(deps);
    await rejectCandidate(deps, admin, candidate?.id ?? "", "Not open to the public");
    await answer({ ...NIGHT, start: "20261212T203000" });
    await later();
    expect((await allCandidates(deps)).map(({ status }) => status)).toEqual(["rejected"]);
  });

  it.each([
    ["cancelled", [{ ...NIGHT, lines: ["STATUS:CANCELLED"] }, MORNING]],
    ["gone", [MORNING]],
  ] as const)(
    "that is %s marks the candidate, and proposes a change of plan for a public event",
    async (state, entries) => {
      await answer(NIGHT, MORNING);
      const id = await addSource(deps, admin, path);
      await checkDue(deps);
      await answer(...entries);
      await later();
      const [candidate] = await allCandidates(deps);
      expect(candidate?.findings).toContainEqual({ code: `${state}-at-source`, field: null });
      expect(candidate?.status).toBe("flagged");
      expect((await checksOf(deps, id)).at(-1)).toMatchObject({ [state]: 1, changed: 0 });

      await answer(NIGHT, MORNING);
      await later();
      expect((await allCandidates(deps))[0]?.findings).not.toContainEqual(
        expect.objectContaining({ code: `${state}-at-source` }),
      );
      const eventId = await approveCandidate(deps, admin, candidate?.id ?? "");
      await answer(...entries);
      await later();
      expect(await deps.db.select().from(sourceProposals)).toMatchObject([
        { eventId, kind: state, status: "open" },
      ]);
    },
  );
});

describe("a trusted source", () => {
  it("publishes what is complete and undoubted, and leaves the rest to people", async () => {
    await answer(NIGHT, { ...MORNING, title: "کارگاه نقاشی کودکان" });
    const id = await addSource(deps, admin, path, { trust: "trusted", category: "Concert" });
    await checkDue(deps);
    expect((await allCandidates(deps)).map(({ status, decidedBy }) => [status, decidedBy])).toEqual(
      [
        ["approved", null],
        ["pending_review", null],
      ],
    );
    expect((await checksOf(deps, id))[0]).toMatchObject({ published: 1 });
    expect(
      await deps.db.select({ title: events.titleEn, creator: events.creatorId }).from(events),
    ).toEqual([{ title: "A Night of Kamancheh", creator: null }]);
    await later();
    expect(await deps.db.select().from(events)).toHaveLength(1);
  });

  it.each([
    ["waits with the English that a machine wrote, marked", false],
    ["publishes it, marked, where the settings say so", true],
  ])("%s", async (_, isOn) => {
    await changeSettings(deps, "features", { enableMachineEnglish: isOn }, null);
    await answer({ ...NIGHT, title: "شب کمانچه", venue: "تالار رودکی" });
    await addSource(deps, admin, path, { trust: "trusted", category: "Concert" });
    await checkDue(deps);
    const [candidate] = await allCandidates(deps);
    expect(candidate?.values).toMatchObject({
      title: "Shab Kamancheh",
      titleFa: "شب کمانچه",
      venue: "Rudki Hall",
      venueFa: "تالار رودکی",
    });
    expect(candidate?.findings.map(({ code }) => code)).toContain("machine-english");
    expect(candidate?.status).toBe(isOn ? "approved" : "pending_review");
    expect(
      await deps.db.select({ title: events.titleEn, marks: events.machineTranslated }).from(events),
    ).toEqual(isOn ? [{ title: "Shab Kamancheh", marks: ["title.en", "venue.en"] }] : []);
    if (isOn) return;
    // One decision takes the candidate with all that the machine wrote.
    await approveCandidate(deps, admin, candidate?.id ?? "");
    expect(
      await deps.db.select({ title: events.titleEn, marks: events.machineTranslated }).from(events),
    ).toEqual([{ title: "Shab Kamancheh", marks: ["title.en", "venue.en"] }]);
  });

  it("has figures of what people decided on its items", async () => {
    await answer(NIGHT, MORNING);
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    const [first, second] = await allCandidates(deps);
    await editCandidate(deps, admin, first?.id ?? "", {
      version: 1,
      title: "A Long Night of Kamancheh",
    });
    await approveCandidate(deps, admin, first?.id ?? "");
    await rejectCandidate(deps, admin, second?.id ?? "", "No event");
    expect(await getSource(deps, admin, id)).toMatchObject({
      rightCount: 0,
      editedCount: 1,
      wrongCount: 1,
      duplicateCount: 0,
    });
  });
});

describe("staff", () => {
  const alerts = () =>
    deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.kind, "source-broken"))
      .orderBy(asc(notifications.createdAt), asc(notifications.id));
  const MANY = Array.from({ length: 20 }, (_, index) => ({
    uid: `${index}@test`,
    title: `${["Setar", "Oud", "Daf", "Ney"][index % 4]} evening number ${index}`,
    start: `202612${String(10 + index)}T180000`,
  }));

  it("who manage sources are told once that a list of twenty is empty, and no more once it works again", async () => {
    const moderator = await addActor(deps, "moderator");
    await answer(...MANY);
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    await answer();
    await later();
    await later();
    const [alert, ...more] = await alerts();
    expect(more).toEqual([]);
    expect([alert?.userId, alert?.actionPath, alert?.readAt]).toEqual([
      admin.id,
      `/admin/sources/${id}`,
      null,
    ]);
    expect(alert?.userId).not.toBe(moderator.id);
    const told = (locale: "en" | "fa") =>
      notificationText(alert as NonNullable<typeof alert>, {
        locale,
        calendar: "gregorian",
        timeZone: null,
      });
    expect(told("en")).toEqual({
      title: "Source broken: Vahdat Hall",
      message: "The address answers, but its items are gone. Public events stay as they are.",
    });
    expect(told("fa").title).toBe("منبع از کار افتاد: Vahdat Hall");
    expect(
      (await deps.db.select({ subject: mails.subject }).from(mails)).map(({ subject }) => subject),
    ).toEqual(["Source broken: Vahdat Hall"]);

    await answer(...MANY);
    await later();
    expect((await alerts()).map(({ readAt }) => readAt)).toEqual([deps.clock.now()]);
    await answer();
    await later();
    expect(await alerts()).toHaveLength(2);
  });

  it("are told at the third failure in a row, not of a short list that has ended", async () => {
    await answer(NIGHT, MORNING, {
      ...MORNING,
      uid: "third@test",
      title: "A Third Evening of Films",
    });
    await addSource(deps, admin, path);
    await checkDue(deps);
    await answer();
    await later();
    expect(await alerts()).toEqual([]);
    await answerWith(path, { status: 404, body: "" });
    await later();
    expect(await alerts()).toEqual([]);
    deps.pass(24 * HOUR);
    await checkDue(deps);
    deps.pass(24 * HOUR);
    await checkDue(deps);
    expect((await alerts()).map(({ values }) => values)).toMatchObject([
      { reason: { en: "There’s nothing at this address." } },
    ]);
  });
});

describe("a source on trial", () => {
  it("brings candidates that are flagged until an editor has corrected them", async () => {
    await answer(NIGHT);
    await addSource(deps, admin, path, { trust: "trial" });
    await changeSettings(deps, "moderation", { autoApproveEvents: true }, null);
    await checkDue(deps);
    const [candidate] = await allCandidates(deps);
    expect(candidate?.status).toBe("flagged");
    expect(candidate?.findings).toContainEqual({ code: "trial-source", field: null });
    await answer({ ...NIGHT, start: "20261212T203000" });
    await later();
    const [changed] = await allCandidates(deps);
    expect(changed).toMatchObject({ status: "flagged", values: { time: "20:30" } });
    expect(changed?.findings.filter(({ code }) => code === "trial-source")).toHaveLength(1);
    await editCandidate(deps, admin, changed?.id ?? "", {
      version: changed?.version ?? 0,
      title: "A Long Night of Kamancheh",
    });
    expect((await allCandidates(deps))[0]).toMatchObject({ status: "pending_review" });
  });
});

describe("a decision on what a source proposed", () => {
  it.each([
    [approveEvent, { rightCount: 2, wrongCount: 0 }],
    [
      (...[asked, actor, id]: Parameters<typeof approveEvent>) =>
        rejectEvent(asked, actor, id, "It stays"),
      { rightCount: 1, wrongCount: 1 },
    ],
  ])("counts for its figures: an edit", async (decide, figures) => {
    await answer(NIGHT);
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    const eventId = await approveCandidate(deps, admin, (await allCandidates(deps))[0]?.id ?? "");
    await answer({ ...NIGHT, start: "20261212T203000" });
    await later();
    await decide(deps, admin, eventId);
    expect(await getSource(deps, admin, id)).toMatchObject(figures);
  });

  it.each([
    ["accepted", { rightCount: 2, wrongCount: 0 }, "cancelled"],
    ["dismissed", { rightCount: 1, wrongCount: 1 }, "scheduled"],
  ] as const)(
    "counts for its figures: a change of plan that is %s",
    async (verdict, figures, lifecycle) => {
      await answer(NIGHT, MORNING);
      const id = await addSource(deps, admin, path);
      await checkDue(deps);
      const eventId = await approveCandidate(deps, admin, (await allCandidates(deps))[0]?.id ?? "");
      await answer(MORNING);
      await later();
      const [proposal] = await deps.db.select().from(sourceProposals);
      await decideProposal(deps, admin, proposal?.id ?? "", verdict, "It does not take place.");
      await expect(
        decideProposal(deps, admin, proposal?.id ?? "", verdict, "Again."),
      ).rejects.toMatchObject({ code: "conflict" });
      expect(await getSource(deps, admin, id)).toMatchObject(figures);
      expect(
        (await deps.db.select().from(events).where(eq(events.id, eventId)))[0]?.lifecycle,
      ).toBe(lifecycle);
    },
  );
});

describe("the language of a source", () => {
  it("is asked for, and decides where the letters of a title do not", async () => {
    await answer({ ...NIGHT, title: "۱۹۸۴" }, { ...MORNING, title: "Jazz در کافه نادری" });
    await addSource(deps, admin, path, { language: "fa" });
    await checkDue(deps);
    expect(
      (await allCandidates(deps)).map(({ values }) => [values.title, values.titleFa]).sort(),
    ).toEqual([
      ["1984", "۱۹۸۴"],
      ["Jazz Dar Kafeh Nadri", "Jazz در کافه نادری"],
    ]);
    expect((await askedAt(path)).at(-1)?.headers).toMatchObject({
      "accept-language": "fa, en;q=0.5",
    });
  });
});

it("waits between two pages as long as robots.txt asks", async () => {
  await answerWith("/robots.txt", {
    body: "User-agent: *\nCrawl-delay: 7",
    headers: { "Content-Type": "text/plain" },
  });
  const list = newPath("/");
  const html = { headers: { "Content-Type": "text/html" } };
  await answerWith(list, {
    ...html,
    body: ["one", "two"].map((name) => `<a href="${list}${name}">${name}</a>`).join(""),
  });
  for (const name of ["one", "two"])
    await answerWith(`${list}${name}`, { ...html, body: "<p>Nothing</p>" });
  await addSource(deps, admin, list, { kind: "json-ld" });
  const waits: number[] = [];
  await checkDue(deps, { isAllowed, wait: async (ms) => void waits.push(ms) });
  expect(waits).toEqual([7_000, 7_000]);
});

describe("old data of sources", () => {
  it("is purged: checks after 90 days, items 30 days after their last day with their proposals", async () => {
    await answer(NIGHT, MORNING);
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    await approveCandidate(deps, admin, (await allCandidates(deps))[0]?.id ?? "");
    await answer(MORNING);
    await later();
    expect(await purgeAll(deps, sourceChecksPurge)).toBe(0);
    deps.pass(35 * DAY);
    expect(await purgeAll(deps, sourceItemsPurge)).toBe(1);
    expect((await itemsOf(deps, id)).map(({ title }) => title)).toEqual(["Children Paint Nowruz"]);
    expect(await deps.db.select().from(sourceProposals)).toEqual([]);
    deps.pass(56 * DAY);
    expect(await purgeAll(deps, sourceChecksPurge)).toBe(2);
  });
});

describe("the city of a source", () => {
  it("is not deleted; merging it moves its sources, items and runs", async () => {
    const other = await createCity(deps.db, { slug: "rey", nameEn: "Rey", nameFa: "ری" });
    await answer(NIGHT);
    const id = await addSource(deps, admin, path, { cities: ["tehran"] });
    const wide = await addSource(deps, admin, `${path}?wide`, {
      name: "Wide",
      cities: ["rey", "tehran"],
    });
    await checkDue(deps);
    await expect(deleteCity(deps, admin, "tehran")).rejects.toMatchObject({
      code: "conflict",
      issues: [{ message: "errors:issue.cityGathered" }],
    });
    for (let after: string | null = null; ; ) {
      const part = await mergeCity(deps, admin, { slug: "tehran", into: "rey", after });
      if (part.isDone) break;
      after = part.after;
    }
    expect(await getSource(deps, admin, id)).toMatchObject({ cityId: other.id, otherCityIds: [] });
    expect(await getSource(deps, admin, wide)).toMatchObject({
      cityId: other.id,
      otherCityIds: [],
    });
    expect((await itemsOf(deps, id))[0]?.cityId).toBe(other.id);
    await answer({ ...NIGHT, start: "20261212T203000" });
    await later();
    expect((await allCandidates(deps)).map(({ values }) => values.time)).toContain("20:30");
  });
});

it("is refused at an address that is not public [S-102]", async () => {
  await expect(
    addSource(deps, admin, path, { url: "http://10.0.0.1/events.ics" }),
  ).rejects.toMatchObject({
    code: "invalid",
    issues: [{ path: "url" }],
  });
  expect(isAllowed(new URL("http://10.0.0.1/"))).toBe(false);
});

it("may be on this machine on a local run, and nowhere else in a private network [S-103]", async () => {
  const at = (asked: TestDeps, url: string) => createSource(asked, admin, { ...INPUT, url });
  const local = { ...deps, isLocal: true };
  expect(await at(local, `${EXTERNAL.http}${path}`)).toEqual(expect.any(String));
  for (const [asked, url] of [
    [deps, `${EXTERNAL.http}${path}`],
    [local, "http://10.0.0.1/events.ics"],
  ] as const)
    await expect(at(asked, url)).rejects.toMatchObject({
      issues: [{ path: "url", message: "errors:issue.publicAddress" }],
    });
});
