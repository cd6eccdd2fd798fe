/**
 * Whose requests a route counts, and how many it lets through (docs/decisions/budgets.md).
 * - `reads`: pages, feeds and API of a network or user; searches with words have a smaller one in it
 * - `suggestions`: typing, of a network or user
 * - `auth`: reads, and a tighter one where passwords and tokens are tried
 * - `import`: reads, and a tighter one where pages of other sites are fetched
 * - `files`: pictures, stored files, constant answers and looks of monitors, of a network: a page
 *   loads dozens
 * - `one-click`: the buttons of mail programs, of a link within the files of a network
 * - `tracking`: pictures and links in mails, of a mail within the files of a network
 * - `door`: phones at the door of a showing, of a link within the files of a network: several share one
 * - `bot`: updates of a messenger, of a bot
 */
export const RATES = [
  "reads",
  "suggestions",
  "auth",
  "import",
  "files",
  "one-click",
  "tracking",
  "door",
  "bot",
] as const;
export type Rate = (typeof RATES)[number];

/** What one request may spend. */
export interface CostBounds {
  /** Statements of D1, those of a batch one by one. */
  statements: number;
  /** Rows that D1 read, or answered where it does not tell. */
  rows: number;
  /** Bytes of the answer. */
  bytes: number;
  /** Whether the answer is sent while it is made: past its bytes it breaks off. */
  isStreamed?: true;
}

const KB = 1_000;
const MB = 1_000_000;

/**
 * Classes of routes by what one request costs. The bounds are at least three times the highest figures
 * of 10,000 events (docs/decisions/budgets.md), except bytes of `page`, which the reference of the API
 * has more than half of.
 */
export const COSTS = {
  /** Answers that follow from their address. */
  constant: { statements: 20, rows: 2_000, bytes: 200 * KB },
  /** A picture. */
  drawing: { statements: 30, rows: 2_000, bytes: 2 * MB },
  /** A stored file, sent from R2 without being held. */
  file: { statements: 20, rows: 2_000, bytes: 100 * MB, isStreamed: true },
  /** One thing, and what belongs to it. */
  item: { statements: 60, rows: 10_000, bytes: MB },
  /** Things found by a query, a page of them. */
  list: { statements: 150, rows: 20_000, bytes: 2 * MB },
  /** A list by an index that the first request of a data centre builds. */
  index: { statements: 100, rows: 200_000, bytes: 200 * KB },
  /** A page of ours with its layout. */
  page: { statements: 150, rows: 20_000, bytes: 2 * MB },
  /** A form or call that changes something. */
  write: { statements: 300, rows: 50_000, bytes: 2 * MB },
  /** Pages and calls of the staff. */
  staff: { statements: 300, rows: 100_000, bytes: 5 * MB },
  /** Whole tables, sent while they are read. */
  export: { statements: 2_000, rows: 1_000_000, bytes: 100 * MB, isStreamed: true },
} as const satisfies Record<string, CostBounds>;
export type CostClass = keyof typeof COSTS;

/** What a route declares where it is registered. */
export interface RouteBudget {
  rate: Rate;
  cost: CostClass;
}
