import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server.browser";
import { NonceProvider } from "./components/nonce";
import { TextProvider } from "./components/text";
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
  const stream = await renderToReadableStream(
    <NonceProvider nonce={context.nonce}>
      <TextProvider locale={context.locale} messages={messagesOf(context.locale, namespaces)}>
        <RemixServer context={remixContext} url={request.url} abortDelay={ABORT_DELAY} nonce={context.nonce} />
      </TextProvider>
    </NonceProvider>,
    {
      nonce: context.nonce,
      signal: AbortSignal.timeout(ABORT_DELAY),
      onError(error) {
        responseStatus = 500;
        log("error", "render.failed", { requestId: context.requestId, ...describeError(error) });
      },
    },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status: responseStatus, headers });
}

/** Expected errors are answers, not bugs; what is left is logged with the request's id, which the error page shows. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted) return;
  log("error", "page.failed", { requestId: context.requestId, path: new URL(request.url).pathname, ...describeError(error) });
}
