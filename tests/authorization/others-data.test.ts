import { env, SELF } from "cloudflare:test";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { collections, events, users } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { bearerOf } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { type Browser, ORIGIN, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";
import { ENDPOINTS, PAGES, PARAMETERS } from "./matrix";

const db = createDatabase(env.DB);
const deps = workerDeps();

/** Values of other accounts' rows that occur nowhere else. */
const SECRETS = {
  address: "@others-only.example",
  trust: 73_519,
  bytes: 918_273_645,
  verified: 1_597_534_862_159,
  allowsDeletion: 4_102_444_862_157,
};
/** Keys that a user object contains only for the user themselves. */
const OWN_KEYS = [
  "role",
  "usedBytes",
  "quotaBytes",
  "trustScore",
  "tier",
  "email",
  "emailVerified",
];
/** API responses about the caller, without their id. */
const OF_READER = /^\/api\/v1\/users\/[^/]+\/storage-quota$/;
/** Moderators see trust scores; role names also occur as options of forms. */
const SEEN_BY_MODERATORS = { trust: true, rolesIn: /^\/admin\/(feature-flags|notification-rules)/ };

const readers = {} as Record<"user" | "moderator", Browser>;
const found: Record<string, string> = {};

beforeAll(async () => {
  await emptyDatabase();
  await seedDatabase(db, Date.now());
  const event = await db
    .select({ id: events.id, creatorId: events.creatorId })
    .from(events)
    .where(and(eq(events.isListed, true), eq(events.isOver, false), isNotNull(events.creatorId)))
    .get();
  const creator =
    event?.creatorId ??
    (await db.select({ id: users.id }).from(users).where(eq(users.role, "user")).get())?.id ??
    "";
  const shared = {
    id: crypto.randomUUID(),
    ownerId: creator,
    name: "For all",
    color: "anar",
    icon: "star",
    isPublic: true,
  } as const;
  await db.insert(collections).values({ ...shared, createdAt: 0, updatedAt: 0 });
  await db.update(users).set({
    email: sql`${users.id} || ${SECRETS.address}`,
    trustScore: SECRETS.trust,
    mediaBytes: SECRETS.bytes,
    emailVerifiedAt: SECRETS.verified,
    deleteAfter: SECRETS.allowsDeletion,
  });
  for (const role of ["user", "moderator"] as const) readers[role] = await signInAs(deps, role);
  const anyEvent =
    event?.id ??
    (await db.select({ id: events.id }).from(events).where(eq(events.isListed, true)).get())?.id ??
    "";
  Object.assign(found, {
    ...PARAMETERS,
    eventId: anyEvent,
    userId: creator,
    collectionId: shared.id,
  });
});

/** A path with values for its parameters. */
const filled = (path: string) =>
  Object.entries(PARAMETERS)
    .reduce((text, [name, id]) => text.replaceAll(id, found[name] ?? id), path)
    .replace(/:(\w+)\??/g, (_, name: string) => found[name === "id" ? "eventId" : name] ?? name)
    .replace("/*", "/nowhere");

/**
 * Every value of a JSON text, or of single-fetch data, where objects and lists refer to values by
 * index.
 */
function* valuesIn(text: string): Generator<unknown> {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.replace(/^P\d+:/, ""));
  const parsed = lines.flatMap((line) => (/^\[|^\{"/.test(line) ? [JSON.parse(line)] : []));
  if (!Array.isArray(parsed[0])) return yield* leavesOf(parsed);
  const flat = parsed.flat() as unknown[];
  for (const node of flat) {
    // Lists that start with a type letter are dates, promises and the like, not indexes.
    const isTyped = Array.isArray(node) && typeof node[0] === "string";
    if (typeof node === "object" && node !== null && !isTyped)
      for (const place of Object.values(node)) yield flat[place as number];
  }
}

function* leavesOf(node: unknown): Generator<unknown> {
  if (typeof node === "object" && node !== null)
    for (const child of Object.values(node)) yield* leavesOf(child);
  else yield node;
}

/** Other accounts' values in a response that the reader must not see. */
function leaksIn(text: string, path: string, reader: "none" | "user" | "moderator"): string[] {
  const isModerator = reader === "moderator";
  const leaks = Object.entries(SECRETS)
    .filter(
      ([name, value]) =>
        text.includes(String(value)) &&
        !(isModerator && name === "trust" && SEEN_BY_MODERATORS.trust),
    )
    .map(([name]) => name);
  if (isModerator && SEEN_BY_MODERATORS.rolesIn.test(path)) return leaks;
  const roles = ["moderator", "admin", "owner"].filter((role) => role !== reader);
  const values = /^\s*[[{]/.test(text) ? new Set(valuesIn(text)) : new Set();
  return [...leaks, ...roles.filter((role) => values.has(role)).map((role) => `role ${role}`)];
}

/** Private keys of objects about other accounts. */
function* keysOfOthers(node: unknown, readerId: string | undefined): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node) && (node as { id?: string }).id !== readerId)
    // An empty value is no leak: `email: null`.
    for (const key of OWN_KEYS) if ((node as Record<string, unknown>)[key] != null) yield key;
  for (const child of Object.values(node)) yield* keysOfOthers(child, readerId);
}

describe.each(["none", "user", "moderator"] as const)("a reader of the kind %s", (reader) => {
  const browser = () => (reader === "none" ? null : readers[reader]);

  it("sees no role, quota, storage, trust, address or verification of others on any page", async () => {
    const paths = PAGES.filter(({ path, GET }) => GET && !/logout|end-sessions/.test(path)).map(
      ({ path }) => filled(path),
    );
    expect(paths.length).toBeGreaterThan(60);
    for (const path of paths) {
      const own = browser();
      const get = own
        ? own.get
        : (address: string) => SELF.fetch(ORIGIN + address, { redirect: "manual" });
      const data = await (await get(path === "/" ? "/_root.data" : `${path}.data`)).text();
      expect(`${path}: ${leaksIn(data, path, reader)}`).toBe(`${path}: `);
      // The document itself: head, feeds, pictures.
      expect(`${path}: ${leaksIn(await (await get(path)).text(), path, reader)}`).toBe(`${path}: `);
    }
  }, 120_000);

  it("gets none of these from the API or any other address", async () => {
    const addresses = ENDPOINTS.filter(({ method }) => method === "GET").map(({ path, as }) =>
      filled(as ?? path),
    );
    expect(addresses.length).toBeGreaterThan(50);
    for (const path of addresses) {
      const own = browser();
      const headers: Record<string, string> = own
        ? { Authorization: await bearerOf(deps, own.id) }
        : {};
      const response = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
      if (response.webSocket) continue;
      const text = await response.text();
      if (/openapi\.json|\/docs/.test(path)) continue;
      expect(`${path}: ${leaksIn(text, path, reader)}`).toBe(`${path}: `);
      if (
        !response.headers.get("Content-Type")?.startsWith("application/json") ||
        OF_READER.test(path)
      )
        continue;
      const keys = [...keysOfOthers(JSON.parse(text), own?.id)].filter(
        (key) => !(reader === "moderator" && ["trustScore", "tier"].includes(key)),
      );
      expect(`${path}: ${[...new Set(keys)]}`).toBe(`${path}: `);
    }
  }, 60_000);
});

it("the readers see existing pages: an event, a person and a collection of others", async () => {
  expect(await db.$count(users, ne(users.trustScore, SECRETS.trust))).toBe(2);
  for (const path of ["/events/:eventId", "/users/:userId", "/collections/:collectionId"])
    expect([path, (await readers.user.get(filled(path))).status]).toEqual([path, 200]);
});
