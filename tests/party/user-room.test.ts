import { env, runInDurableObject, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  notificationTexts,
  notifyRooms,
} from "../../app/modules/notifications/notification-statements.server";
import { events, notifications, sessions, users } from "../../db/schema";
import type { ServerMessage } from "../../party/protocol";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { notificationStatement } from "../factories/notification";
import { bearerOf, cookieOf, createUser } from "../factories/user";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const ORIGIN = "https://rooydad.test";

/** A socket with its received messages. */
async function listen(path: string, headers: Record<string, string>) {
  const { webSocket, status } = await SELF.fetch(`${ORIGIN}${path}`, {
    headers: { Upgrade: "websocket", ...headers },
  });
  if (!webSocket) throw new Error(`The socket was refused: ${status}.`);
  const heard: ServerMessage[] = [];
  const closed = new Promise<number>((resolve) =>
    webSocket.addEventListener("close", ({ code }) => resolve(code)),
  );
  webSocket.addEventListener("message", ({ data }) => void heard.push(JSON.parse(String(data))));
  webSocket.accept();
  const say = (message: unknown) =>
    webSocket.send(typeof message === "string" ? message : JSON.stringify(message));
  const codes = () => heard.flatMap((message) => (message.type === "error" ? [message.code] : []));
  return { socket: webSocket, heard, closed, say, codes };
}

/** Sends a reminder of an event in Tehran that starts at 19:30 there. */
async function remind(userId: string): Promise<void> {
  const values = {
    title: { en: "Setar", fa: "سه‌تار" },
    city: { en: "Tehran", fa: "تهران" },
    startsAt: Date.parse("2026-12-09T16:00:00Z"),
    timeZone: "Asia/Tehran",
    allDay: false,
  };
  const order = {
    userId,
    type: "other" as const,
    kind: "event-reminder" as const,
    values,
    actionPath: null,
    relatedEntityId: null,
  };
  await deps.db.batch([
    notificationStatement(deps, { ...order, idempotencyKey: crypto.randomUUID() }),
  ]);
  await notifyRooms(
    deps,
    await deps.db.select().from(notifications).where(eq(notifications.userId, userId)),
  );
}

async function person(language: "en" | "fa" = "en") {
  const { id } = await createUser(deps.db, { preferredLanguage: language });
  const Cookie = await cookieOf(deps, id);
  const enter = (cookie = Cookie) =>
    listen(`/parties/user-room/${id}`, { Cookie: cookie, Origin: ORIGIN });
  return { id, Cookie, enter };
}

/** Stores a notification and notifies the rooms like a delivery. @returns its id */
async function tell(userId: string): Promise<string> {
  const key = crypto.randomUUID();
  const order = {
    userId,
    type: "approval" as const,
    kind: "event-approved" as const,
    values: { title: { en: "Setar", fa: "سه‌تار" } },
  };
  await deps.db.batch([
    notificationStatement(deps, {
      ...order,
      actionPath: null,
      relatedEntityId: null,
      idempotencyKey: key,
    }),
  ]);
  const stored = await deps.db
    .select()
    .from(notifications)
    .where(eq(notifications.idempotencyKey, key));
  await notifyRooms(deps, stored);
  return stored[0]?.id ?? "";
}

type Socket = Awaited<ReturnType<typeof listen>>;

/** All messages sent to a socket so far: order is kept, so a final notification marks the end. */
async function allHeard({ heard }: Socket, userId: string): Promise<ServerMessage[]> {
  const last = await tell(userId);
  const isLast = (message: ServerMessage) =>
    message.type === "notification:new" && message.notification.id === last;
  await expect.poll(() => heard.some(isLast)).toBe(true);
  return heard.filter((message) => !isLast(message));
}

/** Waits until a user's room is in Tehran's list, or is not. */
const isInTehran = (userId: string, expected: boolean) =>
  expect
    .poll(() =>
      runInDurableObject(
        env.USER_ROOM.getByName(userId),
        async (_, { storage }) => (await storage.get("shard:tehran")) !== undefined,
      ),
    )
    .toBe(expected);
const sessionOf = async (userId: string) =>
  (await deps.db.select().from(sessions).where(eq(sessions.userId, userId)).get())?.id ?? "";

let cityId = "";
let eventId = "";
let draftId = "";

beforeEach(async () => {
  if (cityId) return;
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
  eventId = (await createEvent(deps.db, { cityId, startsAt: Date.now() + 86_400_000 })).id;
  draftId = (await createEvent(deps.db, { cityId, startsAt: Date.now() + 86_400_000 })).id;
  await deps.db.update(events).set({ status: "pending" }).where(eq(events.id, draftId));
});

describe("a notification", () => {
  it("reaches each socket in its language, and no other user's", async () => {
    const [sara, nima, other] = [await person("en"), await person("fa"), await person()];
    const [english, persian, stranger] = [
      await sara.enter(),
      await nima.enter(),
      await other.enter(),
    ];
    await tell(sara.id);
    await tell(nima.id);
    await expect.poll(() => [english.heard.length, persian.heard.length]).toEqual([1, 1]);
    expect(english.heard).toMatchObject([
      { type: "notification:new", notification: { title: "Published: Setar", read: false } },
    ]);
    expect(persian.heard).toMatchObject([
      { type: "notification:new", notification: { title: "منتشر شد: سه‌تار" } },
    ]);
    expect(await allHeard(stranger, other.id)).toEqual([]);
  });

  it("of a reminder names the event's city and zone for a reader elsewhere", async () => {
    const { id, enter } = await person();
    await deps.db.update(users).set({ timeZone: "Europe/Berlin" }).where(eq(users.id, id));
    const { heard } = await enter();
    await remind(id);
    await expect.poll(() => heard.length).toBe(1);
    expect(heard).toMatchObject([
      {
        notification: {
          title: "Coming up: Setar",
          message: expect.stringMatching(/19:30.*Tehran time \(GMT\+3:30\)/),
        },
      },
    ]);
  });

  it("reaches clients with an access token and no Origin", async () => {
    const { id } = await person();
    const token = (await bearerOf(deps, id)).replace("Bearer ", "");
    const { heard } = await listen(`/parties/user-room/${id}?token=${token}`, {});
    await tell(id);
    await expect.poll(() => heard.length).toBe(1);
  });
});

describe("a new event of a city", () => {
  const WANTS = {
    emailEnabled: true,
    pushEnabled: false,
    categories: ["newEvents"],
    frequency: "daily",
  } as const;
  const NEWS = notificationTexts({
    id: "019b0000-0000-7000-8000-0000000000aa",
    userId: "",
    type: "other",
    kind: "event-new-in-city",
    values: { title: { en: "Setar", fa: "سه‌تار" }, city: { en: "Tehran", fa: "تهران" } },
    actionPath: null,
    relatedEntityId: null,
    idempotencyKey: "",
    readAt: null,
    createdAt: 0,
  });
  const announce = (topics: string[] | null = null, actorId: string | null = null) =>
    deps.rooms.cityNotification("tehran", { notification: NEWS, topics, actorId });
  const titles = (messages: ServerMessage[]) =>
    messages.map((message) =>
      message.type === "notification:new" ? message.notification.title : message.type,
    );

  async function follower(changes: Partial<typeof users.$inferInsert> = {}) {
    const given = {
      cities: ["tehran"],
      notificationPreferences: { ...WANTS, categories: ["newEvents"] },
      ...changes,
    };
    const { id } = await createUser(deps.db, given);
    const socket = await listen(`/parties/user-room/${id}`, {
      Cookie: await cookieOf(deps, id),
      Origin: ORIGIN,
    });
    return { id, socket };
  }

  it("reaches each connected device of its followers once, through the city's room, and no others", async () => {
    const english = await follower();
    const second = await listen(`/parties/user-room/${english.id}`, {
      Cookie: await cookieOf(deps, english.id),
      Origin: ORIGIN,
    });
    const persian = await follower({ preferredLanguage: "fa", interests: ["music"] });
    const elsewhere = await follower({ cities: [] });
    const unwilling = await follower({
      notificationPreferences: { ...WANTS, categories: ["savedEvents"] },
    });
    for (const { id } of [english, persian]) await isInTehran(id, true);
    await announce();
    for (const [{ id }, socket] of [
      [english, english.socket],
      [english, second],
    ] as const)
      expect(titles(await allHeard(socket, id))).toContain("New: Setar");
    expect(titles(await allHeard(persian.socket, persian.id))).toEqual(["تازه: سه‌تار"]);
    for (const { id, socket } of [elsewhere, unwilling])
      expect(titles(await allHeard(socket, id))).toEqual([]);
  });

  it("with a rule for interested users reaches no one else, and never its creator", async () => {
    const [music, tech] = [
      await follower({ interests: ["music"] }),
      await follower({ interests: ["tech"] }),
    ];
    for (const { id } of [music, tech]) await isInTehran(id, true);
    await announce(["interest:music"]);
    await announce(null, tech.id);
    expect(titles(await allHeard(music.socket, music.id))).toEqual(["New: Setar", "New: Setar"]);
    expect(titles(await allHeard(tech.socket, tech.id))).toEqual([]);
    for (const { id, socket } of [music, tech]) {
      socket.socket.close();
      await isInTehran(id, false);
    }
  });
});

describe("a session that ends", () => {
  it("closes its sockets with 4401, keeps the others, and cannot connect again", async () => {
    const { id, Cookie, enter } = await person();
    const first = await enter();
    const sessionId = await sessionOf(id);
    const second = await enter(await cookieOf(deps, id));
    await deps.db.delete(sessions).where(eq(sessions.id, sessionId));
    await deps.rooms.signedOut(id, sessionId);
    expect(await first.closed).toBe(4401);
    await tell(id);
    await expect.poll(() => second.heard.map(({ type }) => type)).toEqual(["notification:new"]);
    expect(first.codes()).toEqual(["session-ended"]);
    expect(first.heard.filter(({ type }) => type === "notification:new")).toEqual([]);
    const again = await SELF.fetch(`${ORIGIN}/parties/user-room/${id}`, {
      headers: { Upgrade: "websocket", Cookie, Origin: ORIGIN },
    });
    expect(again.status).toBe(401);
  });

  it("with all but one, as after a password change, keeps that one's socket", async () => {
    const { id, enter } = await person();
    const kept = await enter();
    const keptId = await sessionOf(id);
    const gone = await enter(await cookieOf(deps, id));
    for (const session of await deps.db.select().from(sessions).where(eq(sessions.userId, id)))
      if (session.id !== keptId) await deps.db.delete(sessions).where(eq(sessions.id, session.id));
    await deps.rooms.signedOut(id, null);
    expect(await gone.closed).toBe(4401);
    await tell(id);
    await expect.poll(() => kept.heard.map(({ type }) => type)).toEqual(["notification:new"]);
  });

  it.each(["expiresAt", "endsAt"] as const)(
    "by expiry while a client is connected with a token (%s) delivers nothing and closes",
    async (end) => {
      const { id } = await person();
      const token = (await bearerOf(deps, id)).replace("Bearer ", "");
      const socket = await listen(`/parties/user-room/${id}?token=${token}`, {});
      await tell(id);
      await expect.poll(() => socket.heard.length).toBe(1);
      await deps.db
        .update(sessions)
        .set({ [end]: Date.now() - 1 })
        .where(eq(sessions.userId, id));
      await tell(id);
      expect(await socket.closed).toBe(4401);
      expect(socket.heard.map(({ type }) => type)).toEqual(["notification:new", "error"]);
    },
  );

  it("by deactivation unknown to the room delivers nothing and closes", async () => {
    const { id, enter } = await person();
    const socket = await enter();
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    await tell(id);
    expect(await socket.closed).toBe(4401);
    expect(socket.heard.map(({ type }) => type)).toEqual(["error"]);
  });

  it("unknown to the room delivers nothing", async () => {
    const { id, enter } = await person();
    const socket = await enter();
    await deps.db.delete(sessions).where(eq(sessions.userId, id));
    await tell(id);
    expect(await socket.closed).toBe(4401);
    expect(socket.codes()).toEqual(["session-ended"]);
    expect(socket.heard).toHaveLength(1);
  });
});

describe("a user's room", () => {
  const ask = (id: string, headers: Record<string, string>, query = "") =>
    SELF.fetch(`${ORIGIN}/parties/user-room/${id}${query}`, {
      headers: { Upgrade: "websocket", ...headers },
    });

  it("refuses the cookie of another site's page, or of one that hides its origin", async () => {
    const { id, Cookie } = await person();
    const statuses = [];
    for (const Origin of [
      "https://elsewhere.example",
      "http://rooydad.test",
      "https://rooydad.test.elsewhere.example",
      "null",
    ])
      statuses.push((await ask(id, { Cookie, Origin })).status);
    expect(statuses).toEqual([403, 403, 403, 403]);
    expect((await ask(id, { Cookie })).status).toBe(401);
    expect((await ask(id, { Cookie, Origin: ORIGIN })).status).toBe(101);
  });

  it("refuses an expired, forged or foreign token, even with a valid cookie beside it", async () => {
    const [sara, nima] = [await person(), await person()];
    const tokenOf = async (userId: string, of = deps) =>
      (await bearerOf(of, userId)).replace("Bearer ", "");
    const long = await tokenOf(sara.id, { ...deps, clock: { now: () => Date.now() - 86_400_000 } });
    for (const token of [long, `${(await tokenOf(sara.id)).slice(0, -4)}AAAA`, "", "x"]) {
      expect((await ask(sara.id, {}, `?token=${token}`)).status).toBe(401);
      expect(
        (await ask(sara.id, { Cookie: sara.Cookie, Origin: ORIGIN }, `?token=${token}`)).status,
      ).toBe(401);
    }
    expect((await ask(sara.id, {}, `?token=${await tokenOf(nima.id)}`)).status).toBe(403);
  });
});

describe("following a city or an event by socket", () => {
  const announce = (change: "changed" | "cancelled" = "changed", of = eventId) =>
    deps.rooms.cityChanged("tehran", of, change);

  it("delivers changes of a joined city until it is left", async () => {
    const { id, enter } = await person();
    const socket = await enter();
    socket.say({ type: "joinCity", city: "tehran" });
    await isInTehran(id, true);
    await announce("cancelled");
    const change = { type: "event:changed", eventId, city: "tehran", change: "cancelled" };
    await expect.poll(() => socket.heard).toEqual([change]);
    socket.say({ type: "leaveCity", city: "tehran" });
    await isInTehran(id, false);
    await announce();
    expect(await allHeard(socket, id)).toEqual([change]);
  });

  it("delivers changes of the followed event only", async () => {
    const { id, enter } = await person();
    const socket = await enter();
    socket.say({ type: "subscribe:event", eventId });
    await isInTehran(id, true);
    await announce("changed", draftId);
    await announce("changed");
    await expect.poll(() => socket.heard).toMatchObject([{ type: "event:changed", eventId }]);
    socket.say({ type: "unsubscribe:event", eventId });
    await isInTehran(id, false);
    await announce();
    expect(await allHeard(socket, id)).toHaveLength(1);
  });

  it("ends when the user's last socket has closed", async () => {
    const { id, enter } = await person();
    const socket = await enter();
    const reached = () =>
      env.CITY_ROOM.getByName("tehran").announce({
        type: "event:changed",
        eventId,
        city: "tehran",
        change: "changed",
      });
    socket.say({ type: "joinCity", city: "tehran" });
    await isInTehran(id, true);
    expect(await reached()).toBe(1);
    socket.socket.close();
    await isInTehran(id, false);
    expect(await reached()).toBe(0);
  });

  it("answers errors for unknown cities, other users' drafts, unsupported kinds and invalid messages, and keeps the socket", async () => {
    const socket = await (await person("fa")).enter();
    socket.say({ type: "joinCity", city: "atlantis" });
    socket.say({ type: "joinCity", city: "tehran#1" });
    socket.say({ type: "subscribe:event", eventId: draftId });
    socket.say({ type: "subscribe:event", eventId: crypto.randomUUID() });
    socket.say({ type: "leaveCity", city: "tehran" });
    socket.say({ type: "unsubscribe:event", eventId });
    socket.say("{not json");
    socket.say({ type: "notification:new" });
    socket.say("[]");
    socket.socket.send(new Uint8Array([1, 2, 3]));
    await expect.poll(() => socket.codes()).toHaveLength(10);
    const codes = socket.codes();
    expect(codes.filter((code) => code === "not-found")).toHaveLength(5);
    expect(codes.filter((code) => code === "invalid")).toHaveLength(5);
    expect(socket.heard[0]).toMatchObject({ message: expect.stringMatching(/[\u0600-\u06ff]/) });
    expect(socket.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("refuses more than the limit per socket", async () => {
    const { id, enter } = await person();
    const socket = await enter();
    for (let at = 0; at < 21; at++)
      await createCity(deps.db, { slug: `town-${at}`, nameEn: `Town ${at}` });
    for (let at = 0; at < 21; at++) {
      // At most twenty messages per second are accepted.
      if (at === 15) await new Promise((resolve) => setTimeout(resolve, 1_100));
      socket.say({ type: "joinCity", city: `town-${at}` });
    }
    await expect.poll(() => socket.codes()).toEqual(["too-many-subscriptions"]);
    expect(await allHeard(socket, id)).toHaveLength(1);
  });
});

describe("a hostile socket", () => {
  it("is closed with an error after a message of more than 4 kB", async () => {
    const socket = await (await person()).enter();
    socket.say("x".repeat(5_000));
    expect(await socket.closed).toBe(1009);
    expect(socket.codes()).toEqual(["too-large"]);
  });

  it("is closed after 10 MB, and the room continues", async () => {
    const { id, enter } = await person();
    const [hostile, other] = [await enter(), await enter()];
    hostile.say("x".repeat(10_000_000));
    expect(await hostile.closed).toBe(1009);
    await tell(id);
    await expect.poll(() => other.heard.length).toBe(1);
  });

  it("gets twenty responses to 1,000 messages and is closed", async () => {
    const socket = await (await person()).enter();
    for (let at = 0; at < 1_000; at++) socket.say({ type: "leaveCity", city: "tehran" });
    expect(await socket.closed).toBe(1008);
    expect(socket.codes().length).toBeLessThanOrEqual(21);
    expect(socket.codes().at(-1)).toBe("too-many-messages");
  });

  it("is refused with another user's id or forged headers", async () => {
    const [sara, nima] = [await person(), await person()];
    const ask = (headers: Record<string, string>) =>
      SELF.fetch(`${ORIGIN}/parties/user-room/${sara.id}`, {
        headers: { Upgrade: "websocket", Origin: ORIGIN, ...headers },
      });
    expect((await ask({ Cookie: nima.Cookie })).status).toBe(403);
    expect((await ask({ "X-Rooydad-Session": await sessionOf(sara.id) })).status).toBe(401);
    // Bypasses the Worker: the room itself requires an open session of its own user.
    const forged = await env.USER_ROOM.getByName(sara.id).fetch("https://room.test/", {
      headers: { Upgrade: "websocket", "X-Rooydad-Session": await sessionOf(nima.id) },
    });
    const socket = forged.webSocket;
    if (!socket) throw new Error("The room refused the upgrade.");
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    socket.accept();
    expect(await closed).toBe(4401);
  });
});
