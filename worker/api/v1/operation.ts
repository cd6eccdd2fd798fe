import type { Context, Handler, MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { Locale } from "../../../app/i18n/locale";
import type { Deps } from "../../../app/lib/deps";
import { AppError } from "../../../app/lib/errors";
import type { SignedIn } from "../../../app/lib/http/request-context";
import type { CostClass, Rate } from "../../../app/lib/http/route-budget";
import type { Permission } from "../../../app/lib/permissions";
import type { AppEnv } from "../../context";
import { needs as needsPermission } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { type Description, describe } from "./describe";
import { idempotent } from "./idempotent";
import { whileUnchanged } from "./if-match";
import { readBody } from "./read-body";
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
  before = [],
  run,
  ...description
}: ApiOperation<P, B, N>): Chain {
  const { path, body, ifMatch, answer } = description;
  const checks: Middleware[] = [
    ...(needs ? [needsPermission(needs)] : []),
    ...before,
    ...(identify ? [identify === true ? idempotent : identify] : []),
    describe({ ...description, needs, isIdempotent: !!identify }),
  ];
  const answerCall: Handler<AppEnv> = async (c) => {
    const { deps, origin, locale, signedIn } = c.var.info;
    const input = body ? await readBody(c, body.schema, body.maxBytes) : undefined;
    const params = paramsIn(c, path);
    const result = await whileUnchanged(c, ifMatch, (expected) =>
      run({
        c,
        deps,
        origin,
        locale,
        actor: signedIn as Call<P, B, N>["actor"],
        params,
        body: input as v.InferOutput<B>,
        ...expected,
      }),
    );
    if (result instanceof Response) return result;
    const { status = 200 } = answer;
    return status === 204 ? c.body(null, 204) : c.json(result, status);
  };
  return [budgeted(...budget), ...checks, answerCall];
}
