import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { DocumentErrorsProvider } from "./components/document-errors";
import { prepareErrorPage } from "./components/error-page";
import { prepareBell } from "./components/notifications/bell";
import { prepareAccountLinks } from "./components/shell/account-menu";
import { textsOf } from "./i18n/layout-texts";
import { messagesOf } from "./i18n/messages.server";
import { internalErrorResponse } from "./lib/http/error-responses.server";
import { describeError, log, loggedPath } from "./lib/runtime/log";
import { readHandoff, renderHtml } from "./lib/text/render-html.server";
import { NonceProvider } from "./ui/nonce";
import { TextProvider } from "./ui/text";
import { prepareToasts } from "./ui/toast";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  const { routeModules, staticHandlerContext } = remixContext;
  const namespaces = textsOf(
    staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle),
  );
  await Promise.all([
    readHandoff(remixContext),
    prepareErrorPage(),
    prepareAccountLinks(),
    prepareBell(),
    prepareToasts(),
  ]);
  try {
    const html = renderHtml(
      <NonceProvider nonce={context.nonce}>
        <TextProvider locale={context.locale} messages={messagesOf(context.locale, namespaces)}>
          <DocumentErrorsProvider value={staticHandlerContext.errors}>
            <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
          </DocumentErrorsProvider>
        </TextProvider>
      </NonceProvider>,
    );
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(html, { status, headers });
  } catch (error) {
    log("error", "render.failed", { requestId: context.requestId, ...describeError(error) });
    // Remix then renders the error page instead.
    throw internalErrorResponse(context);
  }
}

/**
 * Loaders, actions and rendering handle their own errors (error-responses.server.ts); this gets
 * Remix's.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  if (request.signal.aborted || error instanceof Response) return;
  if (isRouteErrorResponse(error) && error.status < 500) {
    log("warn", "page.refused", {
      requestId: context.requestId,
      status: error.status,
      path: loggedPath(request.url),
    });
    return;
  }
  log("error", "page.failed", {
    requestId: context.requestId,
    path: loggedPath(request.url),
    ...describeError(error),
  });
}
