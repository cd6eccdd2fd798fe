import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { root, tool, toolsEnvironment, toolsNode } from "./environment.mjs";
import { freePort } from "./machine.mjs";
import { SetUpError } from "./report.mjs";

const READY_WITHIN_MS = 90_000;
const STOPPED_WITHIN_MS = 8_000;
/**
 * Interval of checks for a living workerd; once it is gone, interval and timeout of health checks.
 */
const WATCHED_EVERY_MS = 1_000;
const MISSED = 3;
const ANSWERS_WITHIN_MS = 4_000;

/**
 * Serves the built product with `wrangler dev` on 127.0.0.1 and resolves once /healthz answers 200.
 * `port` defaults to a free one, `persistTo` to .wrangler/state. `onOutput` gets the output of
 * Worker and wrangler. `now` (ISO) is the Worker's time (docs/decisions/local-clock.md). `vars`
 * override those of wrangler.toml.
 */
export async function startServer({
  port,
  persistTo,
  now,
  vars = {},
  logLevel = "error",
  onOutput = () => {},
} = {}) {
  const chosenPort = port ?? (await freePort());
  const url = `http://127.0.0.1:${chosenPort}`;
  const args = [
    ...["dev", "--config", "wrangler.toml", "--config", "pictures/wrangler.toml"],
    ...["--ip", "127.0.0.1", "--port", String(chosenPort)],
    ...["--inspector-port", String(await freePort()), "--inspector-ip", "127.0.0.1"],
    ...["--log-level", logLevel, "--show-interactive-dev-session", "false"],
    ...(persistTo ? ["--persist-to", persistTo] : []),
    ...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
    ...(now ? ["--var", `CLOCK_OFFSET_MS:${Date.parse(now) - Date.now()}`] : []),
  ];
  const env = toolsEnvironment({
    // Sessions of the same Worker name would find each other in the registry of the home folder.
    WRANGLER_REGISTRY_PATH: join(persistTo ?? join(root, ".wrangler", "state"), "registry"),
    X_LOCAL_EXPLORER: "false",
  });
  // A process group of its own: Ctrl-C reaches this process alone, which then ends wrangler and its
  // workerd in order.
  const child = spawn(toolsNode(), [tool("wrangler"), ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });

  let recent = "";
  const listen = (chunk) => {
    recent = (recent + chunk).slice(-6_000);
    onOutput(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", listen);
  child.stderr.setEncoding("utf8").on("data", listen);

  let exit = null;
  let reason;
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, error }));
    child.on("close", (code) => resolve({ code: code || 1, reason }));
  });
  ended.then((how) => {
    exit = how;
  });
  // Without this a crash of this process would leave workerd behind, holding the port and the
  // storage.
  const killAtExit = () => killGroup(child, "SIGKILL");
  process.once("exit", killAtExit);

  const stop = async () => {
    if (!exit) {
      killGroup(child, "SIGTERM");
      const timer = setTimeout(() => killGroup(child, "SIGKILL"), STOPPED_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    }
    killGroup(child, "SIGKILL");
    process.removeListener("exit", killAtExit);
  };

  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const { isHealthy, message } = await askHealth(url);
    if (isHealthy) break;
    if (message) {
      await stop();
      throw new SetUpError(
        message,
        /restore/.test(message)
          ? undefined
          : "The variables are described in docs/deploy.md; local ones stand in .dev.vars.",
      );
    }
    if (exit || Date.now() > deadline) {
      await stop();
      const why = exit?.error?.message ?? recent.trim();
      throw new SetUpError(
        exit
          ? `The server ended before it was ready:\n\n${why}`
          : `The server was not ready within ${READY_WITHIN_MS / 1000} s:\n\n${why}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // wrangler survives its workerd, and then every request hangs.
  const stopWatching = watchRuntime(child.pid, url, () => {
    reason =
      "Its workerd was killed: the machine may have run out of memory. Everything that was answered is stored; start it again.";
    killGroup(child, "SIGKILL");
  });
  ended.then(stopWatching);
  return { url, pid: child.pid, ended, stop };
}

/**
 * Calls `onLost` once a workerd of a process group has ended and nothing replaces it: wrangler
 * starts another one when a source changes, but replaces a killed one at an unknown address, if at
 * all.
 * @returns a function that stops watching
 */
function watchRuntime(group, url, onLost) {
  let known = workerdOf(group);
  let isOver = false;
  const watch = async () => {
    const living = workerdOf(group);
    if (known.some((pid) => !living.includes(pid))) {
      if (!(await answersAgain(url, () => isOver))) {
        if (!isOver) onLost();
        return;
      }
      known = workerdOf(group);
    }
    if (!isOver) setTimeout(watch, WATCHED_EVERY_MS).unref();
  };
  setTimeout(watch, WATCHED_EVERY_MS).unref();
  return () => {
    isOver = true;
  };
}

async function answersAgain(url, isOver) {
  for (let turn = 0; turn < MISSED && !isOver(); turn++) {
    await new Promise((resolve) => setTimeout(resolve, WATCHED_EVERY_MS));
    try {
      await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
      return true;
    } catch {
      // No server yet, or its workerd is gone.
    }
  }
  return false;
}

/** Living workerd processes of a group, by /proc on Linux, else by `ps` (macOS). */
function workerdOf(group) {
  return processes()
    .filter(
      ({ name, state, groupId }) =>
        groupId === group && name.includes("workerd") && !/^[ZX]/.test(state),
    )
    .map(({ pid }) => pid);
}

function processes() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const [, name, rest] =
            /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
          const [state, , groupId] = rest.split(" ");
          return [{ pid: Number(pid), name, state, groupId: Number(groupId) }];
        } catch {
          // It has ended meanwhile.
          return [];
        }
      });
  } catch {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,pgid=,state=,comm="], { encoding: "utf8" })
      .trim()
      .split("\n");
    return lines.map((line) => {
      const [pid, groupId, state, ...name] = line.trim().split(/\s+/);
      return { pid: Number(pid), name: name.join(" "), state, groupId: Number(groupId) };
    });
  }
}

function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
  }
}

/** `message`: the product's message about a bad configuration, which waiting does not fix. */
async function askHealth(url) {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) });
    const isMisconfigured =
      response.status === 503 && response.headers.get("Content-Type")?.startsWith("text/plain");
    return {
      isHealthy: response.ok,
      message: isMisconfigured ? (await response.text()).trim() : null,
    };
  } catch {
    return { isHealthy: false, message: null };
  }
}
