import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, systemEnvironment, toolsNode } from "./environment.mjs";
import { checkDisk } from "./machine.mjs";
import { step } from "./report.mjs";
import { runQuietly } from "./run.mjs";

const lockFile = join(root, "package-lock.json");
/**
 * Holds the hash of the package-lock.json that node_modules was installed from; npm ci deletes it
 * with the folder.
 */
const stampFile = join(root, "node_modules", ".rooydad-stamp");

/** Installs packages when node_modules differs from package-lock.json. */
export async function ensurePackages() {
  const wanted = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  const isInstalled = readOr(stampFile, "") === wanted || matchesLock();
  checkDisk({ isInstalled });
  if (!isInstalled) {
    await step("packages", "Installing the packages (npm ci; one to two minutes, once)", () =>
      runQuietly(
        "npm-ci",
        "npm",
        [
          "ci",
          "--include=dev",
          "--include=optional",
          "--no-audit",
          "--no-fund",
          "--loglevel=error",
        ],
        systemEnvironment(),
        "Network or disk: run the command again once it is right. Not in sync: npm install, then node scripts/complete-lock.mjs.",
      ),
    );
  }
  toolsNode();
  if (readOr(stampFile, "") !== wanted) writeFileSync(stampFile, wanted);
}

/**
 * True where npm's own record of node_modules has every package of the lock in its version, as
 * after `npm install` by hand.
 */
function matchesLock() {
  const record = readOr(join(root, "node_modules", ".package-lock.json"), "");
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  return Object.entries(wanted).every(
    // Optional packages are there on some platforms only.
    ([place, { version, optional }]) =>
      place === "" ||
      optional ||
      (installed[place]?.version === version && existsSync(join(root, place))),
  );
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
