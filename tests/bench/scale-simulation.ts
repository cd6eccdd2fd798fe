/**
 * What docs/scale.md cannot work out on paper: `tsx tests/bench/scale-simulation.ts`. Two queueing models with a seeded
 * source of chance, so that everybody gets the same figures. All times in milliseconds.
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

/** A long-tailed delay: half of them below the median, one in a hundred above the 99th percentile. */
function delay(random: () => number, median: number, p99: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp((Math.log(p99 / median) / 2.326) * normal);
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface FanOut {
  sockets: number;
  shards: number;
  announcementsASecond: number;
}

/** CPU of one send on a hibernating socket: assumed, since it can only be measured on the platform. */
const SEND = 0.02;

/** Announcements reach every shard by RPC; a shard is one thread and sends to its sockets one after the other. */
function fanOut({ sockets, shards, announcementsASecond }: FanOut): { busy: number; p50: number; p99: number } {
  const random = chance(1);
  const each = Math.ceil(sockets / shards);
  const free = new Float64Array(shards);
  const announcements = 60 * announcementsASecond;
  const samples: number[] = [];
  let at = 0;
  for (let n = 0; n < announcements; n += 1) {
    at += (-Math.log(1 - random()) * 1_000) / announcementsASecond;
    for (let shard = 0; shard < shards; shard += 1) {
      const begins = Math.max(at + delay(random, 8, 80), free[shard] ?? 0);
      free[shard] = begins + each * SEND;
      for (let sample = 0; sample < 20; sample += 1) samples.push(begins - at + random() * each * SEND + delay(random, 40, 250));
    }
  }
  const sorted = Float64Array.from(samples).sort();
  return { busy: (announcementsASecond * each * SEND) / 1_000, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

interface Digest {
  recipients: number;
  consumers: number;
  databases: number;
  /** Recipients a message: their digests are rendered and recorded together. */
  chunk: number;
}

/** CPU to render one digest: the bar of 300 a second (tests/bench). */
const RENDER = 1_000 / 300;
/** One D1 batch: reading a chunk's events and interests, and recording a chunk as sent. */
const READ = { median: 12, p99: 80 };
const WRITE = { median: 25, p99: 150 };
/** One call of the mail provider's API, which takes a chunk; one in a hundred is refused and comes again after a minute. */
const MAIL = { median: 180, p99: 1_200 };
const REFUSED = 0.01;
const AGAIN = 60_000;

interface Step {
  at: number;
  run: (now: number) => void;
}

/** Runs steps in order of time, whatever order they come in (a binary heap). @returns when the last one ran */
function inOrder(steps: Step[]): { add: (step: Step) => void; runAll: () => number } {
  const sink = (from: number) => {
    for (let place = from; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let least = place;
      for (const child of [left, right]) if (child < steps.length && at(child) < at(least)) least = child;
      if (least === place) return;
      swap(place, least);
      place = least;
    }
  };
  const at = (place: number) => (steps[place] as Step).at;
  const swap = (one: number, other: number) => {
    [steps[one], steps[other]] = [steps[other] as Step, steps[one] as Step];
  };
  return {
    add(step) {
      steps.push(step);
      for (let place = steps.length - 1; place > 0 && at(place) < at((place - 1) >> 1); place = (place - 1) >> 1)
        swap(place, (place - 1) >> 1);
    },
    runAll() {
      let now = 0;
      while (steps.length > 0) {
        const first = steps[0] as Step;
        const last = steps.pop() as Step;
        if (steps.length > 0) {
          steps[0] = last;
          sink(0);
        }
        now = first.at;
        first.run(now);
      }
      return now;
    },
  };
}

/** Consumers take chunks from a queue; each chunk reads and writes one of the databases, which do one thing at a time. */
function digest({ recipients, consumers, databases, chunk }: Digest): { minutes: number; databaseBusy: number; again: number } {
  const random = chance(2);
  const chunks = Math.ceil(recipients / chunk);
  const databaseFree = new Float64Array(databases);
  const clock = inOrder([]);
  let [begun, busy, again] = [0, 0, 0];
  const ask = (database: number, now: number, { median, p99 }: { median: number; p99: number }) => {
    const takes = delay(random, median, p99);
    busy += takes;
    const done = Math.max(now, databaseFree[database] ?? 0) + takes;
    databaseFree[database] = done;
    return done;
  };
  const send = (now: number, database: number, isConsumer: boolean): void => {
    const sent = ask(database, now, READ) + chunk * RENDER + delay(random, MAIL.median, MAIL.p99);
    const refused = random() < REFUSED;
    const goOn = (done: number) => isConsumer && take(done);
    if (refused) {
      again += 1;
      clock.add({ at: sent + AGAIN, run: (later) => send(later, database, false) });
      clock.add({ at: sent, run: goOn });
    } else clock.add({ at: sent, run: (later) => clock.add({ at: ask(database, later, WRITE), run: goOn }) });
  };
  const take = (now: number): void => {
    if (begun < chunks) send(now, begun++ % databases, true);
  };
  for (let consumer = 0; consumer < consumers; consumer += 1) clock.add({ at: 0, run: take });
  const end = clock.runAll();
  return { minutes: end / 60_000, databaseBusy: busy / (end * databases), again };
}

const whole = (value: number) => value.toFixed(0);
const share = (value: number) => `${(value * 100).toFixed(0)} %`;

console.log("| sockets | shards | announcements a second | a shard is busy | p50 ms | p99 ms |\n|---|---|---|---|---|---|");
for (const [sockets, shards, announcementsASecond] of [
  [1_000, 1, 1],
  [20_000, 1, 1],
  [100_000, 1, 0.2],
  [100_000, 4, 1],
  [100_000, 10, 1],
  [100_000, 10, 3],
  [100_000, 20, 3],
] as const) {
  const { busy, p50, p99 } = fanOut({ sockets, shards, announcementsASecond });
  console.log(`| ${sockets} | ${shards} | ${announcementsASecond} | ${share(busy)} | ${whole(p50)} | ${whole(p99)} |`);
}

console.log(
  "\n| recipients | consumers | databases | a message | minutes | a database is busy | messages again |\n|---|---|---|---|---|---|---|",
);
for (const [recipients, consumers, databases, chunk] of [
  [10_000, 10, 1, 50],
  [500_000, 10, 1, 50],
  [500_000, 50, 1, 1],
  [500_000, 50, 1, 50],
  [500_000, 250, 1, 50],
  [500_000, 250, 4, 50],
] as const) {
  const { minutes, databaseBusy, again } = digest({ recipients, consumers, databases, chunk });
  console.log(`| ${recipients} | ${consumers} | ${databases} | ${chunk} | ${minutes.toFixed(1)} | ${share(databaseBusy)} | ${again} |`);
}
