import type { ErrorHandler, Handler } from "hono";
import * as v from "valibot";
import { errorTranslatorFor } from "../../../app/i18n/error-messages.server";
import { type AppError, ERROR_CODES, expectedError } from "../../../app/lib/errors";
import type { HTTPIssue } from "../../../app/lib/http/form-failure";
import { describeError, log } from "../../../app/lib/runtime/log";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";

const IssueJson = v.pipe(
  v.object({ path: v.string(), message: v.string() }),
  v.metadata({ ref: "Issue" }),
);

/** The media type of every failure (RFC 9457 §3). */
export const PROBLEM_TYPE = "application/problem+json";

/**
 * The body of every failure (decisions.md §12), with the members of RFC 9457: `type` is always
 * about:blank, so that `title` is that of the code.
 */
export const ErrorJson = v.pipe(
  v.object({
    message: v.string(),
    code: v.picklist([...ERROR_CODES, "method-not-allowed", "internal"]),
    type: v.literal("about:blank"),
    title: v.string(),
    status: v.pipe(v.number(), v.integer()),
    detail: v.string(),
    instance: v.string(),
    issues: v.optional(v.array(IssueJson)),
    requestId: v.pipe(v.string(), v.uuid()),
  }),
  v.metadata({ ref: "Error" }),
);
type ErrorJson = v.InferOutput<typeof ErrorJson>;

/** Maximum logged length of a requested path. */
const LOGGED_PATH = 200;

type Context = Parameters<Handler<AppEnv>>[0];

/** The challenge of a 401 (RFC 9110 §11.6.1): a token, or a valid one (RFC 6750 §3.1). */
function challengeTo(c: Context): string {
  const wasRefused = c.req.header("Authorization") !== undefined && c.var.info.signedIn === null;
  return wasRefused ? 'Bearer realm="api", error="invalid_token"' : 'Bearer realm="api"';
}

/** The challenge of a 403 to a key that lacks a scope, which it names (RFC 6750 §3.1). */
const scopeChallenge = (scopes: string): string =>
  `Bearer realm="api", error="insufficient_scope"${scopes ? `, scope="${scopes}"` : ""}`;

/** The scopes of a refused key's permission; one that only reads gives nothing to a write. */
const lackedScopes = (c: Context, scopes: string): string =>
  ["GET", "HEAD"].includes(c.req.method) ? scopes : scopes.replace(/^read /, "");

/**
 * Answers in the language of Accept-Language. Failures are never kept: the next request may fare
 * better.
 */
function refuse(
  c: Context,
  status: number,
  code: ErrorJson["code"],
  issues: readonly HTTPIssue[] = [],
  sentence: AppError["sentence"] = { message: `errors:${code}` },
): Response {
  const locale = acceptedLocale(c.req.raw);
  const say = errorTranslatorFor(locale);
  if (status === 401) c.header("WWW-Authenticate", challengeTo(c));
  const values = { ...sentence.values };
  if (values.scopes !== undefined) {
    values.scopes = lackedScopes(c, String(values.scopes));
    c.header("WWW-Authenticate", scopeChallenge(values.scopes));
  }
  const message = say(sentence.message, values);
  const body: ErrorJson = {
    message,
    code,
    type: "about:blank",
    title: say(`errors:${code}`),
    status,
    detail: message,
    instance: `urn:uuid:${c.var.info.requestId}`,
    ...(issues.length > 0
      ? {
          issues: issues.map(({ path, message, values }) => ({
            path,
            message: say(message, values),
          })),
        }
      : null),
    requestId: c.var.info.requestId,
  };
  return c.json(body, status as 400, {
    "Content-Type": PROBLEM_TYPE,
    "Cache-Control": "no-store",
    "Content-Language": locale,
    Vary: "Accept-Language",
  });
}

export const notFound: Handler<AppEnv> = (c) => refuse(c, 404, "not-found");

/** For the other methods of a path that exists. */
export const methodNotAllowed =
  (...allowed: string[]): Handler<AppEnv> =>
  (c) => {
    c.header("Allow", allowed.join(", "));
    return refuse(c, 405, "method-not-allowed");
  };

/** Expected failures answer with their status and are warnings; anything else is a bug. */
export const answerError: ErrorHandler<AppEnv> = (error, c) => {
  const { requestId } = c.var.info;
  const path = new URL(c.req.url).pathname.slice(0, LOGGED_PATH);
  const expected = expectedError(error);
  if (expected !== error)
    log("error", expected ? "database.away" : "api.failed", {
      requestId,
      path,
      ...describeError(error),
    });
  if (!expected) return refuse(c, 500, "internal");
  const { status, code, issues, sentence, retryAfter } = expected;
  if (expected === error) log("warn", "api.refused", { requestId, code, path });
  if (retryAfter !== undefined) c.header("Retry-After", String(retryAfter));
  return refuse(c, status, code, issues, sentence);
};
