import type { DoorList, SentScan } from "~/lib/door/door-list";

const NAME = "rooydad-door";
const LISTS = "lists";
const SCANS = "scans";

/** A scan of this phone that the server has not answered yet. */
export interface WaitingScan extends SentScan {
  deviceId: string;
}

/** What a phone keeps of a door. */
export interface DoorStore {
  readList(): Promise<DoorList | null>;
  writeList(list: DoorList): Promise<void>;
  /** In the order in which they were made. */
  readScans(): Promise<WaitingScan[]>;
  addScan(scan: WaitingScan): Promise<void>;
  /** Answered ones. */
  removeScans(ids: readonly string[]): Promise<void>;
  /** The list, and scans that no server takes any more. */
  erase(): Promise<void>;
}

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(LISTS, { keyPath: "deviceId" });
    request.result.createObjectStore(SCANS, { keyPath: "id" });
  };
  return settled(request);
}

/** Waits until what was written is on the phone: an admission is shown only then. */
function write(
  database: IDBDatabase,
  stores: string[],
  change: (of: (name: string) => IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    change((name) => transaction.objectStore(name));
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Forgets lists of doors whose time is over, this phone's other doors among them. */
async function eraseOld(database: IDBDatabase, now: number): Promise<void> {
  const lists: DoorList[] = await settled(database.transaction(LISTS).objectStore(LISTS).getAll());
  const old = lists.filter(({ erasesAt }) => erasesAt <= now);
  if (old.length > 0)
    await write(database, [LISTS], (of) => {
      for (const { deviceId } of old) of(LISTS).delete(deviceId);
    });
}

/**
 * Opens what this phone keeps of a door (IndexedDB), and asks the browser not to clear it.
 * @param now UTC ms
 */
export async function openDoorStore(deviceId: string, now: number): Promise<DoorStore> {
  const database = await openDatabase();
  await eraseOld(database, now);
  navigator.storage?.persist?.().catch(() => {});
  const ownScans = async (): Promise<WaitingScan[]> => {
    const all: WaitingScan[] = await settled(
      database.transaction(SCANS).objectStore(SCANS).getAll(),
    );
    return all.filter((scan) => scan.deviceId === deviceId).sort((a, b) => a.at - b.at);
  };
  const removeScans = (ids: readonly string[]) =>
    write(database, [SCANS], (of) => {
      for (const id of ids) of(SCANS).delete(id);
    });
  return {
    removeScans,
    readScans: ownScans,
    readList: async () =>
      (await settled(database.transaction(LISTS).objectStore(LISTS).get(deviceId))) ?? null,
    writeList: (list) => write(database, [LISTS], (of) => of(LISTS).put(list)),
    addScan: (scan) => write(database, [SCANS], (of) => of(SCANS).add(scan)),
    async erase() {
      await write(database, [LISTS], (of) => of(LISTS).delete(deviceId));
      await removeScans((await ownScans()).map(({ id }) => id));
    },
  };
}
