import { createExecutionContext, env, SELF } from "cloudflare:test";
import { getServerByName } from "partyserver";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { CityRoom } from "../../party/city-room";
import { findPlace } from "../../party/shards";
import { app } from "../../worker/app";
import { createCity } from "../factories/city";

const listen = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, { headers: { Upgrade: "websocket", ...headers } });

function nextMessage(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) =>
    socket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data))), {
      once: true,
    }),
  );
}

describe("a city's room", () => {
  beforeAll(async () => {
    // All at once: the list of cities is cached.
    await createCity(createDatabase(env.DB), { slug: "tehran", nameEn: "Tehran" });
    await createCity(createDatabase(env.DB), { slug: "shiraz", nameEn: "Shiraz" });
  });

  it("notifies listeners that an event has changed", async () => {
    const { webSocket } = await listen("/parties/city-room/tehran");
    if (!webSocket) throw new Error("The socket was refused.");
    webSocket.accept();
    const message = nextMessage(webSocket);
    const room = await getServerByName(env.CITY_ROOM, "tehran");
    await room.announce({
      type: "event:changed",
      eventId: "019b",
      city: "tehran",
      change: "cancelled",
    });
    expect(await message).toEqual({
      type: "event:changed",
      eventId: "019b",
      city: "tehran",
      change: "cancelled",
    });
    webSocket.close();
  });

  it("exists for existing cities only", async () => {
    expect((await listen("/parties/city-room/atlantis")).status).toBe(404);
  });

  it("refuses pages of other sites", async () => {
    expect(
      (await listen("/parties/city-room/tehran", { Origin: "https://elsewhere.example" })).status,
    ).toBe(403);
    expect(
      (await listen("/parties/city-room/tehran", { Origin: "http://rooydad.test" })).status,
    ).toBe(101);
  });

  it("accepts neither ids nor the library's messages from clients, and exposes no stack", async () => {
    const { status, webSocket } = await listen(`/parties/city-room/tehran?_pk=${"a".repeat(300)}`, {
      "x-partykit-props": "{",
      "x-partykit-room": "shiraz",
    });
    expect(status).toBe(101);
    webSocket?.accept();
    webSocket?.close();
  });

  it("refuses an empty or missing Origin", async () => {
    for (const Origin of ["", "null"]) {
      // Without SELF, which does not send empty headers.
      const request = new Request("http://rooydad.test/parties/city-room/tehran", {
        headers: { Upgrade: "websocket", Origin },
      });
      expect((await app.fetch(request, env, createExecutionContext())).status).toBe(403);
    }
  });

  it("has no addresses below its own", async () => {
    for (const more of ["/x", "/", "/tehran/x"])
      expect((await listen(`/parties/city-room/tehran${more}`)).status).toBe(404);
  });

  it("answers a plain request with 426", async () => {
    expect((await SELF.fetch("http://rooydad.test/parties/city-room/tehran")).status).toBe(426);
  });

  it("refuses sockets of a user's room without an account", async () => {
    expect((await listen("/parties/user-room/someone")).status).toBe(401);
  });
});

describe("a hostile visitor of a city's room", () => {
  /** A socket with its received messages and close code. */
  async function enter() {
    const { webSocket } = await listen("/parties/city-room/tehran");
    if (!webSocket) throw new Error("The socket was refused.");
    const heard: { type: string; code?: string }[] = [];
    const closed = new Promise<number>((resolve) =>
      webSocket.addEventListener("close", ({ code }) => resolve(code)),
    );
    webSocket.addEventListener("message", ({ data }) => void heard.push(JSON.parse(String(data))));
    webSocket.accept();
    return { socket: webSocket, heard, closed };
  }
  const announced = {
    type: "event:changed",
    eventId: "019b",
    city: "tehran",
    change: "changed",
  } as const;

  it.each([
    ["10 MB", (socket: WebSocket) => socket.send("x".repeat(10_000_000)), 1009, "too-large"],
    [
      "1,000 messages at once",
      (socket: WebSocket) => {
        for (let at = 0; at < 1_000; at++) socket.send("{}");
      },
      1008,
      "too-many-messages",
    ],
  ])(
    "that sends %s is disconnected alone, and the others stay connected",
    async (_what, attack, code, said) => {
      const [hostile, other] = [await enter(), await enter()];
      attack(hostile.socket);
      expect(await hostile.closed).toBe(code);
      expect(hostile.heard).toMatchObject([{ type: "error", code: said }]);
      await env.CITY_ROOM.getByName("tehran").announce(announced);
      await expect.poll(() => other.heard).toEqual([announced]);
      other.socket.close();
    },
  );

  it("cannot broadcast messages in the server's format", async () => {
    const [hostile, other] = [await enter(), await enter()];
    for (const message of [
      announced,
      { type: "joinCity", city: "shiraz" },
      { type: "notification:new", notification: {} },
    ])
      hostile.socket.send(JSON.stringify(message));
    await env.CITY_ROOM.getByName("tehran").announce({ ...announced, eventId: "true" });
    await expect.poll(() => other.heard.length).toBeGreaterThan(0);
    expect(other.heard).toEqual([{ ...announced, eventId: "true" }]);
    for (const { socket } of [hostile, other]) socket.close();
  });
});

describe("a crowded city", () => {
  const usual = CityRoom.capacity;
  afterEach(() => {
    CityRoom.capacity = usual;
  });

  it("opens more rooms by number when one is full, and all get its announcements", async () => {
    CityRoom.capacity = 3;
    const heard: unknown[] = [];
    const sockets: WebSocket[] = [];
    for (let at = 0; at < 8; at++) {
      const { webSocket, status } = await listen("/parties/city-room/shiraz");
      if (!webSocket) throw new Error(`The socket was refused: ${status}.`);
      webSocket.accept();
      webSocket.addEventListener("message", ({ data }) => void heard.push(data));
      sockets.push(webSocket);
    }
    const room = env.CITY_ROOM.getByName("shiraz");
    expect(await room.countShards()).toBe(3);
    expect(
      await room.announce({
        type: "event:changed",
        eventId: "019b",
        city: "shiraz",
        change: "changed",
      }),
    ).toBe(8);
    await expect.poll(() => heard.length).toBe(8);
    for (const socket of sockets) socket.close();
  });

  it("places followers who come through their own rooms by number too", async () => {
    CityRoom.capacity = 2;
    const places = [];
    for (const id of ["a", "b", "c", "d", "e"])
      places.push((await findPlace(env.CITY_ROOM, "tabriz", (room) => room.join(id)))?.shard);
    expect(new Set(places)).toEqual(new Set([0, 1, 2]));
    // None of them listens, so the first announcement removes them.
    expect(
      await env.CITY_ROOM.getByName("tabriz").announce({
        type: "event:changed",
        eventId: "019b",
        city: "tabriz",
        change: "changed",
      }),
    ).toBe(0);
    expect(await env.CITY_ROOM.getByName("tabriz").join("f")).toBe(true);
  });

  it("has no rooms by number from outside", async () => {
    expect((await listen("/parties/city-room/tehran%231")).status).toBe(404);
  });
});
