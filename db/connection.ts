/**
 * Where a request reads: any copy (`first-unconstrained`), the primary first (`first-primary`), or
 * a copy as new as a bookmark.
 */
export type Anchor = D1SessionConstraint | D1SessionBookmark;

/** Counts what is asked of the database; either may throw to refuse. */
export interface Meter {
  /** Before statements are sent. */
  ask: (statements: number, isRead: boolean) => void;
  /**
   * @param rows that were read, or, where D1 does not tell, that came; @param ms from question to
   * answer
   */
  answer: (rows: number, ms: number) => void;
}

export interface ConnectionOptions {
  /** Null: every statement goes to the primary. */
  anchor: Anchor | null;
  /** Between a read that failed and its second attempt, ms. */
  wait: (ms: number) => Promise<unknown>;
  /** From 0 to 1. */
  random: () => number;
  /** Called after each statement. @param ms until its answer */
  onAnswer?: (sql: string, ms: number) => void;
  meter?: Meter;
}

/** The shortest and the longest wait before a read is tried again, ms. */
const RETRY_AFTER = { least: 50, most: 150 };

/**
 * Errors after which D1's documentation says to try again
 * (https://developers.cloudflare.com/d1/observability/debug-d1/).
 */
const TRANSIENT =
  /reset because its code was updated|starting up D1 DB storage caused object to be reset|Network connection lost|Internal error in D1 DB storage caused object to be reset|Cannot resolve D1 DB due to transient issue|Can't read from request stream|Replica disconnected from primary/i;
/** Faults of a statement itself: SQLite's own errors, and values that do not fit. */
const OF_THE_STATEMENT = /SQLITE_|parameter bindings|D1_TYPE_ERROR|D1_COLUMN_NOTFOUND/;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
const isTransient = (error: unknown) =>
  TRANSIENT.test(messageOf(error)) || (error as { retryable?: unknown } | null)?.retryable === true;
const isAway = (error: unknown) =>
  !OF_THE_STATEMENT.test(messageOf(error)) &&
  (isTransient(error) || /^D1_ERROR|^internal error/i.test(messageOf(error)));

/**
 * The database does not answer: the statement is not at fault. Recognised by name, since the built
 * pages carry a copy of this class.
 */
class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(`The database does not answer: ${messageOf(cause)}`, { cause });
    this.name = "DatabaseAway";
  }
}

/** Whether a statement only reads; an unrecognized statement counts as a write. */
export const isRead = (sql: string): boolean =>
  /^\s*(select|values|explain)\b/i.test(sql) ||
  (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete)\b|\breplace\s+into\b/i.test(sql));

/** Answers are a result with its meta, those of a batch, or plain rows without any. */
function rowsOf(answer: unknown): number {
  if (!Array.isArray(answer)) return (answer as Partial<D1Result> | null)?.meta?.rows_read ?? 0;
  if (!(answer[0] as Partial<D1Result> | undefined)?.meta) return answer.length;
  return (answer as D1Result[]).reduce((sum, { meta }) => sum + meta.rows_read, 0);
}

/** A statement that finds its session when it runs. */
class Statement {
  constructor(
    private readonly connection: Connection,
    readonly sql: string,
    readonly values: readonly unknown[] = [],
  ) {}

  bind(...values: unknown[]): Statement {
    return new Statement(this.connection, this.sql, values);
  }

  in(session: D1DatabaseSession): D1PreparedStatement {
    return session.prepare(this.sql).bind(...this.values);
  }

  all = () => this.#ask((statement) => statement.all());
  run = () => this.#ask((statement) => statement.run());
  raw = () => this.#ask((statement) => statement.raw());

  #ask<T>(ask: (statement: D1PreparedStatement) => Promise<T>): Promise<T> {
    return this.connection.ask(this.sql, isRead(this.sql), (session) => ask(this.in(session)));
  }
}

/**
 * A request's D1 session. Reads follow the anchor; a write and all that follows use the primary. A
 * read is retried once on the primary after a transient error; a write is not, since it may have
 * succeeded. @throws DatabaseAway from every method when D1 does not answer
 */
export class Connection {
  #session: D1DatabaseSession | null = null;
  #anchor: Anchor | null;
  #bookmark: D1SessionBookmark | null = null;
  #hasWritten = false;

  constructor(
    private readonly d1: D1Database,
    private readonly options: ConnectionOptions,
  ) {
    this.#anchor = options.anchor;
  }

  /**
   * The newest state of the database that a statement of this request has met; null before the
   * first.
   */
  get bookmark(): D1SessionBookmark | null {
    return this.#bookmark;
  }

  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** A connection whose statements all use the primary. */
  toPrimary(): Connection {
    return new Connection(this.d1, { ...this.options, anchor: null });
  }

  /** The bookmark that reads must include; null where none is required, or the primary is. */
  get required(): D1SessionBookmark | null {
    return this.#anchor?.startsWith("first-") ? null : this.#anchor;
  }

  /** A connection with the same anchor, whose bookmark is that of its own statements. */
  sibling(): Connection {
    return new Connection(this.d1, { ...this.options, anchor: this.#anchor });
  }

  /** From now on reads come from a copy that is at least as new as this. */
  readNoEarlierThan(bookmark: D1SessionBookmark): void {
    if (this.#anchor === null || (this.#bookmark !== null && this.#bookmark >= bookmark)) return;
    this.#anchor = bookmark;
    this.#session = null;
  }

  prepare(sql: string): Statement {
    return new Statement(this, sql);
  }

  batch(statements: readonly Statement[]): Promise<D1Result[]> {
    return this.ask(
      statements.length === 1
        ? (statements[0]?.sql ?? "")
        : `${statements.length} statements: ${statements[0]?.sql}`,
      statements.every(({ sql }) => isRead(sql)),
      (session) => session.batch(statements.map((statement) => statement.in(session))),
      statements.length,
    );
  }

  /** @param sql names the statements when their time is measured */
  async ask<T>(
    sql: string,
    onlyReads: boolean,
    ask: (session: D1DatabaseSession) => Promise<T>,
    statements = 1,
  ): Promise<T> {
    this.options.meter?.ask(statements, onlyReads);
    if (!onlyReads) {
      this.#hasWritten = true;
      this.#anchor = null;
    }
    try {
      return await this.#askOnce(sql, ask);
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!onlyReads || !isTransient(error)) throw new DatabaseAway(error);
    }
    const { least, most } = RETRY_AFTER;
    await this.options.wait(least + this.options.random() * (most - least));
    try {
      this.#anchor = null;
      return await this.#askOnce(sql, ask);
    } catch (error) {
      throw isAway(error) ? new DatabaseAway(error) : error;
    }
  }

  async #askOnce<T>(sql: string, ask: (session: D1DatabaseSession) => Promise<T>): Promise<T> {
    const session = this.#openSession();
    const asked = Date.now();
    const answer = await ask(session);
    const ms = Date.now() - asked;
    this.options.onAnswer?.(sql, ms);
    const bookmark = session.getBookmark();
    if (bookmark !== null && (this.#bookmark === null || bookmark > this.#bookmark))
      this.#bookmark = bookmark;
    this.options.meter?.answer(rowsOf(answer), ms);
    return answer;
  }

  #openSession(): D1DatabaseSession {
    // Only the first statement of such a session is certain to reach the primary.
    if (this.#anchor === null) return this.d1.withSession("first-primary");
    this.#session ??= this.d1.withSession(this.#anchor);
    return this.#session;
  }
}
