import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";

const ORIGIN = "http://rooydad.test";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
  SELF.fetch(`${ORIGIN}${path}`, { method: "POST", body, headers: { Origin: ORIGIN, ...headers }, redirect: "manual" });

describe.each(["/preferences", "/feedback-demo"])("the forms of %s", (path) => {
  it.each([
    ["JSON", 415, JSON.stringify({ theme: "dark" }), { "Content-Type": "application/json" }],
    ["no type", 415, new Uint8Array([1, 2, 3]), {}],
    ["multipart without a boundary", 400, "theme=dark", { "Content-Type": "multipart/form-data" }],
    ["broken multipart", 400, "--x\r\nnothing of the kind", { "Content-Type": "multipart/form-data; boundary=x" }],
    ["too much", 413, `theme=${"d".repeat(70_000)}`, FORM],
  ] as const)("refuse %s with %i and the designed page", async (_, status, body, headers) => {
    const response = await post(path, body, headers);
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toContain("Oops! Something went wrong");
    expect(html).toContain(`<code>${response.headers.get("X-Request-Id")}</code>`);
  });

  it("refuse too much that does not say how long it is", async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(10_000));
      },
    });
    expect((await post(path, body, FORM)).status).toBe(413);
  });
});

describe("the settings", () => {
  it("are taken from both kinds of form", async () => {
    const multipart = new FormData();
    multipart.set("theme", "dark");
    for (const body of [multipart, new URLSearchParams({ theme: "dark" })]) {
      const response = await post("/preferences", body, {});
      expect(response.status).toBe(303);
      expect(response.headers.get("Set-Cookie")).toContain("rooydad.theme=dark");
    }
  });
});
