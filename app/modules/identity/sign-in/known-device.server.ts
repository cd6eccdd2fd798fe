import { and, eq } from "drizzle-orm";
import { knownDevices } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { Caller } from "../../../lib/http/request-context";
import { hashToken } from "../tokens/secret-token.server";

/**
 * Device secret of the caller if the user signed in with it before, else null. A known device has
 * its own counters, since strangers may share its network.
 * @param userId null for an unknown address; the query still runs, for equal timing
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
    .where(
      and(
        eq(knownDevices.userId, userId ?? ""),
        eq(knownDevices.deviceHash, await hashToken(device)),
      ),
    )
    .get();
  return row ? device : null;
}
