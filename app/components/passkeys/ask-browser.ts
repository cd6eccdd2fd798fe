import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { FormFailure } from "../../lib/http/form-failure";
import { paths } from "../../lib/paths";

/** Loaded when somebody uses a passkey, not before (docs/decisions/public-weight.md). */

/** Why there is no passkey: its person went back, this authenticator has one already, or anything else. */
export type PasskeyProblem = "cancelled" | "known" | "failed";

export function problemOf(error: unknown): PasskeyProblem {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return "known";
  const name = error instanceof Error ? error.name : "";
  return name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "failed";
}

/** Makes a passkey. @returns the browser's answer as JSON, or what the server has refused */
export async function createPasskey(currentPassword: string): Promise<string | FormFailure> {
  const response = await fetch(paths.accountPasskeyOptions(), { method: "POST", body: new URLSearchParams({ currentPassword }) });
  const { options, failure } = (await response.json()) as { options: PublicKeyCredentialCreationOptionsJSON; failure?: FormFailure };
  if (failure) return failure;
  return JSON.stringify(await startRegistration({ optionsJSON: options }));
}

/** One after the other: the first answer gives this browser the cookie that later challenges are tied to. */
let lastOptions: Promise<unknown> = Promise.resolve();

/** Asks for a passkey: in a dialog, or among what the browser fills in. @returns the browser's answer as JSON */
export async function askForPasskey(isAutofill: boolean): Promise<string> {
  const asked = lastOptions.then(() => fetch(paths.loginPasskeyOptions(), { method: "POST" }));
  lastOptions = asked.catch(() => {});
  const response = await asked;
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return JSON.stringify(await startAuthentication({ optionsJSON: await response.json(), useBrowserAutofill: isAutofill }));
}
