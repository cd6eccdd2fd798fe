import { and, eq } from "drizzle-orm";
import { knownDevices } from "../../../../db/schema";
import type { Deps, Random } from "../../../lib/deps";
import type { Caller } from "../../../lib/http/request-context";
import { secretCookie } from "../sessions.server";
import { createSecretToken, hashToken, isSecretToken } from "../tokens/user-tokens.server";

/**
 * Gives the caller a device secret, new if it has none, and the Set-Cookie header for it. Binds a
 * flow to the browser that started it.
 */
export function withDevice(
  random: Random,
  request: Request,
  caller: Caller,
): { caller: Caller & { device: string }; cookie: string } {
  const device = isSecretToken(caller.device) ? caller.device : createSecretToken(random);
  return { caller: { ...caller, device }, cookie: secretCookie("device", request, device) };
}

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
