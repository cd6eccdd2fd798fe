import { describe, expect, it } from "vitest";
import { readAnnouncementText } from "../../app/modules/intake/entries/read-announcement-text";
import cities from "./cities.json";
import {
  type JudgedAnnouncement,
  type JudgedField,
  judgeAnnouncement,
  PATTERNS,
} from "./judge-announcement";

const FILES: Record<string, JudgedAnnouncement[]> = import.meta.glob("./announcements/*.json", {
  import: "default",
  eager: true,
});
const ALL = Object.entries(FILES)
  .filter(([name]) => !name.includes("aside"))
  .flatMap(([, list]) => list);
/** Written with the fifth set, and never looked at while the reader was changed. */
const ASIDE = Object.entries(FILES)
  .filter(([name]) => name.includes("aside"))
  .flatMap(([, list]) => list);

/** Shares that reading must not fall below; `npm run bench:intake` prints them by kind and field. */
const RIGHT = 0.97;
const SILENT = 0.005;
const ASIDE_RIGHT = 0.87;
const ASIDE_SILENT = 0.06;

const sharesOf = (announcements: readonly JudgedAnnouncement[]) => {
  const fields = announcements.flatMap((one) => judgeAnnouncement(one, cities));
  return (verdict: JudgedField["verdict"]) =>
    fields.filter((field) => field.verdict === verdict).length / fields.length;
};

describe("the announcements", () => {
  it("are read by field as a careful person reads them, and hardly one is wrong in silence", () => {
    const share = sharesOf(ALL);
    expect(ALL.length).toBeGreaterThanOrEqual(400);
    expect(share("right")).toBeGreaterThan(RIGHT);
    expect(share("silent")).toBeLessThan(SILENT);
  }, 120_000);

  it("are read hardly worse where the reader was not changed for them", () => {
    const share = sharesOf(ASIDE);
    expect(ASIDE.length).toBeGreaterThanOrEqual(30);
    expect(share("right")).toBeGreaterThan(ASIDE_RIGHT);
    expect(share("silent")).toBeLessThan(ASIDE_SILENT);
  }, 60_000);
});

describe("a price that an event has no place for", () => {
  const doubtsOf = (price: string) =>
    readAnnouncementText(`Setar Evening\nFriday 18 December 2026, 7 pm, Rudaki Hall\n${price}`, {
      today: "2026-12-01",
      clock: "12:00",
      country: "IR",
      currency: "IRR",
      city: "tehran",
      patterns: PATTERNS(cities),
    }).flatMap(({ findings }) => findings.filter(({ field }) => field === "price"));

  it.each([
    "Tickets from 450 to 900 thousand tomans",
    "Tickets 450,000 tomans, students half price",
    "بلیت از ۴۵۰ تا ۹۰۰ هزار تومان",
    "بلیت ۴۵۰ هزار تومان، دانشجویی نیم‌بها",
  ])("is said: %s", (price) => {
    expect(doubtsOf(price)).not.toEqual([]);
  });

  it.each(["Tickets 450,000 tomans", "بلیت ۴۵۰ هزار تومان", "Free entry"])(
    "is none: %s",
    (price) => {
      expect(doubtsOf(price)).toEqual([]);
    },
  );
});
