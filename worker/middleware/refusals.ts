import { createMiddleware } from "hono/factory";
import { translatorFor } from "../../app/i18n/messages.server";
import { AppError } from "../../app/lib/errors";
import { FORM_BYTES, FORM_TYPE } from "../../app/lib/http/read-form.server";
import { log } from "../../app/lib/runtime/log";
import { lookupState } from "../../app/modules/store/content-version.server";
import { answerError } from "../api/v1/errors";
import { readConfiguration } from "../configuration";
import type { AppEnv, RequestInfo } from "../context";
import { failurePage, wantsPage } from "../failures";

/**
 * 400 for a Host header that is no host (RFC 9112 §3.2): nothing behind here can read such an
 * address.
 */
export const wellFormed = createMiddleware<AppEnv>(async (c, next) => {
  if (!URL.canParse(c.req.url)) return c.text("Bad Request", 400);
  await next();
});

/** More than any address has: a page looks for routes at each part of its own (getPartialManifest). */
const MOST_PARTS = 32;

/** More new links than a page discovers at once (Remix): a millisecond each. */
const MOST_LINKS = 128;
const ROUTES = "/__manifest";

/** Refuses addresses deeper than any of ours, and questions of more routes, before they cost anything. */
export const shallowPaths = createMiddleware<AppEnv>(async (c, next) => {
  const { path } = c.req;
  if (path.split("/", MOST_PARTS + 1).length > MOST_PARTS)
    return c.text("Not Found", 404, { "Cache-Control": "no-store" });
  if (path === ROUTES && c.get("info").url.searchParams.getAll("p").length > MOST_LINKS)
    return c.text("Bad Request", 400, { "Cache-Control": "no-store" });
  await next();
});

let isLogged = false;

/**
 * Refuses all requests under a bad configuration. The log has the problems; the response has them
 * in local runs only.
 */
export const refuseBadConfiguration = createMiddleware<AppEnv>(async (c, next) => {
  const { problems } = readConfiguration(c.env, { now: Date.now });
  if (problems.length === 0) return next();
  if (!isLogged) for (const problem of problems) log("error", "configuration.wrong", { problem });
  isLogged = true;
  const details =
    c.env.ENVIRONMENT === "local" ? problems.join("\n") : "See the log of the Worker.";
  return c.text(`The product is not configured rightly.\n${details}\n`, 503, {
    "Cache-Control": "no-store",
    "Retry-After": "300",
  });
});

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

/** Fields that no page repeats. */
const SECRET = /password|^(code|pin|token)$/i;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Pages change state only for requests that our own pages sent (ASVS 3.5.1); the API has bearer
 * tokens instead.
 */
export const checkOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!SAFE.has(c.req.method)) {
    const origin = c.req.header("Origin");
    if (origin !== new URL(c.req.url).origin && origin !== c.get("info").origin)
      return c.text("Forbidden", 403);
    keepSentForm(c.req.raw, c.get("info"));
  }
  await next();
});

/** Remembers what a form of text fields sends: the page of a failure has it to be sent again. */
function keepSentForm(request: Request, info: RequestInfo): void {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (request.method !== "POST" || !(length <= FORM_BYTES)) return;
  if (!FORM_TYPE.test(request.headers.get("Content-Type") ?? "")) return;
  const copy = request.clone();
  const read = async () => ({
    action: info.url.pathname.replace(/\.data$/, "") + info.url.search,
    fields: [...(await copy.formData())].flatMap(([name, value]): [string, string][] =>
      typeof value !== "string" || SECRET.test(name) ? [] : [[name, value]],
    ),
  });
  let form: ReturnType<typeof read> | undefined;
  info.sentForm = () => {
    form ??= read();
    return form;
  };
}

/**
 * Files that Remix serves (calendar files, sitemaps) fail as JSON; a browser navigation gets the
 * error page.
 */
export const failedFiles = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (
    status < 400 ||
    !headers.get("Content-Type")?.startsWith("application/json") ||
    !wantsPage(c.req.raw)
  )
    return;
  const retryAfter = headers.get("Retry-After");
  const page = await failurePage(c, status, retryAfter ? { "Retry-After": retryAfter } : {});
  c.res = undefined;
  c.res = page;
});
