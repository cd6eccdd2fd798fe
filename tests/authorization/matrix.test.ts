import { env, SELF } from "cloudflare:test";
import * as build from "virtual:remix/server-build";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { collections } from "../../db/schema";
import { app } from "../../worker/app";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { bearerOf, cookieOf, createUser } from "../factories/user";
import { askJson } from "../helpers/api-client";
import { workerDeps } from "../helpers/worker-deps";
import {
  CALLERS,
  type CallerKind,
  ENDPOINTS,
  GUARDED,
  type Outcome,
  PAGES,
  PARAMETERS,
  ROOMS,
  type Row,
} from "./matrix";
import { pagesOf } from "./route-table";

const ORIGIN = "https://rooydad.test";
/** Redirect targets of refused pages. */
const WAYS: Readonly<Record<string, Outcome>> = {
  "/login": "login",
  "/": "home",
  "/verify-email": "verify",
};
const EMPTY_FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const db = createDatabase(env.DB);
const deps = workerDeps();
const ids = {} as Record<Exclude<CallerKind, "none">, string>;
let cells = 0;

beforeAll(async () => {
  const city = await createCity(db, { slug: "tehran", nameEn: "Tehran" });
  await createEvent(db, {
    id: PARAMETERS.eventId,
    cityId: city.id,
    startsAt: Date.now() + 86_400_000,
    ticketUrl: "https://tickets.example/",
  });
  for (const who of CALLERS) {
    if (who === "none") continue;
    const role = who === "moderator" || who === "admin" || who === "owner" ? who : "user";
    const changes = {
      ...(who === "unverified" && { emailVerifiedAt: null }),
      ...(who === "deactivated" && { isActive: false }),
    };
    ids[who] = (
      await createUser(db, { role, ...(who === "user" && { id: PARAMETERS.userId }), ...changes })
    ).id;
  }
  await db.insert(collections).values({
    id: PARAMETERS.collectionId ?? "",
    ownerId: ids.user,
    name: "Private",
    color: "anar",
    icon: "star",
    createdAt: 0,
    updatedAt: 0,
  });
});

afterAll(() => {
  console.info(`Authorization matrix: ${cells} cells asked, ${CALLERS.length} kinds of callers.`);
});

/** Each request has its own session, since some of them end it. */
const cookie = async (who: CallerKind): Promise<Record<string, string>> =>
  who === "none" ? {} : { Cookie: await cookieOf(deps, ids[who]) };
const bearer = async (who: CallerKind): Promise<Record<string, string>> =>
  who === "none" ? {} : { Authorization: await bearerOf(deps, ids[who]) };

async function outcomeOf(
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<Outcome | string> {
  const response = await SELF.fetch(ORIGIN + path, {
    method,
    redirect: "manual",
    headers: { Origin: ORIGIN, ...headers },
  });
  response.webSocket?.accept();
  response.webSocket?.close();
  const { status } = response;
  const body = status === 101 ? "" : await response.text();
  const location = response.headers.get("Location");
  if (location !== null || status === 202) {
    // Single-fetch requests get the redirect in the body.
    const target = location === null ? (/"(\/[^"]*)"/.exec(body)?.[1] ?? "") : location;
    const { pathname } = new URL(target, ORIGIN);
    return new URL(target, ORIGIN).origin !== ORIGIN ? "ok" : (WAYS[pathname] ?? "ok");
  }
  if (status === 401 || status === 403) return String(status);
  if (status === 404) return "not-found";
  return status === 405 || status >= 500 ? `unexpected ${status}` : "ok";
}

/** Requests every cell of a row and compares the whole. */
async function expectRow(
  name: string,
  row: Row,
  ask: (who: CallerKind) => Promise<string>,
): Promise<void> {
  const seen: Record<string, string> = {};
  for (const who of CALLERS) {
    // Otherwise the seventh empty form would exceed the limit of attempts.
    await env.DB.exec("DELETE FROM sign_in_attempts");
    seen[who] = await ask(who);
    cells += 1;
  }
  expect({ [name]: seen }).toEqual({ [name]: row });
}

const fill = (path: string) =>
  path
    .replace(/:(\w+)\??/g, (_, name: string) => PARAMETERS[name] ?? `no-value-for-${name}`)
    .replace("*", "anything");

/** Allowed roles get "not found"; the guard's refusals must not reveal that. */
function beforeItIsBuilt(row: Row): Row {
  const stays = (outcome: Outcome) => GUARDED.includes(row) && outcome !== "ok";
  return Object.fromEntries(
    CALLERS.map((who) => [who, stays(row[who]) ? row[who] : "not-found"]),
  ) as unknown as Row;
}

describe("the authorization matrix", () => {
  it("covers every page of the route table with its methods, and no other", () => {
    const built = [...pagesOf(build.routes)].flatMap(([path, methods]) =>
      [...methods].map((method) => `${method} ${path}`),
    );
    const written = (isPlanned: boolean) =>
      PAGES.filter(({ planned }) => (planned ?? false) === isPlanned).flatMap(
        ({ path, GET, POST }) => [
          ...(GET ? [`GET ${path}`] : []),
          ...(POST ? [`POST ${path}`] : []),
        ],
      );
    const plannedPaths = new Set(PAGES.filter(({ planned }) => planned).map(({ path }) => path));
    expect({
      "built, but not in the matrix": built.filter(
        (page) => ![...written(false), ...written(true)].includes(page),
      ),
    }).toEqual({
      "built, but not in the matrix": [],
    });
    expect({
      "in the matrix, but not built": written(false).filter((page) => !built.includes(page)),
    }).toEqual({
      "in the matrix, but not built": [],
    });
    expect({
      "built, so no longer planned": built.filter((page) =>
        plannedPaths.has(page.split(" ")[1] ?? ""),
      ),
    }).toEqual({
      "built, so no longer planned": [],
    });
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
  });

  it("covers every operation of openapi.json, and no other", async () => {
    const { body } = await askJson<{ paths: Record<string, Record<string, unknown>> }>(
      "/openapi.json",
    );
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) =>
          `${method.toUpperCase()} /api/v1${path.replace(/^\/$/, "").replace(/\{(\w+)\}/g, ":$1")}`,
      ),
    );
    const written = ENDPOINTS.filter(({ isUndescribed }) => !isUndescribed).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(written.sort()).toEqual(described.sort());
  });

  it("covers every address that the Worker itself answers, documented or not", () => {
    const pages = new Set(
      PAGES.flatMap(({ path, POST }) => [`GET ${path}`, ...(POST ? [`POST ${path}`] : [])]),
    );
    const registered = new Set(
      app.routes
        .filter(({ method }) => !["ALL", "OPTIONS"].includes(method))
        .map(({ method, path }) => `${method} ${path}`)
        // Middleware in front of a page is tested as that page.
        .filter((address) => !pages.has(address)),
    );
    expect(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...registered].sort(),
    );
  });

  it("has a value for every parameter", () => {
    for (const { path } of PAGES) expect(fill(path)).not.toContain("no-value-for-");
  });
});

describe("a page", () => {
  const rows = PAGES.flatMap(({ path, GET, POST, planned }) => [
    ...(GET ? [{ method: "GET", path, row: planned ? beforeItIsBuilt(GET) : GET }] : []),
    // Without a page, no form is accepted.
    ...(POST && !planned ? [{ method: "POST", path, row: POST }] : []),
  ]);

  it.each(rows)("$method $path admits the right roles", async ({ method, path, row }) => {
    await expectRow(`${method} ${path}`, row, async (who) =>
      outcomeOf(fill(path), method, {
        ...(method === "POST" && EMPTY_FORM),
        ...(await cookie(who)),
      }),
    );
  });

  const guarded = PAGES.flatMap(({ path, GET }) =>
    GET && GUARDED.includes(GET) ? [{ path, row: GET }] : [],
  );

  it.each(guarded)("$path is guarded in every spelling, and as data", async ({ path, row }) => {
    const plain = fill(path);
    const escaped = plain.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    for (const written of [
      `${plain}.data`,
      `${plain}/`,
      plain.toUpperCase(),
      escaped,
      `${escaped}.data`,
      `/${plain}`,
    ])
      for (const who of ["none", "user", "deactivated"] as const) {
        if (row[who] === "ok") continue;
        expect([written, who, await outcomeOf(written, "GET", await cookie(who))]).toEqual([
          written,
          who,
          row[who],
        ]);
        cells += 1;
      }
  });
});

describe("a form that is sent more than it takes", () => {
  it.each(["en", "fa"] as const)("says the limit, on every page: %s", async (locale) => {
    const limit = {
      en: /\d (?:KB|MB) at most|larger than \d MB/,
      fa: /حداکثر [۰-۹]+(?:٫[۰-۹]+)? (?:کیلو|مگا)بایت|از [۰-۹] مگابایت/,
    };
    const headers = { ...EMPTY_FORM, Origin: ORIGIN, "Accept-Language": locale };
    const silent: string[] = [];
    let refused = 0;
    for (const { path } of PAGES.filter(({ POST }) => POST)) {
      await env.DB.exec("DELETE FROM sign_in_attempts");
      const response = await SELF.fetch(ORIGIN + fill(path), {
        ...{
          method: "POST",
          redirect: "manual",
          headers: { ...headers, ...(await cookie("owner")) },
        },
        body: `text=${"d".repeat(300_000)}`,
      });
      const text = await response.text();
      if (response.status !== 413) continue;
      refused += 1;
      if (!limit[locale].test(text)) silent.push(path);
    }
    expect(silent).toEqual([]);
    expect(refused).toBeGreaterThan(60);
  });
});

describe("an endpoint", () => {
  it.each(ENDPOINTS)(
    "$method $path answers the right roles",
    async ({ method, path, as = path, row, by }) => {
      await expectRow(`${method} ${path}`, row, async (who) =>
        outcomeOf(as, method, by === "cookie" ? await cookie(who) : await bearer(who)),
      );
    },
  );

  it.each(ENDPOINTS.filter(({ row, by }) => row.none === "401" && by !== "cookie"))(
    "$method $path does not accept the session cookie as a token",
    async ({ method, path, as = path }) => {
      for (const who of ["user", "owner"] as const) {
        expect([path, who, await outcomeOf(as, method, await cookie(who))]).toEqual([
          path,
          who,
          "401",
        ]);
        cells += 1;
      }
    },
  );
});

describe("a room", () => {
  it.each(ROOMS)("$room accepts the right roles by $by", async ({ room, by, row }) => {
    await expectRow(`${room} by ${by}`, row, async (who) => {
      const path = `/parties/${room.replace("{self}", who === "none" ? "nobody" : ids[who])}`;
      const headers = { Upgrade: "websocket" };
      if (by === "cookie") return outcomeOf(path, "GET", { ...headers, ...(await cookie(who)) });
      const token = (await bearer(who)).Authorization?.replace("Bearer ", "") ?? "";
      return outcomeOf(`${path}?token=${token}`, "GET", headers);
    });
  });
});
