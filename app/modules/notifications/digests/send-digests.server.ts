import { and, eq, lte, sql } from "drizzle-orm";
import { users } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import { paths } from "../../../lib/paths";
import { hasAllowance } from "../../../lib/runtime/allowance";
import { describeError, log } from "../../../lib/runtime/log";
import { deadLetterStatement, enqueue, lastErrorOf } from "../../jobs/queue.server";
import {
  countedUrl,
  FOLLOW_LIST,
  pixelUrl,
  unsubscribeToken,
} from "../../mail/enqueue-mail.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { isWritable } from "../choose-channels";
import {
  type DigestFrequency,
  type DigestPeriod,
  digestFrequency,
  digestPeriod,
  nextDigestAt,
  notificationReader,
} from "../digest-times.server";
import type { Rule } from "../rules/active-rules.server";
import { activeRules } from "../rules/active-rules.server";
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
  dueReaders,
  type EventsByCity,
  type KnownCityNotifications,
  notesOf,
  type ReaderNotes,
  readersAfter,
} from "./digest-readers.server";
import { digestInputOf, digestSources } from "./digest-sources.server";
import { DIGEST_KINDS, storeDigests } from "./store-digests.server";

/** Users per batch, and batches before the queue continues. */
const CHUNK = 100;

const CHUNKS = 20;

/** When a digest that was set aside is tried again, ms, unless staff send it before. */
const AGAIN = DAY;

const FREQUENCIES = ["daily", "weekly"] as const;

/** State shared by the digests of one run. */
export interface DigestRunState {
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

export interface WrittenDigest {
  reader: DigestReader;
  period: DigestPeriod;
  digest: Digest;
  mail: { id: string; subject: string; html: string; text: string } | null;
}

async function startRun(deps: Deps): Promise<DigestRunState> {
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
    if (!hasAllowance(deps, CHUNK)) break;
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
  run: DigestRunState,
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
  run: DigestRunState,
  readers: readonly DigestReader[],
  asked: DigestFrequency | null,
) {
  const now = deps.clock.now();
  const open = readers.filter((reader) => isToWrite(deps, run, reader, asked));
  const written: WrittenDigest[] = [];
  for (const frequency of FREQUENCIES) {
    const of = open.filter(({ preferences }) => digestFrequency(preferences) === frequency);
    if (of.length > 0) written.push(...(await writeDigests(deps, run, of, frequency)));
  }
  const next = (reader: DigestReader) => nextDigestAt(reader.preferences, reader, now);
  await storeDigests(
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
  run: DigestRunState,
  readers: readonly DigestReader[],
  frequency: DigestFrequency,
): Promise<WrittenDigest[]> {
  const rule = run.rules[frequency];
  if (!rule) return [];
  const now = deps.clock.now();
  const selection = await selectionFor(deps, rule.templateKey, DIGEST_KINDS[frequency]);
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
  const written: WrittenDigest[] = [];
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
): Promise<WrittenDigest> {
  const as = notificationReader(reader);
  const digest = composeDigest(sources, as, digestInputOf(reader, notes));
  if (digest.named.length === 0) return { reader, period, digest, mail: null };
  const id = deps.ids.next();
  const mail = await renderNotificationMail(deps, {
    templateKey: rule.templateKey,
    kind: DIGEST_KINDS[period.frequency],
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
