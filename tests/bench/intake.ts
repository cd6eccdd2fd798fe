/**
 * Reading of announcements: `npm run bench:intake`, with `-- --wrong` for what is not right,
 * `-- --silent` for what is wrong in silence, `-- --id=fifth` for the ids that begin so. The cases are in tests/intake/cases.test.ts.
 */
import { readdirSync, readFileSync } from "node:fs";
import {
  asksNothingNeedless,
  type JudgedAnnouncement,
  type JudgedCity,
  type JudgedField,
  judgeAnnouncement,
} from "../intake/judge-announcement";

const FOLDER = new URL("../intake/announcements/", import.meta.url);
const read = <T>(url: URL): T => JSON.parse(readFileSync(url, "utf8")) as T;

const cities = read<JudgedCity[]>(new URL("../intake/cities.json", import.meta.url));
const all = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => read<JudgedAnnouncement[]>(new URL(name, FOLDER)));
const only = process.argv.find((argument: string) => argument.startsWith("--id="))?.slice(5);

function report(name: string, announcements: readonly JudgedAnnouncement[]): JudgedField[] {
  const fields = announcements.flatMap((one) => judgeAnnouncement(one, cities));
  const line = (label: string, list: readonly JudgedField[]) => {
    const count = (verdict: JudgedField["verdict"]) =>
      list.filter((field) => field.verdict === verdict).length;
    const right = (count("right") / Math.max(list.length, 1)).toFixed(3);
    console.log(
      `${label.padEnd(26)} ${right}  ${String(count("right")).padStart(5)} right  ${String(count("told")).padStart(4)} wrong, told  ${String(count("silent")).padStart(4)} wrong in silence`,
    );
  };
  console.log(`\n${name}: ${announcements.length} announcements`);
  line("all", fields);
  for (const kind of [...new Set(fields.map((field) => field.kind))].sort())
    line(
      `  ${kind}`,
      fields.filter((field) => field.kind === kind),
    );
  for (const field of [...new Set(fields.map((one) => one.field))])
    line(
      `  · ${field}`,
      fields.filter((one) => one.field === field),
    );
  return fields;
}

const fields = report(
  "announcements",
  all.filter((one) => !only || one.id.startsWith(only)),
);
const single = all.filter(
  ({ id, expected }) => expected.length === 1 && (!only || id.startsWith(only)),
);
console.log(
  `\nposts of one event without a needless finding: ${single.filter((one) => asksNothingNeedless(one, cities)).length} of ${single.length}`,
);
const isShown = ({ verdict }: JudgedField) =>
  process.argv.includes("--silent") ? verdict === "silent" : verdict !== "right";
if (process.argv.includes("--wrong") || process.argv.includes("--silent"))
  for (const { id, field, verdict, expected, read: got } of fields.filter(isShown))
    console.log(
      `${verdict.padEnd(6)} ${id} ${field}: ${JSON.stringify(expected)} ← ${JSON.stringify(got)}`,
    );
