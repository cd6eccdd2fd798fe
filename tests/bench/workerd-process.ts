import { readdirSync, readFileSync } from "node:fs";

/** Ticks per second of Linux's process times. */
const TICKS = 100;

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
      const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")
        .slice(11, 13)
        .map(Number);
      return {
        megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024),
        cpuSeconds: (user + system) / TICKS,
      };
    } catch {
      // The process ended meanwhile.
    }
  return { megabytes: Number.NaN, cpuSeconds: Number.NaN };
}
