import { Hono } from "hono";
import * as v from "valibot";
import { wholeList } from "../../../app/lib/text/list-json";
import {
  listBots,
  removeBotToken,
  setBotHook,
  setBotToken,
} from "../../../app/modules/messengers/bots.server";
import {
  channelPostJson,
  channelsJson,
  createChannel,
  deleteChannel,
  listChannelPosts,
  listChannels,
  testChannel,
  updateChannel,
} from "../../../app/modules/messengers/channels.server";
import {
  BotListJson,
  BotTokenInput,
  ChannelInput,
  ChannelJson,
  ChannelListJson,
  ChannelPostListJson,
  ChannelUpdate,
} from "../../../app/modules/messengers/messenger-schema";
import { MESSENGERS } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { IdPath } from "./ingestion-requests";
import { operation } from "./operation";
import { resource } from "./resource";

/** Channels in messengers and their bots, for admins and the owner. */
export const channelsApi = new Hono<AppEnv>();

const INPUT_EXAMPLE = {
  service: "telegram" as const,
  city: "tehran",
  chat: "@tehran_rooydad",
  locale: "fa" as const,
  postsWeek: true,
  postsTonight: false,
};
const EXAMPLE: ChannelJson = {
  id: "019b7647-f000-7f02-9b11-2c4d6e8fa0a1",
  ...INPUT_EXAMPLE,
  isOn: true,
  offReason: null,
  createdAt: "2026-11-20T09:30:00.000Z",
};
const POST_EXAMPLE = {
  id: "019b7647-f000-7f02-9b11-2c4d6e8fa0b1",
  kind: "week",
  subject: "2026-11-21",
  status: "sent",
  attempts: 1,
  messageId: "4711",
  lastError: null,
  dueAt: "2026-11-19T03:30:00.000Z",
  sentAt: "2026-11-19T03:30:01.000Z",
};
const BOT_EXAMPLE = {
  service: "telegram",
  hasToken: true,
  canEdit: true,
  canAnswer: true,
  answers: true,
  problem: null,
  pausedUntil: null,
};

const ServicePath = v.object({ service: v.picklist(MESSENGERS) });
const shared = { tag: "administration", needs: "channel:manage" } as const;
const listOf = (item: object) => ({ items: [item], nextCursor: null, hasMore: false });

resource(channelsApi, "/bots", {
  GET: operation({
    ...shared,
    operationId: "listBots",
    budget: ["reads", "staff"],
    answer: { schema: BotListJson, example: listOf(BOT_EXAMPLE) },
    run: async ({ deps, actor }) => wholeList(await listBots(deps, actor)),
  }),
});

resource(channelsApi, "/bots/:service", {
  PUT: operation({
    ...shared,
    operationId: "setBotToken",
    budget: ["reads", "staff"],
    path: ServicePath,
    body: {
      name: "BotToken",
      schema: BotTokenInput,
      example: { token: "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcE" },
    },
    answer: { status: 204 },
    failures: [404],
    run: async ({ deps, actor, params, body }) => {
      const { token } = body;
      await setBotToken(deps, actor, params.service, token);
    },
  }),
  DELETE: operation({
    ...shared,
    operationId: "removeBotToken",
    budget: ["reads", "staff"],
    path: ServicePath,
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => removeBotToken(deps, actor, params.service),
  }),
});

resource(channelsApi, "/bots/:service/hook", {
  POST: operation({
    ...shared,
    operationId: "setBotHook",
    budget: ["reads", "staff"],
    path: ServicePath,
    answer: { status: 204 },
    failures: [404, 422],
    run: ({ deps, actor, params }) => setBotHook(deps, actor, params.service),
  }),
});

resource(channelsApi, "/", {
  GET: operation({
    ...shared,
    operationId: "listChannels",
    budget: ["reads", "staff"],
    answer: { schema: ChannelListJson, example: listOf(EXAMPLE) },
    run: async ({ deps, actor }) =>
      wholeList(await channelsJson(deps, await listChannels(deps, actor))),
  }),
  POST: operation({
    ...shared,
    operationId: "createChannel",
    budget: ["reads", "staff"],
    body: { name: "ChannelInput", schema: ChannelInput, example: INPUT_EXAMPLE },
    answer: { status: 201, schema: ChannelJson, example: EXAMPLE },
    run: async ({ deps, actor, body }) => {
      const row = await createChannel(deps, actor, body);
      return (await channelsJson(deps, [row]))[0];
    },
  }),
});

resource(channelsApi, "/:id", {
  PATCH: operation({
    ...shared,
    operationId: "updateChannel",
    budget: ["reads", "staff"],
    path: IdPath,
    body: { name: "ChannelUpdate", schema: ChannelUpdate, example: { postsTonight: true } },
    answer: { schema: ChannelJson, example: EXAMPLE },
    failures: [404],
    run: async ({ deps, actor, body, params }) => {
      const row = await updateChannel(deps, actor, params.id, body);
      return (await channelsJson(deps, [row]))[0];
    },
  }),
  DELETE: operation({
    ...shared,
    operationId: "deleteChannel",
    budget: ["reads", "staff"],
    path: IdPath,
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => deleteChannel(deps, actor, params.id),
  }),
});

resource(channelsApi, "/:id/test", {
  POST: operation({
    ...shared,
    operationId: "testChannel",
    budget: ["reads", "staff"],
    path: IdPath,
    answer: { status: 204 },
    failures: [404, 409],
    run: ({ deps, actor, params }) => testChannel(deps, actor, params.id),
  }),
});

resource(channelsApi, "/:id/posts", {
  GET: operation({
    ...shared,
    operationId: "listChannelPosts",
    budget: ["reads", "staff"],
    path: IdPath,
    answer: { schema: ChannelPostListJson, example: listOf(POST_EXAMPLE) },
    failures: [404],
    run: async ({ deps, actor, params }) => {
      const rows = await listChannelPosts(deps, actor, params.id);
      return wholeList(rows.map(channelPostJson));
    },
  }),
});
