import type { Deps } from "../../lib/deps";
import type { NotificationsToSend } from "../jobs/enqueue.server";
import { deliverMails } from "../mail/deliver-mail.server";
import { deliverPushes } from "./push/deliver-push.server";

/** Sends mails and pushes independently: a failure affects no others. */
export async function sendNotifications(
  deps: Deps,
  { mails, pushes }: NotificationsToSend,
): Promise<void> {
  await Promise.all([deliverMails(deps, mails), deliverPushes(deps, pushes)]);
}
