import { readStream } from "../../lib/byte-streams";
import { AppError } from "../../lib/errors";

/** How much of a page is read, bytes; how long one waits for it, ms; how often it may send one on. */
const MAX_BYTES = 2 * 1_048_576;
const TIMEOUT = 10_000;
const REDIRECTS = 3;
const READABLE = ["text/html", "application/xhtml+xml", "text/calendar"];
/** Names that lead into a network of one's own (RFC 6761, RFC 8375, RFC 9476). */
const PRIVATE_ZONES = /\.(local|localhost|internal|intranet|lan|home|corp|private|arpa|test|invalid|example|onion|alt)$/;

/** Names that anybody can have stand for any address (nip.io and its like), by what they spell or whose they are. */
const SPELT_ADDRESS =
  /(^|[.-])\d{1,3}([.-]\d{1,3}){3}([.-]|$)|(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|traefik\.me|localho\.st)$/;

const refused = (message: string) => new AppError("invalid", [{ path: "url", message }]);

/**
 * Whether an address may be asked for on somebody's behalf: a name of the public web at the usual port, without
 * credentials. Numbers are refused altogether, since every way to write a private one would have to be known (ASVS 1.3.6).
 * Where a name leads cannot be asked here; Workers reach no private network, whatever it is.
 */
export function isPublicAddress({ protocol, hostname, port, username, password }: URL): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  const isName = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/.test(host) && !/^[\d.]+$/.test(host);
  return (
    (protocol === "https:" || protocol === "http:") &&
    port === "" &&
    !username &&
    !password &&
    isName &&
    !PRIVATE_ZONES.test(host) &&
    !SPELT_ADDRESS.test(host)
  );
}

export interface FetchedPage {
  url: URL;
  type: string;
  text: string;
}

/**
 * Reads a public page; each redirect is checked as the first address was.
 * @param isAllowed stands in for `isPublicAddress` in tests, whose servers are on loopback
 * @throws AppError("invalid") with an issue at `url` for what may not be asked for, cannot be reached, or is no page
 */
export async function fetchPublicPage(address: string, isAllowed: (url: URL) => boolean = isPublicAddress): Promise<FetchedPage> {
  if (!URL.canParse(address)) throw refused("errors:issue.webAddress");
  let url = new URL(address);
  const signal = AbortSignal.timeout(TIMEOUT);
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    if (!isAllowed(url)) throw refused("errors:issue.publicAddress");
    const response = await fetch(url, {
      redirect: "manual",
      signal,
      headers: { Accept: READABLE.join(", "), "User-Agent": "Rooydad-Import/1.0" },
    }).catch(() => {
      throw refused("errors:issue.unreachable");
    });
    const location = response.headers.get("Location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      if (!URL.canParse(location, url)) throw refused("errors:issue.unreachable");
      url = new URL(location, url);
      continue;
    }
    return { url, ...(await readPage(response)) };
  }
  throw refused("errors:issue.unreachable");
}

async function readPage(response: Response): Promise<{ type: string; text: string }> {
  const [type = "", ...parameters] = (response.headers.get("Content-Type") ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!response.ok || !READABLE.includes(type)) {
    await response.body?.cancel();
    throw refused(response.ok ? "errors:issue.notAPage" : "errors:issue.unreachable");
  }
  const charset =
    parameters
      .find((part) => part.startsWith("charset="))
      ?.slice(8)
      .replace(/"/g, "") || "utf-8";
  try {
    return { type, text: new TextDecoder(charset).decode(await readStream(response.body, MAX_BYTES)) };
  } catch (error) {
    throw refused(error instanceof AppError && error.code === "too-large" ? "errors:issue.pageTooLarge" : "errors:issue.unreachable");
  }
}
