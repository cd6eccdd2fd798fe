import { type Context, Hono } from "hono";
import { DEFAULT_LOCALE, parseLocale } from "../app/i18n/locale";
import type { Deps } from "../app/lib/deps";
import {
  drawGround,
  type GroundLines,
  type LandAtlas,
  readGround,
} from "../app/modules/cities/maps/draw-ground";
import { LAND_PATH, readTilePath, tilePath } from "../app/modules/cities/maps/ground-address";
import { cityPlaces, gazetteerPlaces } from "../app/modules/cities/maps/map-places";
import { citiesById, listCities } from "../app/modules/cities/queries.server";
import { listPins } from "../app/modules/events/list/list-events.server";
import { presentPin } from "../app/modules/events/list/list-map.server";
import { parseEventQuery } from "../app/modules/events/schema";
import type { AppEnv } from "./context";
import { serveStored } from "./media";
import { budgeted } from "./middleware/budgeted";
import { edgeCached, edgeVersion } from "./middleware/edge-cache";
import { shedApi } from "./middleware/shed";
import { siteSettings } from "./middleware/site";

/** How long answers are used without asking again, s. */
const POINTS_AGE = 60;
const NAMES_AGE = 86_400;
/** A new file has another ETag, so readers start again. */
const STREETS_AGE = 86_400;

const pathOf = (c: Context<AppEnv>) => new URL(c.req.url).pathname;

let ground: Promise<GroundLines> | undefined;

/** The outlines of the shipped file; read once per isolate. */
function shippedGround({ shipped }: Pick<Deps, "shipped">): Promise<GroundLines> {
  ground ??= openGround(shipped).catch((error: unknown) => {
    ground = undefined;
    throw error;
  });
  return ground;
}

async function openGround(shipped: Deps["shipped"]): Promise<GroundLines> {
  return readGround(await (await shipped(LAND_PATH)).json<LandAtlas>());
}

export const maps = new Hono<AppEnv>();

/**
 * Addresses of lists with only what changes them, so that made-up parameters cannot fill the cache.
 */
function pointsOf(c: Context<AppEnv>) {
  const { searchParams } = new URL(c.req.url);
  const { query } = parseEventQuery(searchParams);
  const locale = parseLocale(searchParams.get("lang")) ?? DEFAULT_LOCALE;
  const calendar =
    searchParams.get("calendar") === "jalali" ? ("jalali" as const) : ("gregorian" as const);
  return { query: { ...query, cursor: null }, locale, calendar };
}

/**
 * Where the events of a list are: EventPin[], at most 500, by the list's parameters with `lang` and
 * `calendar`.
 */
maps.get(
  "/points.json",
  budgeted("reads", "list"),
  siteSettings,
  edgeCached(async (c) => `points ${JSON.stringify(pointsOf(c))} ${await edgeVersion(c)}`),
  shedApi,
  async (c) => {
    const { deps } = c.get("info");
    const { query, locale, calendar } = pointsOf(c);
    const now = deps.clock.now();
    const [rows, cities] = await Promise.all([listPins(deps, query), citiesById(deps)]);
    const pins = rows.flatMap(
      (row) => presentPin(row, { locale, calendar, now, city: cities.get(row.cityId) }) ?? [],
    );
    return c.json(pins, 200, { "Cache-Control": `public, max-age=${POINTS_AGE}` });
  },
);

/**
 * Streets of a city, a PMTiles file that the operator has put into the bucket (docs/operate.md).
 * Browsers read parts of it.
 */
maps.get("/streets/:file{[a-z0-9-]+\\.pmtiles}", budgeted("files", "file"), (c) =>
  serveStored(c, `_maps/${c.req.param("file")}`, `public, max-age=${STREETS_AGE}`),
);

/** Names on the map of a language: MapPlace[]. */
maps.get(
  "/names/:file{(en|fa)\\.json}",
  budgeted("reads", "list"),
  edgeCached(async (c) => `names ${pathOf(c)} ${await edgeVersion(c)}`),
  async (c) => {
    const locale = parseLocale(c.req.param("file").slice(0, 2)) ?? DEFAULT_LOCALE;
    const places = [
      ...cityPlaces(await listCities(c.get("info").deps), locale),
      ...gazetteerPlaces(locale),
    ];
    return c.json(places, 200, { "Cache-Control": `public, max-age=${NAMES_AGE}` });
  },
);

/**
 * Land and borders of a tile, the mask of still maps. A pure function of its address and the
 * shipped outlines.
 */
maps.get(
  "/ground/*",
  budgeted("files", "drawing"),
  edgeCached((c) => {
    const tile = readTilePath(pathOf(c));
    return tile && tilePath(tile);
  }),
  async (c) => {
    const tile = readTilePath(pathOf(c));
    if (!tile) return c.text("Not Found", 404, { "Cache-Control": "no-store" });
    const svg = drawGround(await shippedGround(c.var.info.deps), tile);
    return c.body(svg, 200, {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=2592000",
    });
  },
);
