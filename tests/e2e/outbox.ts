import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { expect } from "playwright/test";

const FOLDER = "v3/d1/miniflare-D1DatabaseObject";

/** The server's own D1, opened for reading beside it: SQLite lets readers in while another process writes. */
function openDatabase(): DatabaseSync {
  const state = process.env.E2E_STATE;
  if (!state) throw new Error("The outbox can only be read of a server that the tests have started themselves.");
  const folder = join(state, FOLDER);
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  if (!file) throw new Error(`There is no database in ${folder}.`);
  return new DatabaseSync(join(folder, file), { readOnly: true });
}

/** The path of the link in the newest mail of a kind to somebody, waited for: some mails are written after the answer. */
export async function linkInMail(kind: string, to: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const database = openDatabase();
    try {
      const row = database.prepare("SELECT text FROM mails WHERE kind = ? AND to_address = ? ORDER BY id DESC LIMIT 1").get(kind, to);
      const url = new URL(/https?:\S+/.exec(String(row?.text ?? ""))?.[0] ?? "none");
      link = url.pathname + url.search;
    } finally {
      database.close();
    }
  }).toPass({ timeout: 10_000 });
  return link;
}
