import type { Context } from "hono";
import { AppError } from "../../../app/lib/errors";
import { conditionalResponse, etagOf } from "../../../app/lib/http/conditional-response.server";
import type { AppEnv } from "../../context";

/** What the state of a resource is told by, beside the hash of its JSON. */
export type StateKind = "version" | "updatedAt";

/** What `If-Match` of an operation is compared with: a state, or all that GET of its path answers. */
export type IfMatch = StateKind | "answer";

/** What GET answers, with its tag without quotation marks. */
export interface Reading {
  json: unknown;
  tag: string;
}

/** What an operation knows of its path, set by `resource`. */
export interface Current {
  kind: StateKind | undefined;
  /** Whether answers carry the tag that `If-Match` takes. */
  isTagged: boolean;
  /** Fields of the path's answers that its body ignores. */
  readOnly: readonly string[];
  /** Of a writing method: what GET answers now; null without a GET. */
  read: ((c: Context<AppEnv>) => Promise<Reading>) | null;
}

const stale = () =>
  new AppError("precondition-failed", [{ path: "If-Match", message: "errors:issue.stale" }]);

const TAGS = /^(?:(?:^|\s*,\s*)(?:W\/)?"[^"]{1,80}")+$/;

/**
 * The entity tag of `If-Match` without quotation marks, of several the one that GET has now; null
 * without one (RFC 9110 §13.1.1), and with an empty one, which workerd drops. A weak tag counts as its strong one: compression on the way marks
 * ours as weak.
 */
async function expectedTag(c: Context<AppEnv>): Promise<string | null> {
  const sent = c.req.header("If-Match");
  if (sent === undefined || sent === "*") return null;
  if (!TAGS.test(sent)) throw stale();
  const tags = [...sent.matchAll(/"([^"]+)"/g)].map(([, tag = ""]) => tag);
  if (tags.length === 1) return tags[0] ?? null;
  const current = c.get("current");
  const now = (await current?.read?.(c))?.tag ?? "";
  const found = tags.find((tag) => isSame(tag, now, current));
  if (found === undefined) throw stale();
  return found;
}

/** Whether two tags are of one state. Beside a state the hash says nothing: it changes with counters. */
const isSame = (seen: string, found: string, current: Current | undefined): boolean =>
  current?.kind ? withoutHash(seen) === withoutHash(found) : seen === found;

/** What `If-Match` names, by the kind of its tag; null without the header. */
interface Expected {
  expectedVersion: number | null;
  /** Time of the last change, UTC ms; null as the time when it was never changed. */
  expectedUpdatedAt: { at: number | null } | null;
}

const withoutHash = (tag: string) => tag.replace(/\.[0-9a-f]{32}$/, "");

/**
 * `"3"` for versions; `"2026-11-20T09:30:00.000Z"`, or `"null"` for never, for times of the last
 * change. Tags of answers go on with a dot and the hash of their JSON.
 */
function read(tag: string, kind: StateKind): Partial<Expected> | null {
  const state = withoutHash(tag);
  if (kind === "version")
    return /^\d{1,9}$/.test(state) ? { expectedVersion: Number(state) } : null;
  const at = state === "null" ? null : Date.parse(state);
  return Number.isNaN(at) ? null : { expectedUpdatedAt: { at } };
}

/** The part of a tag before the hash of the JSON: its state, whatever its counters say. */
export function stateOf(json: unknown, kind: StateKind | undefined): string {
  if (kind === undefined || typeof json !== "object" || json === null || !(kind in json)) return "";
  return `${(json as Record<string, unknown>)[kind]}.`;
}

/** The tag of JSON without quotation marks. */
export const tagOf = async (json: unknown, kind: StateKind | undefined): Promise<string> =>
  stateOf(json, kind) + (await etagOf(new TextEncoder().encode(JSON.stringify(json))));

/** JSON with the tag that `If-Match` takes on the same path; 304 where the client has it. */
export const taggedJson = (c: Context<AppEnv>, json: unknown, kind: StateKind | undefined) =>
  conditionalResponse(
    c.req.raw,
    JSON.stringify(json),
    { "Content-Type": "application/json", "Cache-Control": "no-store" },
    stateOf(json, kind),
  );

/**
 * Runs `work` unless the resource has changed since the client read it.
 * @param kind that the operation declares; without one the header means nothing
 * @throws AppError("precondition-failed") when `If-Match` names another state, also after a
 * concurrent change
 */
export async function whileUnchanged<T>(
  c: Context<AppEnv>,
  kind: IfMatch | undefined,
  work: (expected: Expected) => T | Promise<T>,
): Promise<T> {
  const none: Expected = { expectedVersion: null, expectedUpdatedAt: null };
  const tag = kind ? await expectedTag(c) : null;
  if (!kind || tag === null) return work(none);
  if (kind === "answer") {
    const current = c.get("current");
    const now = (await current?.read?.(c))?.tag ?? "";
    if (!isSame(tag, now, current)) throw stale();
    return work(none);
  }
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
