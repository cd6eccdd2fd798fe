import type { Random } from "../../lib/deps";
import { createSecretToken, isSecretToken } from "./secret-token.server";
import { secretCookie } from "./session-cookies.server";
import type { Visit } from "./sign-up.server";

/**
 * The visit with a secret of its browser, made where there is none yet, and the header that lets the browser keep it.
 * So what is begun here can only be ended in the same browser.
 */
export function withDevice(random: Random, request: Request, visit: Visit): { visit: Visit & { device: string }; cookie: string } {
  const device = isSecretToken(visit.device) ? visit.device : createSecretToken(random);
  return { visit: { ...visit, device }, cookie: secretCookie("device", request, device) };
}
