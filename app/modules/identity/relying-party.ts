/** For whom passkeys are made (WebAuthn §5.1.2). */
export interface RelyingParty {
  /** The domain. */
  id: string;
  /** With scheme and port, as browsers sign it. */
  origin: string;
}

/**
 * The relying party of a site's address. Null where browsers have none: at an IP address, since passkeys belong to a
 * domain, and over plain http but on `localhost`.
 */
export function relyingParty(siteUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(siteUrl);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith("[")) return null;
  return protocol === "https:" || hostname === "localhost" ? { id: hostname, origin } : null;
}

/** Where passkeys work for a local run that is looked at by its loopback address; null for any other site. */
export function localhostOf(siteUrl: string): string | null {
  const url = new URL(siteUrl);
  if (url.hostname !== "127.0.0.1" && url.hostname !== "[::1]") return null;
  url.hostname = "localhost";
  return url.origin;
}
