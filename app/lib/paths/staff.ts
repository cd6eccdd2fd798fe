import { type Query, withQuery } from "./parts";

/** Pages, events, cities and people that a word finds. */
export const adminSearch = (query?: Query) => withQuery("/admin/search", query);
/** Counts of work for the sidebar's badges; for scripts. */
export const adminBadgeCounts = () => "/admin/badge-counts";
/** @param query `case`: the one that is open, `<kind>-<id>` */
export const adminInbox = (query?: Query) => withQuery("/admin/inbox", query);
export const adminDeletedEvents = (query?: Query) => withQuery("/admin/deleted-events", query);
/** What one has decided in this session. */
export const adminMyDecisions = () => "/admin/inbox/decisions";
/** What a source or run has found, in one list. @param query `source`: its id */
export const adminGroup = (query?: Query) => withQuery("/admin/inbox/group", query);
export const adminInboxWatch = () => "/admin/inbox/watch";
export const adminEvents = (query?: Query) => withQuery("/admin/events", query);
/** @param query `event`: the one that is open */
export const adminPendingEvents = (query?: Query) => withQuery("/admin/pending-events", query);
export const adminFlaggedEvents = (query?: Query) => withQuery("/admin/flagged-events", query);
export const adminCities = (query?: Query) => withQuery("/admin/cities", query);
export const adminNewCity = () => "/admin/cities/new";
export const adminCity = (slug: string, query?: Query) => withQuery(`/admin/cities/${slug}`, query);
/** Claims of pages that wait for a decision. */
export const adminClaims = (query?: Query) => withQuery("/admin/claims", query);
/** Venues; with `kind=organizer` organizers. */
export const adminVenues = (query?: Query) => withQuery("/admin/venues", query);
/** A venue or an organizer. */
export const adminVenue = (id: string, query?: Query) => withQuery(`/admin/venues/${id}`, query);
/** The weekly picks of all cities. */
export const adminWeeks = (query?: Query) => withQuery("/admin/weeks", query);
/** @param week as in `cityWeek` */
export const adminWeek = (slug: string, week: string, query?: Query) =>
  withQuery(`/admin/weeks/${slug}/${week}`, query);
/** Monitored sources. */
export const adminSources = (query?: Query) => withQuery("/admin/sources", query);
export const adminNewSource = (query?: Query) => withQuery("/admin/sources/new", query);
export const adminSource = (id: string, query?: Query) => withQuery(`/admin/sources/${id}`, query);
/** `tab=history` for the runs that have ended. */
export const adminIngestion = (query?: Query) => withQuery("/admin/ai-ingestion", query);
export const adminNewIngestion = (query?: Query) => withQuery("/admin/ai-ingestion/new", query);
/** The same wizard, where the menu of events has it. */
export const adminBulkCreate = (query?: Query) => withQuery("/admin/events/bulk-create", query);
/** Takes a POST with a wizard's id and streams the model's answer. */
export const adminIngestionAnswer = () => "/admin/ai-ingestion/answer";
export const adminIngestionRun = (id: string, query?: Query) =>
  withQuery(`/admin/ai-ingestion/runs/${id}`, query);
/** Run updates, polled by the page's script. */
export const adminIngestionUpdates = (id: string, query?: Query) =>
  withQuery(`/admin/ai-ingestion/runs/${id}/news`, query);
/** The pasted answer as a file. */
export const adminIngestionRunAnswer = (id: string) => `/admin/ai-ingestion/runs/${id}/answer`;
export const adminIngestionLog = (id: string, format: "txt" | "csv", query?: Query) =>
  withQuery(`/admin/ai-ingestion/runs/${id}/log.${format}`, query);
export const adminCandidates = (query?: Query) =>
  withQuery("/admin/ai-ingestion/candidates", query);
export const adminCandidate = (id: string, query?: Query) =>
  withQuery(`/admin/ai-ingestion/candidates/${id}`, query);
export const adminUsers = (query?: Query) => withQuery("/admin/users", query);
export const adminUser = (id: string, query?: Query) => withQuery(`/admin/users/${id}`, query);
export const adminSettings = () => "/admin/settings";
export const adminFeatureFlags = (query?: Query) => withQuery("/admin/feature-flags", query);
export const adminPlatformSettings = (group?: string) =>
  group ? `/admin/platform-settings/${group}` : "/admin/platform-settings";
export const adminUxSettings = () => "/admin/ux-settings";
export const adminAuditLog = (query?: Query) => withQuery("/admin/audit-log", query);
export const adminClientReports = (query?: Query) => withQuery("/admin/audit-log/reports", query);
export const adminAuditLogCsv = (query?: Query) => withQuery("/admin/audit-log.csv", query);
/** @param query `rule`: the one that is open */
export const adminNotificationRules = (query?: Query) =>
  withQuery("/admin/notification-rules", query);
/** @param query `template`: the one that is open, `tab` of its editor */
export const adminEmailTemplates = (query?: Query) => withQuery("/admin/email-templates", query);
/** A template as a document of its own, for the frame that shows it. */
export const adminEmailPreview = (query?: Query) =>
  withQuery("/admin/email-templates/preview", query);
export const adminNotificationAnalytics = (query?: Query) =>
  withQuery("/admin/notification-analytics", query);
export const adminNotificationAnalyticsCsv = (query?: Query) =>
  withQuery("/admin/notification-analytics.csv", query);
export const adminOutbox = (query?: Query) => withQuery("/admin/outbox", query);
/** Channels in messengers. */
export const adminChannels = () => "/admin/channels";
export const adminChannel = (id: string, query?: Query) =>
  withQuery(`/admin/channels/${id}`, query);
/** Queue messages that were given up. */
export const adminOperations = (query?: Query) => withQuery("/admin/operations", query);
export const adminDeadLetters = (query?: Query) => withQuery("/admin/dead-letters", query);
