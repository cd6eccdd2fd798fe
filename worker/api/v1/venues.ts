import { Hono } from "hono";
import * as v from "valibot";
import type { Deps } from "../../../app/lib/deps";
import { AppError } from "../../../app/lib/errors";
import type { SignedIn } from "../../../app/lib/http/request-context";
import { can } from "../../../app/lib/permissions";
import { findCityById, findCityBySlug } from "../../../app/modules/cities/queries.server";
import { hostPath, type VenueHost } from "../../../app/modules/hosts/find-host.server";
import { listVenues } from "../../../app/modules/hosts/list-venues.server";
import {
  VenueInput,
  VenueJson,
  VenueListJson,
  venueJson,
} from "../../../app/modules/hosts/venue-json.server";
import { getHostOrThrow, updateHost } from "../../../app/modules/hosts/write-host.server";
import type { AppEnv } from "../../context";
import { VENUE_EXAMPLE } from "./examples";
import { operation, PathId } from "./operation";
import { limitParameter, readParameters } from "./read-body";
import { answer, resource } from "./resource";

const PERMISSION = "host:manage" as const;
const VenuePath = v.object({ id: PathId });
const PageParameters = v.object({
  city: v.optional(v.string()),
  cursor: v.optional(v.string()),
  limit: limitParameter(),
});

const present = (host: VenueHost, origin: string) => venueJson(host, `${origin}${hostPath(host)}`);

/** A venue as a reader has it: hidden ones are for staff. @throws AppError("not-found") */
async function readVenue(
  { deps, actor, origin }: { deps: Deps; actor: SignedIn | null; origin: string },
  id: string,
): Promise<VenueJson> {
  const host = await getHostOrThrow(deps, id);
  const city = host.kind === "venue" && (await findCityById(deps, host.row.cityId));
  if (!city || (host.row.status !== "listed" && !can(actor, PERMISSION)))
    throw new AppError("not-found");
  return present({ kind: "venue", row: host.row as VenueHost["row"], city }, origin);
}

/** Venues of events (docs/decisions/hosts.md). */
export const venuesApi = new Hono<AppEnv>();

resource(venuesApi, "/", {
  GET: operation({
    operationId: "listVenues",
    budget: ["reads", "list"],
    tag: "venues",
    isKept: true,
    query: PageParameters,
    meanings: { city: "city", cursor: "cursor", limit: "limit" },
    answer: {
      schema: VenueListJson,
      example: { items: [VENUE_EXAMPLE], nextCursor: null, hasMore: false },
    },
    failures: [404],
    run: async ({ c, deps, origin }) => {
      const { city: slug, cursor = null, limit } = readParameters(c, PageParameters);
      const city = slug === undefined ? null : await findCityBySlug(deps, slug);
      if (city === undefined) throw new AppError("not-found");
      const query = { cityId: city?.id ?? null, cursor, limit };
      const { hosts, nextCursor } = await listVenues(deps, query);
      return answer(c.req.raw, {
        items: hosts.map((host) => present(host, origin)),
        nextCursor,
        hasMore: nextCursor !== null,
      });
    },
  }),
});

resource(venuesApi, "/:id", {
  GET: operation({
    operationId: "getVenue",
    budget: ["reads", "item"],
    tag: "venues",
    path: VenuePath,
    answer: { schema: VenueJson, example: VENUE_EXAMPLE },
    failures: [404],
    run: ({ deps, origin, actor, params }) => readVenue({ deps, origin, actor }, params.id),
  }),
  PATCH: operation({
    operationId: "patchVenue",
    budget: ["reads", "staff"],
    tag: "venues",
    needs: PERMISSION,
    path: VenuePath,
    body: {
      name: "VenueInput",
      schema: VenueInput,
      example: { address: { en: "Hafez Street", fa: "خیابان حافظ" } },
    },
    ifMatch: "version",
    answer: { schema: VenueJson, example: VENUE_EXAMPLE },
    failures: [404, 409],
    patches: ({ deps, origin, actor, params }) => readVenue({ deps, origin, actor }, params.id),
    run: async ({ deps, origin, actor, params: { id }, body, expectedVersion }) => {
      const { name, description, address, ...rest } = body;
      const input = {
        ...rest,
        nameEn: name.en,
        nameFa: name.fa,
        aboutEn: description.en,
        aboutFa: description.fa,
        addressEn: address.en,
        addressFa: address.fa,
      };
      await updateHost(deps, actor, id, input, expectedVersion ?? 0);
      return readVenue({ deps, origin, actor }, id);
    },
  }),
});
