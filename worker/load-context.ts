import type { AppLoadContext as BaseContext } from "@remix-run/cloudflare";
import type { Caller } from "../app/modules/identity/sign-up.server";
import type { RequestInfo } from "./context";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestInfo {
    /** Stands for the nonce in rendered HTML; the response carries a fresh one in its place. */
    nonce: string;
    env: Env;
    /** From where and with what somebody comes, for signing in. */
    caller: Caller;
    /** What a failed loader or action adds to the headers of the answer. */
    failureHeaders: Headers;
  }
}

export function createLoadContext(info: RequestInfo, env: Env, nonce: string, caller: Caller): BaseContext {
  return { ...info, env, nonce, caller, failureHeaders: new Headers() };
}
