import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { primaryOf } from "../../../../db/client";
import { doorDevices, eventOccurrences, events } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { DOOR_KEPT } from "../../../lib/door/door-list";
import { AppError } from "../../../lib/errors";
import { isSameHash } from "../../../lib/http/same-hash.server";
import { type Actor, assertCan, can } from "../../../lib/permissions";
import { takeFromBucket, tooMany } from "../../identity/sign-in/attempts.server";
import {
  createSecretToken,
  hashToken,
  isSecretToken,
} from "../../identity/tokens/user-tokens.server";
import { ifSessionStays, runGuarded } from "../../store/run-guarded.server";
import { hostRole, mayHost } from "../host-access.server";
import { readShowingKey, showingKey } from "../registration-statements.server";

/**
 * What an account does at the doors of an event: null for others, `door` for making links and
 * taking back own scans, `host` for taking back any scan and letting in who is not on the list.
 */
export async function doorRole(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  eventId: string,
): Promise<"door" | "host" | null> {
  if (actor === null || !can(actor, "event:submit")) return null;
  const role = await hostRole(deps, actor.id, { kind: "event", id: eventId });
  if (!mayHost(role, "door")) return null;
  return mayHost(role, "override") ? "host" : "door";
}

/**
 * The event of a showing. @throws AppError("not-found") where the account does not run its door
 */
export async function assertRunsDoor(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  occ: string,
): Promise<string> {
  const { eventId } = readShowingKey(occ);
  if ((await doorRole(deps, actor, eventId)) === null) throw new AppError("not-found");
  return eventId;
}

/** Devices of a showing that are not revoked. */
const MAX_DEVICES = 20;
const PIN_DIGITS = 6;
/** Wrong PINs of a device in a quarter of an hour: it takes a year to try one in a hundred. */
const PIN_ATTEMPTS = { capacity: 5, period: 15 * MINUTE };
const NAME_LENGTH = 60;

/** An open door: a device with its showing. */
export interface Door {
  deviceId: string;
  /** Gate or person, as the host named it. */
  name: string;
  occ: string;
  eventId: string;
  title: { en: string; fa: string | null };
  timeZone: string;
  startsAt: number;
  /** When the phone forgets its list and the link opens no door, UTC ms. */
  erasesAt: number;
}

interface FoundDoor extends Door {
  pinHash: string;
}

type DoorDeps = Pick<Deps, "db" | "clock" | "vault">;

/** What the keyed hash of a device's PIN is made of. */
export const pinText = (deviceId: string, pin: string) => `door-pin ${deviceId} ${pin}`;

function newPin({ random }: Pick<Deps, "random">): string {
  const bytes = random.bytes(4);
  const number = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return String(number % 10 ** PIN_DIGITS).padStart(PIN_DIGITS, "0");
}

/**
 * Makes a link that opens the door of a showing on a phone. @returns its key and PIN, which are
 * readable only now
 * @throws AppError("not-found"), AppError("forbidden"), AppError("invalid") for a bad name,
 * AppError("conflict") with too many devices
 */
export async function createDoorDevice(
  deps: Pick<Deps, "db" | "clock" | "vault" | "random" | "ids">,
  actor: Actor | null,
  { occ, name }: { occ: string; name: string },
): Promise<{ id: string; key: string; pin: string }> {
  assertCan(actor, "access:make");
  const eventId = await assertRunsDoor(deps, actor, occ);
  const trimmed = name.trim().slice(0, NAME_LENGTH);
  if (trimmed === "")
    throw new AppError("invalid", [{ path: "name", message: "errors:issue.missing" }]);
  const id = deps.ids.next();
  const key = createSecretToken(deps.random);
  const pin = newPin(deps);
  await runGuarded(
    deps,
    [
      ifSessionStays(deps, actor),
      deps.db.insert(doorDevices).values({
        id,
        // Null, which fails the batch, where there is no room.
        occ: sql`(SELECT ${occ} WHERE (SELECT count(*) FROM ${doorDevices} WHERE ${and(
          eq(doorDevices.eventId, eventId),
          eq(doorDevices.occ, occ),
          isNull(doorDevices.revokedAt),
        )}) < ${MAX_DEVICES})`,
        eventId,
        name: trimmed,
        keyHash: await hashToken(key),
        pinHash: await deps.vault.fingerprint(pinText(id, pin)),
        userId: actor.id,
        createdAt: deps.clock.now(),
      }),
    ],
    { "door_devices.occ": () => new AppError("conflict") },
  );
  return { id, key, pin };
}

/** Ends a device: its link, its session and its list's updates, at once. */
export async function revokeDoorDevice(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  id: string,
): Promise<void> {
  const device = await deps.db.select().from(doorDevices).where(eq(doorDevices.id, id)).get();
  if (!device) throw new AppError("not-found");
  await assertRunsDoor(deps, actor, device.occ);
  await deps.db
    .update(doorDevices)
    .set({ revokedAt: deps.clock.now(), userId: null })
    .where(and(eq(doorDevices.id, id), isNull(doorDevices.revokedAt)));
}

/** Notes that a device has passed its own test of working without a network. */
export async function setDoorReady(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { deviceId }: Pick<Door, "deviceId">,
): Promise<void> {
  await db
    .update(doorDevices)
    .set({ readyAt: clock.now() })
    .where(and(eq(doorDevices.id, deviceId), isNull(doorDevices.revokedAt)));
}

/** The devices of an event that are not revoked, the newest first. */
export const listDoorDevices = ({ db }: Pick<Deps, "db">, eventId: string) =>
  db
    .select({
      id: doorDevices.id,
      occ: doorDevices.occ,
      name: doorDevices.name,
      createdAt: doorDevices.createdAt,
      lastSeenAt: doorDevices.lastSeenAt,
      readyAt: doorDevices.readyAt,
    })
    .from(doorDevices)
    .where(and(eq(doorDevices.eventId, eventId), isNull(doorDevices.revokedAt)))
    .orderBy(desc(doorDevices.createdAt));

/** The event's title, and its showings that a door may still open for. */
export async function listDoorShowings({ db, clock }: Pick<Deps, "db" | "clock">, eventId: string) {
  const [[event], showings] = await db.batch([
    db
      .select({ en: events.titleEn, fa: events.titleFa, timeZone: events.timeZone })
      .from(events)
      .where(eq(events.id, eventId)),
    db
      .select({
        originalStart: eventOccurrences.originalStart,
        startsAt: eventOccurrences.startsAt,
      })
      .from(eventOccurrences)
      .where(
        and(
          eq(eventOccurrences.eventId, eventId),
          gt(eventOccurrences.endsAt, clock.now() - DOOR_KEPT),
        ),
      )
      .orderBy(asc(eventOccurrences.startsAt)),
  ]);
  if (!event) throw new AppError("not-found");
  const { timeZone, ...title } = event;
  return {
    title,
    timeZone,
    showings: showings.map(({ originalStart, startsAt }) => ({
      occ: showingKey(eventId, originalStart),
      startsAt,
    })),
  };
}

/** The door of a link; null where it is unknown, revoked or over. */
export async function findDoor(
  { db, clock }: Pick<Deps, "db" | "clock">,
  key: string | undefined,
): Promise<FoundDoor | null> {
  if (!isSecretToken(key)) return null;
  const row = await primaryOf(db)
    .select({
      deviceId: doorDevices.id,
      name: doorDevices.name,
      occ: doorDevices.occ,
      eventId: doorDevices.eventId,
      pinHash: doorDevices.pinHash,
      titleEn: events.titleEn,
      titleFa: events.titleFa,
      timeZone: events.timeZone,
      startsAt: eventOccurrences.startsAt,
      endsAt: eventOccurrences.endsAt,
    })
    .from(doorDevices)
    .innerJoin(events, and(eq(events.id, doorDevices.eventId), isNull(events.deletedAt)))
    .innerJoin(
      eventOccurrences,
      and(
        eq(eventOccurrences.eventId, doorDevices.eventId),
        eq(
          doorDevices.occ,
          sql`${eventOccurrences.eventId} || '/' || ${eventOccurrences.originalStart}`,
        ),
      ),
    )
    .where(and(eq(doorDevices.keyHash, await hashToken(key)), isNull(doorDevices.revokedAt)))
    .get();
  if (!row || row.endsAt + DOOR_KEPT <= clock.now()) return null;
  const { titleEn, titleFa, endsAt, ...door } = row;
  return { ...door, title: { en: titleEn, fa: titleFa }, erasesAt: endsAt + DOOR_KEPT };
}

/** Proof that a browser gave the PIN: it ends with the device, and with another PIN. */
const passOf = ({ vault }: Pick<Deps, "vault">, { deviceId, pinHash }: FoundDoor) =>
  vault.fingerprint(`door-pass ${deviceId} ${pinHash}`);

/**
 * Opens a door by its PIN. @returns the secret of the browser's cookie; null for a wrong PIN
 * @throws AppError("too-many-requests") after five wrong ones
 */
export async function enterDoor(deps: DoorDeps, key: string, pin: string): Promise<string | null> {
  const door = await findDoor(deps, key);
  if (!door) throw new AppError("not-found");
  const draw = await takeFromBucket(deps, { name: `door ${door.deviceId}`, ...PIN_ATTEMPTS });
  if (draw.wait > 0) throw tooMany(draw.wait);
  const given = await deps.vault.fingerprint(pinText(door.deviceId, pin));
  if (!isSameHash(given, door.pinHash)) return null;
  await draw.giveBack();
  return `${key}.${await passOf(deps, door)}`;
}

/** The door that a browser's cookie opens; null for any other text. */
export async function doorOfPass(deps: DoorDeps, secret: string | null): Promise<Door | null> {
  const [key, pass = ""] = secret?.split(".") ?? [];
  const door = await findDoor(deps, key);
  if (!door || !isSameHash(pass, await passOf(deps, door))) return null;
  const { pinHash: _, ...open } = door;
  return open;
}

/** The key within a browser's cookie. */
export const doorKeyOf = (secret: string | null): string | null => secret?.split(".")[0] ?? null;
