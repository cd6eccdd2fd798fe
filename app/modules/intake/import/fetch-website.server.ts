import { AppError, isRefusal } from "../../../lib/errors";
import { readStream } from "../../../lib/http/byte-streams";
import { fetchPublic } from "../../../lib/http/fetch-public.server";
import { charsetOf, decodeText } from "../text/decode-text";

/** How much of a page is read, bytes. */
const MAX_BYTES = 2 * 1_048_576;
const READABLE = ["text/html", "application/xhtml+xml", "text/calendar", "application/ld+json"];

const refused = (message: string) => new AppError("invalid", [{ path: "url", message }]);

export interface FetchedPage {
  url: URL;
  type: string;
  text: string;
}

/**
 * Fetches a public page. @param isAllowed overrides `isPublicAddress` in tests, whose servers are
 * on loopback
 * @throws AppError("invalid") with an issue at `url` for a forbidden, unreachable or non-HTML
 * address
 */
export async function fetchPublicPage(
  address: string,
  isAllowed?: (url: URL) => boolean,
): Promise<FetchedPage> {
  const { url, response } = await fetchPublic(address, {
    accept: READABLE.join(", "),
    agent: "Rooydad-Import/1.0",
    ...(isAllowed && { isAllowed }),
  });
  return { url, ...(await readPage(response)) };
}

async function readPage(response: Response): Promise<{ type: string; text: string }> {
  const contentType = response.headers.get("Content-Type");
  const type = (contentType ?? "").toLowerCase().split(";")[0]?.trim() ?? "";
  if (!response.ok || !READABLE.includes(type)) {
    await response.body?.cancel();
    throw refused(response.ok ? "errors:issue.notAPage" : "errors:issue.unreachable");
  }
  try {
    const bytes = await readStream(response.body, MAX_BYTES);
    return { type, text: decodeText(bytes, charsetOf(contentType)).text };
  } catch (error) {
    throw refused(
      isRefusal(error, "too-large") ? "errors:issue.pageTooLarge" : "errors:issue.unreachable",
    );
  }
}
