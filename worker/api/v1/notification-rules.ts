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
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { idempotent } from "./idempotent";
import { whileVersion } from "./if-match";
import { RULE_INPUT_EXAMPLE, RULE_JSON_EXAMPLE } from "./notification-examples";
import { readBody } from "./read-body";
import { resource } from "./resource";

export const notificationRulesApi = new Hono<AppEnv>();

const PERMISSION = "notification-rule:manage";
const KeyPath = v.object({ key: v.string() });

const keyIn = (c: Context<AppEnv>): string => c.req.param("key") ?? "";

async function answerRule(
  c: Context<AppEnv>,
  key: string,
  status: 200 | 201 = 200,
): Promise<Response> {
  const { deps, signedIn, locale } = c.var.info;
  return c.json(
    ruleJson(await getRule(deps, signedIn, key), await readRuleNames(deps, locale), locale),
    status,
  );
}

resource(notificationRulesApi, "/", {
  GET: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "listNotificationRules",
      tag: "news",
      needs: PERMISSION,
      answer: {
        schema: listJson("NotificationRuleList", RuleJson),
        example: { items: [RULE_JSON_EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) => {
      const { deps, signedIn, locale } = c.var.info;
      const [rules, things] = [await listRules(deps, signedIn), await readRuleNames(deps, locale)];
      return c.json(wholeList(rules.map((rule) => ruleJson(rule, things, locale))));
    },
  ],
  POST: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    idempotent,
    describe({
      operationId: "createNotificationRule",
      tag: "news",
      needs: PERMISSION,
      isIdempotent: true,
      body: { name: "NotificationRuleInput", schema: RuleInput, example: RULE_INPUT_EXAMPLE },
      answer: { status: 201, schema: RuleJson, example: RULE_JSON_EXAMPLE },
      failures: [409],
    }),
    async (c) => {
      const input = await readBody(c, RuleInput);
      await createRule(c.var.info.deps, c.var.info.signedIn, input);
      c.header("Location", `/api/v1/admin/notification-rules/${input.key}`);
      return answerRule(c, input.key, 201);
    },
  ],
});

resource(notificationRulesApi, "/:key", {
  GET: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "getNotificationRule",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      answer: { schema: RuleJson, example: RULE_JSON_EXAMPLE },
      failures: [404],
    }),
    (c) => answerRule(c, keyIn(c)),
  ],
  PUT: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "updateNotificationRule",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      body: {
        name: "NotificationRuleUpdate",
        schema: RuleUpdate,
        example: { capPerDay: 3, version: 1 },
      },
      answer: { schema: RuleJson, example: RULE_JSON_EXAMPLE },
      failures: [404, 409],
    }),
    async (c) => {
      const changes = await readBody(c, RuleUpdate);
      await updateRule(c.var.info.deps, c.var.info.signedIn, keyIn(c), changes);
      return answerRule(c, keyIn(c));
    },
  ],
  DELETE: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "deleteNotificationRule",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      ifMatch: "version",
      answer: { status: 204 },
      failures: [404, 409],
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { isShipped } = await getRule(deps, signedIn, keyIn(c));
      await whileVersion(c, (expectedVersion) =>
        (isShipped ? resetRule : deleteRule)(deps, signedIn, keyIn(c), expectedVersion),
      );
      return c.body(null, 204);
    },
  ],
});
