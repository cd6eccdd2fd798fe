import type { HeadersFunction } from "@remix-run/cloudflare";

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
