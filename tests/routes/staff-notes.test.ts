import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import type { Actor } from "../../app/lib/permissions";
import { deleteDueAccounts } from "../../app/modules/identity/users/delete-account.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { deleteNote, writeNote } from "../../app/modules/review/notes/notes.server";
import { auditEntries, eventNotes, events, mails, notifications, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { textOf } from "../helpers/page-text";
import { failureOf } from "../helpers/people";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
let deps: TestDeps;
let cityId: string;
let eventId: string;

const addEvent = async (status: "pending" | "flagged" | "approved") =>
  (
    await createEvent(deps.db, {
      cityId,
      startsAt: deps.clock.now() + 20 * DAY,
      titleEn: "Night of setar",
      status,
      publishedAt: null,
    })
  ).id;
const notesOf = () => deps.db.select().from(eventNotes).where(eq(eventNotes.eventId, eventId));
const told = () => deps.db.select().from(notifications);

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  cityId = (
    await createCity(deps.db, {
      id: "019b0000-0000-7000-d000-000000000001",
      slug: "tehran",
      nameEn: "Tehran",
    })
  ).id;
  eventId = await addEvent("pending");
});

/** A staff member who accepts mails. */
async function colleague(
  displayName: string,
  role: "moderator" | "admin" | "user" = "moderator",
): Promise<Actor> {
  const actor = await addActor(deps, role);
  await deps.db.update(users).set({ displayName }).where(eq(users.id, actor.id));
  return actor;
}

describe("a note that mentions a staff member", () => {
  it("notifies each of them once, immediately, and no one else, and is recorded", async () => {
    const sara = await colleague("Sara Ahmadi");
    const [reza, owner] = [await colleague("Reza"), await colleague("علی‌رضا کیانی", "admin")];
    await colleague("Nima", "user");
    const gone = await colleague("Gone");
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, gone.id));
    const body =
      "@reza and @REZA, is it last year’s? @علیرضا_کیانی @sara_ahmadi @nima @gone @nobody";
    expect(await writeNote(deps, sara, eventId, `  ${body}\r\n`)).toEqual({ notified: 2 });
    const rows = await told();
    expect(rows.map(({ userId }) => userId).sort()).toEqual([reza.id, owner.id].sort());
    for (const row of rows)
      expect(row).toMatchObject({
        type: "mention",
        kind: "mention",
        relatedEntityId: eventId,
        actionPath: `/admin/pending-events?event=${eventId}`,
      });
    const [row] = rows;
    if (!row) throw new Error("Nobody is told.");
    expect(notificationText(row, { ...readerOf("en"), timeZone: null })).toEqual({
      title: "Sara Ahmadi mentioned you: Night of setar",
      message: `“${body}”`,
    });
    expect(notificationText(row, { ...readerOf("fa"), timeZone: null }).title).toBe(
      "Sara Ahmadi از شما نام برد: Night of setar",
    );
    expect(
      (await deps.db.select().from(mails)).map(({ userId, kind }) => `${kind} ${userId}`).sort(),
    ).toEqual([`mention ${reza.id}`, `mention ${owner.id}`].sort());
    await deps.settle();
    expect(deps.notified.map(({ userId }) => userId).sort()).toEqual([reza.id, owner.id].sort());
    expect(await notesOf()).toMatchObject([{ authorId: sara.id, body }]);
    expect(
      await deps.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, "event.note-written")),
    ).toMatchObject([
      {
        actorId: sara.id,
        entityId: eventId,
        metadata: { named: expect.arrayContaining([reza.id, owner.id]) },
      },
    ]);
  });

  it.each([
    ["flagged", "/admin/flagged-events?event="],
    ["approved", "/admin/events?event="],
  ] as const)("on an event that is %s leads to where it is shown", async (status, place) => {
    eventId = await addEvent(status);
    await colleague("Reza");
    await writeNote(deps, await colleague("Sara"), eventId, "@reza");
    expect((await told())[0]?.actionPath).toBe(place + eventId);
  });

  it("sent twice is stored once and notifies once", async () => {
    const sara = await colleague("Sara");
    await colleague("Reza");
    expect(await writeNote(deps, sara, eventId, "@reza look")).toEqual({ notified: 1 });
    expect(await writeNote(deps, sara, eventId, "@reza look")).toEqual({ notified: 1 });
    expect([await notesOf(), await told()].map((rows) => rows.length)).toEqual([1, 1]);
    deps.pass(61_000);
    await writeNote(deps, sara, eventId, "@reza look");
    expect([await notesOf(), await told()].map((rows) => rows.length)).toEqual([2, 2]);
  });

  it("that cannot be saved notifies no one", async () => {
    const sara = await colleague("Sara");
    await colleague("Reza");
    await env.DB.exec(
      "CREATE TRIGGER no_notes BEFORE INSERT ON event_notes BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    await expect(writeNote(deps, sara, eventId, "@reza")).rejects.toThrow();
    await env.DB.exec("DROP TRIGGER no_notes");
    expect([await told(), await deps.db.select().from(mails), await notesOf()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("is refused without words, with too many, for an unknown event, and from users who are not staff", async () => {
    const sara = await colleague("Sara");
    expect(await failureOf(writeNote(deps, sara, eventId, " \n "))).toMatchObject({
      code: "invalid",
    });
    expect(await failureOf(writeNote(deps, sara, eventId, "x".repeat(1_001)))).toMatchObject({
      code: "invalid",
    });
    expect(
      await failureOf(writeNote(deps, sara, "019b0000-0000-7000-8000-ffffffffffff", "hm")),
    ).toMatchObject({ code: "not-found" });
    expect(
      await failureOf(writeNote(deps, await colleague("Nima", "user"), eventId, "hm")),
    ).toMatchObject({ code: "forbidden" });
    expect(await failureOf(writeNote(deps, null, eventId, "hm"))).toMatchObject({
      code: "unauthorized",
    });
    expect(await notesOf()).toEqual([]);
  });

  it("is deleted by its author only, with its notifications [S-132]", async () => {
    const [sara, reza] = [await colleague("Sara"), await colleague("Reza")];
    await writeNote(deps, sara, eventId, "@reza look");
    await writeNote(deps, reza, eventId, "@sara I have");
    const own = (await notesOf()).find(({ authorId }) => authorId === sara.id)?.id ?? "";
    expect(await failureOf(deleteNote(deps, reza, own))).toMatchObject({ code: "not-found" });
    await deleteNote(deps, sara, own);
    expect((await notesOf()).map(({ authorId }) => authorId)).toEqual([reza.id]);
    expect((await told()).map(({ userId }) => userId)).toEqual([sara.id]);
    expect((await deps.db.select().from(mails)).map(({ userId }) => userId)).toEqual([sara.id]);
    expect(await failureOf(deleteNote(deps, sara, own))).toMatchObject({ code: "not-found" });
    expect(
      await deps.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, "event.note-deleted")),
    ).toHaveLength(1);
  });

  it("is in its author's export, and is deleted with their account and with the event", async () => {
    const [sara, reza] = [await colleague("Sara"), await colleague("Reza")];
    await writeNote(deps, sara, eventId, "@reza look");
    await writeNote(deps, reza, eventId, "Mine stays.");
    expect((await exportAccount(deps, sara)).staffNotes).toEqual([
      { eventId, body: "@reza look", createdAt: expect.any(Number) },
    ]);
    await deps.db.update(users).set({ deleteAfter: 1 }).where(eq(users.id, sara.id));
    await deleteDueAccounts(deps);
    expect([
      (await notesOf()).map(({ body }) => body),
      await told(),
      await deps.db.select().from(mails),
    ]).toEqual([["Mine stays."], [], []]);
    await deps.db.delete(events).where(eq(events.id, eventId));
    expect(await notesOf()).toEqual([]);
  });
});

describe("pages where events are reviewed", () => {
  let sara: Browser;
  beforeEach(async () => {
    sara = await signInAs(deps, "moderator", { displayName: "Sara" });
    await colleague("Reza");
  });
  const note = (path: string, fields: Record<string, string> = {}) =>
    sara.post(path, { intent: "note", event: eventId, body: "Looks like spam, @reza", ...fields });
  const toast = (response: Response) =>
    decodeURIComponent(response.headers.get("Set-Cookie") ?? "");

  it.each([
    ["pending", "/admin/pending-events?tab=new&case=new-"],
    ["flagged", "/admin/flagged-events?case=report-"],
    ["approved", "/admin/events?q=setar&event="],
  ] as const)(
    "of an event that is %s show, save and delete a note without a script",
    async (status, path) => {
      eventId = await addEvent(status);
      const here = path + eventId;
      const before = textOf(await (await sara.get(here, { "Accept-Language": "en" })).text());
      expect(before).toContain("Only staff can read these.");
      expect(before).toContain("@Reza");
      const saved = await note(here);
      expect([saved.status, saved.headers.get("Location")]).toEqual([303, here]);
      expect(toast(saved)).toContain('"count":1');
      const html = await (await sara.get(here, { "Accept-Language": "en" })).text();
      expect(textOf(html)).toContain("Looks like spam, @reza");
      const id = (await notesOf())[0]?.id ?? "";
      expect(html).toContain(`name="note" value="${id}"`);
      const other = await signInAs(deps, "moderator", { displayName: "Mina" });
      const theirs = await (await other.get(here, { "Accept-Language": "fa" })).text();
      expect(textOf(theirs)).toContain("Looks like spam, @reza");
      expect(theirs).not.toContain("delete-note");
      const gone = await sara.post(here, { intent: "delete-note", event: eventId, note: id });
      expect([gone.status, await notesOf()]).toEqual([303, []]);
    },
  );

  it.each([
    ["en", "Write something first."],
    ["fa", "اول چیزی بنویسید."],
  ])("show in %s what is wrong with a note, and keep the input", async (lang, said) => {
    for (const path of ["/admin/pending-events?event=", "/admin/events?event="]) {
      const empty = await sara.post(
        path + eventId,
        { intent: "note", event: eventId, body: "  " },
        { "Accept-Language": lang },
      );
      expect(empty.status).toBe(400);
      expect(textOf(await empty.text())).toContain(said);
    }
    const long = await sara.post(`/admin/pending-events?event=${eventId}`, {
      intent: "note",
      event: eventId,
      body: "y".repeat(1_001),
    });
    expect([long.status, (await long.text()).includes("y".repeat(1_001))]).toEqual([400, true]);
    expect(
      (await sara.post("/admin/events", { intent: "note", event: "1 OR 1", body: "x" })).status,
    ).toBe(400);
  });

  it("show no note to other users [S-131]", async () => {
    eventId = (
      await createEvent(deps.db, {
        cityId,
        startsAt: deps.clock.now() + 20 * DAY,
        titleEn: "A public evening",
      })
    ).id;
    await note(`/admin/events?event=${eventId}`, { body: "Between us" });
    const nobody = await signInAs(deps);
    for (const path of [`/events/${eventId}`, `/api/v1/events/${eventId}`]) {
      const answer = await nobody.get(path);
      expect([answer.status, (await answer.text()).includes("Between us")]).toEqual([200, false]);
    }
    expect(
      (await nobody.post("/admin/events", { intent: "note", event: eventId, body: "Me too" }))
        .status,
    ).toBe(302);
    expect(await notesOf()).toHaveLength(1);
  });

  it("of a decided case lead to the event with its notes", async () => {
    eventId = await addEvent("approved");
    const html = await (
      await sara.get(`/admin/pending-events?event=${eventId}`, { "Accept-Language": "en" })
    ).text();
    expect(html).toContain(`href="/admin/events?event=${eventId}"`);
  });
});
