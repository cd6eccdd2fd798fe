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
const ALL = Object.values(FILES).flat();

/** Shares that reading must not fall below; `npm run bench:intake` prints them by kind and field. */
const RIGHT = 0.97;
const SILENT = 0.005;

describe("the announcements", () => {
  it("are read by field as a careful person reads them, and hardly one is wrong in silence", () => {
    const fields = ALL.flatMap((one) => judgeAnnouncement(one, cities));
    const share = (verdict: JudgedField["verdict"]) =>
      fields.filter((field) => field.verdict === verdict).length / fields.length;
    expect(ALL.length).toBeGreaterThanOrEqual(400);
    expect(share("right")).toBeGreaterThan(RIGHT);
    expect(share("silent")).toBeLessThan(SILENT);
  });
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
  ])("is a doubt: %s", (price) => {
    expect(doubtsOf(price)).not.toEqual([]);
  });

  it.each(["Tickets 450,000 tomans", "بلیت ۴۵۰ هزار تومان", "Free entry"])(
    "is none: %s",
    (price) => {
      expect(doubtsOf(price)).toEqual([]);
    },
  );
});
