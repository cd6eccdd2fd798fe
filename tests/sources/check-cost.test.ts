import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { HOUR } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { beginSourceChecks } from "../../app/modules/intake/sources/begin-checks.server";
import {
  sourceChecksPurge,
  sourceItemsPurge,
} from "../../app/modules/intake/sources/purge-sources.server";
import {
  listSources,
  sourceDetails,
  sourceStats,
} from "../../app/modules/intake/sources/queries.server";
import { addEventsSql } from "../bench/waiting-sql";
import { createCity } from "../factories/city";
import { addActor } from "../helpers/organizers";
import { type Recording, recordDatabase } from "../helpers/recording-database";
import { addSource, calendar, checksOf, runChecks } from "../helpers/sources";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

/** Limit of D1. */
const PARAMETERS_MAX = 100;
const SOURCES = 2;
const ITEMS = 500;
/** Tables that are short by nature, lists in parameters, and subqueries with a LIMIT. */
const SHORT =
  /^SCAN ((cities|content_versions|platform_settings|feature_flags|json_each|found|counted|value|ids)\b|\(subquery|(\d+ )?CONSTANT)|VIRTUAL TABLE/;

let deps: TestDeps;
let admin: Actor;
const ids: string[] = [];
let changed = false;

const WORDS = [
  "setar",
  "clay",
  "stars",
  "puppets",
  "ink",
  "chess",
  "verse",
  "film",
  "seeds",
  "brass",
  "glass",
  "wool",
  "paper",
  "salt",
];
const hostOf = (source: number) => `hall${source}.rooydad-fixtures.org`;
function documentOf(source: number): string {
  return calendar(
    ...Array.from({ length: ITEMS }, (_, index) => ({
      uid: `${index}@${source}`,
      title: `${WORDS[index % 14]} ${WORDS[(index * 3 + source) % 13]} ${WORDS[(index * 5) % 11]} ${source * ITEMS + index}`,
      start: `2027${String(1 + (index % 12)).padStart(2, "0")}${String(1 + (index % 28)).padStart(2, "0")}T${changed && index % 10 === 0 ? "21" : "19"}0000`,
      venue: `House ${source}-${index % 20}`,
    })),
  );
}

beforeAll(async () => {
  deps = createTestDeps();
  admin = await addActor(deps, "admin");
  const { id: cityId } = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
  for (let from = 0; from < 10_000; from += 2_500)
    await env.DB.prepare(addEventsSql("approved", from, 2_500, cityId, admin.id, TUESDAY)).run();
  for (let source = 0; source < SOURCES; source += 1)
    ids.push(
      await addSource(deps, admin, "", {
        name: hostOf(source),
        url: `https://${hostOf(source)}/events.ics`,
      }),
    );
  vi.spyOn(globalThis, "fetch").mockImplementation((async (input: URL | string) => {
    const url = new URL(input);
    if (url.pathname === "/robots.txt") return new Response(null, { status: 404 });
    return new Response(documentOf(Number(/\d+/.exec(url.host)?.[0])), {
      headers: { "Content-Type": "text/calendar" },
    });
  }) as typeof fetch);
}, 240_000);

/** Runs all checks. @returns their statements */
async function checkAll(): Promise<Recording> {
  const recording = recordDatabase(env.DB);
  const recorded: TestDeps = { ...deps, db: recording.db };
  expect(await beginSourceChecks(recorded)).toEqual({ checks: SOURCES });
  await runChecks(recorded, {});
  return recording;
}

async function scansOf({ statements }: Pick<Recording, "statements">): Promise<string[]> {
  const one = new Map(statements.map((statement) => [statement.sql, statement]));
  // The tests' helper reads the queue.
  const scans: string[] = [];
  for (const { sql, parameters } of one.values()) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    for (const { detail } of results)
      if (
        detail.startsWith("SCAN ") &&
        !SHORT.test(detail) &&
        !sql.includes("kind = 'source.check'")
      )
        scans.push(`${detail} in ${sql}`);
  }
  return scans;
}

describe(`${SOURCES} sources of ${ITEMS} items among 10,000 events`, () => {
  it("are read, changed and left alone within D1's limits, without a full scan", async () => {
    const figures: Record<string, { roundTrips: number }> = {};
    for (const [name, counts] of [
      ["first", { added: ITEMS, changed: 0 }],
      ["changed", { added: 0, changed: ITEMS / 10 }],
      ["same", { added: 0, changed: 0 }],
    ] as const) {
      changed = name !== "first";
      const recording = await checkAll();
      const parameters = Math.max(
        ...recording.statements.map((statement) => statement.parameters.length),
      );
      figures[name] = { roundTrips: recording.roundTrips };
      expect(await scansOf(recording)).toEqual([]);
      expect(parameters).toBeLessThanOrEqual(PARAMETERS_MAX);
      for (const id of ids)
        expect((await checksOf(deps, id)).at(-1)).toMatchObject({
          status: name === "same" ? "not-modified" : "ok",
          items: ITEMS,
          ...counts,
        });
      deps.pass(7 * HOUR);
    }
    const tripsOf = (name: string) => (figures[name]?.roundTrips ?? 0) / SOURCES;
    expect([tripsOf("first") <= 90, tripsOf("changed") <= 270, tripsOf("same") <= 10]).toEqual([
      true,
      true,
      true,
    ]);
  }, 600_000);

  it.each([
    [
      "the list",
      (asked: TestDeps) =>
        listSources(asked, admin, { health: "failing", city: "tehran" }, null, 50),
    ],
    ["the figures", (asked: TestDeps) => sourceStats(asked, admin)],
    ["a source's page", (asked: TestDeps) => sourceDetails(asked, admin, ids[0] ?? "")],
    ["the purge of checks", (asked: TestDeps) => sourceChecksPurge.round(asked)],
    ["the purge of items", (asked: TestDeps) => sourceItemsPurge.round(asked)],
  ])("%s is read by its indexes", async (_, work) => {
    const recording = recordDatabase(env.DB);
    await work({ ...deps, db: recording.db });
    expect(
      (await scansOf(recording)).filter(
        (scan) => !/^SCAN (sources|source_proposals USING COVERING INDEX)\b/.test(scan),
      ),
    ).toEqual([]);
  });
});
