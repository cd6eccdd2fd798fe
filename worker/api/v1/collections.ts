import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { clientAddress } from "../../../app/lib/http/client-address";
import { can } from "../../../app/lib/permissions";
import { isUuid } from "../../../app/lib/runtime/ids";
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
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { actorOf } from "./actor-of";
import { describe } from "./describe";
import { COLLECTION_EXAMPLE, COLLECTION_INPUT_EXAMPLE, EVENT_EXAMPLE } from "./examples";
import { idempotent } from "./idempotent";
import { readBody } from "./read-body";
import { resource } from "./resource";

export const collectionsApi = new Hono<AppEnv>();

const CollectionPath = v.object({ id: v.pipe(v.string(), v.uuid()) });
const OccurrencePath = v.object({ id: v.pipe(v.string(), v.uuid()), at: v.string() });
const HeldPath = v.object({
  id: v.pipe(v.string(), v.uuid()),
  eventId: v.pipe(v.string(), v.uuid()),
});
const PageParameters = v.object({
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,7}$/, "errors:issue.cursor"), v.transform(Number)),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, "errors:issue.limit"),
      v.transform(Number),
      v.minValue(1, "errors:issue.limit"),
      v.maxValue(100, "errors:issue.limit"),
    ),
    "24",
  ),
});

/** A path parameter in lower case. @throws AppError("not-found") for an invalid id */
function idIn(c: Context<AppEnv>, name: "id" | "eventId"): string {
  const id = (c.req.param(name) ?? "").toLowerCase();
  if (!isUuid(id)) throw new AppError("not-found");
  return id;
}

async function answerOwn(
  c: Context<AppEnv>,
  id: string,
  status: 200 | 201 = 200,
): Promise<Response> {
  const { deps, locale } = c.var.info;
  return c.json(collectionJson(await getOwnCollection(deps, actorOf(c), id), locale), status);
}

function pageOf(c: Context<AppEnv>) {
  const result = v.safeParse(PageParameters, c.req.query());
  if (result.success) return { after: result.output.cursor ?? 0, limit: result.output.limit };
  throw new AppError(
    "bad-request",
    result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message })),
  );
}

resource(collectionsApi, "/", {
  GET: [
    budgeted("reads", "list"),
    needs("collection:manage"),
    describe({
      operationId: "listCollections",
      tag: "collections",
      needs: "collection:manage",
      answer: {
        schema: listJson("CollectionList", CollectionJson),
        example: { items: [COLLECTION_EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) => {
      const { deps, locale } = c.var.info;
      const own = await listCollections(deps, actorOf(c));
      return c.json(wholeList(own.map((collection) => collectionJson(collection, locale))));
    },
  ],
  POST: [
    budgeted("reads", "write"),
    needs("collection:manage"),
    idempotent,
    describe({
      operationId: "createCollection",
      tag: "collections",
      needs: "collection:manage",
      isIdempotent: true,
      body: { name: "CollectionInput", schema: CollectionInput, example: COLLECTION_INPUT_EXAMPLE },
      answer: { status: 201, schema: CollectionJson, example: COLLECTION_EXAMPLE },
    }),
    async (c) => {
      const id = await createCollection(
        c.var.info.deps,
        actorOf(c),
        await readBody(c, CollectionInput),
      );
      c.header("Location", `/api/v1/collections/${id}`);
      return answerOwn(c, id, 201);
    },
  ],
});

resource(collectionsApi, "/:id", {
  GET: [
    budgeted("reads", "item"),
    describe({
      operationId: "getCollection",
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
    }),
    async (c) => {
      const { deps, signedIn, origin, locale } = c.var.info;
      const { after, limit } = pageOf(c);
      const reader = can(signedIn, "collection:manage") ? signedIn : null;
      const { collection } = await getReadableCollection(deps, reader, idIn(c, "id"));
      const found = await readCollectionWhole(deps, collection.id, after, limit);
      const shown = found.slice(0, limit);
      const [cities, names] = await Promise.all([citiesById(deps), creatorNames(deps.db, shown)]);
      const nextCursor = found.length > limit ? String(shown.at(-1)?.place) : null;
      return c.json({
        ...collectionJson(collection, locale),
        events: shown.map((event) => eventJson(event, cities.get(event.cityId), origin, names)),
        nextCursor,
        hasMore: nextCursor !== null,
      });
    },
  ],
  PUT: [
    budgeted("reads", "write"),
    needs("collection:manage"),
    describe({
      operationId: "updateCollection",
      tag: "collections",
      needs: "collection:manage",
      path: CollectionPath,
      body: {
        name: "CollectionUpdate",
        schema: CollectionUpdate,
        example: COLLECTION_INPUT_EXAMPLE,
      },
      answer: { schema: CollectionJson, example: COLLECTION_EXAMPLE },
      failures: [404, 409],
    }),
    async (c) => {
      const changes = await readBody(c, CollectionUpdate);
      await updateCollection(c.var.info.deps, actorOf(c), idIn(c, "id"), changes);
      return answerOwn(c, idIn(c, "id"));
    },
  ],
  DELETE: [
    budgeted("reads", "write"),
    needs("collection:manage"),
    describe({
      operationId: "deleteCollection",
      tag: "collections",
      needs: "collection:manage",
      path: CollectionPath,
      answer: { status: 204 },
      failures: [404, 409],
    }),
    async (c) => {
      await deleteCollection(c.var.info.deps, actorOf(c), idIn(c, "id"));
      return c.body(null, 204);
    },
  ],
});

resource(collectionsApi, "/:id/events", {
  PUT: [
    budgeted("reads", "write"),
    needs("collection:manage"),
    describe({
      operationId: "orderCollection",
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
    }),
    async (c) => {
      const order = await readBody(c, CollectionOrder);
      await orderCollection(c.var.info.deps, actorOf(c), idIn(c, "id"), order);
      return answerOwn(c, idIn(c, "id"));
    },
  ],
});

resource(collectionsApi, "/:id/events/:eventId", {
  POST: [
    budgeted("reads", "write"),
    needs("collection:manage"),
    idempotent,
    describe({
      operationId: "addToCollection",
      tag: "collections",
      needs: "collection:manage",
      isIdempotent: true,
      path: HeldPath,
      answer: { schema: CollectionJson, example: COLLECTION_EXAMPLE },
      failures: [404, 409],
    }),
    async (c) => {
      await addToCollection(
        c.var.info.deps,
        actorOf(c),
        idIn(c, "id"),
        idIn(c, "eventId"),
        clientAddress(c.req.raw),
      );
      return answerOwn(c, idIn(c, "id"));
    },
  ],
  DELETE: [
    budgeted("reads", "write"),
    needs("collection:manage"),
    describe({
      operationId: "removeFromCollection",
      tag: "collections",
      needs: "collection:manage",
      path: HeldPath,
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      await removeFromCollection(c.var.info.deps, actorOf(c), idIn(c, "id"), idIn(c, "eventId"));
      return c.body(null, 204);
    },
  ],
});

/**
 * Adds the hearts of events and of their dates: PUT and DELETE /events/{id}/favourite,
 * /events/{id}/occurrences/{at}/favourite.
 */
export function addFavourites(events: Hono<AppEnv>): void {
  resource(events, "/:id/favourite", {
    PUT: [
      budgeted("reads", "write"),
      needs("collection:manage"),
      describe({
        operationId: "saveFavourite",
        tag: "events",
        needs: "collection:manage",
        path: CollectionPath,
        answer: { status: 204 },
        failures: [404, 409],
      }),
      async (c) => {
        await saveFavourite(c.var.info.deps, actorOf(c), idIn(c, "id"), clientAddress(c.req.raw));
        return c.body(null, 204);
      },
    ],
    DELETE: [
      budgeted("reads", "write"),
      needs("collection:manage"),
      describe({
        operationId: "removeFavourite",
        tag: "events",
        needs: "collection:manage",
        path: CollectionPath,
        answer: { status: 204 },
        failures: [404],
      }),
      async (c) => {
        await removeFavourite(c.var.info.deps, actorOf(c), idIn(c, "id"));
        return c.body(null, 204);
      },
    ],
  });
  resource(events, "/:id/occurrences/:at/favourite", {
    PUT: [
      budgeted("reads", "write"),
      needs("collection:manage"),
      describe({
        operationId: "saveOccurrence",
        tag: "events",
        needs: "collection:manage",
        path: OccurrencePath,
        answer: { status: 204 },
        failures: [404, 409],
      }),
      async (c) => {
        await saveOccurrence(
          c.var.info.deps,
          actorOf(c),
          idIn(c, "id"),
          c.req.param("at") ?? "",
          clientAddress(c.req.raw),
        );
        return c.body(null, 204);
      },
    ],
    DELETE: [
      budgeted("reads", "write"),
      needs("collection:manage"),
      describe({
        operationId: "removeOccurrence",
        tag: "events",
        needs: "collection:manage",
        path: OccurrencePath,
        answer: { status: 204 },
        failures: [404],
      }),
      async (c) => {
        await removeOccurrence(c.var.info.deps, actorOf(c), idIn(c, "id"), c.req.param("at") ?? "");
        return c.body(null, 204);
      },
    ],
  });
}
