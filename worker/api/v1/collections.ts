import { Hono } from "hono";
import * as v from "valibot";
import type { Locale } from "../../../app/i18n/locale";
import type { Deps } from "../../../app/lib/deps";
import type { SignedIn } from "../../../app/lib/http/request-context";
import { can } from "../../../app/lib/permissions";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import { citiesById } from "../../../app/modules/cities/queries.server";
import { creatorNames, eventJson } from "../../../app/modules/events/present/event-json.server";
import {
  addToCollection,
  orderCollection,
  removeFavourite,
  removeFromCollection,
  removeOccurrence,
  saveFavourite,
  saveOccurrence,
} from "../../../app/modules/saved/collect-event.server";
import {
  collectionJson,
  getOwnCollection,
  getReadableCollection,
  listCollections,
  readCollectionWhole,
} from "../../../app/modules/saved/queries.server";
import {
  CollectionInput,
  CollectionJson,
  CollectionOrder,
  CollectionUpdate,
  CollectionWithEventsJson,
} from "../../../app/modules/saved/schema";
import {
  createCollection,
  deleteCollection,
  updateCollection,
} from "../../../app/modules/saved/write-collection.server";
import type { AppEnv } from "../../context";
import { EVENT_EXAMPLE } from "./event-examples";
import { COLLECTION_EXAMPLE, COLLECTION_INPUT_EXAMPLE } from "./examples";
import { type ApiOperation, operation, PathId } from "./operation";
import { limitParameter, readParameters } from "./read-body";
import { resource } from "./resource";

export const collectionsApi = new Hono<AppEnv>();

const CollectionPath = v.object({ id: PathId });
const OccurrencePath = v.object({ id: PathId, at: v.string() });
const HeldPath = v.object({
  id: PathId,
  eventId: PathId,
});
const PageParameters = v.object({
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,7}$/, "errors:issue.cursor"), v.transform(Number)),
  ),
  limit: limitParameter(),
});

/** A collection as its owner has it now. */
const ownJson = async (
  { deps, actor, locale }: { deps: Deps; actor: SignedIn; locale: Locale },
  id: string,
) => collectionJson(await getOwnCollection(deps, actor, id), locale);

resource(collectionsApi, "/", {
  GET: operation({
    operationId: "listCollections",
    budget: ["reads", "list"],
    tag: "collections",
    needs: "collection:manage",
    answer: {
      schema: listJson("CollectionList", CollectionJson),
      example: { items: [COLLECTION_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ deps, locale, actor }) => {
      const own = await listCollections(deps, actor);
      return wholeList(own.map((collection) => collectionJson(collection, locale)));
    },
  }),
  POST: operation({
    operationId: "createCollection",
    budget: ["reads", "write"],
    tag: "collections",
    needs: "collection:manage",
    body: { name: "CollectionInput", schema: CollectionInput, example: COLLECTION_INPUT_EXAMPLE },
    answer: { status: 201, schema: CollectionJson, example: COLLECTION_EXAMPLE },
    idempotent: true,
    run: async ({ c, deps, actor, body, locale }) => {
      const id = await createCollection(deps, actor, body);
      c.header("Location", `/api/v1/collections/${id}`);
      return ownJson({ deps, actor, locale }, id);
    },
  }),
});

const updating = {
  budget: ["reads", "write"],
  tag: "collections",
  needs: "collection:manage",
  path: CollectionPath,
  body: { name: "CollectionUpdate", schema: CollectionUpdate, example: COLLECTION_INPUT_EXAMPLE },
  ifMatch: "answer",
  answer: { schema: CollectionJson, example: COLLECTION_EXAMPLE },
  failures: [404, 409],
  run: async ({ deps, actor, params, body, locale }) => {
    await updateCollection(deps, actor, params.id, body);
    return ownJson({ deps, actor, locale }, params.id);
  },
} as const satisfies Omit<
  ApiOperation<typeof CollectionPath, typeof CollectionUpdate, "collection:manage">,
  "operationId"
>;

resource(collectionsApi, "/:id", {
  GET: operation({
    operationId: "getCollection",
    budget: ["reads", "item"],
    tag: "collections",
    path: CollectionPath,
    query: PageParameters,
    meanings: { cursor: "cursor", limit: "limit" },
    answer: {
      schema: CollectionWithEventsJson,
      example: {
        ...COLLECTION_EXAMPLE,
        events: [EVENT_EXAMPLE],
        nextCursor: null,
        hasMore: false,
      },
    },
    failures: [404],
    run: async ({ c, deps, origin, locale, actor, params }) => {
      const { cursor: after = 0, limit } = readParameters(c, PageParameters);
      const reader = can(actor, "collection:manage") ? actor : null;
      const { collection } = await getReadableCollection(deps, reader, params.id);
      const found = await readCollectionWhole(deps, collection.id, after, limit);
      const shown = found.slice(0, limit);
      const [cities, names] = await Promise.all([citiesById(deps), creatorNames(deps.db, shown)]);
      const nextCursor = found.length > limit ? String(shown.at(-1)?.place) : null;
      return {
        ...collectionJson(collection, locale),
        events: shown.map((event) => eventJson(event, cities.get(event.cityId), origin, names)),
        nextCursor,
        hasMore: nextCursor !== null,
      };
    },
  }),
  PUT: operation({ ...updating, operationId: "updateCollection" }),
  // Fields that are left out keep their values in both.
  PATCH: operation({ ...updating, operationId: "patchCollection" }),
  DELETE: operation({
    operationId: "deleteCollection",
    budget: ["reads", "write"],
    tag: "collections",
    needs: "collection:manage",
    path: CollectionPath,
    ifMatch: "answer",
    answer: { status: 204 },
    failures: [404, 409],
    run: ({ deps, actor, params }) => deleteCollection(deps, actor, params.id),
  }),
});

resource(collectionsApi, "/:id/events", {
  PUT: operation({
    operationId: "orderCollection",
    budget: ["reads", "write"],
    tag: "collections",
    needs: "collection:manage",
    path: CollectionPath,
    body: {
      name: "CollectionOrder",
      schema: CollectionOrder,
      example: { events: [EVENT_EXAMPLE.id] },
    },
    answer: { schema: CollectionJson, example: COLLECTION_EXAMPLE },
    failures: [404],
    run: async ({ deps, actor, params, body, locale }) => {
      const order = body;
      await orderCollection(deps, actor, params.id, order);
      return ownJson({ deps, actor, locale }, params.id);
    },
  }),
});

resource(collectionsApi, "/:id/events/:eventId", {
  POST: operation({
    operationId: "addToCollection",
    budget: ["reads", "write"],
    tag: "collections",
    needs: "collection:manage",
    path: HeldPath,
    answer: { schema: CollectionJson, example: COLLECTION_EXAMPLE },
    failures: [404, 409],
    idempotent: true,
    run: async ({ c, deps, actor, params, locale }) => {
      await addToCollection(deps, actor, params.id, params.eventId, c.req.raw);
      return ownJson({ deps, actor, locale }, params.id);
    },
  }),
  DELETE: operation({
    operationId: "removeFromCollection",
    budget: ["reads", "write"],
    tag: "collections",
    needs: "collection:manage",
    path: HeldPath,
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => removeFromCollection(deps, actor, params.id, params.eventId),
  }),
});

/**
 * Adds the hearts of events and of their dates: PUT and DELETE /events/{id}/favourite,
 * /events/{id}/occurrences/{at}/favourite.
 */
export function addFavourites(events: Hono<AppEnv>): void {
  resource(events, "/:id/favourite", {
    PUT: operation({
      operationId: "saveFavourite",
      budget: ["reads", "write"],
      tag: "events",
      needs: "collection:manage",
      path: CollectionPath,
      answer: { status: 204 },
      failures: [404, 409],
      run: ({ c, deps, actor, params }) => saveFavourite(deps, actor, params.id, c.req.raw),
    }),
    DELETE: operation({
      operationId: "removeFavourite",
      budget: ["reads", "write"],
      tag: "events",
      needs: "collection:manage",
      path: CollectionPath,
      answer: { status: 204 },
      failures: [404],
      run: ({ deps, actor, params }) => removeFavourite(deps, actor, params.id),
    }),
  });
  resource(events, "/:id/occurrences/:at/favourite", {
    PUT: operation({
      operationId: "saveOccurrence",
      budget: ["reads", "write"],
      tag: "events",
      needs: "collection:manage",
      path: OccurrencePath,
      answer: { status: 204 },
      failures: [404, 409],
      run: ({ c, deps, actor, params }) =>
        saveOccurrence(deps, actor, params.id, params.at, c.req.raw),
    }),
    DELETE: operation({
      operationId: "removeOccurrence",
      budget: ["reads", "write"],
      tag: "events",
      needs: "collection:manage",
      path: OccurrencePath,
      answer: { status: 204 },
      failures: [404],
      run: ({ deps, actor, params }) => removeOccurrence(deps, actor, params.id, params.at),
    }),
  });
}
