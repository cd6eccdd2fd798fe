import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  type ServerBuild,
} from "@remix-run/cloudflare";
import { inLanguageOf } from "../../i18n/addressed-language";
import { AppError, isUnverified } from "../errors";
import type { RouteFacts } from "../pages/page";
import type { RouteMap } from "../pages/route-map.server";
import { paths } from "../paths";
import { missingFor } from "../permissions";
import { pageHeaders } from "./conditional-response.server";

type Args = LoaderFunctionArgs & ActionFunctionArgs;
type Work = (args: Args) => unknown;

/** Seconds after which it is worth coming back while the product is closed. */
const CLOSED_RETRY = 300;
/** Where staff set up their second factor: the way back to their role. */
const SET_UP_PATHS = /^\/account\/security(\/passkey-options)?(\.data)?$/;
/** The way in for staff while the product is closed, the way out, and "it was not me". */
const OPEN_PATHS = /^\/(login(\/.*)?|logout|preferences|end-sessions)$/;

/**
 * Guards pages (product.md §2): redirects to /login with a return address without a session; to the
 * verification page without a verified address; to the home page with too low a role; to the set-up
 * of a second factor for staff without one. During maintenance only staff may enter.
 * @param own what the route's own handle asks for; layouts ask for what the address needs
 * @throws a redirect, AppError("unavailable"), or a middleware's refusal
 */
function guardPage({ request, context }: Args, own?: RouteFacts["permission"]): void {
  if (context.refusal) throw context.refusal;
  const { pathname } = new URL(request.url);
  if (context.isClosed && !OPEN_PATHS.test(pathname)) {
    if (!context.signedIn?.lacksSecondFactor) throw new AppError("unavailable", [], CLOSED_RETRY);
    // Else no one could open the product again once all deadlines have passed.
    if (!SET_UP_PATHS.test(pathname))
      throw redirect(inLanguageOf(request, paths.accountSecurity()));
  }
  const permission =
    own === undefined || own === "inherited" ? context.routes.permissionFor(pathname) : own;
  const missing = permission && missingFor(context.signedIn, permission);
  if (!missing) return;
  if (missing === "verification") throw toVerification(request);
  const ways = {
    session: paths.login(
      pageOf(request),
      context.hasEndedSession || isFormOfSession(request, context.routes),
    ),
    role: paths.home(),
    scope: paths.home(),
    "second-factor": paths.accountSecurity(),
  };
  throw redirect(inLanguageOf(request, ways[missing]));
}

/** Redirects to the verification page, which returns here. */
function toVerification(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const returnTo = pathname.replace(/\.data$/, "") + (request.method === "GET" ? search : "");
  return redirect(inLanguageOf(request, paths.verifyEmail(undefined, returnTo)), { status: 303 });
}

/** The page of a form; null when the request is not from one of our forms. */
function formPageOf(request: Request): URL | null {
  const referrer =
    request.method === "GET" ? null : URL.parse(request.headers.get("Referer") ?? "");
  return referrer?.origin === new URL(request.url).origin ? referrer : null;
}

/** The page that a request belongs to: a form may have another action address. */
function pageOf(request: Request): string {
  const { pathname, search } = formPageOf(request) ?? new URL(request.url);
  return pathname + search;
}

/**
 * Whether a form was sent from a page that needs a session: that session has ended since, by
 * logging out in another tab too.
 */
function isFormOfSession(request: Request, routes: RouteMap): boolean {
  const page = formPageOf(request);
  return page !== null && routes.permissionFor(page.pathname) !== null;
}

/**
 * Guards every loader and action of the build by its route's handle and adds the headers of pages,
 * so that no route can omit them. Commands check their own permissions.
 */
export function withGuards(build: ServerBuild): ServerBuild {
  const guarded =
    (work: Work, own?: RouteFacts["permission"]): Work =>
    async (args) => {
      guardPage(args, own);
      try {
        return await work(args);
      } catch (error) {
        throw isUnverified(error) ? toVerification(args.request) : error;
      }
    };
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action, handle } = route.module;
    const own = (handle as Partial<RouteFacts> | undefined)?.permission;
    const wrapped = {
      headers: pageHeaders,
      ...(loader && { loader: guarded(loader as Work, own) }),
      ...(action && { action: guarded(action as Work, own) }),
    };
    return [id, { ...route, module: { ...route.module, ...wrapped } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
