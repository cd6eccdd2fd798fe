import type { ErrorHandler } from "hono";
import { expectedError } from "../app/lib/errors";
import { describeError, log, loggedPath } from "../app/lib/runtime/log";
import { answerError } from "./api/v1/errors";
import type { AppEnv } from "./context";
import { failurePage, wantsPage } from "./failure-page";
import { pages } from "./pages";

const API = /^\/api(\/|$)/;

/** Client-side navigation requests the next page's data. */
const DATA = /\.data$/;

/**
 * Handles errors that no inner handler caught, such as a middleware's or a room's. Pages and the
 * API handle their own; steps within the pages get the form that draws the error page.
 */
export const answerUncaught: ErrorHandler<AppEnv> = async (error, c) => {
  if (API.test(c.req.path) && c.get("info")) return answerError(error, c);
  const requestId = c.get("info")?.requestId;
  const expected = expectedError(error);
  if (expected && DATA.test(c.req.path) && c.get("info") && !c.get("info").refusal) {
    c.get("info").refusal = expected;
    return (await pages(c, async () => {})) as Response;
  }
  const path = loggedPath(c.req.url);
  if (expected === error) log("warn", "request.refused", { requestId, code: expected.code, path });
  else
    log("error", expected ? "database.away" : "request.failed", {
      requestId,
      path,
      ...describeError(error),
    });
  const status = (expected?.status ?? 500) as 500;
  const headers = {
    "Cache-Control": "no-store",
    ...(expected?.retryAfter !== undefined ? { "Retry-After": String(expected.retryAfter) } : null),
  };
  return wantsPage(c.req.raw)
    ? failurePage(c, status, headers)
    : c.text(expected?.code ?? "Internal Server Error", status, headers);
};
