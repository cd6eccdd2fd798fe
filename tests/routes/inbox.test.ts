import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, inboxViews, scheduledDecisions } from "../../db/schema";
import { createEvent } from "../factories/event";
import { type Browser, moderatorOfTehran, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const INBOX = "/admin/inbox";

let deps: TestDeps;
let sara: Browser;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  ({ sara, cityId } = await moderatorOfTehran(deps));
});

const add = (titleEn: string, hours: number, changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    titleEn,
    startsAt: deps.clock.now() + 20 * DAY,
    status: "pending",
    publishedAt: null,
    submittedAt: deps.clock.now() - hours * 3_600_000,
    updatedAt: deps.clock.now() - hours * 3_600_000,
    ...changes,
  });
const textOf = async (who: Browser, path: string, lang = "en") =>
  (await (await who.get(path, { "Accept-Language": lang })).text())
    .replace(/<script\b[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, "")
    .replaceAll("<!-- -->", "")
    .replace(/[\u2068\u2069]/g, "");
const titlesIn = (html: string) =>
  [...html.matchAll(/<b dir="auto"[^>]*>([^<]*)<\/b>/g)].map(([, title]) => title);
const openIn = (html: string) => /<h2 id="review-title"[^>]*><bdi[^>]*>([^<]*)</.exec(html)?.[1];
const statusOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get())?.status;

describe("the inbox", () => {
  it("opens the oldest case with its panel, and each by its address; filters stay in the links", async () => {
    const old = await add("Oldest", 40, { status: "flagged", flagCount: 2 });
    const later = await add("Later", 3);
    const html = await textOf(sara, `${INBOX}?city=tehran`);
    expect(titlesIn(html)).toEqual(["Oldest", "Later"]);
    expect(openIn(html)).toBe("Oldest");
    expect(html).toContain("Reported event");
    expect(html).toContain(`/admin/inbox?city=tehran&amp;case=new-${later.id}`);
    const opened = await textOf(sara, `${INBOX}?case=new-${later.id}`, "fa");
    expect(openIn(opened)).toBe("Later");
    expect(opened).toContain(`/events/${later.id}/edit#media`);
    expect(opened).toContain("کیفیت");
    expect(await textOf(sara, `${INBOX}?kind=report`)).not.toContain("Later");
    expect(old.id).not.toBe(later.id);
  });

  it("shows a decision at once with its undo, without JavaScript; undone, it opens again", async () => {
    const [one, two] = [await add("First", 5), await add("Second", 4)];
    const path = `${INBOX}?case=new-${one.id}`;
    const decided = await sara.post(path, {
      intent: "approve",
      event: one.id,
      version: "1",
      title: "First",
      next: `new-${two.id}`,
    });
    expect([decided.status, decided.headers.get("Location")]).toEqual([
      303,
      `/admin/inbox?case=new-${two.id}`,
    ]);
    const html = await textOf(sara, `${INBOX}?case=new-${two.id}`);
    expect(titlesIn(html)).toEqual(["Second"]);
    expect(html).toMatch(
      /Approved: First[\s\S]*Takes effect in (10|9|8) seconds[\s\S]*value="undo"/,
    );
    expect(await statusOf(one.id)).toBe("pending");
    const [row] = await deps.db.select().from(scheduledDecisions);
    const undone = await sara.post(INBOX, {
      intent: "undo",
      decision: row?.id ?? "",
      case: `new-${one.id}`,
    });
    expect(undone.headers.get("Location")).toBe(`/admin/inbox?case=new-${one.id}`);
    expect(titlesIn(await textOf(sara, INBOX))).toEqual(["First", "Second"]);
    const late = await sara.post(
      INBOX,
      { intent: "undo", decision: row?.id ?? "" },
      { "Accept-Language": "en" },
    );
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("be undone any more");
  });

  it("asks for a reason, and keeps candidates from moderators", async () => {
    const { id } = await add("First", 5);
    const refused = await sara.post(`${INBOX}?case=new-${id}`, {
      intent: "reject",
      event: id,
      version: "1",
      title: "First",
      reason: " ",
    });
    expect(refused.status).toBe(400);
    expect(await deps.db.$count(scheduledDecisions)).toBe(0);
    expect((await sara.get(`${INBOX}?case=candidate-${id}`)).status).toBe(403);
    expect(
      (
        await sara.post(`${INBOX}?case=candidate-${id}`, {
          intent: "approve",
          event: id,
          version: "1",
          title: "x",
        })
      ).status,
    ).toBe(403);
    expect(await deps.db.$count(scheduledDecisions)).toBe(0);
  });

  it("says that a colleague has just decided on the open case", async () => {
    const { id } = await add("First", 5);
    const mina = await signInAs(deps, "moderator", { displayName: "Mina" });
    await mina.post(`${INBOX}?case=new-${id}`, {
      intent: "approve",
      event: id,
      version: "1",
      title: "First",
    });
    expect(await textOf(sara, `${INBOX}?case=new-${id}`)).toContain(
      "Mina has just decided on this",
    );
  });
});

describe("the tools of the inbox", () => {
  it("decides the selected cases at once, each to be undone, without JavaScript", async () => {
    const [one, two, three] = [
      await add("First", 5),
      await add("Second", 4),
      await add("Third", 3, { status: "flagged" }),
    ];
    const chosen = [`new-${one.id}`, `new-${two.id}`, `report-${three.id}`];
    const more = Object.fromEntries(
      chosen.flatMap((name) => [
        [`version:${name}`, "1"],
        [`title:${name}`, name.slice(0, 5)],
      ]),
    );
    const nothing = await sara.post(
      INBOX,
      { intent: "batch-approve" },
      { "Accept-Language": "en" },
    );
    expect([nothing.status, await nothing.text()]).toEqual([
      400,
      expect.stringContaining("Select at least one case"),
    ]);
    expect((await sara.post(INBOX, { intent: "batch-reject", chosen, ...more }, {})).status).toBe(
      400,
    );
    expect(
      (await sara.post(INBOX, { intent: "batch-approve", chosen: [`candidate-${one.id}`] })).status,
    ).toBe(403);
    expect(await deps.db.$count(scheduledDecisions)).toBe(0);
    expect(
      (await sara.post(INBOX, { intent: "batch-reject", chosen, reason: "Not now.", ...more }))
        .status,
    ).toBe(303);
    const rows = await deps.db.select().from(scheduledDecisions);
    expect(
      rows.map(({ intent, values, state }) => [intent, values.reason, values.version, state]),
    ).toEqual(Array.from({ length: 3 }, () => ["reject", "Not now.", 1, "waiting"]));
    expect(await textOf(sara, INBOX)).toContain("Undo all 3");
    expect(
      (await sara.post(INBOX, { intent: "undo", decision: rows.map(({ id }) => id) })).status,
    ).toBe(303);
    expect(titlesIn(await textOf(sara, INBOX))).toHaveLength(3);
  });

  it("names filters as a view of their own, replaces one of the same name and deletes it", async () => {
    const mina = await signInAs(deps, "moderator", { displayName: "Mina" });
    const path = `${INBOX}?city=tehran&city=karaj&age=day`;
    expect((await sara.post(path, { intent: "save-view", name: " My cities " })).status).toBe(303);
    await sara.post(`${INBOX}?city=tehran`, { intent: "save-view", name: "My cities" });
    const [view, ...more] = await deps.db.select().from(inboxViews);
    expect([view?.name, view?.query, more]).toEqual(["My cities", "?city=tehran", []]);
    expect(await textOf(sara, INBOX)).toContain("My cities");
    expect(await textOf(mina, INBOX)).not.toContain("My cities");
    await mina.post(INBOX, { intent: "delete-view", view: view?.id ?? "" });
    expect(await deps.db.$count(inboxViews)).toBe(1);
    await sara.post(INBOX, { intent: "delete-view", view: view?.id ?? "" });
    expect(await deps.db.$count(inboxViews)).toBe(0);
    expect((await sara.post(path, { intent: "save-view", name: "" })).status).toBe(400);
  });

  it("tells colleagues who looks at a case and who has claimed it", async () => {
    const { id } = await add("First", 5);
    const mina = await signInAs(deps, "moderator", { displayName: "Mina" });
    const watched = async (who: Browser, lang = "en") =>
      (await (
        await who.post(`${INBOX}/watch`, { case: `new-${id}` }, { "Accept-Language": lang })
      ).json()) as {
        stamp: string;
        watchers: Record<string, string[]>;
      };
    const first = await watched(mina);
    expect(first.watchers).toEqual({});
    expect((await watched(sara)).watchers[id]).toEqual(["\u2068Mina\u2069 is looking at this."]);
    await mina.post(`${INBOX}?case=new-${id}`, { intent: "claim" });
    expect(await textOf(sara, INBOX)).toContain("Assigned to Mina.");
    expect(await textOf(mina, INBOX)).toContain("Assigned to you.");
    await mina.post(`${INBOX}?case=new-${id}`, { intent: "release" });
    expect(await textOf(mina, INBOX)).not.toContain("Assigned to you.");
    await sara.post(`${INBOX}?case=new-${id}`, {
      intent: "approve",
      event: id,
      version: "1",
      title: "First",
    });
    expect((await watched(mina)).stamp).not.toBe(first.stamp);
  });

  it("asks before a decision on a case that a colleague has claimed, without JavaScript, and leaves such cases out of many", async () => {
    const [one, two] = [await add("First", 5), await add("Second", 4)];
    const mina = await signInAs(deps, "moderator", { displayName: "Mina" });
    const path = `${INBOX}?case=new-${one.id}`;
    await mina.post(path, { intent: "claim" });
    const approval = { intent: "approve", event: one.id, version: "1", title: "First" };
    for (const [language, question] of [
      ["en", /\u2068Mina\u2069 has it since \d{1,2}:\d\d(?: [AP]M)?\. Decide anyway\?/],
      ["fa", /\u2068Mina\u2069 از ساعت [۰-۹]{1,2}:[۰-۹]{2} آن را بر عهده دارد/],
    ] as const) {
      const asked = await sara.post(path, approval, { "Accept-Language": language });
      expect(asked.status).toBe(409);
      const html = (await asked.text()).replaceAll("<!-- -->", "");
      expect(html).toMatch(question);
      expect(html).toContain(`name="despite" value="${mina.id}"`);
    }
    const many = await sara.post(
      INBOX,
      { intent: "batch-approve", chosen: `new-${one.id}`, [`title:new-${one.id}`]: "First" },
      { "Accept-Language": "en" },
    );
    expect([many.status, await many.text()]).toEqual([409, expect.stringContaining("First")]);
    expect(await deps.db.$count(scheduledDecisions)).toBe(0);
    // Who has it decides at once, and a colleague despite it.
    const despite = await sara.post(path, { ...approval, despite: mina.id });
    expect(despite.status).toBe(303);
    await mina.post(`${INBOX}?case=new-${two.id}`, { intent: "claim" });
    const own = await mina.post(`${INBOX}?case=new-${two.id}`, {
      ...approval,
      event: two.id,
      title: "Second",
    });
    expect([own.status, await deps.db.$count(scheduledDecisions)]).toEqual([303, 2]);
  });
});
