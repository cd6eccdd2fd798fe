import { expect, it, vi } from "vitest";
import type { DoorList } from "~/lib/door/door-list";
import { signTicket } from "~/lib/door/ticket";
import { openDoorLog } from "./door-log";
import { doorServer } from "./door-server";
import type { DoorStore } from "./door-store";

const EVENT = "019a0000-0000-7000-9000-00000000d001";
const CURVE = { name: "ECDSA", namedCurve: "P-256" };

/** A list with a key, and its test ticket by the same key or another. */
async function listOf(isSameKey = true): Promise<DoorList> {
  const [pair, other] = await Promise.all(
    [0, 1].map(() => crypto.subtle.generateKey(CURVE, true, ["sign", "verify"])),
  );
  if (!pair || !other) throw new Error("There are no keys.");
  const ticket = { keyId: 1, registrationId: EVENT, serial: 0, seats: 1 };
  const occ = `${EVENT}/2026-12-08T20:00`;
  return {
    ...{ readAt: 5, occ, deviceId: "gate", erasesAt: 99, guests: [], scans: [], levels: [] },
    ...{ devices: {}, showings: {} },
    keys: [{ id: 1, publicKey: await crypto.subtle.exportKey("jwk", pair.publicKey) }],
    probe: await signTicket({ ...ticket, occ }, (isSameKey ? pair : other).privateKey),
  };
}

/** A phone's store. @param drops whether it loses what is written, as full ones do */
function memoryStore(drops = false): DoorStore {
  let list: DoorList | null = null;
  return {
    readList: async () => list,
    writeList: async (next) => {
      if (!drops) list = next;
    },
    readScans: async () => [],
    addScan: async () => {},
    removeScans: async () => {},
    erase: async () => {},
  };
}

async function testOf({
  list,
  drops = false,
  isPageKept = true,
}: {
  list: DoorList;
  drops?: boolean;
  isPageKept?: boolean;
}) {
  const told: boolean[] = [];
  const log = await openDoorLog({
    store: memoryStore(drops),
    server: {
      list: async () => list,
      send: async (_, __, isReady) => {
        told.push(isReady === true);
        return {};
      },
    },
    ...{ now: () => 7, newId: () => "scan", onChange() {}, onClosed() {} },
  });
  await log.sync();
  return { ...(await log.test(isPageKept)), told };
}

it("is ready for offline once page and list are kept and a genuine ticket is known by them, and tells the server", async () => {
  expect(await testOf({ list: await listOf() })).toEqual({ at: 7, missing: [], told: [true] });
});

it.each([
  ["page", { isPageKept: false }],
  ["list", { drops: true }],
] as const)("is not ready without its %s, and says which part is missing", async (part, phone) => {
  expect(await testOf({ list: await listOf(), ...phone })).toMatchObject({
    missing: [part],
    told: [],
  });
});

it("is not ready where a genuine ticket would be red without a network", async () => {
  const broken = [{ ...(await listOf()), keys: [] }, await listOf(false)];
  for (const list of broken)
    expect(await testOf({ list })).toMatchObject({ missing: ["code"], told: [] });
});

it("tells the server that it is ready only when it is: an earlier one refuses the field", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return Response.json({ answers: {} });
  });
  await doorServer("key").send([], 1_000);
  await doorServer("key").send([], 1_000, true);
  vi.unstubAllGlobals();
  expect(bodies).toEqual([{ scans: [] }, { scans: [], isReady: true }]);
});
