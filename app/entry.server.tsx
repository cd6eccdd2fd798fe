import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { NonceProvider } from "./components/nonce";
import { TextProvider } from "./components/text";
import { describeError, log } from "./lib/log";
import { publicMessages } from "./lib/messages.server";
import { readHandoff, renderHtml } from "./lib/render-html.server";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  await readHandoff(remixContext);
  const html = renderHtml(
    <NonceProvider nonce={context.nonce}>
      <TextProvider locale={context.locale} messages={publicMessages[context.locale]}>
        <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
      </TextProvider>
    </NonceProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(html, { status, headers });
}

/** Expected errors are answers, not bugs; what is left is logged with the request's id, which the error page shows. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted) return;
  log("error", "page.failed", { requestId: context.requestId, path: new URL(request.url).pathname, ...describeError(error) });
}
