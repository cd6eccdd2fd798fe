import { beforeEach, expect, it } from "vitest";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { citiesById } from "../../app/modules/cities/queries.server";
import { badgeCounts } from "../../app/modules/operations/badge-counts.server";
import { listInbox } from "../../app/modules/review/inbox/list-inbox.server";
import {
  scheduleDecisions,
  undoDecision,
} from "../../app/modules/review/inbox/schedule-decision.server";
import { dashboardLoader } from "../../app/routes/admin/dashboard/dashboard.server";
import { duplicatePairs, eventRevisions, type events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
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

it("badges, inbox and dashboard say the same numbers, also while a decision can be undone", async () => {
  const sara = await addActor(deps, "moderator");
  const host = await addActor(deps);
  const one = await pending();
  for (let more = 0; more < 2; more++) await pending();
  await add({ status: "flagged", flagCount: 2 });
  await add({ flagCount: 1 });
  // Edits of events that are hidden or deleted wait for nobody.
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
  const seen = async () => {
    const filter = { cities: [], category: null, source: null, before: null, after: null };
    const { counts } = await listInbox(deps, sara, {
      only: [],
      cursor: null,
      isReady: false,
      ...filter,
    });
    const badges = await badgeCounts(deps, sara);
    const { attention } = await dashboardLoader(requestContext(deps, { signedIn: sara }));
    const said = (key: string) => /\d+/.exec(attention.find((row) => row.key === key)?.text ?? "0");
    const sum = Object.values(counts).reduce((all, count) => all + count, 0);
    expect(badges).toMatchObject({
      inbox: sum,
      pendingEvents: (counts.new ?? 0) + (counts.edit ?? 0) + (counts.source ?? 0),
      flaggedEvents: counts.report,
      reportedEvents: counts.reported,
    });
    expect(Number(said("pending"))).toBe(badges.pendingEvents);
    expect(Number(said("flagged"))).toBe(badges.flaggedEvents);
    expect(Number(said("reported"))).toBe(badges.reportedEvents);
    return [badges.inbox, badges.pendingEvents];
  };
  expect(await seen()).toEqual([7, 4]);
  const { ids } = await scheduleDecisions(deps, sara, [
    {
      kind: "new",
      subjectId: one.id,
      intent: "approve",
      title: "It",
      values: { reason: "", version: 1 },
    },
  ]);
  expect(await seen()).toEqual([6, 3]);
  await undoDecision(deps, sara, ids[0] ?? "");
  expect(await seen()).toEqual([7, 4]);
});
