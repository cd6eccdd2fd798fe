import { expect, it } from "vitest";
import type { EventCardView } from "../../lib/pages/views";
import { appendPage } from "./loading";

const card = (id: string) => ({ id }) as EventCardView;
const day = (key: string, ...ids: string[]) => ({
  key,
  title: key,
  otherCalendar: "",
  isToday: false,
  events: ids.map(card),
});
const list = (before: number, more: string | null, ...groups: ReturnType<typeof day>[]) => ({
  groups,
  more,
  seen: {
    before,
    count: groups.flatMap(({ events }) => events).length,
    total: 70,
    exact: true,
    isByDate: false,
    note: null,
  },
});
const told = ({ groups }: ReturnType<typeof appendPage>) =>
  groups.map(({ key, events }) => `${key}: ${events.map(({ id }) => id)}`);

it("an appended page continues a day that the previous page started", () => {
  const all = appendPage(
    list(0, "/2", day("mon", "a"), day("tue", "b", "c")),
    list(3, "/3", day("tue", "d"), day("wed", "e")),
  );
  expect(told(all)).toEqual(["mon: a", "tue: b,c,d", "wed: e"]);
  expect(all.more).toBe("/3");
  expect(all.seen).toEqual({
    before: 0,
    count: 5,
    total: 70,
    exact: true,
    isByDate: false,
    note: null,
  });
});

it("an appended page puts a day before later ones, those under way before all", () => {
  const all = appendPage(
    list(0, "/2", day("ongoing", "a"), day("2026-12-09", "b")),
    list(2, null, day("2026-12-08", "c"), day("2026-12-10", "d")),
  );
  expect(told(all)).toEqual(["ongoing: a", "2026-12-08: c", "2026-12-09: b", "2026-12-10: d"]);
});

it("an appended page shows an event once if it moved between two pages", () => {
  expect(
    told(appendPage(list(0, "/2", day("all", "a", "b")), list(2, null, day("all", "b", "c")))),
  ).toEqual(["all: a,b,c"]);
  expect(told(appendPage(list(0, "/2", day("mon", "a")), list(1, null, day("tue", "a"))))).toEqual([
    "mon: a",
  ]);
});

it("an appended page keeps the later days of a series", () => {
  const play = (startsAt: string) =>
    ({ id: "play", startsAt, more: "2 more dates" }) as EventCardView;
  const of = (key: string, startsAt: string) => ({ ...day(key), events: [play(startsAt)] });
  const all = appendPage(
    list(0, "/2", of("mon", "2026-12-07")),
    list(1, null, of("mon", "2026-12-07"), of("tue", "2026-12-08")),
  );
  expect(told(all)).toEqual(["mon: play", "tue: play"]);
});

it("an appended page counts from the start of the first page", () => {
  const all = appendPage(list(24, "/3", day("all", "a", "b")), list(26, null, day("all", "c")));
  expect(all.seen).toMatchObject({ before: 24, count: 3 });
});
