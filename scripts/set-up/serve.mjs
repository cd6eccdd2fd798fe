import process from "node:process";
import { ensureBuild } from "./build.mjs";
import { startCron } from "./cron.mjs";
import { prepareDatabase } from "./database.mjs";
import { checkPort, recordServing, wantedPort } from "./machine.mjs";
import { ensurePackages } from "./packages.mjs";
import { say, seconds, step, stepsDone } from "./report.mjs";
import { startServer } from "./server.mjs";

const startBuilt = (port) => startServer({ port, onOutput: (text) => process.stdout.write(text) });

/**
 * Sets up, serves until Ctrl-C, and simulates the cron. `build` and `start` replace the production
 * build and its server; `whileServing` starts further work and returns its stop function.
 */
export async function serve({
  build = ensureBuild,
  start = startBuilt,
  whileServing = () => () => {},
} = {}) {
  const began = Date.now();
  const port = wantedPort();
  await checkPort(port);
  await ensurePackages();
  await build();
  await prepareDatabase();
  const server = await step("server", "Starting the server", () => start(port));

  const invalidateServing = recordServing(server);
  // Miniflare, which `npm run dev` runs in this process, exits at a signal by itself.
  process.once("exit", invalidateServing);
  say(banner(server.url, Date.now() - began));
  const stopCron = startCron(server.url);
  const stopTheRest = whileServing();

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    stopCron();
    stopTheRest();
    await server.stop();
    invalidateServing();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  onLosingNpm(stop);

  await exitOnceEnded(server, () => {
    if (!isStopping) invalidateServing();
    return isStopping;
  });
}

/**
 * @internal Exits with a message and code 1 when the server ends unexpectedly. @param isExpected
 * evaluated at its end
 */
export async function exitOnceEnded(server, isExpected = () => false) {
  const { code, reason } = await server.ended;
  if (isExpected()) return;
  process.stderr.write(
    `\n✗ The server ended by itself (code ${code}).${reason ? ` ${reason}` : ""}\n`,
  );
  process.exit(1);
}

/**
 * A killed npm takes its shell along but does not pass the signal on, which would leave the server
 * behind.
 */
function onLosingNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
}

/** The start message in both languages. */
function banner(url, took) {
  const lines = [
    `Rooydad is ready: ${url}`,
    `رویداد آماده است: ${url}/?lang=fa`,
    "",
    "Demo accounts: user@, moderator@, admin@ and owner@rooydad.example",
    `Password: ${process.env.SEED_PASSWORD ? "that of SEED_PASSWORD when they were seeded" : "Rooydad-demo-1405"}`,
    "",
    `${stepsDone.map(({ name, took: time }) => `${name} ${seconds(time)}`).join(" · ")} · in all ${seconds(took)}`,
    "Ctrl-C stops it.",
  ];
  return `\n${lines.map((line) => (line ? `  ${line}` : "")).join("\n")}\n`;
}
