import { createExecutionContext, env, SELF } from "cloudflare:test";
import { getServerByName } from "partyserver";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { app } from "../../worker/app";
import { createCity } from "../factories/city";

const listen = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, { headers: { Upgrade: "websocket", ...headers } });

function nextMessage(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) => socket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data))), { once: true }));
}

describe("a city's room", () => {
  beforeAll(async () => {
    await createCity(createDatabase(env.DB), { slug: "tehran", nameEn: "Tehran" });
  });

  it("tells those who listen that an event has changed", async () => {
    const { webSocket } = await listen("/parties/city-room/tehran");
    if (!webSocket) throw new Error("The socket was refused.");
    webSocket.accept();
    const message = nextMessage(webSocket);
    const room = await getServerByName(env.CITY_ROOM, "tehran");
    await room.announce({ type: "event:changed", eventId: "019b", city: "tehran", change: "cancelled" });
    expect(await message).toEqual({ type: "event:changed", eventId: "019b", city: "tehran", change: "cancelled" });
    webSocket.close();
  });

  it("is only for cities that exist", async () => {
    expect((await listen("/parties/city-room/atlantis")).status).toBe(404);
  });

  it("refuses pages of other sites", async () => {
    expect((await listen("/parties/city-room/tehran", { Origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await listen("/parties/city-room/tehran", { Origin: "http://rooydad.test" })).status).toBe(101);
  });

  it("refuses an Origin that is empty or none", async () => {
    for (const Origin of ["", "null"]) {
      // Past SELF, which sends no empty headers.
      const request = new Request("http://rooydad.test/parties/city-room/tehran", { headers: { Upgrade: "websocket", Origin } });
      expect((await app.fetch(request, env, createExecutionContext())).status).toBe(403);
    }
  });

  it("has nothing behind its address", async () => {
    for (const more of ["/x", "/", "/tehran/x"]) expect((await listen(`/parties/city-room/tehran${more}`)).status).toBe(404);
  });

  it("answers a plain request with 426", async () => {
    expect((await SELF.fetch("http://rooydad.test/parties/city-room/tehran")).status).toBe(426);
  });

  it("lets nobody into a user's room while there are no accounts", async () => {
    expect((await listen("/parties/user-room/someone")).status).toBe(401);
  });
});
