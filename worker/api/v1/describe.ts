import { toJsonSchema } from "@valibot/to-json-schema";
import type { MiddlewareHandler } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import * as v from "valibot";
import type { Permission } from "../../../app/lib/permissions";

type Operation = Parameters<typeof describeRoute>[0];

export const TAGS = ["events", "cities", "categories", "identity", "users", "audit", "description"] as const;

/** Answers that the description names once, by their status; the texts are `errors:<code>`. */
export const FAILURES = {
  400: { name: "BadRequest", code: "bad-request" },
  401: { name: "Unauthorized", code: "unauthorized" },
  403: { name: "Forbidden", code: "forbidden" },
  404: { name: "NotFound", code: "not-found" },
  409: { name: "Conflict", code: "conflict" },
  413: { name: "TooLarge", code: "too-large" },
  415: { name: "UnsupportedType", code: "unsupported-type" },
  422: { name: "Invalid", code: "invalid" },
  429: { name: "TooManyRequests", code: "too-many-requests" },
  500: { name: "Internal", code: "internal" },
} as const;

interface Description {
  /** Also the key of its texts, `api:operations.<operationId>`. */
  operationId: string;
  tag: (typeof TAGS)[number];
  path?: v.ObjectSchema<v.ObjectEntries, undefined>;
  query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** Parameters of the query whose text is not the one of their name. */
  meanings?: Record<string, string>;
  /** What the caller's role must allow; left out, everyone may ask. The middleware `needs` is what checks it. */
  needs?: Permission;
  /** What is sent, as JSON. */
  body?: v.GenericSchema;
  /** 204 has no schema. */
  answer: { status?: 200 | 201 | 202 | 204; type?: string; schema?: v.GenericSchema; example?: unknown };
  /** Beside 401 and 403 where something is needed, too many requests and what is our fault. */
  failures?: (keyof typeof FAILURES)[];
}

function parameters(schema: Description["query"], place: "path" | "query", textOf: (name: string) => string): Operation["parameters"] {
  return Object.entries(schema?.entries ?? {}).map(([name, entry]) => {
    const { $schema: _dialect, ...jsonSchema } = toJsonSchema(entry, { errorMode: "ignore", typeMode: "output" });
    return {
      name,
      in: place,
      required: place === "path" || entry.type !== "optional",
      description: textOf(name),
      schema: jsonSchema as object,
    };
  });
}

function jsonSchemaOf(schema: v.GenericSchema): object {
  const { $schema: _dialect, ...jsonSchema } = toJsonSchema(schema, { errorMode: "ignore", typeMode: "input" });
  return jsonSchema;
}

/**
 * Describes an address for openapi.json. Every summary and description is the key of a text: `describeApi` puts the
 * reader's language in its place.
 */
export function describe({ operationId, tag, path, query, meanings, needs, body, answer, failures = [] }: Description): MiddlewareHandler {
  const statuses = [...new Set([...(needs ? ([401, 403] as const) : []), ...failures, 429, 500] as const)].sort();
  const { status = 200, type = "application/json", schema, example } = answer;
  // What everyone may read may be kept and asked for again.
  const isKept = !needs && !body && status === 200 && operationId !== "createSessionToken";
  return describeRoute({
    operationId,
    ...(needs ? { security: [{ bearer: [] }], "x-permission": needs } : null),
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: jsonSchemaOf(body) } } } } : null),
    tags: [tag],
    summary: `operations.${operationId}.summary`,
    description: `operations.${operationId}.description`,
    parameters: [
      ...(parameters(path, "path", (name) => `operations.${operationId}.${name}`) ?? []),
      ...(parameters(query, "query", (name) => `parameters.${meanings?.[name] ?? name}`) ?? []),
    ],
    responses: {
      [status]: {
        description: `operations.${operationId}.answer`,
        ...(schema ? { content: { [type]: { schema: resolver(schema), example } } } : null),
      },
      ...(isKept ? { 304: { description: "answers.notModified" } } : null),
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${FAILURES[status].name}` }])),
    },
  });
}

/** Asks for one language (decisions.md §1). */
export const LangParameter = v.object({ lang: v.optional(v.picklist(["en", "fa"])) });
