/** A plain cookie's value, or null. */
export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** Cookies that are part of the page cache's key or do not affect pages. */
const HARMLESS =
  /^\s*(rooydad\.(language|theme|city|view|saved)|(__Host-)?rooydad-(device|bookmark))=/;

/**
 * Whether the reader may get a shared cached page: requests with another cookie of ours may not.
 */
export function isAnonymous(request: Request): boolean {
  const cookies = request.headers.get("Cookie");
  if (request.headers.has("Authorization")) return false;
  return (
    !cookies ||
    cookies
      .split(";")
      .every((cookie) => HARMLESS.test(cookie) || !/^\s*(__Host-)?rooydad/.test(cookie))
  );
}
