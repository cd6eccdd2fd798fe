import type { Context, Handler } from "hono";
import * as v from "valibot";
import { CityInput, CityUpdate } from "../../../app/modules/cities/city-input";
import { nextEventsOf } from "../../../app/modules/cities/home-city.server";
import { cityJson } from "../../../app/modules/cities/present-city.server";
import { getCityOrThrow } from "../../../app/modules/cities/queries.server";
import { deleteCity } from "../../../app/modules/cities/remove-city.server";
import { CityJson } from "../../../app/modules/cities/schema";
import { createCity, updateCity } from "../../../app/modules/cities/write-city.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { describe } from "./describe";
import { CITY_EXAMPLE, CITY_INPUT_EXAMPLE, CITY_UPDATE_EXAMPLE } from "./examples";
import { idempotent } from "./idempotent";
import { whileVersion } from "./if-match";
import { readBody } from "./read-body";

const PERMISSION = "city:manage" as const;
const CityPath = v.object({ id: v.string() });
const slugIn = (c: Context<AppEnv>) => c.req.param("id") ?? "";

async function answerCity(
  c: Context<AppEnv>,
  slug: string,
  status: 200 | 201 = 200,
): Promise<Response> {
  const { deps, origin } = c.var.info;
  const city = await getCityOrThrow(deps, slug);
  const next = await nextEventsOf(deps, [city]);
  return c.json(cityJson(city, next.get(city.id), { origin, locale: null }), status);
}

/** POST /cities */
export const addCity = [
  needs(PERMISSION),
  idempotent,
  describe({
    operationId: "createCity",
    tag: "cities",
    needs: PERMISSION,
    isIdempotent: true,
    body: { name: "CityInput", schema: CityInput, example: CITY_INPUT_EXAMPLE },
    answer: { status: 201, schema: CityJson, example: CITY_EXAMPLE },
  }),
  (async (c) => {
    const { deps, signedIn } = c.var.info;
    const slug = await createCity(deps, signedIn, await readBody(c, CityInput));
    c.header("Location", `/api/v1/cities/${slug}`);
    return answerCity(c, slug, 201);
  }) satisfies Handler<AppEnv>,
] as const;

/** PUT /cities/{id} */
export const changeCity = [
  needs(PERMISSION),
  describe({
    operationId: "updateCity",
    tag: "cities",
    needs: PERMISSION,
    path: CityPath,
    body: { name: "CityUpdate", schema: CityUpdate, example: CITY_UPDATE_EXAMPLE },
    ifMatch: "version",
    answer: { schema: CityJson, example: CITY_EXAMPLE },
    failures: [404],
  }),
  (async (c) => {
    const { deps, signedIn } = c.var.info;
    const { version = null, ...input } = await readBody(c, CityUpdate);
    await whileVersion(c, (expectedVersion) =>
      updateCity(deps, signedIn, slugIn(c), input, expectedVersion ?? version),
    );
    return answerCity(c, slugIn(c));
  }) satisfies Handler<AppEnv>,
] as const;

/** DELETE /cities/{id} */
export const removeCity = [
  needs(PERMISSION),
  describe({
    operationId: "deleteCity",
    tag: "cities",
    needs: PERMISSION,
    path: CityPath,
    answer: { status: 204 },
    failures: [404, 409],
  }),
  (async (c) => {
    const { deps, signedIn } = c.var.info;
    await deleteCity(deps, signedIn, slugIn(c));
    return c.body(null, 204);
  }) satisfies Handler<AppEnv>,
] as const;
