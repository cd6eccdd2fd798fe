import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestDeps } from "../helpers/test-deps";

const get = (key: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test/media/${key}`, { headers });

describe("stored media", () => {
  const { media } = createTestDeps();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  beforeAll(async () => {
    await media.put("avatars/019b/1.svg", new TextEncoder().encode(svg), "image/svg+xml");
    await media.put("avatars/019b/2.webp", new Uint8Array([1, 2, 3]), "image/webp");
    await media.put("avatars/019c/1.webp", new Uint8Array([4]), "image/webp");
  });

  it("are served with their own type, cached for good, and cannot run scripts", async () => {
    const response = await get("avatars/019b/1.svg");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(await response.text()).toBe(svg);
  });

  it("are not sent again to clients that have them", async () => {
    const etag = (await get("avatars/019b/2.webp")).headers.get("ETag") ?? "";
    for (const tags of [etag, `W/${etag}`, `"old", ${etag}`, "*"]) {
      const again = await get("avatars/019b/2.webp", { "If-None-Match": tags });
      expect([tags, again.status, await again.text()]).toEqual([tags, 304, ""]);
    }
  });

  it.each([
    ["bytes=0-2", 206, "012", "bytes 0-2/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=5-2", 200, "0123456789", null],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["lines=1-2", 200, "0123456789", null],
  ])("are sent in ranges, as videos need: %s", async (range, status, text, part) => {
    await media.put("events/019b/1.mp4", new TextEncoder().encode("0123456789"), "video/mp4");
    const response = await get("events/019b/1.mp4", { Range: range });
    const sent = new TextDecoder().decode(await response.arrayBuffer());
    expect([response.status, sent, response.headers.get("Content-Range")]).toEqual([
      status,
      text,
      part,
    ]);
    if (status !== 416) expect(response.headers.get("Accept-Ranges")).toBe("bytes");
  });

  it("are sent whole if the range is of another version, and 404 in ranges too", async () => {
    await media.put("events/019b/1.mp4", new TextEncoder().encode("0123456789"), "video/mp4");
    const etag = (await get("events/019b/1.mp4")).headers.get("ETag") ?? "";
    const part = (match: string) =>
      get("events/019b/1.mp4", { Range: "bytes=0-2", "If-Range": match });
    expect([(await part(etag)).status, (await part('"another"')).status]).toEqual([206, 200]);
    expect((await get("events/019b/9.mp4", { Range: "bytes=0-2" })).status).toBe(404);
  });

  it.each([
    "avatars/019b/3.webp",
    "avatars",
    "",
    "AVATARS/019b/1.svg",
    "avatars//019b",
    "%2e%2e/secret",
    `a${"b".repeat(300)}`,
  ])("do not exist: %s", async (key) => {
    expect((await get(key)).status).toBe(404);
  });

  it("are listed by key prefix, and deleted", async () => {
    expect(await media.list("avatars/019b/")).toEqual([
      "avatars/019b/1.svg",
      "avatars/019b/2.webp",
    ]);
    await media.delete(await media.list("avatars/019b/"));
    expect(await media.list("avatars/")).toEqual(["avatars/019c/1.webp"]);
    expect((await get("avatars/019b/2.webp")).status).toBe(404);
  });
});
