import type { Deps } from "../../lib/deps";
import { mapWithConcurrency } from "../../lib/some-at-a-time";
import { deliverMail } from "../mail/deliver-mail.server";
import { deliverPush } from "../push/deliver-push.server";
import type { NotificationsToSend } from "../queues/enqueue.server";

/** Sends mails and pushes, each for itself: what keeps one keeps none of the others. */
export async function sendNotifications(deps: Deps, { mails, pushes }: NotificationsToSend): Promise<void> {
  await mapWithConcurrency(mails, (id) => deliverMail(deps, id));
  await mapWithConcurrency(pushes, (id) => deliverPush(deps, id));
}
