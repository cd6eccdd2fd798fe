import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { approveCandidate } from "../../app/modules/ingestion/approve-candidates.server";
import { editCandidate } from "../../app/modules/ingestion/edit-candidate.server";
import { rejectCandidate } from "../../app/modules/ingestion/reject-candidates.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { beginSourceChecks } from "../../app/modules/sources/begin-checks.server";
import { getSource } from "../../app/modules/sources/queries.server";
import { checkSourceNow } from "../../app/modules/sources/write-source.server";
import { eventRevisions, events, sourceProposals } from "../../db/schema";
import { answerWith, askedAt } from "../helpers/external-services";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import {
  addSource,
  allCandidates,
  calendar,
  calendarAnswer,
  checkDue,
  checksOf,
  isAllowed,
  itemsOf,
  newPath,
  runChecks,
} from "../helpers/sources";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Actor;
let path: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyIngestion(deps);
  admin = await addActor(deps, "admin");
  await addTehran(deps);
  path = newPath(".ics");
  await answerWith("/robots.txt", { status: 404, body: "" });
});

const NIGHT = { uid: "night@test", title: "A Night of Kamancheh", start: "20261212T193000" };
const MORNING = { uid: "morning@test", title: "Children Paint Nowruz", start: "20261214T100000" };
const answer = (...entries: Parameters<typeof calendar>) => answerWith(path, calendarAnswer(calendar(...entries)));
const later = async () => {
  deps.pass(6 * HOUR + MINUTE);
  await checkDue(deps);
};

describe("a check", () => {
  it("makes a candidate of each item, with its provenance, and nothing twice", async () => {
    await answer(NIGHT, MORNING);
    const id = await addSource(deps, admin, path);
    expect(await checkDue(deps)).toBe(1);
    const found = await allCandidates(deps);
    expect(found.map(({ values, status }) => [values.title, values.date, values.time, values.venue, status])).toEqual([
      ["A Night of Kamancheh", "2026-12-12", "19:30", "Vahdat Hall", "pending_review"],
      ["Children Paint Nowruz", "2026-12-14", "10:00", "Vahdat Hall", "pending_review"],
    ]);
    expect(found[0]?.values).toMatchObject({
      origin: { title: { key: expect.stringContaining("iCalendar"), text: "A Night of Kamancheh" } },
    });
    expect((await itemsOf(deps, id))[0]).toMatchObject({
      key: "night@test",
      snippet: expect.stringContaining("SUMMARY:A Night of Kamancheh"),
    });
    expect((await checksOf(deps, id)).map(({ status, items, added, requests }) => ({ status, items, added, requests }))).toEqual([
      { status: "ok", items: 2, added: 2, requests: 2 },
    ]);
    await later();
    expect(await allCandidates(deps)).toHaveLength(2);
    expect((await checksOf(deps, id)).at(-1)).toMatchObject({ status: "not-modified", items: 2, added: 0 });
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

  it("asks conditionally, and reads nothing where nothing has changed", async () => {
    await answerWith(path, calendarAnswer(calendar(NIGHT), { ETag: '"one"', "Last-Modified": "Mon, 07 Dec 2026 10:00:00 GMT" }));
    await addSource(deps, admin, path);
    await checkDue(deps);
    await later();
    const asked = await askedAt(path);
    expect(asked.at(-1)?.headers).toMatchObject({ "if-none-match": '"one"', "if-modified-since": "Mon, 07 Dec 2026 10:00:00 GMT" });
  });

  it("obeys robots.txt", async () => {
    await answer(NIGHT);
    await answerWith("/robots.txt", { body: `User-agent: *\nDisallow: ${path.slice(0, -1)}`, headers: { "Content-Type": "text/plain" } });
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
    expect(await getSource(deps, admin, id)).toMatchObject({ lastStatus: "failed", lastError: reason, failures: 1, dueAt: now + wait });
    await answer(NIGHT);
    deps.pass(wait);
    await checkDue(deps);
    expect(await getSource(deps, admin, id)).toMatchObject({ lastStatus: "ok", lastError: null, failures: 0 });
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
    await answer(NIGHT, MORNING, { ...MORNING, uid: "third@test", title: "A Third Evening of Films" });
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    await answer();
    await later();
    expect((await checksOf(deps, id)).at(-1)).toMatchObject({ status: "broken", items: 0 });
    expect((await itemsOf(deps, id)).map(({ state }) => state)).toEqual(["present", "present", "present"]);
  });
});

describe("a change at the source", () => {
  it("updates the candidate field by field, except what an editor has changed", async () => {
    await answer(NIGHT);
    await addSource(deps, admin, path);
    await checkDue(deps);
    const [candidate] = await allCandidates(deps);
    await editCandidate(deps, admin, candidate?.id ?? "", { version: candidate?.version ?? 0, title: "A Long Night of Kamancheh" });
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
    const revision = await deps.db.select().from(eventRevisions).where(eq(eventRevisions.eventId, eventId)).get();
    expect(revision).toMatchObject({ status: "pending", values: { startsAt: "2026-12-12T20:30", title: { en: "A Night of Kamancheh" } } });
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
  ] as const)("that is %s marks the candidate, and proposes a change of plan for a public event", async (state, entries) => {
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
    expect((await allCandidates(deps))[0]?.findings).not.toContainEqual(expect.objectContaining({ code: `${state}-at-source` }));
    const eventId = await approveCandidate(deps, admin, candidate?.id ?? "");
    await answer(...entries);
    await later();
    expect(await deps.db.select().from(sourceProposals)).toMatchObject([{ eventId, kind: state, status: "open" }]);
  });
});

describe("a trusted source", () => {
  it("publishes what is complete and undoubted, and leaves the rest to people", async () => {
    await answer(NIGHT, { ...MORNING, title: "کارگاه نقاشی کودکان" });
    const id = await addSource(deps, admin, path, { trust: "trusted", category: "Concert" });
    await checkDue(deps);
    expect((await allCandidates(deps)).map(({ status, decidedBy }) => [status, decidedBy])).toEqual([
      ["approved", null],
      ["flagged", null],
    ]);
    expect((await checksOf(deps, id))[0]).toMatchObject({ published: 1 });
    expect(await deps.db.select({ title: events.titleEn, creator: events.creatorId }).from(events)).toEqual([
      { title: "A Night of Kamancheh", creator: null },
    ]);
    await later();
    expect(await deps.db.select().from(events)).toHaveLength(1);
  });

  it("has figures of what people decided on its items", async () => {
    await answer(NIGHT, MORNING);
    const id = await addSource(deps, admin, path);
    await checkDue(deps);
    const [first, second] = await allCandidates(deps);
    await editCandidate(deps, admin, first?.id ?? "", { version: 1, title: "A Long Night of Kamancheh" });
    await approveCandidate(deps, admin, first?.id ?? "");
    await rejectCandidate(deps, admin, second?.id ?? "", "No event");
    expect(await getSource(deps, admin, id)).toMatchObject({ rightCount: 0, editedCount: 1, wrongCount: 1, duplicateCount: 0 });
  });
});

it("is refused at an address that is not public", async () => {
  await expect(addSource(deps, admin, path, { url: "http://10.0.0.1/events.ics" })).rejects.toMatchObject({
    code: "invalid",
    issues: [{ path: "url" }],
  });
  expect(isAllowed(new URL("http://10.0.0.1/"))).toBe(false);
});
