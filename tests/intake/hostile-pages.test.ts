import { describe, expect, it } from "vitest";
import { readCalendar } from "../../app/modules/intake/entries/read-calendar-file.server";
import { readPageEvents } from "../../app/modules/intake/entries/read-website.server";

const script = (text: string) => `<script type="application/ld+json">${text}</script>`;
const EVENT =
  '{"@type":"Event","name":"Deep night","startDate":"2027-01-12T19:00:00+03:30","location":{"@type":"Place","name":"Hall"}}';
const OPEN_EVENT =
  '{"@type":"Event","name":"Outer","startDate":"2027-01-12T19:00:00+03:30","subEvent":';

describe("a hostile page", () => {
  it.each([
    ["graphs in graphs", script(`${'{"@graph":['.repeat(1_000)}${EVENT}${"]}".repeat(1_000)}`)],
    ["events in events", script(`${OPEN_EVENT.repeat(1_000)}${EVENT}${"}".repeat(1_000)}`)],
    ["lists in lists", script(`${"[".repeat(100_000)}${EVENT}${"]".repeat(100_000)}`)],
    ["lists that never close", script("[".repeat(200_000))],
    ["scripts that never close", '<script type="application/ld+json">{'.repeat(30_000)],
    ["cards in cards", '<div class="h-event"><span class="p-name">A</span>'.repeat(5_000)],
    [
      "items in items",
      '<div itemscope itemtype="https://schema.org/Event"><i itemprop="name">N</i><div itemprop="subEvent">'.repeat(
        3_000,
      ),
    ],
    ["a name of many entities", script(EVENT.replace("Deep", "&amp;".repeat(200_000)))],
    [
      "a place that holds itself",
      script(
        '{"@graph":[{"@id":"#a","@type":"Event","name":"Loop","startDate":"2027-01-12T19:00","location":{"@id":"#b"}},{"@id":"#b","@type":"Place","name":"P","containedInPlace":{"@id":"#b"},"event":{"@id":"#a"}}]}',
      ),
    ],
  ])(
    "of %s is answered",
    async (_, html) => {
      const { events } = await readPageEvents(
        html,
        new URL("https://hall.example/"),
        Date.UTC(2026, 11, 1),
      );
      expect(events.length).toBeLessThanOrEqual(500);
    },
    30_000,
  );

  it("of elements that never close is refused", async () => {
    const html = `${"<div>".repeat(300_000)}${script(EVENT)}`;
    const read = readPageEvents(html, new URL("https://hall.example/"), Date.UTC(2026, 11, 1));
    await expect(read).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("a hostile calendar", () => {
  const START = "DTSTART;TZID=Asia/Tehran:20270112T190000";
  const fileOf = (...lines: string[]) =>
    ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "SUMMARY:Night", ...lines, "END:VEVENT"].join(
      "\r\n",
    );

  // Each took a minute or more where its time grew with the square of its length.
  it.each([
    ["a time of many colons", fileOf(`DTSTART${":1".repeat(300_000)}x`), 1],
    [
      "letters that are quoted again and again",
      fileOf(START, `SUMMARY${";ENCODING=QUOTED-PRINTABLE".repeat(30_000)}`),
      0,
    ],
    ["zones that are named again and again", fileOf(`DTSTART${";TZID=".repeat(150)}:20270112`), 1],
    ["thousands of rules", fileOf(START, ...Array(20_000).fill("RRULE:FREQ=DAILY;COUNT=700")), 1],
    [
      "thousands of days left out",
      fileOf(START, "RRULE:FREQ=DAILY", ...Array(20_000).fill("EXDATE:20270113T190000Z")),
      1,
    ],
    ["a rule of every second", fileOf(START, "RRULE:FREQ=SECONDLY;COUNT=999999999"), 1],
    ["a day that never comes", fileOf(START, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), 1],
    ["letters on lines of their own", fileOf(START, `DESCRIPTION:${"a\r\n ".repeat(200_000)}`), 1],
    ["events in events", fileOf(START, ...Array(20_000).fill("BEGIN:VEVENT")), 0],
  ])(
    "of %s is answered",
    (_, file, events) => {
      const read = () => {
        const found = readCalendar(`${file}\r\nEND:VCALENDAR`, Date.UTC(2026, 11, 1)).events;
        for (const one of found) one.found.readSchedule?.("Asia/Tehran");
        return found.length;
      };
      if (events === 0) expect(read).toThrow(expect.objectContaining({ code: "invalid" }));
      else expect(read()).toBe(events);
    },
    60_000,
  );
});
