import { env } from "cloudflare:test";
import { and, eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import {
  acceptStatement,
  approveStatement,
  confirmStatement,
  endStatement,
  holdStatement,
  lapseStatement,
  offerStatement,
  resizeStatement,
  takeFreeStatement,
} from "../../app/modules/hosting/registration-statements.server";
import { getHostedShowing } from "../../app/modules/hosting/showings.server";
import { deleteDueAccounts } from "../../app/modules/identity/users/delete-account.server";
import { runGuarded } from "../../app/modules/store/run-guarded.server";
import {
  eventHosting,
  events,
  hostedShowings,
  registrationChanges,
  registrations,
  SEATED_STATES,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let cityId: string;
const GUEST = { as: "guest" } as const;

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  cityId = (await createCity(deps.db, { slug: "tehran" })).id;
});

/** A hosted concert in a week. @returns the key of its showing */
async function hosted(
  settings: Parameters<typeof hostEvent>[2] = {},
  startsAt = deps.clock.now() + 7 * DAY,
) {
  const event = await createEvent(deps.db, { cityId, startsAt });
  return hostEvent(deps.db, event.id, settings);
}

const confirm = async (id: string) => {
  const [[row]] = await runGuarded(deps, [confirmStatement(deps, id)]);
  return row?.state ?? null;
};
const joined = async (occ: string, changes?: Parameters<typeof createRegistration>[2]) => {
  const id = await createRegistration(deps.db, occ, changes);
  return { id, state: await confirm(id) };
};
const stateOf = async (id: string) =>
  (await deps.db.select().from(registrations).where(eq(registrations.id, id)).get())?.state;

/** Seats as the counter has them, and as the registrations that hold them. */
async function seats(occ: string) {
  const showing = await deps.db
    .select({ taken: hostedShowings.taken })
    .from(hostedShowings)
    .where(eq(hostedShowings.occ, occ))
    .get();
  const held = await deps.db
    .select({ seats: sql<number>`coalesce(sum(${registrations.seats}), 0)` })
    .from(registrations)
    .where(and(eq(registrations.occ, occ), inArray(registrations.state, [...SEATED_STATES])))
    .get();
  expect(showing?.taken).toBe(held?.seats);
  return showing?.taken;
}

const promote = (occ: string) => offerStatement(deps, occ, deps.clock.now() + DAY);

it("A1: 200 parallel confirmations of 10 places give 10 of them, the others wait", async () => {
  const occ = await hosted({ capacity: 10 });
  const ids: string[] = [];
  for (let at = 0; at < 200; at++) ids.push(await createRegistration(deps.db, occ));
  const states = await Promise.all(ids.map(confirm));
  expect(states.filter((state) => state === "going")).toHaveLength(10);
  expect(states.filter((state) => state === "waitlisted")).toHaveLength(190);
  expect(await seats(occ)).toBe(10);
  expect(await Promise.all(ids.map(confirm))).toEqual(ids.map(() => null));
  expect(await seats(occ)).toBe(10);
});

it("fills parties of mixed size exactly, from many connections", async () => {
  const occ = await hosted({ capacity: 10, maxPlusOnes: 5 });
  const ids: string[] = [];
  for (let at = 0; at < 60; at++)
    ids.push(await createRegistration(deps.db, occ, { seats: (at % 4) + 1 }));
  await Promise.all(ids.map(confirm));
  while ((await promote(occ)).length > 0);
  expect(await seats(occ)).toBe(10);
});

it("refuses a full showing without a line, and writes nothing of the batch", async () => {
  const occ = await hosted({ capacity: 1, hasWaitlist: false });
  expect((await joined(occ)).state).toBe("going");
  const late = await createRegistration(deps.db, occ);
  await expect(confirm(late)).rejects.toMatchObject({ code: "conflict" });
  expect(await stateOf(late)).toBe("unconfirmed");
});

it("A7: a newcomer cannot pass a waiter that fits, but passes one that does not", async () => {
  const occ = await hosted({ capacity: 3, maxPlusOnes: 5 });
  const pair = await joined(occ, { seats: 2 });
  expect(pair.state).toBe("going");
  const large = await joined(occ, { seats: 3 });
  expect(large.state).toBe("waitlisted");
  // A8: one seat is free, which the party of three cannot use.
  expect((await joined(occ)).state).toBe("going");
  const single = await joined(occ);
  expect(single.state).toBe("waitlisted");
  await deps.db.batch([endStatement(deps, pair.id, "cancelled", GUEST)]);
  // Two seats are free: enough for the single who waits, so a newcomer queues behind.
  expect((await joined(occ)).state).toBe("waitlisted");
  expect((await promote(occ))[0]?.id).toBe(single.id);
});

it("A8: the first party that fits is offered the seats, and the larger one keeps its place", async () => {
  const occ = await hosted({ capacity: 2, maxPlusOnes: 5 });
  const first = await joined(occ);
  await joined(occ);
  const large = await joined(occ, { seats: 2 });
  const single = await joined(occ);
  await endStatement(deps, first.id, "cancelled", GUEST);
  expect(await promote(occ)).toEqual([expect.objectContaining({ id: single.id })]);
  expect(await promote(occ)).toEqual([]);
  expect(await stateOf(large.id)).toBe("waitlisted");
  expect(await seats(occ)).toBe(2);
});

it("a host holds the next seats for a party, which nobody passes until it has them together", async () => {
  const occ = await hosted({ capacity: 3, maxPlusOnes: 5 });
  const going = [await joined(occ), await joined(occ), await joined(occ)];
  const end = (at: number) => endStatement(deps, going[at]?.id ?? "", "cancelled", GUEST);
  await joined(occ);
  const pair = await joined(occ, { seats: 2, takesFewer: true });
  await holdStatement(deps, pair.id, true);
  await end(0);
  expect(await promote(occ)).toEqual([]);
  const left = async () => (await getHostedShowing(deps, occ)).left;
  expect(await left()).toBe(0);
  expect((await joined(occ)).state).toBe("waitlisted");
  const grown = runGuarded(deps, [resizeStatement(deps, going[1]?.id ?? "", 2, null)]);
  await expect(grown).rejects.toMatchObject({ code: "conflict" });
  await holdStatement(deps, pair.id, false);
  expect(await left()).toBe(1);
  await holdStatement(deps, pair.id, true);
  await end(1);
  expect(await promote(occ)).toEqual([expect.objectContaining({ id: pair.id })]);
  expect(await seats(occ)).toBe(3);
  // It is no longer in line, so it holds nothing up.
  await end(2);
  expect(await promote(occ)).toHaveLength(1);
});

it("a hold for more seats than there can be stops nobody: neither a party that grows, nor less capacity", async () => {
  const occ = await hosted({ capacity: 3, maxPlusOnes: 5 });
  const first = await joined(occ, { seats: 3 });
  const [pair, other] = [await joined(occ, { seats: 2 }), await joined(occ, { seats: 2 })];
  const single = await joined(occ);
  await holdStatement(deps, pair.id, true);
  // It asks for more than its host has held: no hold, so the next ones are offered the seats.
  await resizeStatement(deps, pair.id, 6, null);
  await holdStatement(deps, other.id, true);
  await deps.db.update(hostedShowings).set({ capacity: 1 });
  await endStatement(deps, first.id, "cancelled", GUEST);
  expect((await getHostedShowing(deps, occ)).left).toBe(1);
  expect(await promote(occ)).toEqual([expect.objectContaining({ id: single.id })]);
  // A smaller party keeps what is held for it.
  await deps.db.update(hostedShowings).set({ capacity: 2 });
  await resizeStatement(deps, other.id, 1, null);
  expect((await joined(occ)).state).toBe("waitlisted");
  expect(await promote(occ)).toEqual([expect.objectContaining({ id: other.id })]);
});

it("what is held is open to all three hours before the start", async () => {
  const occ = await hosted({ capacity: 2, maxPlusOnes: 5 });
  const first = await joined(occ);
  await joined(occ);
  const pair = await joined(occ, { seats: 2 });
  await holdStatement(deps, pair.id, true);
  await endStatement(deps, first.id, "cancelled", GUEST);
  deps.pass(7 * DAY - 2 * HOUR);
  expect((await getHostedShowing(deps, occ)).left).toBe(1);
  expect((await joined(occ)).state).toBe("going");
});

it("offers fewer seats to a party that takes fewer", async () => {
  const occ = await hosted({ capacity: 2, maxPlusOnes: 5 });
  const first = await joined(occ);
  await joined(occ);
  const large = await joined(occ, { seats: 2, takesFewer: true });
  await endStatement(deps, first.id, "cancelled", GUEST);
  expect(await promote(occ)).toEqual([expect.objectContaining({ id: large.id })]);
  expect(await seats(occ)).toBe(2);
});

it("A6: an offer that is accepted too late is refused, and the next party is offered it", async () => {
  const occ = await hosted({ capacity: 1 });
  const first = await joined(occ);
  const second = await joined(occ);
  const third = await joined(occ);
  await endStatement(deps, first.id, "cancelled", GUEST);
  await promote(occ);
  deps.pass(DAY);
  expect(await acceptStatement(deps, second.id, 1)).toEqual([]);
  expect(await lapseStatement(deps)).toEqual([expect.objectContaining({ id: second.id })]);
  expect(await promote(occ)).toEqual([expect.objectContaining({ id: third.id })]);
  expect(await acceptStatement(deps, third.id, 1)).toEqual([
    expect.objectContaining({ state: "going" }),
  ]);
  expect(await seats(occ)).toBe(1);
});

it("A9: an approval when it is full leads into the line", async () => {
  const occ = await hosted({ capacity: 1, needsApproval: true });
  const [one, two] = [await joined(occ), await joined(occ)];
  expect([one.state, two.state]).toEqual(["requested", "requested"]);
  expect(await approveStatement(deps, one.id, "h")).toEqual([
    expect.objectContaining({ state: "going" }),
  ]);
  expect(await approveStatement(deps, two.id, "h")).toEqual([
    expect.objectContaining({ state: "waitlisted" }),
  ]);
});

it("A10: a lowered capacity removes no guest, and nobody is promoted", async () => {
  const occ = await hosted({ capacity: 3 });
  const going = [await joined(occ), await joined(occ), await joined(occ)];
  await joined(occ);
  await deps.db.update(eventHosting).set({ capacity: 1 });
  await endStatement(deps, going[0]?.id ?? "", "cancelled", GUEST);
  expect(await promote(occ)).toEqual([]);
  expect(await seats(occ)).toBe(2);
});

it("A12: concurrent cancellations and acceptances keep the count exact", async () => {
  const occ = await hosted({ capacity: 5 });
  const going = await Promise.all(Array.from({ length: 5 }, () => joined(occ)));
  const waiting = [];
  for (let at = 0; at < 5; at++) waiting.push(await joined(occ));
  await Promise.all(going.map(({ id }) => endStatement(deps, id, "cancelled", GUEST)));
  for (let at = 0; at < 5; at++) await promote(occ);
  await Promise.all(
    waiting.flatMap(({ id }, at) => [
      acceptStatement(deps, id, 1).then((rows) => rows),
      ...(at % 2 ? [endStatement(deps, id, "cancelled", GUEST).then((rows) => rows)] : []),
      promote(occ).then((rows) => rows),
    ]),
  );
  expect(await seats(occ)).toBeLessThanOrEqual(5);
});

it("grows a party only into free seats and within its plus-ones", async () => {
  const occ = await hosted({ capacity: 3, maxPlusOnes: 1 });
  const { id } = await joined(occ);
  await runGuarded(deps, [resizeStatement(deps, id, 2, null)]);
  expect(await seats(occ)).toBe(2);
  await expect(runGuarded(deps, [resizeStatement(deps, id, 3, null)])).rejects.toMatchObject({
    code: "conflict",
  });
  await joined(occ);
  await runGuarded(deps, [resizeStatement(deps, id, 1, null)]);
  expect(await seats(occ)).toBe(2);
});

it("takes nobody before it opens, after it closes, or while the event is not public", async () => {
  const occ = await hosted({ opensBefore: 2 * 24 * 60, closesBefore: 60 });
  const id = await createRegistration(deps.db, occ);
  await expect(confirm(id)).rejects.toMatchObject({ code: "conflict" });
  deps.pass(5 * DAY);
  await deps.db.update(events).set({ status: "flagged" });
  await expect(confirm(id)).rejects.toMatchObject({ code: "conflict" });
  await deps.db.update(events).set({ status: "approved" });
  deps.pass(2 * DAY - HOUR);
  await expect(confirm(id)).rejects.toMatchObject({ code: "conflict" });
  deps.pass(-1);
  expect(await confirm(id)).toBe("going");
});

it("shortly before the start free seats are taken only of an event that takes guests", async () => {
  const occ = await hosted({ capacity: 5 }, deps.clock.now() + 2 * HOUR);
  const id = await createRegistration(deps.db, occ, {
    state: "waitlisted",
    seats: 2,
    confirmedAt: deps.clock.now(),
  });
  const take = () => runGuarded(deps, [takeFreeStatement(deps, id, 2)]);
  for (const changes of [
    { status: "flagged" },
    { status: "rejected" },
    { status: "approved", lifecycle: "cancelled" },
    { lifecycle: "postponed" },
  ] as const) {
    await deps.db.update(events).set(changes);
    await expect(take(), JSON.stringify(changes)).rejects.toMatchObject({ code: "conflict" });
  }
  await deps.db.update(events).set({ lifecycle: "scheduled" });
  await take();
  expect([await stateOf(id), await seats(occ)]).toEqual(["going", 2]);
});

it("writes each change of state in the statement that makes it", async () => {
  const occ = await hosted({ capacity: 1 });
  const { id } = await joined(occ);
  await endStatement(deps, id, "removed", { as: "host", by: "h", reason: "Full house" });
  const rows = await deps.db.select().from(registrationChanges);
  expect(rows.map(({ fromState, toState }) => [fromState, toState])).toEqual([
    [null, "unconfirmed"],
    ["unconfirmed", "going"],
    ["going", "removed"],
  ]);
  expect(rows[2]).toMatchObject({ changedAs: "host", changedBy: "h", reason: "Full house" });
  await env.DB.prepare("DELETE FROM registrations").run();
  expect(await seats(occ)).toBe(0);
});

it("a deleted account frees its place, and nothing tells of the person [S-187]", async () => {
  const occ = await hosted({ capacity: 1 });
  const user = await createUser(deps.db, { deleteAfter: deps.clock.now() });
  const { id } = await joined(occ, { userId: user.id });
  const past = await hosted({ capacity: 1 }, deps.clock.now() - DAY);
  const came = await createRegistration(deps.db, past, { userId: user.id, state: "going" });
  expect(await deleteDueAccounts(deps)).toBe(1);
  expect(await stateOf(came)).toBe("going");
  expect(
    await deps.db.select().from(registrations).where(eq(registrations.id, id)).get(),
  ).toMatchObject({ state: "cancelled", name: null, email: null, mailbox: null, userId: null });
  expect(await seats(occ)).toBe(0);
});
