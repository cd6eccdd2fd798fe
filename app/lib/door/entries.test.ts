import { describe, expect, it } from "vitest";
import { deriveEntries, insideOf, mayUndo, type Scan, UNDO_LIMIT } from "./entries";

let count = 0;
const scan = (changes: Partial<Scan> = {}): Scan => ({
  id: `scan-${String(++count).padStart(3, "0")}`,
  registrationId: "party",
  deviceId: "gate-a",
  kind: "in",
  undoes: null,
  n: 1,
  seats: 1,
  at: count,
  isOffline: false,
  isOverride: false,
  flag: null,
  ...changes,
});
const undo = (of: Scan, changes: Partial<Scan> = {}) =>
  scan({ kind: "undo", undoes: of.id, registrationId: of.registrationId, ...changes });

/** Inside, and people let in twice, after these scans in any order. */
function result(scans: Scan[], seats = 1) {
  const orders = [scans, scans.toReversed(), scans.toSorted((a, b) => b.n - a.n)];
  const results = orders.map((order) => {
    const entries = deriveEntries(order, () => seats);
    const doubles = entries.get("party")?.doubles ?? [];
    return {
      inside: insideOf(entries),
      twice: doubles.reduce((sum, { people }) => sum + people, 0),
      counts: entries.get("party")?.scans[0]?.id,
    };
  });
  for (const other of results) expect(other).toEqual(results[0]);
  return results[0];
}

describe("the log of the door", () => {
  const first = scan({ at: 10 });
  const second = scan({ at: 20, deviceId: "gate-b", isOffline: true });
  const family = scan({ n: 2, seats: 3, at: 10 });
  const rest = scan({ n: 1, seats: 3, at: 20, deviceId: "gate-b" });
  const copies = scan({ n: 3, seats: 3, at: 30, deviceId: "gate-b", isOffline: true });
  it.each([
    ["nothing", [], 1, { inside: 0, twice: 0 }],
    ["a party of one", [first], 1, { inside: 1, twice: 0 }],
    ["two devices without a network", [first, second], 1, { inside: 1, twice: 1 }],
    ["a party in two parts", [family, rest], 3, { inside: 3, twice: 0 }],
    ["a part, then all of them at another gate", [family, copies], 3, { inside: 3, twice: 2 }],
    ["a scan that was taken back", [first, undo(first)], 1, { inside: 0, twice: 0 }],
    ["a scan again after that", [first, undo(first), second], 1, { inside: 1, twice: 0 }],
    ["one of a double taken back", [first, second, undo(second)], 1, { inside: 1, twice: 0 }],
    ["the first of a double taken back", [first, second, undo(first)], 1, { inside: 1, twice: 0 }],
    ["a party that has fewer seats now", [family], 1, { inside: 1, twice: 0 }],
  ])("says of %s, in whatever order scans arrive", (_, scans, seats, expected) => {
    expect(result(scans, seats)).toMatchObject(expected);
  });

  it("counts the earliest scan of a seat, whichever device sent first", () => {
    expect(result([second, first])?.counts).toBe(first.id);
    const late = { ...first, at: 99 };
    expect(deriveEntries([late, second], () => 1).get("party")?.doubles).toMatchObject([
      { scan: { id: late.id }, first: { id: second.id }, people: 1 },
    ]);
  });

  it("takes the seats of a party that the list does not have from its ticket", () => {
    const unknown = scan({ registrationId: "late", n: 2, seats: 2, isOffline: true });
    expect(insideOf(deriveEntries([unknown], () => undefined))).toBe(2);
  });

  it("counts every scan once, however often it is there", () => {
    expect(
      insideOf(
        deriveEntries([scan({ registrationId: "a" }), scan({ registrationId: "b" })], () => 1),
      ),
    ).toBe(2);
  });

  it("lets a device take back its own scans for ten minutes", () => {
    expect(mayUndo(first, "gate-a", first.at + UNDO_LIMIT)).toBe(true);
    expect(mayUndo(first, "gate-a", first.at + UNDO_LIMIT + 1)).toBe(false);
    expect(mayUndo(first, "gate-b", first.at)).toBe(false);
  });
});
