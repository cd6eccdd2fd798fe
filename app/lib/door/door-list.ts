import type { LocalizedText } from "../../i18n/locale";
import type { Scan } from "./entries";
import type { DoorGuest } from "./judge-ticket";
import type { TicketKey } from "./ticket";

/** How long after the end of its showing a door stays open, and its list on phones, ms. */
export const DOOR_KEPT = 43_200_000;

/**
 * The cache of a door's page and files. Not `rooydad-…`: the product's service worker clears such
 * caches of versions before its own.
 */
export const DOOR_CACHE = "door-1";

/** A price level, as the door shows it: what is due, never what was paid. */
export interface DoorLevel {
  id: string;
  name: LocalizedText;
  price: number;
  currency: string;
  /** Whether it is paid elsewhere. */
  isTicket: boolean;
}

/**
 * What a door device keeps to work without a network. `since` answers have only the guests and scans
 * that were changed or received since then.
 */
export interface DoorList {
  /** When it was read, UTC ms. */
  readAt: number;
  occ: string;
  deviceId: string;
  /** When the phone forgets it, UTC ms. */
  erasesAt: number;
  keys: TicketKey[];
  /** A genuine ticket without a guest, for the self-test of a phone. */
  probe: string;
  guests: DoorGuest[];
  scans: Scan[];
  levels: DoorLevel[];
  /** Names of the showing's devices by id. */
  devices: Record<string, string>;
  /** Starts of the event's showings, UTC ms by `occ`. */
  showings: Record<string, number>;
}

/** A scan on its way to the server. */
export interface SentScan
  extends Pick<
    Scan,
    "id" | "registrationId" | "kind" | "undoes" | "n" | "seats" | "at" | "isOffline" | "isOverride"
  > {
  /** Of the scanned ticket; null for a name that was chosen. */
  serial: number | null;
}

/** The answer to a sent scan. Only `recorded` ones are in the log. */
export type ScanAnswer =
  | "recorded"
  /** Fewer seats are left than came. */
  | "full"
  /** Cancelled, waiting or removed. */
  | "not-going"
  /** Not a party of this showing. */
  | "unknown"
  /** Another device's, or older than ten minutes. */
  | "too-late";

/** What a phone needs to work without a network, as it tests it. */
export const OFFLINE_PARTS = ["page", "list", "code"] as const;
export type OfflinePart = (typeof OFFLINE_PARTS)[number];

/** Scans that a device may send at once. */
export const MAX_SCANS = 100;
