import type { Deps } from "../../lib/deps";
import { isRefusal } from "../../lib/errors";
import { isUuid } from "../../lib/runtime/ids";
import { claimRequest, dropClaim, keepAnswer } from "../store/kept-answers.server";

interface SentForm {
  caller: string;
  /** Idempotency key: a hidden field of the form. Without a UUID, every submission is executed. */
  key: string;
  /** All submitted values. */
  body: string;
}

/**
 * Executes a form once, even if it is submitted twice: the second submission gets the location of
 * the first.
 * @returns redirect location; null while the first submission is still running
 */
export async function onceOnly(
  deps: Deps,
  { caller, key, body }: SentForm,
  act: () => Promise<string>,
): Promise<string | null> {
  if (!isUuid(key)) return act();
  const request = {
    caller: `user ${caller}`,
    address: "form of an event",
    key,
    body: new TextEncoder().encode(body),
  };
  const outcome = await claimRequest(deps, request).catch((error: unknown) => {
    if (isRefusal(error, "conflict", "invalid")) return error.code;
    throw error;
  });
  if (outcome === "conflict") return null;
  // The form was submitted again with other values.
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
