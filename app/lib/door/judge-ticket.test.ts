import { expect, it } from "vitest";
import type { PartyEntry, Scan } from "./entries";
import { type DoorGuest, judgeTicket, type Verdict } from "./judge-ticket";
import type { Ticket } from "./ticket";

const OCC = "event/2026-12-08T20:00";
const TICKET: Ticket = { keyId: 1, occ: OCC, registrationId: "party", serial: 2, seats: 3 };
const GUEST: DoorGuest = {
  id: "party",
  name: "Kian",
  seats: 3,
  serial: 2,
  state: "going",
  changedAt: 0,
  level: null,
};
const LAST = { id: "scan" } as Scan;
const entry = (inside: number): PartyEntry => ({ inside, scans: [LAST], doubles: [] });

it.each<[string, Partial<Ticket> | null, Partial<DoorGuest> | null, number, Verdict]>([
  ["a valid ticket", {}, {}, 0, { kind: "admit", remaining: 3 }],
  ["a ticket of a party that is partly in", {}, {}, 2, { kind: "admit", remaining: 1 }],
  ["a party that is in", {}, {}, 3, { kind: "again", last: LAST }],
  ["a bad signature", null, {}, 0, { kind: "fake" }],
  [
    "another showing",
    { occ: "event/2026-12-09T20:00" },
    null,
    0,
    { kind: "other-showing", occ: "event/2026-12-09T20:00" },
  ],
  ["a ticket from before a change", { serial: 1 }, {}, 0, { kind: "old-code" }],
  ["an old ticket of a party that is in", { serial: 1 }, {}, 3, { kind: "old-code" }],
  ["a ticket from after the list", { serial: 3 }, {}, 0, { kind: "unverified", remaining: 3 }],
  [
    "a cancelled party",
    {},
    { state: "ended" },
    0,
    { kind: "not-going", state: "ended", remaining: 3 },
  ],
  [
    "a cancelled party's ticket from before",
    { serial: 1 },
    { state: "ended" },
    0,
    { kind: "not-going", state: "ended", remaining: 3 },
  ],
  [
    "a waiting party",
    {},
    { state: "waitlisted" },
    0,
    { kind: "not-going", state: "waitlisted", remaining: 3 },
  ],
  [
    "a cancelled party that a host let in",
    {},
    { state: "ended" },
    3,
    { kind: "again", last: LAST },
  ],
  ["a genuine ticket that is not on the list", {}, null, 0, { kind: "unverified", remaining: 3 }],
  ["the same again", {}, null, 3, { kind: "again", last: LAST }],
])("judges %s", (_, ticket, guest, inside, verdict) => {
  expect(
    judgeTicket(ticket && { ...TICKET, ...ticket }, {
      occ: OCC,
      guest: guest ? { ...GUEST, ...guest } : undefined,
      entry: inside > 0 ? entry(inside) : undefined,
    }),
  ).toEqual(verdict);
});
