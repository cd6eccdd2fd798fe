import { and, eq, inArray, sql } from "drizzle-orm";
import { sourceItems } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { gradeOf, type IssueCode } from "../issue-table";
import { citiesOf } from "./check-source.server";
import {
  FetchFailed,
  type FetchOptions,
  type FetchReason,
  fetchOptionsOf,
} from "./fetch-source.server";
import { type ReadPart, readSource } from "./read-source.server";
import type { SourceInput } from "./schema";
import { sourceColumns } from "./write-source.server";

interface DryRunItem {
  title: string;
  date: string | null;
  time: string | null;
  venue: string | null;
  isCancelled: boolean;
  isKnown: boolean;
  /** What is doubtful about it. */
  doubts: IssueCode[];
  snippet: string;
}

export type DryRunResult =
  | { isRead: false; reason: FetchReason }
  | {
      isRead: true;
      items: DryRunItem[];
      leftOut: number;
      over: number;
      /** Entries beyond what one check reads. */
      beyond: number;
      /** Some of those left out by name, and why. */
      left: ReadPart["left"];
      /** Pages that a check would read too. */
      unread: number;
    };

/**
 * Previews a check of these values. Stores nothing. It follows as many pages as one step does.
 * @param sourceId source whose items are known already; @throws invalid as `createSource`
 */
export async function dryRunSource(
  deps: Deps,
  actor: Actor | null,
  input: SourceInput,
  sourceId: string | null,
  options: FetchOptions = fetchOptionsOf(deps),
): Promise<DryRunResult> {
  assertCan(actor, "ingestion:manage");
  await deps.budget.take("import", actor.id);
  const columns = await sourceColumns(deps, input, options);
  let part: ReadPart;
  try {
    part = await readSource(
      deps,
      { ...columns, cities: await citiesOf(deps, columns) },
      { follow: null, conditions: null },
      options,
    );
  } catch (error) {
    if (error instanceof FetchFailed) return { isRead: false, reason: error.reason };
    throw error;
  }
  return dryRunOfPart(
    part,
    sourceId === null ? new Set<string>() : await knownKeys(deps, sourceId, part.items),
  );
}

/** What a reading would bring. @param known keys of items that the source has already */
export function dryRunOfPart(part: ReadPart, known: ReadonlySet<string>): DryRunResult {
  return {
    isRead: true,
    items: part.items.map(({ key, title, values, isCancelled, snippet }) => ({
      title,
      date: values.date,
      time: values.time,
      venue: values.venueFa ?? values.venue,
      isCancelled,
      isKnown: known.has(key),
      doubts: [...new Set(values.issues.map(({ code }) => code))].filter(
        (code) => gradeOf(code) !== "note",
      ),
      snippet,
    })),
    leftOut: part.leftOut,
    over: part.over,
    beyond: part.unread,
    left: part.left,
    unread: part.follow.length,
  };
}

async function knownKeys(
  { db }: Pick<Deps, "db">,
  sourceId: string,
  items: ReadPart["items"],
): Promise<Set<string>> {
  const keys = sql`(SELECT value FROM json_each(${JSON.stringify(items.map(({ key }) => key))}))`;
  const rows = await db
    .select({ key: sourceItems.key })
    .from(sourceItems)
    .where(and(eq(sourceItems.sourceId, sourceId), inArray(sourceItems.key, keys)));
  return new Set(rows.map(({ key }) => key));
}
