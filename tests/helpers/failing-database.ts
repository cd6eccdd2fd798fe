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
