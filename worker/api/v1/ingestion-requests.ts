import type { Context } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import type { AppEnv } from "../../context";
import { PathId } from "./operation";

/** The permission of all ingestion endpoints (decisions.md §6). */
export const INGESTION_PERMISSION = "ingestion:manage" as const;

export const IdPath = v.object({ id: PathId });

/** Items of an answer. */
const USUAL = 24;
const MAX_LIMIT = 100;
export const LIMIT = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, "errors:issue.limit"),
    v.transform(Number),
    v.minValue(1, "errors:issue.limit"),
    v.maxValue(MAX_LIMIT, "errors:issue.limit"),
  ),
  String(USUAL),
);

/** The parameters of a list. @throws AppError("bad-request") with an issue each */
export function listQuery<S extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: S,
): v.InferOutput<S> {
  const query = v.safeParse(schema, c.req.query());
  if (query.success) return query.output;
  throw new AppError(
    "bad-request",
    query.issues.map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: issue.message.startsWith("errors:") ? issue.message : "errors:issue.value",
    })),
  );
}
