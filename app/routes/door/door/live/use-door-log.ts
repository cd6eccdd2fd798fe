import { useEffect, useState } from "react";
import { v7 } from "uuid";
import { DOOR_CACHE } from "~/lib/door/door-list";
import { paths } from "~/lib/paths";
import { type DoorLog, type DoorNow, type OfflineTest, openDoorLog } from "./door-log";
import { doorServer } from "./door-server";
import { openDoorStore } from "./door-store";
import { createCodeReader } from "./read-code";

/** Between two looks at what other devices did, with a network and without, ms. */
const EVERY = 10_000;

/** Keeps the page and its files for times without a network; without one, what is there stays. */
async function keepPage(page: string): Promise<void> {
  await navigator.serviceWorker?.register(paths.doorServiceWorker(), { scope: paths.doors() });
  // The decoder too, where the browser has none.
  await createCodeReader();
  // Browsers do not all report the sprite of icons among the resources.
  const sprites = [...document.querySelectorAll("use")].map(
    (use) => use.href.baseVal.split("#")[0] ?? "",
  );
  const files = [...performance.getEntriesByType("resource").map(({ name }) => name), ...sprites]
    .map((name) => new URL(name, location.href))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/(assets|fonts)\//.test(pathname),
    );
  const cache = await caches.open(DOOR_CACHE);
  await cache.addAll([page, ...new Set(files.map(({ href }) => href))]);
}

/** @returns whether page and files are kept, and the worker that answers with them is there */
async function isPageKept(): Promise<boolean> {
  const language = new URLSearchParams(location.search).get("lang");
  const page = location.pathname + (language ? `?lang=${language}` : "");
  await keepPage(page).catch(() => {});
  const cache = await caches.open(DOOR_CACHE);
  if ((await cache.match(page)) === undefined) return false;
  const active = await Promise.race([
    navigator.serviceWorker.ready.then((registration) => registration.active),
    new Promise<null>((resolve) => setTimeout(resolve, EVERY, null)),
  ]);
  return active !== null;
}

const runTest = async (log: DoorLog) => log.test(await isPageKept().catch(() => false));

/**
 * The door's log on this phone, once its list is there: null without JavaScript, and before.
 * @param deviceId of the open door
 */
export function useDoorLog(key: string, deviceId: string) {
  const [log, setLog] = useState<DoorLog | null>(null);
  const [now, setNow] = useState<DoorNow | null>(null);
  const [isClosed, setIsClosed] = useState(false);
  const [test, setTest] = useState<OfflineTest | null>(null);
  useEffect(() => {
    let opened: DoorLog | null = null;
    let isGone = false;
    const look = async () => {
      await opened?.eraseIfOver();
      await opened?.sync();
    };
    const openLog = async () => {
      const log = await openDoorLog({
        store: await openDoorStore(deviceId, Date.now()),
        server: doorServer(key),
        now: () => Date.now(),
        newId: v7,
        onChange: (next) => !isGone && setNow(next),
        onClosed: () => !isGone && setIsClosed(true),
      });
      if (isGone) return;
      opened = log;
      setLog(log);
      log.show();
      await look();
      const tested = await runTest(log);
      if (!isGone) setTest(tested);
    };
    // Where nothing can be kept, the forms of the page still work.
    openLog().catch(() => {});
    const timer = setInterval(look, EVERY);
    addEventListener("online", look);
    return () => {
      isGone = true;
      clearInterval(timer);
      removeEventListener("online", look);
    };
  }, [key, deviceId]);
  const testAgain = async () => {
    setTest(null);
    if (log) setTest(await runTest(log));
  };
  return { log, now, isClosed, test, testAgain };
}
