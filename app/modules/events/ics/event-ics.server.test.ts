import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { sampleEvent, tehran } from "../../../../tests/factories/sample-event";
import type { EventRow } from "../list/list-events.server";
import { eventIcs, icsFileName } from "./event-ics.server";

const ORIGIN = "https://rooydad.example";
const fileOf = (changes: Partial<EventRow> = {}, locale: "en" | "fa" = "en") =>
  eventIcs(sampleEvent(changes), tehran, { locale, origin: ORIGIN });

/** Reads the file with an independent parser. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const component = calendar.getFirstSubcomponent("vevent");
  if (!component) throw new Error("There is no event in the file.");
  return {
    calendar,
    component,
    event: new ICAL.Event(component),
    value: (name: string) => component.getFirstPropertyValue(name),
  };
}

const octets = (line: string) => new TextEncoder().encode(line).length;

/** The wall clock in Tehran of an instant in the file. */
const inTehran = (time: ICAL.Time) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: "Asia/Tehran",
    dateStyle: "short",
    timeStyle: "short",
  }).format(time.toJSDate());

describe("eventIcs", () => {
  it("is one calendar with one event that another parser reads", () => {
    const { calendar, event, value } = read(fileOf());
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.getFirstPropertyValue("prodid")).toBe("-//Rooydad//Events//EN");
    expect(calendar.getAllSubcomponents("vevent")).toHaveLength(1);
    expect(event.summary).toBe("An Evening of Setar; in Shur, and Homayun");
    expect(event.location).toBe("Vahdat Hall, Ostad Shahriar St., Tehran");
    expect(value("geo")).toEqual([35.7003, 51.4108]);
    expect(value("url")).toBe(`${ORIGIN}/events/019b0000-0000-7000-a000-000000000001`);
    expect(value("status")).toBe("CONFIRMED");
    expect(event.description).toBe(
      `Three setar players.\n\nOne small lamp.\n\nOrganizer: Navaye Mehr\nPrice: 450,000 toman\n${ORIGIN}/events/019b0000-0000-7000-a000-000000000001`,
    );
  });

  it("is published, takes no one's time and is on the clock of Tehran", () => {
    const file = fileOf();
    expect(file).toContain("\r\nMETHOD:PUBLISH\r\n");
    expect(file).toContain("\r\nTRANSP:TRANSPARENT\r\n");
    expect(file).toContain("\r\nDTSTART;TZID=Asia/Tehran:20261208T163000\r\n");
    expect(file.match(/BEGIN:VTIMEZONE\r\nTZID:Asia\/Tehran/g)).toHaveLength(1);
    const { event } = read(file);
    expect(inTehran(event.startDate)).toBe("08/12/2026, 16:30");
    expect(inTehran(event.endDate)).toBe("08/12/2026, 18:20");
  });

  it("keeps the wall time of a summer when Tehran was an hour ahead", () => {
    const { event } = read(
      fileOf({ startsAt: Date.UTC(2021, 6, 1, 12), endsAt: Date.UTC(2021, 6, 1, 13) }),
    );
    expect(inTehran(event.startDate)).toBe("01/07/2021, 16:30");
  });

  it("has a permanent UID and a sequence that grows with changes", () => {
    const { value, event, component } = read(fileOf({ sequence: 3 }));
    expect(event.uid).toBe("019b0000-0000-7000-a000-000000000001@rooydad");
    expect(event.sequence).toBe(3);
    for (const name of ["dtstamp", "last-modified"])
      expect(String(value(name))).toBe("2026-11-20T09:30:00Z");
    expect(String(value("created"))).toBe("2026-11-01T08:00:00Z");
    expect(component.getAllProperties("uid")).toHaveLength(1);
    expect(fileOf()).toBe(fileOf());
  });

  it("writes whole days as dates with an exclusive end", () => {
    const file = fileOf({
      allDay: true,
      startsAt: Date.UTC(2026, 11, 7, 20, 30),
      endsAt: Date.UTC(2026, 11, 10, 20, 30),
    });
    expect(file).toContain("\r\nDTSTART;VALUE=DATE:20261208\r\n");
    expect(file).toContain("\r\nDTEND;VALUE=DATE:20261211\r\n");
    const { event } = read(file);
    expect(event.startDate.isDate).toBe(true);
    expect(event.duration.toSeconds()).toBe(3 * 86_400);
  });

  it("has no end if only the start is known", () => {
    expect(read(fileOf({ endsAt: Date.UTC(2026, 11, 8, 13) })).component.hasProperty("dtend")).toBe(
      false,
    );
  });

  it.each([
    [
      "cancelled",
      "CANCELLED",
      "Cancelled: An Evening",
      "This event has been cancelled.",
      "لغو شد: شب",
      "این رویداد لغو شده است.",
    ],
    [
      "postponed",
      "TENTATIVE",
      "Postponed: An Evening",
      "Postponed. There’s no new date yet.",
      "به تعویق افتاد: شب",
      "به تعویق افتاده",
    ],
  ] as const)(
    "of a %s event says %s first in title and description, in both languages",
    (lifecycle, status, title, first, titleFa, firstFa) => {
      const { event, value } = read(fileOf({ lifecycle }));
      expect(value("status")).toBe(status);
      expect(event.summary.startsWith(title)).toBe(true);
      expect(event.description.startsWith(`${first}\n\nThree setar players.`)).toBe(true);
      const persian = read(fileOf({ lifecycle }, "fa")).event;
      expect(persian.summary.startsWith(titleFa)).toBe(true);
      expect(persian.description.startsWith(firstFa)).toBe(true);
    },
  );

  it("of a moved event starts with the original time", () => {
    const { event, value } = read(fileOf({ previousStartsAt: Date.UTC(2026, 11, 7, 17) }));
    expect(value("status")).toBe("CONFIRMED");
    expect(event.summary).toBe("An Evening of Setar; in Shur, and Homayun");
    expect(
      event.description.startsWith(
        "New time. It was planned for Monday 7 December 2026, 20:30 Tehran time (GMT+3:30).\n\n",
      ),
    ).toBe(true);
  });

  it("ends every line with CRLF and folds at 75 octets, never inside a character", () => {
    const long = "شب‌های بلند زمستان، «سه‌تار» و آواز؛ 🎶 تا دمِ سپیده. ".repeat(30).trim();
    const file = fileOf({ titleFa: long, descriptionFa: `${long}\n\n${long}` }, "fa");
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    const lines = file.split("\r\n");
    expect(Math.max(...lines.map(octets))).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => line.startsWith(" ")).length).toBeGreaterThan(50);
    expect(file).not.toContain("\ufffd");
    const { event } = read(file);
    expect(event.summary).toBe(long);
    expect(event.description.startsWith(`${long}\n\n${long}\n\n`)).toBe(true);
  });

  it("escapes reserved characters and drops forbidden ones", () => {
    const file = fileOf({
      titleEn: "Back\\slash, comma; semi\r\nBEGIN:VALARM",
      descriptionEn: "bell\u0007 and tab\t\r\nEND:VEVENT\rnext",
    });
    expect(file).toContain("SUMMARY:Back\\\\slash\\, comma\\; semi BEGIN:VALARM\r\n");
    const { calendar, event, component } = read(file);
    expect(calendar.getAllSubcomponents("vevent")).toHaveLength(1);
    expect(component.getAllSubcomponents("valarm")).toHaveLength(0);
    expect(event.summary).toBe("Back\\slash, comma; semi BEGIN:VALARM");
    expect(event.description.startsWith("bell  and tab \nEND:VEVENT\nnext\n\n")).toBe(true);
  });

  it("has the link of an online event as a conference, if everyone may see it", () => {
    const link = `https://meet.example/a,b;c?room=${"setar-".repeat(20)}`;
    const file = fileOf({
      attendance: "hybrid",
      onlineUrl: link,
      onlineUrlFor: "everyone",
      publicOnlineUrl: link,
    });
    expect(Math.max(...file.split("\r\n").map(octets))).toBeLessThanOrEqual(75);
    const conference = read(file).component.getFirstProperty("conference");
    expect(conference?.type).toBe("uri");
    expect(file).toContain("\r\nCONFERENCE;VALUE=URI:https://meet.example/");
    expect(conference?.getFirstValue()).toBe(link.replace(",", "%2C").replace(";", "%3B"));
    expect(file).not.toContain("X-ROOYDAD");
    const secret = fileOf({
      attendance: "online",
      onlineUrl: link,
      onlineUrlFor: "savers",
      publicOnlineUrl: null,
    });
    expect(secret).not.toMatch(/CONFERENCE|meet\.example/);
    expect(fileOf()).not.toContain("CONFERENCE");
  });

  it("is in Persian, or in English without a translation", () => {
    const persian = read(fileOf({ descriptionFa: null }, "fa"));
    expect(persian.event.summary).toBe("شب سه‌نوازی سه‌تار در شور و همایون");
    expect(persian.event.location).toBe("تالار وحدت، تهران، خیابان حافظ");
    expect(persian.event.description).toContain("Three setar players.");
    expect(persian.event.description).toContain("برگزارکننده: نوای مهر");
    expect(persian.component.getFirstProperty("categories")?.getValues()).toEqual([
      "کنسرت",
      "موسیقی",
    ]);
  });

  it("names the city if the address does not", () => {
    expect(read(fileOf({ addressEn: null })).event.location).toBe("Vahdat Hall, Tehran");
  });
});

describe("icsFileName", () => {
  it.each([
    ["An Evening of Setar; in Shur", "an-evening-of-setar-in-shur.ics"],
    ["Ciné-Club: Tuning the Santur", "cine-club-tuning-the-santur.ics"],
    ["شب", "event.ics"],
    ['"; filename=evil.exe', "filenameevilexe.ics"],
  ])("of %s is %s", (titleEn, name) => {
    expect(icsFileName({ titleEn })).toBe(name);
  });
});
