import { beforeEach, describe, expect, it } from "vitest";
import { hostNames, organizers, venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { emptyDatabase } from "../helpers/empty-database";
import { workerDeps } from "../helpers/worker-deps";

interface FollowBody {
  id: string;
  kind: string;
  name: { en: string; fa: string | null };
  page: string | null;
  frequency: string;
}

const deps = workerDeps();
const FOLLOWS = "/users/me/follows";

async function person() {
  const { id } = await createUser(deps.db);
  const Authorization = await bearerOf(deps, id);
  const call = <Body = FollowBody>(path: string, method = "GET", body?: unknown) =>
    askJson<Body>(path, {
      method,
      headers: { Authorization },
      ...(body === undefined ? null : { body }),
    });
  const end = async (followId: string) =>
    (await ask(`${FOLLOWS}/${followId}`, { method: "DELETE", headers: { Authorization } })).status;
  const list = async () => (await call<{ items: FollowBody[] }>(FOLLOWS)).body.items;
  return { call, end, list };
}

beforeEach(async () => {
  await emptyDatabase();
  const { id: cityId } = await createCity(deps.db, {
    slug: "tehran",
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  const common = { searchKey: "", createdAt: 0, updatedAt: 0 };
  const [venue, organizer] = [deps.ids.next(), deps.ids.next()];
  await deps.db.insert(venues).values({
    ...common,
    id: venue,
    slug: "vahdat-hall",
    cityId,
    nameEn: "Vahdat Hall",
    nameFa: "تالار وحدت",
  });
  await deps.db
    .insert(organizers)
    .values({ ...common, id: organizer, slug: "kuche", nameEn: "Kuche Theater" });
  await deps.db.insert(hostNames).values([
    { scope: `slug:venue:${cityId}`, key: "vahdat-hall", hostId: venue },
    { scope: "slug:organizer", key: "kuche", hostId: organizer },
  ]);
});

describe("/users/me/follows", () => {
  it("follows every kind by its page, and lists them with both names", async () => {
    const { call, list } = await person();
    for (const page of [
      "/venues/tehran/vahdat-hall",
      "/organizers/kuche?lang=fa",
      "/categories/concert?city=tehran",
      "/events?city=tehran&free=1",
    ])
      expect((await call(FOLLOWS, "POST", { page })).status, page).toBe(201);
    expect(
      (await list())
        .map(({ kind, name, page, frequency }) => [kind, name.en, name.fa, page, frequency])
        .sort(),
    ).toEqual([
      ["category", "Concert, Tehran", "کنسرت، تهران", "/categories/concert?city=tehran", "daily"],
      ["organizer", "Kuche Theater", null, "/organizers/kuche", "daily"],
      [
        "search",
        "Tehran · Free only",
        expect.stringContaining("تهران"),
        "/events?city=tehran&free=1",
        "daily",
      ],
      ["venue", "Vahdat Hall, Tehran", "تالار وحدت، تهران", "/venues/tehran/vahdat-hall", "daily"],
    ]);
  });

  it("changes the frequency and ends a follow, of oneself alone", async () => {
    const { call, list, end } = await person();
    const other = await person();
    const { body } = await call(FOLLOWS, "POST", {
      page: "/venues/tehran/vahdat-hall",
      frequency: "weekly",
    });
    expect(body.frequency).toBe("weekly");
    // The same page again is the same follow.
    expect((await call(FOLLOWS, "POST", { page: "/venues/tehran/vahdat-hall" })).body).toEqual(
      body,
    );
    expect((await call(`${FOLLOWS}/${body.id}`, "PATCH", { frequency: "instant" })).body).toEqual({
      ...body,
      frequency: "instant",
    });
    expect(
      (await other.call(`${FOLLOWS}/${body.id}`, "PATCH", { frequency: "daily" })).status,
    ).toBe(404);
    expect(await other.end(body.id)).toBe(404);
    expect(await other.list()).toEqual([]);
    expect(await list()).toHaveLength(1);
    expect([await end(body.id), await end(body.id)]).toEqual([204, 404]);
    expect(await list()).toEqual([]);
  });

  it("refuses what cannot be followed", async () => {
    const { call } = await person();
    for (const page of [
      "/venues/tehran/nowhere",
      "/organizers",
      "/events?when=past",
      "/account",
      "https://other.example/organizers/kuche",
      "",
    ])
      expect((await call(FOLLOWS, "POST", { page })).status, page).toBe(404);
    expect(
      (await call(FOLLOWS, "POST", { page: "/events?free=1", frequency: "instant" })).status,
    ).toBe(422);
    expect(
      (await call(FOLLOWS, "POST", { page: "/organizers/kuche", frequency: "hourly" })).status,
    ).toBe(422);
    const { body } = await call(FOLLOWS, "POST", { page: "/events?free=1" });
    expect((await call(`${FOLLOWS}/${body.id}`, "PATCH", { frequency: "instant" })).status).toBe(
      422,
    );
    expect((await ask(FOLLOWS)).status).toBe(401);
  });
});
