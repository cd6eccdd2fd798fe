import { type Context, Hono } from "hono";
import * as v from "valibot";
import { parseLocale } from "../../../app/i18n/locale";
import { AppError } from "../../../app/lib/errors";
import { wholeList } from "../../../app/lib/text/list-json";
import { CityInput, CityUpdate } from "../../../app/modules/cities/city-fields";
import { nextEventsOf } from "../../../app/modules/cities/home-city.server";
import { cityJson } from "../../../app/modules/cities/present-city.server";
import {
  type City,
  currentSlugOf,
  findCityById,
  findCityBySlug,
  getCityOrThrow,
  listCities,
} from "../../../app/modules/cities/queries.server";
import { deleteCity } from "../../../app/modules/cities/remove-city.server";
import { CityJson, CityListJson } from "../../../app/modules/cities/schema";
import { searchCities } from "../../../app/modules/cities/search-cities.server";
import { createCity, updateCity } from "../../../app/modules/cities/write-city.server";
import {
  CityWeekJson,
  cityWeekJson,
} from "../../../app/modules/discovery/weeks/published-week.server";
import { wordsIssue } from "../../../app/modules/events/schema";
import type { AppEnv } from "../../context";
import { LangParameter } from "./describe";
import {
  CITY_EXAMPLE,
  CITY_INPUT_EXAMPLE,
  CITY_UPDATE_EXAMPLE,
  CITY_WEEK_EXAMPLE,
} from "./examples";
import { operation } from "./operation";
import { answer, resource } from "./resource";

const PERMISSION = "city:manage" as const;
const CityPath = v.object({ id: v.string() });

async function answerCity(c: Context<AppEnv>, slug: string) {
  const { deps, origin } = c.var.info;
  const city = await getCityOrThrow(deps, slug);
  const next = await nextEventsOf(deps, [city]);
  return cityJson(city, next.get(city.id), { origin, locale: null });
}

/** POST /cities */
const addCity = operation({
  operationId: "createCity",
  budget: ["reads", "write"],
  tag: "cities",
  needs: PERMISSION,
  body: { name: "CityInput", schema: CityInput, example: CITY_INPUT_EXAMPLE },
  answer: { status: 201, schema: CityJson, example: CITY_EXAMPLE },
  idempotent: true,
  run: async ({ c, deps, actor, body }) => {
    const slug = await createCity(deps, actor, body);
    c.header("Location", `/api/v1/cities/${slug}`);
    return answerCity(c, slug);
  },
});

/** PUT /cities/{id} */
const changeCity = operation({
  operationId: "updateCity",
  budget: ["reads", "write"],
  tag: "cities",
  needs: PERMISSION,
  path: CityPath,
  body: { name: "CityUpdate", schema: CityUpdate, example: CITY_UPDATE_EXAMPLE },
  ifMatch: "version",
  fixed: ["slug"],
  answer: { schema: CityJson, example: CITY_EXAMPLE },
  failures: [404],
  run: async ({ c, deps, actor, params, body, expectedVersion }) => {
    const { version = null, ...input } = body;
    await updateCity(deps, actor, params.id, input, expectedVersion ?? version);
    return answerCity(c, params.id);
  },
});

/** DELETE /cities/{id} */
const removeCity = operation({
  operationId: "deleteCity",
  budget: ["reads", "write"],
  tag: "cities",
  needs: PERMISSION,
  path: CityPath,
  ifMatch: "answer",
  answer: { status: 204 },
  failures: [404, 409],
  run: ({ deps, actor, params }) => deleteCity(deps, actor, params.id),
});

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
  GET: operation({
    operationId: "listCities",
    budget: ["reads", "list"],
    tag: "cities",
    isKept: true,
    query: LangParameter,
    answer: { schema: CityListJson, example: listExample },
    run: async ({ c, deps }) =>
      answer(c.req.raw, wholeList(await present(c, await listCities(deps)))),
  }),
  POST: addCity,
});

resource(citiesApi, "/search", {
  GET: operation({
    operationId: "searchCities",
    budget: ["reads", "list"],
    tag: "cities",
    isKept: true,
    query: v.object({ q: v.pipe(v.string(), v.minLength(SEARCH_MIN)), ...LangParameter.entries }),
    answer: { schema: CityListJson, example: listExample },
    run: async ({ c, deps }) => {
      const q = paramsOf(c).get("q")?.trim() ?? "";
      const issue = wordsIssue(q) ?? ([...q].length < SEARCH_MIN ? "errors:issue.short" : null);
      if (issue) throw new AppError("bad-request", [{ path: "q", message: issue }]);
      return answer(c.req.raw, wholeList(await present(c, await searchCities(deps, q))));
    },
  }),
});

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

resource(citiesApi, "/:id/week", {
  GET: operation({
    operationId: "getLatestCityWeek",
    budget: ["reads", "item"],
    tag: "cities",
    isKept: true,
    path: v.object({ id: v.string() }),
    answer: WEEK_ANSWER,
    failures: [404],
    run: ({ c }) => answerWeek(c, null),
  }),
});

resource(citiesApi, "/:id/week/:key", {
  GET: operation({
    operationId: "getCityWeek",
    budget: ["reads", "item"],
    tag: "cities",
    isKept: true,
    path: v.object({ id: v.string(), key: v.string() }),
    answer: WEEK_ANSWER,
    failures: [404],
    run: ({ c, params }) => answerWeek(c, params.key),
  }),
});

resource(citiesApi, "/:id", {
  GET: operation({
    operationId: "getCity",
    budget: ["reads", "item"],
    tag: "cities",
    isKept: true,
    path: v.object({ id: v.string() }),
    query: LangParameter,
    answer: { schema: CityJson, example: CITY_EXAMPLE },
    failures: [404],
    run: async ({ c, deps, params: { id } }) => {
      const city = (await findCityBySlug(deps, id)) ?? (await findCityById(deps, id));
      if (!city) {
        const current = await currentSlugOf(deps, id);
        if (current === null) throw new AppError("not-found");
        return c.redirect(`/api/v1/cities/${current}${new URL(c.req.url).search}`, 308);
      }
      return answer(c.req.raw, (await present(c, [city]))[0]);
    },
  }),
  PUT: changeCity,
  DELETE: removeCity,
});
