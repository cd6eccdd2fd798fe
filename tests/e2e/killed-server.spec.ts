import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "playwright/test";

const scripts = new URL("../../scripts/set-up/", import.meta.url).href;

/** Serves the build like `npm start`, with a given folder and port. */
const SERVE = `
  import { exitOnceEnded } from "${scripts}serve.mjs";
  import { startServer } from "${scripts}server.mjs";
  const server = await startServer({ persistTo: process.argv[1] });
  console.log("group " + server.pid);
  await exitOnceEnded(server);
`;

/** Ids of a process group's processes with a name, from Linux's /proc. */
const membersOf = (group: number, name: string) =>
  readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => {
      try {
        const [, found, rest = ""] =
          /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
        const [state = "", , groupId] = rest.split(" ");
        return found === name && !/^[ZX]/.test(state) && Number(groupId) === group;
      } catch {
        return false;
      }
    });

test("the parent of a killed workerd reports it and exits", async () => {
  test.skip(process.platform !== "linux", "It finds workerd in /proc.");
  const folder = mkdtempSync(join(tmpdir(), "rooydad-killed-"));
  const parent = spawn(process.execPath, ["--input-type=module", "-e", SERVE, folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [parent.stdout, parent.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => parent.on("close", resolve));
  try {
    await expect(async () => expect(said).toContain("group ")).toPass({ timeout: 60_000 });
    const group = Number(/group (\d+)/.exec(said)?.[1]);
    // wrangler runs two: the product and its proxy.
    for (const pid of membersOf(group, "workerd")) process.kill(pid, "SIGKILL");
    expect(await exited).toBe(1);
    expect(said).toContain("workerd was killed");
    expect(membersOf(group, "workerd")).toEqual([]);
  } finally {
    parent.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
