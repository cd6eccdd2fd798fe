import { and, count, eq } from "drizzle-orm";
import { passkeys } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { runGuarded } from "../../store/run-guarded.server";
import { allBut, revokeAllAccess } from "../access.server";
import { confirmIdentity } from "./confirm-identity.server";
import { type FactorCaller, factorChange } from "./factor-change.server";

const PASSKEY_NAME_MAX = 60;

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Passkeys of a user, oldest first. */
export const listPasskeys = ({ db }: Pick<Deps, "db">, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt);

/** Normalizes a name: one line, no control characters; may be empty. */
export const passkeyName = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, PASSKEY_NAME_MAX);

/** Renames a passkey of the actor. @throws invalid with an issue at `name`; not-found */
export async function renamePasskey(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  id: string,
  name: string,
): Promise<void> {
  const kept = passkeyName(name);
  if (kept === "")
    throw new AppError("invalid", [{ path: "name", message: "errors:issue.passkeyName" }]);
  const renamed = await db
    .update(passkeys)
    .set({ name: kept })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.id)))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw new AppError("not-found");
}

/**
 * Removes a passkey of the actor. Ends the other sessions, since the passkey may have opened them.
 * Removing the last second factor deletes the recovery codes. @throws not-found; as
 * `confirmIdentity`
 */
export async function removePasskey(
  deps: Deps,
  actor: Actor,
  id: string,
  password: string,
  caller: FactorCaller,
): Promise<void> {
  const { db } = deps;
  const user = await confirmIdentity(deps, actor, password);
  const [rows, own] = await db.batch([
    db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, user.id)),
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id))),
  ]);
  if (own.length === 0) throw new AppError("not-found");
  const isLast = user.totpEnabledAt === null && rows[0]?.count === 1;
  const change = await factorChange(deps, {
    user,
    change: "passkeyRemoved",
    sessionId: actor.sessionId,
    caller,
  });
  await runGuarded(deps, [
    db.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id))),
    ...(isLast ? revokeAllAccess(deps, user.id, { keep: { kinds: allBut("recoveryCodes") } }) : []),
    ...change.statements,
  ]);
  change.finish();
}

/** Relying party of passkeys (WebAuthn §5.1.2). */
export interface RelyingParty {
  /** Domain. */
  id: string;
  /** Scheme, host and port, as browsers sign it. */
  origin: string;
}

/**
 * The relying party of a site's URL. Null where browsers allow no passkeys: IP addresses, and http
 * except on `localhost`.
 */
export function relyingParty(siteUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(siteUrl);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith("[")) return null;
  return protocol === "https:" || hostname === "localhost" ? { id: hostname, origin } : null;
}

/** The `localhost` origin for a local run at a loopback address; null for other sites. */
export function localhostOf(siteUrl: string): string | null {
  const url = new URL(siteUrl);
  if (url.hostname !== "127.0.0.1" && url.hostname !== "[::1]") return null;
  url.hostname = "localhost";
  return url.origin;
}
