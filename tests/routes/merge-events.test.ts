import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { mergeEvents } from "../../app/modules/review/moderation/merge-events.server";
import {
  auditEntries,
  collectionEvents,
  collections,
  eventDecisions,
  eventFlags,
  events,
  notifications,
  trustEntries,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { settleNow } from "../helpers/settle-now";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const QUEUE = "/admin/pending-events";

let deps: TestDeps;
let tehran: { id: string };
let sara: Browser;
let hostId: string;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  // The Worker caches cities for seconds, so the id must be fixed.
  tehran = await createCity(deps.db, {
    id: "019b0000-0000-7000-d000-000000000001",
    slug: "tehran",
    nameEn: "Tehran",
  });
  sara = await signInAs(deps, "moderator", { displayName: "Sara" });
  hostId = (await addActor(deps)).id;
});

const moderator = () =>
  ({ id: sara.id, role: "moderator", isVerified: true, sessionId: sara.sessionId }) as const;

const concert = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId: tehran.id,
    startsAt: deps.clock.now() + 20 * DAY,
    titleEn: "Homayoun Shajarian Live",
    descriptionEn: "A long evening.",
    venueEn: "Vahdat Hall",
    ...changes,
  });
/** A public event, and the same event submitted by a host. */
const pair = async (changes: Partial<typeof events.$inferInsert> = {}) => {
  const keep = await concert();
  const drop = await concert({
    titleEn: "کنسرت همایون شجریان",
    titleFa: "کنسرت همایون شجریان",
    descriptionEn: "With the Simorgh ensemble.",
    status: "pending",
    publishedAt: null,
    submittedAt: deps.clock.now() - DAY,
    creatorId: hostId,
    ...changes,
  });
  return { keep, drop };
};
const rowOf = (id: string) => deps.db.select().from(events).where(eq(events.id, id)).get();
const merge = (
  keepId: string,
  dropId: string,
  more: Partial<Parameters<typeof mergeEvents>[2]> = {},
) =>
  mergeEvents(deps, moderator(), {
    keepId,
    dropId,
    taken: [],
    expectedVersions: { keep: null, drop: null },
    ...more,
  });

const htmlOf = async (who: Browser, path: string, lang = "en") =>
  (await (await who.get(path, { "Accept-Language": lang })).text())
    .replace(/<script\b[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, "")
    .replaceAll("<!-- -->", "");
const toastOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
const press = (who: Browser, drop: string, fields: Record<string, string>) =>
  who.post(`${QUEUE}?event=${drop}`, { event: drop, title: "It", ...fields });

const FLAG = { reason: "spam" as const, note: null, outcome: null, createdAt: 1 };
async function keepFor(userId: string, ...eventIds: string[]) {
  const collectionId = deps.ids.next();
  await deps.db.insert(collections).values({
    id: collectionId,
    ownerId: userId,
    name: "Mine",
    color: "blue",
    icon: "star",
    createdAt: 0,
    updatedAt: 0,
  });
  for (const eventId of eventIds)
    await deps.db
      .insert(collectionEvents)
      .values({ collectionId, eventId, position: 7, createdAt: 1 });
  return collectionId;
}

describe("mergeEvents", () => {
  it("soft-deletes one event, notifies its host, audits both, and costs no trust", async () => {
    const { keep, drop } = await pair();
    await merge(keep.id, drop.id);
    expect([(await rowOf(keep.id))?.deletedAt, (await rowOf(drop.id))?.deletedAt]).toEqual([
      null,
      deps.clock.now(),
    ]);
    const [told] = await deps.db.select().from(notifications);
    expect([told?.userId, told?.kind, told?.actionPath]).toEqual([
      hostId,
      "event-merged",
      `/events/${keep.id}`,
    ]);
    const audit = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "event.merged"))
      .get();
    expect(audit).toMatchObject({
      actorId: sara.id,
      entityId: keep.id,
      metadata: {
        before: { merged: { id: drop.id, status: "pending" } },
        after: { kept: keep.id, taken: [] },
      },
    });
    const decisions = await deps.db
      .select()
      .from(eventDecisions)
      .where(eq(eventDecisions.action, "merge"));
    expect(decisions.map(({ eventId }) => eventId).sort()).toEqual([keep.id, drop.id].sort());
    const lost = await deps.db
      .select()
      .from(trustEntries)
      .where(and(eq(trustEntries.userId, hostId), eq(trustEntries.kind, "rejection")));
    expect(lost).toEqual([]);
  });

  it("takes the chosen fields from the deleted event, and keeps the rest", async () => {
    const { keep, drop } = await pair({ imageFocus: "bottom-right" });
    await merge(keep.id, drop.id, { taken: ["description", "pictures"] });
    expect(await rowOf(keep.id)).toMatchObject({
      titleEn: "Homayoun Shajarian Live",
      descriptionEn: "With the Simorgh ensemble.",
      imageFocus: "bottom-right",
      status: "approved",
      deletedAt: null,
    });
    expect((await rowOf(drop.id))?.deletedAt).not.toBeNull();
  });

  it("moves saves and reports without doubling them, and updates the counts", async () => {
    const [one, both] = [await addActor(deps), await addActor(deps)];
    const keep = await concert();
    const drop = await concert({ creatorId: hostId });
    const mine = await keepFor(one.id, drop.id);
    await keepFor(both.id, keep.id, drop.id);
    await deps.db.insert(eventFlags).values([
      { ...FLAG, eventId: drop.id, userId: one.id },
      { ...FLAG, eventId: keep.id, userId: both.id },
      { ...FLAG, eventId: drop.id, userId: both.id },
    ]);
    await merge(keep.id, drop.id);
    const saved = await deps.db.select().from(collectionEvents);
    expect(saved.map(({ eventId }) => eventId)).toEqual([keep.id, keep.id]);
    expect(saved.find(({ collectionId }) => collectionId === mine)?.position).toBe(7);
    const flags = await deps.db.select().from(eventFlags);
    expect(flags.map(({ eventId }) => eventId)).toEqual([keep.id, keep.id]);
    expect(await rowOf(keep.id)).toMatchObject({ flagCount: 2 });
    const counts = await deps.db.select({ count: collections.eventCount }).from(collections);
    expect(counts).toEqual([{ count: 1 }, { count: 1 }]);
    const found = await env.DB.prepare(
      "SELECT count(*) AS count FROM event_facets WHERE event_id = ?",
    )
      .bind(drop.id)
      .first("count");
    expect(found).toBe(0);
  });

  it.each([
    [
      "the one that stays has been changed",
      async () => ({ ...(await pair()), expectedVersions: { keep: 9, drop: null } }),
    ],
    [
      "the one that goes has been changed",
      async () => ({ ...(await pair()), expectedVersions: { keep: null, drop: 9 } }),
    ],
    ["reports about the one that goes wait", async () => pair({ status: "flagged" })],
    ["it was rejected", async () => pair({ status: "rejected" })],
    [
      "the one that goes is public and the other is not",
      async () => {
        const { keep, drop } = await pair();
        return { keep: drop, drop: keep };
      },
    ],
  ])("given that %s, changes nothing", async (_why, given) => {
    const {
      keep,
      drop,
      expectedVersions = { keep: null, drop: null },
    } = (await given()) as Awaited<ReturnType<typeof pair>> & {
      expectedVersions?: { keep: number | null; drop: number | null };
    };
    expect(await failureOf(merge(keep.id, drop.id, { expectedVersions }))).toMatchObject({
      code: "conflict",
    });
    expect([(await rowOf(keep.id))?.version, (await rowOf(drop.id))?.deletedAt]).toEqual([
      keep.version,
      null,
    ]);
    expect(await deps.db.select().from(notifications)).toEqual([]);
  });

  it("given two moderators at once, happens once", async () => {
    const { keep, drop } = await pair();
    const outcomes = await Promise.allSettled([merge(keep.id, drop.id), merge(keep.id, drop.id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await deps.db.select().from(notifications)).toHaveLength(1);
  });

  it("is refused unless the caller is a moderator", async () => {
    const { keep, drop } = await pair();
    const host = { id: hostId, role: "user", isVerified: true, sessionId: "none" } as const;
    const asked = {
      keepId: keep.id,
      dropId: drop.id,
      taken: [],
      expectedVersions: { keep: null, drop: null },
    };
    expect(await failureOf(mergeEvents(deps, host, asked))).toMatchObject({ code: "forbidden" });
  });
});

describe("duplicates of a waiting event", () => {
  it("are shown with the reasons, across languages, in both languages of the reader", async () => {
    const { keep, drop } = await pair();
    const en = await htmlOf(sara, `${QUEUE}?event=${drop.id}`);
    expect(en).toContain("Possible duplicates");
    expect(en).toContain(`href="/events/${keep.id}"`);
    expect(en).toMatch(/Probably the same<\/b> · same title, same venue, same time/);
    for (const text of ["Merge into this", "Keep both", "Reject as duplicate"])
      expect(en).toContain(text);
    const fa = await htmlOf(sara, `${QUEUE}?event=${drop.id}`, "fa");
    for (const text of ["احتمالاً همان رویداد", "یکی کردن با این", "رد به‌عنوان تکراری"])
      expect(fa).toContain(text);
    expect(fa).not.toMatch(/\bmoderation:[a-z]/);
    expect(await htmlOf(sara, `${QUEUE}?tab=duplicates`)).toContain("Duplicate?");
  });

  it("are merged by a form, with the ticked fields, and the next case opens", async () => {
    const { keep, drop } = await pair();
    const answer = await press(sara, drop.id, {
      intent: "merge",
      duplicate: keep.id,
      duplicateVersion: "1",
      version: "1",
      take: "description",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, QUEUE]);
    await settleNow(deps);
    expect((await rowOf(keep.id))?.descriptionEn).toBe("With the Simorgh ensemble.");
    const again = await press(sara, drop.id, { intent: "merge", duplicate: keep.id });
    expect([again.status, toastOf(again).includes("moderation:decided")]).toEqual([303, true]);
  });

  it("that are kept are never shown as duplicates again", async () => {
    const { keep, drop } = await pair();
    const answer = await press(sara, drop.id, {
      intent: "keep-both",
      duplicate: keep.id,
      confirmed: keep.id,
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `${QUEUE}?case=new-${drop.id}`,
    ]);
    expect(toastOf(answer)).toContain("done.keepBoth");
    expect(await htmlOf(sara, `${QUEUE}?event=${drop.id}`)).not.toContain("Possible duplicates");
    expect(await htmlOf(sara, `${QUEUE}?tab=duplicates`)).not.toContain("Duplicate?");
    expect((await press(sara, drop.id, { intent: "keep-both", duplicate: drop.id })).status).toBe(
      400,
    );
    expect(
      (await press(sara, drop.id, { intent: "keep-both", duplicate: keep.id.replace(/.$/, "x") }))
        .status,
    ).toBe(400);
    expect(
      (
        await press(sara, drop.id, {
          intent: "keep-both",
          duplicate: "019b0000-0000-7000-8000-0000000000ff",
        })
      ).status,
    ).toBe(404);
  });

  it("given a change of either meanwhile, show the case again and say so", async () => {
    const { keep, drop } = await pair();
    const answer = await press(sara, drop.id, {
      intent: "merge",
      duplicate: keep.id,
      duplicateVersion: "8",
      version: "1",
    });
    expect([answer.status, (await answer.text()).includes("This was changed elsewhere")]).toEqual([
      409,
      true,
    ]);
    expect((await press(sara, drop.id, { intent: "merge", duplicate: "nonsense" })).status).toBe(
      400,
    );
  });

  it("are rejected with one click, with a reason that the host reads", async () => {
    const { drop } = await pair();
    const html = await htmlOf(sara, `${QUEUE}?event=${drop.id}`);
    const reason = /name="reason" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect((await press(sara, drop.id, { intent: "reject", reason })).status).toBe(303);
    await settleNow(deps);
    expect(await rowOf(drop.id)).toMatchObject({
      status: "rejected",
      rejectionReason:
        "This event is already listed. Please edit that one instead of adding it again.",
    });
  });
});
