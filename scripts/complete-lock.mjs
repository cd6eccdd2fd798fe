import "./set-up/require-node.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Adds the platform packages that package-lock.json lacks: npm leaves out those that the registry
 * in use does not offer, and then `npm ci` refuses the lock on every platform. npm checks no hash
 * of the ones added here. node scripts/complete-lock.mjs [--check]
 */
const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const lock = JSON.parse(readFileSync(file, "utf8"));

const SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];
const SYNONYMS = { windows: "win32", 64: "x64" };

/** The path at which Node resolves a package from `place`; null when missing. */
function resolve(place, name) {
  for (
    let folder = place;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const candidate = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (lock.packages[candidate]) return candidate;
    if (!folder) return null;
  }
}

/** Platform packages carry their platform in the name, as in @rollup/rollup-linux-x64-musl. */
function platformOf(name) {
  const words = name.split(/[-/]/).map((word) => SYNONYMS[word] ?? word);
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  if (os.length === 0 || cpu.length === 0)
    throw new Error(`${name} does not say in its name which platform it is for.`);
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : null;
  return { os, cpu, ...(libc && os.includes("linux") ? { libc } : null) };
}

const added = [];
for (const [place, { dev, devOptional, optionalDependencies = {} }] of Object.entries({
  ...lock.packages,
})) {
  for (const [name, wanted] of Object.entries(optionalDependencies)) {
    const found = resolve(place, name);
    const isExact = /^\d/.test(wanted);
    if (found && (!isExact || lock.packages[found].version === wanted)) continue;
    if (!isExact) throw new Error(`${place} wants ${name}@${wanted}, and the lock has none.`);
    const flags = dev ? { dev } : devOptional ? { devOptional } : null;
    lock.packages[found ? join(place, "node_modules", name) : `node_modules/${name}`] = {
      version: wanted,
      ...platformOf(name),
      ...flags,
      optional: true,
    };
    added.push(`${name}@${wanted}`);
  }
}

if (added.length === 0) {
  console.log("package-lock.json has the packages of every platform.");
} else if (process.argv.includes("--check")) {
  console.log(
    `package-lock.json lacks ${added.length} platform packages, so npm ci refuses it:\n  ${added.join("\n  ")}`,
  );
  console.log("Run: node scripts/complete-lock.mjs");
  process.exitCode = 1;
} else {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${added.length} platform packages to package-lock.json.`);
}
