import { AppError } from "../app/lib/errors";
import { COSTS, type CostBounds, type CostClass } from "../app/lib/http/route-budget";
import { log } from "../app/lib/runtime/log";
import type { Meter } from "../db/client";

/** Seconds after which a request that was ended may come again: its content may be less by then. */
const RETRY = 60;

type Amount = "statements" | "rows" | "bytes";

/** Trips to the database, and the time of all of them, ms: those at once count each. */
type Unbounded = "trips" | "databaseMs";

/** What a request has spent, and the guard that ends it past the bounds of its class. */
export interface RequestMeter extends Meter {
  readonly spent: Readonly<Record<Amount | Unbounded, number>>;
  /** The class of the route; that of pages until one is met. */
  cost: CostClass;
  /** Counts bytes of the answer. @throws AppError("unavailable") past the bound */
  write: (bytes: number) => void;
}

/** How often the bounds of its class a request that has written may ask and read, in all. */
const AFTER_A_WRITE = 2;

/**
 * Ends a request before it asks, holds or sends more than its route's class allows: the next read
 * is refused, and so is the rest of an answer (docs/decisions/budgets.md). A write itself is never
 * refused, since it is the purpose of its request; a request that has written has twice its class
 * to tell what was done.
 */
export function createRequestMeter(requestId: string, path: string): RequestMeter {
  const spent = { trips: 0, statements: 0, rows: 0, bytes: 0, databaseMs: 0 };
  let hasWritten = false;
  let isLogged = false;
  const check = (what: Amount) => {
    const bound = (COSTS[meter.cost] as CostBounds)[what];
    const most = hasWritten && what !== "bytes" ? bound * AFTER_A_WRITE : bound;
    if (spent[what] <= most) return;
    if (!isLogged)
      log("error", "request.too-costly", {
        requestId,
        path,
        cost: meter.cost,
        what,
        most,
        ...spent,
      });
    isLogged = true;
    throw new AppError("unavailable", [], RETRY);
  };
  const meter: RequestMeter = {
    spent,
    cost: "page",
    ask(statements, isRead) {
      spent.trips += 1;
      spent.statements += statements;
      hasWritten ||= !isRead;
      if (!isRead) return;
      check("statements");
      check("rows");
    },
    answer(rows, ms) {
      spent.rows += rows;
      spent.databaseMs += ms;
      // What a write gives is its request's answer; the next read is checked.
      if (!hasWritten) check("rows");
    },
    write(bytes) {
      spent.bytes += bytes;
      check("bytes");
    },
  };
  return meter;
}

/**
 * What a request took, as `Server-Timing` has it (W3C), for the developer tools of browsers: all of
 * it, the waits for the database with trips, statements and rows, and what is left for the Worker.
 * The platform's clock stands still while code runs, so processor time shows only around waits.
 */
export function serverTiming({ spent }: RequestMeter, ms: number): string {
  const { trips, statements, rows, databaseMs } = spent;
  return [
    `total;dur=${ms}`,
    `db;dur=${databaseMs};desc="${trips} trips, ${statements} statements, ${rows} rows"`,
    `worker;dur=${Math.max(0, ms - databaseMs)}`,
  ].join(", ");
}

/** From which a request counts as slow or large on the page of operations: ms, rows, bytes. */
const COSTLY = { ms: 1_000, rows: 500, bytes: 300_000 };

/** Why a request is slow or large; none of it for most. */
export const costlyBy = ({ spent }: RequestMeter, ms: number): string[] =>
  [
    ms >= COSTLY.ms && "ms",
    spent.rows >= COSTLY.rows && "rows",
    spent.bytes >= COSTLY.bytes && "bytes",
  ].filter((name) => name !== false);

/** The bytes of an answer. @throws AppError("unavailable") while reading it, past the bound */
export async function readMetered(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  meter: RequestMeter,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    try {
      meter.write(value.length);
    } catch (error) {
      await reader.cancel(error).catch(() => {});
      throw error;
    }
    pieces.push(value);
    length += value.length;
  }
  if (pieces.length === 1) return pieces[0] as Uint8Array<ArrayBuffer>;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The same bytes as they come; the stream breaks off past the bound. */
export const streamMetered = (
  body: ReadableStream<Uint8Array>,
  meter: RequestMeter,
): ReadableStream<Uint8Array> =>
  body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        meter.write(piece.length);
        controller.enqueue(piece);
      },
    }),
  );
