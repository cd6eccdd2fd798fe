import { text } from "node:stream/consumers";
import { readConfiguration } from "../../worker/configuration";

/** What each secret may look like: their values cannot be read back from an account. */
const KNOWN_SECRETS: Readonly<Record<string, string>> = {
  ALARM_TELEGRAM_TOKEN: `1:${"x".repeat(35)}`,
  SMTP_URL: "smtps://user:password@mail.example:465",
  VAPID_PRIVATE_KEY: "A".repeat(43),
};

/**
 * What the Worker would refuse to run with: its own check (worker/configuration.ts), so that nothing
 * is deployed that then answers 503. @param secrets names of those that are set, taken as right
 */
export function workerProblems(vars: object, secrets: readonly string[]): string[] {
  const known = secrets.map((name) => [name, KNOWN_SECRETS[name] ?? "x".repeat(48)]);
  return readConfiguration({ ...vars, ...Object.fromEntries(known) } as Env, {
    now: Date.now,
  }).problems;
}

// As a program it takes `{ vars, secrets }` as JSON, since deployments run in plain Node.
if (process.argv[1]?.endsWith("worker-problems.ts")) {
  const { vars, secrets } = JSON.parse(await text(process.stdin));
  console.log(JSON.stringify(workerProblems(vars, secrets)));
}
