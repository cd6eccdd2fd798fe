import type { Context } from "hono";
import { paths } from "../../../app/lib/paths";
import { parseEventQuery } from "../../../app/modules/events/list/parse-event-query";
import type { AppEnv } from "../../context";

/**
 * The normalized query of a public answer: without order, case and defaults. Null for an invalid
 * query. Only the list of events has defaults and several spellings of a value.
 */
export function publicQuery(c: Context<AppEnv>): Record<string, unknown> | null {
  // Suggestions are kept by the version of their index.
  if (c.req.path === paths.apiSuggestions()) return null;
  const { searchParams } = new URL(c.req.url);
  if (c.req.path !== "/api/v1/events")
    return Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
    );
  const { query, issues, unknown } = parseEventQuery(searchParams);
  return issues.length + unknown.length > 0 ? null : query;
}
