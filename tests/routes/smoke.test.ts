import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { smokeTest } from "../../scripts/deploy/smoke.mjs";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";

const db = createDatabase(env.DB);
const asked: string[] = [];

async function ask(path: string) {
  asked.push(path);
  const response = await SELF.fetch(`http://rooydad.test${path}`, {
    headers: { "CF-Connecting-IP": "203.0.113.201" },
  });
  const type = response.headers.get("Content-Type") ?? "";
  return { status: response.status, type, text: await response.text() };
}

describe("the smoke test of deployments", { timeout: 30_000 }, () => {
  beforeAll(async () => {
    const city = await createCity(db, { nameEn: "Abyaneh", nameFa: "ابیانه", slug: "abyaneh" });
    await createEvent(db, { cityId: city.id, startsAt: Date.now() + 86_400_000 });
  });

  it("passes on the product, and opens an event of the list", async () => {
    expect(await smokeTest(ask)).toEqual([]);
    expect(asked.filter((path) => /^\/events\/[0-9a-f-]{36}$/.test(path))).toHaveLength(1);
  });

  it("names what is missing, of the wrong kind or in error", async () => {
    const broken = async (path: string) => {
      const answer = await ask(path);
      if (path === "/") return { ...answer, status: 503 };
      if (path === "/login") return { ...answer, text: "<h1>" };
      return path.startsWith("/api/") ? { ...answer, type: "text/html" } : answer;
    };
    expect(await smokeTest(broken)).toEqual([
      "/ answers 503",
      "/login lacks <form",
      "/api/v1/events?limit=1 is text/html",
    ]);
  });
});
