import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { root } from "./environment.mjs";
import { SetUpError } from "./report.mjs";

const GIGABYTE = 1024 ** 3;
/** The packages take 0.9 GB; npm's cache, the build and the local database come on top. */
const FOR_INSTALLING = 2 * GIGABYTE;
const FOR_RUNNING = 0.3 * GIGABYTE;

/**
 * Refuses a disk that would run full half-way, which npm and SQLite report in words that do not
 * help.
 */
export function checkDisk({ isInstalled }) {
  const needed = isInstalled ? FOR_RUNNING : FOR_INSTALLING;
  const free = freeBytes(root);
  if (free !== null && free < needed) {
    const gigabytes = (bytes) => (bytes / GIGABYTE).toFixed(1);
    throw new SetUpError(
      `Only ${gigabytes(free)} GB are free on the disk of ${root}; the set-up needs ${gigabytes(needed)} GB.`,
      "Make room, then run the command again.",
    );
  }
}

function freeBytes(folder) {
  // Node 18.0 to 18.14 have no statfs.
  if (fs.statfsSync) {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  }
  try {
    const columns = execFileSync("df", ["-Pk", folder], { encoding: "utf8" })
      .trim()
      .split("\n")
      .at(-1)
      .split(/\s+/);
    return Number(columns[3]) * 1024;
  } catch {
    return null;
  }
}

/** Linux keeps this folder in memory. */
const MEMORY_FOLDER = "/dev/shm";
const FOR_TEST_DATABASES = GIGABYTE;

/**
 * Where tests keep databases that end with them: in memory where it has room, so that commits wait
 * for no disk. Containers often give it 64 MB.
 */
export function testDatabaseFolder() {
  const hasRoom =
    fs.existsSync(MEMORY_FOLDER) && (freeBytes(MEMORY_FOLDER) ?? 0) >= FOR_TEST_DATABASES;
  return hasRoom ? MEMORY_FOLDER : os.tmpdir();
}

export function wantedPort() {
  const text = process.env.PORT?.trim() || "8787";
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SetUpError(
      `PORT is "${text}", which is no port number.`,
      "Use one from 1024 to 65535, for example: PORT=8790 npm start",
    );
  }
  return port;
}

/** Address and process id of this folder's server. Two servers would share one storage. */
const servingFile = join(root, ".wrangler", "serving.json");

export function recordServing({ url, pid }) {
  fs.writeFileSync(servingFile, JSON.stringify({ url, pid }));
  return () => fs.rmSync(servingFile, { force: true });
}

async function checkNobodyServes() {
  if (!fs.existsSync(servingFile)) return;
  const { url, pid } = JSON.parse(fs.readFileSync(servingFile, "utf8"));
  if (await isRooydad(url)) {
    throw new SetUpError(
      `Rooydad already runs from this folder: ${url}`,
      `Open that address, or stop it first: Ctrl-C where it runs, or kill ${pid}`,
    );
  }
}

/**
 * Checks that this folder is not served already and that the port is free; otherwise names the
 * process.
 */
export async function checkPort(port) {
  await checkNobodyServes();
  // Connecting comes first: macOS lets one bind 127.0.0.1 beside another program's 0.0.0.0.
  if (await answers(port)) {
    if (await isRooydad(`http://127.0.0.1:${port}`)) {
      throw new SetUpError(
        `Another Rooydad already runs at http://127.0.0.1:${port}, from another folder.`,
        `Stop it there with Ctrl-C, or choose another port for this one: PORT=${port + 3} npm start`,
      );
    }
    throw new SetUpError(
      `Port ${port} is taken by another program.`,
      `Choose another one: PORT=${port + 3} npm start`,
    );
  }
  const error = await bindingError(port);
  if (error?.code === "EACCES") {
    throw new SetUpError(
      `Port ${port} may only be opened by the administrator.`,
      "Choose one above 1023: PORT=8787 npm start",
    );
  }
  if (error)
    throw new SetUpError(
      `Port ${port} cannot be opened (${error.code}).`,
      `Choose another one: PORT=${port + 3} npm start`,
    );
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", timeout: 2_000 });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}

function bindingError(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", resolve);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () =>
      server.close(() => resolve(null)),
    );
  });
}

async function isRooydad(url) {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
    return (
      response.headers.has("x-request-id") && typeof (await response.json()).status === "string"
    );
  } catch {
    return false;
  }
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
