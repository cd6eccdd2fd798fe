import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const ORIGIN = "http://rooydad.test";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    method: "POST",
    body,
    headers: { Origin: ORIGIN, ...headers },
    redirect: "manual",
  });

describe.each(["/preferences", "/feedback-demo"])("the forms of %s", (path) => {
  it.each([
    ["JSON", 415, JSON.stringify({ theme: "dark" }), { "Content-Type": "application/json" }],
    ["no type", 415, new Uint8Array([1, 2, 3]), {}],
    ["multipart without a boundary", 400, "theme=dark", { "Content-Type": "multipart/form-data" }],
    [
      "broken multipart",
      400,
      "--x\r\nnothing of the kind",
      { "Content-Type": "multipart/form-data; boundary=x" },
    ],
    ["too much", 413, `theme=${"d".repeat(70_000)}`, FORM],
  ] as const)("refuse %s with %i and the designed page", async (_, status, body, headers) => {
    const response = await post(path, body, headers);
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toContain("Oops! Something went wrong");
    expect(html).toContain(`<code>${response.headers.get("X-Request-Id")}</code>`);
  });

  it("refuse an oversized body without a declared length", async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(10_000));
      },
    });
    expect((await post(path, body, FORM)).status).toBe(413);
  });
});

describe("the settings", () => {
  it("are accepted from both kinds of form", async () => {
    const multipart = new FormData();
    multipart.set("theme", "dark");
    for (const body of [multipart, new URLSearchParams({ theme: "dark" })]) {
      const response = await post("/preferences", body, {});
      expect(response.status).toBe(303);
      expect(response.headers.get("Set-Cookie")).toContain("rooydad.theme=dark");
    }
  });
});

describe("a flood of forms", () => {
  /**
   * Number of accepted requests up to a maximum; a minute may end in between and grant as many
   * again.
   */
  async function taken(most: number, send: () => Promise<Response>): Promise<number> {
    for (let count = 0; count < most; count += 1) {
      const response = await send();
      await response.body?.cancel();
      if (response.status === 429) {
        expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
        return count;
      }
    }
    return most;
  }

  it("from one address ends at 120 a minute", async () => {
    const from = (address: string) => () =>
      post("/preferences", new URLSearchParams({ theme: "dark" }), {
        ...FORM,
        "CF-Connecting-IP": address,
      });
    expect(await taken(300, from("203.0.113.77"))).toBeLessThanOrEqual(240);
    expect((await from("203.0.113.78")()).status).toBe(303);
  });

  it("with addresses to fetch ends sooner, with and without a script", async () => {
    const me = await signInAs(createTestDeps(Date.now()));
    const headers = { "CF-Connecting-IP": "203.0.113.79" };
    for (const path of ["/events/import", "/events/import.data"])
      expect(await taken(70, () => me.post(path, { url: "" }, headers))).toBeLessThanOrEqual(60);
    expect((await me.post("/preferences", { theme: "dark" }, headers)).status).toBe(303);
  });
});
