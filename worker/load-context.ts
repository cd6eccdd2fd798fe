import type { AppLoadContext as BaseContext } from "@remix-run/cloudflare";
import type { Caller } from "../app/modules/identity/sign-up.server";
import type { RequestInfo } from "./context";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestInfo {
    /** Placeholder of the nonce in rendered HTML; each response replaces it. */
    nonce: string;
    /** Whether this is a local run: there, even the links of identity mails may be read in the outbox. */
    isLocal: boolean;
    /** Network, browser and origin, for signing in. */
    caller: Caller;
    /** Headers that a failed loader or action adds to the response. */
    failureHeaders: Headers;
  }
}

export function createLoadContext(info: RequestInfo, env: Pick<Env, "ENVIRONMENT">, nonce: string, caller: Caller): BaseContext {
  return { ...info, isLocal: env.ENVIRONMENT === "local", nonce, caller, failureHeaders: new Headers() };
}
