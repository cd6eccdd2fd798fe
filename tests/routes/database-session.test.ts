import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { expectedError } from "../../app/lib/errors";
import { bumpCityVersions, forgetSiteState } from "../../app/modules/store/content-version.server";
import { bookmarkOf, createDatabase, openDatabase, primaryOf } from "../../db/client";
import { type Anchor, isRead } from "../../db/connection";
import { app } from "../../worker/app";
import { memo } from "../../worker/deps";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { bearerOf, cookieOf, createUser } from "../factories/user";
import { breakableDatabase } from "../helpers/failing-database";
import { bookmarkAt, type Watched, watchDatabase } from "../helpers/watched-database";
import { workerDeps } from "../helpers/worker-deps";

const ORIGIN = "https://rooydad.test";
const deps = workerDeps();
let watched: Watched;

async function ask(
  path: string,
  headers: Record<string, string> = {},
  body?: URLSearchParams | string,
) {
  const context = createExecutionContext();
  const request = new Request(ORIGIN + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { Origin: ORIGIN, ...headers },
    body,
  });
  const from = watched.asked.length;
  const response = await app.fetch(request, { ...env, DB: watched.database }, context);
  await response.text();
  const asked = watched.asked.slice(from);
  await waitOnExecutionContext(context);
  return { response, asked, anchors: new Set(asked.map(({ anchor }) => anchor)) };
}

const bookmarkIn = (response: Response) =>
  /__Host-rooydad-bookmark=([^;]+)/.exec(response.headers.getSetCookie().join("\n"))?.[1];

beforeEach(() => {
  watched = watchDatabase(env.DB);
  memo.clear();
});

describe("the database replica of a request", () => {
  it("is any copy for visitors, but not older than the version of the cached page", async () => {
    await ask("/api/v1/categories");
    const { asked } = await ask("/api/v1/events?lat=35.7&lng=51.4");
    expect(asked[0]?.anchor).toBe("first-unconstrained");
    expect((await ask("/api/v1/events?limit=3")).anchors).toContain(watched.bookmark());
    await ask("/help");
    expect((await ask("/events?when=month")).anchors).toContain(watched.bookmark());
  });

  it("is as new as the user's last write", async () => {
    const { id } = await createUser(createDatabase(env.DB));
    const cookie = await cookieOf(deps, id);
    const first = await ask("/notifications", { Cookie: cookie });
    expect(first.anchors).toContain("first-primary");
    const seen = bookmarkIn(first.response) as string;
    const written = await ask(
      "/collections/new",
      { Cookie: `${cookie}; __Host-rooydad-bookmark=${seen}` },
      new URLSearchParams({ intent: "save", name: "Nights", color: "anar", icon: "star" }),
    );
    expect(written.response.status).toBeLessThan(400);
    // Requests that may write use the primary throughout.
    expect([...written.anchors]).toEqual(["first-primary"]);
    const bookmark = bookmarkIn(written.response) as string;
    expect(bookmark > seen).toBe(true);
    expect(bookmark).toBe(watched.bookmark());
    const cookies = written.response.headers
      .getSetCookie()
      .find((set) => set.includes("rooydad-bookmark"));
    expect(cookies).toMatch(/HttpOnly; SameSite=Lax; Secure/);
    memo.clear();
    const next = await ask("/notifications", {
      Cookie: `${cookie}; __Host-rooydad-bookmark=${bookmark}`,
    });
    // Session and site state come from the primary itself.
    expect([...next.anchors].filter((anchor) => anchor !== "first-primary")).toEqual([bookmark]);
    expect(bookmarkIn(next.response)).toBeUndefined();
  });

  it("is asked once for a list that readers of an isolate share, and again for a reader who has written since", async () => {
    const { id } = await createUser(createDatabase(env.DB));
    const cookie = await cookieOf(deps, id);
    const trips = async (bookmark: string) =>
      (await ask("/events", { Cookie: `${cookie}; __Host-rooydad-bookmark=${bookmark}` })).asked
        .length;
    const before = watched.bookmark();
    await trips(before);
    const shared = await trips(before);
    await ask(
      "/collections/new",
      { Cookie: `${cookie}; __Host-rooydad-bookmark=${before}` },
      new URLSearchParams({ intent: "save", name: "Days", color: "anar", icon: "star" }),
    );
    expect(await trips(before)).toBe(shared);
    expect(await trips(watched.bookmark())).toBe(shared + 1);
  });

  it("is asked again for a shared list once an event of it has changed", async () => {
    const db = createDatabase(env.DB);
    const { id } = await createUser(db);
    const city = await createCity(db);
    const headers = {
      Cookie: `${await cookieOf(deps, id)}; __Host-rooydad-bookmark=${watched.bookmark()}`,
    };
    const page = async () => {
      const context = createExecutionContext();
      const response = await app.fetch(
        new Request(`${ORIGIN}/events?city=${city.slug}`, { headers }),
        { ...env, DB: watched.database },
        context,
      );
      const html = await response.text();
      await waitOnExecutionContext(context);
      return html;
    };
    expect(await page()).not.toContain("Moonlit Chess");
    const event = await createEvent(db, {
      cityId: city.id,
      titleEn: "Moonlit Chess",
      startsAt: Date.now() + DAY,
    });
    expect(event.isListed).toBe(true);
    await bumpCityVersions(db, [city.id]);
    forgetSiteState({ memo });
    expect(await page()).toContain("Moonlit Chess");
  });

  it("is chosen by X-Bookmark for API clients; without it a token reads from the primary first", async () => {
    const { id } = await createUser(createDatabase(env.DB));
    const token = await bearerOf(deps, id);
    const written = await ask(
      "/api/v1/collections",
      { Authorization: token, "Content-Type": "application/json" },
      JSON.stringify({ name: "Days", color: "anar", icon: "star", isPublic: false }),
    );
    expect(written.response.status).toBe(201);
    const bookmark = written.response.headers.get("X-Bookmark") as string;
    expect(bookmark).toBe(watched.bookmark());
    expect((await ask("/api/v1/collections", { Authorization: token })).anchors).toContain(
      "first-primary",
    );
    const next = await ask("/api/v1/collections", { Authorization: token, "X-Bookmark": bookmark });
    expect([...next.anchors].filter((anchor) => anchor !== "first-primary")).toEqual([bookmark]);
    expect(next.response.headers.get("X-Bookmark")).toBeNull();
  });

  it("is not chosen by a forged bookmark", async () => {
    expect((await ask("/api/v1/events", { "X-Bookmark": "first-of-all" })).anchors).not.toContain(
      "first-of-all",
    );
  });
});

describe("a database connection", () => {
  const open = (d1: D1Database, anchor: Anchor | null) => {
    const waits: number[] = [];
    return {
      waits,
      db: openDatabase(d1, { anchor, wait: async (ms) => void waits.push(ms), random: () => 0.5 }),
    };
  };

  it("uses the primary from its first write", async () => {
    const { db } = open(watched.database, "first-unconstrained");
    await db.all(sql`SELECT 1`);
    await db.all(sql`SELECT 2`);
    await db.run(sql`UPDATE content_versions SET version = version`);
    await db.all(sql`SELECT 3`);
    expect(watched.asked).toEqual([
      { anchor: "first-unconstrained", wrote: false },
      { anchor: bookmarkAt(1), wrote: false },
      { anchor: "first-primary", wrote: true },
      { anchor: "first-primary", wrote: false },
    ]);
    expect(bookmarkOf(db)).toBe(watched.bookmark());
    await primaryOf(open(watched.database, bookmarkAt(7)).db).all(sql`SELECT 4`);
    expect(watched.asked.at(-1)).toEqual({ anchor: "first-primary", wrote: false });
  });

  it.each([
    "D1_ERROR: D1 DB reset because its code was updated.",
    "Network connection lost.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  ])("retries a read once after %s", async (message) => {
    const d1 = breakableDatabase(env.DB);
    const { db, waits } = open(d1.database, "first-unconstrained");
    d1.failures.push(message);
    expect(await db.all(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(waits).toEqual([100]);
    d1.failures.push(message, message);
    expect(
      expectedError(await db.all(sql`SELECT 1`).catch((error: unknown) => error)),
    ).toMatchObject({
      code: "unavailable",
      retryAfter: 5,
    });
  });

  it("never retries a write, an overload, or an error of ours", async () => {
    const d1 = breakableDatabase(env.DB);
    const { db, waits } = open(d1.database, null);
    const failureOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      );
    d1.failures.push("Network connection lost.");
    expect(
      expectedError(await failureOf(db.run(sql`UPDATE content_versions SET version = version`)))
        ?.code,
    ).toBe("unavailable");
    d1.failures.push("D1_ERROR: D1 DB is overloaded. Too many requests queued.");
    expect(expectedError(await failureOf(db.all(sql`SELECT 1`)))?.code).toBe("unavailable");
    const fault = await failureOf(db.all(sql`SELECT nothing FROM nowhere`));
    expect([fault === null, expectedError(fault)]).toEqual([false, null]);
    expect(waits).toEqual([]);
  });

  it.each([
    ["select 1", true],
    ["WITH a AS (SELECT 1) SELECT replace(x, 'a', 'b') FROM a", true],
    ["with a as (select 1) insert into b select * from a", false],
    ["WITH a AS (SELECT 1) REPLACE INTO b SELECT * FROM a", false],
    ["update a set b = 1", false],
    ["PRAGMA optimize", false],
  ])("recognises %s", (text, only) => {
    expect(isRead(text)).toBe(only);
  });
});
