import { describe, expect, it } from "vitest";
import { type PlacedSpan, placeEvents } from "./find-own-calendar.server";

const week = [
  "2026-12-07",
  "2026-12-08",
  "2026-12-09",
  "2026-12-10",
  "2026-12-11",
  "2026-12-12",
  "2026-12-13",
];
const event = (id: string, first: string, last = first, hour = 20): PlacedSpan => ({
  id,
  first,
  last,
  startsAt: Date.parse(`${first}T${hour}:00:00Z`),
});
/** The week as names by lane: the label where a bar shows it, `-` where it continues. */
const drawn = (events: PlacedSpan[], options?: { fillsGaps: boolean }) =>
  placeEvents(week, events, options).map((column) =>
    column.map((piece) => (piece ? (piece.span > 0 ? piece.event.id : "-") : "·")).join(""),
  );

describe("placeEvents", () => {
  it("keeps a bar in one lane over all its days, earlier events above", () => {
    expect(
      drawn([
        event("late", "2026-12-08", "2026-12-08", 21),
        event("early", "2026-12-08", "2026-12-08", 10),
        event("bar", "2026-12-08", "2026-12-10"),
      ]),
    ).toEqual(["", "barearlylate", "-", "-", "", "", ""]);
  });

  it("leaves a gap above a bar whose lane another bar has taken on another day", () => {
    expect(
      drawn([event("a", "2026-12-07", "2026-12-09"), event("b", "2026-12-09", "2026-12-11")]),
    ).toEqual(["a", "-", "-b", "·-", "·-", "", ""]);
  });

  it("fills a gap with a bar that fits", () => {
    const events = [
      event("a", "2026-12-07", "2026-12-09"),
      event("b", "2026-12-09", "2026-12-11"),
      event("c", "2026-12-10"),
    ];
    expect(drawn(events)[3]).toBe("c-");
  });

  it("puts events of one day below all bars where they may be higher than a bar", () => {
    const events = [
      event("a", "2026-12-07", "2026-12-09"),
      event("b", "2026-12-09", "2026-12-11"),
      event("c", "2026-12-10"),
    ];
    expect(drawn(events, { fillsGaps: false })[3]).toBe("·-c");
  });

  it("marks where a bar begins and ends and where its name goes, in each week", () => {
    const lanes = placeEvents(week, [event("long", "2026-11-30", "2026-12-08")]);
    expect(lanes[0]?.[0]).toMatchObject({ begins: false, ends: false, span: 2 });
    expect(lanes[1]?.[0]).toMatchObject({ begins: false, ends: true, span: 0 });
    expect(lanes[2]).toEqual([]);
  });

  it("leaves out other weeks", () => {
    expect(
      drawn([event("before", "2026-12-01"), event("after", "2026-12-14", "2026-12-20")]).join(""),
    ).toBe("");
  });
});
