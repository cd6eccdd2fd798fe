import type { Budget, BudgetKind } from "../app/lib/deps";
import { AppError } from "../app/lib/errors";
import { isLoopback, LOOPBACK_FACTOR } from "../app/lib/http/client-address";
import { describeError, log } from "../app/lib/runtime/log";
import { visitorNetworkOf } from "../app/modules/events/visits/visitor-fingerprint";

/**
 * How much one account or network may do (decisions.md §12). Each number is a variable of
 * wrangler.toml (docs/deploy.md).
 */
const DEFAULTS = {
  READS_PER_MINUTE_ANONYMOUS: 120,
  READS_PER_MINUTE_USER: 600,
  SEARCHES_PER_MINUTE_ANONYMOUS: 60,
  SEARCHES_PER_MINUTE_USER: 300,
  SUGGESTIONS_PER_MINUTE: 300,
  FILES_PER_MINUTE: 3_000,
  DRAFTS_PER_DAY: 50,
  COLLECTIONS_PER_DAY: 30,
  NOTES_PER_DAY: 100,
  AUDIT_REPORTS_PER_DAY: 30,
  IMPORTS_PER_DAY: 100,
  DRAFTINGS_PER_DAY: 50,
  UPLOAD_MEGABYTES_PER_DAY: 500,
} as const;

export type LimitName = keyof typeof DEFAULTS;
export type Limits = Readonly<Record<LimitName, number>>;

/** @param problems gains a sentence for each variable that is no whole number above 0 */
export function readLimits(env: Partial<Record<LimitName, string>>, problems: string[]): Limits {
  const limits: Record<LimitName, number> = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as LimitName[]) {
    const text = env[name];
    if (!text) continue;
    const number = Number(text);
    if (Number.isSafeInteger(number) && number > 0) limits[name] = number;
    else problems.push(`${name} is "${text}"; it can be a whole number above 0.`);
  }
  return limits;
}

/** A network is shared by many people, such as a carrier's or a school's. */
const NETWORK_FACTOR = 10;
const MEGABYTE = 1_048_576;

const KINDS: Readonly<Record<BudgetKind, { limit: LimitName; unit: number }>> = {
  draft: { limit: "DRAFTS_PER_DAY", unit: 1 },
  collection: { limit: "COLLECTIONS_PER_DAY", unit: 1 },
  note: { limit: "NOTES_PER_DAY", unit: 1 },
  "audit-report": { limit: "AUDIT_REPORTS_PER_DAY", unit: 1 },
  import: { limit: "IMPORTS_PER_DAY", unit: 1 },
  drafting: { limit: "DRAFTINGS_PER_DAY", unit: 1 },
  "upload-bytes": { limit: "UPLOAD_MEGABYTES_PER_DAY", unit: MEGABYTE },
};

/**
 * Daily write limits of accounts and networks. An unreachable limiter allows the write.
 * @param address of the caller; null for queues and crons, which have no budget
 */
export function createBudget(
  env: Pick<Env, "RATE_BUDGET" | "ENVIRONMENT">,
  limits: Limits,
  address: string | null,
): Budget {
  return {
    async take(kind, userId, amount = 1) {
      if (address === null) return;
      const { limit, unit } = KINDS[kind];
      const most =
        limits[limit] *
        unit *
        (env.ENVIRONMENT === "local" && isLoopback(address) ? LOOPBACK_FACTOR : 1);
      const claim = async (key: string, limit: number) => {
        try {
          return await env.RATE_BUDGET.getByName(key).take({ name: kind, amount, limit });
        } catch (error) {
          log("warn", "rate-budget.unknown", { kind, ...describeError(error) });
          return 0;
        }
      };
      const wait =
        (await claim(`user:${userId}`, most)) ||
        (await claim(`network:${visitorNetworkOf(address)}`, most * NETWORK_FACTOR));
      if (wait > 0) throw new AppError("too-many-requests", [], wait);
    },
  };
}
