import { DurableObject } from "cloudflare:workers";
import { DAY } from "../app/lib/dates/durations";
import { currentTime } from "../party/current-time";

/** A request for a part of a daily budget. */
interface Claim {
  name: string;
  amount: number;
  /** Of the day, UTC. */
  limit: number;
}

/** Daily budget use of one account or network. Days are UTC. */
export class RateBudget extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS spent (name TEXT PRIMARY KEY, day INTEGER NOT NULL, amount INTEGER NOT NULL)",
    );
  }

  /**
   * Spends the amount if possible. Called over RPC. @returns seconds until the next day; 0 when
   * spent
   */
  async take({ name, amount, limit }: Claim): Promise<number> {
    const now = currentTime(this.env);
    const day = Math.floor(now / DAY);
    const [row] = this.#sql.exec<{ amount: number }>(
      "SELECT amount FROM spent WHERE name = ? AND day = ?",
      name,
      day,
    );
    const spent = (row?.amount ?? 0) + amount;
    if (spent > limit) return Math.ceil(((day + 1) * DAY - now) / 1_000);
    this.#sql.exec(
      "INSERT OR REPLACE INTO spent (name, day, amount) VALUES (?, ?, ?)",
      name,
      day,
      spent,
    );
    // The platform's clock, which alarms use.
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now() + DAY);
    return 0;
  }

  /** Deletes expired counts a day after the first claim. */
  override async alarm(): Promise<void> {
    this.#sql.exec("DELETE FROM spent WHERE day < ?", Math.floor(currentTime(this.env) / DAY));
    const [left] = this.#sql.exec("SELECT 1 FROM spent LIMIT 1");
    if (left) await this.ctx.storage.setAlarm(Date.now() + DAY);
    else await this.ctx.storage.deleteAll();
  }
}
