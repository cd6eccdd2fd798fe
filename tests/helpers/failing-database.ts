interface Breakable {
  database: D1Database;
  fails: boolean;
  /** Errors of the next statements, one each, independent of `fails`. */
  failures: string[];
}

/** A database with a switch: while `fails` is set, every statement fails, also in sessions. */
export function breakableDatabase(d1: D1Database): Breakable {
  const switched: Breakable = { database: d1, fails: false, failures: [] };
  const breakable = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "withSession") return breakable(value.apply(target, args));
          if (switched.fails) throw new Error("D1_ERROR: the database is away");
          const failure =
            name === "prepare" || name === "batch" ? switched.failures.shift() : undefined;
          if (failure) throw new Error(failure);
          return value.apply(target, args);
        };
      },
    });
  switched.database = breakable(d1);
  return switched;
}

/** A database that is away at its n-th call, and only there. */
export function awayAt(d1: D1Database, n: number) {
  const state = { calls: 0 };
  const step = () => {
    state.calls += 1;
    if (state.calls === n) throw new Error("D1_ERROR: the database is away");
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const statement = (of: D1PreparedStatement): D1PreparedStatement => {
    const wrapped: D1PreparedStatement = new Proxy(of, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "bind") return statement(value.apply(target, args));
          step();
          return value.apply(target, args);
        };
      },
    });
    originals.set(wrapped, of);
    return wrapped;
  };
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "withSession") return wrap(value.apply(target, args));
          if (name === "prepare") return statement(value.apply(target, args));
          if (name === "batch") {
            step();
            return value.call(
              target,
              (args[0] as object[]).map((one) => originals.get(one) ?? one),
            );
          }
          return value.apply(target, args);
        };
      },
    });
  return { database: wrap(d1), state };
}
