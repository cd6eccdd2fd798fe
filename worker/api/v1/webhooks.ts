import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { wholeList } from "../../../app/lib/text/list-json";
import {
  webhookDeliveryJson,
  webhooksJson,
} from "../../../app/modules/webhooks/webhook-json.server";
import {
  NewWebhookJson,
  WebhookDeliveryListJson,
  WebhookInput,
  WebhookListJson,
} from "../../../app/modules/webhooks/webhook-schema";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhook,
  rotateWebhookSecret,
  switchWebhook,
  testWebhook,
} from "../../../app/modules/webhooks/webhooks.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { readBody } from "./read-body";
import { resource } from "./resource";

/** The caller's own webhooks. */
export const webhooksApi = new Hono<AppEnv>();

const ID = "019b7647-f000-7e02-9b11-2c4d6e8fa0a1";
const AT = "2026-11-20T09:30:00.000Z";
const INPUT_EXAMPLE = {
  url: "https://hall.example/hooks/rooydad",
  types: ["event.published", "event.cancelled"],
  ownOnly: true,
};
const EXAMPLE = {
  ...INPUT_EXAMPLE,
  id: ID,
  city: null,
  category: null,
  venue: null,
  organizer: null,
  isOn: true,
  failingSince: null,
  createdAt: AT,
};
const SECRET_EXAMPLE = { id: ID, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA=" };
const DELIVERY_EXAMPLE = {
  id: "019b7647-f000-7e02-9b11-2c4d6e8fa0b1",
  messageId: "019b7647-f000-7e02-9b11-2c4d6e8fa0c1",
  type: "event.published",
  eventId: "019b7647-f000-7e02-9b11-2c4d6e8fa001",
  status: "sent",
  attempts: 1,
  lastStatus: 204,
  lastError: null,
  dueAt: AT,
  createdAt: AT,
  sentAt: AT,
};

const WebhookPath = v.object({ id: v.pipe(v.string(), v.uuid()) });
const DeliveryPath = v.object({
  id: v.pipe(v.string(), v.uuid()),
  delivery: v.pipe(v.string(), v.uuid()),
});
const SwitchInput = v.strictObject({ isOn: v.boolean() });
const shared = { tag: "webhooks", needs: "webhook:manage" } as const;

/** An id of the path. @throws AppError("not-found") for one that is none */
function idIn(c: Context<AppEnv>, name: "id" | "delivery" = "id"): string {
  const id = (c.req.param(name) ?? "").toLowerCase();
  if (!v.is(WebhookPath, { id })) throw new AppError("not-found");
  return id;
}

resource(webhooksApi, "/", {
  GET: [
    budgeted("reads", "list"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "listWebhooks",
      answer: {
        schema: WebhookListJson,
        example: { items: [EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      return c.json(wholeList(await webhooksJson(deps, await listWebhooks(deps, signedIn))));
    },
  ],
  POST: [
    budgeted("reads", "write"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "createWebhook",
      body: { name: "WebhookInput", schema: WebhookInput, example: INPUT_EXAMPLE },
      answer: { status: 201, schema: NewWebhookJson, example: SECRET_EXAMPLE },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      return c.json(await createWebhook(deps, signedIn, await readBody(c, WebhookInput)), 201);
    },
  ],
});

resource(webhooksApi, "/:id", {
  PATCH: [
    budgeted("reads", "write"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "switchWebhook",
      path: WebhookPath,
      body: { name: "WebhookSwitch", schema: SwitchInput, example: { isOn: true } },
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      const { isOn } = await readBody(c, SwitchInput);
      await switchWebhook(c.var.info.deps, c.var.info.signedIn, idIn(c), isOn);
      return c.body(null, 204);
    },
  ],
  DELETE: [
    budgeted("reads", "write"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "deleteWebhook",
      path: WebhookPath,
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      await deleteWebhook(c.var.info.deps, c.var.info.signedIn, idIn(c));
      return c.body(null, 204);
    },
  ],
});

resource(webhooksApi, "/:id/secret", {
  POST: [
    budgeted("reads", "write"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "rotateWebhookSecret",
      path: WebhookPath,
      answer: { schema: NewWebhookJson, example: SECRET_EXAMPLE },
      failures: [404],
    }),
    async (c) => {
      const id = idIn(c);
      return c.json({
        id,
        secret: await rotateWebhookSecret(c.var.info.deps, c.var.info.signedIn, id),
      });
    },
  ],
});

resource(webhooksApi, "/:id/test", {
  POST: [
    budgeted("reads", "write"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "testWebhook",
      path: WebhookPath,
      answer: { status: 204 },
      failures: [404, 409],
    }),
    async (c) => {
      await testWebhook(c.var.info.deps, c.var.info.signedIn, idIn(c));
      return c.body(null, 204);
    },
  ],
});

resource(webhooksApi, "/:id/deliveries", {
  GET: [
    budgeted("reads", "list"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "listWebhookDeliveries",
      path: WebhookPath,
      answer: {
        schema: WebhookDeliveryListJson,
        example: { items: [DELIVERY_EXAMPLE], nextCursor: null, hasMore: false },
      },
      failures: [404],
    }),
    async (c) => {
      const rows = await listWebhookDeliveries(c.var.info.deps, c.var.info.signedIn, idIn(c));
      return c.json(wholeList(rows.map(webhookDeliveryJson)));
    },
  ],
});

resource(webhooksApi, "/:id/deliveries/:delivery/resend", {
  POST: [
    budgeted("reads", "write"),
    needs("webhook:manage"),
    describe({
      ...shared,
      operationId: "resendWebhook",
      path: DeliveryPath,
      answer: { status: 204 },
      failures: [404, 409],
    }),
    async (c) => {
      await resendWebhook(c.var.info.deps, c.var.info.signedIn, idIn(c), idIn(c, "delivery"));
      return c.body(null, 204);
    },
  ],
});
