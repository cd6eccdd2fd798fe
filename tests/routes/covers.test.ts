import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";

const get = (path: string) => SELF.fetch(`http://rooydad.test${path}`);

describe("a cover", () => {
  it.each(["/covers/1E6A8C/music.svg?ratio=2&finish=field", "/covers/city/shiraz.svg?ratio=2"])(
    "is the same for all readers: %s",
    async (path) => {
      const first = await get(path);
      const drawn = await first.text();
      expect(first.headers.get("X-Edge-Cache")).toBeNull();
      expect(drawn).toMatch(/^<svg /);
      for (const same of [path, `${path}&made=up`]) {
        const response = await get(same);
        expect(response.headers.get("X-Edge-Cache")).toBe("hit");
        expect(response.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
        expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
        expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
        expect(await response.text()).toBe(drawn);
      }
      expect(await (await get(path.replace("ratio=2", "ratio=1"))).text()).not.toBe(drawn);
    },
  );

  it("has no rate limit: a list loads dozens at once", async () => {
    const headers = { "CF-Connecting-IP": "203.0.113.77" };
    const statuses = await Promise.all(
      Array.from({ length: 250 }, async () => {
        const response = await SELF.fetch("http://rooydad.test/covers/1E6A8C/limit.svg", {
          headers,
        });
        await response.body?.cancel();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it.each(["/covers/red/x.svg", "/covers/1E6A8C/%E0%A4%A.svg", "/covers/1E6A8C/a/b.svg"])(
    "does not exist at %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
