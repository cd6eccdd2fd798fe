import { isRead } from "../../db/connection";

export interface Watched {
  database: D1Database;
  /** Number of round trips; a batch is one. */
  roundTrips: number;
  /** Round trips in sessions: their anchor, and whether they wrote. */
  asked: { anchor: string; wrote: boolean }[];
  /** While pending, the database accepts statements without answering. */
  held: Promise<void> | null;
  /** The primary's latest bookmark. */
  bookmark(): string;
}

/** A bookmark in D1's format; later ones sort after earlier ones. */
export const bookmarkAt = (writes: number) =>
  `${writes.toString(16).padStart(8, "0")}-00000000-00004c6d-8e61117bf38d7adb71b934ebbf891683`;

/**
 * The local database, which has no replicas, with simulated bookmarks: each write creates a new
 * one. Records the anchor of every statement of a session: the initial one, then the bookmarks it
 * received.
 */
export function watchDatabase(d1: D1Database): Watched {
  let writes = 1;
  const watched: Watched = {
    database: d1,
    roundTrips: 0,
    asked: [],
    held: null,
    bookmark: () => bookmarkAt(writes),
  };

  const watch = (target: D1Database | D1DatabaseSession, constraint: string | null) => {
    let anchor = constraint;
    const run = async <T>(sqls: string[], work: () => Promise<T>): Promise<T> => {
      const wrote = sqls.some((sql) => !isRead(sql));
      watched.roundTrips += 1;
      if (anchor !== null) watched.asked.push({ anchor, wrote });
      await watched.held;
      const answer = await work();
      if (wrote) writes += 1;
      if (anchor !== null) anchor = bookmarkAt(writes);
      return answer;
    };
    const originals = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();
    const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
      const wrapped = new Proxy(statement, {
        get(_, name) {
          const method = Reflect.get(statement, name) as (...values: unknown[]) => unknown;
          if (name === "bind")
            return (...values: unknown[]) => wrap(statement.bind(...values), sql);
          return (...values: unknown[]) => run([sql], async () => method.apply(statement, values));
        },
      });
      originals.set(wrapped, { statement, sql });
      return wrapped;
    };
    return new Proxy(target, {
      get(_, name) {
        if (name === "prepare") return (sql: string) => wrap(target.prepare(sql), sql);
        if (name === "batch")
          return (statements: D1PreparedStatement[]) => {
            const known = statements.map(
              (statement) =>
                originals.get(statement) as { statement: D1PreparedStatement; sql: string },
            );
            return run(
              known.map(({ sql }) => sql),
              () => target.batch(known.map(({ statement }) => statement)),
            );
          };
        if (name === "withSession")
          return (asked?: string) =>
            watch((target as D1Database).withSession(), asked ?? "first-unconstrained");
        if (name === "getBookmark") return () => (anchor?.startsWith("first-") ? null : anchor);
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    }) as D1Database;
  };

  watched.database = watch(d1, null);
  return watched;
}
