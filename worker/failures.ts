import type { Context, ErrorHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { html } from "hono/html";
import { direction } from "../app/i18n/locale";
import { translatorFor } from "../app/i18n/messages.server";
import { USUAL_WAIT, waitText } from "../app/lib/dates/wait-text";
import { expectedError } from "../app/lib/errors";
import { paths } from "../app/lib/paths";
import { describeError, log, loggedPath } from "../app/lib/runtime/log";
import { answerError } from "./api/v1/errors";
import type { AppEnv } from "./context";
import { detectLocale } from "./locale";
import { pages, rootStylesheets } from "./pages";

/** Whether a request is a browser's navigation; programs and scripts accept other types. */
export const wantsPage = (request: Request): boolean =>
  request.headers.get("Accept")?.includes("text/html") ?? false;

/**
 * The page of a failure that Remix does not draw: without scripts, in the product's type and
 * colours.
 */
export async function failurePage(
  c: Context<AppEnv>,
  status: number,
  headers: Record<string, string> = {},
  reason?: string,
): Promise<Response> {
  const locale = c.get("info")?.locale ?? (await detectLocale(c.req.raw));
  const requestId = c.get("info")?.requestId;
  const t = translatorFor(locale);
  const isMissing = status === 404;
  const sent =
    status >= 500 &&
    (await c
      .get("info")
      ?.sentForm?.()
      .catch(() => null));
  const isTooMuch = status === 429;
  const kind = isMissing
    ? "notFound"
    : isTooMuch
      ? "tooMany"
      : status === 503
        ? "unavailable"
        : "error";
  const title = t(`common:${kind}.title`);
  const page = await html`<!doctype html>
<html lang="${locale}" dir="${direction(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${[...rootStylesheets, "/failure.css"].map((href) => html`<link rel="stylesheet" href="${href}">`)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main id="main">
<img src="/favicon.svg" alt="" width="64" height="64">
<h1>${title}</h1>
<p>${reason ?? t(`common:${kind}.text`)}</p>
${sent && html`<form method="post" action="${sent.action}"><p>${t("common:sentForm.text")}</p>${sent.fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button>${t("common:sentForm.again")}</button></form>`}
${isTooMuch ? html`<p>${waitText(t, Number(headers["Retry-After"] ?? USUAL_WAIT))}</p>` : ""}
${requestId && !isMissing && !isTooMuch ? html`<p>${t("common:error.request", { id: "" })} <code>${requestId}</code></p>` : ""}
<div>${isMissing ? "" : html`<a href="">${t("common:tryAgain")}</a>`}<a href="${paths.home()}">${t("common:goHome")}</a></div>
</main>
</body>
</html>`;
  return new Response(String(page), {
    status,
    headers: {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
    },
  });
}

const API = /^\/api(\/|$)/;

/** Client-side navigation requests the next page's data. */
const DATA = /\.data$/;

/**
 * Draws the failure of a form that a browser sent to an address without a page, which Remix answers
 * for scripts alone.
 */
export const drawnFailures = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (status < 500 || !wantsPage(c.req.raw) || !headers.get("Content-Type")?.includes("json"))
    return;
  const retryAfter = headers.get("Retry-After");
  c.res = await failurePage(c, status, retryAfter ? { "Retry-After": retryAfter } : {});
});

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
