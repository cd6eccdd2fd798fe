import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import nodeIcal, { type VEvent } from "node-ical";
import { describe, expect, it, onTestFinished } from "vitest";
import { tehran } from "../../../../tests/factories/sample-event";
import { FEED_URL, feedId, sampleFeed } from "../../../../tests/factories/sample-feed";
import { readWithIcalJs } from "../../../../tests/helpers/read-calendar";
import { ruleOf } from "../../../../tests/helpers/schedule-of";
import type { Schedule } from "../../../lib/event/schedule";
import { changeOne } from "../../schedule/edit-schedule.server";
import { expandSchedule, type Occurrence } from "../../schedule/expand-schedule.server";
import { writeIcs } from "./write-ics.server";

/** Reads a calendar with node-ical, an independent parser. */
function readWithNodeIcal(file: string) {
  const entries = Object.values(nodeIcal.sync.parseICS(file)).filter(
    (entry): entry is VEvent => entry?.type === "VEVENT",
  );
  const text = (value: unknown) =>
    typeof value === "object" && value !== null && "val" in value
      ? String(value.val)
      : String(value);
  return entries.map((event) => ({
    uid: event.uid,
    title: text(event.summary),
    description: text(event.description),
    start: event.start.getTime(),
    end: event.end?.getTime(),
    isDate: event.datetype === "date",
    status: String(event.status),
    sequence: Number(event.sequence),
  }));
}

/** Wall times as they were announced, and the instants that they were. */
const TIMES = [
  {
    name: "Tehran in the summer of 2021, an hour ahead",
    timeZone: "Asia/Tehran",
    cityId: tehran.id,
    at: "2021-07-01T19:30:00+04:30",
  },
  {
    name: "Tehran in the winter of 2021",
    timeZone: "Asia/Tehran",
    cityId: tehran.id,
    at: "2021-12-01T19:30:00+03:30",
  },
  {
    name: "Tehran in the summer of 2026, no longer ahead",
    timeZone: "Asia/Tehran",
    cityId: tehran.id,
    at: "2026-07-01T19:30:00+03:30",
  },
  {
    name: "Toronto the evening before its clocks go back",
    timeZone: "America/Toronto",
    cityId: "toronto",
    at: "2026-10-31T20:00:00-04:00",
  },
  {
    name: "Toronto the evening after",
    timeZone: "America/Toronto",
    cityId: "toronto",
    at: "2026-11-01T20:00:00-05:00",
  },
  {
    name: "Berlin the evening before its clocks go forward",
    timeZone: "Europe/Berlin",
    cityId: "berlin",
    at: "2026-03-28T20:00:00+01:00",
  },
  {
    name: "Berlin the evening after",
    timeZone: "Europe/Berlin",
    cityId: "berlin",
    at: "2026-03-29T20:00:00+02:00",
  },
  {
    name: "Berlin in the hour that comes twice",
    timeZone: "Europe/Berlin",
    cityId: "berlin",
    at: "2026-10-25T02:30:00+01:00",
  },
];

describe("writeIcs", () => {
  it.each(TIMES)(
    "gives two parsers the right instants: $name",
    ({ name, timeZone, cityId, at }) => {
      const startsAt = Date.parse(at);
      const file = writeIcs(
        sampleFeed([{ timeZone, cityId, startsAt, endsAt: startsAt + 5_400_000 }]),
      );
      for (const [event] of [readWithIcalJs(file).events, readWithNodeIcal(file)]) {
        expect(event?.start).toBe(startsAt);
        expect(event?.end).toBe(startsAt + 5_400_000);
      }
      // On the zone's clock, but where a wall time comes twice.
      expect(/BEGIN:VEVENT.*?DTSTART(.*?):/s.exec(file)?.[1]).toBe(
        name.includes("twice") ? "" : `;TZID=${timeZone}`,
      );
      expect(file).toContain(`\r\nBEGIN:VTIMEZONE\r\nTZID:${timeZone}\r\n`);
    },
  );

  it("is one calendar of all its events that both parsers read alike", () => {
    const file = writeIcs(
      sampleFeed([
        {},
        { lifecycle: "cancelled", sequence: 2 },
        { lifecycle: "postponed", titleEn: "Moved", sequence: 1 },
        { titleEn: "Last" },
      ]),
    );
    const { calendar, events } = readWithIcalJs(file);
    const others = readWithNodeIcal(file);
    expect(events.map(({ uid }) => uid)).toEqual(
      [1, 2, 3, 4].map((number) => `${feedId(number)}@rooydad`),
    );
    expect(events.map(({ status }) => status)).toEqual([
      "CONFIRMED",
      "CANCELLED",
      "TENTATIVE",
      "CONFIRMED",
    ]);
    expect(
      others.map(({ uid, title, status, sequence, description }) => ({
        uid,
        title,
        status,
        sequence,
        description,
      })),
    ).toEqual(
      events.map(({ uid, title, status, sequence, description }) => ({
        uid,
        title,
        status,
        sequence,
        description,
      })),
    );
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Rooydad · What’s on");
    expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT1H");
    expect(String(calendar.getFirstPropertyValue("x-published-ttl"))).toBe("PT1H");
    expect(calendar.getFirstPropertyValue("source")).toBe(FEED_URL);
  });

  it("writes whole days as dates with an exclusive end", () => {
    const allDay = {
      allDay: true,
      startsAt: Date.UTC(2026, 11, 7, 20, 30),
      endsAt: Date.UTC(2026, 11, 10, 20, 30),
    };
    const file = writeIcs(sampleFeed([allDay]));
    expect(readWithIcalJs(file).events[0]).toMatchObject({
      isDate: true,
      days: ["2026-12-08", "2026-12-11"],
    });
    expect(readWithNodeIcal(file)[0]?.isDate).toBe(true);
  });

  it("folds Persian text at 75 octets, never inside a character, and both parsers unfold it", () => {
    const long = "شب‌های بلندِ زمستان، «سه‌تار» و آواز؛ 🎶 تا دمِ سپیده. ".repeat(40).trim();
    const file = writeIcs(
      sampleFeed([{ titleFa: long, descriptionFa: long }], {
        locale: "fa",
        title: long,
        description: long,
      }),
    );
    const lines = file.split("\r\n");
    expect(
      Math.max(...lines.map((line) => new TextEncoder().encode(line).length)),
    ).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => line.startsWith(" ")).length).toBeGreaterThan(100);
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(file).not.toContain("\ufffd");
    expect(readWithIcalJs(file).events[0]?.title).toBe(long);
    expect(readWithNodeIcal(file)[0]?.title).toBe(long);
  });

  it("keeps user text inside its field", () => {
    const hostile = "x\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:AUDIO;,\\ <script>alert(1)</script>";
    const file = writeIcs(
      sampleFeed(
        [{ titleEn: hostile, descriptionEn: hostile, venueEn: hostile, organizerEn: hostile }],
        {
          title: hostile,
          description: hostile,
        },
      ),
    );
    const { calendar, events } = readWithIcalJs(file);
    expect(events).toHaveLength(1);
    expect(calendar.getAllSubcomponents("vevent")[0]?.getAllSubcomponents()).toHaveLength(0);
    expect(readWithNodeIcal(file)).toHaveLength(1);
    expect(events[0]?.title).toContain("<script>alert(1)</script>");
  });

  it("is identical as long as nothing has changed", () => {
    expect(writeIcs(sampleFeed([{}]))).toBe(writeIcs(sampleFeed([{}])));
  });

  it("is a valid calendar without events", () => {
    expect(readWithIcalJs(writeIcs(sampleFeed([]))).events).toEqual([]);
  });
});
/** 200 series of the cases that python-dateutil has computed, in several zones. */
const SERIES = readFileSync(
  new URL("../../../../tests/fixtures/schedule/rules.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map(
    (line) => JSON.parse(line) as { zone: string; rule: object; added: string[]; starts: number[] },
  )
  .filter(({ added, starts }) => added.length === 0 && starts.length > 1)
  .slice(0, 200);

/** The stored rows of occurrences. */
const rowsOf = (occurrences: readonly Occurrence[]) =>
  occurrences.map(({ id: _id, note, ...occurrence }) => ({
    ...occurrence,
    eventId: feedId(1),
    noteEn: note.en,
    noteFa: note.fa,
    previousStartsAt: null,
    isOver: false,
    sequence: 0,
    updatedAt: 0,
  }));

describe("writeIcs of a series", () => {
  const MINUTE = 60_000;
  const written = (schedule: Schedule, zone: string, last: number) => {
    const range = { from: Date.UTC(1990, 0), to: (last + 1) * MINUTE };
    const occurrences = rowsOf(
      expandSchedule(schedule, { eventId: feedId(1), timeZone: zone }, range),
    );
    const [event] = sampleFeed([{ timeZone: zone, schedule }]).events;
    const file = writeIcs({
      ...sampleFeed([]),
      now: range.from,
      events: event ? [{ ...event, occurrences }] : [],
    });
    return { occurrences, ours: readWithIcalJs(file).events, others: readWithNodeIcal(file), file };
  };

  it("is tried with 200 series", () => {
    expect(SERIES).toHaveLength(200);
  });

  it.each(SERIES.map((one, number) => [number, JSON.stringify(one.rule), one] as const))(
    "%i: %s is an entry a date with an identity of its own, cancelled ones seen, nothing twice after an edit",
    (_number, _text, { zone, rule, starts }) => {
      const schedule = ruleOf(rule);
      const last = starts.at(-1) ?? 0;
      const { occurrences, ours, others, file } = written(schedule, zone, last);
      const instants = occurrences.map(({ startsAt }) => startsAt);
      expect(ours.map(({ start }) => start)).toEqual(instants);
      expect(others.map(({ start }) => start).sort((a, b) => a - b)).toEqual(instants);
      expect(file).not.toMatch(/RRULE|RSCALE/);
      const [first, second] = occurrences.map(({ originalStart }) => originalStart);
      const cancelled = changeOne(schedule, first ?? "", { status: "cancelled" });
      const after = written(
        changeOne(cancelled, second ?? "", { start: `${second?.slice(0, 10)}T23:59` }),
        zone,
        last + 24 * 60,
      );
      const identities = after.ours.map(({ uid }) => uid);
      expect(new Set(identities).size).toBe(identities.length);
      expect(identities.slice(0, ours.length).sort()).toEqual(ours.map(({ uid }) => uid).sort());
      const gone = `${feedId(1)}-${first}@rooydad`;
      for (const entries of [after.ours, after.others])
        expect(
          entries.filter(({ status }) => status === "CANCELLED").map(({ uid }) => uid),
        ).toEqual([gone]);
    },
  );

  // Debian: python3-icalendar, with which khal reads too. Skipped where it is not installed.
  const python = ["python3", "/usr/bin/python3"].find(
    (name) => spawnSync(name, ["-c", "import icalendar"]).status === 0,
  );
  it.skipIf(python === undefined)(
    "is read alike by python-icalendar, cancelled dates too",
    () => {
      const all = SERIES.map(({ zone, rule, starts }) => {
        const schedule = ruleOf(rule);
        const last = starts.at(-1) ?? 0;
        const first = written(schedule, zone, last).occurrences[0]?.originalStart ?? "";
        return written(changeOne(schedule, first, { status: "cancelled" }), zone, last);
      });
      const script = fileURLToPath(
        new URL("../../../../tests/interop/read_calendars.py", import.meta.url),
      );
      const input = JSON.stringify(all.map(({ file }) => file));
      const { stdout } = spawnSync(python ?? "", [script], {
        input,
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      });
      // The zones of Debian's pytz end with 2035.
      const near = (dates: [uid: string, start: number, status: string][]) =>
        dates.filter(([, start]) => start < Date.UTC(2035, 0));
      expect(JSON.parse(stdout).map(near)).toEqual(
        all.map(({ ours }) => near(ours.map(({ uid, start, status }) => [uid, start, status]))),
      );
    },
    240_000,
  );

  // Debian: vdirsyncer, khal. Skipped where they are not installed.
  const hasPrograms = ["vdirsyncer", "khal"].every(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  it.skipIf(!hasPrograms)(
    "is synchronised by vdirsyncer and listed by khal: the same instants, nothing twice after an edit, nothing left of an emptied feed",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "rooydad-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const run = (name: string, args: string[]) => {
        const { status, stdout, stderr } = spawnSync(name, args, {
          encoding: "utf8",
          maxBuffer: 64 * 1024 * 1024,
          env: { ...process.env, HOME: folder },
        });
        if (status !== 0) throw new Error(`${name}: ${stderr.slice(-2_000)}`);
        return stdout;
      };
      // All 200 take two minutes: they passed on 2026-11-23 with vdirsyncer 0.19 and khal 0.10.
      const some = SERIES.filter((_, number) => number % 20 === 0);
      const files = some.map((_, number) => `series-${number}`);
      mkdirSync(join(folder, "files"));
      const sync = (contents: readonly string[], ...options: string[]) => {
        contents.forEach(
          (text, number) => void writeFileSync(join(folder, "files", `${files[number]}.ics`), text),
        );
        const config = ["-c", join(folder, "sync.conf")];
        run("vdirsyncer", [...config, "discover", "--no-list"]);
        run("vdirsyncer", [...config, "sync", ...options]);
      };
      writeFileSync(
        join(folder, "sync.conf"),
        `[general]
status_path = "${folder}/status"
[pair feeds]
a = "files"
b = "folders"
collections = ${JSON.stringify(files)}
conflict_resolution = "a wins"
[storage files]
type = "singlefile"
path = "${folder}/files/%s.ics"
[storage folders]
type = "filesystem"
path = "${folder}/folders"
fileext = ".ics"
`,
      );
      writeFileSync(
        join(folder, "khal.conf"),
        `[calendars]
[[all]]
path = ${folder}/folders/*
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
      for (const name of files) mkdirSync(join(folder, "folders", name), { recursive: true });
      const before = some.map(({ zone, rule, starts }) =>
        written(ruleOf(rule), zone, starts.at(-1) ?? 0),
      );
      sync(before.map(({ file }) => file));
      const after = some.map(({ zone, rule, starts }, number) => {
        const [first, second] =
          before[number]?.occurrences.map(({ originalStart }) => originalStart) ?? [];
        const cancelled = changeOne(ruleOf(rule), first ?? "", { status: "cancelled" });
        return written(
          changeOne(cancelled, second ?? "", { start: `${second?.slice(0, 10)}T23:59` }),
          zone,
          (starts.at(-1) ?? 0) + 24 * 60,
        );
      });
      sync(after.map(({ file }) => file));
      after.forEach(({ ours }, number) => {
        const stored = readdirSync(join(folder, "folders", files[number] ?? "")).map((name) =>
          readFileSync(join(folder, "folders", files[number] ?? "", name), "utf8"),
        );
        const entries = stored.flatMap((text) => readWithIcalJs(text).events);
        const key = ({ uid, start, status }: { uid: string; start: number; status: string }) =>
          `${uid} ${start} ${status}`;
        expect(entries.map(key).sort()).toEqual(ours.map(key).sort());
      });
      const dates = after.flatMap(({ ours }, number) =>
        ours.map(({ uid, start }) => ({ start, line: `${files[number]} ${uid} ${start}` })),
      );
      const day = (time: number) => new Date(time).toISOString().slice(0, 10);
      const [from, to] = [Math.min, Math.max].map((one, at) =>
        day(one(...dates.map(({ start }) => start)) + (at * 2 - 1) * 24 * 60 * MINUTE),
      );
      const format = ["--day-format", "", "--format", "{calendar}|{uid}|{start-long}"];
      const listed = run("khal", [
        "-c",
        join(folder, "khal.conf"),
        "list",
        ...format,
        from ?? "",
        to ?? "",
      ]);
      const lines = listed.split("\n").filter((line) => line.includes("|"));
      // A date that ends the next day is listed on both.
      const seen = lines.map((line) => {
        const [calendar, uid, start = ""] = line.trim().split("|");
        return `${calendar} ${uid} ${Date.parse(`${start.replace(" ", "T")}Z`)}`;
      });
      expect([...new Set(seen)].sort()).toEqual(dates.map(({ line }) => line).sort());
      const empty = writeIcs(sampleFeed([]));
      sync(
        files.map(() => empty),
        "--force-delete",
      );
      for (const name of files) expect(readdirSync(join(folder, "folders", name))).toEqual([]);
    },
    240_000,
  );
});
