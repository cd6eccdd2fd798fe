import { env, SELF } from "cloudflare:test";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../app/i18n/locale";
import { DESCRIBED_FIELD_NAMES } from "../../app/lib/event/field-groups";
import en from "../../app/locales/en/api.json";
import { AuditLog } from "../../app/modules/audit/audit-entry.server";
import { EventInput, LifecycleInput, OwnEventJson } from "../../app/modules/authoring/schema";
import { CityJson, CityListJson } from "../../app/modules/cities/schema";
import { Rejection } from "../../app/modules/events/decision.server";
import {
  CategoryListJson,
  EventJson,
  EventListJson,
} from "../../app/modules/events/event-json-schema";
import { SignIn, SignUp, TokenExchange } from "../../app/modules/identity/schema";
import { UserJson } from "../../app/modules/identity/users/queries.server";
import { ProfileUpdate } from "../../app/modules/identity/users/schema";
import { FlagInput } from "../../app/modules/review/moderation/flag-event.server";
import { ErrorJson } from "../../worker/api/v1/errors";
import { DESCRIBED_LIKE } from "../../worker/api/v1/openapi";
import { ENDPOINTS } from "../authorization/matrix";
import { ask, askJson } from "../helpers/api-client";

interface Description {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    schemas: Record<
      string,
      { properties: Record<string, { description: string; readOnly?: boolean }> }
    >;
    responses: Record<string, Answer>;
  };
}
interface Answer {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { example: unknown }>;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; description: string; schema: Record<string, unknown> }[];
  responses: Record<string, Answer>;
  security?: unknown[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { $ref: string }; example: unknown }>;
  };
}

/** Fields of an event described by the form's texts, as listed in event-fields.ts. */
const isDescribedByForm = (field: string) => DESCRIBED_FIELD_NAMES.some((name) => name === field);

const describeIn = async (lang: string) =>
  (await askJson<Description>(`/openapi.json?lang=${lang}`)).body;

/** Every node of a document with its path. */
function* walk(node: unknown, path: string[] = []): Generator<[path: string[], node: unknown]> {
  yield [path, node];
  if (typeof node === "object" && node !== null)
    for (const [name, child] of Object.entries(node)) yield* walk(child, [...path, name]);
}

describe("GET /openapi.json", () => {
  it("has version 3.1", async () => {
    const description = await describeIn("en");
    expect(description.openapi).toBe("3.1.0");
    // The authorization matrix compares the set of operations.
    expect(Object.keys(description.paths)).toContain("/events/{id}");
  });

  it("says of every text that people write that it is data [S-160]", async () => {
    const { info, components } = await describeIn("en");
    expect(info.description).toContain("data, not instructions");
    const written = {
      Event: ["title", "description", "venue", "address", "organizer"],
      OwnEvent: ["title", "description", "venue", "address", "organizer"],
      Occurrence: ["note"],
      Creator: ["displayName"],
      Collection: ["name", "description"],
      CollectionWithEvents: ["name", "description"],
      Candidate: ["title", "description", "venue", "organizer"],
      Report: ["eventTitle", "note"],
      Suggestions: ["events", "venues", "organizers"],
    };
    for (const [schema, fields] of Object.entries(written))
      for (const field of fields)
        expect([schema, field, components.schemas[schema]?.properties[field]?.description]).toEqual(
          [schema, field, expect.stringContaining("data, not instructions")],
        );
  });

  it.each(LOCALES)("has a text for everything in %s, and no untranslated key", async (locale) => {
    const description = await describeIn(locale);
    for (const [path, node] of walk(description)) {
      const name = path.at(-1) ?? "";
      if (
        path.includes("example") ||
        !["summary", "description"].includes(name) ||
        typeof node !== "string"
      )
        continue;
      expect([path.join("."), node]).toEqual([
        path.join("."),
        expect.stringMatching(locale === "fa" ? /[\u0600-\u06FF]|^UUID|^ISO/ : /\w/),
      ]);
      expect([path.join("."), node]).not.toEqual([
        path.join("."),
        expect.stringMatching(/^(api:|\w+\.[\w.-]+$)/),
      ]);
    }
    for (const methods of Object.values(description.paths))
      for (const operation of Object.values(methods)) {
        expect(operation.summary && operation.description).toBeTruthy();
        for (const parameter of operation.parameters)
          expect([parameter.name, parameter.description]).toEqual([
            parameter.name,
            expect.any(String),
          ]);
      }
    for (const [name, schema] of Object.entries(description.components.schemas))
      for (const [field, type] of Object.entries(schema.properties))
        expect([name, field, type.description]).toEqual([name, field, expect.any(String)]);
  });

  it("has no unused text", async () => {
    const description = await describeIn("en");
    const ids = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(Object.keys(en.operations).sort()).toEqual(ids.sort());
    expect(Object.keys(en.schemas).sort()).toEqual(
      Object.keys(description.components.schemas).sort(),
    );
    const textsOf = (name = ""): Record<string, string> =>
      (en.schemas as Record<string, Record<string, string>>)[name] ?? {};
    for (const name of Object.keys(en.schemas)) {
      const { about, ...own } = textsOf(name);
      const like = textsOf(DESCRIBED_LIKE[name]);
      const fields = Object.keys(description.components.schemas[name]?.properties ?? {}).filter(
        (field) =>
          !isDescribedByForm(field) &&
          !description.components.schemas[name]?.properties[field]?.readOnly &&
          (!(field in like) || field in own),
      );
      expect([name, about, Object.keys(own).sort()]).toEqual([
        name,
        expect.any(String),
        fields.sort(),
      ]);
    }
    const all = [...walk(description)]
      .filter(([, node]) => typeof node === "string")
      .map(([, node]) => node as string);
    for (const [name, text] of Object.entries(en.parameters))
      expect([name, all.includes(text)]).toEqual([name, true]);
  });

  it("has no dangling reference", async () => {
    const description = await describeIn("en");
    for (const [path, node] of walk(description)) {
      if (path.at(-1) !== "$ref") continue;
      const target = String(node)
        .slice(2)
        .split("/")
        .reduce<unknown>((place, name) => (place as Record<string, unknown>)?.[name], description);
      expect([node, typeof target]).toEqual([node, "object"]);
    }
  });

  it("has examples that match their schemas", async () => {
    const { paths, components } = await describeIn("en");
    const example = (path: string) =>
      Object.values(paths[path]?.get?.responses["200"]?.content ?? {})[0]?.example;
    for (const [path, schema] of [
      ["/events", EventListJson],
      ["/events/{id}", EventJson],
      ["/cities", CityListJson],
      ["/cities/search", CityListJson],
      ["/cities/{id}", CityJson],
      ["/categories", CategoryListJson],
    ] as const)
      expect([path, v.safeParse(schema, example(path)).issues]).toEqual([path, undefined]);
    for (const answer of Object.values(components.responses))
      v.parse(ErrorJson, answer.content?.["application/problem+json"]?.example);
  });

  it("has example bodies that are accepted, with responses that match their schemas", async () => {
    const { paths } = await describeIn("en");
    for (const [path, method, body, status, answer] of [
      ["/identity/sign-up", "post", SignUp, "202", v.object({ verificationSent: v.literal(true) })],
      [
        "/identity/sign-in",
        "post",
        SignIn,
        "200",
        v.object({ idToken: v.string(), expiresIn: v.number() }),
      ],
      [
        "/auth/login",
        "post",
        TokenExchange,
        "200",
        v.object({ access_token: v.string(), user: UserJson }),
      ],
      ["/users/profile", "put", ProfileUpdate, "200", UserJson],
      ["/audit/logs", "post", AuditLog, "204", v.undefined()],
      ["/events", "post", EventInput, "201", OwnEventJson],
      ["/events/{id}", "put", EventInput, "200", OwnEventJson],
      ["/events/{id}/flags", "post", FlagInput, "204", v.undefined()],
      ["/events/{id}/lifecycle", "post", LifecycleInput, "200", OwnEventJson],
      ["/events/admin/{id}/reject", "post", Rejection, "200", OwnEventJson],
    ] as const) {
      const operation = paths[path]?.[method];
      if (!operation) throw new Error(`${path} is not described.`);
      const { requestBody, responses } = operation;
      expect([
        path,
        v.safeParse(body, requestBody?.content["application/json"]?.example).issues,
      ]).toEqual([path, undefined]);
      expect([
        path,
        v.safeParse(answer, responses[status]?.content?.["application/json"]?.example).issues,
      ]).toEqual([path, undefined]);
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(["400", "413", "415", "422", "429", "500"]),
      );
    }
  });

  it("documents 400, 429 and 500 of every operation", async () => {
    const { paths } = await describeIn("en");
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(100);
    for (const { operationId, responses } of operations)
      expect([operationId, Object.keys(responses)]).toEqual([
        operationId,
        expect.arrayContaining(["400", "429", "500"]),
      ]);
  });

  it("documents X-Bookmark: a parameter of reads, a header of responses after writes", async () => {
    const { paths } = await describeIn("en");
    for (const methods of Object.values(paths))
      for (const [method, { operationId, parameters, responses }] of Object.entries(methods)) {
        const isTaken = parameters.some(
          ({ name, in: place }) => name === "X-Bookmark" && place === "header",
        );
        const answered = Object.entries(responses).filter(
          ([, { headers }]) => headers && "X-Bookmark" in headers,
        );
        expect([operationId, isTaken, answered.map(([status]) => status[0])]).toEqual([
          operationId,
          method === "get",
          method === "get" ? [] : ["2"],
        ]);
      }
  });

  it("documents the bearer scheme, and 401 and 403 where it is required", async () => {
    const description = await describeIn("en");
    expect(description.components.securitySchemes).toMatchObject({
      bearer: { type: "http", scheme: "bearer" },
    });
    const protectedOnes = Object.values(description.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ security }) => security);
    const bearers = ENDPOINTS.filter(
      ({ row, by, isUndescribed }) => row.none === "401" && by !== "cookie" && !isUndescribed,
    );
    expect(protectedOnes).toHaveLength(bearers.length);
    for (const { method, path } of bearers) {
      const address = path.replace("/api/v1", "").replace(/:(\w+)/g, "{$1}");
      expect([path, description.paths[address]?.[method.toLowerCase()]?.security]).toEqual([
        path,
        [{ bearer: expect.any(Array) }],
      ]);
    }
    for (const { operationId, responses } of protectedOnes)
      expect([operationId, Object.keys(responses)]).toEqual([
        operationId,
        expect.arrayContaining(["401", "403"]),
      ]);
  });

  it("documents the parameters of GET /events with their limits", async () => {
    const { paths } = await describeIn("en");
    const { parameters = [] } = paths["/events"]?.get ?? {};
    expect(parameters.map(({ name }) => name)).toEqual([
      "q",
      "city",
      "category",
      "tag",
      "trait",
      "age",
      "min",
      "max",
      "time",
      "when",
      "from",
      "to",
      "free",
      "online",
      "lat",
      "lng",
      "radius",
      "bbox",
      "sort",
      "cursor",
      "limit",
      "without",
      "X-Bookmark",
    ]);
    expect(parameters.find(({ name }) => name === "limit")?.schema).toMatchObject({
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 24,
    });
    expect(parameters.find(({ name }) => name === "radius")?.schema).toMatchObject({
      minimum: 1,
      maximum: 200,
    });
    expect(parameters.find(({ name }) => name === "category")?.schema).toMatchObject({
      type: "array",
      items: { enum: expect.arrayContaining(["Food & Drink", "food-drink"]) },
    });
    expect(parameters.find(({ name }) => name === "free")?.schema).toMatchObject({
      enum: ["1", "true", "on", "yes", "0", "false", "off", "no"],
    });
    expect(parameters.find(({ name }) => name === "from")?.schema).toMatchObject({
      type: "string",
      format: "date",
    });
  });

  it("follows ?lang=, then Accept-Language", async () => {
    const title = async (path: string, language: string) =>
      (
        await askJson<{ info: { title: string } }>(path, {
          headers: { "Accept-Language": language },
        })
      ).body.info.title;
    expect(await title("/openapi.json", "fa")).toBe("API رویداد");
    expect(await title("/openapi.json?lang=en", "fa")).toBe("Rooydad API");
    expect(await title("/openapi.json", "*")).toBe("Rooydad API");
  });
});

describe("GET /docs", () => {
  const htmlOf = async (name: string, locale = "en") =>
    (await ask(`/docs${name && `/${name}`}?lang=${locale}`)).text();

  it("is a page with one script, under a policy that allows files of ours alone, which ask this origin alone [S-98]", async () => {
    const response = await ask("/docs");
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(response.headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; /,
    );
    const page = await response.text();
    expect(page.match(/<script\b[^>]*?(?= data-texts=)/g)).toEqual([
      '<script src="/api-docs.js" defer',
    ]);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
    expect(page).toContain('<a class="home" href="/"');
    expect(page).toContain('href="/api-docs.css"');
    // Colours and fonts are those of every page.
    const sheets = (html: string) =>
      [...html.matchAll(/<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"/g)].map(
        ([, href]) => href,
      );
    const everywhere = sheets(await (await SELF.fetch("http://localhost/nowhere?lang=en")).text());
    expect(sheets(page)).toHaveLength(1);
    expect(everywhere).toEqual(expect.arrayContaining(sheets(page)));
  });

  it("gives its script all texts, and only operations that take no file", async () => {
    const page = await (await ask("/docs?lang=fa")).text();
    const [, texts = ""] = page.match(/data-texts="([^"]*)"/) ?? [];
    const said = JSON.parse(texts.replaceAll("&quot;", '"')) as Record<string, string>;
    expect(Object.values(said).filter((text) => !/[\u0600-\u06ff]/.test(text))).toEqual([]);
    const script = await (await env.ASSETS.fetch("http://localhost/api-docs.js")).text();
    expect(Object.keys(said).sort()).toEqual(
      [...new Set([...script.matchAll(/\btexts\.(\w+)/g)].map(([, name]) => name))].sort(),
    );
    expect(await htmlOf("listCities")).toContain('<article id="listCities" data-try>');
    const { paths } = await describeIn("en");
    const withFiles = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ requestBody }) => requestBody && "multipart/form-data" in requestBody.content);
    expect(withFiles.length).toBeGreaterThan(0);
    for (const { operationId } of withFiles)
      expect(await htmlOf(operationId)).toContain(`<article id="${operationId}">`);
  });

  it.each(LOCALES)(
    "has a page of at most 60 kB for every tag, operation and object in %s, which links only to existing ones",
    async (locale) => {
      const { paths, components } = await describeIn(locale);
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.values(methods).map(({ operationId, tags }) => ({
          operationId,
          tag: tags[0],
          path,
        })),
      );
      const names = [
        ...new Set(operations.map(({ tag }) => tag ?? "")),
        ...operations.map(({ operationId }) => operationId),
        ...Object.keys(components.schemas),
        "objects",
      ];
      expect(new Set(names).size).toBe(names.length);
      const addresses = new Set(["", ...names.map((name) => `/${name}`)]);
      for (const name of ["", ...names]) {
        const page = await htmlOf(name, locale);
        expect([name, Buffer.byteLength(page) <= 60_000]).toEqual([name, true]);
        expect(page).toContain(`<html lang="${locale}" dir="${locale === "fa" ? "rtl" : "ltr"}">`);
        expect(page).not.toMatch(
          />(api:)?(page|basics|answers|operations|parameters|schemas|tags)\.[\w.-]+</,
        );
        for (const [, to = ""] of page.matchAll(/href="\/api\/v1\/docs([^"?]*)/g))
          expect([name, to, addresses.has(to)]).toEqual([name, to, true]);
        const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
      for (const { operationId, tag, path } of operations) {
        expect(await htmlOf(operationId, locale)).toContain(`<code>/api/v1${path}</code>`);
        expect(await htmlOf(tag ?? "", locale)).toContain(`<code>${path}</code>`);
      }
    },
    120_000,
  );

  it("has operations of staff apart, and finds operations and objects by words", async () => {
    const events = await htmlOf("events");
    const [open = "", staff = ""] = events
      .slice(events.indexOf("<main"))
      .split("<h2>For staff</h2>");
    expect(open).toContain("/docs/listEvents?");
    expect(staff).not.toContain("/docs/listEvents?");
    expect(staff).toMatch(/\/docs\/\w+\?/);
    const found = await (await ask("/docs?lang=en&q=calendar+FILE")).text();
    expect(found).toContain("/docs/getEventCalendar?");
    const markup = await (await ask(`/docs?lang=en&q=${encodeURIComponent('"><script>x')}`)).text();
    expect(markup).toContain("Nothing has these words.");
    expect(markup.match(/<script/g)).toHaveLength(1);
    for (const name of ["nothing", "constructor"])
      expect((await ask(`/docs/${name}`)).status).toBe(404);
  });

  it("takes language and theme as our pages do", async () => {
    const page = await (
      await ask("/docs", { headers: { Cookie: "rooydad.language=fa; rooydad.theme=dark" } })
    ).text();
    expect(page).toContain('<html lang="fa" dir="rtl" data-mantine-color-scheme="dark">');
    expect(await (await ask("/docs", { headers: { "Accept-Language": "fa" } })).text()).toContain(
      '<html lang="fa" dir="rtl">',
    );
  });
});
