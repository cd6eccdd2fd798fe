import { EventQueryParameters } from "../app/modules/events/schema";
import { routeMap } from "./route-map";

/** The language of a page, and the trail of a list that is paged. */
const EVERYWHERE = ["lang", "back"];
/** Which loaders the data of a page come from. */
const OF_DATA = ["_routes", "index"];
/** Addresses of data end like this; those of the home page are `/_root.data`. */
const DATA = /\.data$/;
const LIST = [...Object.keys(EventQueryParameters.entries), "view", "month"];

/**
 * The parameters of pages that may be kept, by route; `tests/routes/page-parameters.test.ts` holds
 * the list to the routes.
 */
export const PAGE_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "routes/public/home/route": ["view"],
  "routes/public/events/route": [...LIST, "layout", "date", "calendar"],
  "routes/public/event/route": ["at"],
  "routes/public/cities/route": ["q", "country", "timezone"],
  "routes/public/city/route": LIST,
  "routes/public/host/route": ["show", "cursor"],
  "routes/public/organizer": ["show", "cursor"],
  "routes/public/week/route": [],
  "routes/public/week/of-week": [],
  "routes/public/discover/route": ["trait", "online", "city"],
  "routes/public/categories/route": [],
  "routes/public/category/route": LIST,
  "routes/public/how-it-works/route": [],
  "routes/public/help/route": ["q"],
  "routes/public/legal/route": [],
  "routes/public/feedback-demo/route": ["fail", "list", "confirm", "removed"],
  "routes/public/changelog/route": [],
  "routes/public/developers/route": [],
  "routes/public/embed/route": [
    "list",
    "theme",
    "limit",
    "city",
    "category",
    "event",
    "by",
    "venue",
    "organizer",
    "week",
    "accent",
  ],
};

const TRACKING = /^(utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_\w+)$/;

/**
 * The request with the parameters that its page reads alone; of other pages, without trackers.
 * Pages are rendered from it, since their links repeat the address: kept pages would otherwise
 * contain one reader's parameters, and made-up ones would fill the cache (decisions.md §17).
 */
export function withKnownParameters(request: Request): Request {
  if (request.method !== "GET" || !request.url.includes("?")) return request;
  const url = new URL(request.url);
  const isData = DATA.test(url.pathname);
  const route = routeMap.find(url.pathname);
  const own = route && PAGE_PARAMETERS[route.id];
  const isRead = (name: string) =>
    own
      ? own.includes(name) || EVERYWHERE.includes(name) || (isData && OF_DATA.includes(name))
      : !TRACKING.test(name);
  const unread = [...url.searchParams.keys()].filter((name) => !isRead(name));
  if (unread.length === 0) return request;
  for (const name of unread) url.searchParams.delete(name);
  return new Request(url, request);
}
