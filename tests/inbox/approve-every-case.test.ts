import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { reviewCase } from "../../app/components/moderation/review-case.server";
import { SECOND } from "../../app/lib/dates/durations";
import { AppError } from "../../app/lib/errors";
import type { EventValues } from "../../app/lib/event/event-fields";
import type { Actor } from "../../app/lib/permissions";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { citiesById } from "../../app/modules/cities/queries.server";
import { listInbox } from "../../app/modules/review/inbox/list-inbox.server";
import {
  type NewDecision,
  putAsideDecisions,
  scheduleDecisions,
  settleDecisions,
} from "../../app/modules/review/inbox/schedule-decision.server";
import { reviewCandidate } from "../../app/routes/admin/review/review-cases.server";
import {
  eventDecisions,
  eventRevisions,
  type events,
  type InboxKind,
  ingestionCandidates,
  ingestionRuns,
  scheduledDecisions,
  sourceProposals,
  sources,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent, reportEvent } from "../factories/event";
import { createSource, createSourceItem } from "../factories/source";
import { addActor, emptyEvents } from "../helpers/organizers";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const RUN = "019b0000-0000-7000-e000-000000000021";
const SOURCE = "019b0000-0000-7000-e000-000000000022";
const NO_FILTER = {
  only: [],
  cursor: null,
  cities: [],
  category: null,
  source: null,
  before: null,
  after: null,
  isReady: false,
} as const;

/** Changed values of an edit, and whether its command takes them. */
const EDITS: readonly (readonly [changes: Partial<EventValues>, isTaken: boolean])[] = [
  [{ price: 2_000_000 }, true],
  [{ venue: { en: "Another hall", fa: null } }, true],
  [{ title: { en: null, fa: "شب رادیو" } }, false],
  [{ venue: { en: null, fa: "تالار" } }, false],
  [{ startsAt: "2020-01-01T18:00:00+03:30", endsAt: "2020-01-01T20:00:00+03:30" }, false],
  [{ title: { en: "x".repeat(400), fa: null } }, false],
];

/** Changed values of a candidate, and whether its command takes them. */
const FOUND: readonly (readonly [changes: object, isTaken: boolean])[] = [
  [{}, true],
  [{ description: null }, true],
  [{ time: null }, true],
  [{ title: null, titleFa: "شب جاز" }, false],
  // One name serves both languages.
  [{ venue: null, venueFa: "تالار وحدت" }, true],
  [{ venue: null }, false],
  [{ date: null }, false],
  [{ date: "2020-01-01" }, false],
  [{ title: "x".repeat(400) }, false],
];

interface Case {
  kind: InboxKind;
  id: string;
  version: number;
  isTaken: boolean;
}

async function seedCases(deps: TestDeps, admin: Actor): Promise<Case[]> {
  const now = deps.clock.now();
  const startsAt = now + 20 * DAY;
  const { id: cityId } = await createCity(deps.db, { slug: "tehran" });
  const host = await addActor(deps);
  const cases: Case[] = [];
  const add = (kind: InboxKind, id: string, isTaken = true, version = 1) =>
    cases.push({ kind, id, isTaken, version });
  const event = (titleEn: string, changes: Partial<typeof events.$inferInsert> = {}) =>
    createEvent(deps.db, {
      cityId,
      titleEn,
      venueEn: "Vahdat Hall",
      descriptionEn: "An hour and a half of radio songs.",
      creatorId: host.id,
      startsAt,
      ...changes,
    });
  for (let place = 0; place < 14; place++) {
    const state = { status: "pending" as const, publishedAt: null, submittedAt: now - DAY };
    add("new", (await event(`New ${place}`, state)).id);
    const hidden = { status: "flagged" as const, flagCount: 2 };
    add("report", (await event(`Hidden ${place}`, hidden)).id);
  }
  // Seen before a colleague changed them, or decided.
  for (const version of [2, 3]) {
    const changed = { status: "pending" as const, submittedAt: now, version };
    add("new", (await event(`Changed ${version}`, changed)).id, false);
    add("new", (await event(`Decided ${version}`)).id, false);
  }
  add("new", deps.ids.next(), false);
  const reported = await event("Reported");
  await reportEvent(deps.db, reported.id);
  add("reported", reported.id);
  add("reported", (await event("Reported no more")).id, false);
  await createSource(deps, { id: SOURCE, cityId, creatorId: admin.id });
  const item = (id: string) => createSourceItem(deps, { id, sourceId: SOURCE, cityId });
  const cities = await citiesById(deps);
  for (const [place, [changes, isTaken]] of [...EDITS, ...EDITS].entries()) {
    const kind = place < EDITS.length ? "edit" : "source";
    const row = await event(`Public ${place}`, { publishedAt: now });
    await deps.db.insert(eventRevisions).values({
      eventId: row.id,
      authorId: kind === "edit" ? host.id : admin.id,
      values: { ...valuesOfEvent(row, cities.get(cityId)), ...changes },
      sourceItemId: kind === "source" ? await item(`item ${place}`) : null,
      createdAt: now,
      updatedAt: now,
    });
    add(kind, row.id, isTaken, 2);
  }
  for (const [kind, changes, isTaken] of [
    ["cancelled", {}, true],
    ["gone", {}, true],
    ["back", { lifecycle: "cancelled" }, true],
    ["cancelled", { lifecycle: "cancelled" }, false],
    ["gone", { startsAt: now - 2 * DAY, endsAt: now - DAY }, false],
  ] as const) {
    const row = await event(`Plan ${kind} ${isTaken}`, { publishedAt: now, ...changes });
    const id = deps.ids.next();
    await deps.db.insert(sourceProposals).values({
      id,
      sourceId: SOURCE,
      itemId: await item(id),
      eventId: row.id,
      kind,
      createdAt: now,
    });
    add("plan", id, isTaken, 0);
  }
  await deps.db.insert(ingestionRuns).values({
    id: RUN,
    cityId,
    month: "2027-01",
    provider: "other",
    categories: [],
    status: "completed",
    eventsCount: 1,
    idempotencyKey: "walk",
    dueAt: now,
    creatorId: admin.id,
    createdAt: now,
    updatedAt: now,
  });
  const date = new Date(startsAt).toISOString().slice(0, 10);
  for (const [place, [changes, isTaken]] of FOUND.entries()) {
    const id = deps.ids.next();
    const values = { description: "Songs.", date, time: "19:00", venue: "Vahdat Hall", free: true };
    await deps.db.insert(ingestionCandidates).values({
      id,
      runId: RUN,
      position: place,
      values: { title: `Jazz of winter ${place}`, ...values, ...changes },
      status: "pending_review",
      findings: [],
      localDay: date,
      createdAt: now,
      updatedAt: now,
    });
    add("candidate", id, isTaken);
  }
  return cases;
}

async function seeded() {
  const deps = createTestDeps();
  await emptyEvents(deps);
  await deps.db.delete(sources);
  const admin = await addActor(deps, "admin");
  return { deps, admin, cases: await seedCases(deps, admin) };
}

const approval = ({ kind, id, version }: Case): NewDecision => ({
  kind,
  subjectId: id,
  intent: "approve",
  title: `${kind} ${id}`,
  values: { reason: "It does not take place, says the hall.", version },
});

it("every case that is said to be approved is; the others say at the press what is missing, and change nothing", async () => {
  const { deps, admin, cases } = await seeded();
  expect(cases.length).toBeGreaterThanOrEqual(60);
  const refused = new Map<string, AppError>();
  for (const one of cases) {
    const before = await deps.db.$count(eventDecisions);
    await scheduleDecisions(deps, admin, [approval(one)]).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      refused.set(one.id, error);
    });
    expect(await deps.db.$count(eventDecisions)).toBe(before);
  }
  expect(cases.map(({ kind, id }) => [kind, id, !refused.has(id)])).toEqual(
    cases.map(({ kind, id, isTaken }) => [kind, id, isTaken]),
  );
  deps.pass(10 * SECOND);
  let settled = { decisions: 0, failed: 0 };
  do {
    settled = await settleDecisions(deps);
    expect(settled.failed).toBe(0);
  } while (settled.decisions > 0);
  await deps.settle();
  const states = await deps.db.select({ state: scheduledDecisions.state }).from(scheduledDecisions);
  expect(states.map(({ state }) => state)).toEqual(
    cases.filter(({ isTaken }) => isTaken).map(() => "done"),
  );
}, 120_000);

it("a case shows what its approval waits for exactly where the command would refuse its values", async () => {
  const { deps, admin, cases } = await seeded();
  const context = requestContext(deps, { signedIn: admin });
  for (const one of cases) {
    const { kind, id } = one;
    if (kind === "plan" || kind === "duplicate" || kind === "language") continue;
    const view =
      kind === "candidate"
        ? await reviewCandidate(context, id)
        : await reviewCase(context, id, null, kind);
    if (!view.isOpen) continue;
    const code = await scheduleDecisions(deps, admin, [approval(one)]).then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
    const texts = view.blocked.map(({ text }) => text);
    expect([kind, id, texts, texts.length > 0]).toEqual([kind, id, texts, code === "invalid"]);
    for (const text of texts) expect(text).not.toMatch(/^errors:|undefined/);
  }
}, 120_000);

it("of many at once those that cannot are told with their exact cause, until they are decided or put aside", async () => {
  const { deps, admin, cases } = await seeded();
  const isFailing = ({ isTaken }: Case) => !isTaken;
  const answer = await scheduleDecisions(deps, admin, cases.map(approval));
  const failing = cases.filter(isFailing);
  expect([answer.ids.length, answer.causes.filter((cause) => cause !== null).length]).toEqual([
    cases.length - failing.length,
    failing.length,
  ]);
  const told = async () =>
    (await listInbox(deps, admin, NO_FILTER)).decided.filter(({ state }) => state === "failed");
  const shown = await told();
  expect(shown.length).toBeGreaterThan(0);
  for (const { cause } of shown) expect(cause?.code).toMatch(/^(invalid|conflict|not-found)$/);
  const missing = shown.find(({ cause }) => cause?.code === "invalid");
  expect(missing?.cause?.issues[0]).toMatchObject({ message: expect.stringMatching(/^errors:/) });
  // Mended, and decided again.
  const [one] = shown.filter(({ kind }) => kind === "candidate");
  const found = await deps.db
    .select()
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.id, one?.subjectId ?? ""))
    .get();
  await deps.db
    .update(ingestionCandidates)
    .set({
      values: {
        ...found?.values,
        title: "Mended",
        venue: "Vahdat Hall",
        date: new Date(deps.clock.now() + 20 * DAY).toISOString().slice(0, 10),
      },
    })
    .where(eq(ingestionCandidates.id, found?.id ?? ""));
  await scheduleDecisions(deps, admin, [
    approval({ kind: "candidate", id: found?.id ?? "", version: 1, isTaken: true }),
  ]);
  expect((await told()).map(({ subjectId }) => subjectId)).not.toContain(found?.id);
  await putAsideDecisions(deps, admin);
  expect(await told()).toEqual([]);
}, 120_000);
