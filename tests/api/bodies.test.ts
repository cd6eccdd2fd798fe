import { env, SELF } from "cloudflare:test";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { auditEntries } from "../../db/schema";
import { ErrorJson } from "../../worker/api/v1/errors";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { ORIGIN } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const MB = 1024 * 1024;
const JSON_TYPE = { "Content-Type": "application/json" };
const db = createDatabase(env.DB);

/** Endpoints with a body, and the role they require. */
const TAKERS = [
  { method: "POST", path: "/identity/sign-up", role: null },
  { method: "POST", path: "/identity/sign-in", role: null },
  { method: "POST", path: "/auth/login", role: null },
  { method: "PUT", path: "/users/profile", role: "user" },
  { method: "POST", path: "/audit/logs", role: "user" },
] as const;

let Authorization = "";
beforeAll(async () => {
  Authorization = await bearerOf(workerDeps(), (await createUser(db)).id);
});

/** A body of this many bytes, without a Content-Length. */
function stream(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left === 0) return controller.close();
      const size = Math.min(left, 65_536);
      controller.enqueue(new Uint8Array(size).fill(0x20));
      left -= size;
    },
  });
}

describe.each(TAKERS)("$method $path", ({ method, path, role }) => {
  const send = (body: unknown, headers: Record<string, string> = JSON_TYPE) =>
    ask(path, { method, body, headers: { ...(role && { Authorization }), ...headers } });
  const statusOf = async (response: Response) => {
    const { code } = v.parse(ErrorJson, await response.json());
    return [response.status, code];
  };

  it("with a byte more than a megabyte is 413, with or without Content-Length, of any type", async () => {
    expect(await statusOf(await send(" ".repeat(MB + 1)))).toEqual([413, "too-large"]);
    expect(await statusOf(await send(stream(MB + 1)))).toEqual([413, "too-large"]);
    expect(
      await statusOf(await send(" ".repeat(MB + 1), { "Content-Type": "text/plain" })),
    ).toEqual([413, "too-large"]);
  });

  it("with a megabyte is accepted", async () => {
    expect(await statusOf(await send(" ".repeat(MB)))).toEqual([400, "bad-request"]);
    expect(await statusOf(await send(stream(MB)))).toEqual([400, "bad-request"]);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "",
  ])("as %s is 415 before the body is read", async (type) => {
    expect(await statusOf(await send("broken", { "Content-Type": type }))).toEqual([
      415,
      "unsupported-type",
    ]);
  });

  it.each([
    ["Content-Encoding", "gzip"],
    ["Content-Encoding", "identity, br"],
    ["Content-Type", "application/json; charset=utf-16"],
    ["Content-Type", 'application/json;charset="ISO-8859-1"'],
    ["Content-Type", "application/json; charset=utf-8; charset=utf-7"],
  ])("with the header %s: %s is 415, which names the header", async (name, value) => {
    const response = await send("{}", { ...JSON_TYPE, [name]: value });
    const { code, issues } = v.parse(ErrorJson, await response.json());
    expect([response.status, code, issues]).toEqual([
      ...[415, "unsupported-type"],
      [{ path: name, message: "This value isn’t possible here." }],
    ]);
  });

  it("as plain JSON in UTF-8 by its headers is read", async () => {
    for (const [name, value] of [
      ["Content-Encoding", "identity"],
      ["Content-Type", 'application/json; charset="UTF-8"'],
    ] as const)
      expect(await statusOf(await send("[]", { ...JSON_TYPE, [name]: value }))).toEqual([
        422,
        "invalid",
      ]);
  });

  it.each([["{"], ["{'a':1}"], ["undefined"], ["\u0000"], ["{}{}"], ['{"a":1,}']])(
    "with the broken JSON %s is 400",
    async (body) => {
      const response = await send(body, { ...JSON_TYPE, "Accept-Language": "fa" });
      expect(response.status).toBe(400);
      expect(v.parse(ErrorJson, await response.json()).issues).toEqual([
        { path: "", message: "بدنهٔ درخواست JSON درستی نیست." },
      ]);
    },
  );

  it("without a body and without a type is 400, not 415", async () => {
    expect(await statusOf(await send(undefined, {}))).toEqual([400, "bad-request"]);
  });

  it.each([
    ["[]"],
    ["null"],
    ['"text"'],
    ["7"],
    ['{"__proto__":{"role":"owner"},"email":7,"displayName":7,"firebaseToken":7,"action":7}'],
    [`${"[".repeat(50_000)}${"]".repeat(50_000)}`],
  ])("with the invalid body %.40s is 422 with readable issues", async (body) => {
    const response = await send(body, { "Content-Type": "Application/JSON; charset=utf-8" });
    expect(response.status).toBe(422);
    const { issues = [] } = v.parse(ErrorJson, await response.json());
    expect(issues.length).toBeGreaterThan(0);
    for (const { message } of issues) expect(message).not.toMatch(/^errors:|Expected|Invalid/);
  });

  it("checks nothing before authentication", async () => {
    if (role === null) return;
    for (const body of ["{", " ".repeat(MB + 1)]) {
      const response = await ask(path, { method, body, headers: { "Content-Type": "text/plain" } });
      expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([
        401,
        'Bearer realm="api"',
      ]);
    }
  });
});

describe("a body in another coding", () => {
  const form = "application/x-www-form-urlencoded";
  it.each([
    ["an upload", "/api/v1/media", { "Content-Type": "image/png", "Content-Encoding": "gzip" }],
    ["a message to tools", "/mcp", { ...JSON_TYPE, "Content-Encoding": "gzip" }],
    ["a message to tools", "/mcp", { "Content-Type": "application/json; charset=utf-16" }],
    ["a page's form", "/login", { "Content-Type": form, "Content-Encoding": "deflate" }],
    ["a page's form", "/login", { "Content-Type": `${form}; charset=utf-16le` }],
  ])("is refused of %s (%s)", async (_, path, headers) => {
    const response = await SELF.fetch(`${ORIGIN}${path}`, {
      method: "POST",
      headers: { Authorization, Origin: ORIGIN, ...headers },
      body: "{}",
    });
    expect([path, response.status]).toEqual([path, 415]);
    await response.text();
  });
});

describe("a field error", () => {
  const issuesOf = async (method: string, path: string, body: unknown, language = "en") =>
    (
      await askJson<{ issues: { path: string; message: string }[] }>(path, {
        method,
        body,
        headers: { Authorization, "Accept-Language": language },
      })
    ).body.issues;

  it("names the path, in the caller's language", async () => {
    expect(
      await issuesOf("PUT", "/users/profile", {
        displayName: " \u00a0 ",
        theme: "blue",
        cities: ["tehran", "No City"],
      }),
    ).toEqual([
      { path: "displayName", message: "Enter a name." },
      { path: "theme", message: "This value isn’t possible here." },
      { path: "cities.1", message: "This value isn’t possible here." },
    ]);
    expect(await issuesOf("PUT", "/users/profile", { displayName: "" }, "fa")).toEqual([
      { path: "displayName", message: "نامی بنویسید." },
    ]);
    expect(await issuesOf("POST", "/audit/logs", { entity: "user" })).toEqual([
      { path: "action", message: "This is required." },
    ]);
    expect(
      await issuesOf("POST", "/audit/logs", {
        action: "a",
        entity: "b",
        metadata: { x: "y".repeat(8_000) },
      }),
    ).toEqual([{ path: "metadata", message: "An object of at most 8,000 characters." }]);
  });

  it.each([
    { role: "owner" },
    { email: "other@example.com" },
    { trustScore: 100 },
    { isActive: false },
    { id: "x" },
  ])("%j: not a field that users may change about themselves", async (body) => {
    const [name = ""] = Object.keys(body);
    expect(await issuesOf("PUT", "/users/profile", body)).toEqual([
      { path: name, message: "This field doesn’t exist." },
    ]);
  });

  it("is given for every weak password and every unticked box", async () => {
    const fine = {
      email: "x@example.com",
      password: "a long quiet evening",
      displayName: "X",
      isAdult16: true,
      acceptsTerms: true,
    };
    for (const [change, path, message] of [
      [{ password: "short" }, "password", "That password is too short."],
      [{ password: "a".repeat(10_000) }, "password", "At most 128 characters."],
      [
        { password: "1234567890" },
        "password",
        "Too many people use this password. Please choose another one.",
      ],
      [{ email: "not an address" }, "email", "Enter an email address, such as name@example.com."],
      [{ email: "sаra@example.com" }, "email", "Enter an email address, such as name@example.com."],
      [{ isAdult16: false }, "isAdult16", "You must be 16 or older to have an account here."],
      [{ acceptsTerms: "yes" }, "acceptsTerms", "Accept the terms."],
      [{ displayName: "a\u202Eb" }, "displayName", "Control characters aren’t allowed."],
    ] as const) {
      const { status, body } = await askJson<{ issues: unknown }>("/identity/sign-up", {
        method: "POST",
        body: { ...fine, ...change },
      });
      expect([path, status, body.issues]).toEqual([path, 422, [{ path, message }]]);
    }
  });

  it("survives values nested too deeply to be serialized", async () => {
    const metadata = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const response = await ask("/audit/logs", {
      method: "POST",
      headers: { Authorization, ...JSON_TYPE },
      body: `{"action":"a","entity":"b","metadata":${metadata}}`,
    });
    expect(response.status).toBe(422);
    expect(await db.$count(auditEntries)).toBe(0);
  });
});

describe("an operation without a body", () => {
  it("needs neither Content-Type nor Origin, and ignores both", async () => {
    const others: Record<string, string>[] = [
      {},
      { "Content-Type": "text/plain" },
      { Origin: "https://elsewhere.example" },
    ];
    for (const headers of others) {
      const token = await bearerOf(workerDeps(), (await createUser(db)).id);
      expect(
        (
          await ask("/auth/logout", {
            method: "POST",
            headers: { Authorization: token, ...headers },
          })
        ).status,
      ).toBe(204);
    }
  });
});

describe("methods and other origins", () => {
  const ADDRESSES = [
    ["/identity/sign-up", "POST, OPTIONS"],
    ["/identity/sign-in", "POST, OPTIONS"],
    ["/auth/login", "POST, OPTIONS"],
    ["/auth/logout", "POST, OPTIONS"],
    ["/users/me", "GET, HEAD, OPTIONS"],
    ["/users/profile", "GET, HEAD, PUT, OPTIONS"],
    ["/users/search/query", "GET, HEAD, OPTIONS"],
    ["/audit/logs", "GET, HEAD, POST, OPTIONS"],
  ] as const;

  it.each(ADDRESSES)("%s answers 405 with %s to every other method", async (path, allowed) => {
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter(
      (name) => !allowed.split(", ").includes(name),
    )) {
      const response = await ask(path, { method });
      expect([method, response.status, response.headers.get("Allow")]).toEqual([
        method,
        405,
        allowed,
      ]);
    }
  });

  it.each(ADDRESSES)(
    "%s can be called from other origins, with a token and without cookies",
    async (path, allowed) => {
      const headers = {
        Origin: "https://elsewhere.example",
        "Access-Control-Request-Headers": "authorization,idempotency-key",
      };
      const before = await ask(path, { method: "OPTIONS", headers });
      expect([before.status, before.headers.get("Access-Control-Allow-Methods")]).toEqual([
        204,
        allowed,
      ]);
      for (const name of [
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "X-Session-Id",
        "Accept-Language",
      ])
        expect(before.headers.get("Access-Control-Allow-Headers")).toContain(name);
      for (const method of allowed.split(", ")) {
        const response = await ask(path, { method, headers });
        expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
        expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
        if (method !== "OPTIONS")
          expect([method, response.headers.get("Cache-Control")]).toEqual([method, "no-store"]);
      }
    },
  );
});

describe("the tighter limit", () => {
  it("is 30 a minute for an address where passwords and tokens are checked", async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 70; request++) {
      const response = await ask("/auth/login", {
        method: "POST",
        headers: { "CF-Connecting-IP": "203.0.113.60" },
      });
      statuses.push(response.status);
      if (response.status === 429)
        expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(30);
    expect(statuses).toContain(429);
  });
});
