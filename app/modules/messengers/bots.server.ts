import { and, eq, sql } from "drizzle-orm";
import {
  channelPosts,
  channels,
  MESSENGERS,
  type Messenger,
  messengerBots,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { settingsOf } from "../settings/platform-settings.server";
import { hookKeyText, hookSecretText } from "./answer-update.server";
import { askMessenger, MessengerFailure, type MessengerSending } from "./ask-messenger.server";
import type { BotJson } from "./messenger-schema";
import { MESSENGER_ADAPTERS } from "./messengers";

/** Bytes of the key in a bot's address, and of its secret. */
const KEY_LENGTH = 32;

const audited = (deps: Deps, actor: Actor, action: `bot.${string}`, service: Messenger) =>
  auditEntry(deps, {
    actorId: actor.id,
    action,
    entity: "bot",
    entityId: service,
    metadata: { service },
    sessionId: actor.sessionId,
  });

/** The bot of each messenger, without its token. */
export async function listBots(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
): Promise<BotJson[]> {
  assertCan(actor, "channel:manage");
  const rows = await db.select().from(messengerBots);
  return MESSENGERS.map((service) => {
    const row = rows.find((one) => one.service === service);
    const { canEdit, canAnswer } = MESSENGER_ADAPTERS[service];
    return {
      service,
      hasToken: row !== undefined,
      canEdit,
      canAnswer,
      answers: (row?.hookKeyHash ?? null) !== null,
      problem: row?.problem ?? null,
      pausedUntil:
        row && row.pausedUntil > clock.now() ? new Date(row.pausedUntil).toISOString() : null,
    };
  });
}

/**
 * Stores a messenger's token, or replaces it. Posts that waited for a good one are sent at once.
 */
export async function setBotToken(
  deps: Deps,
  actor: Actor | null,
  service: Messenger,
  token: string,
): Promise<void> {
  assertCan(actor, "channel:manage");
  const { db, clock, vault } = deps;
  const values = {
    sealedToken: await vault.seal(token),
    pausedUntil: 0,
    problem: null,
    hookKeyHash: null,
    hookSecretHash: null,
  };
  await db.batch([
    db
      .insert(messengerBots)
      .values({ service, ...values, updatedAt: clock.now() })
      .onConflictDoUpdate({
        target: messengerBots.service,
        set: { ...values, updatedAt: clock.now() },
      }),
    db
      .update(channelPosts)
      .set({ dueAt: clock.now() })
      .where(
        and(
          eq(channelPosts.status, "pending"),
          sql`${channelPosts.channelId} IN (SELECT id FROM ${channels} WHERE ${channels.service} = ${service})`,
        ),
      ),
    audited(deps, actor, "bot.token-set", service),
  ]);
}

/** Forgets a messenger's token. Its channels wait for another one. */
export async function removeBotToken(
  deps: Deps,
  actor: Actor | null,
  service: Messenger,
): Promise<void> {
  assertCan(actor, "channel:manage");
  const { db } = deps;
  await db.batch([
    db.delete(messengerBots).where(eq(messengerBots.service, service)),
    audited(deps, actor, "bot.token-removed", service),
  ]);
}

const randomKey = ({ random }: Pick<Deps, "random">) =>
  Buffer.from(random.bytes(KEY_LENGTH)).toString("base64url");

/**
 * Registers the address of a bot at its messenger: a new unguessable address, and a new secret
 * where the messenger sends one.
 * @throws not-found without a token, or where bots receive nothing; forbidden while messengers are
 * switched off; invalid with the messenger's reason
 */
export async function setBotHook(
  deps: Deps,
  actor: Actor | null,
  service: Messenger,
  sending: MessengerSending = {},
): Promise<void> {
  assertCan(actor, "channel:manage");
  const { db, vault } = deps;
  if (!(await settingsOf(deps)).features.enableMessengers) throw new AppError("forbidden");
  const bot = await db.select().from(messengerBots).where(eq(messengerBots.service, service)).get();
  const { canAnswer, sendsSecret } = MESSENGER_ADAPTERS[service];
  if (!bot || !canAnswer) throw new AppError("not-found");
  const [key, secret] = [randomKey(deps), randomKey(deps)];
  const body = {
    url: deps.siteUrl + paths.apiBot(service, key),
    allowed_updates: ["message"],
    ...(sendsSecret && { secret_token: secret }),
  };
  try {
    await askMessenger(service, await vault.open(bot.sealedToken), "setWebhook", body, sending);
  } catch (error) {
    if (!(error instanceof MessengerFailure)) throw error;
    throw new AppError("invalid", [
      { path: "", message: "errors:issue.messengerRefused", values: { reason: error.message } },
    ]);
  }
  await db.batch([
    db
      .update(messengerBots)
      .set({
        hookKeyHash: await vault.fingerprint(hookKeyText(service, key)),
        hookSecretHash: await vault.fingerprint(hookSecretText(service, secret)),
      })
      .where(eq(messengerBots.service, service)),
    audited(deps, actor, "bot.hook-set", service),
  ]);
}
