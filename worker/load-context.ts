import type { AppLoadContext as BaseContext } from "@remix-run/cloudflare";
import type { Caller, RequestContext } from "../app/lib/http/request-context";
import type { RequestInfo } from "./context";
import { routeMap } from "./route-map";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestInfo, RequestContext {
    /** Placeholder of the nonce in rendered HTML; each response replaces it. */
    nonce: string;
    /** Headers that a failed loader or action adds to the response. */
    failureHeaders: Headers;
  }
}

export function createLoadContext(
  info: RequestInfo,
  env: Pick<Env, "ENVIRONMENT">,
  nonce: string,
  caller: Caller,
): BaseContext {
  return {
    ...info,
    isLocal: env.ENVIRONMENT === "local",
    nonce,
    caller,
    routes: routeMap,
    failureHeaders: new Headers(),
  };
}
