import { createMiddleware } from "hono/factory";
import { translatorFor } from "../../app/i18n/messages.server";
import { AppError } from "../../app/lib/errors";
import { log } from "../../app/lib/runtime/log";
import { lookupState } from "../../app/modules/store/content-version.server";
import { answerError } from "../api/v1/errors";
import type { AppEnv } from "../context";
import { failurePage, wantsPage } from "../failure-page";

/** When it may go better, seconds. */
const RETRY = 120;
const REASON =
  "A restore of the database has not ended. Run `npm run restore` with the same file again: it goes on where it broke off.";

/**
 * Answers 503 with the reason, on pages, API, feeds and rooms, until a restore has ended. The state
 * is read with versions and settings, without a query of its own; without a database a restore is
 * not noticed.
 */
export const refuseWhileRestoring = createMiddleware<AppEnv>(async (c, next) => {
  const { deps, locale, requestId } = c.get("info");
  const state = await lookupState(deps).catch(() => null);
  if (!state?.isRestoring) return next();
  log("error", "restore.unended", { requestId });
  const headers = { "Cache-Control": "no-store", "Retry-After": String(RETRY) };
  if (c.req.path.startsWith("/api/"))
    return answerError(
      new AppError("unavailable", [], RETRY, { message: "errors:restoring" }),
      c as Parameters<typeof answerError>[1],
    );
  if (wantsPage(c.req.raw))
    return failurePage(c, 503, headers, translatorFor(locale)("common:restoring"));
  return c.text(`${REASON}\n`, 503, headers);
});
