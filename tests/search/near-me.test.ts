import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import type { EventListJson } from "../../app/modules/events/event-json-schema";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { createDatabase } from "../../db/client";
import { askJson } from "../helpers/api-client";
import { requestContext } from "../helpers/request-context";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(SAMPLE_NOW);
/** In Tehran, as a browser sends it. */
const POSITION = "lat=35.70&lng=51.40";

beforeAll(async () => {
  await seedSampleEvents(createDatabase(env.DB), SAMPLE_NOW);
}, 120_000);

const find = (query: string) => listEvents(deps, parseEventQuery(new URLSearchParams(query)).query);
const browse = (query: string, locale: "en" | "fa" = "en") =>
  browseEvents(requestContext(deps, { locale, calendar: "gregorian" }), new URLSearchParams(query));

describe("words that ask for what is near", () => {
  it.each(["theatre near me", "تئاتر نزدیک من"])(
    "with a position list what is around it, the nearest first: %s",
    async (q) => {
      const near = await find(`q=${q}&${POSITION}`);
      const filtered = await find(`category=theater&${POSITION}&sort=distance`);
      expect(near.events.length).toBeGreaterThan(1);
      expect(near.sort).toBe("distance");
      expect(near.events.map(({ id }) => id)).toEqual(filtered.events.map(({ id }) => id));
      expect((await browse(`q=${q}&${POSITION}`)).near).toBeNull();
    },
  );

  it("with further words search those, the nearest first", async () => {
    const { events, sort, center } = await find(`q=calligraphy near me&${POSITION}`);
    expect([sort, center !== null]).toEqual(["distance", true]);
    expect(events.length).toBeGreaterThan(0);
    for (const { latitude } of events) expect(Math.abs((latitude ?? 0) - 35.7)).toBeLessThan(0.3);
  });

  it("alone have one chip with a position, whose removal removes both", async () => {
    const page = await browse(`q=near me&${POSITION}`);
    expect(page.active.map(({ key }) => key)).toEqual(["near"]);
    expect(page.active[0]?.without).toBe("/events");
  });

  it("keep an order that was chosen", async () => {
    expect((await find(`q=theatre near me&${POSITION}&sort=date`)).sort).toBe("date");
  });

  it("without a position ask for it, and claim no filter", async () => {
    const page = await browse("q=theatre near me");
    expect(page.near).toEqual({
      text: expect.stringContaining("where you are"),
      href: expect.stringContaining("q=theatre"),
    });
    expect(page.active.map(({ key }) => key)).toEqual(["q", "understood-category"]);
    expect((await browse("q=تئاتر نزدیک من", "fa")).near?.text).toContain("کجا هستید");
    const list = await find("q=theatre near me");
    expect([list.sort, list.exactTotal]).toEqual([
      "relevance",
      (await find("q=theatre")).exactTotal,
    ]);
  });

  it("ask for no position beside a city with a radius, or once removed", async () => {
    const page = await browse("q=theatre near me&city=tehran&radius=10");
    expect(page.near).toBeNull();
    expect(page.sort).toBe("distance");
    expect((await browse("q=theatre near me&without=near")).near).toBeNull();
  });

  it("leave a named place as it is", async () => {
    const { understood } = await find("q=theatre near tajrish");
    expect(understood.map(({ kind }) => kind)).toEqual(["place", "category"]);
  });

  it("appear in the API as understood, until a position is sent", async () => {
    const { body } = await askJson<EventListJson>("/events?q=theatre%20near%20me");
    expect(body.understood).toContainEqual({ kind: "near", words: "near me", value: true });
    const { body: near } = await askJson<EventListJson>(
      `/events?q=theatre%20near%20me&${POSITION}`,
    );
    expect(near.understood.map(({ kind }) => kind)).toEqual(["category"]);
  });
});

describe("the extent of a list", () => {
  it("counts dates beside events where a list follows days, and events elsewhere", async () => {
    const days = await browse("when=month&city=tehran");
    expect(days.seen).toMatchObject({
      isByDate: true,
      count: days.groups.flatMap(({ events }) => events).length,
    });
    expect(days.seen.total).toBe((await find("when=month&city=tehran")).exactTotal);
    const events = await browse("city=tehran");
    expect(events.seen.isByDate).toBe(false);
    expect((await browse("q=setar&when=month")).seen.isByDate).toBe(false);
    expect((await browse("when=month&sort=popular")).seen.isByDate).toBe(false);
  });
});
