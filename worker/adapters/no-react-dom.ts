/**
 * Replaces react-dom on the server (remix.config.ts), which renders by react-dom/server alone.
 */
function inBrowsersOnly(): never {
  throw new Error("There is no document on the server.");
}

export const createPortal = inBrowsersOnly;
export const flushSync = inBrowsersOnly;
export default { createPortal, flushSync };
