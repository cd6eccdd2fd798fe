import { describeError } from "../runtime/log";

/**
 * Errors of the database or network that affect all rows. A constraint violation concerns its row
 * only.
 */
const OUTAGE =
  /D1_ERROR|D1 DB|network|fetch failed|timed? ?out|overloaded|connection|internal error|storage caused/i;
const OF_THE_ROW = /constraint|malformed JSON|too big|datatype mismatch/i;
/**
 * So many that fail in the same way, and none that does not, are no bad rows: something is wrong
 * with the work itself.
 */
const MANY = 10;

const causesOf = function* (error: unknown): Generator<string> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause.message;
};

/** Whether a failure is unrelated to the row being processed. */
export function isOutage(error: unknown): boolean {
  const messages = [...causesOf(error)];
  return (
    messages.some((message) => OUTAGE.test(message)) &&
    !messages.some((message) => OF_THE_ROW.test(message))
  );
}

interface Options {
  /** Items per piece; all by default. */
  atOnce?: number;
  /** Pieces that are worked on side by side. */
  sideBySide?: number;
  /** Which failures end everything rather than count against an item. */
  endsAll?: (error: unknown) => boolean;
  /** Checked before each piece: whether to leave the rest to a later run. */
  isEnough?: () => boolean;
}

/**
 * Processes items so that none blocks the others: a failing piece is halved until the failing item
 * is found and set aside. `work` may get an item again, so it must be idempotent.
 * @returns the number of items set aside
 * @throws failures of all items: an outage, or the same failure of ten and more without a success
 */
export async function isolateFailures<Item>(
  items: readonly Item[],
  work: (part: readonly Item[]) => Promise<unknown>,
  setAside: (item: Item, error: unknown) => Promise<unknown>,
  {
    atOnce = Math.max(items.length, 1),
    sideBySide = 1,
    endsAll = isOutage,
    isEnough = () => false,
  }: Options = {},
): Promise<number> {
  const failed: { item: Item; error: unknown }[] = [];
  const attempt = async (part: readonly Item[]): Promise<void> => {
    try {
      await work(part);
    } catch (error) {
      if (endsAll(error)) throw error;
      const [item] = part;
      if (part.length === 1 && item !== undefined) {
        failed.push({ item, error });
        return;
      }
      if (part.length === 0) throw error;
      const half = Math.ceil(part.length / 2);
      await attempt(part.slice(0, half));
      await attempt(part.slice(half));
    }
  };
  const parts: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    parts.push(items.slice(start, start + atOnce));
  const take = async () => {
    for (let part = parts.shift(); part !== undefined && !isEnough(); part = parts.shift())
      await attempt(part);
  };
  await Promise.all(Array.from({ length: Math.min(sideBySide, parts.length) }, take));
  const [first] = failed;
  const messageOf = ({ error }: { error: unknown }) => describeError(error).error;
  if (
    first &&
    failed.length >= MANY &&
    failed.length === items.length &&
    failed.every((one) => messageOf(one) === messageOf(first))
  )
    throw first.error;
  for (const { item, error } of failed) await setAside(item, error);
  return failed.length;
}
