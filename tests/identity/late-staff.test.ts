import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { findActor } from "../../app/modules/identity/sessions.server";
import { scopesFor } from "../../app/modules/identity/tokens/api-keys.server";
import { submissionAllowance } from "../../app/modules/identity/trust/submission-allowance.server";
import { findAudience } from "../../app/modules/notifications/audience.server";
import {
  scheduleDecisions,
  settleDecisions,
} from "../../app/modules/review/inbox/schedule-decision.server";
import { flagEvent } from "../../app/modules/review/moderation/flag-event.server";
import { staffStatement } from "../../app/modules/review/notes/notes.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { events, passkeys, scheduledDecisions, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { keyOf } from "../factories/user";
import { ask } from "../helpers/api-client";
import { emptyDatabase } from "../helpers/empty-database";
import { addActor } from "../helpers/organizers";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

let deps: TestDeps;
let cityId: string;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran" }));
});

/** A moderator whose deadline for a second factor is so far from now, ms. */
async function addModerator(due: number) {
  const { id } = await addActor(deps, "moderator");
  await deps.db
    .update(users)
    .set({ secondFactorDueAt: deps.clock.now() + due })
    .where(eq(users.id, id));
  return actorOf(id);
}

async function actorOf(id: string) {
  const actor = await findActor(deps, id, "a session");
  if (!actor) throw new Error("There is no such account.");
  return actor;
}

const addPasskey = (userId: string) =>
  deps.db.insert(passkeys).values({
    id: crypto.randomUUID(),
    userId,
    credentialId: crypto.randomUUID(),
    publicKey: "key",
    counter: 0,
    transports: [],
    name: "A phone",
    isBackedUp: false,
    createdAt: 1,
  });

const addEvent = async (status: "approved" | "pending" = "approved") =>
  (
    await createEvent(deps.db, {
      cityId,
      status,
      startsAt: deps.clock.now() + 10 * DAY,
      ...(status === "pending" && { publishedAt: null, submittedAt: deps.clock.now() }),
    })
  ).id;
const statusOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get())?.status;

describe("staff past the deadline for their second factor", () => {
  it("report as members do: their report alone hides nothing", async () => {
    const reports = async (due: number) => {
      const id = await addEvent();
      const flag = { reason: "spam", note: null } as const;
      await flagEvent(deps, await addModerator(due), id, flag, "203.0.113.7");
      return statusOf(id);
    };
    expect([await reports(1), await reports(0)]).toEqual(["flagged", "approved"]);
  });

  it("submit within a member's limits, and their events are reviewed", async () => {
    expect(await submissionAllowance(deps, await addModerator(1))).toMatchObject({
      limits: null,
      isAutoApproved: true,
    });
    expect(await submissionAllowance(deps, await addModerator(0))).toMatchObject({
      limits: { day: 3 },
      isAutoApproved: false,
    });
  });

  it("can give no key the scope to moderate, and such a key does nothing", async () => {
    expect(scopesFor(await addModerator(1))).toContain("moderate");
    const late = await addModerator(0);
    expect(scopesFor(late)).not.toContain("moderate");
    const worker = workerDeps();
    // Demo accounts of a local run need no second factor.
    const changes = { email: "late@example.com", secondFactorDueAt: 1 };
    await deps.db.update(users).set(changes).where(eq(users.id, late.id));
    const id = await addEvent("pending");
    const answer = await ask(`/events/admin/${id}/approve`, {
      method: "POST",
      headers: { Authorization: `Bearer ${await keyOf(worker, late.id, ["moderate"])}` },
    });
    expect([answer.status, await statusOf(id)]).toEqual([403, "pending"]);
  });

  it("decide nothing that they ordered in time but that is carried out too late", async () => {
    const moderator = await addModerator(1_000);
    const id = await addEvent("pending");
    const {
      ids: [decision = ""],
    } = await scheduleDecisions(deps, moderator, [
      {
        kind: "new",
        subjectId: id,
        intent: "approve",
        title: "It",
        values: { reason: "", version: 1 },
      },
    ]);
    deps.pass(DAY);
    await settleDecisions(deps);
    const settled = await deps.db
      .select({ state: scheduledDecisions.state })
      .from(scheduledDecisions)
      .where(eq(scheduledDecisions.id, decision))
      .get();
    expect([settled?.state, await statusOf(id)]).toEqual(["failed", "pending"]);
  });

  it("get no notifications of staff and cannot be named in their notes", async () => {
    const [inTime, late, withKey] = [
      await addModerator(1),
      await addModerator(0),
      await addModerator(0),
    ];
    await addPasskey(withKey.id);
    const told = async () => {
      const { people } = await findAudience(
        deps,
        { audience: "staff" },
        { kind: "event-flagged", eventId: null, actorId: null },
        "",
        10,
      );
      const named = await staffStatement(deps);
      expect(named.map(({ id }) => id).sort()).toEqual(people.map(({ id }) => id).sort());
      return people.map(({ id }) => id).sort();
    };
    expect(await told()).toEqual([inTime.id, withKey.id].sort());
    await changeSettings(deps, "security", { requireStaffSecondFactor: false }, null);
    expect(await told()).toEqual([inTime.id, late.id, withKey.id].sort());
  });

  it("see no badge and no way into the administration, but the way to set one up, during maintenance too", async () => {
    const late = await signInAs(workerDeps(), "admin", {
      email: "laleh@example.com",
      secondFactorDueAt: 1,
    });
    const html = await (await late.get("/account")).text();
    expect(html).not.toContain('href="/admin/dashboard"');
    expect(html).not.toContain("Administrator</span>");
    expect(html).toContain('href="/account/security"');
    await changeSettings(workerDeps(), "features", { maintenanceMode: true }, null);
    try {
      const member = await signInAs(workerDeps());
      expect((await member.get("/account/security")).status).toBe(503);
      const elsewhere = await late.get("/events");
      expect([elsewhere.status, elsewhere.headers.get("Location")]).toEqual([
        302,
        "/account/security",
      ]);
      expect((await late.get("/account/security")).status).toBe(200);
    } finally {
      await changeSettings(workerDeps(), "features", { maintenanceMode: false }, null);
    }
  });
});
