import type { HTTPIssue } from "./http/form-failure";

/** Expected errors and their HTTP status. Others are bugs and answer 500. */
const STATUS = {
  "bad-request": 400,
  unauthorized: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "precondition-failed": 412,
  "too-large": 413,
  "unsupported-type": 415,
  invalid: 422,
  "too-many-requests": 429,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;
export const ERROR_CODES = Object.keys(STATUS) as ErrorCode[];

/** An expected failure. Its message is for logs; people read `errors:<code>` in their language. */
export class AppError extends Error {
  readonly status: number;

  /**
   * The built pages carry a copy of this class beside the Worker's own: an error of either is an
   * AppError to both.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "AppError";
  }

  /**
   * @param retryAfter seconds until a retry may succeed (RFC 9110 §10.2.3)
   * @param sentence message instead of `errors:<code>`, where the specification names one: a key
   * and its values
   */
  constructor(
    readonly code: ErrorCode,
    readonly issues: readonly HTTPIssue[] = [],
    readonly retryAfter?: number,
    readonly sentence?: Pick<HTTPIssue, "message" | "values">,
  ) {
    super(code);
    this.name = "AppError";
    this.status = STATUS[code];
  }
}

/**
 * Refuses what is larger than it may be, and says the limit.
 * @param path of the field; left out, it is the whole request
 */
export function tooLarge(maxBytes: number, path?: string): AppError {
  const [unit, size] = maxBytes < 1_048_576 ? ["Kb", 1_024] : ["Mb", 1_048_576];
  const sentence = {
    message: `errors:issue.tooLarge${unit}`,
    values: { size: Math.floor((10 * maxBytes) / Number(size)) / 10 },
  };
  return new AppError(
    "too-large",
    path === undefined ? [] : [{ path, ...sentence }],
    undefined,
    sentence,
  );
}

/** The same error with its issues at other paths, such as the fields of a form. */
export const errorAt = (error: AppError, pathOf: (path: string) => string): AppError =>
  new AppError(
    error.code,
    error.issues.map((issue) => ({ ...issue, path: pathOf(issue.path) })),
    error.retryAfter,
    error.sentence,
  );

/**
 * A concurrent change made the caller's version stale.
 * @param path the field with the message; "" is the whole form
 */
export const staleError = (path = "version"): AppError =>
  new AppError("conflict", [{ path, message: "errors:issue.stale" }]);

/** Seconds after which it is worth asking again while the database is away. */
const AWAY_RETRY = 5;

/**
 * An error as an expected one: itself, or `unavailable` when the database is down
 * (db/connection.ts; Drizzle wraps its errors). Null for a bug.
 */
export function expectedError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === "DatabaseAway") return new AppError("unavailable", [], AWAY_RETRY);
  return null;
}

const UNVERIFIED = "errors:issue.unverified";

/** A refusal for want of a verified address alone (decisions.md §5). */
export const unverified = (): AppError =>
  new AppError("forbidden", [], undefined, { message: UNVERIFIED });

/** Whether something was refused for want of a verified address alone. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof AppError && error.sentence?.message === UNVERIFIED;

/**
 * The result, or null for "not-found". @throws all other errors, such as an unavailable database
 */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}

/** Whether an error is a refusal of ours, with one of the codes if any are given. */
export const isRefusal = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is AppError & { code: Code } =>
  error instanceof AppError && (codes.length === 0 || codes.some((code) => code === error.code));
