import { followTopic } from "../../../lib/event/follow-topics";
import { eventQueryParams } from "../list/parse-event-query";
import { type EventQuery, LIST_LIMIT } from "../schema";

/**
 * The topic of a list's followers: that of a category of a city, else a saved search, the same for
 * each order of its parameters. Null for lists that nothing new comes to, or that everything does,
 * and for those around a reader's position, which is not kept.
 */
export function topicOfQuery(query: EventQuery): string | null {
  if (query.latitude !== null || query.when === "past") return null;
  const bare = { ...query, cursor: null, sort: null, limit: LIST_LIMIT, everywhere: false };
  const entries = Object.entries(eventQueryParams(bare)).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((item) =>
        item === null || item === false || item === ""
          ? []
          : [[name, item === true ? "1" : String(item)]],
      ),
  );
  const [category] = query.categories;
  if (entries.length === 2 && query.city && category && query.categories.length === 1)
    return followTopic({ kind: "category", city: query.city, category });
  // The city first, by which a merge of cities finds them.
  const rank = ([name = ""]: string[]) => (name === "city" ? "" : name);
  const sorted = entries.sort((a, b) => (`${rank(a)}=${a[1]}` < `${rank(b)}=${b[1]}` ? -1 : 1));
  return sorted.length === 0
    ? null
    : followTopic({ kind: "search", query: new URLSearchParams(sorted).toString() });
}
