import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { cacheFolder, root } from "./environment.mjs";
import { SetUpError } from "./report.mjs";

/**
 * Runs a command to its end with this terminal's output; resolves to its exit code, 1 if it could
 * not start or was killed.
 */
export function runVisibly(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    // Ctrl-C reaches the child by the terminal; a signal to this process alone does not.
    const pass = () => child.kill("SIGTERM");
    process.once("SIGTERM", pass);
    child.on("close", (code) => {
      process.removeListener("SIGTERM", pass);
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs a command to its end with its output kept in `.cache/logs/<name>.log`.
 * When it fails, the error shows the lines that matter and says where the rest is.
 */
export function runQuietly(name, command, args, env, wayOut) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => {
      const missing = error.code === "ENOENT" && command === "npm";
      reject(
        missing
          ? new SetUpError(
              "npm was not found.",
              "It comes with Node.js; on Debian: apt-get install npm",
            )
          : error,
      );
    });
    child.on("close", (code, signal) => {
      const output = Buffer.concat(chunks).toString("utf8");
      mkdirSync(join(cacheFolder, "logs"), { recursive: true });
      writeFileSync(join(cacheFolder, "logs", `${name}.log`), output);
      if (code === 0) return resolve(output);
      reject(
        new SetUpError(
          `${[command, ...args].join(" ").replaceAll(root, "")} ended with ${signal ?? `code ${code}`}:\n\n${whatMatters(output)}`,
          `${wayOut ? `${wayOut}\n` : ""}All of its output: .cache/logs/${name}.log`,
        ),
      );
    });
  });
}

const LINES_SHOWN = 25;

/**
 * From the first line about an error, since tools end with stacks and advice; without one, the end.
 */
function whatMatters(output) {
  const lines = output.trimEnd().split("\n");
  const first = lines.findIndex((line) => /\b(error|failed)\b|✗|✘/i.test(line));
  return (first < 0 ? lines.slice(-LINES_SHOWN) : lines.slice(first, first + LINES_SHOWN)).join(
    "\n",
  );
}
