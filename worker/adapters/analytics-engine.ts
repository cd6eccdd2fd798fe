import type { OperationStore } from "../../app/lib/deps";
import type { OperationName } from "../../app/lib/runtime/operation-counts";

/** Where Cloudflare answers SQL about an account's data sets. */
const API = "https://api.cloudflare.com/client/v4/accounts";
/** As wrangler.toml names it. */
const DATASET = "rooydad_operations";
/** Longest answer, ms. */
const TIMEOUT = 10_000;

interface AnalyticsEngineOptions {
  /** Account id, 32 hexadecimal digits. */
  account: string;
  /** A token that may read Account Analytics. */
  token: string;
  /** Another place than Cloudflare's, for tests. */
  url?: string;
}

interface SqlRow {
  hour: string;
  release: string;
  name: OperationName;
  label: string;
  count: number | string;
  total_ms: number | string;
  longest_ms: number | string;
}

/**
 * Counts of operations in Workers Analytics Engine: written without waiting, read by SQL
 * (https://developers.cloudflare.com/analytics/analytics-engine/sql-api/). A sampled point stands
 * for `_sample_interval` points.
 */
export function createAnalyticsEngine(
  dataset: AnalyticsEngineDataset,
  { account, token, url = API }: AnalyticsEngineOptions,
): OperationStore {
  return {
    write(release, counts) {
      for (const { name, label, count, totalMs, longestMs } of counts)
        dataset.writeDataPoint({
          indexes: [name],
          blobs: [release, name, label],
          doubles: [count, totalMs, longestMs],
        });
    },
    async read(since) {
      const query = `SELECT toStartOfInterval(timestamp, INTERVAL '1' HOUR) AS hour, blob1 AS release, blob2 AS name, blob3 AS label,
        sum(double1 * _sample_interval) AS count, sum(double2 * _sample_interval) AS total_ms, max(double3) AS longest_ms
        FROM ${DATASET} WHERE timestamp >= toDateTime(${Math.floor(since / 1_000)})
        GROUP BY hour, release, name, label ORDER BY hour FORMAT JSON`;
      const answer = await fetch(`${url}/${account}/analytics_engine/sql`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: query,
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (!answer.ok) throw new Error(`Analytics Engine answered ${answer.status}.`);
      const { data } = await answer.json<{ data: SqlRow[] }>();
      return data.map(({ hour, total_ms, longest_ms, count, ...row }) => ({
        ...row,
        hour: Date.parse(`${hour.replace(" ", "T")}Z`),
        count: Number(count),
        totalMs: Number(total_ms),
        longestMs: Number(longest_ms),
      }));
    },
  };
}
