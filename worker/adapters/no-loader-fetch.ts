/**
 * Replaces what @remix-run/react reads the answers of single loaders with (remix.config.ts): with
 * single fetch, all loaders of a page answer together, in another format.
 */
function noLoaderFetch(): never {
  throw new Error("Loaders answer together.");
}

export const fetchData = noLoaderFetch;
export const isCatchResponse = noLoaderFetch;
export const isDeferredData = noLoaderFetch;
export const isDeferredResponse = noLoaderFetch;
export const isRedirectResponse = noLoaderFetch;
export const isResponse = noLoaderFetch;
export const parseDeferredReadableStream = noLoaderFetch;
