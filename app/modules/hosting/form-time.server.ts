import type { Deps } from "../../lib/deps";
import { isSameHash } from "../../lib/http/same-hash.server";

/** A form that is sent sooner than people can fill it in, or after a day, is shown again. */
const FILLED_IN = { atLeast: 2_000, atMost: 86_400_000 } as const;

const formSignature = (vault: Deps["vault"], eventId: string, at: string) =>
  vault.fingerprint(`rsvp form ${eventId} ${at}`);

/** The signed time at which a form was shown. */
export async function formTime(
  { vault, clock }: Pick<Deps, "vault" | "clock">,
  eventId: string,
): Promise<string> {
  const at = String(clock.now());
  return `${at}.${await formSignature(vault, eventId, at)}`;
}

/** Whether a form was shown by us, and long enough ago for a person to fill it in. */
export async function isFilledIn(
  { vault, clock }: Pick<Deps, "vault" | "clock">,
  eventId: string,
  signed: string,
): Promise<boolean> {
  const [at = "", hash = ""] = signed.split(".");
  const age = clock.now() - Number(at);
  if (!(age >= FILLED_IN.atLeast && age <= FILLED_IN.atMost)) return false;
  return isSameHash(hash, await formSignature(vault, eventId, at));
}
