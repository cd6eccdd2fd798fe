/**
 * The service worker (scripts/make-service-worker.mjs bundles it into public/sw.js): push messages
 * and offline pages, the events last viewed or else the offline page. Other requests pass through.
 */
import { SEEN_EVENTS } from "../lib/http/reader-header";
import {
  changesPerson,
  isCacheable,
  isEventPage,
  isForOtherReader,
  isFresh,
  keyOf,
  MAX_PAGES,
  readPush,
  targetOf,
} from "./rules";

/** The used parts of the Service Workers API, whose types conflict with the page's. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Waiting {
  data: { text(): string } | null;
}
interface Clicked extends Waiting {
  notification: Notification & { data: { actionUrl?: unknown } | null };
}
interface ReceivedMessage extends Waiting {
  data: unknown;
}
interface Tab {
  url: string;
  focus(): Promise<unknown>;
}
interface Events {
  install: Waiting;
  activate: Waiting;
  fetch: Fetching;
  push: Pushed;
  notificationclick: Clicked;
  message: ReceivedMessage;
}
declare const self: {
  location: Location;
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void;
};

/**
 * Its number goes up with worker/offline.ts: the page is fetched once, when a service worker that
 * differs is installed.
 */
const OFFLINE = "rooydad-offline-4";
const { origin } = self.location;
const offlinePage = (locale: string) => `/offline?lang=${locale}`;

self.addEventListener("install", (event) => {
  const pages = ["en", "fa"].map((locale) => new Request(offlinePage(locale), { cache: "reload" }));
  event.waitUntil(
    caches
      .open(OFFLINE)
      .then((cache) => cache.addAll(pages))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("rooydad-") && name !== OFFLINE && name !== SEEN_EVENTS)
        await caches.delete(name);
    // Requests the page while the worker starts.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

/**
 * The cache belongs to one reader and is cleared when a page comes for another one or a visitor,
 * since sessions may end unnoticed.
 */
async function meetReader(answer: Response): Promise<void> {
  const cache = await caches.open(SEEN_EVENTS);
  const [first] = await cache.keys();
  const kept = first && (await cache.match(first));
  if (kept && isForOtherReader(answer, kept)) await caches.delete(SEEN_EVENTS);
}

/**
 * Number of cache clears. Requests from before a clear may belong to another reader, so their
 * responses are not stored.
 */
let goings = 0;

/** A sign-in or sign-out. */
async function forgetReader(): Promise<void> {
  goings++;
  await caches.delete(SEEN_EVENTS);
}

/** Keeps an event's page, and the oldest of too many no longer. */
async function keep(key: string, answer: Response): Promise<void> {
  await meetReader(answer);
  const cache = await caches.open(SEEN_EVENTS);
  // Re-inserted at the end, so that the order is that of use.
  await cache.put(key, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(keys.length - MAX_PAGES, 0))) await cache.delete(old);
}

/** The offline page in the language that was chosen here, else the browser's. */
async function offline(asked: string | null): Promise<Response> {
  const chosen = await self.cookieStore?.get("rooydad.language").catch(() => null);
  const locale =
    [asked, chosen?.value, navigator.language.slice(0, 2)].find(
      (name) => name === "en" || name === "fa",
    ) ?? "en";
  return (await (await caches.open(OFFLINE)).match(offlinePage(locale))) ?? Response.error();
}

async function answer(event: Fetching, url: URL): Promise<Response> {
  const isEvent = isEventPage(url, origin);
  const before = goings;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (before === goings)
      event.waitUntil(
        isEvent && isCacheable(response)
          ? keep(keyOf(url), response.clone())
          : meetReader(response),
      );
    return response;
  } catch {
    const seen = isEvent ? await (await caches.open(SEEN_EVENTS)).match(keyOf(url)) : undefined;
    return seen ?? offline(url.searchParams.get("lang"));
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== origin) return;
  if (changesPerson(request.method, url.pathname.replace(/\.data$/, "")))
    event.waitUntil(forgetReader());
  if (request.mode === "navigate" && request.method === "GET")
    event.respondWith(answer(event, url));
});

// A client-side navigation to an event, or a list of saved ones.
self.addEventListener("message", (event) => {
  const seen = (event.data as { seen?: unknown } | null)?.seen;
  if (typeof seen !== "string") return;
  const url = new URL(seen, origin);
  if (!isEventPage(url, origin)) return;
  const fetchPage = async () => {
    const kept = await (await caches.open(SEEN_EVENTS)).match(keyOf(url));
    if (kept && isFresh(kept, Date.now())) return;
    const before = goings;
    // No visit: that is the navigation itself, or there is none.
    const response = await fetch(url, { headers: { Accept: "text/html", Purpose: "prefetch" } });
    if (before === goings)
      await (isCacheable(response) ? keep(keyOf(url), response) : meetReader(response));
  };
  event.waitUntil(fetchPage().catch(() => {}));
});

self.addEventListener("push", (event) => {
  const push = readPush(event.data?.text() ?? "");
  if (!push) return;
  const { title, body, lang, dir, tag, actionUrl } = push;
  const shown = { body, lang, dir, tag, icon: "/icon-192.png", data: { actionUrl } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = targetOf(event.notification.data?.actionUrl, origin);
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = tabs.find(({ url }) => url === target);
    await (there ? there.focus() : self.clients.openWindow(target));
  };
  event.waitUntil(open());
});
