import { Hono } from "hono";
import * as v from "valibot";
import { wholeList } from "../../../app/lib/text/list-json";
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
  webhookDeliveryJson,
  webhooksJson,
} from "../../../app/modules/webhooks/webhooks.server";
import type { AppEnv } from "../../context";
import { operation, PathId } from "./operation";
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

const WebhookPath = v.object({ id: PathId });
const DeliveryPath = v.object({
  id: PathId,
  delivery: PathId,
});
const SwitchInput = v.strictObject({ isOn: v.boolean() });
const shared = { tag: "webhooks", needs: "webhook:manage" } as const;

resource(webhooksApi, "/", {
  GET: operation({
    ...shared,
    operationId: "listWebhooks",
    budget: ["reads", "list"],
    answer: {
      schema: WebhookListJson,
      example: { items: [EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ deps, actor }) =>
      wholeList(await webhooksJson(deps, await listWebhooks(deps, actor))),
  }),
  POST: operation({
    ...shared,
    operationId: "createWebhook",
    budget: ["reads", "write"],
    body: { name: "WebhookInput", schema: WebhookInput, example: INPUT_EXAMPLE },
    answer: { status: 201, schema: NewWebhookJson, example: SECRET_EXAMPLE },
    run: ({ deps, actor, body }) => createWebhook(deps, actor, body),
  }),
});

resource(webhooksApi, "/:id", {
  PATCH: operation({
    ...shared,
    operationId: "switchWebhook",
    budget: ["reads", "write"],
    path: WebhookPath,
    body: { name: "WebhookSwitch", schema: SwitchInput, example: { isOn: true } },
    answer: { status: 204 },
    failures: [404],
    run: async ({ deps, actor, params, body }) => {
      const { isOn } = body;
      await switchWebhook(deps, actor, params.id, isOn);
    },
  }),
  DELETE: operation({
    ...shared,
    operationId: "deleteWebhook",
    budget: ["reads", "write"],
    path: WebhookPath,
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => deleteWebhook(deps, actor, params.id),
  }),
});

resource(webhooksApi, "/:id/secret", {
  POST: operation({
    ...shared,
    operationId: "rotateWebhookSecret",
    budget: ["reads", "write"],
    path: WebhookPath,
    answer: { schema: NewWebhookJson, example: SECRET_EXAMPLE },
    failures: [404],
    run: async ({ deps, actor, params }) => {
      const id = params.id;
      return {
        id,
        secret: await rotateWebhookSecret(deps, actor, id),
      };
    },
  }),
});

resource(webhooksApi, "/:id/test", {
  POST: operation({
    ...shared,
    operationId: "testWebhook",
    budget: ["reads", "write"],
    path: WebhookPath,
    answer: { status: 204 },
    failures: [404, 409],
    run: ({ deps, actor, params }) => testWebhook(deps, actor, params.id),
  }),
});

resource(webhooksApi, "/:id/deliveries", {
  GET: operation({
    ...shared,
    operationId: "listWebhookDeliveries",
    budget: ["reads", "list"],
    path: WebhookPath,
    answer: {
      schema: WebhookDeliveryListJson,
      example: { items: [DELIVERY_EXAMPLE], nextCursor: null, hasMore: false },
    },
    failures: [404],
    run: async ({ deps, actor, params }) => {
      const rows = await listWebhookDeliveries(deps, actor, params.id);
      return wholeList(rows.map(webhookDeliveryJson));
    },
  }),
});

resource(webhooksApi, "/:id/deliveries/:delivery/resend", {
  POST: operation({
    ...shared,
    operationId: "resendWebhook",
    budget: ["reads", "write"],
    path: DeliveryPath,
    answer: { status: 204 },
    failures: [404, 409],
    run: ({ deps, actor, params }) => resendWebhook(deps, actor, params.id, params.delivery),
  }),
});
