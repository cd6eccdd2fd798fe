import { and, desc, eq, exists, notInArray, sql } from "drizzle-orm";
import * as v from "valibot";
import { pushSubscriptions, users } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { idIfSessionStays, runGuarded } from "../../store/run-guarded.server";

/** Limit of browsers per user; the oldest one is dropped. */
export const MAX_SUBSCRIPTIONS = 10;
const ENDPOINT_LENGTH = 1_000;
/** An uncompressed point of P-256, and a secret of 16 bytes (RFC 8291 §2.1, §3.2). */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/** Push services have host names; IP addresses and local names are refused. */
const SERVICE =
  /^(?!(?:[\d.]+|.*\.(?:local|localhost|internal|lan|home|test|invalid|onion))$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

function isService(text: string): boolean {
  try {
    const { protocol, hostname, port, username, password } = new URL(text);
    return (
      protocol === "https:" &&
      port === "" &&
      username === "" &&
      password === "" &&
      SERVICE.test(hostname)
    );
  } catch {
    return false;
  }
}

function bytesOf(text: string): number {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/")).length;
  } catch {
    return 0;
  }
}

const Key = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{20,100}={0,2}$/, "errors:issue.value"),
    v.check((text) => bytesOf(text) === bytes, "errors:issue.value"),
  );

/** The result of `PushSubscription.toJSON()` (W3C Push API) with the page's language. */
export const PushSubscriptionInput = v.object({
  endpoint: v.pipe(
    v.string(),
    v.maxLength(ENDPOINT_LENGTH, "errors:issue.tooLong"),
    v.check(isService, "errors:issue.webAddress"),
  ),
  keys: v.object({ p256dh: Key(POINT_BYTES), auth: Key(SECRET_BYTES) }),
  locale: v.optional(v.picklist(["en", "fa"])),
});
export type PushSubscriptionInput = v.InferInput<typeof PushSubscriptionInput>;

export const PushSubscriptionJson = v.pipe(
  v.object({ id: v.string(), endpoint: v.string(), createdAt: v.string() }),
  v.metadata({ ref: "PushSubscription" }),
);
export type PushSubscriptionJson = v.InferOutput<typeof PushSubscriptionJson>;

/** A user's browsers with push, newest first. */
export async function listPushSubscriptions(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<PushSubscriptionJson[]> {
  assertCan(actor, "account:manage");
  const rows = await db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      createdAt: pushSubscriptions.createdAt,
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, actor.id))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(MAX_SUBSCRIPTIONS);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/** Whether the point lies on the curve: pushes could not be sealed for any other. */
async function isPoint(p256dh: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(p256dh.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  return crypto.subtle
    .importKey("raw", bytes, { name: "ECDH", namedCurve: "P-256" }, false, [])
    .then(
      () => true,
      () => false,
    );
}

/**
 * Subscribes a browser and turns pushes on. The subscription ends with its session; a browser of
 * another user changes hands if its keys match.
 * @throws AppError("forbidden") for an unverified account, AppError("invalid") for a bad key, AppError("conflict") when the endpoint exists with
 * other keys or the session has ended
 */
export async function subscribeToPush(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor | null,
  { endpoint, keys: { p256dh, auth }, locale }: v.InferOutput<typeof PushSubscriptionInput>,
  usual: Locale,
): Promise<PushSubscriptionJson> {
  assertCan(actor, "access:make");
  if (!(await isPoint(p256dh)))
    throw new AppError("invalid", [{ path: "keys.p256dh", message: "errors:issue.value" }]);
  const owned = {
    userId: idIfSessionStays(actor),
    sessionId: actor.sessionId,
    locale: locale ?? usual,
  };
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, actor.id))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(MAX_SUBSCRIPTIONS);
  const isTaken = exists(
    db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.endpoint, endpoint),
          eq(pushSubscriptions.userId, actor.id),
          eq(pushSubscriptions.auth, auth),
        ),
      ),
  );
  const [stored] = await runGuarded({ db }, [
    db
      .insert(pushSubscriptions)
      .values({ id: ids.next(), ...owned, endpoint, p256dh, auth, createdAt: clock.now() })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { ...owned, createdAt: clock.now() },
        setWhere: and(eq(pushSubscriptions.p256dh, p256dh), eq(pushSubscriptions.auth, auth)),
      })
      .returning({
        id: pushSubscriptions.id,
        endpoint: pushSubscriptions.endpoint,
        createdAt: pushSubscriptions.createdAt,
      }),
    db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.userId, actor.id),
          notInArray(pushSubscriptions.id, newest),
          isTaken,
        ),
      ),
    db
      .update(users)
      .set({
        notificationPreferences: sql`json_set(${users.notificationPreferences}, '$.pushEnabled', json('true'))`,
      })
      .where(and(eq(users.id, actor.id), isTaken)),
  ]);
  const [row] = stored;
  if (!row) throw new AppError("conflict");
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}

/**
 * Removes one of the caller's browsers. @throws AppError("not-found") for missing ones and those of
 * others
 */
export async function unsubscribeFromPush(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<void> {
  assertCan(actor, "account:manage");
  const { meta } = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, actor.id)));
  if (meta.changes === 0) throw new AppError("not-found");
}
