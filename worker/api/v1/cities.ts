import { type Context, Hono } from "hono";
import * as v from "valibot";
import { parseLocale } from "../../../app/i18n/locale";
import { AppError } from "../../../app/lib/errors";
import { wholeList } from "../../../app/lib/text/list-json";
import { nextEventsOf } from "../../../app/modules/cities/home-city.server";
import { cityJson } from "../../../app/modules/cities/present-city.server";
import {
  type City,
  currentSlugOf,
  findCityById,
  findCityBySlug,
  listCities,
} from "../../../app/modules/cities/queries.server";
import { CityJson, CityListJson } from "../../../app/modules/cities/schema";
import { searchCities } from "../../../app/modules/cities/search-cities.server";
import { cityWeekJson } from "../../../app/modules/discovery/weeks/published-week.server";
import { CityWeekJson } from "../../../app/modules/discovery/weeks/schema";
import { wordsIssue } from "../../../app/modules/events/list/parse-event-query";
import type { AppEnv } from "../../context";
import { budgeted } from "../../middleware/budgeted";
import { addCity, changeCity, removeCity } from "./city-writes";
import { describe, LangParameter } from "./describe";
import { CITY_EXAMPLE, CITY_WEEK_EXAMPLE } from "./examples";
import { answer, readOnly } from "./read-only";
import { resource } from "./resource";

export const citiesApi = new Hono<AppEnv>();

/** Location autocomplete needs so many characters (product.md §5). */
const SEARCH_MIN = 2;

const listExample = { items: [CITY_EXAMPLE], nextCursor: null, hasMore: false };
const paramsOf = (c: Context<AppEnv>) => new URL(c.req.url).searchParams;

/** Cities with their next events, in the requested language. */
async function present(c: Context<AppEnv>, found: readonly City[]): Promise<CityJson[]> {
  const { deps, origin } = c.var.info;
  const next = await nextEventsOf(deps, found);
  const locale = parseLocale(paramsOf(c).get("lang"));
  return found.map((city) => cityJson(city, next.get(city.id), { origin, locale }));
}

resource(citiesApi, "/", {
  GET: [
    budgeted("reads", "list"),
    describe({
      operationId: "listCities",
      tag: "cities",
      isKept: true,
      query: LangParameter,
      answer: { schema: CityListJson, example: listExample },
    }),
    async (c) => answer(c.req.raw, wholeList(await present(c, await listCities(c.var.info.deps)))),
  ],
  POST: [budgeted("reads", "write"), ...addCity],
});

readOnly(
  citiesApi,
  "/search",
  budgeted("reads", "list"),
  describe({
    operationId: "searchCities",
    tag: "cities",
    isKept: true,
    query: v.object({ q: v.pipe(v.string(), v.minLength(SEARCH_MIN)), ...LangParameter.entries }),
    answer: { schema: CityListJson, example: listExample },
  }),
  async (c) => {
    const q = paramsOf(c).get("q")?.trim() ?? "";
    const issue = wordsIssue(q) ?? ([...q].length < SEARCH_MIN ? "errors:issue.short" : null);
    if (issue) throw new AppError("bad-request", [{ path: "q", message: issue }]);
    return answer(c.req.raw, wholeList(await present(c, await searchCities(c.var.info.deps, q))));
  },
);

const WEEK_ANSWER = { schema: CityWeekJson, example: CITY_WEEK_EXAMPLE };

/** The picks of a week; a city's former slug redirects. */
async function answerWeek(c: Context<AppEnv>, key: string | null) {
  const { deps, origin } = c.var.info;
  const id = c.req.param("id") ?? "";
  const city = (await findCityBySlug(deps, id)) ?? (await findCityById(deps, id));
  if (city) return answer(c.req.raw, await cityWeekJson(deps, city, key, origin));
  const current = await currentSlugOf(deps, id);
  if (current === null) throw new AppError("not-found");
  return c.redirect(`/api/v1/cities/${current}/week${key === null ? "" : `/${key}`}`, 308);
}

readOnly(
  citiesApi,
  "/:id/week",
  budgeted("reads", "item"),
  describe({
    operationId: "getLatestCityWeek",
    tag: "cities",
    isKept: true,
    path: v.object({ id: v.string() }),
    answer: WEEK_ANSWER,
    failures: [404],
  }),
  (c) => answerWeek(c, null),
);

readOnly(
  citiesApi,
  "/:id/week/:key",
  budgeted("reads", "item"),
  describe({
    operationId: "getCityWeek",
    tag: "cities",
    isKept: true,
    path: v.object({ id: v.string(), key: v.string() }),
    answer: WEEK_ANSWER,
    failures: [404],
  }),
  (c) => answerWeek(c, c.req.param("key") ?? ""),
);

resource(citiesApi, "/:id", {
  GET: [
    budgeted("reads", "item"),
    describe({
      operationId: "getCity",
      tag: "cities",
      isKept: true,
      path: v.object({ id: v.string() }),
      query: LangParameter,
      answer: { schema: CityJson, example: CITY_EXAMPLE },
      failures: [404],
    }),
    async (c) => {
      const { deps } = c.var.info;
      const id = c.req.param("id") ?? "";
      const city = (await findCityBySlug(deps, id)) ?? (await findCityById(deps, id));
      if (!city) {
        const current = await currentSlugOf(deps, id);
        if (current === null) throw new AppError("not-found");
        return c.redirect(`/api/v1/cities/${current}${new URL(c.req.url).search}`, 308);
      }
      const [body] = await present(c, [city]);
      return answer(c.req.raw, body);
    },
  ],
  PUT: [budgeted("reads", "write"), ...changeCity],
  DELETE: [budgeted("reads", "write"), ...removeCity],
});
