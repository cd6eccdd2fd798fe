import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server.browser";
import { NonceProvider } from "./components/nonce";
import { TextProvider } from "./components/text";
import { answerBug } from "./lib/error-responses.server";
import { textsOf } from "./lib/layout-texts";
import { describeError, log } from "./lib/log";
import { messagesOf } from "./lib/messages.server";

const ABORT_DELAY = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  let responseStatus = status;
  const { routeModules, staticHandlerContext } = remixContext;
  const namespaces = textsOf(staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle));
  const rendered = new AbortController();
  const timer = setTimeout(() => rendered.abort(), ABORT_DELAY);
  const rendering = renderToReadableStream(
    <NonceProvider nonce={context.nonce}>
      <TextProvider locale={context.locale} messages={messagesOf(context.locale, namespaces)}>
        <RemixServer context={remixContext} url={request.url} abortDelay={ABORT_DELAY} nonce={context.nonce} />
      </TextProvider>
    </NonceProvider>,
    {
      nonce: context.nonce,
      signal: rendered.signal,
      onError(error) {
        responseStatus = 500;
        log("error", "render.failed", { requestId: context.requestId, ...describeError(error) });
      },
    },
  );
  try {
    const stream = await rendering.catch(() => {
      // onError has logged it. Remix renders once more, with the error page in the place of what could not be drawn.
      throw answerBug(context);
    });
    await stream.allReady;
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(stream, { status: responseStatus, headers });
  } finally {
    // A page that is ready is not to be broken off: React would report that as a failure.
    clearTimeout(timer);
  }
}

/** Loaders, actions and rendering answer for themselves (error-responses.server.ts); this is what Remix itself refuses or breaks. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted || error instanceof Response) return;
  if (isRouteErrorResponse(error) && error.status < 500) {
    log("warn", "page.refused", { requestId: context.requestId, status: error.status, path: new URL(request.url).pathname });
    return;
  }
  log("error", "page.failed", { requestId: context.requestId, path: new URL(request.url).pathname, ...describeError(error) });
}
