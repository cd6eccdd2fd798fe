import type { AppLoadContext as BaseContext } from "@remix-run/cloudflare";
import type { RequestInfo } from "./context";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestInfo {
    /** Stands for the nonce in rendered HTML; the response carries a fresh one in its place. */
    nonce: string;
    env: Env;
    /** What a failed loader or action adds to the headers of the answer. */
    failureHeaders: Headers;
  }
}

export function createLoadContext(info: RequestInfo, env: Env, nonce: string): BaseContext {
  return { ...info, env, nonce, failureHeaders: new Headers() };
}
