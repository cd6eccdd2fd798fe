/** Relying party of passkeys (WebAuthn §5.1.2). */
export interface RelyingParty {
  /** Domain. */
  id: string;
  /** Scheme, host and port, as browsers sign it. */
  origin: string;
}

/**
 * The relying party of a site's URL. Null where browsers allow no passkeys: IP addresses, and http
 * except on `localhost`.
 */
export function relyingParty(siteUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(siteUrl);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith("[")) return null;
  return protocol === "https:" || hostname === "localhost" ? { id: hostname, origin } : null;
}

/** The `localhost` origin for a local run at a loopback address; null for other sites. */
export function localhostOf(siteUrl: string): string | null {
  const url = new URL(siteUrl);
  if (url.hostname !== "127.0.0.1" && url.hostname !== "[::1]") return null;
  url.hostname = "localhost";
  return url.origin;
}
