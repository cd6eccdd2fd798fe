import { toJsonSchema } from "@valibot/to-json-schema";
import type { MiddlewareHandler } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import * as v from "valibot";

type Operation = Parameters<typeof describeRoute>[0];

export const TAGS = ["events", "cities", "categories", "description"] as const;

/** Answers that the description names once, by their status; the texts are `errors:<code>`. */
export const FAILURES = {
  400: { name: "BadRequest", code: "bad-request" },
  404: { name: "NotFound", code: "not-found" },
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
  answer: { type?: string; schema: v.GenericSchema; example: unknown };
  /** Beside too many requests and what is our fault. */
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

/**
 * Describes an address for openapi.json. Every summary and description is the key of a text: `describeApi` puts the
 * reader's language in its place.
 */
export function describe({ operationId, tag, path, query, meanings, answer, failures = [] }: Description): MiddlewareHandler {
  const statuses = [...failures, 429, 500] as const;
  return describeRoute({
    operationId,
    tags: [tag],
    summary: `operations.${operationId}.summary`,
    description: `operations.${operationId}.description`,
    parameters: [
      ...(parameters(path, "path", (name) => `operations.${operationId}.${name}`) ?? []),
      ...(parameters(query, "query", (name) => `parameters.${meanings?.[name] ?? name}`) ?? []),
    ],
    responses: {
      200: {
        description: `operations.${operationId}.answer`,
        content: { [answer.type ?? "application/json"]: { schema: resolver(answer.schema), example: answer.example } },
      },
      304: { description: "answers.notModified" },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${FAILURES[status].name}` }])),
    },
  });
}

/** Asks for one language (decisions.md §1). */
export const LangParameter = v.object({ lang: v.optional(v.picklist(["en", "fa"])) });
