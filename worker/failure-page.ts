import type { Context } from "hono";
import { html } from "hono/html";
import { direction } from "../app/i18n/locale";
import { translatorFor } from "../app/i18n/messages.server";
import { USUAL_WAIT, waitText } from "../app/lib/dates/wait-text";
import { paths } from "../app/lib/paths";
import type { AppEnv } from "./context";
import { detectLocale } from "./locale";
import { rootStylesheets } from "./pages";

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
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
    },
  });
}
