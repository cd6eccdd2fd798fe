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
import { TEMPLATE_INPUT_EXAMPLE, TEMPLATE_JSON_EXAMPLE } from "./notification-examples";
import { operation } from "./operation";
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
  const { locale, eventId, ...parts } = await readBody(c, { schema: TemplateTrial });
  const template = await templateIn(c);
  const given = Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined),
  );
  return { template, trial: { locale, eventId, body: { ...template.bodies[locale], ...given } } };
}

resource(emailTemplatesApi, "/", {
  GET: operation({
    operationId: "listEmailTemplates",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    answer: {
      schema: listJson("EmailTemplateList", TemplateJson),
      example: { items: [TEMPLATE_JSON_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ deps, locale, actor }) =>
      wholeList((await listTemplates(deps, actor, locale)).map(templateJson)),
  }),
  POST: operation({
    operationId: "createEmailTemplate",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    body: { name: "EmailTemplateInput", schema: TemplateInput, example: TEMPLATE_INPUT_EXAMPLE },
    answer: { status: 201, schema: TemplateJson, example: TEMPLATE_JSON_EXAMPLE },
    failures: [409],
    idempotent: true,
    run: async ({ c, deps, actor, body }) => {
      await createTemplate(deps, actor, body);
      c.header("Location", `/api/v1/admin/email-templates/${body.key}`);
      return templateJson(await templateIn(c, body.key));
    },
  }),
});

resource(emailTemplatesApi, "/:key", {
  GET: operation({
    operationId: "getEmailTemplate",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    path: KeyPath,
    answer: { schema: TemplateJson, example: TEMPLATE_JSON_EXAMPLE },
    failures: [404],
    run: async ({ c }) => templateJson(await templateIn(c)),
  }),
  PUT: operation({
    operationId: "updateEmailTemplate",
    budget: ["reads", "staff"],
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
    ifMatch: "answer",
    answer: { schema: TemplateJson, example: TEMPLATE_JSON_EXAMPLE },
    failures: [404, 409],
    run: async ({ c, deps, locale, actor, params, body }) => {
      const changes = body;
      await updateTemplate(deps, actor, params.key, changes, locale);
      return templateJson(await templateIn(c));
    },
  }),
  DELETE: operation({
    operationId: "deleteEmailTemplate",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    path: KeyPath,
    ifMatch: "version",
    answer: { status: 204 },
    failures: [404, 409],
    run: async ({ c, deps, actor, params, expectedVersion }) => {
      const { isShipped } = await templateIn(c);
      await (isShipped ? resetTemplate : deleteTemplate)(deps, actor, params.key, expectedVersion);
    },
  }),
});

resource(emailTemplatesApi, "/:key/preview", {
  POST: operation({
    operationId: "previewEmailTemplate",
    budget: ["reads", "staff"],
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
    run: async ({ c, deps, actor }) => {
      const { template, trial } = await trialIn(c);
      return previewTemplate(deps, actor, template, trial);
    },
  }),
});

resource(emailTemplatesApi, "/:key/test", {
  POST: operation({
    operationId: "testEmailTemplate",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    path: KeyPath,
    body: { name: "EmailTemplateTrial", schema: TemplateTrial, example: { locale: "fa" } },
    answer: { status: 202, schema: TestMailJson, example: { to: "moderator@rooydad.example" } },
    failures: [404],
    run: async ({ c, deps, actor }) => {
      const { template, trial } = await trialIn(c);
      return sendTestMail(deps, actor, template, trial);
    },
  }),
});
