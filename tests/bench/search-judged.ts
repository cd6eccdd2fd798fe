/**
 * Quality of search over the judged queries (tests/search/judged): `npm run bench:search`, with `--
 * --held-out` for single queries of the held-out half, `-- --typeahead` for a walk of all beginnings (minutes). Real local D1 with the sample events, at the
 * clock of the tests.
 */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { createMemo } from "../../app/lib/runtime/memo";
import { createDatabase } from "../../db/client";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import {
  ASKED_TABLES,
  type AskedAnswer,
  answerAsked,
  askedReport,
} from "../search/judged/asked-queries";
import { answerJudged, judgedReport } from "../search/judged/judged-queries";
import { measureReader } from "../search/judged/reader-time";
import { walkTypeahead } from "../search/judged/typeahead-walk";
import { migrationStatements } from "./migrations";

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    modules: true,
    script: "export default { fetch: () => new Response() };",
    d1Databases: ["DB"],
    compatibilityDate: "2026-11-01",
  }),
);
try {
  const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  for (const statement of migrationStatements()) await d1.prepare(statement).run();
  const db = createDatabase(d1);
  const clock = { now: () => SAMPLE_NOW };
  const keys = await seedSampleEvents(db, SAMPLE_NOW, true, true);
  const deps = { db, clock, memo: createMemo(clock) };
  const showsAll = process.argv.includes("--held-out");
  const asked: AskedAnswer[] = [];
  for (const table of ASKED_TABLES) {
    const answers = await answerAsked(deps, keys, table);
    console.log(`${askedReport(answers, showsAll, table)}\n`);
    asked.push(...answers);
  }
  if (process.argv.includes("--typeahead")) {
    const { prefixes, offers, faults } = await walkTypeahead(deps, keys);
    console.log(`\ntypeahead: ${prefixes} beginnings, ${offers} readings, ${faults.length} faults`);
    for (const { kind, typed, offered } of faults) console.log(`${kind}: ${typed} → ${offered}`);
  }
  const answers = await answerJudged(deps, keys);
  console.log(`\n${judgedReport(answers, showsAll)}`);
  const { median, slowest, query } = measureReader([...answers, ...asked].map(({ q }) => q));
  console.log(
    `\nreader: ${median.toFixed(2)} ms a query, at most ${slowest.toFixed(2)} ms (${query}); bar 2 ms`,
  );
} finally {
  await miniflare.dispose();
}
