import { asc, desc, eq } from "drizzle-orm";
import { channelPosts, channels } from "../../../db/schema";
import { MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { citiesById, findCityBySlug } from "../cities/queries.server";
import { settingsOf } from "../settings/platform-settings.server";
import { runGuarded } from "../store/run-guarded.server";
import type { ChannelPost, CityChannel } from "./compose-post.server";
import type { ChannelInput, ChannelJson, ChannelPostJson, ChannelUpdate } from "./messenger-schema";

/** Posts that the log of a channel shows. */
const LOG = 50;
/** How long a test is tried, ms. */
const TEST_UNTIL = 10 * MINUTE;

const audited = (
  deps: Deps,
  actor: Actor,
  action: `channel.${string}`,
  id: string,
  metadata: Record<string, unknown> = {},
) =>
  auditEntry(deps, {
    actorId: actor.id,
    action,
    entity: "channel",
    entityId: id,
    metadata,
    sessionId: actor.sessionId,
  });

/** All channels, the oldest first. */
export async function listChannels(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<CityChannel[]> {
  assertCan(actor, "channel:manage");
  return db.select().from(channels).orderBy(asc(channels.createdAt), asc(channels.id));
}

/** @throws AppError("not-found") */
export async function getChannel(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<CityChannel> {
  assertCan(actor, "channel:manage");
  const found = await db.select().from(channels).where(eq(channels.id, id)).get();
  if (!found) throw new AppError("not-found");
  return found;
}

/** The latest posts of a channel, the newest first. @throws AppError("not-found") */
export async function listChannelPosts(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<ChannelPost[]> {
  await getChannel(deps, actor, id);
  return deps.db
    .select()
    .from(channelPosts)
    .where(eq(channelPosts.channelId, id))
    .orderBy(desc(channelPosts.createdAt), desc(channelPosts.id))
    .limit(LOG);
}

/**
 * Adds a channel. @throws invalid for an unknown city, or a chat that is a channel of it already
 */
export async function createChannel(
  deps: Deps,
  actor: Actor | null,
  { city: slug, ...input }: ChannelInput,
): Promise<CityChannel> {
  assertCan(actor, "channel:manage");
  const { db, ids, clock } = deps;
  const city = await findCityBySlug(deps, slug);
  if (!city) throw new AppError("invalid", [{ path: "city", message: "errors:issue.city" }]);
  const row: CityChannel = {
    ...input,
    id: ids.next(),
    cityId: city.id,
    offSince: null,
    offReason: null,
    createdAt: clock.now(),
  };
  const isTaken = () =>
    new AppError("invalid", [{ path: "chat", message: "errors:issue.channelTaken" }]);
  await runGuarded(
    deps,
    [
      db.insert(channels).values(row),
      audited(deps, actor, "channel.added", row.id, {
        service: row.service,
        chat: row.chat,
        city: slug,
        posts: postsOf(row),
      }),
    ],
    { "channels.service": isTaken },
  );
  return row;
}

const postsOf = ({ postsWeek, postsTonight }: Pick<CityChannel, "postsWeek" | "postsTonight">) =>
  [postsWeek && "week", postsTonight && "tonight"].filter(Boolean);

/** Changes what is posted, or switches a channel on or off. @throws AppError("not-found") */
export async function updateChannel(
  deps: Deps,
  actor: Actor | null,
  id: string,
  { isOn, ...input }: ChannelUpdate,
): Promise<CityChannel> {
  const found = await getChannel(deps, actor, id);
  assertCan(actor, "channel:manage");
  const { db, clock } = deps;
  const isChanged = isOn !== undefined && isOn !== (found.offSince === null);
  const row: CityChannel = {
    ...found,
    ...input,
    ...(isChanged && { offSince: isOn ? null : clock.now(), offReason: null }),
  };
  await db.batch([
    db.update(channels).set(row).where(eq(channels.id, id)),
    audited(deps, actor, "channel.changed", id, {
      isOn: row.offSince === null,
      posts: postsOf(row),
      language: row.locale,
    }),
  ]);
  return row;
}

/**
 * Removes a channel with its log. What was posted stays in the messenger. @throws
 * AppError("not-found")
 */
export async function deleteChannel(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  const { service, chat } = await getChannel(deps, actor, id);
  assertCan(actor, "channel:manage");
  await deps.db.batch([
    deps.db.delete(channels).where(eq(channels.id, id)),
    audited(deps, actor, "channel.removed", id, { service, chat }),
  ]);
}

/**
 * Orders a test message. @throws AppError("not-found"); conflict while the channel is off;
 * forbidden while messengers are switched off
 */
export async function testChannel(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  const { offSince } = await getChannel(deps, actor, id);
  if (!(await settingsOf(deps)).features.enableMessengers) throw new AppError("forbidden");
  if (offSince !== null) throw new AppError("conflict");
  const { db, ids, clock } = deps;
  const [postId, now] = [ids.next(), clock.now()];
  await db.insert(channelPosts).values({
    id: postId,
    channelId: id,
    kind: "test",
    subject: postId,
    dueAt: now,
    endsAt: now + TEST_UNTIL,
    createdAt: now,
  });
}

/** Channels as the API gives them. */
export async function channelsJson(
  deps: Pick<Deps, "db" | "memo">,
  rows: readonly CityChannel[],
): Promise<ChannelJson[]> {
  const cities = await citiesById(deps);
  return rows.map(
    ({
      id,
      service,
      cityId,
      chat,
      locale,
      postsWeek,
      postsTonight,
      offSince,
      offReason,
      createdAt,
    }) => ({
      id,
      service,
      city: cities.get(cityId)?.slug ?? "",
      chat,
      locale,
      postsWeek,
      postsTonight,
      isOn: offSince === null,
      offReason,
      createdAt: new Date(createdAt).toISOString(),
    }),
  );
}

/** A post as the API gives it. */
export const channelPostJson = (post: ChannelPost): ChannelPostJson => ({
  id: post.id,
  kind: post.kind,
  subject: post.subject,
  status: post.status,
  attempts: post.attempts,
  messageId: post.messageId,
  lastError: post.lastError,
  dueAt: new Date(post.dueAt).toISOString(),
  sentAt: post.sentAt === null ? null : new Date(post.sentAt).toISOString(),
});
