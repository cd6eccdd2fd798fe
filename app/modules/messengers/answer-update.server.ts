import { and, count, eq, gt, lt } from "drizzle-orm";
import * as v from "valibot";
import { botUpdates, type Messenger, messengerBots } from "../../../db/schema";
import { mailLink } from "../../i18n/addressed-language";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { DAY, MINUTE, SECOND } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { log } from "../../lib/runtime/log";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { formatNumber } from "../../lib/text/money";
import { citiesById } from "../cities/queries.server";
import { LIST_COLUMNS, listEachOnce } from "../events/list/list-events.server";
import { parseEventQuery } from "../events/schema";
import { settingsOf } from "../settings/platform-settings.server";
import { askMessenger, MessengerFailure, type MessengerSending } from "./ask-messenger.server";
import { eventLines } from "./compose-post.server";
import type { MessageLines } from "./messengers";
import { MESSENGER_ADAPTERS } from "./messengers";

/** Events of an answer. */
const SHOWN = 5;
/** Answers that a chat gets in a minute. */
const PER_MINUTE = 12;
/** Characters of a question that are read. */
const QUESTION_LENGTH = 200;
/** Messengers repeat what was not taken for a day (Telegram). */
const KEPT = 2 * DAY;

/** The fields of an update the bot reads (core.telegram.org/bots/api#update). */
const Update = v.looseObject({
  update_id: v.number(),
  message: v.looseObject({
    chat: v.looseObject({ id: v.union([v.number(), v.string()]), type: v.literal("private") }),
    text: v.pipe(v.string(), v.trim(), v.minLength(1)),
    from: v.optional(v.looseObject({ language_code: v.optional(v.string()) })),
  }),
});

const PERSIAN = /[\u0600-\u06ff]/;

/** What a bot says, with links as buttons below it. */
export interface BotAnswer {
  lines: MessageLines;
  buttons: { text: string; url: string }[][];
}

/** Answers an announcement that was sent to a bot; null for a text that announces nothing. */
export type AnswerAnnouncement = (
  deps: Deps,
  text: string,
  locale: Locale,
) => Promise<BotAnswer | null>;

function greeting(locale: Locale): BotAnswer {
  const t = translatorFor(locale);
  return { lines: [[t("messengers:bot.hello")], [], [t("messengers:bot.examples")]], buttons: [] };
}

/** Five events that a question asks for, by the reader of the site's search. */
async function answerQuestion(deps: Deps, question: string, locale: Locale): Promise<BotAnswer> {
  const t = translatorFor(locale);
  const { query, issues } = parseEventQuery(new URLSearchParams({ q: question }));
  const isReadable = issues.length === 0 && query.q !== "";
  const [found, cities] = await Promise.all([
    isReadable ? listEachOnce(deps, { ...query, limit: SHOWN }, LIST_COLUMNS) : null,
    citiesById(deps),
  ]);
  const link = (path: string) => mailLink(deps.siteUrl + path, locale);
  const events = found?.events ?? [];
  if (!found || events.length === 0)
    return {
      lines: [[t("messengers:bot.none")]],
      buttons: [[{ text: t("messengers:bot.site"), url: link(paths.events()) }]],
    };
  return {
    lines: [
      [t(found.exactTotal > 0 ? "messengers:bot.found" : "messengers:bot.near")],
      ...events.flatMap((event, at) => [
        [],
        ...eventLines(event, at + 1, locale, deps.siteUrl, {
          range: null,
          city: cities.get(event.cityId),
          isShort: true,
        }),
      ]),
    ],
    buttons: [
      ...events.map(({ id }, at) => [
        {
          text: `${formatNumber(at + 1, locale)}. ${t("messengers:bot.page")}`,
          url: link(paths.event(id)),
        },
        { text: t("messengers:bot.calendar"), url: link(paths.eventIcs(id)) },
        { text: t("messengers:bot.save"), url: link(paths.eventCollections(id)) },
      ]),
      [{ text: t("messengers:bot.all"), url: link(paths.events({ q: question })) }],
    ],
  };
}

/**
 * Whether a bot may be written to at this address, and with this secret. @param key of the address
 */
export async function isBotHook(
  { db, vault }: Pick<Deps, "db" | "vault">,
  service: Messenger,
  key: string,
  secret: string | undefined,
) {
  const bot = await db.select().from(messengerBots).where(eq(messengerBots.service, service)).get();
  if (
    !bot ||
    bot.hookKeyHash === null ||
    (await vault.fingerprint(hookKeyText(service, key))) !== bot.hookKeyHash
  )
    return "unknown";
  if (!MESSENGER_ADAPTERS[service].sendsSecret) return "right";
  return secret !== undefined &&
    (await vault.fingerprint(hookSecretText(service, secret))) === bot.hookSecretHash
    ? "right"
    : "wrong";
}

export const hookKeyText = (service: Messenger, key: string): string =>
  `bot-hook ${service} ${key}`;
export const hookSecretText = (service: Messenger, secret: string): string =>
  `bot-secret ${service} ${secret}`;

/**
 * Answers a private message once, in its language. Everything else is left alone, and so are
 * repeated updates and chats that write too much. An announcement is answered with what was read of
 * it.
 * @returns what the response to the messenger says; null where nothing is to be said, or it was
 * said by a request
 * @throws AppError("unavailable") where the messenger does not take the answer now: it repeats the
 * update
 */
export async function answerUpdate(
  deps: Deps,
  service: Messenger,
  update: unknown,
  sending: MessengerSending = {},
  answerAnnouncement: AnswerAnnouncement = async () => null,
): Promise<Record<string, unknown> | null> {
  const { db, clock, vault } = deps;
  const { canAnswer, takesResponses, write, fields } = MESSENGER_ADAPTERS[service];
  const parsed = v.safeParse(Update, update);
  if (!parsed.success || !canAnswer || !(await settingsOf(deps)).features.enableMessengers)
    return null;
  const { update_id, message } = parsed.output;
  const bot = await db.select().from(messengerBots).where(eq(messengerBots.service, service)).get();
  if (!bot) return null;
  const now = clock.now();
  if (!takesResponses && bot.pausedUntil > now)
    throw new AppError("unavailable", [], Math.ceil((bot.pausedUntil - now) / SECOND));
  const chatHash = await vault.fingerprint(`chat ${service} ${message.chat.id}`);
  const [recent] = await db
    .select({ count: count() })
    .from(botUpdates)
    .where(and(eq(botUpdates.chatHash, chatHash), gt(botUpdates.at, now - MINUTE)));
  const updateId = String(update_id);
  const taken = await db
    .insert(botUpdates)
    .values({ service, updateId, chatHash, at: now })
    .onConflictDoNothing()
    .returning();
  if (taken.length === 0 || (recent?.count ?? 0) >= PER_MINUTE) return null;
  const { text, from } = message;
  const isCommand = text.startsWith("/");
  const isPersian = isCommand ? from?.language_code?.startsWith("fa") : PERSIAN.test(text);
  const locale = isPersian ? "fa" : "en";
  const { lines, buttons } = isCommand
    ? greeting(locale)
    : ((await answerAnnouncement(deps, text, locale)) ??
      (await answerQuestion(deps, text.slice(0, QUESTION_LENGTH), locale)));
  const answer = {
    chat_id: message.chat.id,
    text: write(lines),
    ...fields,
    ...(buttons.length > 0 && { reply_markup: { inline_keyboard: buttons } }),
  };
  if (takesResponses) return { method: "sendMessage", ...answer };
  try {
    await askMessenger(service, await vault.open(bot.sealedToken), "sendMessage", answer, sending);
  } catch (error) {
    if (!(error instanceof MessengerFailure)) throw error;
    log("warn", "bot.unanswered", { service, error: error.message });
    if (error.kind === "chat" || error.kind === "message") return null;
    const repeated = and(eq(botUpdates.service, service), eq(botUpdates.updateId, updateId));
    const pause =
      error.kind === "wait"
        ? [
            db
              .update(messengerBots)
              .set({ pausedUntil: now + error.patience })
              .where(eq(messengerBots.service, service)),
          ]
        : [];
    await db.batch([db.delete(botUpdates).where(repeated), ...pause]);
    throw new AppError("unavailable", [], Math.ceil(error.patience / SECOND));
  }
  return null;
}

export const botUpdatesPurge = purgeOf(botUpdates, (at) => lt(botUpdates.at, at - KEPT));
