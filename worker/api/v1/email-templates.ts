import { type Context, Hono } from "hono";
import * as v from "valibot";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import {
  previewTemplate,
  sendTestMail,
} from "../../../app/modules/notifications/templates/preview-template.server";
import {
  getTemplate,
  listTemplates,
  templateJson,
} from "../../../app/modules/notifications/templates/queries.server";
import {
  RenderedMailJson,
  TemplateInput,
  TemplateJson,
  TemplateTrial,
  TemplateUpdate,
} from "../../../app/modules/notifications/templates/schema.server";
import {
  createTemplate,
  deleteTemplate,
  resetTemplate,
  updateTemplate,
} from "../../../app/modules/notifications/templates/template-commands.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { idempotent } from "./idempotent";
import { whileVersion } from "./if-match";
import { TEMPLATE_INPUT_EXAMPLE, TEMPLATE_JSON_EXAMPLE } from "./notification-examples";
import { readBody } from "./read-body";
import { resource } from "./resource";

export const emailTemplatesApi = new Hono<AppEnv>();

const PERMISSION = "email-template:manage";
const KeyPath = v.object({ key: v.string() });
const TestMailJson = v.pipe(v.object({ to: v.string() }), v.metadata({ ref: "TestMail" }));

const keyIn = (c: Context<AppEnv>): string => c.req.param("key") ?? "";

const templateIn = (c: Context<AppEnv>, key = keyIn(c)) =>
  getTemplate(c.var.info.deps, c.var.info.signedIn, key, c.var.info.locale);

/** The saved template with the parts in their place that the request has brought. */
async function trialIn(c: Context<AppEnv>) {
  const { locale, eventId, ...parts } = await readBody(c, TemplateTrial);
  const template = await templateIn(c);
  const given = Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined),
  );
  return { template, trial: { locale, eventId, body: { ...template.bodies[locale], ...given } } };
}

resource(emailTemplatesApi, "/", {
  GET: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "listEmailTemplates",
      tag: "news",
      needs: PERMISSION,
      answer: {
        schema: listJson("EmailTemplateList", TemplateJson),
        example: { items: [TEMPLATE_JSON_EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) => {
      const { deps, signedIn, locale } = c.var.info;
      return c.json(wholeList((await listTemplates(deps, signedIn, locale)).map(templateJson)));
    },
  ],
  POST: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    idempotent,
    describe({
      operationId: "createEmailTemplate",
      tag: "news",
      needs: PERMISSION,
      isIdempotent: true,
      body: { name: "EmailTemplateInput", schema: TemplateInput, example: TEMPLATE_INPUT_EXAMPLE },
      answer: { status: 201, schema: TemplateJson, example: TEMPLATE_JSON_EXAMPLE },
      failures: [409],
    }),
    async (c) => {
      const input = await readBody(c, TemplateInput);
      await createTemplate(c.var.info.deps, c.var.info.signedIn, input);
      c.header("Location", `/api/v1/admin/email-templates/${input.key}`);
      return c.json(templateJson(await templateIn(c, input.key)), 201);
    },
  ],
});

resource(emailTemplatesApi, "/:key", {
  GET: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "getEmailTemplate",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      answer: { schema: TemplateJson, example: TEMPLATE_JSON_EXAMPLE },
      failures: [404],
    }),
    async (c) => c.json(templateJson(await templateIn(c))),
  ],
  PUT: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "updateEmailTemplate",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      body: {
        name: "EmailTemplateUpdate",
        schema: TemplateUpdate,
        example: {
          subject: { en: "Out now: {{ title }}", fa: "منتشر شد: {{ title }}" },
          version: 1,
        },
      },
      answer: { schema: TemplateJson, example: TEMPLATE_JSON_EXAMPLE },
      failures: [404, 409],
    }),
    async (c) => {
      const { deps, signedIn, locale } = c.var.info;
      const changes = await readBody(c, TemplateUpdate);
      await updateTemplate(deps, signedIn, keyIn(c), changes, locale);
      return c.json(templateJson(await templateIn(c)));
    },
  ],
  DELETE: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "deleteEmailTemplate",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      ifMatch: "version",
      answer: { status: 204 },
      failures: [404, 409],
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { isShipped } = await templateIn(c);
      await whileVersion(c, (expectedVersion) =>
        (isShipped ? resetTemplate : deleteTemplate)(deps, signedIn, keyIn(c), expectedVersion),
      );
      return c.body(null, 204);
    },
  ],
});

resource(emailTemplatesApi, "/:key/preview", {
  POST: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "previewEmailTemplate",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      body: { name: "EmailTemplateTrial", schema: TemplateTrial, example: { locale: "fa" } },
      answer: {
        schema: RenderedMailJson,
        example: {
          subject: "“An Evening of Setar” is published",
          html: "<!doctype html>…",
          text: "Your event is published\n…",
        },
      },
      failures: [404],
    }),
    async (c) => {
      const { template, trial } = await trialIn(c);
      return c.json(await previewTemplate(c.var.info.deps, c.var.info.signedIn, template, trial));
    },
  ],
});

resource(emailTemplatesApi, "/:key/test", {
  POST: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "testEmailTemplate",
      tag: "news",
      needs: PERMISSION,
      path: KeyPath,
      body: { name: "EmailTemplateTrial", schema: TemplateTrial, example: { locale: "fa" } },
      answer: { status: 202, schema: TestMailJson, example: { to: "moderator@rooydad.example" } },
      failures: [404],
    }),
    async (c) => {
      const { template, trial } = await trialIn(c);
      return c.json(await sendTestMail(c.var.info.deps, c.var.info.signedIn, template, trial), 202);
    },
  ],
});
