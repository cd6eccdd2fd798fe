import type { ErrorHandler, Handler } from "hono";
import { AppError, type ErrorCode } from "../../../app/lib/errors";
import type { HTTPIssue } from "../../../app/lib/http-issue";
import { describeError, log } from "../../../app/lib/log";
import { translatorFor } from "../../../app/lib/error-messages.server";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";

/** The body of every failure (decisions.md §12). */
export interface ErrorBody {
  message: string;
  code: ErrorCode | "method-not-allowed" | "internal";
  issues?: HTTPIssue[];
  requestId: string;
}

type Context = Parameters<Handler<AppEnv>>[0];

function body(c: Context, code: ErrorBody["code"], issues: readonly HTTPIssue[] = []): ErrorBody {
  const say = translatorFor(acceptedLocale(c.req.raw));
  return {
    message: say(`errors:${code}`),
    code,
    ...(issues.length > 0 ? { issues: issues.map(({ path, message }) => ({ path, message: say(message) })) } : null),
    requestId: c.var.info.requestId,
  };
}

export const notFound: Handler<AppEnv> = (c) => c.json(body(c, "not-found"), 404);

/** For the other methods of a path that exists. */
export const methodNotAllowed =
  (...allowed: string[]): Handler<AppEnv> =>
  (c) =>
    c.json(body(c, "method-not-allowed"), 405, { Allow: allowed.join(", ") });

/** Expected failures answer with their status and are warnings; anything else is a bug of ours. */
export const answerError: ErrorHandler<AppEnv> = (error, c) => {
  const { requestId } = c.var.info;
  if (error instanceof AppError) {
    log("warn", "api.refused", { requestId, code: error.code, path: new URL(c.req.url).pathname });
    return c.json(body(c, error.code, error.issues), error.status as 400);
  }
  log("error", "api.failed", { requestId, path: new URL(c.req.url).pathname, ...describeError(error) });
  return c.json(body(c, "internal"), 500);
};
