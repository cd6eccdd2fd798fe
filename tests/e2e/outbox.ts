import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { expect } from "playwright/test";

const FOLDER = "v3/d1/miniflare-D1DatabaseObject";

/** Opens the server's D1 file for reading, which SQLite allows while another process writes. */
function openDatabase(): DatabaseSync {
  const state = process.env.E2E_STATE;
  if (!state)
    throw new Error(
      "The outbox can only be read of a server that the tests have started themselves.",
    );
  const folder = join(state, FOLDER);
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  if (!file) throw new Error(`There is no database in ${folder}.`);
  return new DatabaseSync(join(folder, file), { readOnly: true });
}

/**
 * Path of the link in the latest mail of a kind to an address. Polls, since some mails are written
 * after the response.
 */
export async function linkInMail(kind: string, to: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const database = openDatabase();
    try {
      const row = database
        .prepare(
          "SELECT text FROM mails WHERE kind = ? AND to_address = ? ORDER BY id DESC LIMIT 1",
        )
        .get(kind, to);
      const url = new URL(/https?:\S+/.exec(String(row?.text ?? ""))?.[0] ?? "none");
      link = url.pathname + url.search;
    } finally {
      database.close();
    }
  }).toPass({ timeout: 10_000 });
  return link;
}

/** Rows of the server's database. */
export function rowsOf(sql: string): Record<string, unknown>[] {
  const database = openDatabase();
  try {
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}
