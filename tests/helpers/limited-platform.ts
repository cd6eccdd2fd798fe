/** Limits of the platform that a local run does not enforce. */
export const LIMITS = {
  /** D1: queries of an invocation; the statements of a batch count each. */
  queries: 1_000,
  /** Requests of an invocation: D1, R2, queues, rooms, other Workers, other sites. */
  subrequests: 1_000,
  /** D1: bytes of a statement, and its parameters. */
  statementBytes: 100_000,
  parameters: 100,
  /** D1: bytes of a text or blob. */
  valueBytes: 2_000_000,
} as const;

/** The bindings of one invocation, with what it has spent. */
export interface LimitedPlatform<E> {
  env: E;
  spent: { queries: number; subrequests: number };
  /** What was refused, also where the code went on. */
  refused: string[];
  /** Counts a request to another site. */
  request: () => void;
}

/** Ways to run a single statement. */
const RUNS: readonly PropertyKey[] = ["all", "run", "raw", "first"];
/** Bindings each of whose methods is a request. */
const SERVICES = ["MEDIA", "PICTURES", "ASSETS", "JOBS"] as const;
/** Bindings whose stubs are asked; finding one is counted, and the call on it. */
const ROOMS = ["CITY_ROOM", "USER_ROOM", "RUN_ROOM"] as const;

const bytesOf = (value: unknown): number =>
  typeof value === "string"
    ? // Longer in bytes only where it is not ASCII.
      value.length * 3 <= LIMITS.valueBytes
      ? value.length
      : new TextEncoder().encode(value).length
    : value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? value.byteLength
      : 0;

/** Bindings that refuse, as the platform does, what is beyond its limits. */
export function limitPlatform<E extends { DB: D1Database }>(env: E): LimitedPlatform<E> {
  const spent = { queries: 0, subrequests: 0 };
  const refused: string[] = [];
  const refuse = (message: string): never => {
    refused.push(message);
    throw new Error(message);
  };
  const takeSubrequest = (count = 1): void => {
    spent.subrequests += count;
    if (spent.subrequests > LIMITS.subrequests) refuse("Too many subrequests.");
  };
  const ask = (statements: number) => {
    takeSubrequest();
    spent.queries += statements;
    if (spent.queries > LIMITS.queries)
      refuse("D1_ERROR: Too many API requests by single Worker invocation.");
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped: D1PreparedStatement = new Proxy(statement, {
      get(target, name) {
        if (name === "bind")
          return (...values: unknown[]) => {
            if (values.length > LIMITS.parameters)
              refuse(`D1_ERROR: too many SQL variables (${values.length}): ${sql.slice(0, 200)}`);
            if (values.some((value) => bytesOf(value) > LIMITS.valueBytes))
              refuse(`D1_ERROR: string or blob too big: ${sql.slice(0, 200)}`);
            return wrap(target.bind(...values), sql);
          };
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (RUNS.includes(name)) ask(1);
          return value.apply(target, given);
        };
      },
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  const limit = <T extends D1Database | D1DatabaseSession>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        if (name === "withSession")
          return (anchor?: string) => limit((target as D1Database).withSession(anchor));
        if (name === "prepare")
          return (sql: string) => {
            if (new TextEncoder().encode(sql).length > LIMITS.statementBytes)
              refuse(`D1_ERROR: statement too long: ${sql.slice(0, 200)}`);
            return wrap(target.prepare(sql), sql);
          };
        if (name === "batch")
          return async (statements: D1PreparedStatement[]) => {
            ask(statements.length);
            return target.batch(statements.map((one) => originals.get(one) ?? one));
          };
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  const counted = (service: object, each: number) =>
    new Proxy(service, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          takeSubrequest(each);
          return value.apply(target, given);
        };
      },
    });
  const bindings = env as unknown as Record<string, object>;
  const limited: Record<string, object> = { DB: limit(env.DB) };
  for (const name of SERVICES) if (bindings[name]) limited[name] = counted(bindings[name], 1);
  for (const name of ROOMS) if (bindings[name]) limited[name] = counted(bindings[name], 2);
  return { env: { ...env, ...limited }, spent, refused, request: takeSubrequest };
}
