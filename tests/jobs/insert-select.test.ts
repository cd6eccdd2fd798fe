import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { insertJson, insertSelect } from "../../app/modules/store/run-guarded.server";
import { createDatabase } from "../../db/client";
import { domainEvents } from "../../db/schema";

const db = createDatabase(env.DB);

const row = {
  // In no order of the table.
  doneAt: null,
  createdAt: sql`value ->> 'now'`,
  values: { title: { en: "A night of setar", fa: null } },
  lastError: null,
  attempts: 0,
  dueAt: 2,
  position: null,
  idempotencyKey: sql`'key:' || (value ->> 'id')`,
  actionPath: "/events/1",
  actorId: null,
  eventId: "1",
  kind: "event-changed",
  trigger: "event.changed" as const,
  id: sql`value ->> 'id'`,
};

it("takes values by the names of columns, and as the columns store them", async () => {
  const from = sql`FROM json_each(${JSON.stringify([
    { id: "a", now: 1 },
    { id: "b", now: 2 },
  ])}) WHERE value ->> 'id' <> 'b'`;
  const written = await insertSelect(db, domainEvents, row, from).returning();
  expect(written).toEqual([{ ...row, id: "a", idempotencyKey: "key:a", createdAt: 1 }]);
});

it("does not compile without a column", () => {
  const { eventId: _left, ...lacking } = row;
  // @ts-expect-error eventId is missing.
  expect(() => insertSelect(db, domainEvents, lacking, sql`WHERE true`)).not.toThrow();
});

it("takes columns from the properties of their names, and what differs as it is given", async () => {
  const { id, idempotencyKey, createdAt, ...own } = row;
  const rows = JSON.stringify([
    { ...own, id: "c", createdAt: 3 },
    { ...own, id: "d", createdAt: 4, dueAt: 9 },
  ]);
  const written = await insertJson(
    db,
    domainEvents,
    rows,
    { idempotencyKey: sql`'key:' || (j.value ->> 'id')`, attempts: 2 },
    sql`j.value ->> 'id' <> 'c'`,
  ).returning();
  expect(written).toEqual([
    { ...own, id: "d", idempotencyKey: "key:d", createdAt: 4, attempts: 2, dueAt: 9 },
  ]);
  // @ts-expect-error No column has this name.
  expect(() => insertJson(db, domainEvents, rows, { nobody: 1 })).not.toThrow();
});
