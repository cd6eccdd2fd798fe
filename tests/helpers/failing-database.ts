/** The database with a switch: while `fails` is set, every statement does. */
export function breakableDatabase(d1: D1Database): { database: D1Database; fails: boolean } {
  const switched = { database: d1, fails: false };
  switched.database = new Proxy(d1, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (switched.fails) throw new Error("D1_ERROR: the database is away");
        return value.apply(target, args);
      };
    },
  });
  return switched;
}
