import type { Context, Hono } from "hono";
import { generateSpecs, resolver } from "hono-openapi";
import { errorTranslatorFor } from "../../../app/i18n/error-messages.server";
import { type Locale, parseLocale } from "../../../app/i18n/locale";
import { translatorFor as translatorOfPages } from "../../../app/i18n/messages.server";
import type { TextKey, TextValues } from "../../../app/i18n/translate";
import type { Deps } from "../../../app/lib/deps";
import { DESCRIBED_FIELD_NAMES } from "../../../app/lib/event/field-groups";
import { paths } from "../../../app/lib/paths";
import { createBoundedMap } from "../../../app/lib/runtime/remembered";
import { settingsOf } from "../../../app/modules/settings/platform-settings.server";
import { toldOf } from "../../../app/modules/webhooks/webhook-schema";
import { WEBHOOK_TYPES, type WebhookType } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";
import { apiTextsFor, loadApiTexts } from "./api-texts";
import { FAILURES, TAGS } from "./describe";
import { ErrorJson, PROBLEM_TYPE } from "./errors";
import { EVENT_EXAMPLE, OCCURRENCE_EXAMPLE } from "./event-examples";
import { ISSUE_EXAMPLES, REQUEST_ID_EXAMPLE } from "./examples";
import { answer } from "./resource";

export type ApiDescription = Awaited<ReturnType<typeof generateSpecs>>;

export const API_BASE = "/api/v1";

interface Operation {
  security?: { bearer?: string[] }[];
  parameters?: object[];
  responses: Record<string, { headers?: object }>;
}

const issuesOf = ({ path, key }: { path: string; key: string }, say: (key: string) => string) => [
  { path, message: say(key) },
];

function failureResponses(locale: Locale) {
  const say = errorTranslatorFor(locale);
  return Object.fromEntries(
    Object.entries(FAILURES).map(([status, { name, code }]) => [
      name,
      {
        description: `answers.${code}`,
        content: {
          [PROBLEM_TYPE]: {
            schema: resolver(ErrorJson),
            example: {
              message: say(`errors:${code}`),
              code,
              type: "about:blank",
              title: say(`errors:${code}`),
              status: Number(status),
              detail: say(`errors:${code}`),
              instance: `urn:uuid:${REQUEST_ID_EXAMPLE}`,
              ...(code in ISSUE_EXAMPLES
                ? { issues: issuesOf(ISSUE_EXAMPLES[code as keyof typeof ISSUE_EXAMPLES], say) }
                : null),
              requestId: REQUEST_ID_EXAMPLE,
            },
          },
        },
      },
    ]),
  );
}

/** Puts texts in the place of their keys, wherever a summary or description is one. */
function translate(node: unknown, say: (key: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => translate(item, say));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === "example"
        ? value
        : (name === "summary" || name === "description") && typeof value === "string"
          ? say(value)
          : translate(value, say),
    ]),
  );
}

/** The key of a property's text. Fields of an event that the form explains have the form's text. */
function describedBy(schema: string, property: string): string {
  const field = DESCRIBED_FIELD_NAMES.find((name) => name === property);
  return field === undefined ? `schemas.${schema}.${property}` : `authoring:about.${field}`;
}

/** Objects whose fields have the texts of another's, unless they have their own. */
export const DESCRIBED_LIKE: Readonly<Record<string, string>> = {
  Candidate: "ParsedEvent",
  CandidateUpdate: "ParsedEvent",
  CityUpdate: "CityInput",
  CollectionUpdate: "CollectionInput",
  CollectionWithEvents: "Collection",
  EmailTemplateInput: "EmailTemplate",
  EmailTemplateUpdate: "EmailTemplate",
  FeatureFlagInput: "FeatureFlag",
  FeatureFlagUpdate: "FeatureFlag",
  IngestionRunDetails: "IngestionRun",
  NotificationRuleInput: "NotificationRule",
  NotificationRuleUpdate: "NotificationRule",
  OwnEvent: "Event",
  SourceInput: "Source",
  SourceUpdate: "Source",
  VenueInput: "Venue",
};

/** The text of a description's key: of the form's texts, or of the API's. */
function sayerOf(locale: Locale) {
  const [ofApi, ofForm] = [apiTextsFor(locale), translatorOfPages(locale)];
  return (key: string, values?: TextValues): string => {
    if (key.startsWith("authoring:")) return ofForm(key as TextKey<"authoring">);
    const text = ofApi(key, values);
    const [, schema = "", field] = /^schemas\.(\w+)\.(\w+)$/.exec(key) ?? [];
    const like = DESCRIBED_LIKE[schema];
    return like && text === `api:${key}` ? ofApi(`schemas.${like}.${field}`) : text;
  };
}

/** Gives every field of every object its text; the objects in the order of their names. */
function describeFields(document: ApiDescription): ApiDescription {
  const byName = Object.entries(document.components?.schemas ?? {}).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const schemas = byName.map(([name, schema]) => [
    name,
    {
      ...schema,
      description: `schemas.${name}.about`,
      properties: Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, type]) => [
          field,
          { ...type, description: describedBy(name, field) },
        ]),
      ),
    },
  ]);
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  };
}

const BOOKMARK = {
  schema: { type: "string" },
  example: "00000013-00000002-00004fb1-2e5aa2d4c0d8bb1d8b8e4f0a9c3b7d61",
} as const;

/**
 * Responses of writes carry `X-Bookmark`; reads accept it (docs/decisions/database-sessions.md).
 */
function describeBookmarks(document: ApiDescription): ApiDescription {
  for (const methods of Object.values(document.paths))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      if (method === "get")
        operation.parameters = [
          ...(operation.parameters ?? []),
          {
            name: "X-Bookmark",
            in: "header",
            required: false,
            description: "parameters.bookmark",
            ...BOOKMARK,
          },
        ];
      else {
        // The scope `read` gives nothing to a request that writes.
        for (const { bearer = [] } of operation.security ?? [])
          if (bearer[0] === "read") bearer.shift();
        for (const [status, response] of Object.entries(operation.responses))
          if (status.startsWith("2"))
            response.headers = { "X-Bookmark": { description: "answers.bookmark", ...BOOKMARK } };
      }
    }
  return document;
}

interface ObjectSchema {
  $ref?: string;
  properties?: Record<string, object>;
}

/** The name of the schema that a part of the description refers to. */
const refOf = (schema: ObjectSchema | undefined): string | undefined =>
  schema?.$ref?.split("/").at(-1);

/**
 * What GET gives, PUT and PATCH take: fields of answers that a body ignores are in its schema as
 * `readOnly`.
 */
function describeReadOnly(document: ApiDescription): ApiDescription {
  type Content = { content?: Record<string, { schema?: ObjectSchema }> };
  type Methods = Record<string, { requestBody?: Content; responses: Record<string, Content> }>;
  const schemas = (document.components?.schemas ?? {}) as Record<string, ObjectSchema>;
  const answered = (operation: Methods[string] | undefined) =>
    schemas[refOf(operation?.responses[200]?.content?.["application/json"]?.schema) ?? ""]
      ?.properties ?? {};
  for (const methods of Object.values(document.paths) as Methods[])
    for (const method of ["put", "patch"]) {
      const operation = methods[method];
      const body = refOf(operation?.requestBody?.content?.["application/json"]?.schema);
      const taken = schemas[body ?? ""]?.properties;
      if (!taken) continue;
      for (const [name, field] of Object.entries({
        ...answered(methods.get),
        ...answered(operation),
      }))
        taken[name] ??= { ...field, readOnly: true };
    }
  return document;
}

const GUEST_EXAMPLE = {
  id: REQUEST_ID_EXAMPLE,
  originalStart: OCCURRENCE_EXAMPLE.at,
  state: "going",
  seats: 2,
  name: "Sara",
  email: null,
};

/** What a message carries: the event as readers get it, or a guest and the event's address. */
function dataOf(type: WebhookType, document: ApiDescription): { schema: object; example: object } {
  const identity = { type: "object", required: ["id", "url"] };
  const event = document.components?.schemas?.Event as ObjectSchema | undefined;
  const { id, url } = event?.properties ?? {};
  const isOfGuest = type === "guest.changed";
  const properties = {
    event: { ...identity, properties: isOfGuest ? { id, url } : toldOf(event?.properties ?? {}) },
    ...(isOfGuest && { guest: { type: "object", required: ["id", "state", "seats"] } }),
  };
  return {
    schema: { type: "object", required: Object.keys(properties), properties },
    example: isOfGuest
      ? { event: { id: EVENT_EXAMPLE.id, url: EVENT_EXAMPLE.url }, guest: GUEST_EXAMPLE }
      : { event: toldOf(EVENT_EXAMPLE) },
  };
}

/** An operation for each type of message that webhooks get (docs/decisions/webhooks.md). */
function describeWebhooks(document: ApiDescription): ApiDescription {
  const webhooks = Object.fromEntries(
    WEBHOOK_TYPES.map((type) => {
      const { schema: data, example } = dataOf(type, document);
      const properties = {
        type: { type: "string", const: type },
        timestamp: { type: "string", format: "date-time" },
        data,
      };
      const post = {
        tags: ["webhooks"],
        operationId: type,
        summary: `webhooks.${type.replace(".", "-")}`,
        description: "webhooks.about",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: Object.keys(properties), properties },
              example: { type, timestamp: EVENT_EXAMPLE.updatedAt, data: example },
            },
          },
        },
        responses: { 204: { description: "webhooks.answer" } },
      };
      return [type, { post }];
    }),
  );
  return { ...document, webhooks } as ApiDescription;
}

const descriptions = createBoundedMap<ApiDescription>({ entries: 8 });

/** The API as OpenAPI 3.1, made from the routes and the schemas that they answer by. */
export async function describeApi(
  api: Hono<AppEnv>,
  deps: Pick<Deps, "shipped" | "siteUrl">,
  locale: Locale,
  name: string,
): Promise<ApiDescription> {
  await loadApiTexts(deps, locale);
  const known = descriptions.get(`${locale} ${name}`);
  if (known) return known;
  const say = sayerOf(locale);
  const document = await generateSpecs(api, {
    excludeStaticFile: false,
    documentation: {
      info: {
        title: say("title", { name }),
        version: "1",
        description: "about",
        license: { name: "MIT", identifier: "MIT" },
        contact: { name, url: `${deps.siteUrl}${paths.help()}` },
      },
      servers: [{ url: API_BASE }],
      tags: TAGS.map((tag) => ({ name: tag, description: `tags.${tag}.about` })),
      components: {
        responses: failureResponses(locale),
        securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "bearer" } },
      },
    },
  });
  const whole = describeWebhooks(describeReadOnly(describeBookmarks(describeFields(document))));
  const description = translate(whole, say) as ApiDescription;
  descriptions.set(`${locale} ${name}`, description);
  return description;
}

/** GET /openapi.json, in the language of `?lang=` or else of Accept-Language. */
export async function openApi(api: Hono<AppEnv>, c: Context<AppEnv>): Promise<Response> {
  const locale =
    parseLocale(new URL(c.req.url).searchParams.get("lang")) ?? acceptedLocale(c.req.raw);
  const description = await describeApi(
    api,
    c.var.info.deps,
    locale,
    (await settingsOf(c.var.info.deps)).branding.companyName[locale],
  );
  return answer(c.req.raw, description, {
    scope: "site",
    "Content-Language": locale,
    Vary: "Accept-Language",
  });
}
