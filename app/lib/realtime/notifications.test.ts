import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ViewerView } from "../pages/views";
import type { ConnectionEvent } from "./connection";
import { MAX_FAILURES } from "./connection";
import { type NotificationListener, notificationStoreFor } from "./notifications";
import type { ArrivedNotification } from "./user-room";

const room = vi.hoisted(() => ({
  onConnection: (_event: ConnectionEvent) => {},
  onNotification: (_notification: ArrivedNotification) => {},
}));
vi.mock("./user-room", () => ({
  openUserRoom: (_id: string, listener: typeof room) => {
    Object.assign(room, listener);
    return { retry: () => {}, close: () => {} };
  },
}));

const BEGINNING = Date.parse("2026-12-08T10:00:00Z");
const LATER = "2026-12-08T10:05:00.000Z";
const item = (id: string, createdAt = LATER, isRead = false) => ({
  id,
  title: `News ${id}`,
  message: "",
  createdAt,
  isRead,
});

let asked: URL[] = [];
let answers: (() => Response)[] = [];
let viewers = 0;

/** A new viewer, with a store of their own. */
function begin(unread = 0) {
  const viewer = {
    id: `person-${viewers++}`,
    notifications: { unread, showsConnectionStatus: true, pushKey: null },
  } as ViewerView;
  const store = notificationStoreFor(viewer);
  const told: Parameters<NotificationListener>[0][] = [];
  store.listen((one) => void told.push(one));
  const arrived = () =>
    told.flatMap((one) => ("arrived" in one ? one.arrived.map(({ id }) => id) : []));
  return { store, told, arrived };
}
const connect = () => room.onConnection({ type: "opened" });
const drop = () => room.onConnection({ type: "closed", code: 1006 });
const come = () => {
  room.onConnection({ type: "opening" });
  connect();
};
const panel =
  (items: object[], unread: number, hasMore = false) =>
  () =>
    Response.json({ items, unread, hasMore });
const tenFrom = (first: number) => Array.from({ length: 10 }, (_, at) => item(`${first + at}`));
const pagesAsked = () => asked.map(({ searchParams }) => searchParams.get("page"));
const done = () => vi.waitFor(() => expect(answers).toEqual([]));

beforeEach(() => {
  vi.useFakeTimers({ now: BEGINNING, toFake: ["Date", "setTimeout", "clearTimeout"] });
  asked = [];
  answers = [];
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal("document", { documentElement: { lang: "fa" } });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(new URL(path, "https://rooydad.example"));
    const answer = answers.shift();
    if (!answer) throw new TypeError("Nobody answers.");
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the notifications of a tab", () => {
  it("count a new one on the bell at once, without a request", () => {
    const { store, arrived } = begin(2);
    connect();
    room.onNotification(item("a"));
    expect([store.get().unread, arrived(), asked]).toEqual([3, ["a"], []]);
  });

  it("request nothing on the first connection", () => {
    begin();
    come();
    expect(asked).toEqual([]);
  });

  it("request, count and announce what came while the socket was away", async () => {
    const { store, arrived } = begin();
    connect();
    room.onNotification(item("a", LATER));
    drop();
    answers = [
      panel(
        [item("b", "2026-12-08T10:06:00.000Z"), item("c", "2026-12-08T10:07:00.000Z", true)],
        2,
      ),
    ];
    come();
    expect(store.get().isUpdating).toBe(true);
    await vi.waitFor(() => expect(store.get().isUpdating).toBe(false));
    expect(asked.map(({ searchParams }) => searchParams.get("since"))).toEqual([LATER]);
    // Items that another device has read are not announced.
    expect([store.get().unread, arrived()]).toEqual([2, ["a", "b"]]);

    drop();
    answers = [panel([], 2)];
    come();
    await done();
    expect(asked.at(-1)?.searchParams.get("since")).toBe("2026-12-08T10:06:00.000Z");
  });

  it("request everything since the tab opened if none has arrived yet", async () => {
    begin();
    connect();
    drop();
    vi.setSystemTime(BEGINNING + 600_000);
    answers = [panel([], 0)];
    come();
    await done();
    expect(asked[0]?.searchParams.get("since")).toBe(new Date(BEGINNING).toISOString());
  });

  it("request what came meanwhile if the first attempts failed", async () => {
    const { store, arrived } = begin();
    for (let attempt = 0; attempt < MAX_FAILURES; attempt++) {
      room.onConnection({ type: "opening" });
      drop();
    }
    expect(store.get().connection.status).toBe("error");
    answers = [panel([item("a")], 1)];
    come();
    await vi.waitFor(() => expect(store.get().isUpdating).toBe(false));
    expect([store.get().connection, store.get().unread, arrived()]).toEqual([
      { status: "connected", failures: 0, isLost: false },
      1,
      ["a"],
    ]);
  });

  it("keep the count if the request fails, and the bell stops updating", async () => {
    const { store, arrived } = begin(4);
    connect();
    drop();
    come();
    await vi.waitFor(() => expect(store.get().isUpdating).toBe(false));
    expect([asked.length, store.get().unread, arrived()]).toEqual([1, 4, []]);
  });

  it("appear in the list if the panel is open", async () => {
    const { store } = begin();
    connect();
    answers = [panel([item("a")], 1)];
    await store.load();
    answers = [panel([item("b"), item("a")], 2)];
    room.onNotification(item("b"));
    await vi.waitFor(() => expect(store.get().items?.map(({ id }) => id)).toEqual(["b", "a"]));
  });

  it("appear before everything in a list read further", async () => {
    const { store } = begin();
    connect();
    answers = [panel(tenFrom(0), 30, true), panel(tenFrom(10), 30, true)];
    await store.load();
    await store.loadMore();
    answers = [panel([item("new"), ...tenFrom(0).slice(0, 9)], 31, true)];
    room.onNotification(item("new"));
    await vi.waitFor(() => expect(store.get().items?.[0]?.id).toBe("new"));
    expect(store.get().items?.map(({ id }) => id)).toEqual([
      "new",
      ...Array.from({ length: 20 }, (_, at) => `${at}`),
    ]);
  });

  it("load more without gaps after deletions", async () => {
    const { store } = begin();
    answers = [
      panel(tenFrom(0), 30, true),
      panel([], 29),
      panel(tenFrom(1), 29, true),
      panel(tenFrom(11), 29, true),
    ];
    await store.load();
    await store.change("delete", "0");
    expect(await store.loadMore()).toBe("10");
    expect(pagesAsked().slice(2)).toEqual(["1", "2"]);
    // In the page's language.
    expect(asked[0]?.searchParams.get("lang")).toBe("fa");
    expect(store.get().items?.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, at) => `${at + 1}`),
    );
  });

  it("load more without gaps after some were read and moved behind the others", async () => {
    const { store } = begin();
    answers = [
      panel(tenFrom(0), 30, true),
      panel([], 29),
      panel(tenFrom(1), 29, true),
      panel(tenFrom(11), 29, true),
    ];
    await store.load();
    await store.change("read", "0");
    expect(await store.loadMore()).toBe("10");
    expect(store.get().items?.map(({ id }) => id)).toEqual(
      Array.from({ length: 21 }, (_, at) => `${at}`),
    );
  });

  it("keep what is loaded if more cannot be loaded", async () => {
    const { store } = begin();
    answers = [panel(tenFrom(0), 30, true)];
    await store.load();
    expect(await store.loadMore()).toBeNull();
    expect([store.get().items?.length, store.get().hasFailed]).toEqual([10, true]);
  });

  it("restore the list if the server refuses a change", async () => {
    const { store } = begin();
    answers = [panel([item("a"), item("b")], 2)];
    await store.load();
    const change = store.change("delete-all");
    expect([store.get().items, store.get().unread]).toEqual([[], 0]);
    expect(await change).toBe(false);
    expect([store.get().items?.length, store.get().unread]).toEqual([2, 2]);
  });

  it("send overlapping changes at once, and ignore responses older than a later change", async () => {
    const { store } = begin();
    answers = [panel([item("a"), item("b")], 2)];
    await store.load();
    let answerDelete = (_answer: Response) => {};
    const held = new Promise<Response>((resolve) => {
      answerDelete = resolve;
    });
    vi.stubGlobal("fetch", (path: string, { body }: { body: FormData }) => {
      asked.push(new URL(path, "https://rooydad.example"));
      return body.get("intent") === "delete" ? held : Promise.resolve(Response.json({ unread: 0 }));
    });
    const deleted = store.change("delete", "a");
    expect(await store.change("read-all")).toBe(true);
    // Counted before the other change.
    answerDelete(Response.json({ unread: 1 }));
    expect(await deleted).toBe(true);
    expect([store.get().items?.map(({ id }) => id), store.get().unread]).toEqual([["b"], 0]);
  });

  it("keep the other of two overlapping changes if one fails", async () => {
    const { store } = begin();
    answers = [panel([item("a"), item("b"), item("c")], 3, true)];
    await store.load();
    answers = [() => new Response(null, { status: 500 }), panel([], 2)];
    expect(await Promise.all([store.change("delete", "a"), store.change("delete", "b")])).toEqual([
      false,
      true,
    ]);
    expect([
      store.get().items?.map(({ id }) => id),
      store.get().unread,
      store.get().hasMore,
    ]).toEqual([["a", "c"], 2, true]);
  });
});
