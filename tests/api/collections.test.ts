import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import { savedAmong } from "../../app/modules/events/present/present-event.server";
import { deleteDueAccounts } from "../../app/modules/identity/users/delete-account.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import {
  addToCollection,
  moveInCollection,
  removeFavourite,
  removeFromCollection,
  saveFavourite,
} from "../../app/modules/saved/collect-event.server";
import {
  collectionsWith,
  listCollections,
  readCollection,
} from "../../app/modules/saved/queries.server";
import { COLLECTION_LIMITS } from "../../app/modules/saved/schema";
import {
  createCollection,
  deleteCollection,
  updateCollection,
} from "../../app/modules/saved/write-collection.server";
import { collectionLoader } from "../../app/routes/collections/collection/collection.server";
import { savedLoader } from "../../app/routes/public/saved/saved.server";
import { collectionEvents, collections, events, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { emptyDatabase } from "../helpers/empty-database";
import { addSignedIn, failureOf } from "../helpers/people";
import { recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const DAY = 86_400_000;
const NEW = {
  name: "Setar evenings",
  description: "",
  color: "lajvard",
  icon: "music",
  isPublic: false,
} as const;

let deps = createTestDeps();
let cityId = "";

const newEvent = (draft = {}) =>
  createEvent(deps.db, { cityId, startsAt: TUESDAY + DAY, ...draft });
const person = async () =>
  (await addSignedIn(deps, { email: `${crypto.randomUUID()}@rooydad.example` })).actor;

/** Stored and recounted counters. */
async function recount() {
  const { results: held } = await env.DB.prepare(
    "SELECT c.event_count AS kept, (SELECT count(*) FROM collection_events h WHERE h.collection_id = c.id) AS counted FROM collections c",
  ).all<{ kept: number; counted: number }>();
  const { results: saved } = await env.DB.prepare(
    `SELECT e.save_count AS kept, e.interaction_count AS interactions, (SELECT count(*) FROM collection_events h JOIN collections c ON c.id = h.collection_id
     WHERE h.event_id = e.id AND c.is_default = 1) AS counted FROM events e`,
  ).all<{ kept: number; interactions: number; counted: number }>();
  return {
    held: held.every(({ kept, counted }) => kept === counted),
    saved: saved.every(
      ({ kept, interactions, counted }) => kept === counted && interactions === counted,
    ),
  };
}
const COUNTED = { held: true, saved: true };

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});

describe("favourites", () => {
  it("given ten concurrent saves, create one default collection with the event once", async () => {
    const actor = await person();
    const event = await newEvent();
    await Promise.all(Array.from({ length: 10 }, () => saveFavourite(deps, actor, event.id)));
    expect(
      await deps.db
        .select({ isDefault: collections.isDefault, count: collections.eventCount })
        .from(collections),
    ).toEqual([{ isDefault: true, count: 1 }]);
    expect([...((await savedAmong(deps, actor, [event.id])) ?? [])]).toEqual([event.id]);
    expect(await recount()).toEqual(COUNTED);
  });

  it("given two concurrent removals, count zero", async () => {
    const [actor, other] = [await person(), await person()];
    const event = await newEvent();
    await saveFavourite(deps, actor, event.id);
    await saveFavourite(deps, other, event.id);
    await removeFavourite(deps, actor, event.id);
    await removeFavourite(deps, actor, event.id);
    expect(await deps.db.select({ saved: events.saveCount }).from(events)).toEqual([{ saved: 1 }]);
    expect(await recount()).toEqual(COUNTED);
  });

  it("accept public events only, and nothing from visitors", async () => {
    const actor = await person();
    for (const draft of [
      { status: "pending" as const },
      { status: "flagged" as const },
      { isActive: false },
      { deletedAt: 1 },
    ])
      expect((await failureOf(saveFavourite(deps, actor, (await newEvent(draft)).id))).code).toBe(
        "not-found",
      );
    expect((await failureOf(saveFavourite(deps, actor, "nothing"))).code).toBe("not-found");
    expect((await failureOf(saveFavourite(deps, null, (await newEvent()).id))).code).toBe(
      "unauthorized",
    );
  });

  it("name city and zone beside a time that the reader's clock does not show, and are in the order of the instants", async () => {
    const actor = await person();
    const toronto = await createCity(deps.db, {
      slug: "favourite-toronto",
      nameEn: "Toronto",
      nameFa: "تورنتو",
      timeZone: "America/Toronto",
      countryCode: "CA",
    });
    // 21:00 on the 9th in Toronto comes after 20:30 on the 9th and before 08:00 on the 10th in
    // Tehran.
    const late = await newEvent({
      cityId: toronto.id,
      timeZone: "America/Toronto",
      startsAt: Date.parse("2026-12-10T02:00:00Z"),
    });
    const early = await newEvent({ startsAt: Date.parse("2026-12-09T17:00:00Z") });
    const morning = await newEvent({ startsAt: Date.parse("2026-12-10T04:30:00Z") });
    for (const { id } of [morning, late, early]) await saveFavourite(deps, actor, id);
    const shown = async (locale: "en" | "fa", timeZone: string | null) => {
      const context = requestContext(deps, { ...readerOf(locale), timeZone, signedIn: actor });
      const { days } = await savedLoader(context, new Request("http://rooydad.test/saved"));
      return days
        .flatMap(({ parts }) => parts.flatMap(({ events: rows }) => rows))
        .map(({ id, time, zone }) => [id, time, zone]);
    };
    expect(await shown("en", "Asia/Tehran")).toEqual([
      [early.id, "20:30", null],
      [late.id, "21:00", "Toronto time (GMT-5)"],
      [morning.id, "08:00", null],
    ]);
    // A reader without a clock and a city reads them by the clock of the next one.
    expect((await shown("en", null)).map((row) => row[2])).toEqual([
      null,
      "Toronto time (GMT-5)",
      null,
    ]);
    expect((await shown("fa", "Asia/Tehran"))[1]?.[2]).toMatch(/^به وقت تورنتو \(.*۵ گرینویچ\)$/);
  });

  it("show upcoming events first and past ones below", async () => {
    const actor = await person();
    const starts = [3 * DAY, -2 * DAY, DAY, -5 * DAY];
    const own = await Promise.all(starts.map((offset) => newEvent({ startsAt: TUESDAY + offset })));
    for (const { id } of own) await saveFavourite(deps, actor, id);
    const page = await savedLoader(
      requestContext(deps, { signedIn: actor }),
      new Request("http://rooydad.test/saved"),
    );
    const shown = page.days.flatMap(({ parts }) => parts.flatMap(({ events: rows }) => rows));
    expect(shown.map(({ id }) => id)).toEqual([own[2]?.id, own[0]?.id]);
    expect(page.past.events.map(({ id }) => id)).toEqual([own[1]?.id, own[3]?.id]);
    expect([...shown, ...page.past.events].map(({ isSaved, saved }) => [isSaved, saved])).toEqual(
      Array.from({ length: 4 }, () => [true, "1 saved"]),
    );
  });
});

describe("a collection", () => {
  it("is visible to its owner only until it is public, and is deleted with the account", async () => {
    const [actor, other] = [await person(), await person()];
    const id = await createCollection(deps, actor, NEW);
    const look = (signedIn: typeof actor | null) =>
      collectionLoader(requestContext(deps, { signedIn }), id, new URLSearchParams());
    expect((await look(actor))?.isOwn).toBe(true);
    expect((await failureOf(look(other))).code).toBe("not-found");
    expect(await look(null)).toBe(null);
    const event = await newEvent();
    for (const work of [
      () => updateCollection(deps, other, id, { name: "Mine now" }),
      () => deleteCollection(deps, other, id),
      () => addToCollection(deps, other, id, event.id),
      () => removeFromCollection(deps, other, id, event.id),
      () => moveInCollection(deps, other, id, event.id, "up"),
    ])
      expect((await failureOf(work())).code).toBe("not-found");
    await updateCollection(deps, actor, id, { isPublic: true });
    expect([(await look(other))?.isOwn, (await look(null))?.owner.name]).toEqual([false, "Sara"]);
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, actor.id));
    expect(await look(null)).toBe(null);
  });

  it("of favourites can be renamed, but neither deleted nor published", async () => {
    const actor = await person();
    const [favourites] = await listCollections(deps, actor);
    const id = favourites?.id ?? "";
    expect((await failureOf(deleteCollection(deps, actor, id))).code).toBe("conflict");
    expect((await failureOf(updateCollection(deps, actor, id, { isPublic: true }))).issues).toEqual(
      [{ path: "isPublic", message: "errors:issue.favouritesPrivate" }],
    );
    await updateCollection(deps, actor, id, { name: "علاقه‌مندی‌ها", color: "gol" });
    expect((await listCollections(deps, actor))[0]).toMatchObject({ name: "", color: "gol" });
    await updateCollection(deps, actor, id, { name: "Loved" });
    expect(
      (await listCollections(deps, actor)).map(({ name, isDefault }) => [name, isDefault]),
    ).toEqual([["Loved", true]]);
  });

  it("given thirty concurrent requests near the limit, is created only up to it", async () => {
    const actor = await person();
    const rows = Array.from({ length: COLLECTION_LIMITS.collections - 10 }, (_, index) => ({
      ...NEW,
      id: `kept-${index}`,
      ownerId: actor.id,
      createdAt: 0,
      updatedAt: 0,
    }));
    for (let at = 0; at < rows.length; at += 9)
      await deps.db.insert(collections).values(rows.slice(at, at + 9));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => createCollection(deps, actor, NEW)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(10);
    expect(await deps.db.$count(collections)).toBe(COLLECTION_LIMITS.collections);
    expect((await failureOf(createCollection(deps, actor, NEW))).issues).toEqual([
      { path: "", message: "errors:issue.tooManyCollections", values: { max: 100 } },
    ]);
  });

  it("given twenty concurrent events near the limit, accepts only up to it", async () => {
    const actor = await person();
    const id = await createCollection(deps, actor, NEW);
    const template = await newEvent();
    // Takes that many places without creating a thousand events.
    await env.DB.exec(`UPDATE collections SET event_count = ${COLLECTION_LIMITS.events - 5}`);
    const added = await Promise.all(Array.from({ length: 20 }, () => newEvent()));
    const outcomes = await Promise.allSettled(
      added.map((event) => addToCollection(deps, actor, id, event.id)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(5);
    expect(
      (await failureOf(addToCollection(deps, actor, id, template.id))).issues[0]?.message,
    ).toBe("errors:issue.collectionFull");
    const places = await deps.db
      .select({ place: collectionEvents.position })
      .from(collectionEvents)
      .orderBy(collectionEvents.position);
    expect(places.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5]);
    // Adding an event that is already in it succeeds.
    const [first] = await deps.db.select({ id: collectionEvents.eventId }).from(collectionEvents);
    await addToCollection(deps, actor, id, first?.id ?? "");
  });

  it("keeps its owner's order through additions and removals", async () => {
    const actor = await person();
    const id = await createCollection(deps, actor, NEW);
    const [a = "", b = "", c = "", d = ""] = (
      await Promise.all(Array.from({ length: 4 }, () => newEvent()))
    ).map((event) => event.id);
    for (const event of [a, b, c, d]) await addToCollection(deps, actor, id, event);
    const order = async () =>
      (await readCollection(deps, id, { offset: 0, limit: 9, withHidden: true })).map(
        (event) => event.id,
      );
    await moveInCollection(deps, actor, id, d, "up");
    expect(await order()).toEqual([a, b, d, c]);
    await removeFromCollection(deps, actor, id, b);
    await addToCollection(deps, actor, id, b);
    expect(await order()).toEqual([a, d, c, b]);
    await moveInCollection(deps, actor, id, b, { before: a });
    await moveInCollection(deps, actor, id, a, { after: c });
    expect(await order()).toEqual([b, d, c, a]);
    await moveInCollection(deps, actor, id, b, "up");
    await moveInCollection(deps, actor, id, a, "down");
    expect(await order()).toEqual([b, d, c, a]);
    expect(await recount()).toEqual(COUNTED);
  });

  it("shows public events only to others, and tells its owner that something was removed", async () => {
    const actor = await person();
    const id = await createCollection(deps, actor, { ...NEW, isPublic: true });
    const [shown, hidden] = [await newEvent(), await newEvent()];
    for (const event of [hidden, shown]) await addToCollection(deps, actor, id, event.id);
    await deps.db.update(events).set({ status: "rejected" }).where(eq(events.id, hidden.id));
    const look = (signedIn: typeof actor | null) =>
      collectionLoader(requestContext(deps, { signedIn }), id, new URLSearchParams());
    expect((await look(actor))?.items.map(({ card }) => card?.id ?? null)).toEqual([
      null,
      shown.id,
    ]);
    const visited = await look(null);
    expect(visited?.items.map(({ card }) => card?.id)).toEqual([shown.id]);
    expect(visited?.head).toMatchObject({
      jsonLd: { "@type": "CollectionPage", mainEntity: { numberOfItems: 1 } },
    });
    expect(JSON.stringify(visited)).not.toContain(hidden.titleEn);
  });

  it("is part of the export and deleted with the account, and counts are updated", async () => {
    const [actor, other] = [await person(), await person()];
    const event = await newEvent();
    for (const who of [actor, other]) await saveFavourite(deps, who, event.id);
    const id = await createCollection(deps, actor, NEW);
    await addToCollection(deps, actor, id, event.id);
    expect((await exportAccount(deps, actor)).collections).toMatchObject([
      { isDefault: true, events: [{ eventId: event.id }] },
      { name: NEW.name, events: [{ eventId: event.id }] },
    ]);
    await deps.db
      .update(users)
      .set({ deleteAfter: TUESDAY - 1 })
      .where(eq(users.id, actor.id));
    await deleteDueAccounts(deps);
    expect(await deps.db.select({ owner: collections.ownerId }).from(collections)).toEqual([
      { owner: other.id },
    ]);
    expect(await deps.db.select({ saved: events.saveCount }).from(events)).toEqual([{ saved: 1 }]);
    expect(await recount()).toEqual(COUNTED);
  });

  it("is read by indexes, in few round trips", async () => {
    const actor = await person();
    const event = await newEvent();
    await saveFavourite(deps, actor, event.id);
    const id = await createCollection(deps, actor, NEW);
    await addToCollection(deps, actor, id, event.id);
    const context = requestContext(deps, { signedIn: actor });
    const request = new Request("http://rooydad.test/saved");
    const works: [string, number, (own: typeof deps) => Promise<unknown>][] = [
      ["saved", 1, (own) => savedAmong(own, actor, [event.id])],
      ["list", 1, (own) => listCollections(own, actor)],
      ["with", 1, (own) => collectionsWith(own, actor, event.id)],
      ["page", 4, (own) => collectionLoader({ ...context, deps: own }, id, new URLSearchParams())],
      ["saved list", 2, (own) => savedLoader({ ...context, deps: own }, request)],
      ["save", 1, (own) => saveFavourite(own, actor, event.id)],
      ["remove", 1, (own) => removeFavourite(own, actor, event.id)],
      ["move", 3, (own) => moveInCollection(own, actor, id, event.id, "up")],
    ];
    for (const [name, most, work] of works) {
      const recording = recordDatabase(env.DB);
      await work({ ...createTestDeps(), db: recording.db });
      const scans: string[] = [];
      for (const statement of recording.statements) {
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement.sql}`)
          .bind(...statement.parameters)
          .all<{ detail: string }>();
        scans.push(
          ...results
            .map(({ detail }) => detail)
            .filter((detail) => /^SCAN (?!json_each|cities|wanted|CONSTANT)/.test(detail)),
        );
      }
      expect([name, scans, recording.roundTrips <= most]).toEqual([name, [], true]);
    }
  });
});

describe("the API of collections", () => {
  const bearer = async () => {
    const user = await createUser(deps.db, { id: crypto.randomUUID() });
    return { id: user.id, headers: { Authorization: await bearerOf(workerDeps(), user.id) } };
  };

  it("creates, reads, changes and deletes one", async () => {
    const { headers } = await bearer();
    const made = await ask("/collections", {
      method: "POST",
      headers,
      body: { name: "  Nowruz\n visits " },
    });
    const collection = (await made.json()) as { id: string };
    expect([made.status, made.headers.get("Location"), collection]).toEqual([
      201,
      `/api/v1/collections/${collection.id}`,
      {
        id: collection.id,
        name: "Nowruz visits",
        description: "",
        color: "firoozeh",
        icon: "bookmark",
        isPublic: false,
        isDefault: false,
        eventCount: 0,
      },
    ]);
    const event = await newEvent({ startsAt: Date.now() + DAY });
    for (let turn = 0; turn < 2; turn++)
      expect(
        await askJson(`/collections/${collection.id}/events/${event.id}`, {
          method: "POST",
          headers,
        }),
      ).toMatchObject({
        status: 200,
        body: { eventCount: 1 },
      });
    expect(await askJson(`/collections/${collection.id}`, { headers })).toMatchObject({
      status: 200,
      body: { name: "Nowruz visits", events: [{ id: event.id }], nextCursor: null, hasMore: false },
    });
    expect(await askJson(`/collections/${collection.id}`)).toMatchObject({ status: 404 });
    expect(
      await askJson(`/collections/${collection.id}`, {
        method: "PUT",
        headers,
        body: { isPublic: true, icon: "plane" },
      }),
    ).toMatchObject({
      status: 200,
      body: { name: "Nowruz visits", icon: "plane", isPublic: true },
    });
    expect(await askJson(`/collections/${collection.id}`)).toMatchObject({
      status: 200,
      body: { events: [{ id: event.id }] },
    });
    expect(
      await askJson("/collections", { headers: { ...headers, "Accept-Language": "fa" } }),
    ).toMatchObject({
      body: {
        items: [{ name: "علاقه‌مندی‌ها", isDefault: true }, { name: "Nowruz visits" }],
        nextCursor: null,
        hasMore: false,
      },
    });
    const gone = await ask(`/collections/${collection.id}/events/${event.id}`, {
      method: "DELETE",
      headers,
    });
    expect([gone.status, await gone.text()]).toEqual([204, ""]);
    expect((await ask(`/collections/${collection.id}`, { method: "DELETE", headers })).status).toBe(
      204,
    );
    expect((await ask(`/collections/${collection.id}`, { headers })).status).toBe(404);
  });

  it.each([
    [{}, "name", "Collection name is required"],
    [{ name: " \n " }, "name", "Collection name is required"],
    [{ name: null }, "name", "Collection name is required"],
    [{ name: "x".repeat(81) }, "name", "At most 80 characters."],
    [{ name: "x", description: "x".repeat(501) }, "description", "At most 500 characters."],
    [{ name: "x", color: "#ff0000" }, "color", "One of the nine colours."],
    [{ name: "x", icon: "skull" }, "icon", "One of the twelve icons."],
    [{ name: "x", isDefault: true }, "isDefault", "This field doesn’t exist."],
  ])("refuses %j", async (body, path, message) => {
    const { headers } = await bearer();
    expect(await askJson("/collections", { method: "POST", headers, body })).toMatchObject({
      status: 422,
      body: { code: "invalid", issues: [{ path, message }] },
    });
  });

  it("creates one for the same Idempotency-Key", async () => {
    const { headers } = await bearer();
    const asked = {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": "one" },
      body: { name: "Once" },
    };
    const [first, second] = [
      await askJson("/collections", asked),
      await askJson("/collections", asked),
    ];
    expect(second).toEqual(first);
    expect(await deps.db.$count(collections)).toBe(1);
  });

  it("pages the events by cursor, in their owner's order", async () => {
    const { id: ownerId, headers } = await bearer();
    const { body } = await askJson<{ id: string }>("/collections", {
      method: "POST",
      headers,
      body: { name: "Long" },
    });
    const own = await Promise.all(Array.from({ length: 5 }, () => newEvent()));
    for (const { id } of own)
      await ask(`/collections/${body.id}/events/${id}`, { method: "POST", headers });
    const seen: string[] = [];
    let query = "?limit=2";
    for (;;) {
      const page = await askJson<{ events: { id: string }[]; nextCursor: string | null }>(
        `/collections/${body.id}${query}`,
        { headers },
      );
      seen.push(...page.body.events.map(({ id }) => id));
      if (!page.body.nextCursor) break;
      query = `?limit=2&cursor=${page.body.nextCursor}`;
    }
    expect(seen).toEqual(own.map(({ id }) => id));
    expect((await ask(`/collections/${body.id}?limit=101`, { headers })).status).toBe(400);
    expect((await ask(`/collections/${body.id}?cursor=x`, { headers })).status).toBe(400);
    expect(
      await deps.db
        .select({ count: sql<number>`count(*)` })
        .from(collections)
        .where(eq(collections.ownerId, ownerId)),
    ).toEqual([{ count: 1 }]);
  });

  it("replaces the order of the events as a whole", async () => {
    const { headers } = await bearer();
    const { body } = await askJson<{ id: string }>("/collections", {
      method: "POST",
      headers,
      body: { name: "Ordered" },
    });
    const [a = "", b = "", hidden = "", c = ""] = (
      await Promise.all(Array.from({ length: 4 }, () => newEvent()))
    ).map(({ id }) => id);
    for (const id of [a, b, hidden, c])
      await ask(`/collections/${body.id}/events/${id}`, { method: "POST", headers });
    await deps.db.update(events).set({ status: "flagged" }).where(eq(events.id, hidden));
    const put = (order: unknown, as: Record<string, string> = headers) =>
      askJson(`/collections/${body.id}/events`, { method: "PUT", headers: as, body: order });
    const shown = async () =>
      (
        await askJson<{ events: { id: string }[] }>(`/collections/${body.id}`, { headers })
      ).body.events.map(({ id }) => id);

    expect(await put({ events: [c, a.toUpperCase(), b] })).toMatchObject({
      status: 200,
      body: { id: body.id, eventCount: 4 },
    });
    expect(await shown()).toEqual([c, a, b]);
    // Ids that are not named move to the end: clients cannot know events that are no longer public.
    expect((await put({ events: [b] })).status).toBe(200);
    expect(await shown()).toEqual([b, c, a]);
    expect((await put({ events: [] })).status).toBe(200);
    expect(await shown()).toEqual([b, c, a]);

    const foreign = (await newEvent()).id;
    for (const wrong of [
      { events: [b, b] },
      { events: [foreign] },
      { events: "all" },
      {},
      { events: ["x"] },
      { events: [a], isPublic: true },
    ])
      expect((await put(wrong)).status).toBe(422);
    expect(await shown()).toEqual([b, c, a]);
    const other = await bearer();
    expect((await put({ events: [a] }, other.headers)).status).toBe(404);
    expect((await put({ events: [a] }, {})).status).toBe(401);
    expect(await recount()).toEqual(COUNTED);
  });

  it("saves and removes a favourite", async () => {
    const { headers } = await bearer();
    const event = await newEvent();
    for (const method of ["PUT", "PUT", "DELETE", "DELETE"]) {
      const answer = await ask(`/events/${event.id}/favourite`, { method, headers });
      expect([method, answer.status, await answer.text()]).toEqual([method, 204, ""]);
    }
    const pending = await newEvent({ status: "pending" });
    expect((await ask(`/events/${pending.id}/favourite`, { method: "PUT", headers })).status).toBe(
      404,
    );
    expect((await ask(`/events/${event.id}/favourite`, { method: "PUT" })).status).toBe(401);
    expect(await recount()).toEqual(COUNTED);
  });

  it("refuses to publish or delete the favourites", async () => {
    const { headers } = await bearer();
    const { body } = await askJson<{ items: { id: string }[] }>("/collections", { headers });
    const id = body.items[0]?.id;
    expect((await ask(`/collections/${id}`, { method: "DELETE", headers })).status).toBe(409);
    expect(
      await askJson(`/collections/${id}`, { method: "PUT", headers, body: { isPublic: true } }),
    ).toMatchObject({
      status: 409,
      body: {
        issues: [
          {
            path: "isPublic",
            message: "Your favourites stay private. Make a collection to share.",
          },
        ],
      },
    });
  });
});
