import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createRooydad } from "../../clients/typescript/index";
import { SHAPE } from "../../clients/typescript/schema";
import { shapeOf } from "../../clients/typescript/shape";
import { createDatabase } from "../../db/client";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { keyOf } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { written } from "../helpers/organizers";
import { signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const db = createDatabase(env.DB);
const origin = "https://rooydad.test";
const client = (key?: string) =>
  createRooydad({ origin, key, fetch: (request) => SELF.fetch(request) });
let id = "";

beforeAll(async () => {
  await emptyDatabase();
  const city = await createCity(db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  id = (
    await createEvent(db, {
      cityId: city.id,
      startsAt: Date.now() + 86_400_000,
      titleEn: "A Night of Kamancheh",
    })
  ).id;
  await createEvent(db, {
    cityId: city.id,
    startsAt: Date.now() + 86_400_000,
    categories: ["Talk"],
  });
  await createEvent(db, {
    cityId: city.id,
    startsAt: Date.now() + 86_400_000,
    categories: ["Film"],
  });
});

describe("the TypeScript client", () => {
  it("is generated from the API as it is: otherwise run `npm run client`", async () => {
    const description = await (
      await SELF.fetch(`${origin}/api/v1/openapi.json?lang=en`)
    ).json<object>();
    expect(SHAPE).toBe(await shapeOf(description));
  });

  it("reads lists and single events, with repeated parameters", async () => {
    const { data } = await client().GET("/events", {
      params: { query: { city: "tehran", category: ["Concert", "Talk"] } },
    });
    expect(data?.items.map(({ categories }) => categories[0]).sort()).toEqual(["Concert", "Talk"]);
    const one = await client().GET("/events/{id}", { params: { path: { id } } });
    expect(one.data?.title.en).toBe("A Night of Kamancheh");
  });

  it("gives texts as strings", async () => {
    const { data } = await client().GET("/events/{id}/ics", { params: { path: { id } } });
    expect(data).toMatch(/^BEGIN:VCALENDAR\r\n/);
  });

  it("gives a failing network as an error, and throws what the caller aborts", async () => {
    const away = createRooydad({
      origin,
      fetch: (request) =>
        request.signal.aborted
          ? Promise.reject(request.signal.reason)
          : Promise.reject(new TypeError("fetch failed")),
    });
    const { data, error, response } = await away.GET("/cities");
    expect([data, response.status]).toEqual([undefined, 503]);
    expect(error).toMatchObject({ code: "unreachable", message: "fetch failed" });
    const aborted = away.GET("/cities", { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toThrow();
  });

  it("gives errors with their issues, and writes with a key", async () => {
    const refused = await client().POST("/events", { body: written({ city: "tehran" }) as never });
    expect([refused.response.status, refused.error?.code]).toEqual([401, "unauthorized"]);
    const me = await signInAs(deps);
    const own = client(await keyOf(deps, me.id, ["events"]));
    const wrong = await own.POST("/events", { body: { nonsense: true } as never });
    expect(wrong.error?.issues?.length).toBeGreaterThan(0);
    const made = await own.POST("/events", { body: written({ city: "tehran" }) as never });
    expect([made.response.status, made.data?.status]).toEqual([201, "draft"]);
  });
});
