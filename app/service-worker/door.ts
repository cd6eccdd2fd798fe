/**
 * The service worker of doors (scripts/make-service-worker.mjs bundles it into public/door-sw.js):
 * keeps a door's page and its files, so that it opens without a network. The list of guests is not
 * here but in the page's own store (app/routes/door/door/live/door-store.ts).
 */
import { DOOR_CACHE } from "../lib/door/door-list";

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Events {
  install: Waiting;
  activate: Waiting;
  fetch: Fetching;
}
declare const self: {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void;
};

/** Without an answer by then the kept page is shown, ms: halls have networks that hang. */
const PATIENCE = 4_000;
const PAGE = /^\/door\/[A-Za-z0-9_-]+$/;
/** Files whose names change with their content. */
const FILES = /^\/(assets|fonts)\//;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Whether a page names no guest: only those of searches and scans do. */
const isPlain = ({ searchParams }: URL) => [...searchParams.keys()].every((key) => key === "lang");

/** The door's page, as it was last seen where the network fails. A link that is gone opens no more. */
async function pageOf(request: Request, url: URL): Promise<Response> {
  const cache = await caches.open(DOOR_CACHE);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    const { status } = answer;
    if (status === 200 && isPlain(url)) await cache.put(url, answer.clone());
    else if (status === 404) await cache.delete(url, { ignoreSearch: true });
    return answer;
  } catch {
    const kept = (await cache.match(url)) ?? (await cache.match(url, { ignoreSearch: true }));
    return kept ?? Response.error();
  }
}

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(DOOR_CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && PAGE.test(url.pathname))
    event.respondWith(pageOf(request, url));
  else if (FILES.test(url.pathname)) event.respondWith(fileOf(request));
});
