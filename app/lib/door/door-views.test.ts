import { expect, it } from "vitest";
import type { DoorList } from "./door-list";
import { doorStateOf, findDoorGuests, mergeDoorList } from "./door-views";
import type { DoorGuest } from "./judge-ticket";

const guest = (id: string, name: string, changes: Partial<DoorGuest> = {}): DoorGuest => ({
  ...{ id, name, seats: 1, serial: 1, state: "going", changedAt: 0, level: null },
  ...changes,
});
const list = (guests: DoorGuest[]): DoorList => ({
  ...{
    readAt: 0,
    occ: "event/start",
    deviceId: "gate",
    erasesAt: 1,
    keys: [],
    probe: "",
    scans: [],
  },
  ...{ levels: [], devices: {}, showings: {}, guests },
});
const find = (guests: DoorGuest[], typed: string) =>
  findDoorGuests(doorStateOf(list(guests)), typed);

it("finds guests in both scripts, whatever keyboard typed them, those who may come in first", () => {
  const guests = [
    guest("a", "سارا مرادی", { state: "waitlisted" }),
    guest("b", "Kian Moradian", { seats: 3 }),
    guest("c", "کیان مرادیان"),
  ];
  expect(find(guests, "mor").found.map(({ guest }) => guest.id)).toEqual(["b"]);
  expect(find(guests, "كيان").found.map(({ guest }) => guest.id)).toEqual(["c"]);
  expect(find(guests, "مراد").found.map(({ guest }) => guest.id)).toEqual(["c", "a"]);
  expect(find(guests, " ").found).toEqual([]);
});

it("shows a dozen at most and says how many match", () => {
  const many = Array.from({ length: 500 }, (_, at) => guest(String(at), `Guest ${at}`));
  const { found, count } = find(many, "guest");
  expect([found.length, count]).toEqual([12, 500]);
});

it("takes newer states of guests and scans in the older ones' place", () => {
  const before = list([guest("a", "Sara"), guest("b", "Kian")]);
  const news = list([guest("b", "Kian", { state: "ended" })]);
  expect(mergeDoorList(before, news).guests.map(({ id, state }) => [id, state])).toEqual([
    ["a", "going"],
    ["b", "ended"],
  ]);
  expect(mergeDoorList(before, list([])).guests).toBe(before.guests);
});
