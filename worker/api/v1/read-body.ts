import type { Context } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { readLimited, refuseOtherCharsets } from "../../../app/lib/http/byte-streams";
import type { AppEnv } from "../../context";
import type { Reading } from "./if-match";

/** Of a body that has no limit of its own, bytes (decisions.md §12). */
export const MAX_BODY = 1024 * 1024;

/** The text key of an issue: our messages are keys already; the library's are English. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.message.startsWith("errors:")) return issue.message;
  if (issue.received === "undefined") return "errors:issue.missing";
  return issue.kind === "schema" && issue.expected === "never"
    ? "errors:issue.unknown"
    : "errors:issue.value";
}

const issuesOf = (issues: readonly v.BaseIssue<unknown>[]) =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: messageOf(issue) }));

/** Objects and lists within each other: more would take the stack of what reads them. */
const MOST_DEPTH = 50;

function isDeep(json: unknown): boolean {
  let level = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

/** Media types of a body: JSON, and that of a merge patch (RFC 7396 §4). */
const TYPES = ["application/json", "application/merge-patch+json"];

/**
 * The JSON object of a request. In this order (decisions.md §12):
 * @param maxBytes of a body with a limit of its own
 * @throws AppError 413 too large, 415 not plain JSON in UTF-8 by its headers, 400 broken JSON or none, 422 no object or a deep one
 */
async function readJson(
  c: Context<AppEnv>,
  maxBytes: number = MAX_BODY,
): Promise<Record<string, unknown>> {
  const bytes = await readLimited(c.req.raw, maxBytes);
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  // A request without a body needs no Content-Type.
  if (type === undefined ? bytes.byteLength > 0 : !TYPES.includes(type))
    throw new AppError("unsupported-type");
  refuseOtherCharsets(c.req.raw);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("bad-request", [{ path: "", message: "errors:issue.json" }]);
  }
  // A list is an object to valibot, and all our bodies are objects with named fields.
  if (typeof json !== "object" || json === null || Array.isArray(json) || isDeep(json))
    throw new AppError("invalid", [{ path: "", message: "errors:issue.value" }]);
  return json as Record<string, unknown>;
}

/** @throws AppError("invalid") with an issue a field */
function check<S extends v.GenericSchema>(schema: S, json: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, json);
  if (result.success) return result.output;
  throw new AppError("invalid", issuesOf(result.issues));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** RFC 7396 §2. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  return merged;
}

interface BodyRules<S extends v.GenericSchema> {
  schema: S;
  /** Where it is not MAX_BODY. */
  maxBytes?: number;
  /** Names that the body may have as answers do, without effect. */
  ignored?: readonly string[];
  /** Those of them whose value must be the one that GET gives. */
  fixed?: { names: readonly string[]; current: () => Promise<Reading> };
}

const without = (json: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));

/** @throws AppError("invalid") with an issue for each fixed field that has another value */
async function refuseChanges(
  json: Record<string, unknown>,
  fixed: BodyRules<v.GenericSchema>["fixed"],
): Promise<void> {
  const sent = fixed?.names.filter((name) => name in json) ?? [];
  if (!fixed || sent.length === 0) return;
  const now = (await fixed.current()).json as Record<string, unknown>;
  const changed = sent.filter((name) => JSON.stringify(json[name]) !== JSON.stringify(now[name]));
  if (changed.length === 0) return;
  const issues = changed.map((path) => ({ path, message: "errors:issue.unknown" }));
  throw new AppError("invalid", issues);
}

/** The JSON of a request, checked. @throws as `readJson`, `refuseChanges` and `check` */
export async function readBody<S extends v.GenericSchema>(
  c: Context<AppEnv>,
  { schema, maxBytes, ignored = [], fixed }: BodyRules<S>,
): Promise<v.InferOutput<S>> {
  const json = await readJson(c, maxBytes);
  await refuseChanges(json, fixed);
  return check(schema, without(json, ignored));
}

/**
 * The whole body after a merge patch of `current`, which is in the form of answers.
 * @throws as `readBody`
 */
export async function readPatch<S extends v.GenericSchema>(
  c: Context<AppEnv>,
  { schema, maxBytes, ignored = [] }: BodyRules<S>,
  current: object,
): Promise<v.InferOutput<S>> {
  const merged = mergePatch(current, await readJson(c, maxBytes)) as object;
  return check(schema, without(merged, ignored));
}

/** The parameter of how many items an answer has: a number in digits. */
export const limitParameter = (most = 100, usual = 24) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, "errors:issue.limit"),
      v.transform(Number),
      v.minValue(1, "errors:issue.limit"),
      v.maxValue(most, "errors:issue.limit"),
    ),
    String(usual),
  );

/** The parameters of a request. @throws AppError("bad-request") with an issue each */
export function readParameters<S extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: S,
): v.InferOutput<S> {
  const query = v.safeParse(schema, c.req.query());
  if (query.success) return query.output;
  throw new AppError("bad-request", issuesOf(query.issues));
}
