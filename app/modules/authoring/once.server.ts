import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/runtime/ids";
import { claimRequest, dropClaim, keepAnswer } from "../idempotency/kept-answers.server";

interface SentForm {
  caller: string;
  /** The hidden field of the form; what has none is done as often as it is sent. */
  key: string;
  /** Everything that was typed. */
  body: string;
}

/**
 * Does what a form asks for once, though it was sent twice: a second press of the button leads to where the first has led.
 * @returns where it leads; null while the first is still at work
 */
export async function onceOnly(deps: Deps, { caller, key, body }: SentForm, act: () => Promise<string>): Promise<string | null> {
  if (!isUuid(key)) return act();
  const request = { caller: `user ${caller}`, address: "form of an event", key, body: new TextEncoder().encode(body) };
  const outcome = await claimRequest(deps, request).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === "conflict" || error.code === "invalid")) return error.code;
    throw error;
  });
  if (outcome === "conflict") return null;
  // Somebody has gone back to the form and written something else.
  if (outcome === "invalid") return act();
  if ("answer" in outcome) return outcome.answer.body ?? null;
  try {
    const location = await act();
    await keepAnswer(deps, outcome.claim, { status: 303, contentType: null, body: location });
    return location;
  } catch (error) {
    await dropClaim(deps, outcome.claim);
    throw error;
  }
}
