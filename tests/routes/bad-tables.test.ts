import { env, SELF } from "cloudflare:test";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, it, vi } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import * as schema from "../../db/schema";
import { valueTriggers } from "../../scripts/value-triggers";
import { memo } from "../../worker/deps";
import { seedSampleEvents } from "../helpers/sample-database";
import { type Browser, ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const NOW = Date.now();
const deps = createTestDeps(NOW);
/**
 * Walked value by value in bad-values.test.ts; or without them there is no answer at all: the reader's
 * own session, and the state of a restore.
 */
const ELSEWHERE = new Set([
  ...["events", "event_occurrences", "cities", "venues", "organizers", "users", "collections"],
  ...["sessions", "restore_state"],
]);
const tables = (Object.values(schema) as unknown[])
  .filter((one) => is(one, SQLiteTable))
  .filter((table) => !ELSEWHERE.has(getTableName(table)));
const columnsOf = (table: SQLiteTable) =>
  getTableConfig(table).columns.filter(({ generated }) => !generated);
/** Rows of a table that get a bad value: more are on no page. */
const ROWS = 300;

type Value = string | number | null;
const badValue = (column: SQLiteColumn): Value => (column.dataType === "number" ? "x" : "{broken");

let me: Browser;
let event = "";
const filled: SQLiteTable[] = [];

const all = async <Row>(sql: string): Promise<Row[]> =>
  (await env.DB.prepare(sql).all<Row>()).results;

/** A value that a new row may have: of the reader, of the event, or of any row that there is. */
async function plainValue(column: SQLiteColumn): Promise<Value> {
  // Of an event or of an organizer.
  if (column.name === "organizer_id" && /^host_(people|invitations)$/.test(nameOf(column)))
    return null;
  for (const { reference } of getTableConfig(column.table as SQLiteTable).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = reference();
    if (columns.length > 1 || columns[0]?.name !== column.name) continue;
    const name = getTableName(foreignTable);
    if (name === "users") return me.id;
    if (name === "events") return event;
    const [row] = await all<{ value: Value }>(
      `SELECT "${foreignColumns[0]?.name}" AS value FROM "${name}" LIMIT 1`,
    );
    return row?.value ?? null;
  }
  if (column.name === "event_id") return event;
  if (column.name === "user_id") return me.id;
  if (column.enumValues) return column.enumValues[0] ?? "";
  if (/json|custom/.test(column.dataType)) return "[]";
  if (column.dataType === "string") return /(^|_)day$/.test(column.name) ? "2026-11-20" : "x";
  return /_(at|until|after|hour)$/.test(column.name) ? NOW - DAY : 1;
}

const nameOf = (column: SQLiteColumn) => getTableName(column.table as SQLiteTable);

/** Whether a table has a row, or gets one. */
async function fill(table: SQLiteTable): Promise<boolean> {
  const name = getTableName(table);
  if ((await all(`SELECT 1 FROM "${name}" LIMIT 1`)).length > 0) return true;
  const columns = columnsOf(table).filter((one) => one.primary || !one.hasDefault);
  const values = await Promise.all(columns.map(plainValue));
  return env.DB.prepare(
    `INSERT INTO "${name}" (${columns.map((one) => `"${one.name}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  )
    .bind(...values)
    .run()
    .then(
      () => true,
      () => false,
    );
}

beforeAll(async () => {
  for (const level of ["warn", "error", "info"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  await seedSampleEvents(deps.db, NOW, true, true);
  me = await signInAs(deps, "owner");
  const [coming] = await all<{ id: string }>(
    `SELECT e.id FROM events e JOIN cities c ON c.id = e.city_id WHERE is_listed = 1 AND starts_at > ${NOW + DAY} AND schedule IS NULL AND c.slug = 'tehran' ORDER BY starts_at LIMIT 1`,
  );
  event = coming?.id ?? "";
  await env.DB.prepare("UPDATE events SET creator_id = ? WHERE id = ?").bind(me.id, event).run();
  await deps.db.insert(schema.collections).values({
    ...{ id: "of bad tables", ownerId: me.id, name: "Winter", color: "#0b6b71" },
    ...{ icon: schema.COLLECTION_ICONS[0], createdAt: NOW, updatedAt: NOW },
  });
  // Rows may be older than the triggers, or changed by hand.
  for (const { name } of valueTriggers()) await env.DB.prepare(`DROP TRIGGER "${name}"`).run();
  let left = tables;
  // Some need rows of others first.
  for (let round = 0; round < 4; round += 1) {
    const still: SQLiteTable[] = [];
    for (const table of left) ((await fill(table)) ? filled : still).push(table);
    left = still;
  }
}, 120_000);

const pages = () => ({
  ofAll: [
    ...["/", "/events", "/events?view=calendar", "/events?q=concert", "/discover", "/categories"],
    ...["/cities/tehran", "/cities/tehran/week", "/venues/tehran/vahdat-hall", "/sitemap.xml"],
    ...[`/events/${event}`, `/events/${event}/ics`, "/events.ics", "/cities/tehran/events.atom"],
    ...["/api/v1/events", `/api/v1/events/${event}`],
  ],
  own: [
    ...["/my-events", "/saved", "/collections", "/events/create", "/notifications"],
    `/my-events/${event}`,
    ...["?tab=going", "/people", "/rsvp", "/messages"].map((part) => `/my-events/${event}${part}`),
    ...[`/events/${event}/rsvp`, `/events/${event}/edit`, `/events/${event}/change`],
    ...[
      "",
      "/security",
      "/data",
      "/preferences",
      "/webhooks",
      "/calendar",
      "/follows",
      "/pages",
    ].map((part) => `/account${part}`),
    ...["dashboard", "operations", "events", "cities", "users", `users/${me.id}`, "venues"],
    ...["inbox", "pending-events", "flagged-events", "deleted-events", "audit-log", "weeks"],
    ...["notification-rules", "email-templates", "notification-analytics", "channels"],
    ...["feature-flags", "platform-settings", "search?q=music"],
  ].map((path) => (path.startsWith("/") ? path : `/admin/${path}`)),
});

let asked = 0;

/** @returns what fails, asked with nothing remembered */
async function failing(): Promise<string[]> {
  memo.clear();
  await env.DB.prepare("UPDATE content_versions SET version = version + 1").run();
  const failed: string[] = [];
  const { ofAll, own } = pages();
  for (const path of [...ofAll, ...own]) {
    asked += 1;
    // No budget of an address is used up; on loopback a person has a hundred times as much.
    const address = ofAll.includes(path) ? `203.0.${asked >> 8}.${asked & 255}` : "127.0.0.1";
    const headers = { Accept: "text/html", "CF-Connecting-IP": address };
    const answer = ofAll.includes(path)
      ? await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" })
      : await me.get(path, headers);
    const text = await answer.text().catch(String);
    if (answer.status >= 500 || answer.status === 429)
      failed.push(`${answer.status} ${path} ${/"requestId".*/.exec(text)?.[0] ?? ""}`);
  }
  return failed;
}

it("bad values in every table take no page down, a column of each at a time", {
  timeout: 900_000,
}, async () => {
  expect(tables.filter((table) => !filled.includes(table)).map(getTableName)).toEqual([]);
  expect(await failing()).toEqual([]);
  const most = Math.max(...filled.map((table) => columnsOf(table).length));
  const failed: string[] = [];
  for (let place = 0; place < most; place += 1) {
    const back: D1PreparedStatement[] = [];
    const planted: string[] = [];
    for (const table of filled) {
      const name = getTableName(table);
      const column = columnsOf(table)[place];
      if (!column || column.primary || name === "content_versions") continue;
      const rows = await all<{ id: number; value: Value }>(
        `SELECT rowid AS id, "${column.name}" AS value FROM "${name}" LIMIT ${ROWS}`,
      ).catch(() => []);
      const set = (value: Value, id: number) =>
        env.DB.prepare(`UPDATE "${name}" SET "${column.name}" = ? WHERE rowid = ?`).bind(value, id);
      const [first] = rows;
      if (!first) continue;
      // What the database itself refuses is not there.
      const isPlanted = await env.DB.batch(rows.map(({ id }) => set(badValue(column), id))).then(
        () => true,
        () => false,
      );
      if (!isPlanted) continue;
      planted.push(`${name}.${column.name}`);
      back.push(...rows.map(({ id, value }) => set(value, id)));
    }
    const found = await failing();
    if (found.length > 0) failed.push(`${planted.join(" ")}: ${found.join(", ")}`);
    for (let from = 0; from < back.length; from += 500)
      await env.DB.batch(back.slice(from, from + 500));
  }
  expect(failed).toEqual([]);
});
