import { toJsonSchema } from "@valibot/to-json-schema";
import type { MiddlewareHandler } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import * as v from "valibot";
import type { CostClass, Rate } from "../../../app/lib/http/route-budget";
import { type Permission, scopesWith } from "../../../app/lib/permissions";
import type { IfMatch } from "./if-match";

type Operation = Parameters<typeof describeRoute>[0];

export const TAGS = [
  "events",
  "cities",
  "venues",
  "categories",
  "collections",
  "identity",
  "users",
  "notifications",
  "webhooks",
  "media",
  "audit",
  "administration",
  "news",
  "ingestion",
  "settings",
  "description",
] as const;

/** Answers that the description names once, by their status; the texts are `errors:<code>`. */
export const FAILURES = {
  400: { name: "BadRequest", code: "bad-request" },
  401: { name: "Unauthorized", code: "unauthorized" },
  403: { name: "Forbidden", code: "forbidden" },
  404: { name: "NotFound", code: "not-found" },
  409: { name: "Conflict", code: "conflict" },
  412: { name: "PreconditionFailed", code: "precondition-failed" },
  413: { name: "TooLarge", code: "too-large" },
  415: { name: "UnsupportedType", code: "unsupported-type" },
  422: { name: "Invalid", code: "invalid" },
  429: { name: "TooManyRequests", code: "too-many-requests" },
  500: { name: "Internal", code: "internal" },
} as const;

export interface Description {
  /** Also the key of its texts, `api:operations.<operationId>`. */
  operationId: string;
  tag: (typeof TAGS)[number];
  path?: v.ObjectSchema<v.ObjectEntries, undefined>;
  query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** Query parameters with a description other than that of their name. */
  meanings?: Record<string, string>;
  /**
   * The permission that the caller needs; without it the operation is public. The middleware
   * `needs` enforces it.
   */
  needs?: Permission;
  /** Whether a key or token of any scope is enough. */
  forAnyToken?: boolean;
  /** Its rate budget and cost class. */
  budget?: readonly [Rate, CostClass];
  /** The JSON body; its texts are at `api:schemas.<name>`. */
  body?: { name: string; schema: v.GenericSchema; example: unknown };
  /** A file as the body: one of these types raw, or as `file` of a form. */
  file?: readonly string[];
  /** Whether the body is a merge patch (RFC 7396): none of its fields is required. */
  isPatch?: boolean;
  /** Whether an Idempotency-Key is accepted; the middleware `idempotent` handles it. */
  isIdempotent?: boolean;
  /** What `If-Match` is compared with; every change of what GET answers has one. */
  ifMatch?: IfMatch;
  /** Whether the response is cacheable and revalidated by ETag. */
  isKept?: boolean;
  /** 204 has no schema. */
  answer: {
    status?: 200 | 201 | 202 | 204;
    type?: string;
    schema?: v.GenericSchema;
    example?: unknown;
  };
  /** In addition to those of permissions, bodies, bad requests, rate limits and server errors. */
  failures?: Exclude<keyof typeof FAILURES, 400 | 429 | 500>[];
}

function parameters(
  schema: Description["query"],
  place: "path" | "query",
  textOf: (name: string) => string,
): Operation["parameters"] {
  return Object.entries(schema?.entries ?? {}).map(([name, entry]) => {
    const { $schema: _dialect, ...jsonSchema } = toJsonSchema(entry, {
      errorMode: "ignore",
      typeMode: "output",
    });
    return {
      name,
      in: place,
      required: place === "path" || entry.type !== "optional",
      description: textOf(name),
      schema: jsonSchema as object,
    };
  });
}

function requestBody(
  { name, schema, example }: NonNullable<Description["body"]>,
  isPatch: boolean,
): Operation["requestBody"] {
  const named = v.pipe(schema, v.metadata({ ref: name }));
  const content = {
    schema: resolver(named, { errorMode: "ignore", typeMode: "input" }),
    example,
  };
  return {
    required: true,
    content: isPatch
      ? { "application/merge-patch+json": content, "application/json": content }
      : { "application/json": content },
  };
}

const BINARY = { type: "string", format: "binary" } as const;

function fileBody(types: readonly string[]): Operation["requestBody"] {
  const form = {
    type: "object",
    required: ["file"],
    properties: { file: BINARY, kind: { type: "string", enum: ["picture", "video"] } },
  } as const;
  return {
    required: true,
    content: {
      ...Object.fromEntries(types.map((type) => [type, { schema: BINARY }])),
      "multipart/form-data": { schema: form as never },
    },
  };
}

const idempotencyKey: NonNullable<Operation["parameters"]>[number] = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "parameters.idempotencyKey",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const ifMatchHeader = (
  description: string,
  example: string,
): NonNullable<Operation["parameters"]>[number] => ({
  name: "If-Match",
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
  example,
});

const IF_MATCH = {
  version: ifMatchHeader("parameters.ifMatchVersion", '"3"'),
  updatedAt: ifMatchHeader("parameters.ifMatchUpdatedAt", '"2026-11-20T09:30:00.000Z"'),
  answer: ifMatchHeader("parameters.ifMatchAnswer", '"5f0c1d2e3b4a59687786a5b4c3d2e1f0"'),
} as const;

/**
 * Describes an address for openapi.json. Every summary and description is the key of a text:
 * `describeApi` puts the reader's language in its place.
 */
export function describe(description: Description): MiddlewareHandler {
  const {
    operationId,
    tag,
    path,
    query,
    meanings,
    needs,
    forAnyToken = false,
    budget,
    body,
    file,
    isPatch = false,
    isIdempotent,
    ifMatch,
    isKept,
    answer,
    failures = [],
  } = description;
  const always = [
    ...(needs || forAnyToken ? ([401, 403] as const) : []),
    ...(body || file ? ([413, 415, 422] as const) : []),
  ];
  const statuses = [
    ...new Set([
      ...always,
      ...(isIdempotent ? ([409] as const) : []),
      ...(ifMatch ? ([412] as const) : []),
      ...(ifMatch && ifMatch !== "answer" ? ([409] as const) : []),
      ...failures,
      400,
      429,
      500,
    ] as const),
  ].sort();
  const { status = 200, type = "application/json", schema, example } = answer;
  return describeRoute({
    operationId,
    ...(budget ? { "x-rate-budget": budget[0] } : null),
    ...(needs ? { security: [{ bearer: scopesWith(needs) }], "x-permission": needs } : null),
    ...(forAnyToken ? { security: [{ bearer: [] }] } : null),
    ...(body ? { requestBody: requestBody(body, isPatch) } : null),
    ...(file ? { requestBody: fileBody(file) } : null),
    tags: [tag],
    summary: `operations.${operationId}.summary`,
    description: `operations.${operationId}.description`,
    parameters: [
      ...(parameters(path, "path", (name) => `operations.${operationId}.${name}`) ?? []),
      ...(parameters(query, "query", (name) => `parameters.${meanings?.[name] ?? name}`) ?? []),
      ...(isIdempotent ? [idempotencyKey] : []),
      ...(ifMatch ? [IF_MATCH[ifMatch]] : []),
    ],
    responses: {
      [status]: {
        description: `operations.${operationId}.answer`,
        ...(schema ? { content: { [type]: { schema: resolver(schema), example } } } : null),
      },
      ...(isKept ? { 304: { description: "answers.notModified" } } : null),
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { $ref: `#/components/responses/${FAILURES[status].name}` },
        ]),
      ),
    },
  });
}

/** Selects a language (decisions.md §1). */
export const LangParameter = v.object({ lang: v.optional(v.picklist(["en", "fa"])) });
