import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { refill, takeFromBucket } from "./attempts.server";

/**
 * Sign-in and reset mails that anyone can cause: at most 3 at once and 3 per hour and address. A
 * link works for an hour, so whenever this limit withholds a mail, the last one is at most 20
 * minutes old and valid. The link of an address that is not proved works for a day, as long as its
 * budget (`mailAllowance`) counts a mail.
 */
const PER_ADDRESS = 3;
/** Limit for a known device, independent of strangers' requests. */
const PER_DEVICE = 5;

const nameOf = (email: string) => `link mails ${email}`;

/**
 * Takes one mail from the limit and returns whether it may be sent: strangers can neither flood a
 * mailbox nor use up the owner's links.
 * @param device known device that asks, or null
 */
export async function mayMailLink(
  deps: Pick<Deps, "db" | "clock" | "vault">,
  email: string,
  device: string | null,
): Promise<boolean> {
  const bucket =
    device === null
      ? { name: nameOf(email), capacity: PER_ADDRESS, period: HOUR }
      : { name: `${nameOf(email)} device ${device}`, capacity: PER_DEVICE, period: HOUR };
  return (await takeFromBucket(deps, bucket)).wait === 0;
}

/** Statements that reset the limit once a link was used. */
export const refillLinkMails = (deps: Pick<Deps, "db" | "vault">, email: string) =>
  refill(deps, nameOf(email));
