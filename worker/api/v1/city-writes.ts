import type { Context } from "hono";
import * as v from "valibot";
import { CityInput, CityUpdate } from "../../../app/modules/cities/city-input";
import { nextEventsOf } from "../../../app/modules/cities/home-city.server";
import { cityJson } from "../../../app/modules/cities/present-city.server";
import { getCityOrThrow } from "../../../app/modules/cities/queries.server";
import { deleteCity } from "../../../app/modules/cities/remove-city.server";
import { CityJson } from "../../../app/modules/cities/schema";
import { createCity, updateCity } from "../../../app/modules/cities/write-city.server";
import type { AppEnv } from "../../context";
import { CITY_EXAMPLE, CITY_INPUT_EXAMPLE, CITY_UPDATE_EXAMPLE } from "./examples";
import { operation } from "./operation";

const PERMISSION = "city:manage" as const;
const CityPath = v.object({ id: v.string() });

async function answerCity(c: Context<AppEnv>, slug: string) {
  const { deps, origin } = c.var.info;
  const city = await getCityOrThrow(deps, slug);
  const next = await nextEventsOf(deps, [city]);
  return cityJson(city, next.get(city.id), { origin, locale: null });
}

/** POST /cities */
export const addCity = operation({
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
export const changeCity = operation({
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
export const removeCity = operation({
  operationId: "deleteCity",
  budget: ["reads", "write"],
  tag: "cities",
  needs: PERMISSION,
  path: CityPath,
  answer: { status: 204 },
  failures: [404, 409],
  run: ({ deps, actor, params }) => deleteCity(deps, actor, params.id),
});
