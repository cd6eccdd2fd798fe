import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";

const db = createDatabase(env.DB);
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test/api/v1${path}`, { headers });

describe("GET /api/v1/events/{id}/ics", () => {
  let cityId: string;
  let id: string;

  beforeAll(async () => {
    cityId = (await createCity(db, { nameEn: "Tehran", nameFa: "تهران" })).id;
    id = (
      await createEvent(db, {
        cityId,
        startsAt: Date.UTC(2026, 11, 8, 13),
        titleEn: "Setar",
        titleFa: "سه‌تار",
      })
    ).id;
  });

  it("returns the event as a calendar file", async () => {
    const response = await get(`/events/${id}/ics`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    const file = await response.text();
    expect(file).toContain(`\r\nUID:${id}@rooydad\r\n`);
    expect(file).toContain("\r\nDTSTART;TZID=Asia/Tehran:20261208T163000\r\n");
  });

  it.each([
    ["", {}, "Setar"],
    ["", { "Accept-Language": "fa-IR" }, "سه‌تار"],
    ["?lang=fa", { "Accept-Language": "en" }, "سه‌تار"],
    ["?lang=en", { "Accept-Language": "fa" }, "Setar"],
    ["", { "Accept-Language": "*" }, "Setar"],
  ])(
    "uses the language of ?lang=, then of Accept-Language: %s %j",
    async (query, headers, title) => {
      const response = await get(`/events/${id}/ics${query}`, headers as Record<string, string>);
      expect(await response.text()).toContain(`\r\nSUMMARY:${title}\r\n`);
    },
  );

  it("answers 304 to clients with the newest file", async () => {
    const etag = (await get(`/events/${id}/ics`)).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await get(`/events/${id}/ics`, { "If-None-Match": `"other", ${etag}` })).status).toBe(
      304,
    );
    expect((await get(`/events/${id}/ics`, { "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("keeps a cancelled event, marked as cancelled", async () => {
    const cancelled = await createEvent(db, {
      cityId,
      startsAt: Date.UTC(2026, 11, 9),
      lifecycle: "cancelled",
      sequence: 2,
    });
    const file = await (await get(`/events/${cancelled.id}/ics`)).text();
    expect(file).toContain("\r\nSTATUS:CANCELLED\r\n");
    expect(file).toContain("\r\nSEQUENCE:2\r\n");
  });

  it.each(["nonsense", "019b0000-0000-7000-a000-ffffffffffff"])(
    "answers 404 in JSON for the id %s",
    async (unknown) => {
      const response = await get(`/events/${unknown}/ics`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        code: "not-found",
        message: expect.any(String),
        requestId: expect.any(String),
      });
    },
  );
});
