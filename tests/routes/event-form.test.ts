import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { IMAGE_FOCUSES } from "../../app/lib/event/event-fields";
import {
  approveEvent,
  rejectEvent,
} from "../../app/modules/review/moderation/moderate-event.server";
import type { EventFormAnswer } from "../../app/routes/authoring/event-form/event-form-action.server";
import * as schema from "../../db/schema";
import { eventDrafts, eventRevisions, eventSubmissions, events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { createJpeg } from "../factories/file";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());
const { db } = deps;
const DAY = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
/** Whether a text contains words, in a form that keeps failures short. */
const says = (text: string, words: string) => [words, text.includes(words)];
const toastOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
let count = 0;

/** The six required fields of an event. */
const six = (changes: Record<string, string> = {}): Record<string, string> => ({
  "title.en": `Night of the setar ${++count}`,
  "description.en": "Two players, one room, and the long night before them.",
  "venue.en": "Roudaki Hall",
  city: "tehran",
  startsAt: `${day(20)}T20:00`,
  endsAt: `${day(20)}T22:00`,
  ...changes,
});

const draftOf = (id: string) => db.select().from(eventDrafts).where(eq(eventDrafts.id, id)).get();
const eventOf = (id: string) => db.select().from(events).where(eq(events.id, id)).get();
const idIn = (response: Response) =>
  /events\/([0-9a-f-]{36})/.exec(response.headers.get("Location") ?? "")?.[1] ?? "";

async function draft(me: Browser, fields = six()): Promise<string> {
  const response = await me.post("/events/create", { ...fields, intent: "draft" });
  expect(response.status).toBe(303);
  return idIn(response);
}

/** Submits a new event. @returns its id */
async function submit(me: Browser, fields = six()): Promise<string> {
  const response = await me.post("/events/create", { ...fields, intent: "submit" });
  expect([response.status, response.headers.get("Location")]).toEqual([
    303,
    "/my-events?tab=pending",
  ]);
  const found = await db
    .select()
    .from(events)
    .where(eq(events.titleEn, fields["title.en"] ?? ""))
    .get();
  return found?.id ?? "";
}

const actor = (who: Browser, role: "user" | "moderator" = "user") =>
  ({ id: who.id, role, isVerified: true, sessionId: who.sessionId }) as const;
/** The form's hidden version. */
const versionIn = async (response: Response) =>
  /name="version" value="(\d+)"/.exec(await response.text())?.[1] ?? "";

beforeAll(async () => {
  await seedDatabase(db, Date.now());
});

describe("the form of a new event", () => {
  it("sends visitors to the login and back, and is not cached", async () => {
    const me = await signInAs(deps);
    const page = await me.get("/events/create");
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    const text = await page.text();
    expect(says(text, 'name="robots" content="noindex')).toEqual([
      'name="robots" content="noindex',
      true,
    ]);
    expect(says(text, "0 of 3")).toEqual(["0 of 3", true]);
  });

  it("has six fields on one page, and one click publishes", async () => {
    const me = await signInAs(deps);
    const text = await (await me.get("/events/create")).text();
    const required = [
      ...text.matchAll(/<(?:input|select|textarea)[^>]*aria-required="true"[^>]*>/g),
    ].map(([tag]) => /name="([^"]+)"/.exec(tag)?.[1]);
    expect(required.sort()).toEqual([
      "city",
      "description.en",
      "endsAt",
      "startsAt",
      "title.en",
      "venue.en",
    ]);
    expect(await eventOf(await submit(me))).toMatchObject({ status: "pending", creatorId: me.id });
  });

  it("saves a draft with an English title only", async () => {
    const me = await signInAs(deps);
    const id = await draft(me, { "title.en": "Something with water" });
    expect((await draftOf(id))?.values).toMatchObject({
      title: { en: "Something with water", fa: null },
      city: null,
      startsAt: null,
    });
    const edit = await (await me.get(`/events/${id}/edit`)).text();
    expect(says(edit, 'value="Something with water"')).toEqual([
      'value="Something with water"',
      true,
    ]);
  });

  it("shows missing fields, and keeps the input", async () => {
    const me = await signInAs(deps);
    const response = await me.post("/events/create", {
      "title.fa": "شب سه‌تار",
      tags: "<script>alert(1)</script>",
      intent: "submit",
    });
    expect(response.status).toBe(400);
    const text = await response.text();
    for (const message of [
      "Failed to submit event",
      "Title (English) is required",
      "Description (English) is required",
      "Venue (English) is required",
      "City is required",
      "Start date is required",
      "End date is required",
    ])
      expect(says(text, message)).toEqual([message, true]);
    expect(says(text, 'value="شب سه‌تار"')).toEqual(['value="شب سه‌تار"', true]);
    expect(says(text, "<script>alert(1)")).toEqual(["<script>alert(1)", false]);
    expect(await db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id))).toEqual([]);
  });

  it("links each error to its field, groups of checkboxes included", async () => {
    const me = await signInAs(deps);
    const text = await (
      await me.post("/events/create", {
        traits: "nonsense",
        price: "cheap",
        latitude: "35.7",
        intent: "submit",
      })
    ).text();
    const links = [...text.matchAll(/<a href="#(event-[^"]+)"/g)].map(([, id = ""]) => id);
    expect(links).toEqual(
      expect.arrayContaining([
        "event-title-en",
        "event-city",
        "event-startsAt",
        "event-price",
        "event-traits",
      ]),
    );
    expect(links.filter((id) => text.split(` id="${id}"`).length !== 2)).toEqual([]);
  });

  it.each([
    ["an end before the start", { endsAt: `${day(20)}T19:00` }, "The end must be after the start."],
    [
      "a start in the past",
      { startsAt: `${day(-2)}T20:00`, endsAt: `${day(-2)}T22:00` },
      "The start is in the past.",
    ],
    [
      "a date of 200 years ago",
      { startsAt: "1826-11-21T20:00" },
      "This date or time doesn’t exist.",
    ],
    [
      "a day that does not exist",
      { startsAt: "2027-02-30T20:00" },
      "This date or time doesn’t exist.",
    ],
    [
      "30 Esfand of a common year",
      { startsAt: "۱۴۰۶/۱۲/۳۰ ۲۰:۰۰" },
      "This date or time doesn’t exist.",
    ],
    ["a day without an hour", { startsAt: "1406/01/15" }, "Add the time"],
    ["nonsense for a date", { startsAt: "tomorrow evening" }, "This date or time doesn’t exist."],
    ["a huge title", { "title.en": "x".repeat(30_000) }, "That is too long."],
    ["a title over the limit", { "title.en": "x".repeat(141) }, "At most 140 characters."],
    [
      "a ticket link that runs",
      { ticketUrl: "javascript:alert(1)" },
      "An address that begins with http",
    ],
    ["an invalid price", { price: "cheap" }, "A number from 0"],
    ["half a position", { latitude: "35.7" }, "Enter both latitude and longitude."],
    ["an unknown city", { city: "atlantis" }, "We don’t know this city."],
    [
      "a picture elsewhere without https",
      { imageUrl: "http://elsewhere.example/a.png" },
      "A file uploaded here",
    ],
  ])("refuses %s with 400, and submits nothing", async (_, changes, message) => {
    const me = await signInAs(deps);
    const response = await me.post("/events/create", {
      ...six(changes as Record<string, string>),
      intent: "submit",
    });
    expect(response.status).toBe(400);
    expect(says(await response.text(), message)).toEqual([message, true]);
    expect(
      await db.select().from(eventSubmissions).where(eq(eventSubmissions.creatorId, me.id)),
    ).toEqual([]);
  });

  it("reads Jalali dates in digits of either script, and prices in toman", async () => {
    const me = await signInAs(deps);
    const id = await draft(
      me,
      six({ startsAt: "۱۴۰۶/۰۱/۱۵ ۲۰:۳۰", endsAt: "1406/1/15 22:00", price: "۵۰٬۰۰۰" }),
    );
    expect((await draftOf(id))?.values).toMatchObject({
      startsAt: "2027-04-04T20:30",
      endsAt: "2027-04-04T22:00",
      price: 500_000,
    });
    const text = await (await me.get(`/events/${id}/edit`, { "Accept-Language": "fa" })).text();
    expect(says(text, 'value="۱۴۰۶/۰۱/۱۵ ۲۰:۳۰"')).toEqual(['value="۱۴۰۶/۰۱/۱۵ ۲۰:۳۰"', true]);
    expect(text).toMatch(/name="price"[^>]*value="50000"|value="50000"[^>]*name="price"/);
  });

  it("moves an hour skipped by a change of clocks to the next one", async () => {
    const me = await signInAs(deps);
    // Berlin, 28 March 2027: 02:00 is followed by 03:00.
    const id = await submit(
      me,
      six({ city: "berlin", startsAt: "2027-03-28T02:30", endsAt: "2027-03-28T05:00" }),
    );
    expect(new Date((await eventOf(id))?.startsAt ?? 0).toISOString()).toBe(
      "2027-03-28T01:30:00.000Z",
    );
  });

  it("includes the last day of an all-day event, and shows it again as typed", async () => {
    const me = await signInAs(deps);
    const id = await draft(me, six({ allDay: "on", startsAt: "2027-04-04", endsAt: "2027-04-06" }));
    expect((await draftOf(id))?.values).toMatchObject({
      allDay: true,
      startsAt: "2027-04-04T00:00",
      endsAt: "2027-04-07T00:00",
    });
    expect(
      says(await (await me.get(`/events/${id}/edit`)).text(), 'value="2027-04-06T00:00"'),
    ).toEqual(['value="2027-04-06T00:00"', true]);
  });

  it("puts the leading category first, and accepts up to five", async () => {
    const me = await signInAs(deps);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...six(), leading: "Film", intent: "draft" }))
      form.set(name, value);
    for (const name of ["Workshop", "Film"]) form.append("categories", name);
    const id = idIn(await me.post("/events/create", form));
    expect((await draftOf(id))?.values.categories).toEqual(["Film", "Workshop"]);
    for (const name of ["Talk", "Music", "Dance", "Comedy"]) form.append("categories", name);
    expect((await me.post("/events/create", form)).status).toBe(400);
  });

  it("processes a repeated form once, and says so", async () => {
    const me = await signInAs(deps);
    const once = crypto.randomUUID();
    const fields = { ...six(), once, intent: "submit" };
    const [first, second] = await Promise.all([
      me.post("/events/create", fields),
      me.post("/events/create", fields),
    ]);
    expect([first?.status, second?.status]).toEqual([303, 303]);
    expect(await db.select().from(events).where(eq(events.creatorId, me.id))).toHaveLength(1);
    expect((await me.post("/events/create", fields)).headers.get("Location")).toBe(
      "/my-events?tab=pending",
    );
    expect(await db.select().from(events).where(eq(events.creatorId, me.id))).toHaveLength(1);
  });

  it("previews the input without saving", async () => {
    const me = await signInAs(deps);
    const response = await me.post("/events/create", {
      ...six({ "title.en": "A <b>bold</b> evening" }),
      intent: "preview",
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(says(text, "A &lt;b&gt;bold&lt;/b&gt; evening")).toEqual([
      "A &lt;b&gt;bold&lt;/b&gt; evening",
      true,
    ]);
    expect(says(text, "<b>bold</b>")).toEqual(["<b>bold</b>", false]);
    expect(await db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id))).toEqual([]);
  });

  it("hints at a possible duplicate without refusing", async () => {
    const me = await signInAs(deps);
    const fields = six();
    await submit(me, fields);
    const response = await me.post("/events/create", {
      ...fields,
      "title.en": `${fields["title.en"]}!`,
      intent: "preview",
    });
    expect(says(await response.text(), "Is this the same event?")).toEqual([
      "Is this the same event?",
      true,
    ]);
    const other = await signInAs(deps);
    // Others learn nothing about events that are not public.
    expect(
      says(
        await (await other.post("/events/create", { ...fields, intent: "preview" })).text(),
        "Is this the same event?",
      ),
    ).toEqual(["Is this the same event?", false]);
  });

  it("saves a draft at a limit, and says when it ends", async () => {
    const me = await signInAs(deps, "user", { trustScore: -5 });
    await submit(me);
    const response = await me.post("/events/create", { ...six(), intent: "submit" });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(says(await response.text(), "We kept what you wrote as a draft.")).toEqual([
      "We kept what you wrote as a draft.",
      true,
    ]);
    expect(
      await db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id)),
    ).toHaveLength(1);
    expect(
      says(await (await me.get("/events/create")).text(), "You’ve reached today’s limit."),
    ).toEqual(["You’ve reached today’s limit.", true]);
  });

  it("publishes events of trusted users at once", async () => {
    const me = await signInAs(deps, "user", { trustScore: 70 });
    const response = await me.post("/events/create", { ...six(), intent: "submit" });
    expect([response.status, idIn(response).length]).toEqual([303, 36]);
    expect(says(toastOf(response), "toast.approved")).toEqual(["toast.approved", true]);
  });

  it("creates one event for two clicks, also with a picture", async () => {
    const me = await signInAs(deps);
    const fields = six({ once: crypto.randomUUID(), intent: "submit" });
    const press = () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set("picture", new File([createJpeg()], "a.jpg", { type: "image/jpeg" }));
      return me.post("/events/create", form);
    };
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await press()).status).toBe(303);
    expect(await db.select().from(events).where(eq(events.creatorId, me.id))).toHaveLength(1);
    expect(await db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id))).toEqual([]);
  });

  it("stores a picture without camera data, and refuses other files", async () => {
    const me = await signInAs(deps);
    const form = (file: File) => {
      const data = new FormData();
      for (const [name, value] of Object.entries({ ...six(), intent: "draft" }))
        data.set(name, value);
      data.set("picture", file);
      return data;
    };
    const id = idIn(
      await me.post(
        "/events/create",
        form(new File([createJpeg({ orientation: 6 })], "a.png", { type: "image/png" })),
      ),
    );
    const { imageUrl } = (await draftOf(id))?.values ?? {};
    expect(imageUrl).toMatch(new RegExp(`^/media/uploads/${me.id}/[0-9a-f-]+\\.jpg$`));
    const stored = await env.MEDIA.get((imageUrl ?? "").slice("/media/".length));
    expect(says(new TextDecoder().decode(await stored?.arrayBuffer()), "GPS")).toEqual([
      "GPS",
      false,
    ]);

    const page = new File(["<script>alert(1)</script>"], "a.jpg", { type: "image/jpeg" });
    const refused = await me.post("/events/create", form(page));
    expect(refused.status).toBe(400);
    expect(says(await refused.text(), "That isn’t a JPG, PNG, WebP, GIF or AVIF picture.")).toEqual(
      ["That isn’t a JPG, PNG, WebP, GIF or AVIF picture.", true],
    );
  });
});

describe("the focal point of a picture in lists", () => {
  const withPicture = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("picture", new File([createJpeg()], "a.jpg", { type: "image/jpeg" }));
    return form;
  };

  it("is one of nine that the database accepts, the centre by default", async () => {
    expect(IMAGE_FOCUSES).toEqual(schema.IMAGE_FOCUSES);
    const me = await signInAs(deps);
    expect((await draftOf(await draft(me)))?.values.imageFocus).toBe("center");
    expect(
      (await me.post("/events/create", { ...six({ imageFocus: "sideways" }), intent: "draft" }))
        .status,
    ).toBe(400);
    const older = await draft(me);
    await env.DB.prepare(
      `UPDATE event_drafts SET "values" = json_remove("values", '$.imageFocus') WHERE id = ?`,
    )
      .bind(older)
      .run();
    expect((await draftOf(older))?.values.imageFocus).toBe("center");
  });

  it("passes from the draft to the event, its rows and its JSON, and from an edit through its review", async () => {
    const [me, moderator] = [await signInAs(deps), await signInAs(deps, "moderator")];
    const fields = six({ imageFocus: "top-left" });
    const id = idIn(await me.post("/events/create", withPicture({ ...fields, intent: "draft" })));
    const { imageUrl, imageFocus } = (await draftOf(id))?.values ?? {};
    expect(imageFocus).toBe("top-left");
    const form = await (await me.get(`/events/${id}/edit`)).text();
    expect(/<input [^>]*name="imageFocus"[^>]*checked[^>]*>/.exec(form)?.[0]).toContain(
      'value="top-left"',
    );

    const kept = { ...fields, imageUrl: imageUrl ?? "" };
    await me.post(`/events/${id}/edit`, { ...kept, intent: "submit" });
    expect((await eventOf(id))?.imageFocus).toBe("top-left");
    await approveEvent(deps, actor(moderator, "moderator"), id);
    const json = async () =>
      (await (await me.get(`/api/v1/events/${id}`)).json<{ imageFocus: string }>()).imageFocus;
    expect(await json()).toBe("top-left");
    expect(await (await me.get("/my-events")).text()).toMatch(/<img [^>]*data-focus="top-left"/);

    await me.post(`/events/${id}/edit`, { ...kept, imageFocus: "bottom", intent: "save" });
    expect(
      (await db.select().from(eventRevisions).where(eq(eventRevisions.eventId, id)).get())?.values
        .imageFocus,
    ).toBe("bottom");
    expect((await eventOf(id))?.imageFocus).toBe("top-left");
    const review = await (
      await moderator.get(`/admin/pending-events?event=${id}`, { "Accept-Language": "en" })
    ).text();
    expect(review).toMatch(/Most important part[\s\S]*Top left[\s\S]*Bottom/);
    await approveEvent(deps, actor(moderator, "moderator"), id);
    expect((await eventOf(id))?.imageFocus).toBe("bottom");
  });
});

describe("the form of an existing event", () => {
  it("is hidden from other users", async () => {
    const [me, other] = [await signInAs(deps), await signInAs(deps)];
    const id = await draft(me);
    expect([
      (await other.get(`/events/${id}/edit`)).status,
      (await other.post(`/events/${id}/edit`, { ...six(), intent: "draft" })).status,
    ]).toEqual([404, 404]);
    expect((await other.get(`/events/${id}/delete`)).status).toBe(404);
  });

  it("shows both texts after a save in another window, and lets the user decide", async () => {
    const me = await signInAs(deps);
    const fields = six();
    const id = await draft(me, fields);
    const version = await versionIn(await me.get(`/events/${id}/edit`));
    await me.post(`/events/${id}/edit`, {
      ...fields,
      "title.en": "The first window",
      version,
      intent: "draft",
    });
    const second = { ...fields, "title.en": "The second window", version, intent: "draft" };
    const conflict = await me.post(`/events/${id}/edit`, second);
    expect(conflict.status).toBe(409);
    const text = await conflict.text();
    expect(says(text, "The first window")).toEqual(["The first window", true]);
    expect(says(text, 'value="The second window"')).toEqual(['value="The second window"', true]);
    const newer = /name="version" value="(\d+)"/.exec(text)?.[1] ?? "";
    expect((await me.post(`/events/${id}/edit`, { ...second, version: newer })).status).toBe(303);
    expect((await draftOf(id))?.titleEn).toBe("The second window");
  });

  it("keeps the schedule of a series", async () => {
    const me = await signInAs(deps);
    const dates = [5, 9].map((days) => ({
      originalStart: `${day(days)}T18:00`,
      end: `${day(days)}T19:00`,
    }));
    const id = await draft(me, six({ schedule: JSON.stringify({ kind: "dates", dates }) }));
    const { schedule } = (await draftOf(id))?.values ?? {};
    expect(schedule?.dates).toHaveLength(2);
    const page = await (await me.get(`/events/${id}/edit`)).text();
    const hidden =
      /name="schedule" value="([^"]+)"/.exec(page)?.[1]?.replaceAll("&quot;", '"') ?? "";
    await me.post(`/events/${id}/edit`, { ...six(), schedule: hidden, intent: "draft" });
    expect((await draftOf(id))?.values.schedule).toEqual(schedule);
  });

  it("makes a weekly class of its inputs, and shows them again with the dates in words", async () => {
    const me = await signInAs(deps);
    const rule = {
      "schedule.kind": "rule",
      "schedule.frequency": "weekly",
      "schedule.ends": "count",
      "schedule.count": "4",
    };
    const id = await draft(me, six(rule));
    expect((await draftOf(id))?.values.schedule).toMatchObject({
      kind: "rule",
      rules: [{ frequency: "weekly", ends: { count: 4 } }],
    });
    const page = await (await me.get(`/events/${id}/edit`)).text();
    for (const words of ["4 times", "4 dates to come", `value="${day(20)}T20:00"`])
      expect(says(page, words)).toEqual([words, true]);
    const persian = await (await me.get(`/events/${id}/edit?lang=fa`)).text();
    expect(says(persian, "۴ نوبت پیش رو")).toEqual(["۴ نوبت پیش رو", true]);
  });

  it("adds a single date beside a weekly class without a script, and takes it away again", async () => {
    const me = await signInAs(deps);
    const rule = {
      "schedule.kind": "rule",
      "schedule.frequency": "weekly",
      "schedule.ends": "count",
      "schedule.count": "4",
    };
    const typed: Record<string, string> = {
      ...six(rule),
      "schedule.extraStart": `${day(22)}T10:30`,
      "schedule.extraEnd": "11:30",
    };
    const shown = await (
      await me.post("/events/create", { ...typed, intent: "schedule.update" })
    ).text();
    const box = `name="schedule.extras"`;
    const value = `${day(22)}T10:30/11:30`;
    for (const words of ["5 dates to come", box, `value="${value}"`])
      expect(says(shown, words)).toEqual([words, true]);
    const id = await draft(me, typed);
    const { schedule } = (await draftOf(id))?.values ?? {};
    expect(schedule?.dates).toMatchObject([
      { originalStart: `${day(22)}T10:30`, end: `${day(22)}T11:30` },
    ]);
    expect(says(await (await me.get(`/events/${id}/edit`)).text(), box)).toEqual([box, true]);
    const again = { ...six(rule), schedule: JSON.stringify(schedule), "schedule.extraStart": "" };
    await me.post(`/events/${id}/edit`, { ...again, "schedule.extras": value, intent: "draft" });
    expect((await draftOf(id))?.values.schedule?.dates).toHaveLength(1);
    await me.post(`/events/${id}/edit`, { ...again, intent: "draft" });
    expect((await draftOf(id))?.values.schedule?.dates).toEqual([]);
  });

  it("adds and removes dates by buttons without a script, and keeps the other inputs", async () => {
    const me = await signInAs(deps);
    const typed: Record<string, string> = {
      ...six(),
      startsAt: "",
      endsAt: "",
      "schedule.kind": "dates",
    };
    const row = { "schedule.dates.0.start": `${day(5)}T18:00`, "schedule.dates.0.end": "19:30" };
    const added = await (
      await me.post("/events/create", { ...typed, ...row, intent: "schedule.add.7" })
    ).text();
    for (const words of [`value="${day(12)}T18:00"`, typed["title.en"] ?? "", "2 dates to come"])
      expect(says(added, words)).toEqual([words, true]);
    const second = {
      "schedule.dates.1.start": `${day(12)}T18:00`,
      "schedule.dates.1.end": "19:30",
    };
    const removed = await (
      await me.post("/events/create", { ...typed, ...row, ...second, intent: "schedule.remove.0" })
    ).text();
    expect(says(removed, `value="${day(5)}T18:00"`)).toEqual([`value="${day(5)}T18:00"`, false]);
    expect(says(removed, `value="${day(12)}T18:00"`)).toEqual([`value="${day(12)}T18:00"`, true]);
  });

  it("shows an issue beside the row of its date, and keeps what was typed", async () => {
    const me = await signInAs(deps);
    const rows = {
      "schedule.kind": "dates",
      "schedule.dates.0.start": `${day(5)}T18:00`,
      "schedule.dates.1.start": "soon",
    };
    const response = await me.post("/events/create", { ...six(rows), intent: "draft" });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(/id="event-schedule-dates-1-start-issue"/.test(text)).toBe(true);
    expect(says(text, 'value="soon"')).toEqual(['value="soon"', true]);
    const twice = { ...rows, "schedule.dates.1.start": `${day(5)}T18:00` };
    const refused = await (
      await me.post("/events/create", { ...six(twice), intent: "draft" })
    ).text();
    expect(says(refused, "already a date at this time")).toEqual([
      "already a date at this time",
      true,
    ]);
  });

  it("opens an exhibition by its hours, without a start and an end of its own", async () => {
    const me = await signInAs(deps);
    const hours = Object.fromEntries(
      [0, 1, 2, 3, 4, 5].flatMap((weekday) => [
        [`schedule.hours.${weekday}.opens`, "10:00"],
        [`schedule.hours.${weekday}.closes`, "19:00"],
      ]),
    );
    const run = {
      "schedule.kind": "openingHours",
      "schedule.from": day(5),
      "schedule.to": day(25),
      ...hours,
    };
    const id = await draft(me, six({ ...run, startsAt: "", endsAt: "" }));
    expect((await draftOf(id))?.values.schedule).toMatchObject({
      kind: "openingHours",
      from: day(5),
      to: day(25),
    });
  });

  it("autosaves drafts only", async () => {
    const me = await signInAs(deps);
    const saved = await me.post("/events/create/live", { ...six(), intent: "autosave" });
    expect(saved.status).toBe(200);
    const [kept] = await db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id));
    const again = await me.post(`/events/create/live?event=${kept?.id}`, {
      ...six(),
      version: "1",
      intent: "autosave",
    });
    expect([again.status, (await draftOf(kept?.id ?? ""))?.version]).toEqual([200, 2]);
    expect(
      (
        await me.post(`/events/create/live?event=${kept?.id}`, {
          ...six(),
          version: "1",
          intent: "autosave",
        })
      ).status,
    ).toBe(409);
    expect(
      (await me.post("/events/create/live", { "title.fa": "ناتمام", intent: "autosave" })).status,
    ).toBe(400);
    const submitted = await submit(me);
    expect(
      (await me.post(`/events/create/live?event=${submitted}`, { ...six(), intent: "autosave" }))
        .status,
    ).toBe(409);
  });

  it("saves a chosen picture with the draft once, and shows why it is refused", async () => {
    const me = await signInAs(deps);
    const files = async () =>
      (await env.MEDIA.list({ prefix: `uploads/${me.id}/` })).objects.length;
    const send = async (path: string, changes: Record<string, string>, picture?: File) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...six(), intent: "autosave", ...changes }))
        form.set(name, value);
      if (picture) form.set("picture", picture);
      const response = await me.post(path, form);
      return { status: response.status, ...(await response.json<EventFormAnswer>()) };
    };
    const jpeg = new File([createJpeg()], "a.jpg", { type: "image/jpeg" });
    await send("/events/create/live", { intent: "check" }, jpeg);
    expect(await files()).toBe(0);
    const saved = await send("/events/create/live", {}, jpeg);
    const imageUrl = saved.fields?.imageUrl ?? "";
    expect([saved.status, saved.parts?.preview.card.cover, await files()]).toEqual([
      200,
      imageUrl,
      1,
    ]);
    expect(imageUrl).toMatch(/^\/media\/uploads\//);
    const id = saved.id ?? "";
    expect((await draftOf(id))?.values.imageUrl).toBe(imageUrl);

    // The form now has the URL instead of the file.
    const live = `/events/create/live?event=${id}`;
    const next = await send(live, { "title.en": "Still with its picture", imageUrl, version: "1" });
    expect([next.status, (await draftOf(id))?.values.imageUrl, await files()]).toEqual([
      200,
      imageUrl,
      1,
    ]);
    const page = new File(["<script>alert(1)</script>"], "b.jpg", { type: "image/jpeg" });
    const refused = await send(live, { imageUrl, version: "2" }, page);
    expect([refused.status, refused.issues.picture]).toEqual([
      400,
      "That isn’t a JPG, PNG, WebP, GIF or AVIF picture.",
    ]);
    const removed = await send(live, { imageUrl, version: "2", "remove-picture": "on" });
    expect([removed.status, (await draftOf(id))?.values.imageUrl]).toEqual([200, null]);
  });

  it("leads to its preview without a script too", async () => {
    const me = await signInAs(deps);
    const text = await (await me.get("/events/create?lang=fa")).text();
    const buttons = [...text.matchAll(/<button [^>]*value="preview"[^>]*>/gi)].map(
      ([tag]) => /formaction="([^"]*)"/i.exec(tag)?.[1],
    );
    expect(buttons).toEqual(["/events/create?lang=fa#preview", "/events/create?lang=fa#preview"]);
    expect(text).toMatch(
      /<section [^>]*id="preview" tabindex="-1" aria-labelledby="preview-title"/i,
    );
  });

  it("shows the reason of a rejection, and can be submitted again", async () => {
    const [me, moderator] = [await signInAs(deps), await signInAs(deps, "moderator")];
    const fields = six();
    const id = await submit(me, fields);
    await rejectEvent(deps, actor(moderator, "moderator"), id, "The address points elsewhere.");
    const text = await (await me.get(`/events/${id}/edit`)).text();
    expect(says(text, "The address points elsewhere.")).toEqual([
      "The address points elsewhere.",
      true,
    ]);
    expect(says(text, "Resubmit")).toEqual(["Resubmit", true]);
    expect(
      says(await (await me.get("/my-events?tab=rejected")).text(), "Fix and resubmit"),
    ).toEqual(["Fix and resubmit", true]);
    const again = await me.post(`/events/${id}/edit`, {
      ...fields,
      "address.en": "12 Hafez Avenue",
      intent: "submit",
    });
    expect([again.status, (await eventOf(id))?.status]).toEqual([303, "pending"]);
  });

  it("queues an edit of an approved event, while the approved version stays", async () => {
    const [me, moderator] = [await signInAs(deps), await signInAs(deps, "moderator")];
    const fields = six();
    const id = await submit(me, fields);
    await approveEvent(deps, actor(moderator, "moderator"), id);
    const edit = await (await me.get(`/events/${id}/edit`)).text();
    expect(says(edit, "Save and send for review")).toEqual(["Save and send for review", true]);
    const response = await me.post(`/events/${id}/edit`, {
      ...fields,
      "title.en": "Another title altogether",
      intent: "save",
    });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/my-events"]);
    expect((await eventOf(id))?.titleEn).toBe(fields["title.en"]);
    expect(
      (await db.select().from(eventRevisions).where(eq(eventRevisions.eventId, id)).get())?.values
        .title.en,
    ).toBe("Another title altogether");
    // The form continues with the pending edit.
    const waiting = await (await me.get(`/events/${id}/edit`)).text();
    expect(says(waiting, 'value="Another title altogether"')).toEqual([
      'value="Another title altogether"',
      true,
    ]);
    expect(says(waiting, "Saving replaces it.")).toEqual(["Saving replaces it.", true]);
    expect(says(await (await me.get("/my-events")).text(), "Edit awaiting review")).toEqual([
      "Edit awaiting review",
      true,
    ]);
  });
});

describe("the page of an event that is not public", () => {
  it("is visible to its creator and staff, not cached, and not found for others", async () => {
    const [me, other, moderator] = [
      await signInAs(deps),
      await signInAs(deps),
      await signInAs(deps, "moderator"),
    ];
    const id = await submit(me);
    for (const who of [me, moderator]) {
      const response = await who.get(`/events/${id}`);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([
        200,
        "private, no-store",
      ]);
      const text = await response.text();
      expect(says(text, 'name="robots" content="noindex')).toEqual([
        'name="robots" content="noindex',
        true,
      ]);
      expect(says(text, `/events/${id}/edit`)).toEqual([`/events/${id}/edit`, true]);
      expect(says(text, "application/ld+json")).toEqual(["application/ld+json", false]);
    }
    expect((await other.get(`/events/${id}`)).status).toBe(404);
  });
});
