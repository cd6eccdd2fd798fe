import {
  clientReportsPurge,
  countsPurge,
  notificationsPurge,
} from "../../app/modules/administration/purge-old.server";
import type { Purges } from "../../app/modules/administration/purges.server";
import { auditEntriesPurge } from "../../app/modules/audit/audit-chain.server";
import {
  countedMessagesPurge,
  saltsPurge,
  viewsPurge,
} from "../../app/modules/events/count-visits.server";
import { answersPurge } from "../../app/modules/idempotency/kept-answers.server";
import { attemptsPurge } from "../../app/modules/identity/attempts.server";
import { devicesPurge, sessionsPurge } from "../../app/modules/identity/sessions.server";
import { signingKeysPurge } from "../../app/modules/identity/signing-keys.server";
import { tokensPurge } from "../../app/modules/identity/user-tokens.server";
import { decisionsPurge } from "../../app/modules/inbox/settle-decisions.server";
import {
  pastedTextsPurge,
  runsPurge,
  wizardsPurge,
} from "../../app/modules/ingestion/purge-ingestion.server";
import { mailsPurge } from "../../app/modules/mail/deliver-mail.server";
import { unusedMediaPurge } from "../../app/modules/media/purge-unused-media.server";
import { botUpdatesPurge } from "../../app/modules/messengers/answer-update.server";
import { channelPostsPurge } from "../../app/modules/messengers/send-posts.server";
import { reportNetworksPurge } from "../../app/modules/moderation/flag-event.server";
import { deletedEventsPurge } from "../../app/modules/moderation/purge-deleted-events.server";
import {
  cityNotificationsPurge,
  digestItemsPurge,
  digestsPurge,
  domainEventsPurge,
  pushesPurge,
} from "../../app/modules/notifications/purge-notifications.server";
import { operationCountsPurge } from "../../app/modules/operations/operation-store.server";
import { deadLettersPurge } from "../../app/modules/queues/dead-letters.server";
import {
  sourceChecksPurge,
  sourceItemsPurge,
} from "../../app/modules/sources/purge-sources.server";
import { accountsPurge } from "../../app/modules/users/delete-account.server";
import { webhookMessagesPurge } from "../../app/modules/webhooks/deliver-webhook.server";
import { weekSubscribersPurge } from "../../app/modules/weeks/subscriptions.server";

/** Purge functions by kind. */
export const purges: Purges = {
  views: viewsPurge,
  salts: saltsPurge,
  messages: countedMessagesPurge,
  deadLetters: deadLettersPurge,
  sessions: sessionsPurge,
  tokens: tokensPurge,
  attempts: attemptsPurge,
  signingKeys: signingKeysPurge,
  devices: devicesPurge,
  mails: mailsPurge,
  causes: domainEventsPurge,
  pushes: pushesPurge,
  digests: digestsPurge,
  digestItems: digestItemsPurge,
  cityNews: cityNotificationsPurge,
  notifications: notificationsPurge,
  answers: answersPurge,
  reportNetworks: reportNetworksPurge,
  deletedEvents: deletedEventsPurge,
  accounts: accountsPurge,
  auditEntries: auditEntriesPurge,
  runs: runsPurge,
  pastedTexts: pastedTextsPurge,
  wizards: wizardsPurge,
  counts: countsPurge,
  clientReports: clientReportsPurge,
  unusedMedia: unusedMediaPurge,
  weekSubscribers: weekSubscribersPurge,
  decisions: decisionsPurge,
  webhookMessages: webhookMessagesPurge,
  operationCounts: operationCountsPurge,
  sourceChecks: sourceChecksPurge,
  sourceItems: sourceItemsPurge,
  channelPosts: channelPostsPurge,
  botUpdates: botUpdatesPurge,
};
