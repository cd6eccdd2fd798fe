import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "../../app/lib/dates/durations";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { citiesById } from "../../app/modules/cities/queries.server";
import type { EventRow } from "../../app/modules/events/list/list-events.server";
import { settleDecisions } from "../../app/modules/review/inbox/schedule-decision.server";
import {
  eventFlags,
  eventRevisions,
  events,
  notifications,
  planChanges,
  scheduledDecisions,
  sourceProposals,
  sources,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createSource, createSourceItem } from "../factories/source";
import { addActor, emptyEvents } from "../helpers/organizers";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const INBOX = "/admin/inbox";
const SOURCE = "019b0000-0000-7000-e000-000000000001";
let deps: TestDeps;
let admin: Browser;
let cityId: string;
let event: EventRow;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  await deps.db.delete(sources);
  ({ id: cityId } = await createCity(deps.db, {
    id: "019b0000-0000-7000-d000-000000000001",
    slug: "tehran",
    nameEn: "Tehran",
  }));
  admin = await signInAs(deps, "admin", { displayName: "Laleh" });
  const { id } = await createEvent(deps.db, {
    cityId,
    titleEn: "A Night of Kamancheh",
    venueEn: "Vahdat Hall",
    descriptionEn: "An evening of two players.",
    startsAt: deps.clock.now() + 20 * DAY,
    status: "approved",
  });
  event = (await deps.db.select().from(events).where(eq(events.id, id)).get()) as EventRow;
  const _now = deps.clock.now();
  const of = { cityId, creatorId: admin.id };
  await createSource(deps, { ...of, id: SOURCE, name: "Vahdat Hall’s calendar" });
  await createSource(deps, { ...of, name: "Another calendar", url: "https://other.example/a.ics" });
  await createSourceItem(deps, {
    id: "item",
    sourceId: SOURCE,
    key: "night@test",
    title: "A Night of Kamancheh",
    cityId,
    snippet: "SUMMARY:A Night of Kamancheh at Niavaran",
  });
});

const propose = async (venue: string) => {
  const city = (await citiesById(deps)).get(cityId);
  await deps.db.insert(eventRevisions).values({
    eventId: event.id,
    authorId: admin.id,
    values: { ...valuesOfEvent(event, city), venue: { en: venue, fa: null } },
    sourceItemId: "item",
    createdAt: deps.clock.now(),
    updatedAt: deps.clock.now(),
  });
};
const proposePlan = async (kind: "cancelled" | "gone" | "back") => {
  const id = deps.ids.next();
  await deps.db.insert(sourceProposals).values({
    id,
    sourceId: SOURCE,
    itemId: "item",
    eventId: event.id,
    kind,
    createdAt: deps.clock.now(),
  });
  return id;
};
const textOf = async (path: string) =>
  (await (await admin.get(path, { "Accept-Language": "en" })).text())
    .replace(/<script\b[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, "")
    .replaceAll("<!-- -->", "")
    .replaceAll(/[⁨⁩]/g, "");
const settle = async () => {
  deps.pass(MINUTE);
  await settleDecisions(deps);
  await deps.settle();
};
const now = async () =>
  (await deps.db.select().from(events).where(eq(events.id, event.id)).get()) as EventRow;

describe("changed values of a source", () => {
  it("are a case with the difference, the source and what it says, found by kind and by source", async () => {
    await propose("Niavaran Hall");
    const html = await textOf(`${INBOX}?kind=source`);
    expect(html).toContain("Source changes");
    expect(html).toMatch(/<del[^>]*>Vahdat<\/del>/);
    expect(html).toMatch(/<ins[^>]*>Niavaran<\/ins>/);
    expect(html).toContain("From Vahdat Hall’s calendar");
    expect(html).toContain("SUMMARY:A Night of Kamancheh at Niavaran");
    expect(html).toContain("Accept the change");
    expect(html).not.toContain('name="reason" rows');
    expect(await textOf(`${INBOX}?kind=edit`)).toContain("Nothing of this kind");
    expect(await textOf(`${INBOX}?source=${SOURCE}`)).toContain(`source-${event.id}`);
    const [other] = await deps.db
      .select()
      .from(sources)
      .where(eq(sources.name, "Another calendar"));
    expect(await textOf(`${INBOX}?source=${other?.id}`)).not.toContain(`source-${event.id}`);
  });

  it("are taken over after the time to undo", async () => {
    await propose("Niavaran Hall");
    const path = `${INBOX}?case=source-${event.id}`;
    const posted = await admin.post(path, {
      intent: "approve",
      event: event.id,
      title: "x",
      version: String(event.version + 1),
    });
    expect(posted.status).toBe(303);
    expect((await now()).venueEn).toBe("Vahdat Hall");
    await settle();
    expect((await now()).venueEn).toBe("Niavaran Hall");
  });

  it("are turned down without a reason: ours stays, and nobody is told of an edit that they never made", async () => {
    const host = await addActor(deps);
    await deps.db.update(events).set({ creatorId: host.id }).where(eq(events.id, event.id));
    await propose("Niavaran Hall");
    const path = `${INBOX}?case=source-${event.id}`;
    expect((await admin.post(path, { intent: "reject", event: event.id, title: "x" })).status).toBe(
      303,
    );
    await settle();
    expect((await now()).venueEn).toBe("Vahdat Hall");
    expect([await deps.db.$count(eventRevisions), await deps.db.$count(notifications)]).toEqual([
      0, 0,
    ]);
  });
});

describe("a change of plan at a source", () => {
  it("cancels the event after the time to undo, once, with the message to those who saved it", async () => {
    const id = await proposePlan("cancelled");
    const path = `${INBOX}?case=plan-${id}`;
    const html = await textOf(path);
    expect(html).toContain("Cancelled at the source");
    expect(html).toContain("“A Night of Kamancheh” is cancelled. Source: Vahdat Hall’s calendar.");
    expect(
      (await admin.post(path, { intent: "approve", event: id, title: "x", reason: "short" }))
        .status,
    ).toBe(400);
    expect(
      (
        await admin.post(path, {
          intent: "approve",
          event: id,
          title: "x",
          reason: "It is cancelled.",
        })
      ).status,
    ).toBe(303);
    expect((await now()).lifecycle).toBe("scheduled");
    await settle();
    await settleDecisions(deps);
    expect((await now()).lifecycle).toBe("cancelled");
    expect((await deps.db.select().from(planChanges)).map(({ message }) => message)).toEqual([
      "It is cancelled.",
    ]);
    expect((await deps.db.select().from(sourceProposals)).map(({ status }) => status)).toEqual([
      "accepted",
    ]);
    expect(await textOf(path)).toContain("no longer needs a decision");
  });

  it("is turned down", async () => {
    const id = await proposePlan("gone");
    await admin.post(`${INBOX}?case=plan-${id}`, { intent: "reject", event: id, title: "x" });
    await settle();
    expect([
      (await now()).lifecycle,
      (await deps.db.select().from(sourceProposals))[0]?.status,
    ]).toEqual(["scheduled", "dismissed"]);
  });

  it("needs who may manage sources", async () => {
    const id = await proposePlan("gone");
    const moderator = await signInAs(deps, "moderator");
    expect((await moderator.get(`${INBOX}?case=plan-${id}`)).status).toBe(403);
    expect(
      (
        await moderator.post(`${INBOX}?case=plan-${id}`, {
          intent: "reject",
          event: id,
          title: "x",
        })
      ).status,
    ).toBe(403);
    expect(await deps.db.$count(scheduledDecisions)).toBe(0);
  });
});

describe("a public event with reports that weigh too little", () => {
  it("is a case: its reports are dismissed, or the form hides it", async () => {
    const reporter = await addActor(deps);
    await deps.db.insert(eventFlags).values({
      eventId: event.id,
      userId: reporter.id,
      reason: "misleading",
      note: "The hall is closed.",
      createdAt: deps.clock.now(),
      weight: 1,
      network: "n",
    } as typeof eventFlags.$inferInsert);
    await deps.db.update(events).set({ flagCount: 1 }).where(eq(events.id, event.id));
    const html = await textOf(`${INBOX}?kind=report`);
    expect(html).toContain("The hall is closed.");
    expect(html).toContain("Report and hide");
    const path = `${INBOX}?case=reported-${event.id}`;
    expect(
      (await admin.post(path, { intent: "reject", event: event.id, title: "x", reason: "No." }))
        .status,
    ).toBe(400);
    expect(
      (await admin.post(path, { intent: "approve", event: event.id, title: "x" })).status,
    ).toBe(303);
    await settle();
    expect([(await now()).flagCount, (await now()).status]).toEqual([0, "approved"]);
    expect((await deps.db.select().from(eventFlags)).map(({ outcome }) => outcome)).toEqual([
      "cleared",
    ]);
  });
});

describe("who looks at what", () => {
  it("is asked for with and without an open case", async () => {
    for (const subject of ["", `new-${event.id}`, "no case"]) {
      const answer = await admin.post("/admin/inbox/watch", { case: subject });
      expect([subject, answer.status, Object.keys(await answer.json())]).toEqual([
        subject,
        200,
        ["stamp", "watchers"],
      ]);
    }
  });
});
