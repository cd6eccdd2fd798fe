import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestDeps } from "../helpers/test-deps";

const get = (key: string, headers: Record<string, string> = {}) => SELF.fetch(`http://rooydad.test/media/${key}`, { headers });

describe("stored media", () => {
  const { media } = createTestDeps();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  beforeAll(async () => {
    await media.put("avatars/019b/1.svg", new TextEncoder().encode(svg), "image/svg+xml");
    await media.put("avatars/019b/2.webp", new Uint8Array([1, 2, 3]), "image/webp");
    await media.put("avatars/019c/1.webp", new Uint8Array([4]), "image/webp");
  });

  it("are delivered as what they are, for ever, and run nothing", async () => {
    const response = await get("avatars/019b/1.svg");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(await response.text()).toBe(svg);
  });

  it("are not sent again to who has them", async () => {
    const etag = (await get("avatars/019b/2.webp")).headers.get("ETag") ?? "";
    const again = await get("avatars/019b/2.webp", { "If-None-Match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  it.each(["avatars/019b/3.webp", "avatars", "", "AVATARS/019b/1.svg", "avatars//019b", "%2e%2e/secret", `a${"b".repeat(300)}`])(
    "are not there: %s",
    async (key) => {
      expect((await get(key)).status).toBe(404);
    },
  );

  it("are listed by what their keys begin with, and deleted", async () => {
    expect(await media.list("avatars/019b/")).toEqual(["avatars/019b/1.svg", "avatars/019b/2.webp"]);
    await media.delete(await media.list("avatars/019b/"));
    expect(await media.list("avatars/")).toEqual(["avatars/019c/1.webp"]);
    expect((await get("avatars/019b/2.webp")).status).toBe(404);
  });
});
