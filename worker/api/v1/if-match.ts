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

/** What `If-Match` names, by the kind of its tag; null without the header. */
interface Expected {
  expectedVersion: number | null;
  /** Time of the last change, UTC ms; null as the time when it was never changed. */
  expectedUpdatedAt: { at: number | null } | null;
}

/**
 * `"3"` for versions; `"2026-11-20T09:30:00.000Z"`, or `"null"` for never, for times of the last
 * change.
 */
function read(tag: string, kind: "version" | "updatedAt"): Partial<Expected> | null {
  if (kind === "version") return /^\d{1,9}$/.test(tag) ? { expectedVersion: Number(tag) } : null;
  const at = tag === "null" ? null : Date.parse(tag);
  return Number.isNaN(at) ? null : { expectedUpdatedAt: { at } };
}

/**
 * Runs `work` unless the resource has changed since the client read it.
 * @param kind of the tag in `If-Match`; without one the header means nothing
 * @throws AppError("precondition-failed") when `If-Match` names another state, also after a
 * concurrent change
 */
export async function whileUnchanged<T>(
  c: Context<AppEnv>,
  kind: "version" | "updatedAt" | undefined,
  work: (expected: Expected) => T | Promise<T>,
): Promise<T> {
  const none: Expected = { expectedVersion: null, expectedUpdatedAt: null };
  const tag = kind ? expectedTag(c) : null;
  if (!kind || tag === null) return work(none);
  const expected = read(tag, kind);
  if (expected === null) throw stale();
  try {
    return await work({ ...none, ...expected });
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
