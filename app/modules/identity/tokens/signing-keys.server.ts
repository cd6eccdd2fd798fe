import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { primaryOf } from "../../../../db/client";
import { signingKeys } from "../../../../db/schema";
import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isUuid } from "../../../lib/runtime/ids";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";

export const ALGORITHM = "ES256";
const MEMO = "signing-keys";
/** Maximum staleness of the cache in another isolate, ms. */
const TTL = 30_000;
/** Time that a retired key still verifies, ms: longer than any token's lifetime. */
const KEPT = 2 * HOUR;

type KeyDeps = Pick<Deps, "db" | "memo" | "clock" | "vault" | "ids">;

interface StoredKey {
  kid: string;
  publicKey: JWK;
  sealed: string;
  isRetired: boolean;
}

/** Keys that verify, the signing key first. */
async function storedKeys({ db, memo, clock }: KeyDeps): Promise<StoredKey[]> {
  return memo.get(MEMO, TTL, async () => {
    const rows = await primaryOf(db)
      .select()
      .from(signingKeys)
      .orderBy(desc(signingKeys.createdAt));
    return rows
      .filter(({ retiredAt }) => retiredAt === null || clock.now() - retiredAt < KEPT)
      .sort((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null))
      .map(({ kid, publicKey, privateKey, retiredAt }) => ({
        kid,
        publicKey: JSON.parse(publicKey) as JWK,
        sealed: privateKey,
        isRetired: retiredAt !== null,
      }));
  });
}

async function createKey({ db, clock, vault, ids, memo }: KeyDeps): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  await db.insert(signingKeys).values({
    kid: ids.next(),
    publicKey: JSON.stringify(await exportJWK(publicKey)),
    privateKey: await vault.seal(JSON.stringify(await exportJWK(privateKey))),
    createdAt: clock.now(),
  });
  memo.forget(MEMO);
}

const currentKey = async (deps: KeyDeps): Promise<StoredKey | undefined> =>
  (await storedKeys(deps)).find(({ isRetired }) => !isRetired);

/**
 * The current signing key; creates one if there is none or it was retired
 * (scripts/rotate-keys.mjs).
 */
export async function signingKey(deps: KeyDeps): Promise<{ kid: string; key: CryptoKey }> {
  if (!(await currentKey(deps))) await createKey(deps);
  const current = await currentKey(deps);
  if (!current) throw new Error("There is no signing key.");
  const key = await importJWK(JSON.parse(await deps.vault.open(current.sealed)) as JWK, ALGORITHM);
  return { kid: current.kid, key: key as CryptoKey };
}

/** The public key of an id, while it verifies. */
export async function verificationKey(
  deps: KeyDeps,
  kid: string | undefined,
): Promise<CryptoKey | null> {
  if (!kid || !isUuid(kid)) return null;
  const known =
    (await storedKeys(deps)).find((key) => key.kid === kid)?.publicKey ?? (await newKey(deps, kid));
  return known ? ((await importJWK(known, ALGORITHM)) as CryptoKey) : null;
}

/** A key that another isolate created since the cache was filled. */
async function newKey({ db }: KeyDeps, kid: string): Promise<JWK | null> {
  const row = await db
    .select({ publicKey: signingKeys.publicKey })
    .from(signingKeys)
    .where(and(eq(signingKeys.kid, kid), isNull(signingKeys.retiredAt)))
    .get();
  return row ? (JSON.parse(row.publicKey) as JWK) : null;
}

/** The public keys as a JWK Set (RFC 7517 §5), for /.well-known/jwks.json. */
export async function publicKeys(deps: KeyDeps): Promise<{ keys: JWK[] }> {
  if (!(await currentKey(deps))) await createKey(deps);
  const keys = await storedKeys(deps);
  return {
    keys: keys.map(({ kid, publicKey: { kty, crv, x, y } }) => ({
      kty,
      crv,
      x,
      y,
      kid,
      alg: ALGORITHM,
      use: "sig",
    })),
  };
}

/** Retired keys whose tokens have all expired. */
export const signingKeysPurge = purgeOf(signingKeys, (at) => lt(signingKeys.retiredAt, at - KEPT));
