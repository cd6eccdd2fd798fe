import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/cloudflare";
import { errorTranslatorFor } from "../../i18n/error-messages.server";
import { expectedError } from "../errors";
import type { FailureView } from "../pages/views";
import { describeError, log, loggedPath } from "../runtime/log";

type FailureContext = Pick<
  AppLoadContext,
  "requestId" | "locale" | "failureHeaders" | "isClosed" | "sentForm"
>;
type Work = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/** The response to an unexpected error, which the caller has logged. */
export function internalErrorResponse({ requestId, locale }: FailureContext): Response {
  return answer(500, {
    requestId,
    code: "internal",
    message: errorTranslatorFor(locale)("errors:internal"),
  });
}

function answer(status: number, failure: FailureView): Response {
  return Response.json(failure, { status, headers: { "Cache-Control": "no-store" } });
}

/**
 * The response of a failed loader or action: expected errors are warnings and keep their code,
 * others are unexpected.
 */
async function answerFailure(
  error: unknown,
  { request, context }: { request: Request; context: FailureContext },
): Promise<Response> {
  const { requestId, locale } = context;
  const path = loggedPath(request.url);
  const expected = expectedError(error);
  if (expected !== error)
    log("error", expected ? "database.away" : "page.failed", {
      requestId,
      path,
      ...describeError(error),
    });
  // What was written into a form is on the page of its failure.
  const sent = (await context.sentForm?.().catch(() => null)) ?? null;
  if (!expected)
    return answer(500, {
      ...{ requestId, code: "internal", sent },
      message: errorTranslatorFor(locale)("errors:internal"),
    });
  const { code, status, retryAfter, sentence = { message: `errors:${code}` } } = expected;
  if (expected === error) log("warn", "page.refused", { requestId, code, path });
  if (retryAfter !== undefined) context.failureHeaders.set("Retry-After", String(retryAfter));
  const isClosed = context.isClosed && code === "unavailable";
  return answer(status, {
    requestId,
    code,
    message: errorTranslatorFor(locale)(sentence.message, sentence.values),
    retryAfter,
    isClosed,
    sent: status >= 500 ? sent : null,
  });
}

/** Answers that were thrown, redirects among them, are the route's own. */
function answering(work: Work): Work {
  return async (args) => {
    try {
      return await work(args);
    } catch (error) {
      throw error instanceof Response ? error : await answerFailure(error, args);
    }
  };
}

/**
 * Wraps every loader and action of the build: failures become responses with request id, code and
 * message (`FailureView`) for the error boundary, so that no route needs its own handling.
 */
export function withErrorAnswers(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    // Adds neither, since their presence decides which methods a route accepts.
    const wrapped = {
      ...(loader && { loader: answering(loader as Work) }),
      ...(action && { action: answering(action as Work) }),
    };
    return [id, { ...route, module: { ...route.module, ...wrapped } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
