import { GONE } from "../../backups/backup-rows";
import { type Bucket, keysIn, partKey, type Whole } from "../../backups/write-backup";
import { writeBackup } from "./backup-file";

/** Rows of a table that changes take out and put in, as lines. */
interface Change {
  gone: Set<string>;
  come: string[];
}

async function textOf(bucket: Bucket, key: string): Promise<string> {
  const object = await bucket.get(key);
  if (!object) throw new Error(`The bucket has no ${key}.`);
  return object.text();
}
// Texts may have other breaks of lines than this one.
const linesOf = (text: string) => text.split("\n").filter(Boolean);
const tableOf = (line: string) => (JSON.parse(line) as { table: string }).table;

function changesIn(text: string): { changes: Map<string, Change>; summary: string } {
  const changes = new Map<string, Change>();
  let summary = "";
  let change: Change | undefined;
  for (const line of linesOf(text))
    if (line.startsWith(GONE)) change?.gone.add(line.slice(GONE.length, -1));
    else if (line.startsWith("[")) change?.come.push(line);
    else if (line.startsWith('{"table"')) {
      change = { gone: new Set(), come: [] };
      changes.set(tableOf(line), change);
    } else summary = line;
  return { changes, summary };
}

/**
 * Writes the last backup of a bucket that is not later than a moment as one file, as `npm run backup`
 * writes it: the whole one of that day, with the changes since then. @param moment its beginning, UTC:
 * 2026-11-28, 2026-11-28T14 or 2026-11-28T14:10
 * @returns the key of its last part
 */
export async function gatherBackup(bucket: Bucket, file: string, moment?: string): Promise<string> {
  const until = moment?.replaceAll(":", "-").slice(0, 16) ?? "9999";
  if (moment !== undefined && !/^\d{4}-\d\d-\d\d(T\d\d(-\d\d)?)?$/.test(until))
    throw new Error(`${moment} is no moment. Write it as 2026-11-28T14:10, in UTC.`);
  const keys = await keysIn(bucket);
  const isEarly = (one: string) => one.slice(0, until.length) <= until;
  const key = keys.findLast((one) => one.endsWith("/whole.json") && isEarly(one));
  if (!key) throw new Error("The bucket has no whole backup of that time.");
  const { folder, parts, migrations, tables } = JSON.parse(await textOf(bucket, key)) as Whole;
  const begins = `${folder}/changes-`;
  const last = keys.findLast((one) => one.startsWith(begins) && isEarly(one.slice(begins.length)));
  const { changes, summary } = last
    ? changesIn(await textOf(bucket, last))
    : {
        changes: new Map<string, Change>(),
        summary: JSON.stringify({
          summary: {
            migrations,
            tables: Object.fromEntries(
              tables.map(({ name, rows, digest }) => [name, { rows, digest }]),
            ),
          },
        }),
      };
  await writeBackup(file, async (write) => {
    let change: Change | undefined;
    const endTable = async () => {
      for (const line of change?.come ?? []) await write(`${line}\n`);
      if (change && change.gone.size > 0)
        throw new Error(`${last} takes out rows that the backup of ${folder} does not have.`);
    };
    for (let part = 0; part < parts; part += 1)
      for (const line of linesOf(await textOf(bucket, partKey(folder, part)))) {
        if (line.startsWith("{")) {
          await endTable();
          change = changes.get(tableOf(line));
        } else if (change?.gone.delete(line)) continue;
        await write(`${line}\n`);
      }
    await endTable();
    await write(`${summary}\n`);
  });
  return last ?? key;
}
