import { type Context, Hono } from "hono";
import * as v from "valibot";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import {
  readRuleNames,
  ruleJson,
} from "../../../app/modules/notifications/rules/present-rule.server";
import {
  createRule,
  deleteRule,
  resetRule,
  updateRule,
} from "../../../app/modules/notifications/rules/rule-commands.server";
import { getRule, listRules } from "../../../app/modules/notifications/rules/rules.server";
import { RuleInput, RuleJson, RuleUpdate } from "../../../app/modules/notifications/rules/schema";
import type { AppEnv } from "../../context";
import { RULE_INPUT_EXAMPLE, RULE_JSON_EXAMPLE } from "./notification-examples";
import { operation } from "./operation";
import { resource } from "./resource";

export const notificationRulesApi = new Hono<AppEnv>();

const PERMISSION = "notification-rule:manage";
const KeyPath = v.object({ key: v.string() });

async function answerRule(c: Context<AppEnv>, key: string) {
  const { deps, signedIn, locale } = c.var.info;
  return ruleJson(await getRule(deps, signedIn, key), await readRuleNames(deps, locale), locale);
}

resource(notificationRulesApi, "/", {
  GET: operation({
    operationId: "listNotificationRules",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    answer: {
      schema: listJson("NotificationRuleList", RuleJson),
      example: { items: [RULE_JSON_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ deps, locale, actor }) => {
      const [rules, things] = [await listRules(deps, actor), await readRuleNames(deps, locale)];
      return wholeList(rules.map((rule) => ruleJson(rule, things, locale)));
    },
  }),
  POST: operation({
    operationId: "createNotificationRule",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    body: { name: "NotificationRuleInput", schema: RuleInput, example: RULE_INPUT_EXAMPLE },
    answer: { status: 201, schema: RuleJson, example: RULE_JSON_EXAMPLE },
    failures: [409],
    idempotent: true,
    run: async ({ c, deps, actor, body }) => {
      await createRule(deps, actor, body);
      c.header("Location", `/api/v1/admin/notification-rules/${body.key}`);
      return answerRule(c, body.key);
    },
  }),
});

resource(notificationRulesApi, "/:key", {
  GET: operation({
    operationId: "getNotificationRule",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    path: KeyPath,
    answer: { schema: RuleJson, example: RULE_JSON_EXAMPLE },
    failures: [404],
    run: ({ c, params }) => answerRule(c, params.key),
  }),
  PUT: operation({
    operationId: "updateNotificationRule",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    path: KeyPath,
    body: {
      name: "NotificationRuleUpdate",
      schema: RuleUpdate,
      example: { capPerDay: 3, version: 1 },
    },
    ifMatch: "answer",
    answer: { schema: RuleJson, example: RULE_JSON_EXAMPLE },
    failures: [404, 409],
    run: async ({ c, deps, actor, params, body }) => {
      const changes = body;
      await updateRule(deps, actor, params.key, changes);
      return answerRule(c, params.key);
    },
  }),
  DELETE: operation({
    operationId: "deleteNotificationRule",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    path: KeyPath,
    ifMatch: "version",
    answer: { status: 204 },
    failures: [404, 409],
    run: async ({ deps, actor, params, expectedVersion }) => {
      const { isShipped } = await getRule(deps, actor, params.key);
      await (isShipped ? resetRule : deleteRule)(deps, actor, params.key, expectedVersion);
    },
  }),
});
