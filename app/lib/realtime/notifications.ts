import type { NotificationView, ViewerView } from "../pages/views";
import { paths } from "../paths";
import { type ConnectionEvent, type ConnectionState, FIRST, nextConnection } from "./connection";
import { NOTIFICATIONS_EVENT } from "./notifications-event";
import { type ArrivedNotification, openUserRoom } from "./user-room";

/** The state of the bell. */
export interface NotificationFeed {
  connection: ConnectionState;
  /** Whether missed items are being fetched. */
  isUpdating: boolean;
  unread: number;
  /** The panel's list; null before it is loaded. */
  items: readonly NotificationView[] | null;
  hasMore: boolean;
  /** Whether the list, or more of it, failed to load. */
  hasFailed: boolean;
}

interface Panel {
  items: NotificationView[];
  hasMore: boolean;
  unread: number;
}

type Intent = "read" | "read-all" | "delete" | "delete-all";

export type NotificationListener = (
  change:
    | { arrived: readonly { id: string; title: string; message: string }[] }
    | { before: ConnectionState; after: ConnectionState },
) => void;

/** The panel's pages (app/routes/account/notifications/notifications.server.ts). */
const PAGE_SIZE = 10;

/** How long the socket outlives the header, which unmounts with each layout, ms. */
const GRACE = 5_000;

/**
 * A user's notifications in this tab: socket, unread count and list. It outlives the header, which
 * each layout renders again.
 */
function createNotificationStore(viewer: ViewerView) {
  let feed: NotificationFeed = {
    connection: FIRST,
    isUpdating: false,
    unread: viewer.notifications.unread,
    items: null,
    hasMore: false,
    hasFailed: false,
  };
  let current = viewer;
  let room: ReturnType<typeof openUserRoom> | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;
  /** When the last one came that is known here, ISO 8601. */
  let latest = new Date().toISOString();
  const openedAt = Date.now();
  /** Upper bound of items whose position changed on the server. */
  let moved = 0;
  /**
   * Changes since the last moment when none was under way, in order, and the list as it was then.
   */
  let changes: {
    before: NotificationFeed;
    made: { intent: Intent; id?: string; hasFailed?: boolean }[];
    underWay: number;
  } | null = null;
  const watchers = new Set<() => void>();
  const listeners = new Set<NotificationListener>();

  const set = (changes: Partial<NotificationFeed>) => {
    feed = { ...feed, ...changes };
    for (const watch of watchers) watch();
  };
  const emit: NotificationListener = (change) => {
    for (const listen of listeners) listen(change);
  };

  async function ask(query: { page: number } | { since: string }): Promise<Panel> {
    // The page's language may differ from the reader's.
    const { lang } = document.documentElement;
    const answer = await fetch(paths.notificationsPanel({ ...query, lang }), {
      headers: { Accept: "application/json" },
      redirect: "error",
    });
    if (!answer.ok) throw new TypeError(`The panel answered ${answer.status}.`);
    return answer.json();
  }

  /** Reloads the first page. */
  async function load(): Promise<void> {
    set({ hasFailed: false });
    try {
      set(await ask({ page: 1 }));
      moved = 0;
    } catch {
      set({ hasFailed: true });
    }
  }

  /** Loads further items. @returns the id of the first one, null for none */
  async function loadMore(): Promise<string | null> {
    set({ hasFailed: false });
    let first: string | null = null;
    let added = 0;
    try {
      // Reading and deleting has moved items, so the next page starts elsewhere than the list's
      // length suggests.
      for (
        let page = Math.floor(Math.max((feed.items?.length ?? 0) - moved, 0) / PAGE_SIZE) + 1;
        ;
        page++
      ) {
        const panel = await ask({ page });
        const known = feed.items ?? [];
        const fresh = panel.items.filter(({ id }) => !known.some((item) => item.id === id));
        set({ items: [...known, ...fresh], hasMore: panel.hasMore, unread: panel.unread });
        first ??= fresh[0]?.id ?? null;
        added += fresh.length;
        if (!panel.hasMore || added >= PAGE_SIZE / 2) return first;
      }
    } catch {
      set({ hasFailed: true });
      return first;
    }
  }

  /** New items precede the loaded ones. */
  async function refresh(): Promise<void> {
    try {
      const { items, unread } = await ask({ page: 1 });
      const known = (feed.items ?? []).filter(({ id }) => !items.some((item) => item.id === id));
      set({ items: [...items, ...known], unread });
    } catch {
      // The panel retries when opened again.
    }
  }

  function arrived(items: readonly ArrivedNotification[]): void {
    for (const { createdAt } of items) if (createdAt > latest) latest = createdAt;
    if (feed.items) void refresh();
    dispatchEvent(new Event(NOTIFICATIONS_EVENT));
    emit({ arrived: items });
  }

  function onNotification(notification: ArrivedNotification): void {
    set({ unread: feed.unread + 1 });
    arrived([notification]);
  }

  /** Loads notifications missed while the socket was away (decisions.md §10). */
  async function catchUp(): Promise<void> {
    set({ isUpdating: true });
    try {
      const { items, unread } = await ask({ since: latest });
      set({ unread });
      const missed = items.filter(({ isRead }) => !isRead);
      if (missed.length > 0) arrived(missed);
    } catch {
      // The socket is open, so the next page or message brings the count.
    }
    set({ isUpdating: false });
  }

  function onConnection(event: ConnectionEvent): void {
    const before = feed.connection;
    const after = nextConnection(before, event);
    if (after === before) return;
    set({ connection: after });
    emit({ before, after });
    if (after.status === "connected" && (before.isLost || before.failures > 0)) void catchUp();
  }

  return {
    viewerId: viewer.id,
    /** ms since the page came. */
    age: () => Date.now() - openedAt,
    get: () => feed,
    watch(watcher: () => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    listen(listener: NotificationListener) {
      listeners.add(listener);
      clearTimeout(closing);
      room ??= openUserRoom(viewer.id, { onConnection, onNotification });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        closing = setTimeout(() => {
          room?.close();
          room = null;
        }, GRACE);
      };
    },
    /** Takes the server's state, unless it is the known one. */
    applyServerState(now: ViewerView) {
      if (now === current) return;
      current = now;
      set({ unread: now.notifications.unread });
    },
    load,
    loadMore,
    retry: () => room?.retry(),
    /**
     * Changes the list at once, and back if the request fails. A change does not wait for one under
     * way: their requests overlap, and their answers come in any order.
     * @returns whether the server has made the change
     */
    async change(intent: Intent, id?: string): Promise<boolean> {
      changes ??= { before: feed, made: [], underWay: 0 };
      const mine = changes;
      const one: (typeof mine.made)[number] = { intent, id };
      mine.made.push(one);
      mine.underWay++;
      set(changed(feed, intent, id));
      // Deleted items no longer take a place in the list.
      if (intent === "read") moved++;
      if (intent === "read-all") moved = Number.POSITIVE_INFINITY;
      const body = new FormData();
      body.set("intent", intent);
      if (id) body.set("notification", id);
      try {
        // Kept alive: a click on the item's link leaves the page at once.
        const answer = await fetch(paths.notificationsPanel(), {
          method: "POST",
          body,
          redirect: "error",
          keepalive: true,
        });
        if (!answer.ok) throw new TypeError(`The panel answered ${answer.status}.`);
        const { unread } = (await answer.json()) as { unread: number };
        // The server may have counted before or after a change that overlaps this one.
        if (mine.made.length === 1) set({ unread });
      } catch {
        one.hasFailed = true;
        let list = mine.before;
        for (const { intent, id, hasFailed } of mine.made)
          if (!hasFailed) list = { ...list, ...changed(list, intent, id) };
        set({ items: list.items, unread: list.unread, hasMore: list.hasMore });
      }
      if (--mine.underWay === 0) changes = null;
      if (one.hasFailed) return false;
      dispatchEvent(new Event(NOTIFICATIONS_EVENT));
      if (feed.items?.length === 0 && feed.hasMore) await loadMore();
      return true;
    },
  };
}

/** The list as it will be. */
function changed(
  { items, unread, hasMore }: NotificationFeed,
  intent: Intent,
  id: string | undefined,
): Partial<NotificationFeed> {
  const mine = (item: NotificationView) => item.id === id;
  const wasUnread = items?.some((item) => mine(item) && !item.isRead) ? 1 : 0;
  switch (intent) {
    case "read":
      return {
        items: items?.map((item) => (mine(item) ? { ...item, isRead: true } : item)) ?? null,
        unread: unread - wasUnread,
      };
    case "read-all":
      return { items: items?.map((item) => ({ ...item, isRead: true })) ?? null, unread: 0 };
    case "delete":
      return {
        items: items?.filter((item) => !mine(item)) ?? null,
        unread: unread - wasUnread,
        hasMore,
      };
    case "delete-all":
      return { items: [], unread: 0, hasMore: false };
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>;
let store: NotificationStore | null = null;

/** This tab's store; another user gets a new one. */
export function notificationStoreFor(viewer: ViewerView): NotificationStore {
  if (store?.viewerId !== viewer.id) store = createNotificationStore(viewer);
  return store;
}
