import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { describe, expect, it, onTestFinished } from "vitest";
import { sampleEvent, tehran } from "../../../../tests/factories/sample-event";
import {
  readSeriesDates,
  readWithIcalJs,
  type SeriesDate,
} from "../../../../tests/helpers/read-calendar";
import { ruleOf, scheduleOf } from "../../../../tests/helpers/schedule-of";
import { DAY, MINUTE } from "../../../lib/dates/durations";
import { SCHEDULE_LIMITS, type Schedule } from "../../../lib/event/schedule";
import { changeOne } from "../../schedule/edit-schedule.server";
import { expandSchedule } from "../../schedule/expand-schedule.server";
import { eventIcs } from "./event-ics.server";

const inOrder = (dates: SeriesDate[]) => dates.sort((a, b) => a[0] - b[0]);

/** The same by node-ical. */
function readDatesWithNodeIcal(file: string, from: number, until: number): SeriesDate[] {
  const [event] = Object.values(nodeIcal.sync.parseICS(file)).filter(
    (entry): entry is VEvent => entry?.type === "VEVENT",
  );
  if (!event) throw new Error("There is no event in the file.");
  const found = nodeIcal.expandRecurringEvent(event, {
    from: new Date(from - 2 * DAY),
    to: new Date(until + 2 * DAY),
  });
  return inOrder(
    found
      .map(
        ({ start, end, event: one }): SeriesDate => [
          start.getTime(),
          end.getTime(),
          String(one.status),
        ],
      )
      .filter(([start]) => start <= until),
  );
}

/** Series of the cases that python-dateutil has computed, in several zones. */
const SERIES = readFileSync(
  new URL("../../../../tests/fixtures/schedule/rules.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map(
    (line) => JSON.parse(line) as { zone: string; rule: object; added: string[]; starts: number[] },
  )
  .filter(({ added }) => added.length === 0)
  .map((one) => {
    const most = (one.starts[0] ?? 0) + (SCHEDULE_LIMITS.daysAhead * DAY) / MINUTE;
    return { ...one, starts: one.starts.filter((start) => start <= most) };
  })
  .filter(({ starts }) => starts.length > 1)
  .slice(0, 200);

/** The file of a series, and its dates until a minute of the epoch: those that the table holds. */
function written(schedule: Schedule, timeZone: string, last: number) {
  const event = sampleEvent({ timeZone, schedule, allDay: schedule.allDay, scheduleVersion: 3 });
  const until = last * MINUTE;
  const rows = expandSchedule(
    schedule,
    { eventId: event.id, timeZone },
    { from: Date.UTC(1990, 0), to: until + MINUTE },
  ).map(({ id: _id, note, ...occurrence }) => ({
    ...occurrence,
    eventId: event.id,
    noteEn: note.en,
    noteFa: note.fa,
    previousStartsAt: null,
    isOver: false,
    sequence: 0,
    updatedAt: 0,
  }));
  const context = { locale: "en", origin: "https://rooydad.example" } as const;
  const unfolded = (text: string) => text.replace(/\r\n /g, "");
  const file = unfolded(eventIcs({ ...event, occurrences: rows }, tehran, context));
  /** The file of one date. */
  const of = (row: (typeof rows)[number]) =>
    unfolded(
      eventIcs({ ...event, occurrences: [row] }, tehran, { ...context, at: row.originalStart }),
    );
  const dates = rows.map(({ startsAt, endsAt, status }): SeriesDate => {
    const end = schedule.allDay || endsAt > startsAt ? endsAt : startsAt;
    return [startsAt, end, status === "cancelled" ? "CANCELLED" : "CONFIRMED"];
  });
  const from = rows[0]?.startsAt ?? 0;
  return { file, dates: inOrder(dates), from, until, rows, of };
}

/** The file's properties of recurrence, of one name. */
const linesOf = (file: string, name: string) =>
  file.match(new RegExp(`^${name}\\b.*$`, "gm"))?.map((line) => line.trim()) ?? [];

describe("the file of a series", () => {
  const WEEKLY = {
    frequency: "weekly",
    start: "2026-12-08T19:30",
    end: "2026-12-08T21:00",
    weekdays: [2],
  };
  const MARCH = Date.UTC(2027, 2, 20) / MINUTE;

  it("has the rule of the organizer, what is left out, and changed dates by their first time", () => {
    const schedule = changeOne(
      ruleOf({ ...WEEKLY, ends: { count: 6 } }, { dropped: ["2026-12-22T19:30"] }),
      "2026-12-15T19:30",
      { status: "cancelled" },
    );
    const { file } = written(schedule, "Europe/Berlin", MARCH);
    expect(linesOf(file, "DTSTART;TZID")[0]).toBe("DTSTART;TZID=Europe/Berlin:20261208T193000");
    expect(linesOf(file, "RRULE")).toEqual([
      "RRULE:FREQ=WEEKLY;BYDAY=TU;WKST=MO;UNTIL=20270112T183000Z",
    ]);
    expect(linesOf(file, "EXDATE")).toEqual(["EXDATE;TZID=Europe/Berlin:20261222T193000"]);
    expect(linesOf(file, "RECURRENCE-ID")).toEqual([
      "RECURRENCE-ID;TZID=Europe/Berlin:20261215T193000",
    ]);
    expect(linesOf(file, "STATUS")).toEqual(["STATUS:CONFIRMED", "STATUS:CANCELLED"]);
    expect(new Set(linesOf(file, "SEQUENCE"))).toEqual(new Set(["SEQUENCE:3"]));
  });

  it("has opening hours that are always the same as a rule, other hours of a day beside it", () => {
    const hours = [null, ...Array(6).fill({ opens: "10:00", closes: "18:00" })];
    const schedule = scheduleOf({
      kind: "openingHours",
      from: "2026-12-08",
      to: "2026-12-20",
      hours,
    });
    const late = changeOne(schedule, "2026-12-10T00:00", { end: "2026-12-10T21:00" });
    const { file, dates, from, until } = written(late, "Europe/Berlin", MARCH);
    expect(linesOf(file, "RRULE")).toEqual([
      "RRULE:FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU;WKST=MO;UNTIL=20261220T090000Z",
    ]);
    expect(linesOf(file, "RECURRENCE-ID")).toEqual([
      "RECURRENCE-ID;TZID=Europe/Berlin:20261210T100000",
    ]);
    expect(readSeriesDates(file, until)).toEqual(dates);
    expect(readDatesWithNodeIcal(file, from, until)).toEqual(dates);
  });

  it.each([
    ["2027-10-26T19:30", "2027-11-02T19:30"],
    ["2027-11-02T19:30", "2027-10-26T19:30"],
    ["2027-03-23T19:30", "2027-11-09T19:30"],
  ])(
    "has the clock of the place of a date that is moved over a change of clocks: %s to %s",
    (place, to) => {
      const schedule = changeOne(
        scheduleOf({
          kind: "dates",
          dates: [{ originalStart: place }, { originalStart: "2027-11-09T12:00" }],
        }),
        place,
        { start: to, end: `${to.slice(0, 11)}21:00` },
      );
      const { file, rows, of } = written(schedule, "Europe/Berlin", Date.UTC(2028, 0) / MINUTE);
      const row = rows.find(({ originalStart }) => originalStart === place) ?? expect.fail();
      const offset = place < "2027-03-28" || place > "2027-10-31" ? "+01:00" : "+02:00";
      for (const text of [file, of(row)]) {
        const calendar = new ICAL.Component(ICAL.parse(text));
        const [zone] = calendar.getAllSubcomponents("vtimezone");
        const places = calendar
          .getAllSubcomponents("vevent")
          .flatMap((one) => one.getFirstPropertyValue("recurrence-id") ?? [])
          .map((at) => {
            const time = at as ICAL.Time;
            time.zone = new ICAL.Timezone(zone ?? expect.fail());
            return time.toUnixTime() * 1_000;
          });
        expect(places).toContain(Date.parse(`${place}${offset}`));
      }
    },
  );

  it("never ends where the rule does not", () => {
    const { file, dates } = written(ruleOf(WEEKLY), "Asia/Tehran", MARCH);
    expect(linesOf(file, "RRULE")).toEqual(["RRULE:FREQ=WEEKLY;BYDAY=TU;WKST=MO"]);
    const far = Date.UTC(2030, 5, 1);
    const later = readSeriesDates(file, far);
    expect(later.slice(0, dates.length)).toEqual(dates);
    expect(later.at(-1)?.[0]).toBeGreaterThan(far - 8 * DAY);
  });

  it.each([
    [
      "a Solar Hijri rule",
      ruleOf({
        ...WEEKLY,
        frequency: "monthly",
        calendar: "jalali",
        weekdays: [],
        monthDays: [17],
      }),
    ],
    [
      "two rules",
      scheduleOf({
        kind: "rule",
        rules: [WEEKLY, { ...WEEKLY, start: "2026-12-10T10:00", end: null, weekdays: [4] }],
      }),
    ],
    [
      "dates",
      scheduleOf({
        kind: "dates",
        dates: [
          { originalStart: "2026-12-08T19:30" },
          { originalStart: "2026-12-31T17:00", end: "2026-12-31T23:00" },
        ],
      }),
    ],
    [
      "whole days",
      scheduleOf({
        kind: "dates",
        allDay: true,
        dates: [{ originalStart: "2026-12-08T00:00" }, { originalStart: "2027-01-05T00:00" }],
      }),
    ],
    [
      "opening hours",
      scheduleOf({
        kind: "openingHours",
        from: "2026-12-08",
        to: "2026-12-20",
        hours: [
          null,
          ...Array(5).fill({ opens: "10:00", closes: "18:00" }),
          { opens: "11:00", closes: "16:00" },
        ],
      }),
    ],
  ])("of %s has its dates", (_name, schedule) => {
    const { file, dates, until } = written(schedule, "Europe/Berlin", MARCH);
    expect(dates.length).toBeGreaterThan(1);
    expect(linesOf(file, "RRULE")).toEqual([]);
    expect(linesOf(file, "RDATE")).toHaveLength(1);
    expect(new Set(linesOf(file, "UID")).size).toBe(1);
    if (schedule.allDay) {
      expect(linesOf(file, "RDATE")).toEqual(["RDATE;VALUE=DATE:20261208,20270105"]);
      expect(file).not.toContain("VTIMEZONE");
      return;
    }
    expect(readSeriesDates(file, until)).toEqual(dates);
  });

  it.each(SERIES.map((one, number) => [number, JSON.stringify(one.rule), one] as const))(
    "%i: %s is one series with its dates in two readers, after changes too",
    (_number, _text, { zone, rule, starts }) => {
      const plain = ruleOf(rule);
      const last = starts.at(-1) ?? 0;
      const first = written(plain, zone, last);
      const [one, two] = first.rows.map(({ originalStart }) => originalStart);
      const cancelled = changeOne(plain, one ?? "", { status: "cancelled" });
      const changed = changeOne(cancelled, two ?? "", { start: `${two?.slice(0, 10)}T23:59` });
      for (const made of [first, written(changed, zone, last + 24 * 60)]) {
        expect(new Set(made.file.match(/^UID:.*$/gm)).size).toBe(1);
        expect(readSeriesDates(made.file, made.until)).toEqual(made.dates);
        // node-ical reads no RDATE.
        if (!made.file.includes("RDATE"))
          expect(readDatesWithNodeIcal(made.file, made.from, made.until)).toEqual(made.dates);
      }
    },
  );

  it.each([
    ["a rule", ruleOf(WEEKLY)],
    [
      "dates",
      scheduleOf({
        kind: "dates",
        dates: [
          { originalStart: "2026-12-08T19:30" },
          { originalStart: "2026-12-31T17:00", end: "2026-12-31T23:00" },
        ],
      }),
    ],
    [
      "opening hours",
      scheduleOf({
        kind: "openingHours",
        from: "2026-12-08",
        to: "2026-12-20",
        hours: [null, ...Array(6).fill({ opens: "10:00", closes: "18:00" })],
      }),
    ],
  ])(
    "of one date of %s is an instance: after the series' own file nothing is there twice",
    (_name, schedule) => {
      const { file: whole, dates, until, rows, of } = written(schedule, "Europe/Berlin", MARCH);
      for (const row of rows.slice(0, 2)) {
        const one = of(row);
        expect(linesOf(one, "UID")).toEqual(linesOf(whole, "UID").slice(0, 1));
        expect(linesOf(one, "SEQUENCE")).toEqual(linesOf(whole, "SEQUENCE").slice(0, 1));
        expect(linesOf(one, "RECURRENCE-ID")).toHaveLength(1);
        // Alone it is one date, in either reader.
        const start = Math.round(row.startsAt / 1_000) * 1_000;
        expect(readWithIcalJs(one).events.map((event) => event.start)).toEqual([start]);
        const alone = Object.values(nodeIcal.sync.parseICS(one)).filter(
          (entry): entry is VEvent => entry?.type === "VEVENT",
        );
        expect(alone.map((entry) => entry.start.getTime())).toEqual([start]);
        // A calendar keeps one object by UID, and in it one component by RECURRENCE-ID.
        const entry = one.slice(one.indexOf("BEGIN:VEVENT"), one.indexOf("END:VCALENDAR"));
        const both = whole.replace("END:VCALENDAR", `${entry}END:VCALENDAR`);
        expect(readSeriesDates(both, until)).toEqual(dates);
      }
    },
  );

  // Debian: khal, which reads with python-icalendar. Skipped where it is not installed.
  const hasKhal = spawnSync("khal", ["--version"]).status === 0;
  it.skipIf(!hasKhal)(
    "is listed by khal with the same dates, by rule and by date",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "rooydad-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const made = SERIES.filter((_one, number) => number % 40 === 0).map(
        ({ zone, rule, starts }) => written(ruleOf(rule), zone, starts.at(-1) ?? 0),
      );
      const config = join(folder, "khal.conf");
      writeFileSync(
        config,
        `[calendars]
[[all]]
path = ${folder}/series-*
type = discover
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${folder}/khal.db
`,
      );
      made.forEach(({ file }, number) => {
        mkdirSync(join(folder, `series-${number}`));
        writeFileSync(join(folder, `series-${number}`, "series.ics"), file);
      });
      const day = (time: number) => new Date(time).toISOString().slice(0, 10);
      made.forEach(({ dates, from, until }, number) => {
        const asked = ["list", "--day-format", "", "--format", "{start-long}"];
        const range = ["-a", `series-${number}`, day(from - DAY), day(until + DAY)];
        const { status, stdout, stderr } = spawnSync("khal", ["-c", config, ...asked, ...range], {
          encoding: "utf8",
          env: { ...process.env, HOME: folder },
        });
        expect([status, stderr]).toEqual([0, ""]);
        const starts = stdout.split("\n").filter(Boolean);
        const seen = starts.map((text) => Date.parse(`${text.trim().replace(" ", "T")}Z`));
        expect([...new Set(seen)].filter((at) => at <= until).sort()).toEqual(
          dates.map(([start]) => start),
        );
      });
    },
    240_000,
  );
});
