/** A D1 database that counts what is asked of it, in sessions too. */
export interface Counted {
  database: D1Database;
  spent: { statements: number; rowsRead: number };
}

/** Ways to run a single statement, each with what it makes of the rows. */
const RUNS: Record<string, (result: D1Result<Record<string, unknown>>) => unknown> = {
  all: (result) => result,
  run: (result) => result,
  raw: ({ results }) => results.map((row) => Object.values(row)),
  first: ({ results }) => results[0] ?? null,
};

/**
 * Counts statements and the rows that they read: single ones run as batches of one, since D1 tells
 * the rows of batches alone.
 */
export function countDatabase(d1: D1Database): Counted {
  const spent = { statements: 0, rowsRead: 0 };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const count = (target: D1Database | D1DatabaseSession): D1Database => {
    const run = async (statements: D1PreparedStatement[]) => {
      spent.statements += statements.length;
      const results = await target.batch<Record<string, unknown>>(
        statements.map((one) => originals.get(one) ?? one),
      );
      for (const { meta } of results) spent.rowsRead += meta.rows_read;
      return results;
    };
    const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
      const wrapped: D1PreparedStatement = new Proxy(statement, {
        get(_, name) {
          if (name === "bind") return (...values: unknown[]) => wrap(statement.bind(...values));
          const made = RUNS[String(name)];
          return made && (async () => made((await run([wrapped]))[0] as never));
        },
      });
      originals.set(wrapped, statement);
      return wrapped;
    };
    return new Proxy(target, {
      get(_, name) {
        if (name === "prepare") return (sql: string) => wrap(target.prepare(sql));
        if (name === "batch") return run;
        if (name === "withSession")
          return (anchor?: string) => count((target as D1Database).withSession(anchor));
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    }) as D1Database;
  };
  return { database: count(d1), spent };
}
