import { asc, eq } from "drizzle-orm";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { primaryOf } from "../../../../db/client";
import { ticketKeys } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { TicketKey } from "../../../lib/door/ticket";

const ALGORITHM = "ES256";
const MEMO = "ticket-keys";
/** Maximum staleness of the cache in another isolate, ms. */
const TTL = 30_000;

export type TicketKeyDeps = Pick<Deps, "db" | "memo" | "clock" | "vault">;

const storedKeys = ({ db, memo }: TicketKeyDeps) =>
  memo.get(MEMO, TTL, () => primaryOf(db).select().from(ticketKeys).orderBy(asc(ticketKeys.id)));

async function createKey({ db, clock, vault, memo }: TicketKeyDeps): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  await db
    .insert(ticketKeys)
    .values({
      publicKey: JSON.stringify(await exportJWK(publicKey)),
      privateKey: await vault.seal(JSON.stringify(await exportJWK(privateKey))),
      createdAt: clock.now(),
      current: 1,
    })
    .onConflictDoNothing();
  memo.forget(MEMO);
}

/**
 * The key that signs tickets, made on first need. Tickets are shown for months, so they have keys
 * of their own: those of tokens verify for hours.
 */
export async function ticketSigningKey(
  deps: TicketKeyDeps,
): Promise<{ id: number; key: CryptoKey }> {
  const find = async () => (await storedKeys(deps)).find(({ current }) => current === 1);
  if (!(await find())) await createKey(deps);
  const found = await find();
  if (!found) throw new Error("There is no key for tickets.");
  const key = await importJWK(JSON.parse(await deps.vault.open(found.privateKey)), ALGORITHM);
  return { id: found.id, key: key as CryptoKey };
}

/**
 * The keys that verify tickets, never none: a phone may go offline with them before the first
 * ticket. @param id one that must be among them, made elsewhere just now
 */
export async function ticketVerifyingKeys(
  deps: TicketKeyDeps,
  id: number | null = null,
): Promise<TicketKey[]> {
  if ((await storedKeys(deps)).length === 0) await createKey(deps);
  const known = await storedKeys(deps);
  const isMissing = id !== null && !known.some((key) => key.id === id);
  const added = isMissing
    ? await deps.db.select().from(ticketKeys).where(eq(ticketKeys.id, id))
    : [];
  return [...known, ...added].map(({ id, publicKey }) => {
    const { kty, crv, x, y } = JSON.parse(publicKey) as JWK;
    return { id, publicKey: { kty, crv, x, y } as JsonWebKey };
  });
}
