import { env, SELF } from "cloudflare:test";
import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import {
  cities,
  collections,
  eventOccurrences,
  events,
  organizers,
  users,
  venues,
} from "../../db/schema";
import { valueTriggers } from "../../scripts/value-triggers";
import { memo } from "../../worker/deps";
import { seedSampleEvents } from "../helpers/sample-database";
import { type Browser, ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const NOW = Date.now();
const deps = createTestDeps(NOW);

const LISTS = [
  "/",
  "/events",
  "/events?view=map",
  "/events?view=calendar",
  "/events?city=tehran&when=month",
  "/events?q=concert",
  "/events?free=1",
  "/discover",
  "/categories",
  "/categories/concert",
  "/cities",
  "/cities/tehran",
  "/cities/tehran/week",
  "/venues/tehran/vahdat-hall",
  "/embed/events?city=tehran",
  "/events.ics",
  "/events.atom",
  "/events.json",
  "/cities/tehran/events.ics",
  "/cities/tehran/events.atom",
  "/venues/tehran/vahdat-hall/events.ics",
  "/sitemap.xml",
  "/sitemap.xml?part=1",
  "/api/v1/events",
  "/api/v1/events?city=tehran&sort=popular",
  "/api/v1/events?q=concert",
  "/api/v1/cities",
  "/api/v1/cities/tehran",
];
const OWN = [
  "/",
  "/events?view=calendar",
  "/my-events",
  "/saved",
  "/account",
  "/account/preferences",
];
const STAFF = [
  "/admin/dashboard",
  "/admin/operations",
  "/admin/events",
  "/admin/cities",
  "/admin/users",
  "/admin/venues",
];

type Value = string | number | null;

/** Values that no code writes, by what the column holds. */
function badValues(column: SQLiteColumn): Value[] {
  const none = column.notNull ? [] : [null];
  if (column.dataType === "json" || column.dataType === "custom")
    return ["{broken", "", "7", "{}", "[null]", "[7]", ...none];
  if (column.dataType === "string") return ["x", "", "{broken", ...none];
  return ["x", -1, 9e15, 1e300, ...none];
}

const columnsOf = (table: SQLiteTable) =>
  getTableConfig(table).columns.filter(({ generated }) => !generated);

async function first(query: string): Promise<Record<string, Value>> {
  const row = await env.DB.prepare(query).first<Record<string, Value>>();
  return row ?? expect.fail(query);
}

interface Planted {
  label: string;
  key: string;
}

/** Copies of a row, each with one bad value. What the database itself refuses is not there. */
async function plantCopies(
  table: SQLiteTable,
  row: Record<string, Value>,
  renew: (at: number) => Record<string, Value>,
): Promise<Planted[]> {
  const name = getTableName(table);
  const columns = columnsOf(table);
  const key = columns.find(({ primary }) => primary)?.name ?? "";
  const names = columns.map((column) => `"${column.name}"`);
  const copy = env.DB.prepare(
    `INSERT INTO "${name}" (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  );
  const planted: Planted[] = [];
  let at = 0;
  for (const column of columns)
    for (const value of column.primary ? [] : badValues(column)) {
      at += 1;
      const whole = { ...row, ...renew(at) };
      await copy.bind(...columns.map((one) => whole[one.name] ?? null)).run();
      const id = String(whole[key]);
      const isPlanted = await env.DB.prepare(
        `UPDATE "${name}" SET "${column.name}" = ? WHERE "${key}" = ?`,
      )
        .bind(value, id)
        .run()
        .then(
          () => true,
          () => false,
        );
      if (isPlanted) planted.push({ label: `${name}.${column.name} = ${value}`, key: id });
      else await env.DB.prepare(`DELETE FROM "${name}" WHERE "${key}" = ?`).bind(id).run();
    }
  return planted;
}

/** A bad value in each column of a row in turn, which then has its own value again. */
async function inTurn(
  table: SQLiteTable,
  where: string,
  work: (label: string) => Promise<void>,
): Promise<void> {
  const name = getTableName(table);
  const own = await first(`SELECT * FROM "${name}" WHERE ${where}`);
  const set = (column: string, value: Value) =>
    env.DB.prepare(`UPDATE "${name}" SET "${column}" = ? WHERE ${where}`).bind(value).run();
  for (const column of columnsOf(table).filter((one) => !where.includes(`"${one.name}"`))) {
    const [value = "x"] = badValues(column);
    const isPlanted = await set(column.name, value).then(
      () => true,
      () => false,
    );
    if (!isPlanted) continue;
    await work(`${name}.${column.name} = ${value}`);
    await set(column.name, own[column.name] ?? null);
  }
}

let failed: string[] = [];
let asked = 0;
let staff: Browser;

/** Asks a page with nothing remembered; a failure is kept for the end. */
async function ask(
  path: string,
  label: string,
  get: Browser["get"] = (to, headers) =>
    SELF.fetch(ORIGIN + to, { headers: { Accept: "text/html", ...headers }, redirect: "manual" }),
): Promise<string> {
  memo.clear();
  asked += 1;
  // No budget of an address is used up.
  const answer = await get(path, { "CF-Connecting-IP": `203.0.${asked >> 8}.${asked & 255}` });
  if (answer.status >= 500 || answer.status === 429)
    failed.push(`${answer.status} ${path} · ${label}`);
  return answer.text().catch((error) => {
    failed.push(`${error} ${path} · ${label}`);
    return "";
  });
}

/** Kept pages belong to a version of the content. */
const renewPages = () => env.DB.prepare("UPDATE content_versions SET version = version + 1").run();

beforeAll(async () => {
  for (const level of ["warn", "error", "info"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  await seedSampleEvents(deps.db, NOW, true, true);
  staff = await signInAs(deps, "owner");
  for (const path of LISTS)
    expect([path, (await SELF.fetch(ORIGIN + path)).status]).toEqual([path, 200]);
  // Rows may be older than the triggers, or changed by hand.
  for (const { name } of valueTriggers()) await env.DB.prepare(`DROP TRIGGER "${name}"`).run();
});
afterAll(async () => {
  for (const { sql } of valueTriggers()) await env.DB.prepare(sql).run();
});
beforeEach(() => {
  failed = [];
});

describe("one bad value in any column takes no page down", { timeout: 300_000 }, () => {
  it("of an event: lists leave it out, and its own page is not found", async () => {
    const row = await first(
      `SELECT * FROM events WHERE is_listed = 1 AND starts_at > ${NOW + DAY} AND schedule IS NULL AND city_id = (SELECT id FROM cities WHERE slug = 'tehran') ORDER BY starts_at LIMIT 1`,
    );
    const planted = await plantCopies(events, row, (at) => ({
      id: `019b0000-0000-7000-8000-${String(at).padStart(12, "0")}`,
      search_rowid: 5_000_000_000 + at,
      title_en: `Planted ${at}`,
      title_key: `planted ${at}`,
    }));
    expect(planted.length).toBeGreaterThan(100);
    await renewPages();
    for (const path of LISTS) await ask(path, "all of them");
    const list = await ask("/api/v1/events?limit=100", "all of them");
    expect(list).toContain('"items":[{');
    for (const { label, key } of planted) {
      if (/\.(time_zone|currency|local_day) = x/.test(label)) {
        // The API does not read the day.
        if (!label.includes("local_day")) expect(list).not.toContain(key);
        const page = await SELF.fetch(`${ORIGIN}/api/v1/events/${key}`);
        expect([label, page.status]).toEqual([label, 404]);
        // Staff open it where Operations leads them.
        const form = await staff.get(`/events/${key}/edit`);
        expect([label, form.status]).toEqual([label, 200]);
      }
      for (const path of [`/events/${key}`, `/api/v1/events/${key}`, `/events/${key}/ics`])
        await ask(path, label);
    }
    for (const path of STAFF) await ask(path, "all of them", staff.get);
    expect(failed).toEqual([]);
  });

  it("of a date of a series", async () => {
    const { id } = await first(
      "SELECT event_id AS id FROM event_occurrences o JOIN events e ON e.id = o.event_id WHERE e.schedule IS NOT NULL AND o.is_over = 0 GROUP BY 1 HAVING count(*) > 3 LIMIT 1",
    );
    const { start } = await first(
      `SELECT original_start AS start FROM event_occurrences WHERE event_id = '${id}' AND is_over = 0 ORDER BY starts_at LIMIT 1`,
    );
    await inTurn(
      eventOccurrences,
      `"event_id" = '${id}' AND "original_start" = '${start}'`,
      async (label) => {
        await renewPages();
        for (const path of [
          "/",
          "/events",
          "/events.ics",
          "/api/v1/events",
          `/events/${id}`,
          `/events/${id}/ics`,
          `/api/v1/events/${id}`,
        ])
          await ask(path, label);
      },
    );
    expect(failed).toEqual([]);
  });

  it("of a city", async () => {
    const row = await first("SELECT * FROM cities WHERE slug = 'tehran'");
    const planted = await plantCopies(cities, row, (at) => ({
      id: `019b0000-0000-7000-8100-${String(at).padStart(12, "0")}`,
      slug: `planted-${at}`,
    }));
    await renewPages();
    for (const path of LISTS) await ask(path, "all of them");
    for (const { label, key } of planted) {
      const { slug } = await first(`SELECT slug FROM cities WHERE id = '${key}'`);
      for (const path of [
        `/cities/${slug}`,
        `/api/v1/cities/${slug}`,
        `/events?city=${slug}`,
        `/cities/${slug}/events.ics`,
      ])
        await ask(path, label);
      // Staff open it where Operations leads them, whatever its slug is.
      const form = await staff.get(`/admin/cities/${key}`);
      expect([label, form.status]).toEqual([label, 200]);
    }
    for (const path of STAFF) await ask(path, "all of them", staff.get);
    expect(await ask("/cities", "all of them")).toContain("/cities/tehran");
    await env.DB.prepare(
      "DELETE FROM cities WHERE slug LIKE 'planted-%' OR id LIKE '019b0000-0000-7000-8100-%'",
    ).run();
    expect(failed).toEqual([]);
  });

  it("of a venue or an organizer", async () => {
    for (const [table, key, path] of [
      [venues, "venue_id", "/venues/tehran"],
      [organizers, "organizer_id", "/organizers"],
    ] as const) {
      const { id, slug, event } = await first(
        `SELECT h.id, h.slug, e.id AS event FROM ${getTableName(table)} h JOIN events e ON e.${key} = h.id JOIN cities c ON c.id = e.city_id WHERE (c.slug = 'tehran' OR ${table === organizers}) AND e.is_listed = 1 LIMIT 1`,
      );
      await inTurn(table, `"id" = '${id}'`, async (label) => {
        await renewPages();
        for (const to of [
          `${path}/${slug}`,
          `${path}/${slug}/events.ics`,
          `/events/${event}`,
          "/events",
        ])
          await ask(to, label);
        for (const to of ["/admin/venues", `/admin/venues/${id}`]) await ask(to, label, staff.get);
      });
    }
    expect(failed).toEqual([]);
  });

  it("of an account", async () => {
    const me = await signInAs(deps, "owner");
    await inTurn(users, `"id" = '${me.id}'`, async (label) => {
      for (const path of OWN) await ask(path, label, me.get);
      for (const path of ["/admin/users", `/admin/users/${me.id}`])
        await ask(path, label, staff.get);
    });
    expect(failed).toEqual([]);
  });

  it("of a collection", async () => {
    const me = await signInAs(deps);
    await me.get("/saved");
    const [{ id } = expect.fail()] = await deps.db
      .insert(collections)
      .values({
        ...{ id: crypto.randomUUID(), ownerId: me.id, name: "Mine", color: "rose", icon: "heart" },
        ...{ createdAt: NOW, updatedAt: NOW },
      })
      .returning({ id: collections.id });
    await inTurn(collections, `"id" = '${id}'`, async (label) => {
      for (const path of ["/", "/saved", "/collections", `/collections/${id}`])
        await ask(path, label, me.get);
    });
    expect(failed).toEqual([]);
  });
});

it("a value that a column may not hold is refused by the database itself", async () => {
  const triggers = valueTriggers().filter(({ name }) => name.endsWith("_events"));
  for (const { sql } of triggers) await env.DB.prepare(sql).run();
  for (const [column, value] of [
    ["status", "x"],
    ["currency", "rial"],
    ["local_day", "1405-9-17"],
    ["latitude", 91],
    ["tags", "{broken"],
  ])
    await expect(
      env.DB.prepare(`UPDATE events SET "${column}" = ?`).bind(value).run(),
    ).rejects.toThrow(`events.${column} may not hold that value`);
  for (const { name } of triggers) await env.DB.prepare(`DROP TRIGGER "${name}"`).run();
});
