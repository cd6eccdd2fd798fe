import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { MAX_SUBSCRIPTIONS } from "../../app/modules/notifications/push/subscriptions.server";
import { notifications, pushSubscriptions, sessions, users } from "../../db/schema";
import { notificationStatement } from "../factories/notification";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { emptyDatabase } from "../helpers/empty-database";
import { workerDeps } from "../helpers/worker-deps";

interface Item {
  id: string;
  title: string;
  read: boolean;
  createdAt: string;
}
interface List {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
  hasMore: boolean;
}

const deps = workerDeps();
const START = Date.UTC(2026, 10, 20, 9);

/** Sends a user `count` approval notifications, a minute apart, starting at nine. */
async function tell(userId: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const told = notificationStatement(
      { ...deps, clock: { now: () => START + at * 60_000 } },
      {
        userId,
        type: "approval",
        kind: "event-approved",
        values: { title: { en: `Evening ${at}`, fa: `شب ${at}` } },
        actionPath: "/events/x",
        relatedEntityId: null,
        idempotencyKey: crypto.randomUUID(),
      },
    );
    await deps.db.batch([told]);
  }
}

async function person() {
  const { id } = await createUser(deps.db);
  const Authorization = await bearerOf(deps, id);
  const call = <Body>(path: string, method = "GET", body?: unknown) =>
    askJson<Body>(path, {
      method,
      headers: { Authorization },
      ...(body === undefined ? null : { body }),
    });
  const status = async (path: string, method: string, body?: unknown) =>
    (
      await ask(path, {
        method,
        headers: { Authorization },
        ...(body === undefined ? null : { body }),
      })
    ).status;
  return { id, Authorization, call, status };
}

beforeEach(async () => {
  await emptyDatabase();
});

describe("GET /notifications", () => {
  it("returns 25 in pages, unread ones first, in the requested language", async () => {
    const { id, call, Authorization } = await person();
    await tell(id, 25);
    const first = (await call<List>("/notifications")).body;
    expect(first).toMatchObject({ total: 25, page: 1, pageSize: 20, hasMore: true });
    expect(first.items[0]).toMatchObject({
      title: "Published: Evening 24",
      read: false,
      type: "approval",
      actionUrl: "/events/x",
    });
    await call(`/notifications/${first.items[0]?.id}/read`, "PATCH");
    const last = (await call<List>("/notifications?page=2&pageSize=20")).body;
    expect(last).toMatchObject({ page: 2, hasMore: false });
    expect(last.items.at(-1)).toMatchObject({ id: first.items[0]?.id, read: true });
    const { body } = await askJson<List>("/notifications", {
      headers: { Authorization, "Accept-Language": "fa" },
    });
    expect(body.items[0]?.title).toBe("منتشر شد: شب 23");
  });

  it("filters by read, unread and time", async () => {
    const { id, call } = await person();
    await tell(id, 3);
    const [newest] = (await call<List>("/notifications")).body.items;
    await call(`/notifications/${newest?.id}/read`, "PATCH");
    expect(
      (await call<List>("/notifications?read=true")).body.items.map((item) => item.id),
    ).toEqual([newest?.id]);
    expect((await call<List>("/notifications?read=false")).body.total).toBe(2);
    const since = new Date(START + 60_000).toISOString();
    expect(
      (await call<List>(`/notifications?since=${since}`)).body.items.map((item) => item.id),
    ).toEqual([newest?.id]);
  });

  it("answers 400 and names each invalid parameter", async () => {
    const { call } = await person();
    const query = "page=0&pageSize=101&read=maybe&since=yesterday";
    const { status, body } = await call<{ issues: { path: string }[] }>(`/notifications?${query}`);
    expect(status).toBe(400);
    expect(new Set(body.issues.map(({ path }) => path))).toEqual(
      new Set(["page", "pageSize", "read", "since"]),
    );
  });
});

describe("reading and deleting", () => {
  it("marks one or all as read, and the count follows", async () => {
    const { id, call } = await person();
    await tell(id, 3);
    expect((await call("/notifications/unread")).body).toEqual({ unreadCount: 3 });
    const [item] = (await call<List>("/notifications")).body.items;
    expect((await call<Item>(`/notifications/${item?.id}/read`, "PATCH")).body.read).toBe(true);
    expect((await call("/notifications/unread")).body).toEqual({ unreadCount: 2 });
    expect((await call("/notifications/read-all", "PATCH")).body).toEqual({ unreadCount: 0 });
    expect((await call("/notifications/unread")).body).toEqual({ unreadCount: 0 });
  });

  it("never affects another user's notifications", async () => {
    const [sara, nima] = [await person(), await person()];
    await tell(sara.id, 2);
    await tell(nima.id, 1);
    const [item] = (await sara.call<List>("/notifications")).body.items;
    expect(await nima.status(`/notifications/${item?.id}/read`, "PATCH")).toBe(404);
    expect(await nima.status(`/notifications/${item?.id}`, "DELETE")).toBe(404);
    expect(await nima.status("/notifications/none", "DELETE")).toBe(404);
    expect(await nima.status("/notifications", "DELETE")).toBe(204);
    await nima.call("/notifications/read-all", "PATCH");
    expect((await sara.call("/notifications/unread")).body).toEqual({ unreadCount: 2 });
    expect(await sara.status(`/notifications/${item?.id}`, "DELETE")).toBe(204);
    expect(await sara.status(`/notifications/${item?.id}`, "DELETE")).toBe(404);
    expect(await deps.db.$count(notifications)).toBe(1);
  });
});

const POINT =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SECRET = "BTBZMqHH6r4Tts7J_aSIgg";
const subscription = (endpoint = "https://push.example.com/send/1", auth = SECRET) => ({
  endpoint,
  keys: { p256dh: POINT, auth },
});

describe("/users/me/push-subscriptions", () => {
  it("stores the same browser once, and turns push notifications on", async () => {
    const { id, call, status } = await person();
    const { status: created, body } = await call<{ id: string }>(
      "/users/me/push-subscriptions",
      "POST",
      subscription(),
    );
    expect(created).toBe(201);
    await call("/users/me/push-subscriptions", "POST", { ...subscription(), locale: "fa" });
    const [row, ...more] = await deps.db.select().from(pushSubscriptions);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ id: body.id, userId: id, locale: "fa" });
    const user = await deps.db.select().from(users).where(eq(users.id, id)).get();
    expect(user?.notificationPreferences.pushEnabled).toBe(true);
    expect(
      (await call<{ items: unknown[] }>("/users/me/push-subscriptions")).body.items,
    ).toHaveLength(1);
    expect(await status(`/users/me/push-subscriptions/${body.id}`, "DELETE")).toBe(204);
    expect(await status(`/users/me/push-subscriptions/${body.id}`, "DELETE")).toBe(404);
  });

  it("drops the oldest of eleven browsers", async () => {
    const { call } = await person();
    for (let at = 0; at <= MAX_SUBSCRIPTIONS; at++)
      await call(
        "/users/me/push-subscriptions",
        "POST",
        subscription(`https://push.example.com/send/${at}`),
      );
    const kept = await deps.db
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions);
    expect(kept).toHaveLength(MAX_SUBSCRIPTIONS);
    expect(kept.some(({ endpoint }) => endpoint.endsWith("/0"))).toBe(false);
  });

  it("takes over another account's browser only with its keys, and lets only its owner delete it", async () => {
    const [sara, nima] = [await person(), await person()];
    const { body } = await sara.call<{ id: string }>(
      "/users/me/push-subscriptions",
      "POST",
      subscription(),
    );
    expect(
      await nima.status(
        "/users/me/push-subscriptions",
        "POST",
        subscription(undefined, "AAAAAAAAAAAAAAAAAAAAAA"),
      ),
    ).toBe(409);
    expect(await nima.status(`/users/me/push-subscriptions/${body.id}`, "DELETE")).toBe(404);
    expect(await nima.status("/users/me/push-subscriptions", "POST", subscription())).toBe(201);
    expect(
      (await sara.call<{ items: unknown[] }>("/users/me/push-subscriptions")).body.items,
    ).toEqual([]);
  });

  it.each([
    "http://push.example.com/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://localhost/1",
    "https://metadata.internal/1",
    "https://push.example.com:8443/1",
    "https://user:word@push.example.com/1",
    `https://push.example.com/${"x".repeat(1_000)}`,
    "nonsense",
  ])("refuses the endpoint %s", async (endpoint) => {
    expect(
      await (await person()).status("/users/me/push-subscriptions", "POST", subscription(endpoint)),
    ).toBe(422);
  });

  it("refuses keys of the wrong size or off the curve", async () => {
    const { status } = await person();
    for (const keys of [
      { p256dh: POINT, auth: "AAAA" },
      { p256dh: SECRET, auth: SECRET },
      { p256dh: `BA${"A".repeat(85)}`, auth: SECRET },
    ])
      expect(
        await status("/users/me/push-subscriptions", "POST", { ...subscription(), keys }),
      ).toBe(422);
  });

  it("sends nothing to a browser after its session has ended", async () => {
    const { id, call } = await person();
    await call("/users/me/push-subscriptions", "POST", subscription());
    await deps.db.delete(sessions).where(eq(sessions.userId, id));
    expect(await deps.db.$count(pushSubscriptions)).toBe(0);
  });
});
