import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDraft, deleteEvent } from "../../app/modules/authoring/draft-commands.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { limitPeriods } from "../../app/modules/identity/trust/submission-allowance.server";
import { countMembership } from "../../app/modules/identity/trust/trust.server";
import { deletedEventsPurge } from "../../app/modules/review/moderation/restore-event.server";
import { eventDecisions, events, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createUser } from "../factories/user";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const DAY = 86_400_000;
let deps: TestDeps;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
});

const scoreOf = async (id: string) =>
  (await deps.db.select().from(users).where(eq(users.id, id)).get())?.trustScore;

describe("the nightly job", () => {
  it("adds one trust point per month of membership, twelve at most, however often it runs", async () => {
    const { id } = await createUser(deps.db, { createdAt: TUESDAY });
    for (let night = 0; night < 500; night += 7) {
      await countMembership(deps);
      if (night === 63) await countMembership(deps);
      deps.pass(7 * DAY);
    }
    expect(await scoreOf(id)).toBe(22);
  });

  it("adds two points after two months", async () => {
    const { id } = await createUser(deps.db, { createdAt: TUESDAY });
    deps.pass(63 * DAY);
    await countMembership(deps);
    expect(await scoreOf(id)).toBe(12);
  });

  it("erases events deleted 30 days ago, and no newer ones", async () => {
    const moderator = await addActor(deps, "moderator");
    const [old, young] = [
      await createDraft(deps, moderator, written()),
      await createDraft(deps, moderator, written()),
    ];
    for (const id of [old, young]) await submitEvent(deps, moderator, id);
    await deleteEvent(deps, moderator, old);
    deps.pass(29 * DAY);
    await deleteEvent(deps, moderator, young);
    expect(await purgeAll(deps, deletedEventsPurge)).toBe(0);
    deps.pass(DAY);
    expect(await purgeAll(deps, deletedEventsPurge)).toBe(1);
    expect((await deps.db.select().from(events)).map(({ id }) => id)).toEqual([young]);
    expect(
      (await deps.db.select().from(eventDecisions)).every(({ eventId }) => eventId === young),
    ).toBe(true);
  });
});

describe("a creator's day and month", () => {
  const iso = (at: number) => new Date(at).toISOString();

  it("are those of the creator's home", () => {
    const { day, month, nextDay } = limitPeriods(TUESDAY, "Asia/Tehran", "gregorian");
    expect([day, month, nextDay].map(iso)).toEqual([
      "2026-12-07T20:30:00.000Z",
      "2026-11-30T20:30:00.000Z",
      "2026-12-08T20:30:00.000Z",
    ]);
  });

  it("are those of the creator's calendar: Azar begins on 22 November", () => {
    expect(iso(limitPeriods(TUESDAY, "Asia/Tehran", "jalali").month)).toBe(
      "2026-11-21T20:30:00.000Z",
    );
  });
});
