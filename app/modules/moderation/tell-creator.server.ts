import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { localized } from "../../lib/locale";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import { hurryMail, mailStatement } from "../mail/enqueue-mail.server";
import type { MailKind } from "../mail/render-mail.server";
import { notificationStatement, type VerdictKind } from "../notifications/notify.server";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";

interface Verdict {
  type: "approval" | "rejection" | "other";
  kind: VerdictKind;
  /** What the mail says; null where a mail would be too much. */
  mail: Extract<MailKind, "eventApproved" | "eventRejected" | "editAccepted" | "editRejected"> | null;
  /** Where one goes on: the page, or the form where something is to be mended. */
  leadsTo: "event" | "editEvent";
}

const VERDICTS = {
  "event-approved": { type: "approval", kind: "event-approved", mail: "eventApproved", leadsTo: "event" },
  "event-rejected": { type: "rejection", kind: "event-rejected", mail: "eventRejected", leadsTo: "editEvent" },
  "edit-accepted": { type: "approval", kind: "edit-accepted", mail: "editAccepted", leadsTo: "event" },
  "edit-rejected": { type: "rejection", kind: "edit-rejected", mail: "editRejected", leadsTo: "editEvent" },
  "event-removed": { type: "rejection", kind: "event-removed", mail: "eventRejected", leadsTo: "editEvent" },
  "reports-cleared": { type: "approval", kind: "reports-cleared", mail: null, leadsTo: "event" },
  "event-merged": { type: "other", kind: "event-merged", mail: null, leadsTo: "event" },
} as const satisfies Record<VerdictKind, Verdict>;

interface Told {
  /** For the batch of the decision: neither is there without the other. */
  statements: (decisionId: string) => readonly BatchItem<"sqlite">[];
  /** Once the batch is written. */
  hurry(): void;
}

const NOBODY: Told = { statements: () => [], hurry: () => {} };

/**
 * What tells an event's creator of a decision, with its reason: a notification, and a mail where mails are on, their
 * address is confirmed and they want them. Nobody is told of what they have done themselves.
 */
export async function tellCreator(
  deps: Deps,
  actor: Actor,
  event: { id: string; creatorId: string | null; titleEn: string; titleFa: string | null },
  kind: VerdictKind,
  reason?: string,
  /** Where one goes on, where it is not the event itself. */
  leadsTo?: string,
): Promise<Told> {
  if (event.creatorId === null || event.creatorId === actor.id) return NOBODY;
  const creator = await getUserOrThrow(deps, event.creatorId).catch((error) => {
    // The account is gone; the event stays.
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
  if (!creator) return NOBODY;
  const { notifications } = await settingsOf(deps);
  const verdict: Verdict = VERDICTS[kind];
  const path = leadsTo ?? paths[verdict.leadsTo](event.id);
  const title = { en: event.titleEn, fa: event.titleFa };
  const isMailed =
    notifications.enableEmailNotifications &&
    creator.notificationPreferences.emailEnabled &&
    creator.isActive &&
    creator.email !== null &&
    creator.emailVerifiedAt !== null;
  const locale = creator.preferredLanguage ?? "en";
  const mail =
    isMailed && verdict.mail !== null && creator.email !== null
      ? await mailStatement(deps, {
          kind: verdict.mail,
          to: creator.email,
          userId: creator.id,
          locale,
          link: deps.siteUrl + path,
          values: { name: creator.displayName, title: localized(title, locale), reason: reason ?? "" },
          isSecret: false,
        })
      : null;
  return {
    statements: (decisionId) => [
      notificationStatement(deps, {
        userId: creator.id,
        type: verdict.type,
        kind,
        values: { title, ...(reason === undefined ? {} : { reason }) },
        actionPath: path,
        relatedEntityId: event.id,
        idempotencyKey: `decision:${decisionId}`,
      }),
      ...(mail?.statements ?? []),
    ],
    hurry: () => {
      if (mail) hurryMail(deps, mail.id);
    },
  };
}
