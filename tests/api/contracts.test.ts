import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { KEY_SCOPES } from "../../app/lib/permissions";
import { ingestionCandidates, ingestionRuns, venues, WEBHOOK_TYPES } from "../../db/schema";
import { FLAG_INPUT_EXAMPLE } from "../../worker/api/v1/examples";
import {
  RULE_INPUT_EXAMPLE,
  TEMPLATE_INPUT_EXAMPLE,
} from "../../worker/api/v1/notification-examples";
import { createCity } from "../factories/city";
import { bearerOf, keyOf } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addActor } from "../helpers/organizers";
import { addSource } from "../helpers/sources";
import type { TestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const DAY = 86_400_000;
const START = Date.now() + 9 * DAY;
const EVENT = {
  title: { en: "A Night of Kamancheh", fa: "شب کمانچه" },
  description: { en: "Two players and a long winter evening." },
  venue: { en: "Roudaki Hall" },
  city: "tehran",
  startsAt: new Date(START).toISOString(),
  endsAt: new Date(START + DAY / 12).toISOString(),
  price: 1_500_000,
  categories: ["Concert"],
  tags: ["kamancheh"],
};

interface Operation {
  operationId: string;
  security?: { bearer?: string[] }[];
  "x-rate-budget"?: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref: string }; example?: object }> };
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
}
interface Description {
  info: { license?: object; contact?: object };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: object; example: object }> } } }
  >;
  components: { schemas: Record<string, { properties?: Record<string, { readOnly?: boolean }> }> };
}

let owner: Record<string, string>;
let ownerId = "";
let description: Description;
/** An address of each resource that is read by GET and written by PUT or PATCH. */
let samples: Record<string, string>;

const create = async (path: string, body: object) => {
  const made = await askJson<{ id?: string; key?: string }>(path, {
    method: "POST",
    headers: owner,
    body,
  });
  expect([path, made]).toEqual([path, { status: 201, body: expect.anything() }]);
  return `${path}/${made.body.id ?? made.body.key}`;
};

/** @returns the ids of a run and of its candidate in review */
async function addCandidate(cityId: string): Promise<[run: string, candidate: string]> {
  const [id, runId, now] = [deps.ids.next(), deps.ids.next(), deps.clock.now()];
  const stamps = { createdAt: now, updatedAt: now };
  await deps.db.insert(ingestionRuns).values({
    id: runId,
    cityId,
    month: "2027-01",
    provider: "other",
    categories: [],
    status: "completed",
    eventsCount: 1,
    idempotencyKey: "contracts",
    dueAt: now,
    creatorId: ownerId,
    ...stamps,
  });
  await deps.db.insert(ingestionCandidates).values({
    id,
    runId,
    position: 0,
    values: { title: "Shajarian Night", date: "2027-01-08", time: "19:00", venue: "Vahdat Hall" },
    status: "pending_review",
    findings: [],
    localDay: "2027-01-08",
    ...stamps,
  });
  return [runId, id];
}

/** @returns the id of a venue */
async function addVenue(cityId: string, nameEn = "Roudaki Hall of Contracts"): Promise<string> {
  const id = deps.ids.next();
  await deps.db.insert(venues).values({
    id,
    cityId,
    slug: nameEn.toLowerCase().replaceAll(" ", "-"),
    nameEn,
    searchKey: nameEn.toLowerCase(),
    createdAt: 0,
    updatedAt: 0,
  });
  return id;
}

beforeAll(async () => {
  const city = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  const actor = await addActor(deps, "owner", 30);
  ownerId = actor.id;
  owner = { Authorization: await bearerOf(deps, ownerId) };
  description = (await askJson<Description>("/openapi.json?lang=en")).body;
  await addVenue(city.id, "Azadi Tower of Contracts");
  const [run, candidate] = await addCandidate(city.id);
  const event = await create("/events", EVENT);
  const submitted = await ask(`${event}/submit`, { method: "POST", headers: owner, body: {} });
  expect(submitted.status).toBe(200);
  const decided = event.replace("/events/", "/events/admin/");
  const candidatePath = `/admin/ingestion/candidates/${candidate}`;
  samples = {
    "/": "",
    "/events/{id}": await create("/events", EVENT),
    "/venues/{id}": `/venues/${await addVenue(city.id)}`,
    "/collections/{id}": await create("/collections", { name: "Winter" }),
    "/cities/{id}": "/cities/tehran",
    "/users/profile": "/users/profile",
    "/users/{id}": `/users/${(await addActor(deps, "user", 30)).id}`,
    "/admin/platform-settings/{group}": "/admin/platform-settings/features",
    "/admin/ux-settings": "/admin/ux-settings",
    "/admin/feature-flags/{key}": await create("/admin/feature-flags", FLAG_INPUT_EXAMPLE),
    "/admin/notification-rules/{key}": await create(
      "/admin/notification-rules",
      RULE_INPUT_EXAMPLE,
    ),
    "/admin/email-templates/{key}": await create("/admin/email-templates", TEMPLATE_INPUT_EXAMPLE),
    "/admin/sources/{id}": `/admin/sources/${await addSource(deps as TestDeps, actor, "")}`,
    "/events/admin/{id}/approve": `${decided}/approve`,
    "/events/admin/{id}/reject": `${decided}/reject`,
    "/admin/ingestion/candidates/{id}": candidatePath,
    "/admin/ingestion/candidates/{id}/approve": `${candidatePath}/approve`,
    "/admin/ingestion/candidates/{id}/reject": `${candidatePath}/reject`,
    "/admin/ingestion/runs/{id}": `/admin/ingestion/runs/${run}`,
    "/notifications": "/notifications",
  };
});

const written = () =>
  Object.entries(description.paths).filter(
    ([, methods]) => methods.get && (methods.put || methods.patch),
  );
const nameOf = (ref: string | undefined) => ref?.split("/").at(-1) ?? "";
const sampleOf = (path: string): string => {
  const sample = samples[path];
  if (!sample) throw new Error(`No sample of ${path}`);
  return sample;
};

describe("what GET gives", () => {
  it("PUT takes unchanged, with the tag of GET as If-Match", async () => {
    for (const [path, methods] of written()) {
      if (!methods.put) continue;
      const address = sampleOf(path);
      const read = await ask(address, { headers: owner });
      const tag = read.headers.get("ETag") ?? "";
      expect([path, read.status, tag]).toEqual([path, 200, expect.stringMatching(/^"[\w.:-]+"$/)]);
      const body = await read.json();
      const put = (sent: unknown, ifMatch: string) =>
        askJson(address, { method: "PUT", headers: { ...owner, "If-Match": ifMatch }, body: sent });
      expect([path, await put(body, '"00000000000000000000000000000000"')]).toEqual([
        path,
        {
          status: 412,
          body: expect.objectContaining({
            code: "precondition-failed",
            issues: [expect.objectContaining({ path: "If-Match" })],
          }),
        },
      ]);
      const done = await put(body, tag);
      expect([path, done.status, done.body]).toEqual([path, 200, expect.anything()]);
    }
  });

  it("carries the tag that every change of the resource takes as If-Match, and names", async () => {
    const all = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const namesTag = ({ operation }: (typeof all)[number]) =>
      operation.parameters.some(({ name }) => name === "If-Match");
    const ofRead = all.filter(
      ({ path, method }) =>
        description.paths[path]?.get && ["put", "patch", "delete"].includes(method),
    );
    expect(ofRead.filter((change) => !namesTag(change))).toEqual([]);
    // Decisions come first, deletions last: the samples are theirs too.
    const isDelete = ({ method }: { method: string }) => method === "delete";
    const others = all.filter((change) => namesTag(change) && !ofRead.includes(change));
    for (const { path, method, operation } of [
      ...others,
      ...ofRead.filter((change) => !isDelete(change)),
      ...ofRead.filter(isDelete),
    ]) {
      const address = sampleOf(path);
      const read = await ask(address, { headers: owner });
      const tag = read.headers.get("ETag") ?? "";
      const json: unknown = read.ok
        ? await read.json()
        : operation.requestBody?.content["application/json"]?.example;
      const change = (ifMatch: string) =>
        ask(address, {
          method: method.toUpperCase(),
          headers: { ...owner, "If-Match": ifMatch },
          ...(method === "delete" ? {} : { body: json ?? {} }),
        });
      expect([method, path, (await change('"00000000000000000000000000000000"')).status]).toEqual([
        ...[method, path, 412],
      ]);
      if (!read.ok) continue;
      // A city with events is not deleted.
      const done =
        path === "/cities/{id}" && method === "delete" ? 409 : method === "delete" ? 204 : 200;
      expect([method, path, (await change(tag)).status]).toEqual([method, path, done]);
    }
  });

  it("is deleted with the tag that was read before its counters moved", async () => {
    const address = await create("/events", EVENT);
    const read = await ask(address, { headers: owner });
    const tag = read.headers.get("ETag") ?? "";
    const remove = (ifMatch: string) =>
      ask(address, { method: "DELETE", headers: { ...owner, "If-Match": ifMatch } });
    expect((await remove(`"9.${tag.slice(-33)}`)).status).toBe(412);
    // Of several one has to match (RFC 9110 §13.1.1).
    const other = '"00000000000000000000000000000000"';
    for (const none of [`${other}, "9"`, `${tag},`, `${tag} ${tag}`, `${tag}, *`, ", "])
      expect([none, (await remove(none)).status]).toEqual([none, 412]);
    const patch = (ifMatch: string) =>
      ask(address, { method: "PATCH", headers: { ...owner, "If-Match": ifMatch }, body: {} });
    expect((await patch(`${other}, ${other}`)).status).toBe(412);
    expect((await patch(`${other} , W/${tag}`)).status).toBe(200);
    const now = (await ask(address, { headers: owner })).headers.get("ETag") ?? "";
    expect((await remove(`${now.slice(0, -33)}${"0".repeat(32)}"`)).status).toBe(204);
  });

  it("is read-only in the schema of PUT where the body has no such field", () => {
    for (const [path, methods] of written()) {
      const body = methods.put?.requestBody?.content["application/json"]?.schema.$ref;
      if (!body) continue;
      const taken = description.components.schemas[nameOf(body)]?.properties ?? {};
      const answer = methods.get?.responses[200]?.content?.["application/json"]?.schema?.$ref;
      const given = Object.keys(description.components.schemas[nameOf(answer)]?.properties ?? {});
      expect([path, given.filter((name) => !(name in taken))]).toEqual([path, []]);
    }
    expect(description.components.schemas.EventInput?.properties?.viewCount?.readOnly).toBe(true);
    expect(description.components.schemas.EventInput?.properties?.title?.readOnly).toBeUndefined();
  });

  it("a stranger's script, with a key and what the reference says alone, changes the title of an event and puts it back", async () => {
    const { id } = (await (
      await ask(await create("/events", EVENT), { headers: owner })
    ).json()) as {
      id: string;
    };
    const key = await keyOf(deps, ownerId, ["events"]);
    // From here on nothing but addresses, the key and the description.
    const authorized = { Authorization: `Bearer ${key}` };
    const index = await (await SELF.fetch("http://rooydad.test/api/v1")).json<{
      description: string;
    }>();
    const reference = await (await SELF.fetch(index.description)).json<
      Description & { servers: { url: string }[] }
    >();
    const addressOf = (operationId: string) => {
      const [path = ""] =
        Object.entries(reference.paths).find(([, methods]) =>
          Object.values(methods).some((operation) => operation.operationId === operationId),
        ) ?? [];
      const server = new URL(reference.servers[0]?.url ?? "", index.description);
      return `${server.href.replace(/\/$/, "")}${path.replace("{id}", id)}`;
    };
    const read = await SELF.fetch(addressOf("getEvent"), { headers: authorized });
    const tag = read.headers.get("ETag") ?? "";
    const event = await read.json<typeof EVENT & { url: string }>();
    expect(event.url).toBe(`http://rooydad.test/events/${id}`);
    const put = (body: object, ifMatch: string) =>
      SELF.fetch(addressOf("updateEvent"), {
        method: "PUT",
        headers: { ...authorized, "Content-Type": "application/json", "If-Match": ifMatch },
        body: JSON.stringify(body),
      });
    const renamed = { ...event, title: { ...event.title, en: "A Day of Kamancheh" } };
    const changed = await put(renamed, tag);
    expect([changed.status, await changed.clone().json()]).toMatchObject([
      200,
      { title: renamed.title },
    ]);
    const back = await put(event, changed.headers.get("ETag") ?? "");
    expect(back.status).toBe(200);
    const { version: _now, updatedAt: _at, ...now } = await back.json<Record<string, unknown>>();
    expect(event).toMatchObject(now);
    // A tag that is old, of nothing, no tag at all: nothing is written. A weak one is ours after compression.
    const latest = back.headers.get("ETag") ?? "";
    for (const wrong of [tag, '"0"', '"x"', "3", '""', '"', "null", '"1e3"', `"${"9".repeat(99)}"`])
      expect([wrong, (await put(renamed, wrong)).status]).toEqual([wrong, 412]);
    const after = await SELF.fetch(addressOf("getEvent"), { headers: authorized });
    const stateOf = (sent: string | null) => sent?.split(".")[0];
    expect([stateOf(after.headers.get("ETag")), await after.json()]).toMatchObject([
      stateOf(latest),
      { title: EVENT.title },
    ]);
    expect((await put(event, `W/${latest}`)).status).toBe(200);
  });
});

describe("PATCH", () => {
  it("changes the named fields of an event and clears those that are null", async () => {
    const address = await create("/events", EVENT);
    const patch = (body: object, type = "application/merge-patch+json") =>
      askJson<typeof EVENT & { version: number; message: string }>(address, {
        method: "PATCH",
        headers: { ...owner, "Content-Type": type },
        body,
      });
    const cheaper = await patch({ price: 5, title: { fa: null } });
    expect([cheaper.status, cheaper.body]).toMatchObject([
      200,
      {
        price: 5,
        title: { en: EVENT.title.en, fa: null },
        tags: EVENT.tags,
        city: { slug: "tehran" },
      },
    ]);
    expect((await patch({ price: null }, "application/json")).body.price).toBeNull();
    expect((await patch({ price: -1 })).status).toBe(422);
    expect((await patch({ colour: "red" })).status).toBe(422);
    expect((await patch({ price: 5 }, "text/plain")).status).toBe(415);
  });

  it("keeps the fields of a collection that it does not name", async () => {
    const address = await create("/collections", { name: "Winter", description: "Long nights" });
    const { status, body } = await askJson(address, {
      method: "PATCH",
      headers: owner,
      body: { name: "Yalda" },
    });
    expect([status, body]).toMatchObject([200, { name: "Yalda", description: "Long nights" }]);
  });
});

describe("venues", () => {
  it("are read by everyone, and changed by staff with the tag of GET", async () => {
    const address = sampleOf("/venues/{id}");
    const listed = await askJson<{ items: { name: { en: string } }[] }>("/venues?city=tehran");
    expect(listed.body.items.map(({ name }) => name.en)).toContain("Roudaki Hall of Contracts");
    expect((await askJson("/venues?city=atlantis")).status).toBe(404);
    const first = await askJson<{ items: object[]; nextCursor: string; hasMore: boolean }>(
      "/venues?limit=1",
    );
    expect([first.body.items.length, first.body.hasMore]).toEqual([1, true]);
    const next = await askJson<{ items: object[] }>(
      `/venues?limit=1&cursor=${encodeURIComponent(first.body.nextCursor)}`,
    );
    expect(next.body.items).not.toEqual(first.body.items);
    const read = await ask(address);
    const tag = read.headers.get("ETag") ?? "";
    const patch = (body: object, headers: Record<string, string>) =>
      askJson<{ version: number }>(address, { method: "PATCH", headers, body });
    const change = { address: { fa: "خیابان حافظ" }, latitude: 35.7 };
    const staff = { ...owner, "If-Match": tag };
    expect(await patch({ ...((await read.json()) as object), ...change }, staff)).toMatchObject({
      status: 200,
      body: { name: { en: "Roudaki Hall of Contracts" }, ...change, version: 2 },
    });
    expect((await patch(change, staff)).status).toBe(412);
    expect((await patch({ latitude: 91 }, owner)).status).toBe(422);
    await patch({ isHidden: true }, owner);
    expect([(await ask(address)).status, (await ask(address, { headers: owner })).status]).toEqual([
      404, 200,
    ]);
  });
});

describe("names of parameters", () => {
  it("are refused by every operation where they are unknown", async () => {
    let asked = 0;
    for (const [path, methods] of Object.entries(description.paths))
      for (const [method, { operationId }] of Object.entries(methods)) {
        // Its answer is for the pages alone and refuses other origins first.
        if (["getSessionToken", "messengerHook"].includes(operationId)) continue;
        const address = (samples[path] ?? path).replaceAll(/\{\w+\}/g, () => deps.ids.next());
        const answer = await ask(`${address}?colour=red`, {
          method: method.toUpperCase(),
          headers: owner,
          ...(method === "get" ? {} : { body: {} }),
        });
        asked += 1;
        // RFC 9457 beside the fields of this API.
        expect([operationId, answer.headers.get("Content-Type"), await answer.json()]).toEqual([
          operationId,
          "application/problem+json",
          {
            ...{ type: "about:blank", status: 400, code: "bad-request" },
            title: expect.stringMatching(/./),
            detail: expect.stringMatching(/./),
            message: expect.stringMatching(/./),
            instance: `urn:uuid:${answer.headers.get("X-Request-Id")}`,
            requestId: answer.headers.get("X-Request-Id"),
            issues: [expect.objectContaining({ path: "colour" })],
          },
        ]);
      }
    expect(asked).toBeGreaterThan(100);
  });
});

describe("values of parameters", () => {
  it("fail no operation itself, whatever they are", async () => {
    const hostile = ["2026-02-30", "1e999", "%00", "2026-02-30T00:00:00Z"];
    let asked = 0;
    for (const [path, { get }] of Object.entries(description.paths)) {
      // hostile.test.ts has its parameters.
      if (path === "/events") continue;
      for (const { name } of get?.parameters.filter((one) => one.in === "query") ?? [])
        for (const value of hostile) {
          const address = (samples[path] ?? path).replaceAll(/\{\w+\}/g, () => deps.ids.next());
          const { status, body } = await ask(`${address}?${name}=${value}`, { headers: owner });
          await body?.cancel();
          asked += 1;
          expect([path, name, value, status < 500]).toEqual([path, name, value, true]);
        }
    }
    expect(asked).toBeGreaterThan(100);
  });
});

describe("values of bodies", () => {
  it("fail no operation itself, whatever they are and however deep", async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const hostile = [deep, "1e999", '"\\u0000\\ud800"', "[[]]"];
    const failed: unknown[] = [];
    let asked = 0;
    for (const [path, methods] of Object.entries(description.paths))
      for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
        const content = requestBody?.content["application/json"];
        if (!content || /sign|login|logout|session/i.test(operationId)) continue;
        const { example = {}, schema } = content;
        const { properties } = description.components.schemas[nameOf(schema.$ref) ?? ""] ?? {};
        const names = Object.keys({ ...example, ...properties });
        const fieldsOf = (value: string, only?: string) =>
          names
            .flatMap((name) => {
              const own = example[name as keyof typeof example] as unknown;
              const given = only === undefined || only === name ? value : JSON.stringify(own);
              return given === undefined ? [] : `"${name}":${given}`;
            })
            .join();
        const bodies = [
          ...hostile.map((value) => fieldsOf(value)),
          ...hostile.slice(0, 1).map((value) => fieldsOf(value, names[0])),
          // What an answer has beside its body's fields.
          ...["id", "version", "updatedAt"].map(
            (name) => `${fieldsOf("{}", "")},"${name}":${deep}`,
          ),
        ];
        for (const body of bodies) {
          const address = (samples[path] ?? path).replaceAll(/\{\w+\}/g, () => deps.ids.next());
          const answer = await ask(address, {
            method: method.toUpperCase(),
            headers: { ...owner, "Content-Type": "application/json" },
            body: `{${body.replace(/^,/, "")}}`,
          });
          await answer.body?.cancel();
          asked += 1;
          if (answer.status >= 500) failed.push([operationId, body.slice(0, 60), body.slice(-30)]);
        }
      }
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(300);
  }, 120_000);
});

describe("other origins", () => {
  it("may send every header that the description names", async () => {
    const headers = new Set(
      Object.values(description.paths)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ parameters }) => parameters)
        .filter((parameter) => parameter.in === "header")
        .map(({ name }) => name),
    );
    expect([...headers].sort()).toEqual(["Idempotency-Key", "If-Match", "X-Bookmark"]);
    const allowed = (await ask("/events", { method: "OPTIONS" })).headers.get(
      "Access-Control-Allow-Headers",
    );
    for (const name of headers) expect(allowed?.split(", ")).toContain(name);
  });
});

describe("keys", () => {
  it("learn whose they are and which scope they lack", async () => {
    const headers = { Authorization: `Bearer ${await keyOf(deps, ownerId, ["read"])}` };
    expect(await askJson("/me/key", { headers })).toMatchObject({
      status: 200,
      body: { scopes: ["read"], user: { id: ownerId } },
    });
    const refused = await ask("/events", { method: "POST", headers, body: EVENT });
    expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
      403,
      'Bearer realm="api", error="insufficient_scope", scope="events"',
    ]);
    expect(await refused.json()).toMatchObject({
      code: "forbidden",
      message: "This API key lacks the scope for that: events.",
      type: "about:blank",
      status: 403,
    });
    const never = await ask("/users/profile", { method: "PUT", headers, body: {} });
    expect(never.headers.get("WWW-Authenticate")).toBe(
      'Bearer realm="api", error="insufficient_scope"',
    );
  });
});

describe("rate budgets", () => {
  it("are in the headers of answers", async () => {
    const { headers } = await ask("/categories");
    expect(headers.get("RateLimit-Policy")).toMatch(/^"api_requests";q=\d+;w=60$/);
    expect(headers.get("RateLimit")).toMatch(/^"api_requests";r=\d+;t=\d+$/);
  });
});

describe("the description", () => {
  it("has a license, a contact and the messages of webhooks", () => {
    expect(description.info).toMatchObject({ license: { identifier: "MIT" } });
    expect(description.info.contact).toBeDefined();
    expect(Object.keys(description.webhooks)).toEqual(WEBHOOK_TYPES as unknown as string[]);
    for (const [type, { post }] of Object.entries(description.webhooks)) {
      const { schema, example } = post.requestBody.content["application/json"] ?? expect.fail();
      expect(schema).toMatchObject({
        required: ["type", "timestamp", "data"],
        properties: { type: { const: type }, data: expect.anything() },
      });
      expect(example).toMatchObject({ type, data: expect.anything() });
    }
  });

  it("names the rate budget of every operation, and the scopes of keys that each takes", () => {
    const all = Object.values(description.paths).flatMap((methods) => Object.values(methods));
    for (const { operationId, ...operation } of all)
      expect([operationId, operation["x-rate-budget"]]).toEqual([operationId, expect.any(String)]);
    const scopes = all.flatMap(({ security = [] }) =>
      security.flatMap(({ bearer = [] }) => bearer),
    );
    for (const scope of scopes) expect(KEY_SCOPES).toContain(scope);
    for (const scope of KEY_SCOPES) expect(scopes).toContain(scope);
    const created = all.find(({ operationId }) => operationId === "createEvent");
    expect(created?.security).toEqual([{ bearer: ["events"] }]);
  });

  it("is found from the index", async () => {
    const { status, body } = await askJson<{ description: string }>("");
    expect([status, body.description]).toEqual([200, "http://rooydad.test/api/v1/openapi.json"]);
    // As the description names it: the server's address and "/". Pages of other origins get there too.
    for (const [path, canonical] of [
      ["/", "/api/v1"],
      ["/cities/TEHRAN", "/api/v1/cities/tehran"],
    ] as const) {
      const { headers } = await SELF.fetch(`http://rooydad.test/api/v1${path}`, {
        redirect: "manual",
      });
      expect([path, headers.get("Location"), headers.get("Access-Control-Allow-Origin")]).toEqual([
        path,
        canonical,
        "*",
      ]);
    }
  });
});
