/**
 * Reading of announcements: `npm run bench:intake`, with `-- --wrong` for what is not right, and
 * `-- --held-out` for the half that was not used in development. The cases are in
 * tests/intake/cases.test.ts.
 */
import { readdirSync, readFileSync } from "node:fs";
import {
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
/** One in eight: the others were used in development. */
const isHeldOut = ({ id }: JudgedAnnouncement) => Number(/(\d+)$/.exec(id)?.[1]) % 8 === 7;
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

const developed = report(
  "developed with",
  all.filter((one) => !isHeldOut(one) && (!only || one.id === only)),
);
const heldOut = report(
  "held out",
  all.filter((one) => isHeldOut(one) && (!only || one.id === only)),
);
if (process.argv.includes("--wrong"))
  for (const { id, field, verdict, expected, read: got } of process.argv.includes("--held-out")
    ? heldOut
    : developed)
    if (verdict !== "right")
      console.log(
        `${verdict.padEnd(6)} ${id} ${field}: ${JSON.stringify(expected)} ← ${JSON.stringify(got)}`,
      );
