import type { Context } from "hono";
import { AppError } from "../../../app/lib/errors";
import type { AppEnv } from "../../context";

const stale = () =>
  new AppError("precondition-failed", [{ path: "If-Match", message: "errors:issue.stale" }]);

/** The `If-Match` entity tag without quotation marks; null without one (RFC 9110 §13.1.1). */
function expectedTag(c: Context<AppEnv>): string | null {
  const sent = c.req.header("If-Match");
  if (sent === undefined || sent === "*") return null;
  const tag = /^"([^"]{1,40})"$/.exec(sent)?.[1];
  if (tag === undefined) throw stale();
  return tag;
}

/**
 * Runs `work` unless the resource has changed since the client read it. @param work gets the parsed
 * tag, null without `If-Match`
 * @param read returns undefined for an invalid tag
 * @throws AppError("precondition-failed") when `If-Match` names another state, also after a
 * concurrent change
 */
async function whileUnchanged<T, Expected>(
  c: Context<AppEnv>,
  read: (tag: string) => Expected | undefined,
  work: (expected: Expected | null) => Promise<T>,
): Promise<T> {
  const tag = expectedTag(c);
  if (tag === null) return work(null);
  const expected = read(tag);
  if (expected === undefined) throw stale();
  try {
    return await work(expected);
  } catch (error) {
    if (
      error instanceof AppError &&
      error.code === "conflict" &&
      error.issues.some(({ message }) => message === "errors:issue.stale")
    )
      throw stale();
    throw error;
  }
}

/** As `whileUnchanged` for versions: `If-Match: "3"`. */
export const whileVersion = <T>(
  c: Context<AppEnv>,
  work: (expected: number | null) => Promise<T>,
): Promise<T> =>
  whileUnchanged(c, (tag) => (/^\d{1,9}$/.test(tag) ? Number(tag) : undefined), work);

/** Time of the last change, UTC ms; null when never changed, undefined when invalid. */
type ExpectedUpdatedAt = { at: number | null };

/**
 * As `whileUnchanged` for times of the last change: `If-Match: "2026-11-20T09:30:00.000Z"`,
 * `"null"` for never.
 */
export const whileUpdatedAt = <T>(
  c: Context<AppEnv>,
  work: (expected: ExpectedUpdatedAt | null) => Promise<T>,
): Promise<T> =>
  whileUnchanged(
    c,
    (tag) => {
      if (tag === "null") return { at: null };
      const at = Date.parse(tag);
      return Number.isNaN(at) ? undefined : { at };
    },
    work,
  );
