import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { SECOND } from "../../app/lib/dates/durations";
import { proposePairs } from "../../app/modules/duplicates/propose-pairs.server";
import { settleDecisions } from "../../app/modules/inbox/settle-decisions.server";
import { collectionEvents, collections, duplicatePairs, events, scheduledDecisions } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyEvents } from "../helpers/organizers";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const INBOX = "/admin/inbox";
let deps: TestDeps;
let sara: Browser;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  ({ id: cityId } = await createCity(deps.db, { id: "019b0000-0000-7000-d000-000000000001", slug: "tehran", nameEn: "Tehran" }));
  sara = await signInAs(deps, "moderator", { displayName: "Sara" });
});

const add = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    titleEn: "One Hundred Dafs at Azadi Square",
    venueEn: "Azadi Square",
    descriptionEn: "A hundred players in one square.",
    startsAt: deps.clock.now() + 20 * DAY,
    status: "approved",
    ...changes,
  });
const textOf = async (path: string) =>
  (await (await sara.get(path, { "Accept-Language": "en" })).text())
    .replace(/<script\b[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, "")
    .replaceAll("<!-- -->", "");
const eventOf = async (id: string) => (await deps.db.select().from(events).where(eq(events.id, id)).get()) as typeof events.$inferSelect;

describe("the nightly comparison", () => {
  it("proposes pairs of public events once, none that are judged distinct, and drops those of events that are gone", async () => {
    const [one, two] = [await add(), await add({ descriptionEn: "Another text." })];
    await add({ status: "pending" });
    await add({ titleEn: "A Quiet Talk", venueEn: "Elsewhere" });
    expect(await proposePairs(deps)).toEqual({ pairs: 1 });
    expect(await proposePairs(deps)).toEqual({ pairs: 0 });
    const [pair] = await deps.db.select().from(duplicatePairs);
    expect([pair?.firstId, pair?.secondId].sort()).toEqual([one.id, two.id].sort());
    expect(pair?.score).toBeGreaterThan(0.9);
    await sara.post(`${INBOX}?case=duplicate-${pair?.id}`, { intent: "keep-both", event: pair?.id ?? "", keep: one.id, duplicate: two.id });
    expect(await textOf(`${INBOX}?kind=duplicate`)).toContain("Nothing of this kind");
    await deps.db.update(events).set({ deletedAt: deps.clock.now() }).where(eq(events.id, two.id));
    await proposePairs(deps);
    expect(await deps.db.$count(duplicatePairs)).toBe(0);
  });
});

describe("a pair in the inbox", () => {
  it("stands side by side, and is merged with the chosen values after the time to undo, without JavaScript", async () => {
    const [one, two] = [await add({ price: 100 }), await add({ titleFa: "صد دف", price: 250 })];
    const id = deps.ids.next();
    await deps.db.insert(collections).values({
      id,
      ownerId: sara.id,
      name: "Mine",
      color: "firoozeh",
      icon: "heart",
      createdAt: 1,
      updatedAt: 1,
    } as typeof collections.$inferInsert);
    await deps.db
      .insert(collectionEvents)
      .values({ collectionId: id, eventId: two.id, position: 0, createdAt: 1 } as typeof collectionEvents.$inferInsert);
    await proposePairs(deps);
    const [pair] = await deps.db.select().from(duplicatePairs);
    const path = `${INBOX}?case=duplicate-${pair?.id}`;
    const html = await textOf(path);
    expect(html).toMatch(/Two events, 9\d% alike|Two events, 100% alike/);
    expect(html).toContain('name="take:price"');
    expect(html).toContain('name="take:title"');
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
    const form = Object.fromEntries(["event", "title", "keep", "keepVersion", "duplicate", "version"].map((name) => [name, field(name)]));
    const [keep, drop] = [form.keep ?? "", form.duplicate ?? ""];
    expect([keep, drop].sort()).toEqual([one.id, two.id].sort());
    const posted = await sara.post(path, { intent: "merge", ...form, "take:price": "drop", "take:title": "keep" });
    expect(posted.status).toBe(303);
    expect((await eventOf(drop)).deletedAt).toBeNull();
    expect(await textOf(INBOX)).toContain("Merged:");
    const price = (await eventOf(drop)).price;
    deps.pass(11 * SECOND);
    await settleDecisions(deps);
    expect((await deps.db.select().from(scheduledDecisions)).map(({ state }) => state)).toEqual(["done"]);
    expect([(await eventOf(drop)).deletedAt !== null, (await eventOf(keep)).price]).toEqual([true, price]);
    expect((await deps.db.select().from(collectionEvents)).map(({ eventId }) => eventId)).toEqual([keep]);
    expect(await textOf(path)).toContain("no longer needs a decision");
  });

  it("is not decided in any other way", async () => {
    await add();
    await add({ descriptionEn: "Another text." });
    await proposePairs(deps);
    const id = (await deps.db.select().from(duplicatePairs))[0]?.id ?? "";
    expect((await sara.post(`${INBOX}?case=duplicate-${id}`, { intent: "approve", event: id, title: "x" })).status).toBe(400);
    expect((await sara.post(INBOX, { intent: "batch-approve", chosen: `duplicate-${id}` })).status).toBe(400);
  });
});
