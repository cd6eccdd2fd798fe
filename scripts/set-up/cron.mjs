import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { root } from "./environment.mjs";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Simulates the cron of a deployment, since wrangler never fires it locally: jobs due at least
 * hourly run every minute, jobs due daily or less often run at start and once a day. Jobs are
 * idempotent, so running early is safe.
 * @returns a function that stops it
 */
export function startCron(url) {
  const crons = readCrons();
  const frequent = crons.filter((cron) => cron.split(/\s+/)[1] === "*");
  const daily = crons.filter((cron) => !frequent.includes(cron));

  let isUnderWay = false;
  const run = async (due) => {
    if (isUnderWay) return;
    isUnderWay = true;
    for (const cron of due) await trigger(url, cron);
    isUnderWay = false;
  };
  run(crons);
  const timers = [setInterval(() => run(frequent), MINUTE), setInterval(() => run(daily), DAY)];
  return () => timers.forEach(clearInterval);
}

async function trigger(url, cron) {
  try {
    const response = await fetch(
      `${url}/cdn-cgi/local/scheduled?${new URLSearchParams({ cron })}`,
      {
        signal: AbortSignal.timeout(5 * MINUTE),
      },
    );
    if (!response.ok)
      process.stderr.write(`cron "${cron}" failed: ${(await response.text()).slice(0, 200)}\n`);
  } catch (error) {
    process.stderr.write(`cron "${cron}" did not run: ${error.message}\n`);
  }
}

function readCrons() {
  const [, list = ""] =
    /^crons\s*=\s*\[([^\]]*)\]/m.exec(readFileSync(join(root, "wrangler.toml"), "utf8")) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, cron]) => cron);
}
