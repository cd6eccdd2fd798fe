import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, ingestionCandidates, ingestionRuns, scheduledDecisions } from "../../db/schema";
import { createEvent } from "../factories/event";
import { createSource, createSourceItem } from "../factories/source";
import { settleNow } from "../helpers/settle-now";
import { type Browser, moderatorOfTehran, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const INBOX = "/admin/inbox";
const ENGLISH = { "Accept-Language": "en" };

let deps: TestDeps;
let sara: Browser;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  ({ sara, cityId } = await moderatorOfTehran(deps));
});

const pending = (titleEn: string, changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    titleEn,
    descriptionEn: "An hour and a half of radio songs.",
    venueEn: "Roudaki Hall",
    startsAt: deps.clock.now() + 20 * DAY,
    status: "pending",
    publishedAt: null,
    submittedAt: deps.clock.now() - DAY,
    ...changes,
  });
/** A completed run that found `eventsCount` events. @returns its id */
async function createRun(creatorId: string, eventsCount = 1): Promise<string> {
  const [id, now] = [deps.ids.next(), deps.clock.now()];
  await deps.db.insert(ingestionRuns).values({
    id,
    cityId,
    month: "2026-12",
    provider: "other",
    categories: [],
    status: "completed",
    eventsCount,
    processedCount: eventsCount,
    idempotencyKey: id,
    dueAt: now,
    creatorId,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}
const rowOf = (id: string) => deps.db.select().from(events).where(eq(events.id, id)).get();
const textOf = async (who: Browser, path: string, lang = "en") =>
  (await (await who.get(path, { "Accept-Language": lang })).text())
    .replace(/<script\b[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, "")
    .replaceAll("<!-- -->", "")
    .replace(/[\u2068\u2069]/g, "");
/** The fields of the form that corrects the open case. */
function correctionIn(html: string): Record<string, string> {
  const form = /<form[^>]*data-correct[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  return Object.fromEntries(
    [...form.matchAll(/<input(?=[^>]*\sname="([^"]+)")(?=[^>]*\svalue="([^"]*)")[^>]*>/g)]
      .filter(([tag]) => !/type="checkbox"/.test(tag))
      .map(([, name = "", value = ""]) => [name, value]),
  );
}

describe("a case that is corrected in place", () => {
  it("is changed by its form without a script, stays open when saved, and is approved as written", async () => {
    const { id } = await pending("A Night of Setar");
    const next = await pending("Another night", { submittedAt: deps.clock.now() });
    const path = `${INBOX}?case=new-${id}`;
    const fields = correctionIn(await textOf(sara, path));
    expect([fields.title, fields.venue, fields.next]).toEqual([
      "A Night of Setar",
      "Roudaki Hall",
      `new-${next.id}`,
    ]);
    const saved = await sara.post(path, {
      ...fields,
      currency: "IRR",
      intent: "correct",
      title: "Two Nights of Setar",
      price: "120,000",
    });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, path]);
    expect(await rowOf(id)).toMatchObject({
      titleEn: "Two Nights of Setar",
      price: 1_200_000,
      status: "pending",
    });
    const again = correctionIn(await textOf(sara, path));
    expect(again.version).not.toBe(fields.version);
    const approved = await sara.post(path, {
      ...again,
      currency: "IRR",
      intent: "correct-approve",
      venue: "Vahdat Hall",
    });
    expect([approved.status, approved.headers.get("Location")]).toEqual([
      303,
      `${INBOX}?case=new-${next.id}`,
    ]);
    await settleNow(deps);
    expect(await rowOf(id)).toMatchObject({ venueEn: "Vahdat Hall", status: "approved" });
  });

  it("moves its end with its start, and is refused with what was typed: a day that does not exist, or another's change", async () => {
    const { id, startsAt, endsAt } = await pending("A Night of Setar");
    const path = `${INBOX}?case=new-${id}`;
    const fields = correctionIn(await textOf(sara, path));
    const bad = await sara.post(
      path,
      { ...fields, currency: "IRR", intent: "correct", date: "2027-13-45" },
      ENGLISH,
    );
    expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining("2027-13-45")]);
    expect((await rowOf(id))?.startsAt).toBe(startsAt);
    const day = new Date(startsAt + 3 * DAY).toISOString().slice(0, 10);
    expect(
      (await sara.post(path, { ...fields, currency: "IRR", intent: "correct", date: day })).status,
    ).toBe(303);
    const moved = await rowOf(id);
    expect((moved?.endsAt ?? 0) - (moved?.startsAt ?? 0)).toBe(endsAt - startsAt);
    expect(moved?.startsAt).not.toBe(startsAt);
    const late = await sara.post(
      path,
      { ...fields, currency: "IRR", intent: "correct", title: "Late" },
      ENGLISH,
    );
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining("This was changed elsewhere in the meantime."),
    ]);
  });
});

describe("candidates of a source on trial", () => {
  it("are not made public by one press: not alone, not among many, not from the page of their run", async () => {
    const admin = await signInAs(deps, "admin");
    const now = deps.clock.now();
    const [one, source] = [deps.ids.next(), deps.ids.next()];
    const stamps = { createdAt: now, updatedAt: now };
    const run = await createRun(admin.id);
    await deps.db.insert(ingestionCandidates).values({
      id: one,
      runId: run,
      position: 0,
      status: "flagged",
      values: {
        title: "Found on trial",
        description: "An evening of the tests.",
        category: "Concert",
        date: new Date(now + 20 * DAY).toISOString().slice(0, 10),
        time: "18:00",
        venue: "A hall",
        free: true,
        tags: [],
      },
      findings: [{ code: "trial-source", field: null }],
      ...stamps,
    });
    await createSource(deps, { id: source, cityId, creatorId: admin.id, trust: "trial" });
    await createSourceItem(deps, {
      sourceId: source,
      title: "Found on trial",
      cityId,
      candidateId: one,
    });
    const path = `${INBOX}?case=candidate-${one}`;
    const press = { intent: "approve", event: one, version: "1", title: "Found on trial" };
    const asked = await admin.post(path, press, ENGLISH);
    const html = await asked.text();
    expect([asked.status, html]).toEqual([409, expect.stringContaining("Its source is on trial")]);
    expect(html).toContain('name="confirmed" value="trial"');
    const many = await admin.post(INBOX, {
      intent: "batch-approve",
      chosen: `candidate-${one}`,
      [`title:candidate-${one}`]: "Found on trial",
    });
    expect(many.status).toBe(409);
    const group = `${INBOX}/group?source=${run}`;
    expect(await textOf(admin, group)).toContain("This source is on trial");
    expect(
      (await admin.post(group, { intent: "batch-approve", chosen: `candidate-${one}` })).status,
    ).toBe(409);
    // The pages of its run and of itself lead to the case, and decide nothing.
    for (const page of [
      `/admin/ai-ingestion/runs/${run}`,
      `/admin/ai-ingestion/candidates/${one}`,
    ]) {
      expect(await textOf(admin, page)).toContain(`href="${path}"`);
      for (const intent of ["approve", `approve:${one}`, "bulk-approve", "reject"])
        expect((await admin.post(page, { intent, candidate: one, reason: "No." })).status).toBe(
          400,
        );
    }
    expect([await deps.db.$count(scheduledDecisions), await deps.db.$count(events)]).toEqual([
      0, 0,
    ]);
    expect((await admin.post(path, { ...press, confirmed: "trial" })).status).toBe(303);
    expect(await deps.db.$count(scheduledDecisions)).toBe(1);
  });
});

describe("what one has decided in a session", () => {
  it("is listed with its undo, before and after it takes effect, from the inbox and from all events", async () => {
    const [one, two] = [await pending("First"), await pending("Second")];
    await sara.post(`${INBOX}?case=new-${one.id}`, {
      intent: "approve",
      event: one.id,
      version: "1",
      title: "First",
    });
    const all = await sara.post("/admin/events", {
      intent: `approve:${two.id}`,
      [`title:${two.id}`]: "Second",
      [`version:${two.id}`]: "1",
    });
    expect(all.status).toBe(303);
    expect(await textOf(sara, "/admin/events")).toMatch(/Approved: Second[\s\S]*value="undo"/);
    const page = `${INBOX}/decisions`;
    const waiting = await textOf(sara, page);
    expect(waiting).toContain("In this session: 2 approved, 0 rejected, 0 merged, 0 kept apart.");
    const [, id = ""] = /name="decision" value="([^"]+)"/.exec(waiting) ?? [];
    // Newest first: the second.
    expect((await sara.post(page, { intent: "undo", decision: id })).status).toBe(303);
    // By the clock of the Worker, which made the decisions.
    await settleNow({ ...deps, clock: { now: Date.now } });
    expect([(await rowOf(one.id))?.status, (await rowOf(two.id))?.status]).toEqual([
      "approved",
      "pending",
    ]);
    const done = await textOf(sara, page);
    expect(done).toContain("In effect");
    const [, entry = ""] = /name="entry" value="([^"]+)"/.exec(done) ?? [];
    expect((await sara.post(page, { intent: "revert", entry })).status).toBe(303);
    expect((await rowOf(one.id))?.isActive).toBe(false);
    const mina = await signInAs(deps, "moderator");
    expect(await textOf(mina, page, "fa")).toContain("در این نشست هنوز تصمیمی نگرفته‌اید.");
  });
});

describe("the board of cities", () => {
  it("says what a city needs, with the next thing to do, in both languages", async () => {
    await pending("First", { submittedAt: deps.clock.now() - 2 * DAY });
    await pending("On", { status: "approved", publishedAt: 1, startsAt: deps.clock.now() + DAY });
    const board = "/admin/cities?view=board";
    const html = await textOf(sara, `${board}&show=all`);
    expect(html).toMatch(/cities need you/);
    expect(html).toMatch(
      /href="\/admin\/inbox\?city=tehran[^"]*"[^>]*data-step|data-step[^>]*href="\/admin\/inbox\?city=tehran/,
    );
    for (const text of [
      "Decide on 1 case",
      "the oldest has waited 2 days",
      "Events on 1 of 14 days",
    ])
      expect([text, html.includes(text)]).toEqual([text, true]);
    // The bar of phones: a link to the first city's next thing.
    expect(html).toMatch(
      /data-bottom-bar[^>]*><a[^>]*href="\/admin\/inbox\?city=tehran[^>]*>.*?Next in Tehran: Decide on 1 case/,
    );
    const fa = await textOf(sara, board, "fa");
    expect(fa).toContain("تصمیم دربارهٔ ۱ مورد");
    expect(fa).not.toMatch(/admin-cities:board/);
    expect(await textOf(sara, "/admin/weeks?show=picked")).toContain("No city is on this list.");
  });
});

describe("candidates of one run", () => {
  it("stand in one list: those with doubts apart with their reasons, the others approved with one undo", async () => {
    const admin = await signInAs(deps, "admin");
    const stamps = { createdAt: deps.clock.now(), updatedAt: deps.clock.now() };
    const run = await createRun(admin.id, 3);
    const day = new Date(deps.clock.now() + 20 * DAY).toISOString().slice(0, 10);
    const CLEAN = 24;
    for (let position = 0; position < CLEAN + 2; position++) {
      const isDoubtful = position === 3;
      await deps.db.insert(ingestionCandidates).values({
        id: deps.ids.next(),
        runId: run,
        position,
        status: isDoubtful ? "flagged" : "pending_review",
        values: {
          title: `Setar of evening ${position}`,
          description: "An evening of the tests with enough words to say what happens.",
          category: "Concert",
          date: position === 7 ? null : day,
          time: "18:00",
          venue: `Hall ${position}`,
          free: true,
          tags: [],
        },
        findings: isDoubtful ? [{ code: "unit-unclear", field: "price" }] : [],
        ...stamps,
      });
    }
    const path = `${INBOX}/group?source=${run}`;
    for (const page of [`/admin/ai-ingestion/runs/${run}`, `${INBOX}?kind=candidate&source=${run}`])
      expect(await textOf(admin, page)).toContain(`/admin/inbox/group?source=${run}`);
    const html = await textOf(admin, path);
    expect(html).toContain(`${CLEAN} clean, 2 to look at.`);
    expect(html).toContain("2 stay out");
    const chosen = [...html.matchAll(/<input(?=[^>]*name="chosen")(?=[^>]*checked="")[^>]*>/g)].map(
      ([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? "",
    );
    expect(chosen).toHaveLength(CLEAN);
    const more = Object.fromEntries(chosen.map((name) => [`version:${name}`, "1"]));
    const done = await admin.post(path, { intent: "batch-approve", chosen, ...more });
    expect([done.status, done.headers.get("Location")]).toEqual([
      303,
      `/admin/ai-ingestion/candidates?source=${run}`,
    ]);
    const decided = await textOf(admin, done.headers.get("Location") ?? "");
    expect(decided).toContain(`Undo all ${CLEAN}`);
    const undone = [...decided.matchAll(/name="decision" value="([^"]+)"/g)].map(
      ([, id]) => id ?? "",
    );
    expect(new Set(undone).size).toBe(CLEAN);
    await admin.post(INBOX, { intent: "undo", decision: [...new Set(undone)] });
    await settleNow(deps);
    expect(await deps.db.$count(events)).toBe(0);
    expect(await textOf(admin, path)).toContain(`${CLEAN} clean`);
  });
});

describe("a case that cannot be approved yet", () => {
  it("says what is missing on the disabled button, and many at once name each cause with a way to the case", async () => {
    const { id } = await pending("Over already", { startsAt: deps.clock.now() - 3 * DAY });
    const [stale, fine] = [await pending("Changed since"), await pending("Fine")];
    const names = [stale.id, fine.id].map((one) => `new-${one}`);
    const many = await sara.post(INBOX, {
      intent: "batch-approve",
      chosen: names,
      [`title:${names[0]}`]: "Changed since",
      [`title:${names[1]}`]: "Fine",
      [`version:${names[0]}`]: "9",
      [`version:${names[1]}`]: "1",
    });
    expect(many.status).toBe(303);
    const html = await textOf(sara, `${INBOX}?case=new-${id}`);
    expect(html).toMatch(/1 did not go through/);
    expect(html).toMatch(/Changed since<\/b><span>This was changed elsewhere in the meantime\./);
    expect(html).toContain(`case=new-${stale.id}`);
    expect(html).toMatch(/Approved: Fine/);
    await sara.post(INBOX, { intent: "put-aside" });
    expect(await textOf(sara, INBOX)).not.toContain("did not go through");
    const admin = await signInAs(deps, "admin");
    const candidate = deps.ids.next();
    const stamps = { createdAt: deps.clock.now(), updatedAt: deps.clock.now() };
    const run = await createRun(admin.id);
    await deps.db.insert(ingestionCandidates).values({
      id: candidate,
      runId: run,
      position: 0,
      status: "pending_review",
      values: { title: "Without a day", category: "Concert", venue: "A hall", tags: [] },
      findings: [],
      ...stamps,
    });
    const lacking = await textOf(admin, `${INBOX}?case=candidate-${candidate}`);
    expect(lacking).toContain("Approve waits.");
    expect(lacking).toMatch(
      /<button(?=[^>]*value="approve")(?=[^>]*aria-describedby="blocked")(?=[^>]*disabled)/,
    );
  });
});

it("English that a machine wrote is accepted by one key, and stays marked", async () => {
  const admin = await signInAs(deps, "admin");
  const now = deps.clock.now();
  const one = deps.ids.next();
  const stamps = { createdAt: now, updatedAt: now };
  const run = await createRun(admin.id);
  await deps.db.insert(ingestionCandidates).values({
    id: one,
    runId: run,
    position: 0,
    status: "pending_review",
    values: {
      title: "Shab-e Setar",
      titleFa: "شب سه‌تار",
      description: "An evening of setar music in the old house of the quarter.",
      descriptionFa: "یک شب با سه‌تار در خانه‌ی قدیمی محله.",
      category: "Concert",
      date: new Date(now + 20 * DAY).toISOString().slice(0, 10),
      time: "18:00",
      venue: "Khane-ye Mahalle",
      venueFa: "خانه‌ی محله",
      free: true,
      tags: [],
      origin: Object.fromEntries(
        ["title", "description", "venue"].map((field) => [
          field,
          { key: "machine translation", text: "" },
        ]),
      ),
    },
    findings: [{ code: "machine-english", field: null }],
    ...stamps,
  });
  const path = `${INBOX}?case=candidate-${one}`;
  expect(await textOf(admin, path)).toContain("A machine wrote its English.");
  expect(await textOf(admin, path, "fa")).toContain("انگلیسی‌اش را ماشین نوشته است.");
  const pressed = await admin.post(path, {
    intent: "approve",
    event: one,
    version: "1",
    title: "Shab-e Setar",
  });
  expect(pressed.status).toBe(303);
  await settleNow(deps);
  const published = await deps.db.select().from(events).where(eq(events.titleEn, "Shab-e Setar"));
  expect(published).toEqual([
    expect.objectContaining({
      status: "approved",
      machineTranslated: expect.arrayContaining(["title.en", "description.en", "venue.en"]),
    }),
  ]);
});
