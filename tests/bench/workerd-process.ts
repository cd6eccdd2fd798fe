import { readdirSync, readFileSync } from "node:fs";

/** Memory and CPU time of the workerd process that this one started. Linux only. */
export function spentByWorkerd(): { megabytes: number; cpuSeconds: number } {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      if (
        !/^Name:\s+workerd$/m.test(status) ||
        !new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(status)
      )
        continue;
      const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
        Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
      );
      return {
        megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024),
        cpuSeconds: nanoseconds.reduce((sum, own) => sum + own, 0) / 1e9,
      };
    } catch {
      // The process ended meanwhile.
    }
  return { megabytes: Number.NaN, cpuSeconds: Number.NaN };
}
