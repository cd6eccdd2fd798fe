import type { HeadersFunction } from "@remix-run/cloudflare";

const encoder = new TextEncoder();

/** The hash that tags a body, without quotation marks. */
export async function etagOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether the client has the answer of this tag. Compares weakly (RFC 9110 §13.1.2): caches on the
 * way may have marked our tag as weak.
 */
export function hasCurrent(request: Request, etag: string | null): boolean {
  const header = request.headers.get("If-None-Match");
  if (header === null || etag === null) return false;
  return header
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** A shared response, as 304 without body when the client has it. */
export function withNotModified(request: Request, response: Response): Response {
  const etag = response.headers.get("ETag");
  if (response.status !== 200 || !hasCurrent(request, etag)) return response;
  const headers = new Headers(response.headers);
  for (const name of ["Content-Length", "Content-Type"]) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

/**
 * A response to polling clients: 304 without body when theirs is current. @param state goes before
 * the hash in its tag
 */
export async function conditionalResponse(
  request: Request,
  body: string,
  headers: Record<string, string>,
  state = "",
): Promise<Response> {
  const bytes = encoder.encode(body);
  const etag = `"${state}${await etagOf(bytes)}"`;
  const known = hasCurrent(request, etag);
  return new Response(known ? null : bytes, {
    status: known ? 304 : 200,
    headers: { "Cache-Control": "no-cache", ...headers, ETag: etag },
  });
}

/** Headers of a failed loader or action, and of an action's answer, that a page passes on. */
const PASSED_ON = ["Referrer-Policy", "Retry-After"];

/**
 * `headers` of every page. A page that its loader does not declare public (content-scope.ts) is one
 * reader's own: nothing keeps it, not even the browser's cache (ASVS 14.3.2).
 */
export const pageHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const headers = new Headers(loaderHeaders);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  for (const from of [actionHeaders, errorHeaders])
    for (const name of PASSED_ON) {
      const value = from?.get(name);
      if (value) headers.set(name, value);
    }
  return headers;
};

/**
 * For pages whose address contains a secret: their requests send the origin only. `no-referrer`
 * would remove the Origin of forms.
 */
export const WITHOUT_REFERRER = { "Referrer-Policy": "strict-origin" };
