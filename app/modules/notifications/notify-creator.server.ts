import type { BatchItem } from "drizzle-orm/batch";
import type { RuleTrigger } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import type { NotificationsToSend } from "../jobs/queue.server";
import { deliverMails } from "../mail/deliver-mail.server";
import { domainEventStatement, enqueueDomainEvent } from "./domain-events.server";
import type { VerdictKind } from "./notification-kinds";
import { deliverPushes } from "./push/deliver-push.server";

interface Verdict {
  trigger: Extract<RuleTrigger, "event.approved" | "event.rejected">;
  /**
   * Where the notification leads: the page, the form when something needs fixing, or the list when
   * the page is gone.
   */
  leadsTo: "event" | "editEvent" | "myEvents";
}

const VERDICTS: Readonly<Record<VerdictKind, Verdict>> = {
  "event-approved": { trigger: "event.approved", leadsTo: "event" },
  "event-rejected": { trigger: "event.rejected", leadsTo: "editEvent" },
  "edit-accepted": { trigger: "event.approved", leadsTo: "event" },
  "edit-rejected": { trigger: "event.rejected", leadsTo: "editEvent" },
  "event-removed": { trigger: "event.rejected", leadsTo: "editEvent" },
  "reports-cleared": { trigger: "event.approved", leadsTo: "event" },
  "event-merged": { trigger: "event.rejected", leadsTo: "event" },
  "event-deleted": { trigger: "event.rejected", leadsTo: "myEvents" },
  "event-hidden": { trigger: "event.rejected", leadsTo: "myEvents" },
  "event-shown": { trigger: "event.approved", leadsTo: "event" },
  "event-reopened": { trigger: "event.rejected", leadsTo: "myEvents" },
  "draft-completed": { trigger: "event.approved", leadsTo: "event" },
};

/** Idempotency key of the domain event that tells a decision. */
export const verdictKey = (decisionId: string) => `verdict:${decisionId}`;

interface PendingDecisionEvent {
  /** For the batch of the decision: neither is there without the other. */
  statements: (decisionId: string) => readonly BatchItem<"sqlite">[];
  /** Once the batch is written. */
  dispatch(): Promise<void>;
}

const NOBODY: PendingDecisionEvent = { statements: () => [], dispatch: async () => {} };

/**
 * The domain event that notifies an event's creator of a decision with its reason, unless they made
 * it.
 */
export function notifyCreator(
  deps: Deps,
  actor: Actor,
  event: { id: string; creatorId: string | null; titleEn: string; titleFa: string | null },
  kind: VerdictKind,
  reason?: string,
  /** The target, if not the event. */
  elsewhere?: string,
): PendingDecisionEvent {
  if (event.creatorId === null || event.creatorId === actor.id) return NOBODY;
  const { trigger, leadsTo } = VERDICTS[kind];
  let domainEventId: string | null = null;
  return {
    statements: (decisionId) => {
      const { id, statement } = domainEventStatement(deps, {
        trigger,
        kind,
        eventId: event.id,
        actorId: actor.id,
        values: {
          title: { en: event.titleEn, fa: event.titleFa },
          ...(reason === undefined ? {} : { reason }),
        },
        actionPath:
          elsewhere ?? (leadsTo === "myEvents" ? paths.myEvents() : paths[leadsTo](event.id)),
        idempotencyKey: verdictKey(decisionId),
      });
      domainEventId = id;
      return [statement];
    },
    dispatch: async () => {
      if (domainEventId !== null) await enqueueDomainEvent(deps, domainEventId);
    },
  };
}

/** Sends mails and pushes independently: a failure affects no others. */
export async function sendNotifications(
  deps: Deps,
  { mails, pushes }: NotificationsToSend,
): Promise<void> {
  await Promise.all([deliverMails(deps, mails), deliverPushes(deps, pushes)]);
}
