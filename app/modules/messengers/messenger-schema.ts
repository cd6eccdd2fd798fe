import * as v from "valibot";
import { CHANNEL_POST_KINDS, CHANNEL_POST_STATUSES, MESSENGERS } from "../../../db/schema";
import { LOCALES } from "../../i18n/locale";
import { listJson } from "../../lib/text/list-json";

const LINK = /^(?:https?:\/\/)?(?:t\.me|telegram\.me|ble\.ir|eitaa\.com)\/@?/i;

/**
 * `@name` or a number; the address of a channel's page counts as its name. Messengers do not tell
 * capitals in names apart.
 */
const Chat = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text.replace(LINK, "@").replace(/\/$/, "").toLowerCase()),
  v.regex(/^(@[a-z]\w{3,63}|-?\d{3,20})$/i, "errors:issue.chat"),
);

const Services = v.picklist(MESSENGERS, "errors:issue.value");
const posting = {
  locale: v.picklist(LOCALES, "errors:issue.value"),
  postsWeek: v.boolean(),
  postsTonight: v.boolean(),
};

/** A new channel of a city, by its slug. */
export const ChannelInput = v.strictObject({
  service: Services,
  city: v.string(),
  chat: Chat,
  ...posting,
});
export type ChannelInput = v.InferOutput<typeof ChannelInput>;

/** Changes of a channel; missing fields stay as they are. */
export const ChannelUpdate = v.partial(v.strictObject({ ...posting, isOn: v.boolean() }));
export type ChannelUpdate = v.InferOutput<typeof ChannelUpdate>;

/** A bot's token: no spaces and no slashes, since it is a part of addresses. */
export const BotTokenInput = v.strictObject({
  token: v.pipe(v.string(), v.trim(), v.regex(/^[\w:.-]{10,200}$/, "errors:issue.botToken")),
});

const Time = v.nullable(v.string());

export const ChannelJson = v.pipe(
  v.object({
    id: v.string(),
    service: v.picklist(MESSENGERS),
    city: v.string(),
    chat: v.string(),
    ...posting,
    isOn: v.boolean(),
    offReason: v.nullable(v.string()),
    createdAt: v.string(),
  }),
  v.metadata({ ref: "Channel" }),
);
export type ChannelJson = v.InferOutput<typeof ChannelJson>;

export const ChannelPostJson = v.pipe(
  v.object({
    id: v.string(),
    kind: v.picklist(CHANNEL_POST_KINDS),
    subject: v.string(),
    status: v.picklist(CHANNEL_POST_STATUSES),
    attempts: v.number(),
    messageId: v.nullable(v.string()),
    lastError: v.nullable(v.string()),
    dueAt: v.string(),
    sentAt: Time,
  }),
  v.metadata({ ref: "ChannelPost" }),
);
export type ChannelPostJson = v.InferOutput<typeof ChannelPostJson>;

export const BotJson = v.pipe(
  v.object({
    service: v.picklist(MESSENGERS),
    hasToken: v.boolean(),
    canEdit: v.boolean(),
    canAnswer: v.boolean(),
    answers: v.boolean(),
    problem: v.nullable(v.string()),
    pausedUntil: Time,
  }),
  v.metadata({ ref: "Bot" }),
);
export type BotJson = v.InferOutput<typeof BotJson>;

export const ChannelListJson = listJson("ChannelList", ChannelJson);
export const ChannelPostListJson = listJson("ChannelPostList", ChannelPostJson);
export const BotListJson = listJson("BotList", BotJson);
