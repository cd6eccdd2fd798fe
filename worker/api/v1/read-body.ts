import type { Context } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { readLimited } from "../../../app/lib/http/read-limited";
import type { AppEnv } from "../../context";

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

/**
 * The JSON of a request, checked. In this order (decisions.md §12): @param maxBytes of a body with
 * a limit of its own
 * @throws AppError 413 too large, 415 not JSON by its type, 400 broken JSON or none, 422 with an
 * issue a field
 */
export async function readBody<S extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: S,
  maxBytes: number = MAX_BODY,
): Promise<v.InferOutput<S>> {
  const bytes = await readLimited(c.req.raw, maxBytes);
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  // A request without a body needs no Content-Type.
  if (type !== "application/json" && !(type === undefined && bytes.byteLength === 0))
    throw new AppError("unsupported-type");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("bad-request", [{ path: "", message: "errors:issue.json" }]);
  }
  // A list is an object to valibot, and all our bodies are objects with named fields.
  if (Array.isArray(json))
    throw new AppError("invalid", [{ path: "", message: "errors:issue.value" }]);
  const result = v.safeParse(schema, json);
  if (result.success) return result.output;
  throw new AppError(
    "invalid",
    result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: messageOf(issue) })),
  );
}
