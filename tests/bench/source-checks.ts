import { loadavg } from "node:os";
import { createDatabase } from "../../db/client";
import { fillWithEvents } from "./fill";
import { migrationStatements } from "./migrations";
import { bundleWorker, startWorker } from "./source-worker";
import { spentByWorkerd } from "./workerd-process";

/**
 * Twenty sources of 500 items among 10,000 events, in workerd with D1: `tsx --import
 * ./scripts/set-up/raw-text.mjs tests/bench/source-checks.ts [trust]`. Three rounds: everything is
 * new, a tenth has changed, nothing has. Each job is one request, as it is one message of the
 * queue. Prints time, memory and limits; exits with 1 if a round misses its bar.
 */
const TRUST = process.argv[2] ?? "reviewed";
const SOURCES = 20;
const ITEMS = 500;
const EVENTS = 10_000;
/** 2026-12-08T10:00:00Z. */
const NOW = Date.UTC(2026, 11, 8, 10);
const HOUR = 3_600_000;
/** Seconds of workerd's CPU a round: those of D1, which are no Worker's, are among them. */
const BAR = 60;
/**
 * Allowed growth of workerd's memory between the first check of a round and its last, as a share.
 */
const GROWTH = 0.25;
/** Limits of D1: parameters, bytes of a statement, bytes of a text. */
const LIMITS = { parameters: 100, bytes: 100_000, longest: 2_000_000 };

const WORDS = [
  "setar",
  "clay",
  "stars",
  "puppets",
  "ink",
  "chess",
  "verse",
  "film",
  "seeds",
  "brass",
  "glass",
  "wool",
  "paper",
  "salt",
];
let hasChanged = false;

function documentOf(source: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const entries = Array.from({ length: ITEMS }, (_, index) => [
    "BEGIN:VEVENT",
    `UID:${index}@${source}`,
    "DTSTAMP:20261101T000000Z",
    `SUMMARY:${WORDS[index % 14]} ${WORDS[(index * 3 + source) % 13]} ${WORDS[(index * 5) % 11]} ${source * ITEMS + index}`,
    `DTSTART;TZID=Asia/Tehran:2027${pad(1 + (index % 12))}${pad(1 + (index % 28))}T${hasChanged && index % 10 === 0 ? "21" : "19"}0000`,
    `LOCATION:House ${source}-${index % 20}`,
    "DESCRIPTION:An evening of music for everyone who likes to listen.",
    "END:VEVENT",
  ]);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Bench//EN",
    ...entries.flat(),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

const { miniflare, origin } = await startWorker(
  await bundleWorker("source-checks-worker"),
  (url) =>
    url.pathname === "/robots.txt"
      ? new Response(null, { status: 404 })
      : new Response(documentOf(Number(/\d+/.exec(url.host)?.[0])), {
          headers: { "Content-Type": "text/calendar" },
        }),
);
const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
for (const statement of migrationStatements()) await d1.prepare(statement).run();
await fillWithEvents(createDatabase(d1), EVENTS, NOW);
for (let source = 0; source < SOURCES; source += 1)
  await d1
    .prepare(
      `INSERT INTO sources (id, name, kind, url, host, city_id, other_city_ids, every_minutes, trust, due_at, creator_id, created_at, updated_at)
       SELECT ?1, ?2, 'ical', 'https://' || ?2 || '/events.ics', ?2, cities.id, '[]', 360, ?3, 0, (SELECT id FROM users LIMIT 1), 0, 0
       FROM cities WHERE slug = 'tehran'`,
    )
    .bind(
      `019b0000-0000-7000-c000-${String(source).padStart(12, "0")}`,
      `hall${source}.rooydad-fixtures.org`,
      TRUST,
    )
    .run();

interface Spent {
  left: string[];
  sums: { added: number; changed: number; items: number; bad: number };
  roundTrips: number;
  parameters: number;
  bytes: number;
  longest: number;
}
const ask = async (query: string): Promise<Spent> => {
  const answer = await fetch(new URL(`?${query}`, origin));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Spent;
};

console.log(`${TRUST}; load of the machine before it begins: ${loadavg()[0]?.toFixed(1)}`);
let isGood = true;
for (const [round, name] of ["first", "changed", "same"].entries()) {
  hasChanged = round > 0;
  const now = NOW + round * 7 * HOUR;
  const before = spentByWorkerd();
  const began = performance.now();
  let last = await ask(`now=${now}`);
  const messages = [last];
  const memory: number[] = [];
  // Checks run to their end one after the other, as one consumer takes them.
  for (const tried = new Map<string, number>(); last.left.length > 0; ) {
    const [job = ""] = last.left;
    tried.set(job, (tried.get(job) ?? 0) + 1);
    if ((tried.get(job) ?? 0) > 20) throw new Error(`The job ${job} does not end.`);
    last = await ask(`now=${now}&job=${encodeURIComponent(job)}`);
    messages.push(last);
    memory.push(spentByWorkerd().megabytes);
  }
  const cpu = spentByWorkerd().cpuSeconds - before.cpuSeconds;
  const most = (of: keyof typeof LIMITS) => Math.max(...messages.map((message) => message[of]));
  const expected =
    { first: [SOURCES * ITEMS, 0], changed: [0, (SOURCES * ITEMS) / 10], same: [0, 0] }[name] ?? [];
  const { added, changed, items, bad } = last.sums;
  const [first = 0, end = 0] = [memory[0], memory.at(-1)];
  const isWhole =
    added === expected[0] && changed === expected[1] && items === SOURCES * ITEMS && bad === 0;
  const isFlat = end <= first * (1 + GROWTH);
  const isWithin = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).every(
    (of) => most(of) <= LIMITS[of],
  );
  isGood = isGood && isWhole && isFlat && isWithin && cpu <= BAR;
  console.log(
    JSON.stringify({
      round: name,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      cpuSeconds: Math.round(cpu * 10) / 10,
      messages: messages.length,
      roundTrips: messages.reduce((sum, message) => sum + message.roundTrips, 0),
      memory: [before.megabytes, ...memory],
      limits: { parameters: most("parameters"), bytes: most("bytes"), longest: most("longest") },
      sums: last.sums,
      isWhole,
      isFlat,
      isWithin,
      load: loadavg()[0]?.toFixed(1),
    }),
  );
}
await miniflare.dispose();
process.exit(isGood ? 0 : 1);
