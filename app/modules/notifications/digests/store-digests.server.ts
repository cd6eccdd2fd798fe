import { sql } from "drizzle-orm";
import { digestItems, digests, mails, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { enqueueNotifications } from "../../jobs/queue.server";
import { insertSelect } from "../../store/run-guarded.server";
import { notificationReader } from "../digest-times.server";
import type { DigestRunState, WrittenDigest } from "./send-digests.server";

/**
 * Most that one parameter may hold, characters: D1 takes 2 MB, and a Persian letter is two bytes.
 */
const PARAMETER = 600_000;

export const DIGEST_KINDS = { daily: "digest-daily", weekly: "digest-weekly" } as const;

/** Writes digests, their mails, used items and next due times in one batch. */
export async function storeDigests(
  deps: Deps,
  run: DigestRunState,
  written: readonly WrittenDigest[],
  due: readonly (readonly [string, number | null, number | null])[],
): Promise<void> {
  const { db, clock } = deps;
  if (written.length === 0 && due.length === 0) return;
  const now = clock.now();
  const rows = JSON.stringify(
    written.map(({ reader, period, digest, mail }) => [
      reader.id,
      period.key,
      mail?.id ?? null,
      JSON.stringify(digest.named),
      period.overlaps.from,
      period.overlaps.to,
    ]),
  );
  // By key, since items that arrive meanwhile wait for the next digest.
  const settled = JSON.stringify(
    written.map(({ reader, period, digest, mail }) => [
      reader.id,
      period.key,
      mail?.id ?? null,
      digest.settled.map(({ domainEventId, kind }) => [domainEventId, kind]),
    ]),
  );
  const nexts = JSON.stringify(due);
  const mailed = mailPacks(run, written).map((pack) => {
    const of = (name: string) => sql.raw(`(value ->> '${name}')`);
    const row = {
      id: of("id"),
      idempotencyKey: sql`'digest:' || ${of("userId")} || ':' || ${of("period")}`,
      kind: of("kind"),
      userId: of("userId"),
      toAddress: of("to"),
      locale: of("locale"),
      subject: of("subject"),
      text: of("text"),
      html: of("html"),
      isSecret: false,
      ruleKey: of("rule"),
      unsubscribes: "all",
      isTracked: of("isTracked"),
      openedAt: null,
      clickedAt: null,
      status: "pending" as const,
      attempts: 0,
      dueAt: now,
      lastError: null,
      createdAt: now,
      sentAt: null,
      mailbox: null,
    };
    // None for whom another run was faster.
    const from = sql`FROM json_each(${pack})
      WHERE EXISTS (SELECT 1 FROM digests d WHERE d.user_id = ${of("userId")} AND d.period = ${of("period")} AND d.mail_id = ${of("id")})`;
    return insertSelect(db, mails, row, from).onConflictDoNothing().returning({ id: mails.id });
  });
  const results = (await db.batch([
    insertSelect(
      db,
      digests,
      {
        userId: sql`value ->> 0`,
        period: sql`value ->> 1`,
        mailId: sql`value ->> 2`,
        events: sql`value ->> 3`,
        createdAt: now,
      },
      sql`FROM json_each(${rows})
        WHERE NOT EXISTS (SELECT 1 FROM digests d WHERE d.user_id = value ->> 0 AND d.period >= value ->> 4 AND d.period <= value ->> 5)`,
    ).onConflictDoNothing(),
    db
      .update(digestItems)
      .set({ digestedAt: now })
      .where(
        sql`digested_at IS NULL AND rowid IN (SELECT i.rowid FROM json_each(${settled}) j CROSS JOIN digests d CROSS JOIN json_each(j.value, '$[3]') k CROSS JOIN digest_items i WHERE d.user_id = j.value ->> 0 AND d.period = j.value ->> 1 AND d.mail_id IS j.value ->> 2 AND i.user_id = d.user_id AND i.cause_id = k.value ->> 0 AND i.kind = k.value ->> 1)`,
      ),
    db
      .update(users)
      .set({
        digestDueAt: sql`(SELECT value ->> 1 FROM json_each(${nexts}) WHERE value ->> 0 = users.id)`,
      })
      .where(
        sql`id IN (SELECT value ->> 0 FROM json_each(${nexts})) AND digest_due_at IS (SELECT value ->> 2 FROM json_each(${nexts}) WHERE value ->> 0 = users.id)`,
      ),
    ...mailed,
  ])) as unknown[];
  const ids = results.slice(3).flatMap((part) => (part as { id: string }[]).map(({ id }) => id));
  enqueueNotifications(deps, { mails: ids, pushes: [] });
}

function mailPacks({ rules }: DigestRunState, written: readonly WrittenDigest[]): string[] {
  const packs: string[][] = [];
  let length = PARAMETER;
  for (const { reader, period, mail } of written) {
    if (!mail) continue;
    const text = JSON.stringify({
      ...mail,
      userId: reader.id,
      period: period.key,
      kind: DIGEST_KINDS[period.frequency],
      to: reader.email,
      locale: notificationReader(reader).locale,
      rule: rules[period.frequency]?.key ?? null,
      isTracked: reader.allowsMailTracking ? 1 : 0,
    });
    if (length + text.length > PARAMETER) {
      packs.push([]);
      length = 0;
    }
    packs.at(-1)?.push(text);
    length += text.length + 1;
  }
  return packs.map((pack) => `[${pack.join(",")}]`);
}
