import type { Locale } from "../i18n/locale";

type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

function withQuery(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === false) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(key, item === true ? "1" : String(item));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

export const LEGAL_PAGES = ["terms", "privacy", "eula", "cookies"] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** How a cover is drawn: width : height, without the lit star (`quiet`), with lines that keep their width (`fine`). */
export interface CoverOptions {
  ratio?: number;
  quiet?: boolean;
  fine?: boolean;
  finish?: "glaze" | "field" | "paper" | "night";
}

/** Feed formats of an event list. */
export const FEED_FORMATS = ["ics", "atom", "json"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** Every URL of the product. */
export const paths = {
  home: () => "/",
  events: (query?: Query) => withQuery("/events", query),
  /** @param query `at`: one of its dates, by its original start */
  event: (id: string, query?: { at?: string | null }) => withQuery(`/events/${id}`, query),
  eventIcs: (id: string, query?: { at?: string | null }) => withQuery(`/events/${id}/ics`, query),
  /** Counts the click and leaves for the organizer's site. */
  eventTickets: (id: string, query?: { at?: string | null }) => withQuery(`/events/${id}/tickets`, query),
  /** Counts and leaves for the calendar of that service. */
  eventCalendar: (id: string, service: "google" | "outlook", query?: { at?: string | null }) =>
    withQuery(`/events/${id}/calendar/${service}`, query),
  eventShare: (id: string) => `/events/${id}/share`,
  cities: (query?: Query) => withQuery("/cities", query),
  /** The API's suggestions for a search box. */
  apiSuggestions: (query?: Query) => withQuery("/api/v1/suggestions", query),
  city: (slug: string, query?: Query) => withQuery(`/cities/${slug}`, query),
  discover: (query?: Query) => withQuery("/discover", query),
  categories: () => "/categories",
  category: (slug: string, query?: Query) => withQuery(`/categories/${slug}`, query),
  howItWorks: () => "/how-it-works",
  help: (query?: Query) => withQuery("/help", query),
  legal: (page: LegalPage) => `/legal/${page}`,
  feedbackDemo: (query?: Query) => withQuery("/feedback-demo", query),
  changelog: () => "/changelog",
  preferences: () => "/preferences",
  /** @param returnTo where to go once signed in; @param ended whether the session that there was has ended */
  login: (returnTo?: string, ended?: boolean) => withQuery("/login", { returnTo: returnTo === "/" ? null : returnTo, ended }),
  /** Asks a signed-in user to log in again. */
  loginAgain: (returnTo: string) => withQuery("/login", { again: true, returnTo }),
  loginSecondFactor: (returnTo?: string, isRecovery?: boolean) =>
    withQuery("/login/two-factor", { returnTo: returnTo === "/" ? null : returnTo, recovery: isRecovery }),
  /** Without a token: the page that requests a sign-in link. */
  loginLink: ({ returnTo, ...query }: { token?: string; sent?: boolean; returnTo?: string }) =>
    withQuery("/login/link", { ...query, returnTo: returnTo === "/" ? null : returnTo }),
  loginGoogle: (returnTo?: string, isAgain?: boolean) =>
    withQuery("/login/google", { again: isAgain, returnTo: returnTo === "/" ? null : returnTo }),
  /** Gives the login page's script a challenge for a passkey. */
  loginPasskeyOptions: () => "/login/passkey-options",
  /** Passkey creation options for the security page's script. */
  accountPasskeyOptions: () => "/account/security/passkey-options",
  googleCallback: () => "/login/google/callback",
  logout: () => "/logout",
  signUp: (returnTo?: string) => withQuery("/signup", { returnTo: returnTo === "/" ? null : returnTo }),
  /** Consent to a new account after a Google sign-in. */
  signUpGoogle: (returnTo?: string) => withQuery("/signup/google", { returnTo: returnTo === "/" ? null : returnTo }),
  /** Without a token: the page that requests a new link. */
  verifyEmail: (token?: string, returnTo?: string) => withQuery("/verify-email", { token, returnTo: returnTo === "/" ? null : returnTo }),
  /** After signing up, where the account is only made once the link is opened. */
  signUpPostponed: () => withQuery("/verify-email", { postponed: true }),
  forgotPassword: (query?: { sent?: boolean }) => withQuery("/forgot-password", query),
  resetPassword: (token?: string) => withQuery("/reset-password", { token }),
  /** "It was not me", from a mail about a changed factor; without a token: the result. */
  endSessions: (token?: string) => withQuery("/end-sessions", { token }),
  /** The list of a query to subscribe to. */
  eventsFeed: (format: FeedFormat, query?: Query) => withQuery(`/events.${format}`, query),
  cityFeed: (slug: string, format: FeedFormat, query?: Query) => withQuery(`/cities/${slug}/events.${format}`, query),
  categoryFeed: (slug: string, format: FeedFormat, query?: Query) => withQuery(`/categories/${slug}/events.${format}`, query),
  collectionFeed: (id: string, format: FeedFormat, query?: Query) => withQuery(`/collections/${id}/events.${format}`, query),
  /** A user's private calendar feed; the token authorizes. */
  privateCalendar: (token: string) => `/calendar/${token}.ics`,
  /** My Calendar. */
  calendar: (query?: Query) => withQuery("/events", { view: "calendar", ...query }),
  embedBuilder: (query?: Query) => withQuery("/embed", query),
  embedEvents: (query?: Query) => withQuery("/embed/events", query),
  embedScript: () => "/embed.js",
  account: () => "/account",
  accountSecurity: (query?: Query) => withQuery("/account/security", query),
  accountData: () => "/account/data",
  /** Where an account that waits to be deleted lands after signing in. */
  keepAccount: (returnTo?: string) => withQuery("/account/keep", { returnTo: returnTo === "/" ? null : returnTo }),
  accountExport: () => "/account/export.json",
  accountPreferences: (query?: Query) => withQuery("/account/preferences", query),
  accountCalendar: () => "/account/calendar",
  onboarding: (step = 1) => `/onboarding/${step}`,
  /** An uploaded file. */
  media: (key: string) => `/media/${key}`,
  user: (id: string) => `/users/${id}`,
  myEvents: (query?: Query) => withQuery("/my-events", query),
  collections: () => "/collections",
  newCollection: () => "/collections/new",
  collection: (id: string, query?: Query) => withQuery(`/collections/${id}`, query),
  editCollection: (id: string, query?: Query) => withQuery(`/collections/${id}/edit`, query),
  /** The user's collections that contain the event. */
  eventCollections: (id: string) => `/events/${id}/collections`,
  /** The heart's form. A GET returns here after signing in. */
  eventFavourite: (id: string, query?: Query) => withQuery(`/events/${id}/favourite`, query),
  favourites: () => "/events?view=favourites",
  createEvent: () => "/events/create",
  /** Where a script asks how the form will look, and keeps drafts. */
  liveEventForm: (id: string | null) => withQuery("/events/create/live", { event: id }),
  importEvent: () => "/events/import",
  /** @param query `imported`: values that the import changed or dropped */
  editEvent: (id: string, query?: Query) => withQuery(`/events/${id}/edit`, query),
  deleteEvent: (id: string) => `/events/${id}/delete`,
  changePlan: (id: string, query?: Query) => withQuery(`/events/${id}/change`, query),
  reviewPlan: (id: string, query?: Query) => withQuery(`/events/${id}/change/review`, query),
  reportEvent: (id: string) => `/events/${id}/report`,
  notifications: (query?: Query) => withQuery("/notifications", query),
  /** The endpoint of the bell's script. */
  notificationsPanel: (query?: Query) => withQuery("/notifications/panel", query),
  serviceWorker: () => "/sw.js",
  /** The page that the service worker shows without a network. */
  offline: (locale?: Locale) => withQuery("/offline", { lang: locale }),
  /** Ends news by mail without signing in. */
  unsubscribe: (token?: string, query?: Query) => withQuery("/unsubscribe", { token, ...query }),
  /** The tracking picture of a mail whose reader allows it. */
  mailOpened: (mail: string, token: string) => withQuery("/mail/opened.gif", { mail, token }),
  /** A link in such a mail. @param to path of the product */
  mailClicked: (mail: string, to: string, token: string) => withQuery("/mail/link", { mail, to, token }),
  admin: () => "/admin",
  adminDashboard: () => "/admin/dashboard",
  /** Pages, events, cities and people that a word finds. */
  adminSearch: (query?: Query) => withQuery("/admin/search", query),
  /** Counts of work for the sidebar's badges; for scripts. */
  adminBadgeCounts: () => "/admin/badge-counts",
  adminEvents: (query?: Query) => withQuery("/admin/events", query),
  /** @param query `event`: the one that is open */
  adminPendingEvents: (query?: Query) => withQuery("/admin/pending-events", query),
  adminFlaggedEvents: (query?: Query) => withQuery("/admin/flagged-events", query),
  adminCities: (query?: Query) => withQuery("/admin/cities", query),
  adminNewCity: () => "/admin/cities/new",
  adminCity: (slug: string, query?: Query) => withQuery(`/admin/cities/${slug}`, query),
  /** `tab=history` for the runs that have ended. */
  adminIngestion: (query?: Query) => withQuery("/admin/ai-ingestion", query),
  adminNewIngestion: (query?: Query) => withQuery("/admin/ai-ingestion/new", query),
  /** The same wizard, where the menu of events has it. */
  adminBulkCreate: (query?: Query) => withQuery("/admin/events/bulk-create", query),
  /** Takes a POST with a wizard's id and streams the model's answer. */
  adminIngestionAnswer: () => "/admin/ai-ingestion/answer",
  adminIngestionRun: (id: string, query?: Query) => withQuery(`/admin/ai-ingestion/runs/${id}`, query),
  /** Run updates, polled by the page's script. */
  adminIngestionUpdates: (id: string, query?: Query) => withQuery(`/admin/ai-ingestion/runs/${id}/news`, query),
  /** The answer as it was pasted, as a file. */
  adminIngestionRunAnswer: (id: string) => `/admin/ai-ingestion/runs/${id}/answer`,
  adminIngestionLog: (id: string, format: "txt" | "csv", query?: Query) => withQuery(`/admin/ai-ingestion/runs/${id}/log.${format}`, query),
  adminCandidates: (query?: Query) => withQuery("/admin/ai-ingestion/candidates", query),
  adminCandidate: (id: string, query?: Query) => withQuery(`/admin/ai-ingestion/candidates/${id}`, query),
  adminUsers: (query?: Query) => withQuery("/admin/users", query),
  adminUser: (id: string, query?: Query) => withQuery(`/admin/users/${id}`, query),
  adminSettings: () => "/admin/settings",
  adminFeatureFlags: (query?: Query) => withQuery("/admin/feature-flags", query),
  adminPlatformSettings: (group?: string) => (group ? `/admin/platform-settings/${group}` : "/admin/platform-settings"),
  adminUxSettings: () => "/admin/ux-settings",
  adminAuditLog: (query?: Query) => withQuery("/admin/audit-log", query),
  adminClientReports: (query?: Query) => withQuery("/admin/audit-log/reports", query),
  adminAuditLogCsv: (query?: Query) => withQuery("/admin/audit-log.csv", query),
  /** @param query `rule`: the one that is open */
  adminNotificationRules: (query?: Query) => withQuery("/admin/notification-rules", query),
  /** @param query `template`: the one that is open, `tab` of its editor */
  adminEmailTemplates: (query?: Query) => withQuery("/admin/email-templates", query),
  /** A template as a document of its own, for the frame that shows it. */
  adminEmailPreview: (query?: Query) => withQuery("/admin/email-templates/preview", query),
  adminNotificationAnalytics: (query?: Query) => withQuery("/admin/notification-analytics", query),
  adminNotificationAnalyticsCsv: (query?: Query) => withQuery("/admin/notification-analytics.csv", query),
  adminOutbox: (query?: Query) => withQuery("/admin/outbox", query),
  /** Queue messages that were given up. */
  adminDeadLetters: (query?: Query) => withQuery("/admin/dead-letters", query),
  /** The sitemap; past 50,000 addresses an index of its parts, which count from 1. */
  sitemap: (part?: number) => withQuery("/sitemap.xml", { part }),
  webManifest: (locale: Locale) => `/manifest.webmanifest?lang=${locale}`,
  api: () => "/api/v1",
  /** Gives the browser's own calls an identity token for the session cookie (decisions.md §5). */
  sessionToken: () => "/api/v1/auth/session-token",
  apiDocs: () => "/api/v1/docs",
  openapi: () => "/api/v1/openapi.json",
  cover: (seed: string, color: string, { ratio, quiet, fine, finish }: CoverOptions = {}) =>
    withQuery(`/covers/${color.slice(1)}/${encodeURIComponent(seed)}.svg`, { ratio, quiet, fine, finish }),
  /** A city's picture, default 4:5; wide ones show more land at both sides. */
  cityCover: (slug: string, ratio?: number) => withQuery(`/covers/city/${slug}.svg`, { ratio }),
  cityRoom: (slug: string) => `/parties/city-room/${slug}`,
  /** The same page in the given language, as a link that search engines and people without scripts can follow. */
  inLanguage: (path: string, locale: Locale) => {
    const url = new URL(path, "http://path.invalid");
    url.searchParams.set("lang", locale);
    return url.pathname + url.search;
  },
};
