import { and, eq, lte, sql } from "drizzle-orm";
import { digestItems, digests, mails, users } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import { paths } from "../../../lib/paths";
import { describeError, log } from "../../../lib/runtime/log";
import {
  deadLetterStatement,
  enqueue,
  enqueueNotifications,
  lastErrorOf,
} from "../../jobs/queue.server";
import { countedUrl, FOLLOW_LIST, pixelUrl, unsubscribeToken } from "../../mail/mail-links.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { insertSelect } from "../../store/run-guarded.server";
import { isWritable } from "../choose-channels";
import {
  type DigestFrequency,
  type DigestPeriod,
  digestFrequency,
  digestPeriod,
  nextDigestAt,
  notificationReader,
} from "../digest-times.server";
import { activeRules, type Rule } from "../rules/rules.server";
import {
  type DigestSection,
  renderNotificationMail,
} from "../templates/render-notification.server";
import { selectionFor } from "../templates/templates.server";
import {
  composeDigest,
  type Digest,
  type DigestSources,
  type ListedSection,
} from "./compose-digest.server";
import {
  type DigestReader,
  digestInputOf,
  digestSources,
  dueReaders,
  type EventsByCity,
  type KnownCityNotifications,
  notesOf,
  type ReaderNotes,
  readersAfter,
} from "./digest-readers.server";

/** Users per batch, and batches before the queue continues. */
const CHUNK = 100;
const CHUNKS = 20;
/** When a digest that was set aside is tried again, ms, unless staff send it before. */
const AGAIN = DAY;
/**
 * Most that one parameter may hold, characters: D1 takes 2 MB, and a Persian letter is two bytes.
 */
const PARAMETER = 600_000;

const KINDS = { daily: "digest-daily", weekly: "digest-weekly" } as const;
const FREQUENCIES = ["daily", "weekly"] as const;

/** State shared by the digests of one run. */
interface Run {
  rules: Readonly<Record<DigestFrequency, Rule | undefined>>;
  byCity: Record<DigestFrequency, EventsByCity>;
  cityNotifications: KnownCityNotifications;
  described: DigestSources["described"];
  mailsAreOn: boolean;
}

/** Counts of a run. */
export interface DigestRun {
  /** Mails that were written. */
  sent: number;
  /** People without content for a digest. */
  empty: number;
  /** Whether a queued job continues. */
  goesOn: boolean;
}

/** The end of a run. */
interface EndedRun extends DigestRun {
  /** The last processed user. */
  after: string;
}

interface Written {
  reader: DigestReader;
  period: DigestPeriod;
  digest: Digest;
  mail: { id: string; subject: string; html: string; text: string } | null;
}

async function startRun(deps: Deps): Promise<Run> {
  const [daily, weekly, { notifications }] = await Promise.all([
    activeRules(deps, "digest.daily"),
    activeRules(deps, "digest.weekly"),
    settingsOf(deps),
  ]);
  const byMail = (rules: Rule[]) => rules.find(({ channels }) => channels.includes("email"));
  return {
    rules: { daily: byMail(daily), weekly: byMail(weekly) },
    byCity: { daily: new Map(), weekly: new Map() },
    cityNotifications: new Map(),
    described: new Map(),
    mailsAreOn: notifications.enableEmailNotifications,
  };
}

/**
 * Sends due digests in chunks of users. Each is written in one batch with its period's row, and
 * rows are unique per user and period, so overlapping crons, retries and changes of zone send none
 * twice (decisions.md §9). The rest stays due; the queue only speeds it up.
 */
export async function sendDueDigests(deps: Deps): Promise<DigestRun> {
  const { after: _after, ...run } = await sendDigests(deps, { frequency: null, after: "" });
  if (run.goesOn)
    enqueue(deps, { type: "digests.send", id: deps.ids.next() }, "digests.not-enqueued");
  return run;
}

/**
 * Sends digests to some users: those that are due, or of one frequency all without one in the
 * present period.
 */
export async function sendDigests(
  deps: Deps,
  { frequency, after }: { frequency: DigestFrequency | null; after: string },
): Promise<EndedRun> {
  const run = await startRun(deps);
  const total = { sent: 0, empty: 0 };
  let from = after;
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    const readers =
      frequency === null ? await dueReaders(deps, CHUNK) : await readersAfter(deps, from, CHUNK);
    const send = async (part: readonly DigestReader[]) => {
      const { sent, empty } = await sendChunk(deps, run, part, frequency);
      total.sent += sent;
      total.empty += empty;
    };
    await isolateFailures(readers, send, (reader, error) => setAside(deps, reader, error));
    from = readers.at(-1)?.id ?? from;
    if (readers.length < CHUNK) return { ...total, goesOn: false, after: from };
  }
  return { ...total, goesOn: true, after: from };
}

/**
 * Moves a user's failed digest to the dead letters and retries it a day later, so that it does not
 * block others.
 */
async function setAside(
  deps: Deps,
  { id, digestDueAt }: DigestReader,
  error: unknown,
): Promise<void> {
  const { db, clock } = deps;
  log("error", "digest.failed", { userId: id, ...describeError(error) });
  await db.batch([
    deadLetterStatement(
      deps,
      "digests",
      [{ type: "digests.send", id: `digest:${id}`, reader: id }],
      lastErrorOf(error),
    ),
    db
      .update(users)
      .set({ digestDueAt: clock.now() + AGAIN })
      .where(
        and(
          eq(users.id, id),
          sql`digest_due_at IS ${digestDueAt}`,
          lte(users.digestDueAt, clock.now()),
        ),
      ),
  ]);
}

/** Retries the digest of a user in the dead letters. */
export async function retryDigest(
  { db, clock }: Pick<Deps, "db" | "clock">,
  userId: string,
): Promise<void> {
  await db
    .update(users)
    .set({ digestDueAt: clock.now() })
    .where(and(eq(users.id, userId), sql`digest_due_at IS NOT NULL`));
}

/** Users without a digest in the present period. */
function isToWrite(
  deps: Pick<Deps, "clock">,
  run: Run,
  reader: DigestReader,
  asked: DigestFrequency | null,
): boolean {
  const frequency = digestFrequency(reader.preferences);
  if (
    !run.mailsAreOn ||
    !run.rules[frequency] ||
    !reader.isActive ||
    reader.deletedAt !== null ||
    !isWritable(reader)
  )
    return false;
  // A due time that is not computed yet is not due.
  if (asked === null) return reader.digestDueAt !== 0;
  return (
    frequency === asked &&
    digestPeriod(frequency, reader, deps.clock.now()).dueAt <= deps.clock.now()
  );
}

const hasHad = (period: DigestPeriod, keys: readonly string[] = []) =>
  keys.some((key) => key >= period.overlaps.from && key <= period.overlaps.to);

async function sendChunk(
  deps: Deps,
  run: Run,
  readers: readonly DigestReader[],
  asked: DigestFrequency | null,
) {
  const now = deps.clock.now();
  const open = readers.filter((reader) => isToWrite(deps, run, reader, asked));
  const written: Written[] = [];
  for (const frequency of FREQUENCIES) {
    const of = open.filter(({ preferences }) => digestFrequency(preferences) === frequency);
    if (of.length > 0) written.push(...(await writeDigests(deps, run, of, frequency)));
  }
  const next = (reader: DigestReader) => nextDigestAt(reader.preferences, reader, now);
  await store(
    deps,
    run,
    written,
    asked === null ? readers.map((reader) => [reader.id, next(reader), reader.digestDueAt]) : [],
  );
  const sent = written.filter(({ mail }) => mail !== null).length;
  return { sent, empty: written.length - sent };
}

async function writeDigests(
  deps: Deps,
  run: Run,
  readers: readonly DigestReader[],
  frequency: DigestFrequency,
): Promise<Written[]> {
  const rule = run.rules[frequency];
  if (!rule) return [];
  const now = deps.clock.now();
  const selection = await selectionFor(deps, rule.templateKey, KINDS[frequency]);
  const notes = await notesOf(
    deps,
    readers.map((reader) => [reader, digestPeriod(frequency, reader, now).dueAt]),
    selection.windowDays,
    run.cityNotifications,
  );
  const sources = await digestSources(
    deps,
    selection,
    readers,
    notes,
    run.byCity[frequency],
    run.described,
  );
  const written: Written[] = [];
  for (const reader of readers) {
    const period = digestPeriod(frequency, reader, now);
    if (hasHad(period, notes.periods.get(reader.id))) continue;
    written.push(await writeDigest(deps, { sources, rule, notes }, reader, period));
  }
  return written;
}

async function writeDigest(
  deps: Deps,
  { sources, rule, notes }: { sources: DigestSources; rule: Rule; notes: ReaderNotes },
  reader: DigestReader,
  period: DigestPeriod,
): Promise<Written> {
  const as = notificationReader(reader);
  const digest = composeDigest(sources, as, digestInputOf(reader, notes));
  if (digest.named.length === 0) return { reader, period, digest, mail: null };
  const id = deps.ids.next();
  const mail = await renderNotificationMail(deps, {
    templateKey: rule.templateKey,
    kind: KINDS[period.frequency],
    locale: as.locale,
    addsLanguage: reader.preferredLanguage !== null,
    reader: { displayName: reader.displayName, timeZone: as.timeZone, calendar: as.calendar },
    values: {},
    link: reader.allowsMailTracking
      ? await countedUrl(deps, id, paths.events())
      : deps.siteUrl + paths.events(),
    sections: await mailedSections(
      deps,
      reader,
      reader.allowsMailTracking ? id : null,
      digest.sections,
    ),
    unsubscribeUrl:
      deps.siteUrl + paths.unsubscribe(await unsubscribeToken(deps, reader.id, "all")),
    preferencesUrl: deps.siteUrl + paths.accountPreferences(),
    pixelUrl: reader.allowsMailTracking ? await pixelUrl(deps, id) : null,
  });
  return { reader, period, digest, mail: { id, ...mail } };
}

/**
 * Sections with the links that end follows, and tracking links in a counted mail; the shared
 * sections stay unchanged.
 */
const mailedSections = (
  deps: Deps,
  { id: userId }: DigestReader,
  countedMail: string | null,
  sections: readonly ListedSection[],
): Promise<DigestSection[]> =>
  Promise.all(
    sections.map(async ({ heading, events }) => ({
      heading,
      events: await Promise.all(
        events.map(async ({ followId, ...event }) => ({
          ...event,
          url:
            countedMail === null
              ? event.url
              : await countedUrl(deps, countedMail, event.url.slice(deps.siteUrl.length)),
          unfollowUrl:
            followId &&
            deps.siteUrl +
              paths.unsubscribe(await unsubscribeToken(deps, userId, `${FOLLOW_LIST}${followId}`)),
        })),
      ),
    })),
  );

/** Writes digests, their mails, used items and next due times in one batch. */
async function store(
  deps: Deps,
  run: Run,
  written: readonly Written[],
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

function mailPacks({ rules }: Run, written: readonly Written[]): string[] {
  const packs: string[][] = [];
  let length = PARAMETER;
  for (const { reader, period, mail } of written) {
    if (!mail) continue;
    const text = JSON.stringify({
      ...mail,
      userId: reader.id,
      period: period.key,
      kind: KINDS[period.frequency],
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
