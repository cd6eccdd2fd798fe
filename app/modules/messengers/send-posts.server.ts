import { and, asc, eq, gt, gte, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import {
  channelPostEvents,
  channelPosts,
  channels,
  cityWeeks,
  type Messenger,
  messengerBots,
} from "../../../db/schema";
import { localDay } from "../../lib/dates/dates.server";
import { DAY, HOUR, MINUTE, SECOND } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { hasAllowance } from "../../lib/runtime/allowance";
import { log } from "../../lib/runtime/log";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { auditEntry } from "../audit/audit-entry.server";
import { citiesById } from "../cities/queries.server";
import { numberedWeekOf } from "../discovery/weeks/numbered-week";
import { instantsOf } from "../discovery/weeks/queries.server";
import { claimed, claimedRow, isDue } from "../jobs/queue.server";
import { settingsOf } from "../settings/platform-settings.server";
import { insertJson } from "../store/run-guarded.server";
import { askMessenger, MessengerFailure, type MessengerSending } from "./ask-messenger.server";
import { type ChannelPost, type CityChannel, composePost, eveningOf } from "./compose-post.server";
import { MESSENGER_ADAPTERS } from "./messengers";

/**
 * How long after a week's beginning its post is still worth sending, and after the hour of an
 * evening's, ms.
 */
const WEEK_UNTIL = 2 * DAY;
const EVENING_UNTIL = 2 * HOUR;
/**
 * Between two messages of a bot, which may send 30 a second: the rest is for its answers. And
 * between two to one chat, ms.
 */
const BOT_GAP = 50;
const CHAT_GAP = SECOND;
/** How long a run begins new messages, and how long it keeps others away at most, ms. */
const RUN = 30 * SECOND;
const LEASE = 2 * MINUTE;
/** Posts per query. */
const SWEEP = 100;
/** Waits after failures that may pass, and after a token is refused, ms. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const TOKEN_WAIT = HOUR;
/** Posts are kept for the log, ms. */
const KEPT = 60 * DAY;

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * Writes the posts that are due in channels: of published weeks, and of evenings at 17:00. Each
 * once, however often it runs.
 */
async function makePosts(deps: Deps): Promise<number> {
  const { db, clock, ids } = deps;
  const now = clock.now();
  const [cities, weeks, evenings, known] = await Promise.all([
    citiesById(deps),
    db
      .select({ channelId: channels.id, cityId: channels.cityId, firstDay: cityWeeks.firstDay })
      .from(channels)
      .innerJoin(cityWeeks, eq(cityWeeks.cityId, channels.cityId))
      .where(
        and(
          sql`${channels.offSince} IS NULL`,
          eq(channels.postsWeek, true),
          isNotNull(cityWeeks.publishedAt),
          gte(cityWeeks.firstDay, utcDay(now - WEEK_UNTIL - DAY)),
        ),
      ),
    db
      .select({ channelId: channels.id, cityId: channels.cityId })
      .from(channels)
      .where(and(sql`${channels.offSince} IS NULL`, eq(channels.postsTonight, true))),
    db
      .select({
        channelId: channelPosts.channelId,
        kind: channelPosts.kind,
        subject: channelPosts.subject,
      })
      .from(channelPosts)
      .where(gt(channelPosts.createdAt, now - 14 * DAY)),
  ]);
  const made = new Set(
    known.map(({ channelId, kind, subject }) => `${channelId} ${kind} ${subject}`),
  );
  const due: Pick<ChannelPost, "channelId" | "kind" | "subject" | "endsAt">[] = [];
  for (const { channelId, cityId, firstDay } of weeks) {
    const city = cities.get(cityId);
    if (!city) continue;
    const { from, to } = instantsOf(numberedWeekOf(firstDay, city.countryCode), city);
    if (now < from + WEEK_UNTIL)
      due.push({ channelId, kind: "week", subject: firstDay, endsAt: to });
  }
  for (const { channelId, cityId } of evenings) {
    const city = cities.get(cityId);
    if (!city) continue;
    const subject = localDay(now, city.timeZone);
    const { from, to } = eveningOf(subject, city);
    if (now >= from && now < from + EVENING_UNTIL)
      due.push({ channelId, kind: "tonight", subject, endsAt: to });
  }
  const rows = due
    .filter(({ channelId, kind, subject }) => !made.has(`${channelId} ${kind} ${subject}`))
    .map((post) =>
      db
        .insert(channelPosts)
        .values({ ...post, id: ids.next(), dueAt: now, createdAt: now })
        .onConflictDoNothing(),
    );
  const [first, ...others] = rows;
  if (first) await db.batch([first, ...others]);
  return rows.length;
}

const editable = (Object.keys(MESSENGER_ADAPTERS) as Messenger[]).filter(
  (service) => MESSENGER_ADAPTERS[service].canEdit,
);

/**
 * Makes posts due again whose events or picks have changed, where the messenger changes messages.
 */
async function orderEdits({ db, clock }: Deps): Promise<number> {
  const now = clock.now();
  const ordered = await db
    .update(channelPosts)
    .set({ status: "pending", attempts: 0, dueAt: now })
    .where(
      and(
        eq(channelPosts.status, "sent"),
        gt(channelPosts.endsAt, now),
        isNotNull(channelPosts.messageId),
        sql`EXISTS (SELECT 1 FROM channels WHERE channels.id = ${channelPosts.channelId} AND channels.off_since IS NULL AND channels.service IN ${editable})`,
        sql`(EXISTS (SELECT 1 FROM channel_post_events AS told LEFT JOIN events AS e ON e.id = told.event_id
            WHERE told.post_id = ${channelPosts.id} AND (e.id IS NULL OR e.version <> told.version OR e.is_listed <> told.is_listed))
          OR EXISTS (SELECT 1 FROM channels JOIN city_weeks AS w ON w.city_id = channels.city_id AND w.first_day = ${channelPosts.subject}
            WHERE channels.id = ${channelPosts.channelId} AND ${channelPosts.kind} = 'week' AND w.version <> ${channelPosts.weekVersion}))`,
      ),
    )
    .returning({ id: channelPosts.id });
  return ordered.length;
}

type Outcome = "sent" | "failed" | "stopped" | "skipped";

/** State of one turn of a bot's sender. */
interface Turn {
  deps: Deps;
  service: Messenger;
  token: string;
  sending: MessengerSending;
}

/** Stores why a post was not sent, and what follows from it for its channel and its bot. */
async function keepFailure(
  { deps, service }: Turn,
  channel: CityChannel,
  held: ChannelPost,
  failure: MessengerFailure,
): Promise<Outcome> {
  const { db, clock } = deps;
  const now = clock.now();
  const mine = claimedRow(channelPosts, held);
  const lastError = failure.message;
  // A message that could not be changed was still sent.
  const over = {
    lastError,
    status: held.messageId === null ? ("dead" as const) : ("sent" as const),
    endsAt: Math.min(held.endsAt, now),
  };
  const later = (at: number) =>
    at >= held.endsAt ? over : { lastError, status: "pending" as const, dueAt: at };
  const keep = (values: Partial<ChannelPost>) => db.update(channelPosts).set(values).where(mine);
  const ofBot = eq(messengerBots.service, service);
  log("warn", "channel.post-failed", { id: held.id, service, error: lastError });
  switch (failure.kind) {
    case "wait": {
      const pausedUntil = now + failure.patience;
      await db.batch([
        keep({ ...later(pausedUntil), attempts: held.attempts - 1 }),
        db.update(messengerBots).set({ pausedUntil }).where(ofBot),
      ]);
      return "stopped";
    }
    case "token": {
      const pausedUntil = now + TOKEN_WAIT;
      await db.batch([
        keep(later(pausedUntil)),
        db.update(messengerBots).set({ pausedUntil, problem: lastError }).where(ofBot),
      ]);
      return "stopped";
    }
    case "chat":
      await db.batch([
        keep(over),
        db
          .update(channels)
          .set({ offSince: now, offReason: lastError })
          .where(eq(channels.id, channel.id)),
        auditEntry(deps, {
          actorId: null,
          action: "channel.failed",
          entity: "channel",
          entityId: channel.id,
          severity: "warning",
          metadata: { reason: lastError },
        }),
      ]);
      return "failed";
    case "message":
      await keep(over);
      return "failed";
    case "passing":
      await keep(later(now + (WAITS[held.attempts - 1] ?? DAY)));
      return "failed";
  }
}

/** Sends or edits a due post after claiming it. @param pace awaited right before the request */
async function sendPost(
  turn: Turn,
  channel: CityChannel,
  id: string,
  pace: () => Promise<void>,
): Promise<Outcome> {
  const { deps, service, token, sending } = turn;
  const { db, clock } = deps;
  const now = clock.now();
  const held = await db
    .update(channelPosts)
    .set(claimed(channelPosts, now))
    .where(and(eq(channelPosts.id, id), isDue(channelPosts, now)))
    .returning()
    .get();
  if (!held) return "skipped";
  const mine = claimedRow(channelPosts, held);
  const end = async (values: Partial<ChannelPost>) => {
    await db.update(channelPosts).set(values).where(mine);
    return "skipped" as const;
  };
  const unsent = held.messageId === null ? ("dead" as const) : ("sent" as const);
  if (channel.offSince !== null) return end({ status: unsent, lastError: "The channel is off." });
  if (held.endsAt <= now)
    return end({ status: unsent, lastError: held.lastError ?? "It was too late." });
  const composed = await composePost(deps, channel, held);
  if (!composed) return end({ status: "empty" });
  const { text, told, weekVersion } = composed;
  const { messageId } = held;
  const { chatOf, fields } = MESSENGER_ADAPTERS[service];
  const message = { chat_id: chatOf(channel.chat), text, ...fields };
  let sentId = messageId;
  try {
    if (messageId === null) {
      await pace();
      const result = (await askMessenger(service, token, "sendMessage", message, sending)) as {
        message_id?: number | string;
      } | null;
      sentId = String(result?.message_id ?? "");
    } else if (text !== held.text) {
      await pace();
      await askMessenger(
        service,
        token,
        "editMessageText",
        { ...message, message_id: Number(messageId) },
        sending,
      ).catch((error) => {
        // Telegram refuses an edit that changes nothing: one that was made, but not stored.
        if (!(error instanceof MessengerFailure && /not modified/i.test(error.message)))
          throw error;
      });
    }
  } catch (error) {
    if (!(error instanceof MessengerFailure)) throw error;
    return keepFailure(turn, channel, held, error);
  }
  const rows = JSON.stringify(
    told.map(({ id: eventId, version, isListed }, at) => ({
      eventId,
      position: at + 1,
      version,
      isListed: isListed ? 1 : 0,
    })),
  );
  await db.batch([
    db
      .update(channelPosts)
      .set({
        status: "sent",
        messageId: sentId,
        text,
        weekVersion,
        lastError: null,
        sentAt: clock.now(),
      })
      .where(eq(channelPosts.id, id)),
    db.delete(channelPostEvents).where(eq(channelPostEvents.postId, id)),
    insertJson(db, channelPostEvents, rows, { postId: id }).onConflictDoNothing(),
  ]);
  return "sent";
}

/**
 * Sends what is due in a messenger, one message after the other: at most 20 a second, and one a
 * second to a chat. A lease keeps a second sender away, since the messenger counts both.
 */
async function sendDue(
  deps: Deps,
  service: Messenger,
  sending: MessengerSending,
): Promise<{ sent: number; failed: number }> {
  const { db, clock, vault } = deps;
  const { wait = (ms) => new Promise((done) => setTimeout(done, ms)) } = sending;
  const began = clock.now();
  const counts = { sent: 0, failed: 0 };
  const leasedUntil = began + LEASE;
  const bot = await db
    .update(messengerBots)
    .set({ leasedUntil })
    .where(
      and(
        eq(messengerBots.service, service),
        lte(messengerBots.leasedUntil, began),
        lte(messengerBots.pausedUntil, began),
      ),
    )
    .returning()
    .get();
  if (!bot) return counts;
  const turn: Turn = { deps, service, token: await vault.open(bot.sealedToken), sending };
  const rows = await db.select().from(channels).where(eq(channels.service, service));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const recent = await db
    .select({ channelId: channelPosts.channelId, at: channelPosts.sentAt })
    .from(channelPosts)
    .where(
      and(
        inArray(channelPosts.status, ["sent"]),
        gt(channelPosts.sentAt, began - CHAT_GAP),
        gt(channelPosts.endsAt, began),
      ),
    );
  let lastAt = 0;
  const lastOfChat = new Map<string, number>();
  for (const { channelId, at } of recent) {
    const chat = byId.get(channelId)?.chat;
    if (chat !== undefined && at !== null)
      lastOfChat.set(chat, Math.max(at, lastOfChat.get(chat) ?? 0));
  }
  const readyAt = (chat: string) =>
    Math.max(lastAt + BOT_GAP, (lastOfChat.get(chat) ?? 0) + CHAT_GAP);
  const isTime = () => clock.now() - began < RUN && hasAllowance(deps);
  const take = async (): Promise<boolean> => {
    const due = await db
      .select({ id: channelPosts.id, channelId: channelPosts.channelId })
      .from(channelPosts)
      .innerJoin(
        channels,
        and(eq(channels.id, channelPosts.channelId), eq(channels.service, service)),
      )
      .where(isDue(channelPosts, clock.now()))
      .orderBy(asc(channelPosts.dueAt))
      .limit(SWEEP);
    let isProgress = false;
    while (due.length > 0 && isTime()) {
      // The channel that can be written to first.
      const chats = due.map(({ channelId }) => readyAt(byId.get(channelId)?.chat ?? ""));
      const [next] = due.splice(chats.indexOf(Math.min(...chats)), 1);
      const channel = next && byId.get(next.channelId);
      if (!next || !channel) continue;
      const pace = async () => {
        const early = readyAt(channel.chat) - clock.now();
        if (early > 0) await wait(early);
        lastAt = clock.now();
        lastOfChat.set(channel.chat, lastAt);
      };
      const outcome = await sendPost(turn, channel, next.id, pace);
      if (outcome === "stopped") return false;
      if (outcome === "sent") counts.sent += 1;
      if (outcome === "failed") counts.failed += 1;
      // One that its messenger refused takes no more.
      const [now] =
        outcome === "failed"
          ? await db.select().from(channels).where(eq(channels.id, channel.id))
          : [];
      if (now) byId.set(now.id, now);
      isProgress = true;
    }
    return isProgress;
  };
  try {
    while (isTime() && (await take()));
  } finally {
    await db
      .update(messengerBots)
      .set({ leasedUntil: 0 })
      .where(and(eq(messengerBots.service, service), eq(messengerBots.leasedUntil, leasedUntil)));
  }
  return counts;
}

/**
 * Every minute: writes the posts that are due, orders edits of those that have changed, and sends
 * both.
 */
export async function sweepMessengers(
  deps: Deps,
  sending: MessengerSending = {},
): Promise<{ made: number; edits: number; sent: number; failed: number }> {
  if (!(await settingsOf(deps)).features.enableMessengers)
    return { made: 0, edits: 0, sent: 0, failed: 0 };
  const made = await makePosts(deps);
  const edits = await orderEdits(deps);
  const bots = await deps.db.select({ service: messengerBots.service }).from(messengerBots);
  const counts = await Promise.all(bots.map(({ service }) => sendDue(deps, service, sending)));
  const sum = (name: "sent" | "failed") => counts.reduce((total, count) => total + count[name], 0);
  return { made, edits, sent: sum("sent"), failed: sum("failed") };
}

export const channelPostsPurge = purgeOf(channelPosts, (at) =>
  lt(channelPosts.createdAt, at - KEPT),
);
