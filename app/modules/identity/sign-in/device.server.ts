import type { Random } from "../../../lib/deps";
import type { Caller } from "../../../lib/http/request-context";
import { secretCookie } from "../session-cookies.server";
import { createSecretToken, isSecretToken } from "../tokens/secret-token.server";

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
