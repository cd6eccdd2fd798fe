import { paths } from "../../../lib/paths";
import type { EventListJson } from "../event-json-schema";
import type { EventQuery } from "../schema";
import { eventQueryParams } from "../schema";
import type { EventList } from "./list-events.server";
import { type NearQuery, textAsRead } from "./nearest-alternatives.server";

type SearchAnswer = Omit<EventListJson, "items" | "nextCursor" | "hasMore">;

/**
 * How a list was searched, in JSON: what its words were read as, what its events lack, and the
 * nearest queries if none has everything.
 */
export function searchAnswerJson(
  query: EventQuery,
  list: Pick<
    EventList,
    | "understood"
    | "corrections"
    | "corrected"
    | "request"
    | "parts"
    | "partsAreExact"
    | "exactTotal"
    | "total"
    | "totalIsExact"
  >,
  alternatives: readonly NearQuery[],
): SearchAnswer {
  const text = textAsRead(list);
  const isCorrected = list.corrected !== null || list.corrections.length > 0;
  return {
    understood: list.understood.map(({ kind, matchedText, value }) => ({
      kind,
      words: matchedText,
      value,
    })),
    corrected: isCorrected
      ? { query: text, changes: changesOf(query.q, text, list.corrections) }
      : null,
    leftOut: [...list.request.understood.leftOut],
    relaxed: list.parts.flatMap(({ kind, without, total }) =>
      kind === "all"
        ? []
        : [
            {
              kind,
              words: [...without],
              filters:
                kind === "literal"
                  ? list.understood.map((chip) => chip.kind)
                  : kind === "category"
                    ? ["category" as const]
                    : [],
              count: total,
              isExact: list.partsAreExact,
            },
          ],
    ),
    counts: query.q
      ? { matching: list.exactTotal, isExact: list.totalIsExact, listed: list.total }
      : null,
    alternatives: alternatives.map((alternative) => ({
      query: paths.events(eventQueryParams(alternative.query)).split("?")[1] ?? "",
      count: alternative.total,
      isExact: alternative.isExact,
    })),
  };
}

/**
 * The reader's changes; where only the spelling of words was corrected, the query before and after.
 */
function changesOf(typed: string, read: string, corrections: EventList["corrections"]) {
  return corrections.length > 0
    ? [...corrections]
    : [{ kind: "spelling" as const, from: typed, to: read }];
}
