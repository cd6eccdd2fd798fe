import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import { changePlan } from "../../app/modules/authoring/change-plan.server";
import { domainEventStatement } from "../../app/modules/notifications/domain-events.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { countSavers } from "../../app/modules/notifications/remind-savers.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import {
  digestItems,
  events,
  mails,
  type NotificationPreferences,
  notifications,
  pushes,
  pushSubscriptions,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { storeRule, WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

let deps: TestDeps;
let cityId: string;
let author: Awaited<ReturnType<typeof addActor>>;

beforeEach(async () => {
  deps = { ...createTestDeps(), push: { send: async () => {} } };
  await emptyDatabase();
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
  author = await addActor(deps);
});

/** A public event, and a saver of it with a digest and every channel on. */
async function saved(frequency: NotificationPreferences["frequency"], startsAt: number) {
  const event = await createEvent(deps.db, { cityId, startsAt, creatorId: author.id });
  const saver = await addActor(deps);
  await deps.db
    .update(users)
    .set({
      email: `${saver.id}@rooydad.example`,
      emailVerifiedAt: 1,
      notificationPreferences: { ...WANTS_EVERYTHING, frequency },
      digestDueAt: deps.clock.now() + 6 * DAY,
      timeZone: "Asia/Tehran",
    })
    .where(eq(users.id, saver.id));
  await saveFavourite(deps, saver, event.id);
  await deps.db.insert(pushSubscriptions).values({
    id: deps.ids.next(),
    userId: saver.id,
    endpoint: `https://push.example/${saver.id}`,
    p256dh: "key",
    auth: "secret",
    locale: "en",
    createdAt: 0,
  });
  return { event, saver };
}

/** Ways by which a user was told, and when each goes out. */
async function waysOf(userId: string) {
  const [inApp, mailed, pushed, waiting] = await Promise.all([
    deps.db.select().from(notifications).where(eq(notifications.userId, userId)),
    deps.db.select().from(mails).where(eq(mails.userId, userId)),
    deps.db.select().from(pushes).where(eq(pushes.userId, userId)),
    deps.db.select().from(digestItems).where(eq(digestItems.userId, userId)),
  ]);
  return {
    inApp: inApp.length,
    mail: mailed.map(({ dueAt }) => dueAt),
    push: pushed.map(({ dueAt }) => dueAt),
    digest: waiting.length,
  };
}

const MESSAGE = "The hall is flooded; we are sorry.";
const SOON_ENOUGH = TUESDAY + 20 * DAY;

describe("an urgent notice", () => {
  it.each(["daily", "weekly"] as const)(
    "of each change of plan goes at once by every channel to a saver with a %s digest",
    async (frequency) => {
      for (const plan of ["cancel", "postpone", "move"] as const) {
        const { event, saver } = await saved(frequency, SOON_ENOUGH);
        const times = plan === "move" ? { startsAt: SOON_ENOUGH + HOUR, endsAt: null } : undefined;
        await changePlan(deps, author, event.id, { plan, message: MESSAGE, times });
        deps.pass(MINUTE);
        await sweepDomainEvents(deps);
        const now = deps.clock.now();
        expect([plan, await waysOf(saver.id)]).toEqual([
          plan,
          { inApp: 1, mail: [now], push: [now], digest: 0 },
        ]);
      }
    },
  );

  /** An edit of a public event, which is told to those who saved it. */
  async function edited(eventId: string, changed: string[]) {
    const { statement } = domainEventStatement(deps, {
      trigger: "event.changed",
      kind: "event-changed",
      eventId,
      actorId: author.id,
      values: { title: { en: "A night", fa: null }, changed },
      actionPath: `/events/${eventId}`,
      idempotencyKey: `edit:${eventId}:${changed}`,
    });
    await deps.db.batch([statement]);
    await sweepDomainEvents(deps);
  }

  it("is a new place or time, while a new name waits for the digest", async () => {
    const { event, saver } = await saved("weekly", SOON_ENOUGH);
    await edited(event.id, ["title"]);
    expect(await waysOf(saver.id)).toMatchObject({ mail: [], digest: 1 });
    await edited(event.id, ["title", "place"]);
    await edited(event.id, ["time"]);
    expect((await waysOf(saver.id)).mail).toHaveLength(2);
    expect((await waysOf(saver.id)).digest).toBe(1);
  });

  it("goes even where the rule asks for a digest", async () => {
    await storeRule(deps, "savers.changed", {
      trigger: "event.changed",
      audience: "savers",
      channels: ["in-app", "email", "push"],
      timing: "weekly",
    });
    const { event, saver } = await saved("instant", SOON_ENOUGH);
    await edited(event.id, ["place"]);
    expect(await waysOf(saver.id)).toMatchObject({ mail: [TUESDAY], push: [TUESDAY], digest: 0 });
  });

  it("waits for the morning only if the event is more than 72 hours away", async () => {
    // 23:30 in Tehran.
    deps.pass(10 * HOUR);
    const now = deps.clock.now();
    const [near, far] = [
      await saved("daily", now + 71 * HOUR),
      await saved("daily", now + 73 * HOUR),
    ];
    await edited(near.event.id, ["place"]);
    await edited(far.event.id, ["place"]);
    expect((await waysOf(near.saver.id)).mail).toEqual([now]);
    const [later = 0] = (await waysOf(far.saver.id)).mail;
    expect(new Date(later).toISOString()).toMatch(/T04:30/);
    expect((await waysOf(far.saver.id)).digest).toBe(0);

    // The review says the same.
    const going = (startsAt: number) => ({ at: now, oldStartsAt: startsAt, startsAt });
    const count = async ({ event }: typeof near) =>
      (
        await countSavers(
          deps,
          { id: event.id, timeZone: "Asia/Tehran", isListed: true },
          "move",
          author.id,
          going(event.startsAt),
        )
      ).later;
    expect(await count(near)).toBeNull();
    expect(await count(far)).toEqual({ people: 1, until: "08:00" });
  });

  it("near its start counts towards no cap", async () => {
    await storeRule(deps, "savers.changed", {
      trigger: "event.changed",
      audience: "savers",
      channels: ["email"],
      capPerDay: 1,
    });
    const { event, saver } = await saved("daily", TUESDAY + 71 * HOUR);
    await edited(event.id, ["place"]);
    await edited(event.id, ["time"]);
    await edited(event.id, ["time", "place"]);
    expect((await waysOf(saver.id)).mail).toHaveLength(3);
    await deps.db
      .update(events)
      .set({ startsAt: SOON_ENOUGH, endsAt: SOON_ENOUGH + HOUR })
      .where(eq(events.id, event.id));
    await edited(event.id, ["place", "time", "title"]);
    expect((await waysOf(saver.id)).mail).toHaveLength(3);
  });
});
