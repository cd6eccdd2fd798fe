import type { Context, Handler, MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { Locale } from "../../../app/i18n/locale";
import type { Deps } from "../../../app/lib/deps";
import { AppError } from "../../../app/lib/errors";
import type { SignedIn } from "../../../app/lib/http/request-context";
import type { CostClass, Rate } from "../../../app/lib/http/route-budget";
import { assertCan, type Permission } from "../../../app/lib/permissions";
import type { AppEnv } from "../../context";
import { needs as needsPermission } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { type Description, describe } from "./describe";
import { idempotent } from "./idempotent";
import { type Reading, type StateKind, taggedJson, tagOf, whileUnchanged } from "./if-match";
import { readBody, readPatch } from "./read-body";
import type { Chain } from "./resource";

type Path = v.ObjectSchema<v.ObjectEntries, undefined>;
type Middleware = MiddlewareHandler<AppEnv>;

/** A request to an operation: what its declaration has checked and read. */
interface Call<P extends Path, B extends v.GenericSchema, N extends Permission | undefined> {
  c: Context<AppEnv>;
  deps: Deps;
  origin: string;
  locale: Locale;
  /** The caller, who has the permission `needs`; null where none is needed and none is signed in. */
  actor: N extends Permission ? SignedIn : SignedIn | null;
  params: v.InferOutput<P>;
  body: v.InferOutput<B>;
  /** Of `If-Match`, with `ifMatch: "version"`; null without the header. */
  expectedVersion: number | null;
  /** The same with `ifMatch: "updatedAt"`, UTC ms; null as the time for "never". */
  expectedUpdatedAt: { at: number | null } | null;
}

export interface ApiOperation<
  P extends Path,
  B extends v.GenericSchema,
  N extends Permission | undefined,
> extends Omit<Description, "isIdempotent" | "needs" | "path" | "body"> {
  budget: readonly [Rate, CostClass];
  /** The permission that the caller needs; without it the operation is public. */
  needs?: N;
  path?: P;
  /** The JSON body. @see readBody for its errors */
  body?: Omit<NonNullable<Description["body"]>, "schema"> & {
    schema: B;
    /** Where it is not MAX_BODY. */
    maxBytes?: number;
  };
  /** An Idempotency-Key is accepted: true, or the middleware that identifies the request. */
  idempotent?: boolean | Middleware;
  /**
   * The body is a merge patch (RFC 7396) of what GET answers: its present value. `run` gets the
   * whole body after the change, and the version that it was read in as the expected one.
   */
  patches?(call: Omit<Call<P, B, N>, "body">): Promise<object>;
  /**
   * Read-only fields that only another operation changes: a body that has another value than GET
   * gives is refused, since leaving it out in silence would look like success.
   */
  fixed?: readonly string[];
  /** Runs after the permission and before all else. */
  before?: readonly Middleware[];
  /** @returns the answer's JSON; a Response as it is; anything for status 204 */
  run(call: Call<P, B, N>): unknown;
}

/**
 * The parameters of a path, ids in lower case. @throws AppError("not-found") where one is none
 */
function paramsIn<P extends Path>(c: Context<AppEnv>, path: P | undefined): v.InferOutput<P> {
  const given = Object.fromEntries(
    Object.keys(path?.entries ?? {}).map((name) => [name, c.req.param(name) ?? ""]),
  );
  const found = v.safeParse(path ?? v.object({}), given);
  if (!found.success) throw new AppError("not-found");
  return found.output as v.InferOutput<P>;
}

/**
 * Unknown names of parameters are mistakes of the caller, who would take the answer for a narrower
 * one. @throws AppError("bad-request") with an issue for each
 */
function refuseUnknown(c: Context<AppEnv>, query: Path | undefined): void {
  const known = query?.entries ?? {};
  const unknown = [...new Set(new URL(c.req.url).searchParams.keys())].filter(
    (name) => !Object.hasOwn(known, name),
  );
  if (unknown.length === 0) return;
  const issues = unknown.map((path) => ({ path, message: "errors:issue.unknown" }));
  throw new AppError("bad-request", issues);
}

/** The names of an object's fields; none for other schemas. */
const fieldsOf = (schema: v.GenericSchema | undefined): string[] =>
  Object.keys((schema as Partial<Path> | undefined)?.entries ?? {});

/** What the other methods of a path know of an operation. */
export interface Declared {
  ifMatch: Description["ifMatch"];
  /** Fields of the answer and of the body. */
  answered: readonly string[];
  taken: readonly string[];
  /** The answer and its tag, without quotation marks. @throws as the operation */
  read(c: Context<AppEnv>, kind: StateKind | undefined): Promise<Reading>;
}
const DECLARED = Symbol("declared");

/** What an operation declares; null for other handlers. */
export const declaredBy = (chain: Chain | undefined): Declared | null =>
  (chain?.at(-1) as { [DECLARED]?: Declared } | undefined)?.[DECLARED] ?? null;

/** An id in a path, in any case; in lower case once it is read. */
export const PathId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/**
 * An operation of the API, registered once: budget, permission, idempotency, parameters and body
 * are enforced as they are described in openapi.json. For `resource`.
 */
export function operation<
  P extends Path,
  B extends v.GenericSchema,
  N extends Permission | undefined = undefined,
>({
  budget,
  needs,
  idempotent: identify,
  patches,
  fixed,
  before = [],
  run,
  ...description
}: ApiOperation<P, B, N>): Chain {
  const { path, body, query, ifMatch, answer } = description;
  const checks: Middleware[] = [
    ...(needs ? [needsPermission(needs)] : []),
    ...before,
    ...(identify ? [identify === true ? idempotent : identify] : []),
    describe({ ...description, needs, budget, isIdempotent: !!identify, isPatch: !!patches }),
  ];
  /** All but the body. */
  const callOf = (c: Context<AppEnv>): Omit<Call<P, B, N>, "body"> => {
    const { deps, origin, locale, signedIn } = c.var.info;
    const actor = signedIn as Call<P, B, N>["actor"];
    const params = paramsIn(c, path);
    return {
      c,
      deps,
      origin,
      locale,
      actor,
      params,
      expectedVersion: null,
      expectedUpdatedAt: null,
    };
  };
  const answerCall: Handler<AppEnv> = async (c) => {
    refuseUnknown(c, query);
    const { kind, isTagged, readOnly, read } = c.get("current") ?? {};
    const rules = body && {
      ...body,
      ignored: readOnly,
      ...(fixed && read && { fixed: { names: fixed, current: () => read(c) } }),
    };
    let input: unknown;
    let readVersion: number | null = null;
    if (rules && !patches) input = await readBody(c, rules);
    const call = callOf(c);
    if (rules && patches) {
      const current = await patches(call);
      input = await readPatch(c, rules, current);
      if ("version" in current) readVersion = Number(current.version);
    }
    const result = await whileUnchanged(c, ifMatch, (expected) =>
      run({
        ...call,
        body: input as v.InferOutput<B>,
        ...expected,
        expectedVersion: expected.expectedVersion ?? readVersion,
      }),
    );
    if (result instanceof Response) return result;
    const { status = 200 } = answer;
    if (status === 204) return c.body(null, 204);
    return isTagged && status === 200 ? taggedJson(c, result, kind) : c.json(result, status);
  };
  const declared: Declared = {
    ifMatch,
    answered: fieldsOf(answer.schema),
    taken: fieldsOf(body?.schema),
    async read(c, kind) {
      if (needs) assertCan(c.var.info.signedIn, needs);
      const result = await run({ ...callOf(c), body: undefined });
      return result instanceof Response
        ? {
            json: await result.json(),
            tag: (result.headers.get("ETag") ?? "").replaceAll('"', ""),
          }
        : { json: result, tag: await tagOf(result, kind) };
    },
  };
  return [budgeted(...budget), ...checks, Object.assign(answerCall, { [DECLARED]: declared })];
}
