import process from "node:process";

/** A problem of the machine or set-up; `wayOut` is its solution. */
export class SetUpError extends Error {
  constructor(message, wayOut) {
    super(message);
    this.name = "SetUpError";
    this.wayOut = wayOut;
  }
}

export function say(line = "") {
  process.stdout.write(`${line}\n`);
}

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Names and durations (ms) of the steps done so far, in order. */
export const stepsDone = [];

/** How often a long step reports that it still runs. */
const PULSE_MS = 15_000;

/** Runs a step of the set-up and prints its start, progress and duration. */
export async function step(name, what, work) {
  const began = Date.now();
  say(`• ${what} …`);
  const pulse = setInterval(
    () => say(`    still at it after ${Math.round((Date.now() - began) / 1000)} s`),
    PULSE_MS,
  );
  try {
    return await work();
  } finally {
    clearInterval(pulse);
    const took = Date.now() - began;
    stepsDone.push({ name, took });
    say(`  ${name}: ${seconds(took)}`);
  }
}

/** Prints the problem and its solution; unexpected errors keep their stack. */
export function printError(error) {
  if (error instanceof SetUpError) {
    process.stderr.write(
      `\n✗ ${error.message}\n${error.wayOut ? `  ${error.wayOut.replaceAll("\n", "\n  ")}\n` : ""}\n`,
    );
  } else {
    process.stderr.write(`\n✗ ${error?.stack ?? error}\n\n`);
  }
}

export function exitWith(error) {
  printError(error);
  process.exit(1);
}
