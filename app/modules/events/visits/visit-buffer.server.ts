import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { isbot } from "isbot";
import { visitorSalts } from "../../../../db/schema";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { Deps, JobMessage, Visit } from "../../../lib/deps";
import { describeError, log } from "../../../lib/runtime/log";
import { fingerprint, networkBlockOf, visitorNetworkOf } from "./visitor-fingerprint";

/** So many visits go out at once: some 20 kB of the 128 that a message may have. */
const BATCH = 200;
/**
 * Limit of visits that an isolate remembers per day. Past it the memory is cleared, which costs
 * only work: the database deduplicates.
 */
const REMEMBERED = 50_000;
/**
 * A request that waits for company and has not come back by then was broken off; the next visit
 * waits instead.
 */
const LOST = 20_000;

type NotedVisit = Visit & { at: number };
type BufferDeps = Pick<Deps, "db" | "clock" | "ids" | "jobs" | "memo" | "later" | "gatherMs">;

/** Buffers visits, so that many are one message. An ending isolate loses its buffer. */
export interface VisitBuffer {
  note(deps: BufferDeps, visit: Visit): void;
}

export function createVisitBuffer(): VisitBuffer {
  const seen = new Set<number>();
  let day = 0;
  let seed = 0;
  let waiting: NotedVisit[] = [];
  let waitedForUntil = 0;

  const handOverAll = (deps: BufferDeps) => {
    const visits = waiting;
    waiting = [];
    return handOver(deps, visits);
  };

  const handOverSoon = async (deps: BufferDeps) => {
    await new Promise((resolve) => setTimeout(resolve, deps.gatherMs));
    waitedForUntil = 0;
    await handOverAll(deps);
  };

  return {
    note(deps, visit) {
      const at = deps.clock.now();
      const today = Math.floor(at / DAY);
      if (today !== day || seen.size >= REMEMBERED) {
        seen.clear();
        day = today;
        // Not before the first request: an isolate has no randomness until then.
        seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      }
      // Today's visitors are known by a number that only this isolate can compute; crawlers too,
      // since detecting them is the slowest step.
      const mark = fingerprint(
        `${visit.kind}${visit.eventId}${visit.address} ${visit.agent}`,
        seed,
      );
      if (seen.has(mark)) return;
      seen.add(mark);
      if (isbot(visit.agent)) return;
      waiting.push({ ...visit, at });
      if (waiting.length >= BATCH) deps.later(handOverAll(deps));
      else if (at >= waitedForUntil) {
        waitedForUntil = at + LOST;
        deps.later(handOverSoon(deps));
      }
    },
  };
}

/** Losing a visit is acceptable. */
async function handOver(deps: BufferDeps, visits: readonly NotedVisit[]): Promise<void> {
  if (visits.length === 0) return;
  try {
    await deps.jobs.send(await messageOf(deps, visits));
  } catch (error) {
    log("warn", "visits.lost", { visits: visits.length, ...describeError(error) });
  }
}

/** Addresses and agents leave the isolate only as salted hashes of the day. */
async function messageOf(deps: BufferDeps, visits: readonly NotedVisit[]): Promise<JobMessage> {
  const dayOf = ({ at }: NotedVisit) => new Date(at).toISOString().slice(0, 10);
  const salts = new Map<string, string>();
  for (const day of new Set(visits.map(dayOf))) salts.set(day, await saltOf(deps, day));
  return {
    type: "visits.noted",
    id: deps.ids.next(),
    visits: visits.map((visit) => {
      const day = dayOf(visit);
      return {
        eventId: visit.eventId,
        kind: visit.kind,
        visitor: hashOf(salts.get(day) ?? "", visitorNetworkOf(visit.address)),
        network: hashOf(salts.get(day) ?? "", networkBlockOf(visit.address)),
        day,
        at: visit.at,
      };
    }),
  };
}

/**
 * A visitor is a network on a day: anyone can make up agents, and the last 64 bits of an IPv6
 * address.
 */
const hashOf = (salt: string, network: string): string =>
  createHash("sha256").update(`${salt} ${network}`).digest("hex").slice(0, 24);

/**
 * The day's random salt, created on first use. After its deletion the day's hashes cannot be
 * recomputed.
 */
function saltOf({ db, memo, clock }: BufferDeps, day: string): Promise<string> {
  return memo.get(`visitor-salt:${day}`, HOUR, async () => {
    const salt = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    await db
      .insert(visitorSalts)
      .values({ day, salt, createdAt: clock.now() })
      .onConflictDoNothing();
    const row = await db
      .select({ salt: visitorSalts.salt })
      .from(visitorSalts)
      .where(eq(visitorSalts.day, day))
      .get();
    return row?.salt ?? salt;
  });
}
