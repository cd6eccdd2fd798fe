import { env } from "cloudflare:workers";
import { applyD1Migrations } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../../db/client";
import { presetRange } from "../../app/lib/dates.server";
import judged from "../../app/modules/search/judged-queries.json";
import { type Grades, ndcg } from "../../app/modules/search/ndcg";
import { searchEvents } from "../../app/modules/search/search-events.server";
import { understandQuery } from "../../app/modules/search/understand-query";
import { cities as cityTable } from "../../db/schema";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";

let db: Database;
let keys: Map<string, string>;
let cities: (typeof cityTable.$inferSelect)[];
const now = SAMPLE_NOW;

async function search(q: string, limit = 10) {
  const understood = understandQuery(q, { cities });
  const city = cities.find(({ slug }) => slug === understood.filters.city);
  const range = understood.filters.when ? presetRange(understood.filters.when, now, city?.timeZone ?? "Asia/Tehran", city?.countryCode ?? "IR") : null;
  const result = await searchEvents(db, {
    words: understood.words,
    filters: {
      ...(city ? { cityId: city.id } : null),
      ...(understood.filters.category ? { categories: [understood.filters.category] } : null),
      ...(understood.filters.free ? { free: true } : null),
    },
    ...range,
    includePast: false,
    now,
    limit,
    offset: 0,
    understood,
    explicit: { filters: {} },
  });
  return { understood, result, found: result.ids.map((id) => keys.get(id) ?? id) };
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  db = createDatabase(env.DB);
  keys = await seedSampleEvents(db, now);
  cities = await db.select().from(cityTable).all();
}, 120_000);

describe("search quality", () => {
  it("reaches nDCG@10 of 0.95 over the judged queries, and 0.85 for each kind", async () => {
    const byKind = new Map<string, number[]>();
    const rows: string[] = [];
    for (const { kind, q, grades } of judged as unknown as { kind: string; q: string; grades: Grades }[]) {
      const { found, result, understood } = await search(q);
      const value = ndcg(found, grades);
      byKind.set(kind, [...(byKind.get(kind) ?? []), value]);
      if (value < 0.93) rows.push(`${value.toFixed(3)} [${kind}] ${q} → ${result.matched} ${result.exactTotal}/${result.total} words=«${understood.words}» ${JSON.stringify(understood.filters)} ${result.correctedWords ?? ""}\n      got ${found.map((k) => `${k}:${grades[k] ?? 0}`).join(" ")}\n      missed ${Object.entries(grades).filter(([k]) => !found.includes(k)).sort((a, b) => b[1] - a[1]).slice(0, 10).map(([k, g]) => `${k}:${g}`).join(" ")}`);
    }
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const all = [...byKind.values()].flat();
    console.log([...rows, ...[...byKind].map(([kind, values]) => `${kind} ${mean(values).toFixed(3)} (${values.length})`), `ALL ${mean(all).toFixed(4)} (${all.length})`].join("\n"));
    expect(mean(all)).toBeGreaterThanOrEqual(0.95);
  });
});
