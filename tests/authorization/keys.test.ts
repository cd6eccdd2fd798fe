import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import { EMPTY_EVENT_VALUES } from "../../app/lib/event/event-fields";
import { KEY_SCOPES, type KeyScope } from "../../app/lib/permissions";
import { createDatabase } from "../../db/client";
import {
  collections,
  eventDrafts,
  eventRevisions,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser, keyOf } from "../factories/user";
import { workerDeps } from "../helpers/worker-deps";
import {
  COLLECTION_OPERATIONS,
  COLLECTIONS,
  eventOperations,
  FOR_EVERY_KEY,
  type KeyOperation,
  ownerOperations,
  STATES,
  type State,
  WEBHOOK_OPERATIONS,
  WEBHOOKS,
} from "./key-operations";
import { ENDPOINTS, PARAMETERS } from "./matrix";

const ORIGIN = "https://rooydad.test";
const db = createDatabase(env.DB);
const deps = workerDeps();
const START = Date.now() + 10 * DAY;
const iso = (at: number) => new Date(at).toISOString();
const VALUES = {
  ...EMPTY_EVENT_VALUES,
  title: { en: "An evening of setar", fa: "شب سه‌تار" },
  description: { en: "Three setar players and one small lamp.", fa: null },
  venue: { en: "Vahdat Hall", fa: null },
  city: "tehran",
  startsAt: iso(START),
  endsAt: iso(START + DAY / 12),
  categories: ["Concert"],
};
const OWNER = ownerOperations(VALUES);
const EVENTS = eventOperations(VALUES);
const ALL = [...EVENTS, ...COLLECTION_OPERATIONS, ...WEBHOOK_OPERATIONS, ...OWNER];
let written = 0;
let cityId = "";
let me = "";
let another = "";
/** An event that both may collect. */
let listedId = "";

beforeAll(async () => {
  cityId = (await createCity(db, { slug: "tehran", nameEn: "Tehran" })).id;
  me = (await createUser(db, { role: "owner" })).id;
  another = (await createUser(db)).id;
  listedId = await eventIn("approved", another);
});

/** Writes an event in a state, in a minute of its own. @returns its id */
async function eventIn(state: State, creatorId: string): Promise<string> {
  const id = deps.ids.next();
  if (state === "draft" || state === "handed-over") {
    await db.insert(eventDrafts).values({
      id,
      creatorId,
      titleEn: "An evening of setar",
      values: VALUES,
      machineTranslated: ["title.fa"],
      ...(state === "handed-over" && { needsLanguage: "fa" as const, handedOverAt: 0 }),
      createdAt: 0,
      updatedAt: 0,
    });
    return id;
  }
  written += 1;
  await createEvent(db, {
    id,
    cityId,
    creatorId,
    startsAt: (state === "past" ? Date.now() - 7 * DAY : START) + written * MINUTE,
    titleEn: "An evening of setar",
    titleFa: "شب سه‌تار",
    descriptionEn: "Three setar players and one small lamp.",
    venueEn: "Vahdat Hall",
    machineTranslated: ["title.fa"],
    ...((state === "pending" || state === "rejected" || state === "flagged") && { status: state }),
    ...(state === "withdrawn" && { status: "draft" as const }),
    ...((state === "cancelled" || state === "postponed") && { lifecycle: state }),
    ...(state === "hidden" && { isActive: false }),
    ...(state === "deleted" && { deletedAt: Date.now() }),
    ...(state === "past" && { isOver: true }),
  });
  if (state === "edited")
    await db.insert(eventRevisions).values({
      eventId: id,
      authorId: creatorId,
      values: VALUES,
      status: "pending",
      createdAt: 0,
      updatedAt: 0,
    });
  return id;
}

async function collectionOf(kind: (typeof COLLECTIONS)[number], ownerId: string): Promise<string> {
  const id = deps.ids.next();
  await db.insert(collections).values({
    id,
    ownerId,
    name: "Evenings",
    color: "anar",
    icon: "star",
    isPublic: kind === "public",
    createdAt: 0,
    updatedAt: 0,
  });
  return id;
}

/** Writes a webhook with a delivery of the same id, which has failed for good. */
async function webhookOf(kind: (typeof WEBHOOKS)[number], userId: string): Promise<string> {
  const id = deps.ids.next();
  await db.batch([
    db.insert(webhookEndpoints).values({
      id,
      userId,
      url: "https://hall.example/hooks",
      types: ["event.published"],
      isOwnOnly: false,
      sealedSecret: await deps.vault.seal("whsec_c2VjcmV0"),
      offSince: kind === "off" ? 0 : null,
      createdAt: 0,
    }),
    db.insert(webhookMessages).values({
      id,
      type: "event.published",
      eventId: listedId,
      body: "{}",
      createdAt: 0,
    }),
    db.insert(webhookDeliveries).values({
      id,
      endpointId: id,
      messageId: id,
      status: "dead",
      beganAt: 0,
      dueAt: 0,
      createdAt: 0,
    }),
  ]);
  return id;
}

async function statusOf(
  { method, path, body }: Pick<KeyOperation, "method" | "path" | "body">,
  key: string,
  id = "",
): Promise<number> {
  const address = path
    .replace(/:id|:delivery/g, id)
    .replace(":eventId", listedId)
    .replace(":at", "none");
  const response = await SELF.fetch(ORIGIN + address, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.text();
  return response.status;
}

/** The scopes of an operation, each alone, and all others together. */
function keysFor({ admits }: { admits: object }): [string, KeyScope[]][] {
  const alone = KEY_SCOPES.filter((scope) => scope in admits);
  return [
    ...alone.map((scope): [string, KeyScope[]] => [scope, [scope]]),
    ["others", KEY_SCOPES.filter((scope) => !(scope in admits))],
  ];
}

/** Compares the answers about objects of every kind, each made for one request. */
async function expectAnswers<Kind extends string>(
  operation: KeyOperation,
  kinds: readonly Kind[],
  make: (kind: Kind, ownerId: string) => Promise<string>,
): Promise<void> {
  const forbidden = kinds.map(() => 403).join(" ");
  const { admits, refused = { own: forbidden, others: forbidden } } = operation;
  const tidy = (statuses: string) => statuses.trim();
  for (const [name, scopes] of keysFor(operation)) {
    const key = await keyOf(deps, me, scopes);
    const answersOf = async (ownerId: string) => {
      const seen: number[] = [];
      for (const kind of kinds)
        seen.push(await statusOf(operation, key, await make(kind, ownerId)));
      return seen.join(" ");
    };
    const expected = admits[name as KeyScope] ?? refused;
    expect({ [name]: { own: await answersOf(me), others: await answersOf(another) } }).toEqual({
      [name]: { own: tidy(expected.own), others: tidy(expected.others) },
    });
  }
}

describe("a key with one scope, on real objects [S-29]", () => {
  it.each(EVENTS)("$method $path, an event in every state", (operation) =>
    expectAnswers(operation, STATES, eventIn),
  );

  it.each(COLLECTION_OPERATIONS)("$method $path, a collection", (operation) =>
    expectAnswers(operation, COLLECTIONS, collectionOf),
  );

  it.each(WEBHOOK_OPERATIONS)("$method $path, a webhook", (operation) =>
    expectAnswers(operation, WEBHOOKS, webhookOf),
  );

  it.each(OWNER)("$method $path", async (operation) => {
    for (const [name, scopes] of keysFor(operation)) {
      const status = await statusOf(operation, await keyOf(deps, me, scopes));
      expect({ [name]: status }).toEqual({ [name]: operation.admits[name as KeyScope] ?? 403 });
    }
  });
});

describe("a key", () => {
  it("of a member gains no permission of staff from its scope", async () => {
    const member = (await createUser(db)).id;
    const key = await keyOf(deps, member, ["moderate"]);
    for (const operation of ALL.filter(({ admits }) => "moderate" in admits)) {
      const isPublic = operation.path === "/api/v1/events/:id";
      const status = await statusOf(operation, key, await eventIn("pending", another));
      expect([operation.path, status]).toEqual([operation.path, isPublic ? 404 : 403]);
    }
  });

  it("with every scope reaches no operation that is not in the table [S-30]", async () => {
    const inTable = new Set([
      ...ALL.map(({ method, path }) => `${method} ${path}`),
      ...FOR_EVERY_KEY,
    ]);
    const closed = ENDPOINTS.filter(
      ({ method, path, row, by }) =>
        row.none === "401" && by !== "cookie" && !inTable.has(`${method} ${path}`),
    );
    expect(closed.length).toBeGreaterThan(50);
    const key = await keyOf(deps, me, [...KEY_SCOPES]);
    for (const { method, path, as = path } of closed) {
      const address = as.replace(/:\w+/g, PARAMETERS.missingId ?? "");
      expect([method, path, await statusOf({ method, path: address }, key)]).toEqual([
        method,
        path,
        403,
      ]);
    }
  });
});
