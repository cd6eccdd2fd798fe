import { env } from "cloudflare:test";
import { lt } from "drizzle-orm";
import { expect, it } from "vitest";
import { purgeMails } from "../../app/modules/mail/deliver-mail.server";
import { purgeInRounds } from "../../app/modules/queues/purge-rounds.server";
import { mails } from "../../db/schema";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps();
const DAY = 86_400_000;

const fill = (count: number, createdAt: number) =>
  deps.db.run(
    `WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${count})
     INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at)
     SELECT '${createdAt}-' || at, '${createdAt}-' || at, 'k', 'a@b', 'en', 's', 't', 'h', 0, ${createdAt} FROM n`,
  );

it("removes a backlog of more than 10,000 in one night, and leaves what is young", async () => {
  await fill(12_500, deps.clock.now() - 100 * DAY);
  await fill(3, deps.clock.now() - 1 * DAY);
  expect(await purgeMails(deps)).toEqual({ removed: 12_500, isDone: true });
  expect(await deps.db.$count(mails)).toBe(3);
});

it("in rounds of so many rows", async () => {
  await fill(25, 1);
  const recording = recordDatabase(env.DB);
  expect(await purgeInRounds({ db: recording.db }, mails, lt(mails.createdAt, 2), 10)).toEqual({ removed: 25, isDone: true });
  expect(recording.statements.filter(({ sql }) => sql.startsWith("delete"))).toHaveLength(3);
});
