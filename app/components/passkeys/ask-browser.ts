import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { FormFailure } from "../../lib/http/form-failure";
import { paths } from "../../lib/paths";

/** Passkey calls of the browser, loaded on first use (docs/decisions/public-weight.md). */

/**
 * Reason for a missing passkey: cancelled, already registered on this authenticator, or any other
 * failure.
 */
export type PasskeyProblem = "cancelled" | "known" | "failed";

export function problemOf(error: unknown): PasskeyProblem {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "known";
  const name = error instanceof Error ? error.name : "";
  return name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "failed";
}

/** Creates a passkey. @returns the browser's response as JSON, or the server's rejection */
export async function createPasskey(currentPassword: string): Promise<string | FormFailure> {
  const response = await fetch(paths.accountPasskeyOptions(), {
    method: "POST",
    body: new URLSearchParams({ currentPassword }),
  });
  const { options, failure } = (await response.json()) as {
    options: PublicKeyCredentialCreationOptionsJSON;
    failure?: FormFailure;
  };
  if (failure) return failure;
  return JSON.stringify(await startRegistration({ optionsJSON: options }));
}

/**
 * Serializes requests: the first response sets the cookie that binds later challenges to this
 * browser.
 */
let lastOptions: Promise<unknown> = Promise.resolve();

/** Requests a passkey in a dialog or by autofill. @returns the browser's response as JSON */
export async function askForPasskey(isAutofill: boolean): Promise<string> {
  const asked = lastOptions.then(() => fetch(paths.loginPasskeyOptions(), { method: "POST" }));
  lastOptions = asked.catch(() => {});
  const response = await asked;
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return JSON.stringify(
    await startAuthentication({
      optionsJSON: await response.json(),
      useBrowserAutofill: isAutofill,
    }),
  );
}
