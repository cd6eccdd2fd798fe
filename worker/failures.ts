import type { ErrorHandler } from "hono";
import { AppError } from "../app/lib/errors";
import { describeError, log, loggedPath } from "../app/lib/log";
import { answerError } from "./api/v1/errors";
import type { AppEnv } from "./context";
import { failurePage, wantsPage } from "./failure-page";

const API = /^\/api(\/|$)/;

/** What nothing further in has caught: a middleware's own failure, or a room's. Pages and the API answer for themselves. */
export const answerUncaught: ErrorHandler<AppEnv> = async (error, c) => {
  if (API.test(c.req.path) && c.var.info) return answerError(error, c);
  const requestId = c.var.info?.requestId;
  const isExpected = error instanceof AppError;
  if (isExpected) log("warn", "request.refused", { requestId, code: error.code, path: loggedPath(c.req.url) });
  else log("error", "request.failed", { requestId, path: loggedPath(c.req.url), ...describeError(error) });
  const status = (isExpected ? error.status : 500) as 500;
  const headers = {
    "Cache-Control": "no-store",
    ...(isExpected && error.retryAfter !== undefined ? { "Retry-After": String(error.retryAfter) } : null),
  };
  return wantsPage(c.req.raw)
    ? failurePage(c, status, headers)
    : c.text(isExpected ? error.code : "Internal Server Error", status, headers);
};
