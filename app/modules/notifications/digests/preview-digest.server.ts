import { sql } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueJob, type JobValues, jobStatement, runJob } from "../../jobs/jobs.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { isWritable } from "../choose-channels";
import {
  type DigestFrequency,
  digestFrequency,
  nextDigestAt,
  notificationReader,
} from "../digest-times.server";
import { activeRules } from "../rules/active-rules.server";
import { selectionFor } from "../templates/templates.server";
import { composeDigest, type ListedSection } from "./compose-digest.server";
import { notesOf } from "./digest-readers.server";
import { digestInputOf, digestSources } from "./digest-sources.server";
import { type DigestRun, sendDigests } from "./send-digests.server";

/** A preview of a user's next digest with all items that wait for it. */
export interface DigestPreview {
  /** When it is due, UTC epoch ms; null if they get none. */
  dueAt: number | null;
  sections: ListedSection[];
}

/** Previews a user's next digest without consuming items. */
export async function previewDigest(
  deps: Deps,
  user: typeof users.$inferSelect,
): Promise<DigestPreview> {
  const frequency = digestFrequency(user.notificationPreferences);
  const [rules, { notifications }] = await Promise.all([
    activeRules(deps, `digest.${frequency}`),
    settingsOf(deps),
  ]);
  const rule = rules.find(({ channels }) => channels.includes("email"));
  const reader = { ...user, preferences: user.notificationPreferences };
  if (!rule || !notifications.enableEmailNotifications || !isWritable(reader))
    return { dueAt: null, sections: [] };
  const now = deps.clock.now();
  const dueAt = nextDigestAt(user.notificationPreferences, user, now);
  const selection = await selectionFor(deps, rule.templateKey, `digest-${frequency}`);
  const notes = await notesOf(deps, [[reader, dueAt ?? now]], selection.windowDays, new Map());
  const sources = await digestSources(deps, selection, [reader], notes, new Map(), new Map());
  return {
    dueAt,
    sections: composeDigest(sources, notificationReader(user), digestInputOf(reader, notes))
      .sections,
  };
}

/** A step of the digests that staff send by hand. */
export async function sendDigestsOn(
  deps: Deps,
  { frequency, after }: JobValues["digests.send"],
): Promise<JobValues["digests.send"] | null> {
  const run = await sendDigests(deps, { frequency, after });
  return run.goesOn ? { frequency, after: run.after } : null;
}

/** How many people take the digest of a frequency: at most so many get it. */
export async function countDigestReaders(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  frequency: DigestFrequency,
): Promise<number> {
  assertCan(actor, "digest:send");
  const isWeekly = sql`json_extract(${users.notificationPreferences}, '$.frequency') IS 'weekly'`;
  return db.$count(
    users,
    sql`${users.digestDueAt} IS NOT NULL AND ${users.isActive} = 1 AND ${users.deletedAt} IS NULL AND ${isWeekly} = ${frequency === "weekly" ? 1 : 0}`,
  );
}

/**
 * Sends the digests of one frequency by hand to users without one in their present period
 * (decisions.md §9). Idempotent within a period. Sends the first chunk directly and the rest by a
 * job.
 * @throws AppError("forbidden")
 */
export async function triggerDigests(
  deps: Deps,
  actor: Actor | null,
  frequency: DigestFrequency,
): Promise<DigestRun> {
  assertCan(actor, "digest:send");
  const job = jobStatement(deps, "digests.send", { frequency, after: "" });
  await deps.db.batch([
    job.statement,
    auditEntry(deps, {
      actorId: actor.id,
      action: "digests.triggered",
      entity: "digest",
      metadata: { frequency },
      sessionId: actor.sessionId,
    }),
  ]);
  let first: DigestRun = { sent: 0, empty: 0, goesOn: false };
  const sendFirst = async (_deps: Deps, values: JobValues["digests.send"]) => {
    const { after, ...run } = await sendDigests(deps, values);
    first = run;
    return run.goesOn ? { frequency, after } : null;
  };
  if ((await runJob(deps, { "digests.send": sendFirst }, job.id, 1)) === "more")
    enqueueJob(deps, job.id);
  return first;
}
