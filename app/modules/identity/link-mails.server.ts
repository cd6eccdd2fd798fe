import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { refill, takeFromBucket } from "./refilling-bucket.server";

/**
 * Mails with a link that lets somebody in, which anyone may cause without logging in: at most 3 at once and 3 an hour an
 * address. A link works for an hour, so whenever a mail is withheld, the last one is at most 20 minutes old and still good.
 */
const PER_ADDRESS = 3;
/** The same for those that a known device asks for: what strangers cause does not count against it. */
const PER_DEVICE = 5;

const nameOf = (email: string) => `link mails ${email}`;

/**
 * Whether one more mail with such a link may go out: so strangers neither flood a mailbox nor use up the links of its owner.
 * @param device the known device that asks, or null
 */
export async function mayMailLink(deps: Pick<Deps, "db" | "clock" | "vault">, email: string, device: string | null): Promise<boolean> {
  const bucket =
    device === null
      ? { name: nameOf(email), capacity: PER_ADDRESS, period: HOUR }
      : { name: `${nameOf(email)} device ${device}`, capacity: PER_DEVICE, period: HOUR };
  return (await takeFromBucket(deps, bucket)).wait === 0;
}

/** The statement for when the links have been used up: the next one goes out at once, whatever strangers have asked for. */
export const refillLinkMails = (deps: Pick<Deps, "db" | "vault">, email: string) => refill(deps, nameOf(email));
