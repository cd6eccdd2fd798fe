import { beforeAll, describe, expect, it } from "vitest";
import { searchKey } from "../../app/lib/text/search-text";
import seedCities from "../../db/seed/cities.json";
import { createCity } from "../factories/city";
import { emptyEvents } from "../helpers/organizers";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import given from "./cases/expected.json";
import own from "./cases/own.json";
import words from "./cases/words.json";
import { CASES_NOW, type CaseCity, type Door, type Observed, readCase, TEHRAN } from "./read-case";

interface Expected {
  title?: string;
  starts?: string[];
  ends?: string | null;
  allDay?: boolean;
  open?: boolean;
  lastDay?: string;
  venue?: string | null;
  price?: { free: boolean | null; min: number | null };
  status?: string;
  attendance?: string;
  onlineUrl?: string | null;
}
interface OwnCase {
  file: string;
  kind: string;
  doors: string[];
  city?: string;
  month?: string;
  expected: { events: Expected[]; findings: string[] };
}

const CASES = own as unknown as OwnCase[];
const cityOf = (name: string | undefined): CaseCity => {
  const found = seedCities.find((city) => city.name.en === name);
  return found
    ? {
        slug: found.slug,
        timeZone: found.timezone,
        countryCode: found.countryCode,
        nameEn: found.name.en,
        nameFa: found.name.fa,
        latitude: found.latitude,
        longitude: found.longitude,
      }
    : TEHRAN;
};

let deps: TestDeps;
beforeAll(async () => {
  deps = createTestDeps(CASES_NOW);
  await emptyEvents(deps);
  for (const { slug, name, countryCode, timezone, latitude, longitude } of seedCities)
    await createCity(deps.db, {
      slug,
      nameEn: name.en,
      nameFa: name.fa,
      countryCode,
      timeZone: timezone,
      latitude,
      longitude,
    });
});

const STATUS: Record<string, string> = { "sold-out": "sold_out" };
const key = (text: string | null | undefined) => searchKey(text ?? "");

/** Names of the fields that differ from what is right. */
function wrongFields(read: Observed | undefined, want: Expected): string[] {
  if (!read) return ["entry"];
  const at = (list: readonly string[]) => list.map((one) => Date.parse(one));
  const [got, wanted] = [at(read.starts), at(want.starts ?? [])];
  const isStarts = want.open
    ? got[0] === wanted[0]
    : got.length === wanted.length && got.every((one, place) => one === wanted[place]);
  const ends = want.ends ?? null;
  const checks: [string, boolean][] = [
    ["title", want.title === undefined || key(read.title) === key(want.title)],
    ["starts", want.starts === undefined || isStarts],
    ["lastDay", want.lastDay === undefined || read.endDay === want.lastDay],
    ["allDay", want.allDay === undefined || read.allDay === want.allDay],
    [
      "ends",
      ends === null ||
        (read.allDay
          ? read.endDay === ends.slice(0, 10)
          : Date.parse(read.ends ?? "") === Date.parse(ends)),
    ],
    ["venue", want.venue === undefined || key(read.venue).includes(key(want.venue))],
    [
      "price",
      want.price === undefined ||
        (want.price.free === true
          ? read.price === 0
          : read.price === want.price.min && !(want.price.free === null && read.price === 0)),
    ],
    ["status", want.status === undefined || (STATUS[read.status] ?? read.status) === want.status],
    ["attendance", want.attendance === undefined || read.attendance === want.attendance],
    ["onlineUrl", want.onlineUrl === undefined || read.onlineUrl === want.onlineUrl],
  ];
  return checks.flatMap(([name, isRight]) => (isRight ? [] : [name]));
}

/** Figures that reading must not fall behind. */
const RIGHT = 0.9;
const SILENT = 19;

type Verdict = "right" | "told" | "silent";

/** The verdict on a case through a door, with what is wrong. */
async function verdictOf(one: OwnCase, door: Door): Promise<{ verdict: Verdict; wrong: string[] }> {
  const read = await readCase(deps, door, one.file, {
    city: cityOf(one.city),
    ...(one.month && { month: one.month }),
  });
  const isOne = door === "file" || door === "address";
  const wanted = isOne ? one.expected.events.slice(0, 1) : one.expected.events;
  const shown = isOne ? read.slice(0, 1) : read;
  const findings = shown.flatMap((event) => event.findings.filter((code) => code !== "noEnd"));
  const wrong = [
    ...(shown.length === wanted.length ? [] : [`${wanted.length} events, read ${shown.length}`]),
    ...wanted.flatMap((want, place) => wrongFields(shown[place], want)),
  ];
  const isAsked = one.expected.findings.length > 0;
  const isTold =
    findings.length > 0 || shown.length === 0 || shown.some(({ status }) => status !== "scheduled");
  if (wrong.length === 0 && (!isAsked || isTold)) return { verdict: "right", wrong };
  return {
    verdict: isTold ? "told" : "silent",
    wrong: wrong.length > 0 ? wrong : [`asks ${one.expected.findings.join(", ")}`],
  };
}

describe("each word of the pipeline", () => {
  const known = new Set([...CASES.map(({ file }) => file), ...Object.keys(given)]);

  it.each(Object.entries(words))("has a case: %s", (_, section) => {
    for (const files of Object.values(section)) {
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(known).toContain(file);
    }
  });
});

describe("the cases of our own", () => {
  it("are read as they are meant through every door that can take them", async () => {
    const verdicts: { kind: string; verdict: Verdict; line: string }[] = [];
    for (const one of CASES)
      for (const name of one.doors) {
        const door = name.replace(/^source:/, "") as Door;
        const { verdict, wrong } = await verdictOf(one, door);
        verdicts.push({
          kind: one.kind,
          verdict,
          line: `${verdict} ${one.file} ${name}: ${wrong.join("; ")}`,
        });
      }
    const count = (list: typeof verdicts, verdict: Verdict) =>
      list.filter((one) => one.verdict === verdict).length;
    const kinds = [...new Set(verdicts.map(({ kind }) => kind))];
    const table = ["all", ...kinds].map((kind) => {
      const list = kind === "all" ? verdicts : verdicts.filter((one) => one.kind === kind);
      return `${kind.padEnd(20)} ${(count(list, "right") / list.length).toFixed(3)} right ${count(list, "right")}, told ${count(list, "told")}, silent ${count(list, "silent")}`;
    });
    console.log(table.join("\n"));
    const wrong = verdicts.filter(({ verdict }) => verdict !== "right").map(({ line }) => line);
    expect(count(verdicts, "right") / verdicts.length, wrong.join("\n")).toBeGreaterThan(RIGHT);
    expect(count(verdicts, "silent"), wrong.join("\n")).toBeLessThanOrEqual(SILENT);
    const silent = wrong.filter((line) => line.startsWith("silent"));
    const unsaid = Object.values(words).flatMap((section) =>
      Object.entries(section).filter(([, files]) =>
        files.some((file) => silent.some((line) => line.includes(` ${file} `))),
      ),
    );
    expect(unsaid, "words of the pipeline with a case that is wrong in silence").toEqual([]);
  }, 120_000);
});
