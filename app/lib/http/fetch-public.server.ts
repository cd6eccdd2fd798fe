import { AppError } from "../errors";

/** Names of private networks (RFC 6761, RFC 8375, RFC 9476). */
const PRIVATE_ZONES =
  /\.(local|localhost|internal|intranet|lan|home|corp|private|arpa|test|invalid|example|onion|alt)$/;

/** Public names that resolve to any address by their spelling (nip.io and similar). */
const SPELT_ADDRESS =
  /(^|[.-])\d{1,3}([.-]\d{1,3}){3}([.-]|$)|(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|traefik\.me|localho\.st)$/;

/**
 * Whether the server may request a user-supplied address: a public name at the default port,
 * without credentials. IP addresses are refused, since private ones have too many spellings (ASVS
 * 1.3.6). The name's target cannot be checked here; Workers reach no private network.
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

/** How long to wait for an answer and its body, ms; how often it may send one on. */
const TIMEOUT = 10_000;
const REDIRECTS = 3;

interface PublicRequest {
  accept: string;
  agent: string;
  /** Further headers, such as those of a conditional request. */
  headers?: Record<string, string>;
  /** A JSON body: makes it a POST. */
  body?: string;
  /** How long to wait for the answer and its body, ms. */
  timeout?: number;
  /** Overrides `isPublicAddress` in tests, whose servers are on loopback. */
  isAllowed?: (url: URL) => boolean;
}

/**
 * Requests a user-supplied public address and checks each redirect like the first address.
 * @returns the last response, of any status, and its address
 * @throws AppError("invalid") with an issue at `url` for a forbidden or unreachable address
 */
export async function fetchPublic(
  address: string,
  { accept, agent, headers, body, timeout = TIMEOUT, isAllowed = isPublicAddress }: PublicRequest,
): Promise<{ url: URL; response: Response }> {
  const refused = (message: string) => new AppError("invalid", [{ path: "url", message }]);
  if (!URL.canParse(address)) throw refused("errors:issue.webAddress");
  let url = new URL(address);
  const signal = AbortSignal.timeout(timeout);
  const request = {
    redirect: "manual",
    signal,
    headers: {
      Accept: accept,
      "User-Agent": agent,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { method: "POST", body }),
  } as const;
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    if (!isAllowed(url)) throw refused("errors:issue.publicAddress");
    const response = await fetch(url, request).catch(() => {
      throw refused("errors:issue.unreachable");
    });
    const location = response.headers.get("Location");
    if (response.status < 300 || response.status >= 400 || location === null)
      return { url, response };
    await response.body?.cancel();
    if (!URL.canParse(location, url)) break;
    url = new URL(location, url);
  }
  throw refused("errors:issue.unreachable");
}
