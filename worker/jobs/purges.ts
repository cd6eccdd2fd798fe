import { auditEntriesPurge } from "../../app/modules/audit/audit-chain.server";
import { weekSubscribersPurge } from "../../app/modules/discovery/weeks/subscriptions.server";
import {
  countedMessagesPurge,
  pointsPurge,
  saltsPurge,
  viewsPurge,
} from "../../app/modules/events/visits/visits.server";
import { guestsPurge } from "../../app/modules/hosting/erase-guests.server";
import { invitationsPurge } from "../../app/modules/hosting/people.server";
import { devicesPurge, sessionsPurge } from "../../app/modules/identity/sessions.server";
import { attemptsPurge } from "../../app/modules/identity/sign-in/attempts.server";
import { signingKeysPurge } from "../../app/modules/identity/tokens/signing-keys.server";
import { tokensPurge } from "../../app/modules/identity/tokens/user-tokens.server";
import { accountsPurge } from "../../app/modules/identity/users/delete-account.server";
import { importMaterialsPurge } from "../../app/modules/intake/import/import-material.server";
import {
  pastedTextsPurge,
  runsPurge,
  wizardsPurge,
} from "../../app/modules/intake/ingestion/purge-ingestion.server";
import {
  sourceChecksPurge,
  sourceItemsPurge,
} from "../../app/modules/intake/sources/purge-sources.server";
import { deadLettersPurge } from "../../app/modules/jobs/queue.server";
import { mailsPurge } from "../../app/modules/mail/deliver-mail.server";
import { unusedMediaPurge } from "../../app/modules/media/claim-media.server";
import { botUpdatesPurge } from "../../app/modules/messengers/answer-update.server";
import { channelPostsPurge } from "../../app/modules/messengers/send-posts.server";
import {
  cityNotificationsPurge,
  digestItemsPurge,
  digestsPurge,
  domainEventsPurge,
  pushesPurge,
} from "../../app/modules/notifications/queries.server";
import { operationCountsPurge } from "../../app/modules/operations/operation-store.server";
import type { Purges } from "../../app/modules/operations/purges.server";
import {
  clientReportsPurge,
  countsPurge,
  notificationsPurge,
} from "../../app/modules/operations/purges.server";
import { decisionsPurge } from "../../app/modules/review/inbox/schedule-decision.server";
import { reportNetworksPurge } from "../../app/modules/review/moderation/flag-event.server";
import { deletedEventsPurge } from "../../app/modules/review/moderation/restore-event.server";
import { answersPurge } from "../../app/modules/store/kept-answers.server";
import { webhookMessagesPurge } from "../../app/modules/webhooks/deliver-webhook.server";

/** Purge functions by kind. */
export const purges: Purges = {
  views: viewsPurge,
  salts: saltsPurge,
  points: pointsPurge,
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
  hostInvitations: invitationsPurge,
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
  guests: guestsPurge,
  importMaterials: importMaterialsPurge,
};
