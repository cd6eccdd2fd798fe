import type { EntryContext } from "@remix-run/cloudflare";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server.browser";

/** The parts of a chunk that Remix's `StreamTransfer` keeps. */
interface Chunk {
  result: { done: boolean; value: string };
}

/**
 * Reads the data that goes along with a page before the page is rendered, so that rendering waits
 * for nothing. Pages are sent whole anyway: the page cache cuts them, and nothing here is deferred.
 */
export async function readHandoff(context: EntryContext): Promise<void> {
  const { serverHandoffStream } = context;
  if (!serverHandoffStream) return;
  const data = await new Response(serverHandoffStream).text();
  const chunks: Record<number, Chunk> = {
    0: { result: { done: false, value: data } },
    1: { result: { done: true, value: "" } },
  };
  context.serverHandoffStream = new ReadableStream();
  context.renderMeta = {
    ...context.renderMeta,
    streamCache: chunks as unknown as NonNullable<EntryContext["renderMeta"]>["streamCache"],
  };
}

const END = "</body></html>";

/**
 * Renders a document to a string. React's streams encode every attribute and text separately, which
 * takes a Worker longer than the rest of rendering. Remix appends data scripts after `</html>`,
 * which is invalid; they move into the body.
 */
export function renderHtml(document: ReactElement): string {
  const html = renderToString(document);
  const end = html.lastIndexOf(END);
  return end < 0
    ? `<!DOCTYPE html>${html}`
    : `<!DOCTYPE html>${html.slice(0, end)}${html.slice(end + END.length)}${END}`;
}
