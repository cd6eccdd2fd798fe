/**
 * Simulation for docs/scale.md: `tsx tests/bench/scale-simulation.ts`. Models a crowded city's
 * rooms as queues with a seeded random generator, so that results are reproducible. All times in
 * ms.
 */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A long-tailed (log-normal) delay with the given median and 99th percentile. */
function delay(random: () => number, { median, p99 }: { median: number; p99: number }): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp((Math.log(p99 / median) / 2.326) * normal);
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface FanOut {
  sockets: number;
  rooms: number;
  announcementsASecond: number;
}

/**
 * CPU time of one send, ms, measured by tests/bench/sockets.ts in a city's own room: 40 for 1,000
 * sockets.
 */
const SEND = 0.04;
/** Worker to room, or room to room: assumed. */
const HOP = { median: 8, p99: 80 };
/** Room to browser: assumed. */
const LAST_MILE = { median: 40, p99: 250 };
const SECONDS = 60;

/**
 * The city's first room forwards an announcement to the others (party/city-room.ts). A room has one
 * thread and sends to its sockets in turn.
 */
function fanOut({ sockets, rooms, announcementsASecond }: FanOut): {
  busy: number;
  p50: number;
  p99: number;
} {
  const random = chance(1);
  const each = Math.ceil(sockets / rooms);
  const free = new Float64Array(rooms);
  const samples: number[] = [];
  let at = 0;
  for (let n = 0; n < SECONDS * announcementsASecond; n += 1) {
    at += (-Math.log(1 - random()) * 1_000) / announcementsASecond;
    const atFirst = at + delay(random, HOP);
    for (let room = 0; room < rooms; room += 1) {
      const begins = Math.max(room === 0 ? atFirst : atFirst + delay(random, HOP), free[room] ?? 0);
      free[room] = begins + each * SEND;
      for (let sample = 0; sample < 20; sample += 1)
        samples.push(begins - at + random() * each * SEND + delay(random, LAST_MILE));
    }
  }
  const sorted = Float64Array.from(samples).sort();
  return {
    busy: (announcementsASecond * each * SEND) / 1_000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}

console.log(
  "| sockets | rooms | announcements a second | a room is busy | p50 ms | p99 ms |\n|---|---|---|---|---|---|",
);
for (const [sockets, rooms, announcementsASecond] of [
  [1_000, 1, 1],
  [20_000, 20, 1],
  [100_000, 100, 0.2],
  [100_000, 100, 1],
  [100_000, 100, 3],
  [100_000, 100, 10],
  [100_000, 10, 1],
  [100_000, 5, 1],
] as const) {
  const { busy, p50, p99 } = fanOut({ sockets, rooms, announcementsASecond });
  const share = (busy * 100).toFixed(0);
  console.log(
    `| ${sockets} | ${rooms} | ${announcementsASecond} | ${share} % | ${p50.toFixed(0)} | ${p99.toFixed(0)} |`,
  );
}
