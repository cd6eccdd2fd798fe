import {
  type DoorList,
  MAX_SCANS,
  type OfflinePart,
  type ScanAnswer,
  type SentScan,
} from "~/lib/door/door-list";
import {
  type DoorResult,
  type DoorState,
  doorStateOf,
  mergeDoorList,
  resultOfGuest,
  resultOfTicket,
} from "~/lib/door/door-views";
import type { Scan } from "~/lib/door/entries";
import { verifyTicket } from "~/lib/door/ticket";
import type { DoorStore, WaitingScan } from "./door-store";

/** How long a scan waits for the server before this phone decides alone, ms. */
const PATIENCE = 1_500;
/** How long a list or a batch of scans may take, ms. */
const TRANSFER = 10_000;

/** What the door's page shows. */
export interface DoorNow {
  state: DoorState;
  /** Whether the last request was answered. */
  isOnline: boolean;
  /** Scans that the server does not have. */
  unsent: number;
  /** By this phone's clock, UTC ms. */
  fetchedAt: number;
}

/** An admission or the reason against it. */
export interface Admission {
  /** The scan that let them in; null where the server refused. */
  scan: Scan | null;
  result: DoorResult | null;
}

/** The server's side of a door; each throws where it cannot be reached. */
export interface DoorServer {
  /** @returns null where the door is closed */
  list(since: number | null, patience: number): Promise<DoorList | null>;
  /** @returns null where the door is closed */
  send(
    scans: readonly SentScan[],
    patience: number,
    isReady?: boolean,
  ): Promise<Record<string, ScanAnswer> | null>;
}

/** What a phone said of itself: ready for offline where nothing is missing. */
export interface OfflineTest {
  /** UTC ms. */
  at: number;
  missing: readonly OfflinePart[];
}

interface DoorLogOptions {
  store: DoorStore;
  server: DoorServer;
  now(): number;
  newId(): string;
  onChange(now: DoorNow): void;
  onClosed(): void;
}

/** Whether a kept list tells a genuine ticket that it does not know from any other text. */
async function passesProbe(list: DoorList): Promise<boolean> {
  const ticket = await verifyTicket(list.probe, list.keys).catch(() => null);
  return resultOfTicket(doorStateOf(list), ticket).verdict.kind === "unverified";
}

const toSent = ({ deviceId: _, ...scan }: WaitingScan): SentScan => scan;
const toScan = ({ serial: _, ...scan }: WaitingScan): Scan => ({ ...scan, flag: null });

/**
 * The log of a door on one phone. A scan is on the phone before it is shown, and stays until the
 * server has answered it; with a network the server decides first, so that two gates do not let the
 * same party in.
 */
export async function openDoorLog(options: DoorLogOptions) {
  const { store, server, now, newId, onChange, onClosed } = options;
  let known = await store.readList();
  let fetchedAt = known?.readAt ?? 0;
  let waiting = await store.readScans();
  let state: DoorState | null = null;
  let isOnline = false;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: two transfers at once could bring an older list after a newer one. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = turn.then(work, work);
    turn = next.catch(() => {});
    return next;
  };

  function change(): void {
    if (!known || isClosed) return;
    const own = waiting.map(toScan);
    const inList = new Set(known.scans.map(({ id }) => id));
    const scans = [...known.scans, ...own.filter(({ id }) => !inList.has(id))];
    state = doorStateOf({ ...known, scans }, state);
    onChange({ state, isOnline, unsent: waiting.length, fetchedAt });
  }

  async function close(): Promise<null> {
    isClosed = true;
    await store.erase();
    onClosed();
    return null;
  }

  async function fetchList(patience: number): Promise<void> {
    const news = await server.list(known?.readAt ?? null, patience);
    if (!news) return void (await close());
    known = known ? mergeDoorList(known, news) : news;
    fetchedAt = now();
    await store.writeList(known);
  }

  async function forget(ids: readonly string[]): Promise<void> {
    waiting = waiting.filter(({ id }) => !ids.includes(id));
    await store.removeScans(ids);
  }

  /** Sends waiting scans in their order. A scan with any answer waits no longer. */
  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_SCANS);
      const answers = await server.send(batch.map(toSent), TRANSFER);
      if (!answers) return void (await close());
      await forget(batch.map(({ id }) => id));
    }
  }

  /** Sends and fetches. @returns whether the server was there */
  const sync = (patience = TRANSFER): Promise<boolean> =>
    inTurn(async () => {
      if (isClosed) return false;
      try {
        await sendWaiting();
        if (!isClosed) await fetchList(patience);
        isOnline = true;
      } catch {
        isOnline = false;
      }
      change();
      return isOnline;
    });

  /** Adds a scan to the log. @returns the server's answer; `recorded` where it is not there */
  async function add(scan: WaitingScan): Promise<ScanAnswer> {
    // As an admission without a network, should this page end before the answer.
    const alone = { ...scan, isOffline: true };
    await store.addScan(alone);
    if (isOnline && (waiting.length === 0 || (await sync(PATIENCE))))
      try {
        return await ask(scan);
      } catch {
        isOnline = false;
      }
    waiting = [...waiting, alone];
    change();
    return "recorded";
  }

  async function ask(scan: WaitingScan): Promise<ScanAnswer> {
    const answers = await server.send([toSent(scan)], PATIENCE);
    const answer = answers?.[scan.id] ?? "unknown";
    if (!answers) await close();
    else if (answer === "recorded" && known) {
      known = { ...known, scans: [...known.scans, toScan(scan)] };
      await store.writeList(known);
    }
    await store.removeScans([scan.id]);
    change();
    return answer;
  }

  const scanOf = (kind: Scan["kind"], registrationId: string, seats: number): WaitingScan => ({
    ...{ id: newId(), deviceId: known?.deviceId ?? "", kind, registrationId, seats },
    ...{ n: 1, undoes: null, serial: null, at: now(), isOffline: false, isOverride: false },
  });

  const judge = async (code: string): Promise<DoorResult | null> =>
    state && resultOfTicket(state, await verifyTicket(code, state.list.keys));

  return {
    sync,
    /** The verdict on a party that was chosen by name. */
    choose: (id: string): DoorResult | null => state && resultOfGuest(state, id),
    /** The verdict on a scanned code. What this phone's list may be too old for is asked first. */
    async scan(code: string): Promise<DoorResult | null> {
      const result = await judge(code);
      const kind = result?.verdict.kind;
      const isOld =
        kind === "unverified" || kind === "not-going" || (kind === "fake" && code.includes("/t/"));
      if (!isOld || !isOnline || !(await sync(PATIENCE))) return result;
      const fresh = await judge(code);
      if (fresh?.verdict.kind !== "unverified") return fresh;
      const { remaining } = fresh.verdict;
      return { ...fresh, verdict: { kind: "not-going", state: "ended", remaining } };
    },
    /** Lets people of a party in. @param isOverride although the list says otherwise, by a host */
    async admit(result: DoorResult, n: number, isOverride = false): Promise<Admission> {
      const { guest, ticket } = result;
      const registrationId = guest?.id ?? ticket?.registrationId ?? "";
      const seats = guest?.seats ?? ticket?.seats ?? n;
      const scan = {
        ...scanOf("in", registrationId, seats),
        ...{ n, isOverride, serial: ticket?.serial ?? null },
      };
      if ((await add(scan)) === "recorded") return { scan: toScan(scan), result };
      await sync(PATIENCE);
      return { scan: null, result: state && resultOfGuest(state, registrationId) };
    },
    /** Takes a scan back. @returns false where the server refused */
    async undo({ id, registrationId, seats, n }: Scan): Promise<boolean> {
      const answer = await add({ ...scanOf("undo", registrationId, seats), n, undoes: id });
      return answer === "recorded";
    },
    /**
     * Tests whether the phone works without a network: what it kept is read again, and a genuine
     * ticket is judged by that alone. Tells the server where it does.
     * @param isPageKept whether page and files are on the phone
     */
    async test(isPageKept: boolean): Promise<OfflineTest> {
      const missing: OfflinePart[] = isPageKept ? [] : ["page"];
      if (known) await store.writeList(known).catch(() => {});
      const kept = await store.readList().catch(() => null);
      if (!kept || kept.readAt !== known?.readAt) missing.push("list");
      else if (!(await passesProbe(kept))) missing.push("code");
      if (missing.length === 0) await server.send([], TRANSFER, true).catch(() => {});
      return { at: now(), missing };
    },
    /** Forgets the list once its time is over. */
    async eraseIfOver(): Promise<void> {
      if (known && !isClosed && known.erasesAt <= now()) await close();
    },
    /** Shows what the phone has, before the first request. */
    show: change,
  };
}

export type DoorLog = Awaited<ReturnType<typeof openDoorLog>>;
