import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  flagEvent,
  reportNetworksPurge,
} from "../../app/modules/review/moderation/flag-event.server";
import {
  clearReports,
  listReports,
  withdrawReports,
} from "../../app/modules/review/moderation/reports.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import {
  auditEntries,
  autoHidingPauses,
  eventFlags,
  events,
  notifications,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HERE = "203.0.113.7";
let deps: TestDeps;
let cityId: string;
let networks = 0;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});

const published = async (changes: Partial<typeof events.$inferInsert> = {}) =>
  (await createEvent(deps.db, { cityId, startsAt: TUESDAY + 10 * DAY, ...changes })).id;
const elsewhere = () => {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${networks % 250}`;
};
const report = async (
  id: string,
  actor: Awaited<ReturnType<typeof addActor>>,
  address = elsewhere(),
) => (await flagEvent(deps, actor, id, { reason: "spam", note: null }, address)).isHidden;
const flagOf = async (userId: string) =>
  (await deps.db.select().from(eventFlags).where(eq(eventFlags.userId, userId))).at(-1);
const statusOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get())?.status;
const change = (id: string, changes: Partial<typeof users.$inferInsert>) =>
  deps.db.update(users).set(changes).where(eq(users.id, id));

describe("a report", () => {
  it("weighs by its account's tier, and the sum hides the event", async () => {
    const id = await published();
    expect(await report(id, await addActor(deps, "user", 10))).toBe(false);
    expect(await report(id, await addActor(deps, "user", 60))).toBe(false);
    expect(await report(id, await addActor(deps, "user", 10))).toBe(true);
    expect((await deps.db.select().from(eventFlags)).map(({ weight }) => weight).sort()).toEqual([
      0.5, 0.5, 2,
    ]);
  });

  it.each([
    ["new-account", { createdAt: TUESDAY - DAY + 1 }],
    ["low-trust", { trustScore: -1 }],
    ["unverified", { emailVerifiedAt: null }],
  ] as const)(
    "does not count from an account that is %s, but is stored with the reason",
    async (uncounted, changes) => {
      await changeSettings(deps, "moderation", { minReportsForAutoFlag: 1 }, null);
      const id = await published();
      const reporter = await addActor(deps, "user", 70);
      await change(reporter.id, changes);
      expect(await report(id, reporter)).toBe(false);
      expect(await flagOf(reporter.id)).toMatchObject({ weight: 0, uncounted });
      expect(await deps.db.select({ flagCount: events.flagCount }).from(events)).toEqual([
        { flagCount: 1 },
      ]);
    },
  );

  it("that does not count hides nothing, even if the others weigh enough", async () => {
    await changeSettings(deps, "moderation", { minReportsForAutoFlag: 2 }, null);
    const id = await published();
    await report(id, await addActor(deps, "user", 40));
    await changeSettings(deps, "moderation", { minReportsForAutoFlag: 1 }, null);
    const young = await addActor(deps);
    await change(young.id, { createdAt: TUESDAY });
    expect(await report(id, young)).toBe(false);
    expect(await report(id, await addActor(deps))).toBe(true);
  });

  it("counts five times a day per account, even if six come at once", async () => {
    const reporter = await addActor(deps, "user", 70);
    const ids = await Promise.all(Array.from({ length: 6 }, () => published()));
    await Promise.all(ids.map((id) => report(id, reporter)));
    const flags = await deps.db.select().from(eventFlags);
    expect(flags.filter(({ weight }) => weight === 2)).toHaveLength(5);
    expect(flags.filter(({ uncounted }) => uncounted === "account-limit")).toHaveLength(1);
    deps.pass(DAY);
    await report(await published(), reporter);
    expect(
      (await deps.db.select().from(eventFlags)).filter(({ weight }) => weight === 2),
    ).toHaveLength(6);
  });

  it("counts twenty times a day per network", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => published()));
    for (let index = 0; index < 5; index += 1) {
      const reporter = await addActor(deps);
      for (const id of ids) await report(id, reporter, HERE);
    }
    const flags = await deps.db.select().from(eventFlags);
    expect(flags.filter(({ weight }) => weight > 0)).toHaveLength(20);
    expect(flags.filter(({ uncounted }) => uncounted === "network-limit")).toHaveLength(5);
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => "approved"));
    // The limit does not affect another network.
    const other = await addActor(deps);
    await report(ids[0] as string, other);
    expect(await flagOf(other.id)).toMatchObject({ weight: 0.5 });
  });

  it("does not keep its network for longer than its limit needs", async () => {
    const reporter = await addActor(deps);
    await report(await published(), reporter, HERE);
    expect((await flagOf(reporter.id))?.network).not.toContain(HERE);
    deps.pass(2 * DAY + 1);
    await purgeAll(deps, reportNetworksPurge);
    expect((await flagOf(reporter.id))?.network).toBeNull();
  });
});

describe("an attack", () => {
  it("by three throw-away accounts on every event hides nothing", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => published()));
    for (let index = 0; index < 3; index += 1) {
      const attacker = await addActor(deps, "user", 10);
      await change(attacker.id, { createdAt: TUESDAY });
      for (const id of ids) await report(id, attacker);
    }
    expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(["approved"]));
    expect(await deps.db.$count(eventFlags)).toBe(60);
  });

  it("by many accounts that count hides five events an hour, then pauses hiding and alerts staff once", async () => {
    const moderator = await addActor(deps, "moderator");
    const ids = await Promise.all(Array.from({ length: 8 }, () => published()));
    for (const id of ids)
      for (let index = 0; index < 2; index += 1) await report(id, await addActor(deps, "user", 70));
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses.filter((status) => status === "flagged")).toHaveLength(5);
    expect(await deps.db.select({ hour: autoHidingPauses.hour }).from(autoHidingPauses)).toEqual([
      { hour: TUESDAY },
    ]);
    const alerts = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.kind, "hiding-paused"));
    expect(
      alerts.map(({ userId, values, actionPath }) => ({ userId, count: values.count, actionPath })),
    ).toEqual([{ userId: moderator.id, count: 5, actionPath: "/admin/flagged-events?tab=public" }]);
    // Staff can still hide, and the next hour starts a new count.
    const held = ids[statuses.indexOf("approved")] as string;
    const last = ids[statuses.lastIndexOf("approved")] as string;
    expect(await report(held, moderator)).toBe(true);
    deps.pass(HOUR);
    expect(await report(last, await addActor(deps, "user", 10))).toBe(true);
  });
});

describe("withdrawing the reports of accounts", () => {
  it("restores the events that they alone have hidden, with one audit entry", async () => {
    const moderator = await addActor(deps, "moderator");
    const attackers = [await addActor(deps, "user", 70), await addActor(deps, "user", 70)];
    const honest = [await addActor(deps, "user", 70), await addActor(deps, "user", 40)];
    const [attacked, doubtful, visible, byStaff] = [
      await published(),
      await published(),
      await published(),
      await published(),
    ];
    for (const who of attackers) await report(attacked, who);
    for (const who of [...honest, attackers[0]])
      if (who) expect(await report(doubtful, who).catch(() => null)).not.toBeUndefined();
    if (attackers[1]) await report(visible, attackers[1]);
    await report(byStaff, moderator);
    expect(await Promise.all([attacked, doubtful, visible, byStaff].map(statusOf))).toEqual([
      "flagged",
      "flagged",
      "approved",
      "flagged",
    ]);

    const accounts = attackers.map(({ id }) => id);
    expect(await withdrawReports(deps, moderator, { accounts })).toEqual({
      reports: 3,
      restored: 1,
    });
    expect(await Promise.all([attacked, doubtful, visible, byStaff].map(statusOf))).toEqual([
      "approved",
      "flagged",
      "approved",
      "flagged",
    ]);
    const counts = await deps.db
      .select({ id: events.id, flagCount: events.flagCount })
      .from(events);
    expect(new Map(counts.map(({ id, flagCount }) => [id, flagCount]))).toEqual(
      new Map([
        [attacked, 0],
        [doubtful, 2],
        [visible, 0],
        [byStaff, 1],
      ]),
    );
    const entries = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "reports.withdrawn"));
    expect(entries.map(({ actorId, metadata }) => ({ actorId, metadata }))).toEqual([
      { actorId: moderator.id, metadata: { accounts, reports: 3 } },
    ]);
    expect(await withdrawReports(deps, moderator, { accounts })).toEqual({
      reports: 0,
      restored: 0,
    });
    expect((await failureOf(withdrawReports(deps, honest[0] ?? null, { accounts }))).code).toBe(
      "forbidden",
    );
  });

  it("keeps other reports open on restored events", async () => {
    const moderator = await addActor(deps, "moderator");
    const [first, second] = [await addActor(deps, "user", 70), await addActor(deps, "user", 70)];
    const id = await published();
    await report(id, first);
    await report(id, second);
    expect(await withdrawReports(deps, moderator, { accounts: [second.id] })).toEqual({
      reports: 1,
      restored: 1,
    });
    expect(await flagOf(first.id)).toMatchObject({ outcome: null });
    expect((await listReports(deps, moderator, null)).rows.map(({ userId }) => userId)).toEqual([
      first.id,
    ]);
  });
});

describe("dismissing the reports of a public event", () => {
  it("closes them once", async () => {
    const moderator = await addActor(deps, "moderator");
    const id = await published();
    const reporter = await addActor(deps);
    await report(id, reporter);
    await clearReports(deps, moderator, id);
    expect(await flagOf(reporter.id)).toMatchObject({ outcome: "cleared" });
    expect((await failureOf(clearReports(deps, moderator, id))).code).toBe("conflict");
  });
});
