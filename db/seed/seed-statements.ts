import type { Database } from "../client";

/**
 * D1 takes 100 bound parameters a statement; rows go one a statement, statements in batches of this
 * many.
 */
const BATCH = 50;

export type Statement = Parameters<Database["batch"]>[0][number];

/** Runs statements in order, some at a time. */
export async function inBatches(db: Database, statements: readonly Statement[]): Promise<void> {
  for (let start = 0; start < statements.length; start += BATCH) {
    const [first, ...rest] = statements.slice(start, start + BATCH);
    if (first) await db.batch([first, ...rest]);
  }
}

/**
 * A UUIDv7 (RFC 9562) that is always the same for a key, so that seeding twice finds its own rows.
 */
export async function seedId(kind: string, key: string): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${kind}:${key}`)),
  );
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // 2026-01-01T00:00:00Z in the timestamp's place.
  return `019b7647-f000-7${hex.slice(0, 3)}-${(((digest[2] ?? 0) & 0x3f) | 0x80).toString(16)}${hex.slice(6, 8)}-${hex.slice(8, 20)}`;
}
