import { bookmarkOf, requiredBookmark, siblingOf } from "../../../../db/client";
import type { Deps } from "../../../lib/deps";
import { siteState, versionKey } from "../../store/content-version.server";
import type { EventQuery } from "../schema";
import { type EventList, listEvents } from "./list-events.server";

/** How long readers share a list, ms: events begin and end meanwhile. */
const SHARED_FOR = 5_000;

/**
 * The list of a page, which the readers of an isolate share for 5 s and under the same content
 * versions. A reader whose bookmark is later than the list's own reads it anew
 * (docs/decisions/database-sessions.md).
 * @returns a list that no reader may change @throws AppError("bad-request") for a cursor that is
 * not ours
 */
export async function sharedList(deps: Deps, query: EventQuery): Promise<Readonly<EventList>> {
  const { memo, clock, meaning, rewriter } = deps;
  const required = requiredBookmark(deps.db);
  const isOfOneReader = query.latitude !== null || query.bounds !== null || query.cursor !== null;
  if (required === null || isOfOneReader) return listEvents(deps, query);
  const load = async () => {
    const db = siblingOf(deps.db);
    const list = await listEvents({ db, memo, clock, meaning, rewriter }, query);
    Object.freeze(list.events);
    return { list, bookmark: bookmarkOf(db) };
  };
  const key = `list:${versionKey(await siteState(deps), "listing")}:${JSON.stringify(query)}`;
  const { list, bookmark } = await memo.get(key, SHARED_FOR, load);
  return bookmark !== null && bookmark >= required ? list : (await load()).list;
}
