import type { HeadersFunction } from "@remix-run/cloudflare";

/** What a page's loader and action may add to its answer. */
const PASSED_ON = ["Referrer-Policy", "Retry-After"];

/** `headers` of pages that are for one reader's eyes: nobody keeps them, not even the browser's own cache (ASVS 14.3.2). */
export const privatePage: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  for (const from of [loaderHeaders, actionHeaders, errorHeaders])
    for (const name of PASSED_ON) {
      const value = from?.get(name);
      if (value) headers.set(name, value);
    }
  return headers;
};

/** For loaders of pages whose address has a secret: no request that the page makes says more than the origin. Forms keep their Origin, which they would lose with `no-referrer`. */
export const WITHOUT_REFERRER = { "Referrer-Policy": "strict-origin" };
