import type { Random } from "../../lib/deps";
import { createSecretToken, isSecretToken } from "./secret-token.server";
import { secretCookie } from "./session-cookies.server";
import type { Caller } from "./sign-up.server";

/**
 * The caller with a secret of its browser, made where there is none yet, and the header that lets the browser keep it.
 * So what is begun here can only be ended in the same browser.
 */
export function withDevice(random: Random, request: Request, caller: Caller): { caller: Caller & { device: string }; cookie: string } {
  const device = isSecretToken(caller.device) ? caller.device : createSecretToken(random);
  return { caller: { ...caller, device }, cookie: secretCookie("device", request, device) };
}
