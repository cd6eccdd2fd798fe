import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { prepareDatabase } from "../../scripts/set-up/database.mjs";
import { startServer } from "../../scripts/set-up/server.mjs";

/**
 * The built product in a real process of wrangler and workerd that can be killed with -9 and
 * restarted on its data. A later clock in the next process makes waiting work due
 * (docs/decisions/local-clock.md).
 */
export const CACHE = fileURLToPath(new URL("../../.cache", import.meta.url));
const DAY = 86_400_000;
const MINUTE = 60_000;

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A UUIDv7-shaped id derived from a name. */
export function idOf(name: string): string {
  const hex = hashOf(name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const tokenOf = (name: string) =>
  Buffer.from(hashOf(`session ${name}`).slice(0, 32)).toString("base64url");

/** Data that a killed product leaves. */
export interface Left {
  persistTo: string;
  /** Reads the database file, also while the product runs. */
  read<Row = Record<string, unknown>>(sql: string, ...values: (string | number)[]): Row[];
  /** Writes to the database file while no product runs. */
  write(statements: readonly string[]): void;
}

/** Prepares a migrated and seeded database in its own folder. */
export async function prepareState(name: string): Promise<Left> {
  const persistTo = join(CACHE, name);
  rmSync(persistTo, { recursive: true, force: true });
  await prepareDatabase({ persistTo });
  return leftIn(persistTo);
}

/** Opens the database of a folder. */
export function leftIn(persistTo: string): Left {
  const folder = join(persistTo, "v3", "d1", "miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((found) => /^[0-9a-f]{64}\.sqlite$/.test(found));
  if (!file) throw new Error(`There is no database in ${folder}.`);
  const open = <T>(readOnly: boolean, use: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(folder, file), { readOnly, timeout: 10_000 });
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  return {
    persistTo,
    read: (sql, ...values) =>
      open(true, (database) => database.prepare(sql).all(...values) as never),
    write: (statements) =>
      open(false, (database) => database.exec(`BEGIN;\n${statements.join(";\n")};\nCOMMIT;`)),
  };
}

/** SQL for a signed-in user. @param preferences overrides of the notification preferences */
export function personSql(
  name: string,
  { role = "user", preferences = {} }: { role?: string; preferences?: object } = {},
): string[] {
  const now = Date.now();
  const wanted = {
    emailEnabled: true,
    pushEnabled: false,
    categories: ["newEvents", "recommendations", "savedEvents", "collections"],
    frequency: "instant",
    ...preferences,
  };
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  return [
    `INSERT INTO users (id, email, email_verified_at, display_name, role, interests, cities, notification_preferences, onboarding_completed_at, search_key, created_at, updated_at)
     VALUES (${text(idOf(name))}, ${text(mailOf(name))}, ${now}, ${text(name)}, ${text(role)}, '[]', '[]', ${text(JSON.stringify(wanted))}, ${now}, ${text(name)}, ${now}, ${now})`,
    `INSERT INTO sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, ends_at)
     VALUES (${text(idOf(name))}, ${text(idOf(name))}, ${text(hashOf(tokenOf(name)))}, ${now}, ${now}, ${now + 30 * DAY}, ${now + 90 * DAY})`,
  ];
}

export const mailOf = (name: string): string => `${name}@bench.example`;

/** SQL for an event in a city with few events. */
export function eventSql(name: string, creator: string, status: "pending" | "approved"): string {
  const now = Date.now();
  const startsAt = now + 200 * DAY;
  const day = new Date(startsAt).toISOString().slice(0, 10);
  return `INSERT INTO events (id, city_id, title_en, description_en, venue_en, starts_at, ends_at, time_zone, local_day, currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, submitted_at, created_at, updated_at)
    SELECT '${idOf(name)}', id, '${name}', 'An evening of the bench.', 'A hall', ${startsAt}, ${startsAt + 7_200_000}, time_zone, '${day}', 'IRR', '["Concert"]', '[]', '[]', '${status}', '${idOf(creator)}', '${name}',
      ${9_000_000_000_000_000 + Number.parseInt(hashOf(name).slice(0, 9), 16)}, ${now}, ${now}, ${now} FROM cities WHERE slug = 'sari'`;
}

export interface Running {
  url: string;
  /** Calls the API as a user. Rejects if the process is dead. */
  ask(
    name: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Cookie of the user's session. */
  cookieOf(name: string): string;
  /** Runs the minute cron once. */
  sweep(): Promise<void>;
  /** Kills the whole process group at once, like a power cut. */
  kill(): Promise<void>;
}

/** The running product, which must not outlive this process. */
let running: Running | null = null;
process.once("SIGINT", () => void running?.kill().finally(() => process.exit(130)));

/** @param ahead minutes by which its clock is ahead of this machine */
export async function startProduct(
  { persistTo }: Left,
  ahead: number,
  vars: Record<string, string> = {},
): Promise<Running> {
  const server = await startServer({
    persistTo,
    vars: { ...vars, CLOCK_OFFSET_MS: String(ahead * MINUTE) },
    logLevel: "none",
  });
  const { url } = server;
  const tokens = new Map<string, string>();
  const post = async (
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<unknown> => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const signIn = async (name: string): Promise<string> => {
    const { idToken } = (await post(
      "/api/v1/auth/session-token",
      {},
      { Origin: url, Cookie: running?.cookieOf(name) ?? "" },
    )) as {
      idToken: string;
    };
    const { access_token } = (await post("/api/v1/auth/login", { firebaseToken: idToken }, {})) as {
      access_token: string;
    };
    tokens.set(name, access_token);
    return access_token;
  };
  running = {
    url,
    async ask(name, method, path, body, headers) {
      const token = tokens.get(name) ?? (await signIn(name));
      return fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${token}`,
          ...headers,
        },
        ...(body === undefined ? null : { body: JSON.stringify(body) }),
      });
    },
    cookieOf: (name) => `rooydad-session=${tokenOf(name)}`,
    async sweep() {
      const response = await fetch(
        `${url}/cdn-cgi/local/scheduled?${new URLSearchParams({ cron: "* * * * *" })}`,
      );
      if (!response.ok) throw new Error(`The cron failed: ${await response.text()}`);
    },
    async kill() {
      running = null;
      try {
        process.kill(-server.pid, "SIGKILL");
      } catch {
        // The process has already ended.
      }
      await server.ended;
      await server.stop();
    },
  };
  return running;
}

/** Prints found and expected values; returns whether all match. */
export function report(
  rows: readonly (readonly [what: string, found: number | string, expected: number | string])[],
): boolean {
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => String(row[at]).length)));
  let holds = true;
  for (const [what, found, expected] of rows) {
    const isRight = expected === "any" || String(found) === String(expected);
    holds &&= isRight;
    console.log(
      `${isRight ? "✓" : "✗"} ${what.padEnd(widths[0] ?? 0)}  ${String(found).padStart(widths[1] ?? 0)}${isRight ? "" : `  (expected ${expected})`}`,
    );
  }
  if (!holds) process.exitCode = 1;
  return holds;
}
