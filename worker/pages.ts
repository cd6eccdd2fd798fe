import * as build from "virtual:remix/server-build";
import {
  type AppLoadContext as BaseContext,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/cloudflare";
import type { Handler } from "hono";
import { withErrorAnswers } from "../app/lib/http/error-responses.server";
import { withGuards } from "../app/lib/http/page-guards.server";
import type { Caller, RequestContext } from "../app/lib/http/request-context";
import { pageCallerOf } from "./caller";
import type { AppEnv, RequestInfo } from "./context";
import { narrowBuild } from "./narrow-build";
import { noncePlaceholder } from "./nonce";
import { routeMap } from "./route-map";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestInfo, RequestContext {
    /** Placeholder of the nonce in rendered HTML; each response replaces it. */
    nonce: string;
    /** Headers that a failed loader or action adds to the response. */
    failureHeaders: Headers;
  }
}

function createLoadContext(
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

/**
 * Remix compares a form's Origin with the request's host, which differ behind a proxy.
 * `checkOrigin` has verified it, so Remix gets the verified host.
 */
function withCheckedOrigin(request: Request): Request {
  const origin = request.headers.get("Origin");
  if (!origin || ["GET", "HEAD", "OPTIONS"].includes(request.method)) return request;
  const headers = new Headers(request.headers);
  headers.set("X-Forwarded-Host", new URL(origin).host);
  return new Request(request, { headers });
}

/**
 * Remix 2 once used `_data` for data requests and still treats it specially; here it is an unknown
 * parameter.
 */
function withoutData(request: Request): Request {
  const url = new URL(request.url);
  if (!url.searchParams.has("_data")) return request;
  url.searchParams.delete("_data");
  return new Request(url, request);
}

/**
 * The pages of a build, rendered with a placeholder for the nonce; `pageCache` puts a fresh one in
 * its place.
 */
export function createPages(of: ServerBuild): Handler<AppEnv> {
  const whole = withErrorAnswers(withGuards(of));
  const { keyOf, partOf } = narrowBuild(whole);
  const handlers = new Map<string | null, RequestHandler>();
  const handlerFor = (key: string | null): RequestHandler => {
    let handler = handlers.get(key);
    if (!handler) {
      handler = createRequestHandler(key === null ? whole : partOf(key), "production");
      handlers.set(key, handler);
    }
    return handler;
  };
  return async (c) => {
    const context = createLoadContext(c.get("info"), c.env, noncePlaceholder(), pageCallerOf(c));
    const handle = handlerFor(keyOf(new URL(c.req.url).pathname));
    const response = await handle(withoutData(withCheckedOrigin(c.req.raw)), context);
    const headers = [...context.failureHeaders];
    if (headers.length === 0) return response;
    const answer = new Response(response.body, response);
    for (const [name, value] of headers) answer.headers.set(name, value);
    return answer;
  };
}

/** Changes with every build: pages cached by an earlier one name assets that may be gone. */
export const buildVersion: string = build.assets.version;

/**
 * The product's style sheets, tokens and type among them, for documents that Remix does not render.
 */
export const rootStylesheets: readonly string[] = build.assets.routes.root?.css ?? [];

/** The Remix pages. */
export const pages = createPages(build);
