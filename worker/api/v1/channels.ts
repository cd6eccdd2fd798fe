import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
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
import { MESSENGERS, type Messenger } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { IdPath, pathIdOf } from "./ingestion-requests";
import { readBody } from "./read-body";
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

/** @throws AppError("not-found") for a messenger that we do not know */
function serviceIn(c: Context<AppEnv>): Messenger {
  const path = v.safeParse(ServicePath, { service: c.req.param("service") });
  if (!path.success) throw new AppError("not-found");
  return path.output.service;
}

resource(channelsApi, "/bots", {
  GET: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "listBots",
      answer: { schema: BotListJson, example: listOf(BOT_EXAMPLE) },
    }),
    async (c) => c.json(wholeList(await listBots(c.var.info.deps, c.var.info.signedIn))),
  ],
});

resource(channelsApi, "/bots/:service", {
  PUT: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "setBotToken",
      path: ServicePath,
      body: {
        name: "BotToken",
        schema: BotTokenInput,
        example: { token: "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcE" },
      },
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      const { token } = await readBody(c, BotTokenInput);
      await setBotToken(c.var.info.deps, c.var.info.signedIn, serviceIn(c), token);
      return c.body(null, 204);
    },
  ],
  DELETE: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "removeBotToken",
      path: ServicePath,
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      await removeBotToken(c.var.info.deps, c.var.info.signedIn, serviceIn(c));
      return c.body(null, 204);
    },
  ],
});

resource(channelsApi, "/bots/:service/hook", {
  POST: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "setBotHook",
      path: ServicePath,
      answer: { status: 204 },
      failures: [404, 422],
    }),
    async (c) => {
      await setBotHook(c.var.info.deps, c.var.info.signedIn, serviceIn(c));
      return c.body(null, 204);
    },
  ],
});

resource(channelsApi, "/", {
  GET: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "listChannels",
      answer: { schema: ChannelListJson, example: listOf(EXAMPLE) },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      return c.json(wholeList(await channelsJson(deps, await listChannels(deps, signedIn))));
    },
  ],
  POST: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "createChannel",
      body: { name: "ChannelInput", schema: ChannelInput, example: INPUT_EXAMPLE },
      answer: { status: 201, schema: ChannelJson, example: EXAMPLE },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const row = await createChannel(deps, signedIn, await readBody(c, ChannelInput));
      return c.json((await channelsJson(deps, [row]))[0], 201);
    },
  ],
});

resource(channelsApi, "/:id", {
  PATCH: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "updateChannel",
      path: IdPath,
      body: { name: "ChannelUpdate", schema: ChannelUpdate, example: { postsTonight: true } },
      answer: { schema: ChannelJson, example: EXAMPLE },
      failures: [404],
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const row = await updateChannel(
        deps,
        signedIn,
        pathIdOf(c),
        await readBody(c, ChannelUpdate),
      );
      return c.json((await channelsJson(deps, [row]))[0]);
    },
  ],
  DELETE: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "deleteChannel",
      path: IdPath,
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      await deleteChannel(c.var.info.deps, c.var.info.signedIn, pathIdOf(c));
      return c.body(null, 204);
    },
  ],
});

resource(channelsApi, "/:id/test", {
  POST: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "testChannel",
      path: IdPath,
      answer: { status: 204 },
      failures: [404, 409],
    }),
    async (c) => {
      await testChannel(c.var.info.deps, c.var.info.signedIn, pathIdOf(c));
      return c.body(null, 204);
    },
  ],
});

resource(channelsApi, "/:id/posts", {
  GET: [
    budgeted("reads", "staff"),
    needs("channel:manage"),
    describe({
      ...shared,
      operationId: "listChannelPosts",
      path: IdPath,
      answer: { schema: ChannelPostListJson, example: listOf(POST_EXAMPLE) },
      failures: [404],
    }),
    async (c) => {
      const rows = await listChannelPosts(c.var.info.deps, c.var.info.signedIn, pathIdOf(c));
      return c.json(wholeList(rows.map(channelPostJson)));
    },
  ],
});
