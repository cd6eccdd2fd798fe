import { globSync, mkdirSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { createDatabase } from "../../db/client";
import { fillWithEvents } from "./fill";
import { migrationStatements } from "./migrations";
import { bundleWorker, serveProduct } from "./serve";

/**
 * What an event takes in the database, with its dates, facets, indexes and search: `npm run
 * bench:size [events]` after `npm run build`. Reads `dbstat` of the seeded database and of the same
 * one with more events; the difference by event is the figure of docs/scale.md.
 */
const EVENTS = Number(process.argv[2] ?? 5_000);
/** A D1 database, bytes. */
const D1 = 10e9;
const CACHE = ".cache/bench-size";
/** Parts of docs/scale.md, by the name of the table that a page belongs to. */
const PARTS: readonly [name: string, tables: RegExp][] = [
  ["search", /^(event_search|event_titles|search_)/],
  ["facets", /^(event_facets|facet_counts|event_day_counts|event_days)/],
  ["dates of series", /^event_occurrences/],
  ["event", /^events$/],
  ["other", /./],
];

interface Sizes {
  events: number;
  dates: number;
  /** Bytes by table or index. */
  pages: Map<string, { part: string; bytes: number }>;
}

function sizesOf(folder: string): Sizes {
  const [file = ""] = globSync(`${folder}/**/*.sqlite`).filter(
    (path) => /d1/i.test(path) && !path.includes("metadata"),
  );
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const rows = database
    .prepare(
      "SELECT stat.name, coalesce(schema.tbl_name, stat.name) AS tbl, sum(stat.pgsize) AS bytes FROM dbstat AS stat LEFT JOIN sqlite_schema AS schema ON schema.name = stat.name GROUP BY 1",
    )
    .all() as { name: string; tbl: string; bytes: number }[];
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
  const sizes = {
    events: count("events"),
    dates: count("event_occurrences"),
    pages: new Map(
      rows.map(({ name, tbl, bytes }) => [
        name,
        { part: PARTS.find(([, tables]) => tables.test(tbl))?.[0] ?? "", bytes },
      ]),
    ),
  };
  database.close();
  return sizes;
}

rmSync(CACHE, { recursive: true, force: true });
mkdirSync(CACHE, { recursive: true });
bundleWorker(`${CACHE}/worker`);
const measured: Sizes[] = [];
// 250 is fewer than the sample events: nothing is added to them.
for (const events of [250, EVENTS]) {
  const state = `${CACHE}/${events}`;
  const { miniflare } = await serveProduct(`${CACHE}/worker`, state);
  const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  for (const statement of migrationStatements()) await d1.prepare(statement).run();
  await fillWithEvents(createDatabase(d1), events, Date.now());
  await miniflare.dispose();
  measured.push(sizesOf(state));
}
const [few, many] = measured as [Sizes, Sizes];
const added = many.events - few.events;
const each = [...many.pages]
  .map(([name, { part, bytes }]) => ({
    ...{ name, part },
    bytes: (bytes - (few.pages.get(name)?.bytes ?? 0)) / added,
  }))
  .sort((one, other) => other.bytes - one.bytes);
const sum = (parts: typeof each) => parts.reduce((total, { bytes }) => total + bytes, 0);
const kB = (bytes: number) => (bytes / 1_000).toFixed(1);
console.log(
  `${added} events with ${((many.dates - few.dates) / added).toFixed(1)} dates each: ${kB(sum(each))} kB an event, ${Math.round(D1 / sum(each)).toLocaleString("en")} events in 10 GB\n\n| part | kB an event |\n|---|---|`,
);
for (const [part] of PARTS)
  console.log(`| ${part} | ${kB(sum(each.filter((one) => one.part === part)))} |`);
console.log("\n| table or index | kB an event |\n|---|---|");
for (const { name, bytes } of each.slice(0, 30)) console.log(`| ${name} | ${kB(bytes)} |`);
