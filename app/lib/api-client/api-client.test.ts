import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiClientOptions, createApiClient, createResponseCache } from "./api-client";
import { ApiError } from "./api-error";
import { createQueryClient } from "./query-client";
import { createErrorBuffer } from "./report-errors";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => {
  return (_request, response) =>
    response
      .writeHead(status, { "Content-Type": "application/json", ...headers })
      .end(JSON.stringify(value));
};

describe("the API client", () => {
  let server: Server;
  let base: string;
  let seen: Seen[];
  let answers: Answer[];
  let expired: number;
  let forbidden: number;
  let warnings: string[];
  let identityTokens: (string | null)[];
  let issued: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        const path = request.url ?? "";
        seen.push({ method: request.method ?? "", path, headers: request.headers, body });
        if (path === "/auth/login" && JSON.parse(body).firebaseToken !== "broken")
          return json(200, { access_token: `access-${++issued}`, user: { id: "1" } })(
            request,
            response,
            body,
          );
        const answer = answers.shift() ?? json(500, { message: "No answer was prepared." });
        answer(request, response, body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    seen = [];
    answers = [];
    expired = 0;
    forbidden = 0;
    issued = 0;
    warnings = [];
    identityTokens = ["id-1", "id-2", "id-3"];
  });
  afterEach(() => vi.useRealTimers());

  const client = (options: Partial<ApiClientOptions> = {}) =>
    createApiClient({
      base,
      sessionId: "session-1",
      language: "fa",
      texts: {
        sessionExpired: "Your session has expired. Please log in again.",
        forbidden: "You do not have permission to access this resource.",
        tooManyRequests: "Too many requests. Please slow down and try again later.",
        network: "Network error. Please check your connection.",
        invalidLogin: "Login failed: invalid response payload",
        status: (status) => `Error: ${status}`,
        rateLimit: (path) => `Rate limit exceeded for ${path}. Please slow down.`,
      },
      identityToken: async () => identityTokens.shift() ?? null,
      onUnauthorized: () => expired++,
      onForbidden: () => forbidden++,
      warn: (message) => warnings.push(message),
      retryDelay: 20,
      forbiddenDelay: 20,
      ...options,
    });
  const calls = () => seen.filter(({ path }) => path !== "/auth/login");
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => new Error("It succeeded."),
      (error: ApiError) => error,
    );

  test("sends the bearer token and the session id, and no cookie", async () => {
    answers = [json(200, { id: 7 })];
    expect(await client().call("GET", "/users/me")).toEqual({ id: 7 });
    expect(calls()[0]?.headers).toMatchObject({
      authorization: "Bearer access-1",
      "x-session-id": "session-1",
      "accept-language": "fa",
    });
    expect(calls()[0]?.headers.cookie).toBeUndefined();
  });

  test("sends no bearer token for visitors", async () => {
    identityTokens = [];
    answers = [json(200, [])];
    await client().call("GET", "/cities");
    expect(calls()[0]?.headers.authorization).toBeUndefined();
  });

  test("retries once after a 503", async () => {
    answers = [json(503, {}), json(200, "ok")];
    expect(await client().call("GET", "/cities")).toBe("ok");
    expect(calls()).toHaveLength(2);
  });

  test("gives up after two 500s and shows the server's message", async () => {
    answers = [
      json(500, {}),
      json(500, { message: "An unexpected error occurred.", code: "internal" }),
    ];
    expect(await failure(client().call("POST", "/audit/logs", { action: "x" }))).toMatchObject({
      status: 500,
      code: "internal",
      message: "An unexpected error occurred.",
    });
    expect(calls()).toHaveLength(2);
    expect(calls()[0]?.headers["idempotency-key"]).toBe(calls()[1]?.headers["idempotency-key"]);
  });

  test("retries 2 s after a 500", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const until = async (count: number) => {
      for (let turn = 0; turn < 2_000 && calls().length < count; turn++)
        await new Promise((resolve) => setImmediate(resolve));
    };
    answers = [json(500, {}), json(200, "ok")];
    const work = client({ retryDelay: undefined }).call("GET", "/slow");
    await until(1);
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1_900);
    await until(2);
    expect(calls()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    await until(2);
    expect(calls()).toHaveLength(2);
    vi.useRealTimers();
    expect(await work).toBe("ok");
  });

  test("reports a network error at the timeout, without a retry", async () => {
    answers = [() => {}];
    expect(await failure(client({ timeout: 60 }).call("GET", "/never"))).toMatchObject({
      status: 0,
      message: "Network error. Please check your connection.",
    });
    expect(calls()).toHaveLength(1);
  });

  test("reports a network error if the connection breaks", async () => {
    answers = [(request) => request.socket.destroy()];
    expect(await failure(client().call("GET", "/broken"))).toMatchObject({ code: "network" });
  });

  test("reports invalid JSON as an error and caches nothing", async () => {
    answers = [
      (_request, response) =>
        response.writeHead(200, { "Content-Type": "application/json" }).end("{"),
      json(200, "good"),
    ];
    const api = client();
    expect(await failure(api.call("GET", "/half"))).toBeInstanceOf(ApiError);
    expect(await api.call("GET", "/half")).toBe("good");
  });

  test("shows the status of an error without a message", async () => {
    answers = [json(418, {})];
    expect(await failure(client().call("GET", "/tea"))).toMatchObject({
      message: "Error: 418",
      status: 418,
    });
  });

  test("renews the token after a 401, and the call succeeds", async () => {
    answers = [json(401, {}), json(200, "again")];
    expect(await client().call("GET", "/users/me")).toBe("again");
    expect(calls().map(({ headers }) => headers.authorization)).toEqual([
      "Bearer access-1",
      "Bearer access-2",
    ]);
    expect(expired).toBe(0);
  });

  test("reports an expired session once, if the 401 persists after renewal", async () => {
    answers = [json(401, {}), json(401, {})];
    expect(await failure(client().call("GET", "/users/me"))).toMatchObject({
      status: 401,
      message: "Your session has expired. Please log in again.",
    });
    expect(calls()).toHaveLength(2);
    expect(expired).toBe(1);
  });

  test("reports an expired session if the session has ended and no token can be renewed", async () => {
    identityTokens = ["id-1"];
    answers = [json(401, {})];
    expect(await failure(client().call("GET", "/users/me"))).toMatchObject({ status: 401 });
    expect(expired).toBe(1);
  });

  test("refuses an incomplete login response", async () => {
    identityTokens = ["broken"];
    answers = [json(200, { user: {} })];
    expect(await failure(client().call("GET", "/users/me"))).toMatchObject({
      message: "Login failed: invalid response payload",
    });
  });

  test("shows the message of a 403 at once and calls back later", async () => {
    answers = [json(403, { message: "whatever" })];
    expect(await failure(client().call("GET", "/users/search/query?q=sa"))).toMatchObject({
      message: "You do not have permission to access this resource.",
    });
    expect(forbidden).toBe(0);
    await vi.waitFor(() => expect(forbidden).toBe(1));
  });

  test("shows a warning with the waiting time of a 429", async () => {
    answers = [json(429, {}, { "Retry-After": "17" })];
    expect(await failure(client().call("GET", "/cities"))).toMatchObject({
      status: 429,
      retryAfter: 17,
    });
    expect(warnings).toEqual(["Too many requests. Please slow down and try again later."]);
  });

  test("sends identical concurrent GET requests once, and caches the response", async () => {
    answers = [json(200, "once"), json(200, "twice")];
    const api = client();
    const both = await Promise.all([api.call("GET", "/cities"), api.call("GET", "/cities")]);
    expect([...both, await api.call("GET", "/cities")]).toEqual(["once", "once", "once"]);
    expect(calls()).toHaveLength(1);
  });

  test("requests again after 30 seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    answers = [json(200, 1), json(200, 2)];
    const api = client();
    await api.call("GET", "/cities");
    vi.setSystemTime(Date.now() + 29_999);
    expect(await api.call("GET", "/cities")).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    expect(await api.call("GET", "/cities")).toBe(2);
  });

  test("delivers a response that a write overtakes, but requests again afterwards", async () => {
    let arrive = () => {};
    const late: Answer = (_request, response) => {
      arrive = () => response.writeHead(200, { "Content-Type": "application/json" }).end('"late"');
    };
    answers = [json(200, "kept"), late, json(200, "written"), json(200, "anew")];
    const api = client();
    await api.call("GET", "/cities");
    const reading = api.call("GET", "/users/profile");
    await vi.waitUntil(() => calls().length === 2);
    await api.call("PUT", "/users/profile", {});
    arrive();
    expect([await reading, await api.call("GET", "/cities")]).toEqual(["late", "anew"]);
  });

  test("merges identical concurrent writes, and only those", async () => {
    answers = [json(200, 1), json(200, 2)];
    const api = client();
    await Promise.all([
      api.call("PUT", "/users/profile", { displayName: "A" }),
      api.call("PUT", "/users/profile", { displayName: "A" }),
      api.call("PUT", "/users/profile", { displayName: "B" }),
    ]);
    expect(calls()).toHaveLength(2);
  });

  test("blocks the sixth call to one path within a second, but not calls to other paths", async () => {
    const at = 0;
    answers = Array.from({ length: 6 }, (_, index) => json(200, index));
    const api = client({ now: () => at });
    for (let index = 0; index < 5; index++) await api.call("GET", `/cities/search?q=${index}`);
    expect(await failure(api.call("GET", "/cities/search?q=5"))).toMatchObject({
      message: "Rate limit exceeded for /cities/search?q=5. Please slow down.",
    });
    await api.call("GET", "/cities");
    expect(calls()).toHaveLength(6);
  });
});

test("the cache drops the 20 oldest of 101 responses", async () => {
  const cache = createResponseCache();
  for (let index = 0; index <= 100; index++) await cache.read(String(index), async () => index);
  const again = async (index: number) => cache.read(String(index), async () => "anew");
  expect([await again(20), await again(100), await again(19), await again(0)]).toEqual([
    20,
    100,
    "anew",
    "anew",
  ]);
});

test("the error log keeps the last 50 errors with stacks of at most 10 lines until they are collected", () => {
  const buffer = createErrorBuffer(() => 0);
  const deep = new Error("deep");
  deep.stack = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
  for (let index = 0; index < 60; index++)
    buffer.add(index === 59 ? deep : new Error(String(index)), "saving");
  const taken = buffer.take();
  expect(taken).toHaveLength(50);
  expect(taken[0]?.message).toBe("10");
  expect(taken.at(-1)?.stack.split("\n")).toHaveLength(10);
  expect(buffer.take()).toEqual([]);
});

test("the query client logs and reports a failed mutation without a retry, and caches queries as specified", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const buffer = createErrorBuffer(() => 0);
  const queries = createQueryClient(buffer.add);
  let tries = 0;
  const mutation = queries.getMutationCache().build(queries, {
    mutationKey: ["save-preferences"],
    mutationFn: async () => {
      tries += 1;
      throw new Error("refused");
    },
  });
  await mutation.execute(undefined).catch(() => {});
  expect(tries).toBe(1);
  expect(log).toHaveBeenCalledWith("save-preferences: refused");
  expect(buffer.take()).toMatchObject([{ message: "refused", context: "save-preferences" }]);
  expect(queries.getDefaultOptions()).toMatchObject({
    queries: { staleTime: 300_000, gcTime: 600_000, retry: 1, refetchOnWindowFocus: false },
    mutations: { retry: 0 },
  });
});
