import type { ErrorHandler } from "hono";
import { html } from "hono/html";
import { AppError } from "../app/lib/errors";
import { direction } from "../app/lib/locale";
import { describeError, log, loggedPath } from "../app/lib/log";
import { translatorFor } from "../app/lib/messages.server";
import { paths } from "../app/lib/paths";
import { answerError } from "./api/v1/errors";
import type { AppEnv } from "./context";
import { detectLocale } from "./locale";
import { rootStylesheets } from "./pages";

const API = /^\/api(\/|$)/;

/** What nothing further in has caught: a middleware's own failure, or a room's. Pages and the API answer for themselves. */
export const answerUncaught: ErrorHandler<AppEnv> = async (error, c) => {
  if (API.test(c.req.path) && c.var.info) return answerError(error, c);
  const requestId = c.var.info?.requestId;
  const isExpected = error instanceof AppError;
  if (isExpected) log("warn", "request.refused", { requestId, code: error.code, path: loggedPath(c.req.url) });
  else log("error", "request.failed", { requestId, path: loggedPath(c.req.url), ...describeError(error) });
  const status = (isExpected ? error.status : 500) as 500;
  c.header("Cache-Control", "no-store");
  if (isExpected && error.retryAfter !== undefined) c.header("Retry-After", String(error.retryAfter));
  if (!c.req.header("Accept")?.includes("text/html")) return c.text(isExpected ? error.code : "Internal Server Error", status);

  const locale = c.var.info?.locale ?? (await detectLocale(c.req.raw));
  const t = translatorFor(locale);
  c.header("Content-Security-Policy", "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'");
  return c.html(
    html`<!doctype html>
<html lang="${locale}" dir="${direction(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t("common:error.title")}</title>
${rootStylesheets.map((href) => html`<link rel="stylesheet" href="${href}">`)}
</head>
<body>
<main class="rd-wrap" id="main">
<h1>${t("common:error.title")}</h1>
<p>${t("common:error.text")}</p>
${requestId ? html`<p>${t("common:error.request", { id: "" })} <code>${requestId}</code></p>` : ""}
<p><a href="${paths.home()}">${t("common:goHome")}</a></p>
</main>
</body>
</html>`,
    status,
  );
};
