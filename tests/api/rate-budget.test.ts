import {
  createExecutionContext,
  env,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { BudgetKind } from "../../app/lib/deps";
import { app } from "../../worker/app";
import { createBudget, readLimits } from "../../worker/limits";
import wrangler from "../../wrangler.toml?raw";
import { bearerOf, cookieOf, createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { failureOf } from "../helpers/people";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const ORIGIN = "https://rooydad.test";
const LOW = {
  ...env,
  READS_PER_MINUTE_ANONYMOUS: "5",
  READS_PER_MINUTE_USER: "8",
  SEARCHES_PER_MINUTE_ANONYMOUS: "3",
  COLLECTIONS_PER_DAY: "2",
};

/** Requests the product with low limits. */
async function ask(
  path: string,
  address: string,
  init: RequestInit<RequestInitCfProperties> = {},
  limits = LOW,
): Promise<Response> {
  const context = createExecutionContext();
  const headers = {
    "CF-Connecting-IP": address,
    Accept: "text/html",
    ...(init.headers as Record<string, string>),
  };
  const response = await app.fetch(
    new Request(ORIGIN + path, { ...init, headers }),
    limits as Env,
    context,
  );
  await response.clone().arrayBuffer();
  await waitOnExecutionContext(context);
  return response;
}

let count = 0;
/** An address from an unused network. */
const freshAddress = () => {
  count += 1;
  return `198.51.100.${count}`;
};

beforeEach(emptyDatabase);

describe("the read budget", () => {
  it("is shared by pages, their data, feeds and the API", async () => {
    const address = freshAddress();
    const statuses = [];
    for (const path of [
      "/help",
      "/help.data",
      "/events.atom",
      "/embed/events",
      "/api/v1/cities",
      "/help",
      "/help.data",
      "/events.atom",
      "/api/v1/cities",
    ])
      statuses.push((await ask(path, address)).status);
    // A minute may end in between and grant another five.
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toContain(429);
  });

  it("when used up, answers a navigation within the pages with data for the designed page", async () => {
    const address = freshAddress();
    for (const [path, init] of [
      ["/events.data", {}],
      [
        "/login.data",
        {
          method: "POST",
          body: new URLSearchParams({ intent: "none" }),
          headers: { Origin: ORIGIN },
        },
      ],
    ] as const) {
      let step: Response | undefined;
      for (let turn = 0; turn < 12 && step?.status !== 429; turn += 1)
        step = await ask(path, address, {
          ...init,
          headers: { ...("headers" in init && init.headers), Accept: "*/*" },
        });
      expect([step?.status, step?.headers.get("X-Remix-Response")]).toEqual([429, "yes"]);
      const wait = Number(step?.headers.get("Retry-After"));
      expect(wait).toBeGreaterThan(0);
      expect(await step?.text()).toMatch(
        new RegExp(`"code","too-many-requests".*"retryAfter",${wait}\\b`),
      );
    }
  });

  it("when used up, answers with a page in the reader's language that says when to come back, and JSON from the API", async () => {
    const address = freshAddress();
    let page: Response | undefined;
    for (let turn = 0; turn < 12 && page?.status !== 429; turn += 1)
      page = await ask("/help?lang=fa", address, { headers: { "Accept-Language": "fa" } });
    expect(page?.status).toBe(429);
    expect(Number(page?.headers.get("Retry-After"))).toBeGreaterThan(0);
    const text = await page?.text();
    expect(text).toContain('<html lang="fa" dir="rtl">');
    expect(text).toContain("لطفاً کمی صبر کنید");
    let json: Response | undefined;
    for (let turn = 0; turn < 12 && json?.status !== 429; turn += 1)
      json = await ask("/api/v1/cities", address, { headers: { Accept: "*/*" } });
    expect(await json?.json()).toMatchObject({ code: "too-many-requests" });
  });

  it.each(["GET", "HEAD"])(
    "has a smaller part for searches of pages and feeds by %s, of which only some of 200 pass",
    async (method) => {
      const address = freshAddress();
      // Signed in, since that budget is larger than all of these.
      const { id } = await createUser(deps.db);
      const headers = { Cookie: await cookieOf(deps, id) };
      const limits = { ...LOW, READS_PER_MINUTE_USER: "100", SEARCHES_PER_MINUTE_USER: "3" };
      const statuses = [];
      for (let turn = 0; turn < 10; turn += 1)
        statuses.push(
          (
            await ask(
              `/events${turn % 2 ? ".data" : ""}?q=concert`,
              address,
              { method, headers },
              limits,
            )
          ).status,
        );
      // A minute may end in between and grant another three.
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
    },
  );

  it("includes searches of feeds in the smaller part", async () => {
    const address = freshAddress();
    const statuses = [];
    for (let turn = 0; turn < 10; turn += 1)
      statuses.push((await ask(`/events${turn % 2 ? ".atom" : ""}?q=concert`, address)).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
  });

  it("counts the addresses of one IPv6 network as one, and neither files nor the health check", async () => {
    const statuses = [];
    for (let turn = 0; turn < 11; turn += 1)
      statuses.push((await ask("/help", `2001:db8:7:7::${turn + 1}`)).status);
    expect(statuses).toContain(429);
    const address = freshAddress();
    for (let turn = 0; turn < 20; turn += 1)
      for (const path of ["/healthz", "/assets/none.js"])
        expect((await ask(path, address)).status).not.toBe(429);
    expect((await ask("/help", address)).status).toBe(200);
  });

  it("of one-click links is the network's too, since anyone can make up a link", async () => {
    const limits = { ...LOW, FILES_PER_MINUTE: "3" };
    const address = freshAddress();
    const press = (token: string, from: string) =>
      ask(
        `/unsubscribe?token=${token}`,
        from,
        {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body: "List-Unsubscribe=One-Click",
        },
        limits,
      );
    const statuses = [];
    for (const token of ["a", "b", "c", "d"]) statuses.push((await press(token, address)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await press("d", freshAddress())).status).toBe(400);
  });

  it("of a signed-in user is separate from the network's", async () => {
    const address = freshAddress();
    for (let turn = 0; turn < 12; turn += 1) await ask("/help", address);
    const { id } = await createUser(deps.db);
    const Cookie = await cookieOf(deps, id, ORIGIN);
    const statuses = [];
    for (let turn = 0; turn < 5; turn += 1)
      statuses.push((await ask("/help", address, { headers: { Cookie } })).status);
    expect(statuses).not.toContain(429);
  });

  it("has the same numbers in variables and bindings, locally and deployed", () => {
    for (const [binding, variable] of [
      ["API_REQUESTS", "READS_PER_MINUTE_ANONYMOUS"],
      ["API_USER_REQUESTS", "READS_PER_MINUTE_USER"],
      ["SEARCHES", "SEARCHES_PER_MINUTE_ANONYMOUS"],
      ["USER_SEARCHES", "SEARCHES_PER_MINUTE_USER"],
      ["SUGGESTIONS", "SUGGESTIONS_PER_MINUTE"],
      ["FILE_REQUESTS", "FILES_PER_MINUTE"],
    ] as const) {
      const numbers = [
        ...[...wrangler.matchAll(new RegExp(`name = "${binding}"[^[]*limit = (\\d+)`, "g"))].map(
          ([, number]) => Number(number),
        ),
        ...[...wrangler.matchAll(new RegExp(`^${variable} = "(\\d+)"`, "gm"))].map(([, number]) =>
          Number(number),
        ),
      ];
      expect(numbers).toEqual(Array.from({ length: 4 }, () => readLimits({}, [])[variable]));
    }
  });
});

describe("a daily budget", () => {
  const of = (address: string | null, changes: Partial<Record<string, string>> = {}) =>
    createBudget(
      env,
      readLimits({ DRAFTS_PER_DAY: "3", UPLOAD_MEGABYTES_PER_DAY: "1", ...changes }, []),
      address,
    );
  const taken = async (
    address: string,
    kind: BudgetKind,
    userId: string,
    times: number,
    amount?: number,
  ) => {
    const waits = [];
    for (let turn = 0; turn < times; turn += 1)
      waits.push(
        await of(address)
          .take(kind, userId, amount)
          .then(() => 0)
          .catch((error) => error.retryAfter),
      );
    return waits;
  };

  it("of an account ends at its number, and starts again the next day", async () => {
    const waits = await taken(freshAddress(), "draft", "one", 4);
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    expect(waits[3]).toBeGreaterThan(0);
    expect(waits[3]).toBeLessThanOrEqual(86_400);
    // Another kind and another account have their own budgets.
    expect(await taken(freshAddress(), "note", "one", 1)).toEqual([0]);
    expect(await taken(freshAddress(), "draft", "two", 1)).toEqual([0]);
    const room = env.RATE_BUDGET.getByName("user:one");
    await runInDurableObject(
      room,
      (_, { storage }) => void storage.sql.exec("UPDATE spent SET day = day - 1"),
    );
    expect(await taken(freshAddress(), "draft", "one", 1)).toEqual([0]);
  });

  it("of a network is ten times that of an account, however many accounts it has", async () => {
    const waits = [];
    for (let turn = 0; turn < 11; turn += 1)
      waits.push(...(await taken(`2001:db8:9:9::${turn + 1}`, "draft", `many-${turn}`, 3)));
    expect(waits.slice(0, 30).every((wait) => wait === 0)).toBe(true);
    expect(waits.slice(30).every((wait) => wait > 0)).toBe(true);
  });

  it("of uploads counts bytes", async () => {
    expect(
      (await taken(freshAddress(), "upload-bytes", "bytes", 3, 500_000)).map((wait) => wait > 0),
    ).toEqual([false, false, true]);
  });

  it("is a hundred times as high from loopback, and unlimited without a request", async () => {
    expect((await taken("127.0.0.1", "draft", "local", 20)).every((wait) => wait === 0)).toBe(true);
    for (let turn = 0; turn < 5; turn += 1) await of(null).take("draft", "cron");
  });

  it("that is unavailable blocks nothing", async () => {
    const broken = {
      ...env,
      RATE_BUDGET: { getByName: () => ({ take: () => Promise.reject(new Error("gone")) }) },
    } as unknown as Env;
    for (let turn = 0; turn < 5; turn += 1)
      await createBudget(broken, readLimits({ DRAFTS_PER_DAY: "1" }, []), "198.51.100.250").take(
        "draft",
        "anyone",
      );
  });

  it("is deleted once its day is over", async () => {
    await taken(freshAddress(), "draft", "forgotten", 1);
    const room = env.RATE_BUDGET.getByName("user:forgotten");
    await runInDurableObject(
      room,
      (_, { storage }) => void storage.sql.exec("UPDATE spent SET day = day - 1"),
    );
    expect(await runDurableObjectAlarm(room)).toBe(true);
    expect(
      await runInDurableObject(room, async (_, { storage }) => (await storage.getAlarm()) === null),
    ).toBe(true);
  });

  it("applies to the API, which says when to come back", async () => {
    const { id } = await createUser(deps.db);
    const Authorization = await bearerOf(deps, id);
    const answers = [];
    for (let turn = 0; turn < 3; turn += 1)
      answers.push(
        await ask("/api/v1/collections", freshAddress(), {
          method: "POST",
          headers: { Authorization, "Content-Type": "application/json", Accept: "*/*" },
          body: JSON.stringify({ name: `One ${turn}` }),
        }),
      );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(Number(answers[2]?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(
      (await failureOf(of(freshAddress(), { COLLECTIONS_PER_DAY: "2" }).take("collection", id)))
        .code,
    ).toBe("too-many-requests");
  });
});
