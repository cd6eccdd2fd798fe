import type { RegistrationState } from "../../../db/schema";
import { SECOND } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { runGuarded } from "../store/run-guarded.server";
import {
  confirmStatement,
  forgetRefusedStatement,
  overbookedStatement,
} from "./registration-statements.server";
import { tellSoon } from "./tell-changes.server";

/** Confirmations of one statement, and groups that one request decides after its own. */
const AT_ONCE = 100;
const GROUPS = 20;
/** How long a request waits for the one that decides it, ms; then it decides for itself. */
const PATIENCE = 2 * SECOND;

interface Confirmed {
  id: string;
  occ: string;
  state: RegistrationState;
}

interface Waiting {
  id: string;
  /** Takes its row, null where it is in another state, undefined where nothing was decided. */
  answer(row: Confirmed | null | undefined): void;
}

/** The confirmations of this isolate that wait for the group under way, and when that one is given up. */
let waiting: Waiting[] = [];
let busyUntil = 0;

/**
 * Confirms a registration together with those that other requests of this isolate confirm at the
 * same time: while one group is on its way to the database, the next one gathers. The first comes
 * alone and waits for nobody. Each is decided by the statement that decides one, and a refused one
 * keeps its state.
 * @returns its row, still unconfirmed where it was refused; null where it was in another state;
 * undefined where it has to be decided alone
 */
export async function confirmTogether(
  deps: Deps,
  id: string,
): Promise<Confirmed | null | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = new Promise<Confirmed | null | undefined>((resolve) => {
    const own = { id, answer: resolve };
    waiting.push(own);
    timer = setTimeout(() => {
      waiting = waiting.filter((one) => one !== own);
      resolve(undefined);
    }, PATIENCE);
  });
  // After the answer too: others wait for it, although its own reader may have left.
  if (deps.clock.now() >= busyUntil) deps.later(decideWaiting(deps));
  return answer.finally(() => clearTimeout(timer));
}

async function decideWaiting(deps: Deps): Promise<void> {
  for (let group = 0; group < GROUPS && waiting.length > 0; group += 1) {
    busyUntil = deps.clock.now() + PATIENCE;
    const decided = waiting.splice(0, AT_ONCE);
    const rows = await decide(
      deps,
      decided.map(({ id }) => id),
    );
    const byId = new Map(rows?.map((row) => [row.id, row]));
    for (const { id, answer } of decided) answer(rows && (byId.get(id) ?? null));
    const moved = rows?.filter(({ state }) => state !== "unconfirmed") ?? [];
    if (moved.length > 0) tellSoon(deps, moved);
  }
  busyUntil = 0;
}

/** @returns the rows that were unconfirmed; undefined where all of it failed */
async function decide(deps: Deps, ids: string[]): Promise<Confirmed[] | undefined> {
  const now = deps.clock.now();
  const then = { db: deps.db, clock: { now: () => now } };
  try {
    const [rows] = await runGuarded(deps, [
      confirmStatement(then, { eventId: null, ids }),
      forgetRefusedStatement(deps, ids),
      overbookedStatement(then, ids),
    ]);
    return rows;
  } catch (error) {
    log("warn", "rsvp.not-together", { count: ids.length, ...describeError(error) });
    return undefined;
  }
}
