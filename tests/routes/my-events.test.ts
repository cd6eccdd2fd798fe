import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createDraft,
  deleteDrafts,
  duplicateEvent,
} from "../../app/modules/authoring/draft-commands.server";
import { emptyValues } from "../../app/modules/authoring/event-values.server";
import type { EventInput } from "../../app/modules/authoring/schema";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import {
  approveEvent,
  rejectEvent,
} from "../../app/modules/review/moderation/moderate-event.server";
import { type EventValues, eventDrafts, eventFlags, eventRevisions, events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());
const { db } = deps;
const DAY = 86_400_000;
const wall = (days: number, hour: string) =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T${hour}`;
const says = (text: string, words: string) => [words, text.includes(words)];
const toastOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
const eventOf = (id: string) => db.select().from(events).where(eq(events.id, id)).get();
const draftOf = (id: string) => db.select().from(eventDrafts).where(eq(eventDrafts.id, id)).get();
const actor = (who: Browser, role: "user" | "moderator" = "user") =>
  ({ id: who.id, role, isVerified: true, sessionId: who.sessionId }) as const;
let moderator: Browser;

const values = (title: string): EventInput => ({
  ...(emptyValues("tehran") as EventInput),
  title: { en: title, fa: null },
  description: { en: "Two players, one room, and the long night before them.", fa: null },
  venue: { en: "Roudaki Hall", fa: "تالار رودکی" },
  startsAt: wall(20, "20:00"),
  endsAt: wall(20, "22:00"),
});

async function submitted(me: Browser, title: string): Promise<string> {
  const id = await createDraft(deps, actor(me), values(title));
  await submitEvent(deps, actor(me), id);
  return id;
}

/** Titles of the rows, in order. */
const titlesIn = (text: string) =>
  [...text.matchAll(/<h[23]><a[^>]*><bdi[^>]*>([^<]*)<\/bdi>/g)].map(([, title]) => title);
const mine = async (me: Browser, query = "") => (await me.get(`/my-events${query}`)).text();

beforeAll(async () => {
  await seedDatabase(db, Date.now());
  moderator = await signInAs(deps, "moderator");
});

describe("/my-events", () => {
  it("lists drafts and events together, those that need action first, then the newest, with tabs and counts", async () => {
    const me = await signInAs(deps);
    const approved = await submitted(me, "Approved evening");
    const rejected = await submitted(me, "Rejected evening");
    await submitted(me, "Pending evening");
    deps.pass(1_000);
    await approveEvent(deps, actor(moderator, "moderator"), approved);
    deps.pass(1_000);
    await rejectEvent(
      deps,
      actor(moderator, "moderator"),
      rejected,
      "The <b>address</b> is not right.",
    );
    deps.pass(1_000);
    await createDraft(deps, actor(me), { ...values("Draft evening"), startsAt: null });

    const all = await mine(me);
    expect(titlesIn(all)).toEqual([
      "Rejected evening",
      "Draft evening",
      "Approved evening",
      "Pending evening",
    ]);
    expect(
      [...all.matchAll(/<small>(\d+)<\/small>/g)].map(([, count]) => count).slice(0, 5),
    ).toEqual(["4", "1", "1", "1", "1"]);
    expect(says(all, "The &lt;b&gt;address&lt;/b&gt; is not right.")[1]).toBe(true);
    expect(says(all, "Still missing: start")[1]).toBe(true);
    for (const [tab, title] of [
      ["drafts", "Draft evening"],
      ["pending", "Pending evening"],
      ["approved", "Approved evening"],
      ["rejected", "Rejected evening"],
    ])
      expect([tab, titlesIn(await mine(me, `?tab=${tab}`))]).toEqual([tab, [title]]);
    expect(titlesIn(await mine(me, "?q=pend"))).toEqual(["Pending evening"]);
    expect(titlesIn(await mine(me, `?q=${encodeURIComponent("تالار")}&tab=approved`))).toEqual([
      "Approved evening",
    ]);
    expect(says(await mine(me, "?q=zzz"), "Nothing found")[1]).toBe(true);
  });

  it("deletes several drafts after a question, one's own alone", async () => {
    const me = await signInAs(deps);
    const other = await signInAs(deps);
    const [first, second, kept] = [
      await createDraft(deps, actor(me), values("Draft one")),
      await createDraft(deps, actor(me), values("Draft two")),
      await createDraft(deps, actor(me), values("Draft to keep")),
    ];
    const theirs = await createDraft(deps, actor(other), values("Their draft"));
    const ids = [first, second, theirs].join(",");
    const asked = await mine(me, `?tab=drafts&remove=${ids}`);
    expect(asked).toContain("Delete 2 drafts?");
    expect(asked).not.toContain("Their draft");
    expect(await draftOf(first ?? "")).toBeDefined();
    expect(await deleteDrafts(deps, actor(me), ids.split(","))).toBe(2);
    expect(await draftOf(first ?? "")).toBeUndefined();
    expect(await draftOf(kept ?? "")).toBeDefined();
    expect(await draftOf(theirs)).toBeDefined();
  });

  it("copies several events as drafts with all dates moved alike, and none of others", async () => {
    const me = await signInAs(deps);
    const two = await submitted(me, "Second evening");
    const one = await createDraft(deps, actor(me), {
      ...values("First evening"),
      startsAt: wall(18, "19:30"),
      endsAt: wall(18, "21:00"),
    });
    const theirs = await submitted(await signInAs(deps), "Their evening");
    const chosen = await me.post("/my-events", { intent: "choose-copies", chosen: [two, one] });
    const to = chosen.headers.get("Location") ?? "";
    expect(to).toContain(`copy=${two}`);
    const asked = await (await me.get(to)).text();
    expect(asked).toContain("Copy 2 events to new dates");
    const send = (ids: string[], first: string) =>
      me.post("/my-events", { intent: "copy-season", chosen: ids, first });
    const mineOf = () => db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id));
    expect(toastOf(await send([one, two], "soon"))).toContain("authoring:mine.copy.noDay");
    expect((await send([one, theirs], wall(48, "").slice(0, 10))).status).toBe(404);
    expect(await mineOf()).toHaveLength(1);
    expect(toastOf(await send([one, two], wall(48, "").slice(0, 10)))).toContain(
      "authoring:mine.copy.done",
    );
    const copies = (await mineOf()).filter(({ id }) => id !== one);
    expect(
      copies.map(({ titleEn, values: { startsAt, endsAt } }) => [titleEn, startsAt, endsAt]).sort(),
    ).toEqual([
      ["First evening", wall(48, "19:30"), wall(48, "21:00")],
      ["Second evening", wall(50, "20:00"), wall(50, "22:00")],
    ]);
  });

  it("lists rejected events and edits first, under their own heading, until the event is over", async () => {
    const me = await signInAs(deps);
    const [over, edited, rejected] = [
      await submitted(me, "Turned down too late"),
      await submitted(me, "Edit turned down"),
      await submitted(me, "Turned down"),
    ];
    for (const id of [over, rejected])
      await rejectEvent(deps, actor(moderator, "moderator"), id, "Who plays?");
    await approveEvent(deps, actor(moderator, "moderator"), edited);
    await db.insert(eventRevisions).values({
      eventId: edited,
      authorId: me.id,
      values: values("Edit turned down") as EventValues,
      status: "rejected",
      rejectionReason: "There is no such hall.",
      createdAt: 0,
      updatedAt: 0,
    });
    await db.update(events).set({ isOver: true }).where(eq(events.id, over));
    deps.pass(1_000);
    await createDraft(deps, actor(me), values("The latest draft"));

    const all = await mine(me);
    const [first = "", rest = ""] = all.split("<h2>Everything else</h2>");
    expect(first).toContain("<h2>Needs your attention</h2>");
    expect([titlesIn(first).sort(), titlesIn(rest)]).toEqual([
      ["Edit turned down", "Turned down"],
      ["The latest draft", "Turned down too late"],
    ]);
    expect(says(first, "There is no such hall.")[1]).toBe(true);
    expect(titlesIn(await mine(me, "?tab=rejected"))).toEqual([
      "Turned down",
      "Turned down too late",
    ]);
    expect(says(await mine(me, "?tab=rejected"), "Needs your attention")[1]).toBe(false);
    expect(says(await mine(me, "?tab=pending"), "Nothing here right now")[1]).toBe(true);
  });

  it("lists flagged events among the rejected, with their own badge", async () => {
    const me = await signInAs(deps);
    const id = await submitted(me, "Flagged evening");
    await approveEvent(deps, actor(moderator, "moderator"), id);
    await moderator.post(`/events/${id}/report`, {
      reason: "misleading",
      note: "There is no such hall.",
    });
    const rejected = await mine(me, "?tab=rejected");
    expect(titlesIn(rejected)).toEqual(["Flagged evening"]);
    expect(says(rejected, "Flagged<")[1]).toBe(true);
    expect(says(rejected, "only you can see it until a moderator has reviewed it.")[1]).toBe(true);
  });

  it("pages by a cursor without losses or repeats, and refuses a foreign one", async () => {
    const me = await signInAs(deps);
    for (let index = 0; index < 25; index++) {
      if (index % 3 === 0) deps.pass(1_000);
      await createDraft(deps, actor(me), values(`Draft number ${index}`));
    }
    const rejected = await submitted(me, "Turned down long ago");
    await rejectEvent(deps, actor(moderator, "moderator"), rejected, "Who plays?");
    await db.update(events).set({ updatedAt: 0 }).where(eq(events.id, rejected));
    const first = await mine(me);
    expect(titlesIn(first)[0]).toBe("Turned down long ago");
    const next =
      /href="(\/my-events\?cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await (await me.get(next)).text();
    expect([titlesIn(first).length, titlesIn(second).length]).toEqual([20, 6]);
    expect(new Set([...titlesIn(first), ...titlesIn(second)]).size).toBe(26);
    expect((await me.get("/my-events?cursor=nonsense")).status).toBe(400);
  });

  it("performs its actions, and reports those no longer possible", async () => {
    const me = await signInAs(deps);
    const id = await submitted(me, "An evening of buttons");
    const press = (intent: string) =>
      me.post("/my-events", { id, intent, returnTo: "/my-events?tab=pending" });
    const withdrawn = await press("withdraw");
    expect([withdrawn.headers.get("Location"), (await eventOf(id))?.status]).toEqual([
      "/my-events?tab=pending",
      "draft",
    ]);
    expect(toastOf(await press("withdraw"))).toContain("failed.conflict");
    await press("submit");
    await approveEvent(deps, actor(moderator, "moderator"), id);
    // A change of plan has its own page: no single button performs it.
    for (const intent of ["postpone", "cancel", "reinstate"])
      expect((await press(intent)).status).toBe(400);
    expect((await eventOf(id))?.lifecycle).toBe("scheduled");
    expect(await (await me.get("/my-events?lang=en")).text()).toContain(
      `href="/events/${id}/change?lang=en"`,
    );
    expect((await press("something")).status).toBe(400);
    const other = await signInAs(deps);
    expect((await other.post("/my-events", { id, intent: "withdraw" })).status).toBe(404);
  });

  it("leads a draft of the short form back to its page, and others to the whole form", async () => {
    const me = await signInAs(deps);
    const whole = await createDraft(deps, actor(me), values("A draft of the whole form"));
    const short = await createDraft(
      deps,
      actor(me),
      {
        ...values(""),
        title: { en: null, fa: "پیش‌نویس کوتاه" },
        description: { en: null, fa: "شعرخوانی و گفت‌وگو با شاعران." },
      },
      undefined,
      { isPersianFirst: true },
    );
    const text = await mine(me);
    expect([
      says(text, `href="/events/${whole}/edit"`),
      says(text, `href="/events/${short}/finish"`),
      says(text, "The English is still missing."),
    ]).toEqual([
      [`href="/events/${whole}/edit"`, true],
      [`href="/events/${short}/finish"`, true],
      ["The English is still missing.", true],
    ]);
  });

  it("duplicates an event as a draft without dates", async () => {
    const me = await signInAs(deps);
    const id = await submitted(me, "An evening that comes again");
    const response = await me.post("/my-events", { id, intent: "duplicate" });
    const copy =
      /events\/([0-9a-f-]{36})\/edit/.exec(response.headers.get("Location") ?? "")?.[1] ?? "";
    expect((await draftOf(copy))?.values).toMatchObject({
      title: { en: "An evening that comes again" },
      city: "tehran",
      startsAt: null,
      endsAt: null,
    });
    await expect(duplicateEvent(deps, actor(await signInAs(deps)), id)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("asks before deleting, and deletes nothing public", async () => {
    const me = await signInAs(deps);
    const id = await createDraft(deps, actor(me), values("A draft to lose"));
    const question = await (await me.get(`/events/${id}/delete`)).text();
    expect(says(question, "Are you sure you want to delete this event?")[1]).toBe(true);
    expect((await me.post(`/events/${id}/delete`, { intent: "look" })).status).toBe(400);
    const done = await me.post(`/events/${id}/delete`, { intent: "delete" });
    expect([done.headers.get("Location"), await draftOf(id)]).toEqual(["/my-events", undefined]);
    expect((await me.get(`/events/${id}/delete`)).status).toBe(404);

    const approved = await submitted(me, "A public evening");
    await approveEvent(deps, actor(moderator, "moderator"), approved);
    expect(
      says(
        await (await me.get(`/events/${approved}/delete`)).text(),
        "You can’t delete a public event.",
      )[1],
    ).toBe(true);
    expect(toastOf(await me.post(`/events/${approved}/delete`, { intent: "delete" }))).toContain(
      "failed.delete",
    );
    expect((await eventOf(approved))?.deletedAt).toBeNull();
  });
});

describe("a report", () => {
  it("needs a reason, is accepted once per user, and explains why a second one is refused", async () => {
    const [me, reader] = [await signInAs(deps), await signInAs(deps)];
    const id = await submitted(me, "A doubtful evening");
    expect((await reader.get(`/events/${id}/report`)).status).toBe(404);
    await approveEvent(deps, actor(moderator, "moderator"), id);
    expect((await reader.get(`/events/${id}/report`)).status).toBe(200);
    const empty = await reader.post(`/events/${id}/report`, { note: "<script>alert(1)</script>" });
    expect(empty.status).toBe(400);
    const text = await empty.text();
    expect([says(text, "Choose a reason.")[1], says(text, "&lt;script&gt;alert(1)")[1]]).toEqual([
      true,
      true,
    ]);
    expect(
      (await reader.post(`/events/${id}/report`, { reason: "spam", note: "x".repeat(501) })).status,
    ).toBe(400);

    expect(
      toastOf(await reader.post(`/events/${id}/report`, { reason: "spam", note: "" })),
    ).toContain("report.done");
    expect(
      toastOf(await reader.post(`/events/${id}/report`, { reason: "other", note: "Again." })),
    ).toContain("report.again");
    expect(toastOf(await me.post(`/events/${id}/report`, { reason: "other", note: "" }))).toContain(
      "report.own",
    );
    expect(await db.select().from(eventFlags).where(eq(eventFlags.eventId, id))).toHaveLength(1);
  });
});
