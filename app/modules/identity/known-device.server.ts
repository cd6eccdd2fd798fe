import { and, eq } from "drizzle-orm";
import { knownDevices } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { hashToken } from "./secret-token.server";
import type { Caller } from "./sign-up.server";

/**
 * The secret of the caller's browser where that person has signed in with it before, else null. Strangers may share
 * their network, so a known device is counted by itself alone.
 * @param userId null for an unknown address, which is looked for all the same and so takes as long
 */
export async function knownDeviceOf(
  { db }: Pick<Deps, "db">,
  userId: string | null,
  { device }: Pick<Caller, "device">,
): Promise<string | null> {
  if (device === null) return null;
  const row = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId ?? ""), eq(knownDevices.deviceHash, await hashToken(device))))
    .get();
  return row ? device : null;
}
