import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../app/lib/dates/durations";
import type { SentScan } from "../../app/lib/door/door-list";
import {
  doorFiguresOf,
  doorStateOf,
  mergeDoorList,
  resultOfTicket,
} from "../../app/lib/door/door-views";
import { UNDO_LIMIT } from "../../app/lib/door/entries";
import { verifyTicket } from "../../app/lib/door/ticket";
import {
  createDoorDevice,
  doorOfPass,
  enterDoor,
  listDoorDevices,
  revokeDoorDevice,
  setDoorReady,
} from "../../app/modules/hosting/door/devices.server";
import { readDoorReport } from "../../app/modules/hosting/door/door-report.server";
import { readDoorList } from "../../app/modules/hosting/door/read-door-list.server";
import { type Doorkeeper, recordScans } from "../../app/modules/hosting/door/scans.server";
import { ticketVerifyingKeys } from "../../app/modules/hosting/door/ticket-keys.server";
import { openTicket, ticketCodeOf } from "../../app/modules/hosting/door/tickets.server";
import {
  endStatement,
  resizeStatement,
} from "../../app/modules/hosting/registration-statements.server";
import { doorScans, registrations, ticketKeys } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { addSignedIn, emptyPeople, failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let host: Awaited<ReturnType<typeof addSignedIn>>;
let occ: string;
let eventId: string;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
  host = await addSignedIn(deps);
  const { id: cityId } = await createCity(deps.db);
  const startsAt = deps.clock.now() + HOUR;
  eventId = (await createEvent(deps.db, { cityId, creatorId: host.id, startsAt })).id;
  occ = await hostEvent(deps.db, eventId, { maxPlusOnes: 5 });
});

/** A device that has joined. */
async function join(name = "Gate A") {
  const { id, key, pin } = await createDoorDevice(deps, host.actor, { occ, name });
  const pass = await enterDoor(deps, key, pin);
  const door = await doorOfPass(deps, pass);
  if (!door) throw new Error("The door stays closed.");
  const keeper: Doorkeeper = { occ, eventId, deviceId: id, hostId: null };
  return { id, key, pin, pass, door, keeper, list: () => readDoorList(deps, door, null) };
}

/** A party that is coming. */
const party = (seats = 1, changes: Partial<typeof registrations.$inferInsert> = {}) =>
  createRegistration(deps.db, occ, { state: "going", seats, confirmedAt: 1, ...changes });

const scan = (registrationId: string, changes: Partial<SentScan> = {}): SentScan => ({
  id: crypto.randomUUID(),
  registrationId,
  kind: "in",
  undoes: null,
  n: 1,
  seats: 1,
  serial: null,
  at: deps.clock.now(),
  isOffline: false,
  isOverride: false,
  ...changes,
});
const undoOf = (of: SentScan, changes: Partial<SentScan> = {}) =>
  scan(of.registrationId, { kind: "undo", undoes: of.id, ...changes });
const answer = async (keeper: Doorkeeper, sent: SentScan) =>
  (await recordScans(deps, keeper, [sent]))[sent.id];
const insideNow = async () => (await readDoorReport(deps, eventId)).inside.get(occ) ?? 0;
const ticketOf = async (id: string) => {
  const row = await deps.db.select().from(registrations).where(eq(registrations.id, id)).get();
  if (!row) throw new Error("There is no such registration.");
  return ticketCodeOf(deps, row);
};

describe("a scan", () => {
  it("of one ticket at two gates in the same instant admits once; the other is told (check 13) [S-57]", async () => {
    const [a, b] = [await join("Gate A"), await join("Gate B")];
    const guest = await party();
    for (let round = 0; round < 20; round++) {
      const other = await party();
      const both = await Promise.all([
        answer(a.keeper, scan(other)),
        answer(b.keeper, scan(other)),
      ]);
      expect(both.sort()).toEqual(["full", "recorded"]);
    }
    expect(await answer(a.keeper, scan(guest))).toBe("recorded");
    expect(await answer(b.keeper, scan(guest))).toBe("full");
    const state = doorStateOf(await b.list());
    const ticket = await openTicket(deps, await ticketOf(guest));
    expect(resultOfTicket(state, ticket).verdict).toMatchObject({
      kind: "again",
      last: { deviceId: a.id, at: deps.clock.now() },
    });
    expect(state.list.devices[a.id]).toBe("Gate A");
    expect(await insideNow()).toBe(21);
  });

  it("without a network, sent twice in a batch and twice in all, admits once (check 14) [S-58]", async () => {
    const { keeper } = await join();
    const guest = await party(2);
    const made = scan(guest, { n: 2, seats: 2, isOffline: true });
    const batch = [made, scan(await party(), { isOffline: true }), made];
    const first = await recordScans(deps, keeper, batch);
    expect(await recordScans(deps, keeper, batch)).toEqual(first);
    expect(Object.values(first)).toEqual(["recorded", "recorded"]);
    expect(await deps.db.$count(doorScans)).toBe(2);
    expect(await insideNow()).toBe(3);
    expect((await readDoorReport(deps, eventId)).conflicts).toEqual([]);
  });

  it("can be taken back and made again: admitted once (check 15)", async () => {
    const { keeper } = await join();
    const first = scan(await party());
    expect(await answer(keeper, first)).toBe("recorded");
    expect(await answer(keeper, undoOf(first))).toBe("recorded");
    expect(await insideNow()).toBe(0);
    expect(await answer(keeper, scan(first.registrationId))).toBe("recorded");
    expect(await answer(keeper, scan(first.registrationId))).toBe("full");
    expect(await insideNow()).toBe(1);
    expect(await deps.db.$count(doorScans)).toBe(3);
  });

  it("of a ticket from before a change is red (check 16) [S-55]", async () => {
    const { list } = await join();
    const guest = await party(2);
    const old = await ticketOf(guest);
    const verdictOf = async (code: string) =>
      resultOfTicket(doorStateOf(await list()), await openTicket(deps, code)).verdict;
    expect(await verdictOf(old)).toEqual({ kind: "admit", remaining: 2 });
    await deps.db.batch([resizeStatement(deps, guest, 3, null)] as never);
    expect(await verdictOf(old)).toEqual({ kind: "old-code" });
    expect(await verdictOf(await ticketOf(guest))).toEqual({ kind: "admit", remaining: 3 });
  });

  it("admits a party in parts, never more than its seats", async () => {
    const { keeper } = await join();
    const family = await party(3);
    expect(await answer(keeper, scan(family, { n: 2 }))).toBe("recorded");
    expect(await answer(keeper, scan(family, { n: 2 }))).toBe("full");
    expect(await answer(keeper, scan(family, { n: 1 }))).toBe("recorded");
    expect(await insideNow()).toBe(3);
  });

  it.each(["offered", "requested", "waitlisted", "cancelled", "declined", "removed"] as const)(
    "of a party that is %s needs a host, who is logged [S-60]",
    async (state) => {
      const { keeper } = await join();
      const guest = await party(1, { state });
      expect(await answer(keeper, scan(guest))).toBe("not-going");
      // What a device alone says of itself counts for nothing.
      expect(await answer(keeper, scan(guest, { isOverride: true }))).toBe("not-going");
      const asHost = { ...keeper, hostId: host.id };
      expect(await answer(asHost, scan(guest, { isOverride: true }))).toBe("recorded");
      expect(await deps.db.select().from(doorScans)).toMatchObject([
        { userId: host.id, deviceId: keeper.deviceId, isOverride: true },
      ]);
    },
  );

  it("of another showing's party is not recorded", async () => {
    const { keeper } = await join();
    const other = await createEvent(deps.db, {
      cityId: (await createCity(deps.db)).id,
      startsAt: deps.clock.now() + HOUR,
    });
    const stranger = await createRegistration(deps.db, await hostEvent(deps.db, other.id), {
      state: "going",
    });
    expect(await answer(keeper, scan(stranger))).toBe("unknown");
    expect(await answer(keeper, scan(crypto.randomUUID()))).toBe("unknown");
  });

  it("is taken back by its own device for ten minutes, by a host at any time", async () => {
    const [a, b] = [await join("Gate A"), await join("Gate B")];
    const made = scan(await party());
    await answer(a.keeper, made);
    expect(await answer(b.keeper, undoOf(made))).toBe("too-late");
    deps.pass(UNDO_LIMIT + MINUTE);
    expect(await answer(a.keeper, undoOf(made))).toBe("too-late");
    expect(await insideNow()).toBe(1);
    const onPage = { ...a.keeper, deviceId: null, hostId: host.id };
    expect(await answer(onPage, undoOf(made))).toBe("recorded");
    expect(await answer(onPage, undoOf(made))).toBe("recorded");
    expect(await insideNow()).toBe(0);
  });
});

describe("two devices without a network", () => {
  it("are both recorded; the earliest counts, the other is a conflict for the hosts", async () => {
    const [a, b] = [await join("Gate A"), await join("Gate B")];
    const guest = await party();
    const early = scan(guest, { isOffline: true, at: deps.clock.now() - 2 * MINUTE });
    const late = scan(guest, { isOffline: true, at: deps.clock.now() - MINUTE });
    expect(await answer(b.keeper, late)).toBe("recorded");
    expect(await answer(a.keeper, early)).toBe("recorded");
    const report = await readDoorReport(deps, eventId);
    expect(report.inside.get(occ)).toBe(1);
    expect(report.conflicts).toMatchObject([
      {
        kind: "twice",
        people: 1,
        device: "Gate B",
        firstDevice: "Gate A",
        scan: { id: late.id },
        first: { id: early.id },
      },
    ]);
    await answer({ ...b.keeper, hostId: host.id, deviceId: null }, undoOf(late));
    expect((await readDoorReport(deps, eventId)).conflicts).toEqual([]);
  });

  it("flag what they admitted and could not know", async () => {
    const { keeper } = await join();
    const cancelled = await party(1, { state: "cancelled" });
    const changed = await party(1, { serial: 2 });
    const gone = crypto.randomUUID();
    await recordScans(deps, keeper, [
      scan(cancelled, { isOffline: true }),
      scan(changed, { isOffline: true, serial: 1 }),
      scan(gone, { isOffline: true, serial: 1, n: 2, seats: 2 }),
    ]);
    const { conflicts, inside } = await readDoorReport(deps, eventId);
    expect(conflicts.map(({ kind }) => kind).sort()).toEqual(["not-going", "old-code", "unknown"]);
    expect(inside.get(occ)).toBe(4);
  });

  it("cannot date a scan into the future", async () => {
    const { keeper } = await join();
    await answer(keeper, scan(await party(), { isOffline: true, at: deps.clock.now() + HOUR }));
    expect(await deps.db.select().from(doorScans)).toMatchObject([{ at: deps.clock.now() }]);
  });
});

describe("the list of a door", () => {
  it("has ids, names, seats and serials of the showing, no address or answer, and verifies tickets [S-63]", async () => {
    const { list } = await join();
    const guest = await party(2, { name: "Kian Moradian", email: "kian@mail.example" });
    await party(1, { state: "unconfirmed" });
    const read = await list();
    expect(read.guests.map(({ id }) => id)).toEqual([guest]);
    expect(JSON.stringify(read)).not.toContain("@");
    expect(await verifyTicket(await ticketOf(guest), read.keys)).toMatchObject({
      occ,
      registrationId: guest,
      seats: 2,
    });
    expect(doorFiguresOf(doorStateOf(read))).toEqual({ inside: 0, toCome: 2, total: 2 });
  });

  it("brings what has changed since: cancelled guests and other devices' scans", async () => {
    const [a, b] = [await join("Gate A"), await join("Gate B")];
    const [guest, leaving] = [await party(), await party(2)];
    const before = await a.list();
    deps.pass(MINUTE);
    await answer(b.keeper, scan(guest));
    await deps.db.batch([endStatement(deps, leaving, "cancelled", { as: "guest" })] as never);
    const news = await readDoorList(deps, a.door, before.readAt);
    expect(news.guests.map(({ id }) => id)).toEqual([leaving]);
    const state = doorStateOf(mergeDoorList(before, news));
    expect(doorFiguresOf(state)).toEqual({ inside: 1, toCome: 0, total: 1 });
    expect(state.guests.get(leaving)).toMatchObject({ state: "ended", seats: 2 });
  });
});

describe("a device", () => {
  it("joins by its link and PIN, and is stored as hashes", async () => {
    const { id, key, pin, pass } = await join();
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(pin).toMatch(/^\d{6}$/);
    const [row] = await listDoorDevices(deps, eventId);
    expect(row).toMatchObject({ id, occ, name: "Gate A" });
    expect(await doorOfPass(deps, `${key}.${"0".repeat(64)}`)).toBeNull();
    expect(await doorOfPass(deps, `${"a".repeat(43)}.${pass?.split(".")[1]}`)).toBeNull();
    expect(await doorOfPass(deps, null)).toBeNull();
  });

  it("rests after five wrong PINs, for its own link alone [S-61]", async () => {
    const { key, pin } = await join();
    const other = await join("Gate B");
    const wrong = pin === "000000" ? "000001" : "000000";
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await enterDoor(deps, key, wrong)).toBeNull();
    expect((await failureOf(enterDoor(deps, key, pin))).code).toBe("too-many-requests");
    expect(await enterDoor(deps, other.key, other.pin)).not.toBeNull();
    deps.pass(15 * MINUTE);
    expect(await enterDoor(deps, key, pin)).not.toBeNull();
  });

  it("opens nothing once it is revoked, or twelve hours after the end [S-62]", async () => {
    const [a, b] = [await join("Gate A"), await join("Gate B")];
    await revokeDoorDevice(deps, host.actor, a.id);
    expect(await doorOfPass(deps, a.pass)).toBeNull();
    expect(await doorOfPass(deps, b.pass)).not.toBeNull();
    deps.pass(HOUR + 2 * HOUR + 12 * HOUR);
    expect(await doorOfPass(deps, b.pass)).toBeNull();
  });

  it("is ready once its phone says so, by a ticket of nobody's that its list has", async () => {
    const { id, door, list } = await join();
    const readyAt = async () => (await listDoorDevices(deps, eventId))[0]?.readyAt;
    expect(await readyAt()).toBeNull();
    const { probe, keys } = await list();
    expect(await verifyTicket(probe, keys)).toMatchObject({ registrationId: id, occ });
    const state = doorStateOf(await list());
    expect(resultOfTicket(state, await openTicket(deps, probe)).verdict.kind).toBe("unverified");
    await setDoorReady(deps, door);
    expect(await readyAt()).toBe(deps.clock.now());
  });

  it("is made and revoked by the hosts alone, twenty a showing at most", async () => {
    const stranger = await addSignedIn(deps, { email: "mallory@rooydad.example" });
    const input = { occ, name: "Gate" };
    expect((await failureOf(createDoorDevice(deps, stranger.actor, input))).code).toBe("not-found");
    expect((await failureOf(createDoorDevice(deps, null, input))).code).toBe("unauthorized");
    const staff = await addSignedIn(deps, { email: "staff@rooydad.example", role: "admin" });
    expect((await failureOf(createDoorDevice(deps, staff.actor, input))).code).toBe("not-found");
    const { id } = await createDoorDevice(deps, host.actor, input);
    expect((await failureOf(revokeDoorDevice(deps, stranger.actor, id))).code).toBe("not-found");
    for (let made = 1; made < 20; made++) await createDoorDevice(deps, host.actor, input);
    expect((await failureOf(createDoorDevice(deps, host.actor, input))).code).toBe("conflict");
    await revokeDoorDevice(deps, host.actor, id);
    await createDoorDevice(deps, host.actor, input);
  });
});

describe("the key of tickets", () => {
  it("is made once, sealed, and tickets of a retired one stay valid [S-56]", async () => {
    const guest = await party();
    const [code] = await Promise.all([ticketOf(guest), ticketOf(guest)]);
    expect(await deps.db.$count(ticketKeys)).toBe(1);
    expect((await deps.db.select().from(ticketKeys).get())?.privateKey).not.toContain('"d"');
    // As scripts/rotate-keys.mjs does.
    await deps.db.update(ticketKeys).set({ current: null });
    deps.memo.clear();
    const next = await ticketOf(guest);
    expect(await ticketVerifyingKeys(deps)).toHaveLength(2);
    for (const each of [code, next])
      expect(await openTicket(deps, each ?? "")).toMatchObject({ registrationId: guest });
    expect((await ticketVerifyingKeys(deps)).every(({ publicKey }) => !("d" in publicKey))).toBe(
      true,
    );
  });
});
