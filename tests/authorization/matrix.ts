/**
 * Callers. Deactivated accounts hold a session from before; unverified ones have not opened the
 * mailed link.
 */
export const CALLERS = [
  "none",
  "user",
  "unverified",
  "moderator",
  "admin",
  "owner",
  "deactivated",
] as const;
export type CallerKind = (typeof CALLERS)[number];

/**
 * Outcomes: `login`, `home` and `verify` are redirects there, the last one to the page that asks
 * for verification; `ok` is every answer that is not a refusal, such as a page, another redirect,
 * or 400 for an empty form.
 */
export type Outcome = "ok" | "login" | "home" | "verify" | "401" | "403" | "not-found";
export type Row = Readonly<Record<CallerKind, Outcome>>;

const row = (...outcomes: [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]): Row => {
  const [none, user, unverified, moderator, admin, owner, deactivated] = outcomes;
  return { none, user, unverified, moderator, admin, owner, deactivated };
};

// Rows of pages (product.md §2). For pages that do not exist yet, see `planned`.
//                         none     user     unverif. moderat. admin    owner    deactivated
const EVERYONE = /*   */ row("ok", "ok", "ok", "ok", "ok", "ok", "ok");
const SIGNED_IN = /*  */ row("login", "ok", "ok", "ok", "ok", "ok", "login");
const SIGNED_IN_IN_VAIN = row(
  "login",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "login",
);
/** Requires a verified address (decisions.md §5). */
const VERIFIED = /*   */ row("login", "ok", "verify", "ok", "ok", "ok", "login");
/** Asked for by a script of the page, which shows the refusal. */
const VERIFIED_SCRIPT = row("login", "ok", "403", "ok", "ok", "ok", "login");
/** Requires a verified address; no link is known. */
const VERIFIED_IN_VAIN = row(
  "login",
  "not-found",
  "403",
  "not-found",
  "not-found",
  "not-found",
  "login",
);
/** Of a verified account that hosts the event, which is none of these. */
const HOSTS = row("login", "not-found", "verify", "not-found", "not-found", "not-found", "login");
/** Opened by a secret, whoever is signed in. */
const WITHOUT_PIN = row("401", "401", "401", "401", "401", "401", "401");
/** No role has it. */
const NOBODYS = /*    */ row(
  "login",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "login",
);
/** Completes its purpose and redirects home. */
const THEN_HOME = /*  */ row("login", "home", "home", "home", "home", "home", "login");
/** Owned by the account with the role "user". */
const OWNERS = /*     */ row(
  "login",
  "ok",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "login",
);
const STAFF = /*      */ row("login", "home", "home", "ok", "ok", "ok", "login");
const STAFF_IN_VAIN = /**/ row(
  "login",
  "home",
  "home",
  "not-found",
  "not-found",
  "not-found",
  "login",
);
const ADMINS_IN_VAIN = /**/ row("login", "home", "home", "home", "not-found", "not-found", "login");
const ADMINS = /*     */ row("login", "home", "home", "home", "ok", "ok", "login");
const READ_BY_MODERATORS = row("login", "home", "home", "403", "ok", "ok", "login");
/** Not found for other accounts, except staff. */
const OF_CREATOR = /* */ row("login", "not-found", "not-found", "ok", "ok", "ok", "login");
const NOWHERE = /*    */ row(
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
);
/** Sign-in pages: signed-in users are redirected. */
const VISITORS = /*   */ row("ok", "home", "home", "home", "home", "home", "ok");
const TO_HOME = /*    */ row("home", "home", "home", "home", "home", "home", "home");
const TO_LOGIN = /*   */ row("login", "login", "login", "login", "login", "login", "login");

/** Rows that the page guard enforces even without a page. */
export const GUARDED: readonly Row[] = [SIGNED_IN, VERIFIED, STAFF, ADMINS];

export interface PageEntry {
  /** As in the route table; `/*` matches any rest. */
  path: string;
  GET?: Row;
  POST?: Row;
  /**
   * Not in the route table yet: allowed roles get "not found". The test fails once the page exists.
   */
  planned?: true;
}

/** Values of path parameters. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  eventId: "019b0000-0000-7000-a000-000000000001",
  /** Id of no event. */
  missingId: "019b0000-0000-7000-a000-00000000ffff",
  citySlug: "tehran",
  file: "guests.csv",
  token: "none",
  runId: "019b0000-0000-7000-a000-00000000eeee",
  candidateId: "019b0000-0000-7000-a000-00000000dddd",
  categorySlug: "concert",
  page: "terms",
  service: "google",
  /** Of no door. */
  doorKey: "d".repeat(43),
  ticket: "t".repeat(142),
  step: "1",
  webhookId: "019b0000-0000-7000-a000-00000000bbbb",
  /** The account with the role "user". */
  userId: "019b0000-0000-7000-b000-000000000001",
  collectionId: "019b0000-0000-7000-c000-000000000001",
  group: "moderation",
  /** Of no venue and no organizer. */
  hostSlug: "nobody",
  channelId: "019b0000-0000-7000-a000-00000000aaaa",
  hostId: "019b0000-0000-7000-a000-00000000cccc",
  sourceId: "019b0000-0000-7000-a000-00000000eeee",
  week: "1405-39",
};

/** All pages and form targets of the product. */
export const PAGES: readonly PageEntry[] = [
  // Public layout.
  { path: "/", GET: EVERYONE },
  { path: "/events", GET: EVERYONE },
  { path: "/events/:eventId", GET: EVERYONE },
  { path: "/events/:eventId/tickets", GET: EVERYONE },
  { path: "/events/:eventId/calendar/:service", GET: EVERYONE },
  { path: "/events/:eventId/ics", GET: EVERYONE },
  { path: "/events/:eventId/share", GET: EVERYONE, POST: EVERYONE },
  { path: "/cities", GET: EVERYONE },
  { path: "/cities/:citySlug", GET: EVERYONE },
  { path: "/venues/:citySlug/:hostSlug", GET: NOWHERE },
  { path: "/organizers/:hostSlug", GET: NOWHERE },
  { path: "/cities/:citySlug/week", GET: EVERYONE, POST: EVERYONE },
  // No picks of this week are published.
  { path: "/cities/:citySlug/week/:week", GET: NOWHERE, POST: EVERYONE },
  { path: "/discover", GET: EVERYONE },
  { path: "/my-city", GET: EVERYONE },
  { path: "/saved", GET: EVERYONE },
  { path: "/saved/ics", GET: EVERYONE },
  { path: "/categories", GET: EVERYONE },
  { path: "/categories/:categorySlug", GET: EVERYONE },
  { path: "/how-it-works", GET: EVERYONE },
  { path: "/help", GET: EVERYONE },
  { path: "/legal/:page", GET: EVERYONE },
  { path: "/feedback-demo", GET: EVERYONE, POST: EVERYONE },
  { path: "/changelog", GET: EVERYONE },
  { path: "/embed", GET: EVERYONE },
  { path: "/developers", GET: EVERYONE },
  { path: "/preferences", GET: TO_HOME, POST: TO_HOME },
  { path: "/users/:userId", GET: EVERYONE },
  { path: "/sitemap.xml", GET: EVERYONE },
  { path: "/robots.txt", GET: EVERYONE },
  { path: "/manifest.webmanifest", GET: EVERYONE },
  { path: "/*", GET: NOWHERE },

  // Sign-in and sign-out. An empty form has no valid password: this 401 comes from the form, not
  // from the guard.
  {
    path: "/login",
    GET: VISITORS,
    POST: row("401", "home", "home", "home", "home", "home", "401"),
  },
  {
    path: "/login/two-factor",
    GET: row("login", "home", "home", "home", "home", "home", "login"),
    POST: TO_LOGIN,
  },
  // Google is not configured in the tests, so the route does not exist.
  {
    path: "/login/google",
    GET: row("not-found", "home", "home", "home", "home", "home", "not-found"),
  },
  { path: "/login/google/callback", GET: NOWHERE },
  { path: "/signup", GET: VISITORS, POST: VISITORS },
  // Without a preceding Google sign-in there is nothing to continue.
  {
    path: "/signup/google",
    GET: row("login", "home", "home", "home", "home", "home", "login"),
    POST: TO_LOGIN,
  },
  // An empty form has no link token.
  { path: "/verify-email", GET: EVERYONE, POST: NOWHERE },
  // Without a signed token there is nothing to end.
  { path: "/unsubscribe", GET: EVERYONE, POST: EVERYONE },
  { path: "/weekly", GET: NOWHERE, POST: EVERYONE },
  // Without a valid link there is nothing to end.
  { path: "/end-sessions", GET: EVERYONE, POST: NOWHERE },
  // A challenge for the browser; it grants nothing by itself.
  { path: "/login/passkey-options", POST: EVERYONE },
  { path: "/forgot-password", GET: EVERYONE, POST: EVERYONE },
  { path: "/login/link", GET: VISITORS, POST: VISITORS },
  // No account of the matrix has requested its deletion.
  { path: "/account/keep", GET: THEN_HOME, POST: THEN_HOME },
  { path: "/reset-password", GET: EVERYONE, POST: NOWHERE },
  { path: "/logout", GET: TO_HOME, POST: TO_LOGIN },

  // Only in the local environment, which the tests use (tests/routes/kit.test.ts).
  { path: "/dev/kit", GET: EVERYONE },

  // User dashboard.
  { path: "/account", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/account/security", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/account/security/passkey-options", POST: VERIFIED_SCRIPT },
  { path: "/account/data", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/account/export.json", GET: SIGNED_IN },
  { path: "/account/preferences", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/account/webhooks", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/account/webhooks/:webhookId", GET: NOBODYS, POST: NOBODYS },
  { path: "/account/calendar", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/account/follows", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/account/pages", GET: SIGNED_IN },
  // No such host exists; an empty form is refused.
  { path: "/account/pages/:hostId", GET: SIGNED_IN_IN_VAIN, POST: SIGNED_IN },
  // A form without a topic follows nothing, and a GET leads back to the page of the button.
  { path: "/follow", GET: TO_HOME, POST: EVERYONE },
  { path: "/for-you", GET: TO_HOME, POST: SIGNED_IN },
  { path: "/onboarding/:step?", GET: SIGNED_IN, POST: THEN_HOME },
  { path: "/profile/*", GET: SIGNED_IN },
  { path: "/notifications", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/notifications/panel", GET: SIGNED_IN, POST: SIGNED_IN },
  // The buttons need a field, which an empty form lacks.
  { path: "/my-events", GET: SIGNED_IN, POST: SIGNED_IN },
  // Staff see guests after a reason; files and settings are the host's. An empty form is refused
  // before the lookup.
  { path: "/my-events/:eventId", GET: OF_CREATOR, POST: OF_CREATOR },
  { path: "/my-events/:eventId/files/:file", GET: NOBODYS },
  { path: "/my-events/:eventId/messages", GET: NOBODYS, POST: NOBODYS },
  // Owners say who helps; an invitation's link is known to its reader alone.
  { path: "/my-events/:eventId/people", GET: NOBODYS, POST: SIGNED_IN },
  { path: "/account/pages/:hostId/people", GET: NOBODYS, POST: SIGNED_IN },
  { path: "/invitations/:token", GET: SIGNED_IN, POST: VERIFIED_IN_VAIN },
  { path: "/my-events/:eventId/rsvp", GET: NOBODYS, POST: NOBODYS },
  // The event takes no registrations, and no guest has the link.
  { path: "/events/:eventId/rsvp", GET: NOWHERE, POST: NOWHERE },
  { path: "/events/:eventId/places.json", GET: EVERYONE },
  { path: "/rsvp/:token", GET: NOWHERE, POST: NOWHERE },
  { path: "/rsvp/:token/data.json", GET: NOWHERE },
  // No account of the matrix hosts the event: staff run no doors.
  { path: "/my-events/:eventId/door", GET: HOSTS, POST: HOSTS },
  // A door without a link and its PIN: no account opens it.
  { path: "/door/:doorKey", GET: NOWHERE, POST: EVERYONE },
  { path: "/door/:doorKey/list", GET: WITHOUT_PIN },
  { path: "/door/:doorKey/scans", POST: WITHOUT_PIN },
  { path: "/t/:ticket", GET: NOWHERE },
  { path: "/events/create", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/events/create/quick", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/events/import", GET: SIGNED_IN, POST: SIGNED_IN },
  { path: "/events/create/live", GET: SIGNED_IN, POST: SIGNED_IN },
  // No account of the matrix created the event: staff may edit and delete it, and all verified
  // users may report it.
  { path: "/events/:eventId/edit", GET: OF_CREATOR, POST: OF_CREATOR },
  // Of a submitted event it leads to the form.
  { path: "/events/:eventId/finish", GET: OF_CREATOR, POST: OF_CREATOR },
  { path: "/events/:eventId/delete", GET: OF_CREATOR, POST: OF_CREATOR },
  { path: "/events/:eventId/change", GET: OF_CREATOR, POST: OF_CREATOR },
  // Without a plan in its URL, the review redirects to the form.
  { path: "/events/:eventId/change/review", GET: OF_CREATOR, POST: OF_CREATOR },
  { path: "/events/:eventId/report", GET: VERIFIED, POST: VERIFIED },
  { path: "/collections", GET: SIGNED_IN },
  { path: "/collections/new", GET: SIGNED_IN, POST: SIGNED_IN },
  // Private to the account with the role "user": other users get "not found", visitors the login
  // page.
  { path: "/collections/:collectionId", GET: OWNERS, POST: OWNERS },
  { path: "/collections/:collectionId/edit", GET: OWNERS, POST: OWNERS },
  { path: "/events/:eventId/collections", GET: SIGNED_IN, POST: SIGNED_IN },
  // Guests save in a cookie; GET leads to the event.
  { path: "/events/:eventId/favourite", GET: EVERYONE, POST: EVERYONE },

  // Admin area.
  { path: "/admin", GET: STAFF },
  { path: "/admin/search", GET: STAFF },
  { path: "/admin/badge-counts", GET: STAFF },
  { path: "/admin/dashboard", GET: STAFF },
  { path: "/admin/events", GET: STAFF, POST: STAFF },
  { path: "/admin/deleted-events", GET: STAFF, POST: STAFF },
  { path: "/admin/inbox/watch", POST: STAFF },
  { path: "/admin/inbox", GET: STAFF, POST: STAFF },
  { path: "/admin/inbox/decisions", GET: STAFF, POST: STAFF },
  { path: "/admin/inbox/group", GET: ADMINS_IN_VAIN, POST: ADMINS_IN_VAIN },
  { path: "/admin/pending-events", GET: STAFF, POST: STAFF },
  { path: "/admin/flagged-events", GET: STAFF, POST: STAFF },
  { path: "/admin/cities", GET: STAFF },
  { path: "/admin/cities/new", GET: STAFF, POST: STAFF },
  { path: "/admin/cities/:citySlug", GET: STAFF, POST: STAFF },
  { path: "/admin/venues", GET: STAFF },
  { path: "/admin/venues/:hostId", GET: STAFF_IN_VAIN, POST: STAFF },
  { path: "/admin/claims", GET: STAFF, POST: STAFF },
  { path: "/admin/sources", GET: ADMINS },
  { path: "/admin/sources/new", GET: ADMINS, POST: ADMINS },
  { path: "/admin/sources/:sourceId", GET: ADMINS_IN_VAIN, POST: ADMINS },
  { path: "/admin/channels", GET: ADMINS, POST: ADMINS },
  { path: "/admin/channels/:channelId", GET: ADMINS_IN_VAIN, POST: ADMINS },
  { path: "/admin/weeks", GET: STAFF },
  { path: "/admin/weeks/:citySlug/:week", GET: STAFF, POST: STAFF },
  { path: "/admin/notification-rules", GET: STAFF, POST: STAFF },
  { path: "/admin/email-templates", GET: STAFF, POST: STAFF },
  { path: "/admin/email-templates/preview", GET: STAFF, POST: STAFF },
  { path: "/admin/notification-analytics", GET: STAFF, POST: STAFF },
  { path: "/admin/notification-analytics.csv", GET: STAFF },
  { path: "/admin/settings", GET: STAFF },
  // Moderators may read but not write.
  { path: "/admin/feature-flags", GET: STAFF, POST: READ_BY_MODERATORS },
  { path: "/admin/ux-settings", GET: STAFF, POST: READ_BY_MODERATORS },
  { path: "/admin/audit-log", GET: STAFF, POST: STAFF },
  { path: "/admin/audit-log/reports", GET: STAFF },
  { path: "/admin/audit-log.csv", GET: STAFF },
  { path: "/admin/dead-letters", GET: ADMINS, POST: ADMINS },
  { path: "/admin/operations", GET: ADMINS },
  { path: "/admin/events/bulk-create", GET: ADMINS, POST: ADMINS },
  { path: "/admin/ai-ingestion", GET: ADMINS, POST: ADMINS },
  { path: "/admin/ai-ingestion/new", GET: ADMINS, POST: ADMINS },
  { path: "/admin/ai-ingestion/candidates", GET: ADMINS, POST: ADMINS },
  // No such run or candidate exists, and the tests configure no model.
  {
    path: "/admin/ai-ingestion/candidates/:candidateId",
    GET: ADMINS_IN_VAIN,
    POST: ADMINS,
  },
  { path: "/admin/ai-ingestion/runs/:runId", GET: ADMINS_IN_VAIN, POST: ADMINS },
  { path: "/admin/ai-ingestion/runs/:runId/news", GET: ADMINS_IN_VAIN },
  { path: "/admin/ai-ingestion/runs/:runId/answer", GET: ADMINS_IN_VAIN },
  { path: "/admin/ai-ingestion/runs/:runId/log.txt", GET: ADMINS_IN_VAIN },
  { path: "/admin/ai-ingestion/runs/:runId/log.csv", GET: ADMINS_IN_VAIN },
  { path: "/admin/ai-ingestion/answer", POST: ADMINS_IN_VAIN },
  { path: "/admin/platform-settings", GET: ADMINS },
  { path: "/admin/platform-settings/:group", GET: ADMINS, POST: ADMINS },
  { path: "/admin/users", GET: ADMINS, POST: ADMINS },
  { path: "/admin/users/:userId", GET: ADMINS, POST: ADMINS },
  { path: "/admin/outbox", GET: ADMINS, POST: ADMINS },
];

// Rows of the API (decisions.md §12): every endpoint refuses an invalid token.
//                         none     user     unverif. moderat. admin    owner    deactivated
const ANYBODY = /*    */ row("ok", "ok", "ok", "ok", "ok", "ok", "401");
const ANYBODY_IN_VAIN = row(
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "401",
);
const BEARERS = /*    */ row("401", "ok", "ok", "ok", "ok", "ok", "401");
/** A private collection of the account with the role "user": others get "not found". */
const OWN_BEARERS = /**/ row(
  "not-found",
  "ok",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "401",
);
const OWN_BEARERS_ONLY = row(
  "401",
  "ok",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "401",
);
const STAFF_BEARERS = row("401", "403", "403", "ok", "ok", "ok", "401");
const ADMIN_BEARERS = row("401", "403", "403", "403", "ok", "ok", "401");
const ADMIN_BEARERS_IN_VAIN = row("401", "403", "403", "403", "not-found", "not-found", "401");
/** Allowed, but the subject does not exist. */
const BEARERS_IN_VAIN = row(
  "401",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "not-found",
  "401",
);
const VERIFIED_BEARERS = row("401", "ok", "403", "ok", "ok", "ok", "401");
const VERIFIED_BEARERS_IN_VAIN = row(
  "401",
  "not-found",
  "403",
  "not-found",
  "not-found",
  "not-found",
  "401",
);
const STAFF_BEARERS_IN_VAIN = row(
  "401",
  "403",
  "403",
  "not-found",
  "not-found",
  "not-found",
  "401",
);

export interface EndpointEntry {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path pattern of the router. */
  path: string;
  /** Requested instead of `path`, if it needs values. */
  as?: string;
  row: Row;
  /** Credential; the access token by default. */
  by?: "cookie";
  /** Not in openapi.json: for people, or for machines that know the URL. */
  isUndescribed?: true;
}

/** All endpoints of the Worker that are not pages. */
export const ENDPOINTS: readonly EndpointEntry[] = [
  { method: "GET", path: "/api/v1/events", row: ANYBODY },
  {
    method: "GET",
    path: "/api/v1/events/:id",
    as: `/api/v1/events/${PARAMETERS.eventId}`,
    row: ANYBODY,
  },
  {
    method: "GET",
    path: "/api/v1/events/:id/ics",
    as: `/api/v1/events/${PARAMETERS.eventId}/ics`,
    row: ANYBODY,
  },
  { method: "POST", path: "/api/v1/events", row: BEARERS },
  { method: "POST", path: "/api/v1/drafts/read", row: BEARERS },
  { method: "GET", path: "/api/v1/events/user/drafts", row: BEARERS },
  {
    method: "PUT",
    path: "/api/v1/events/:id",
    as: `/api/v1/events/${PARAMETERS.missingId}`,
    row: BEARERS,
  },
  {
    method: "DELETE",
    path: "/api/v1/events/:id",
    as: `/api/v1/events/${PARAMETERS.missingId}`,
    row: BEARERS_IN_VAIN,
  },
  ...["submit", "withdraw", "lifecycle", "flags"].map((action) => ({
    method: "POST" as const,
    path: `/api/v1/events/:id/${action}`,
    as: `/api/v1/events/${PARAMETERS.missingId}/${action}`,
    // An empty body is refused before the lookup.
    row: {
      ...(action === "lifecycle" || action === "flags" ? BEARERS : BEARERS_IN_VAIN),
      ...((action === "submit" || action === "flags") && { unverified: "403" as const }),
    },
  })),
  // An empty body is refused before the lookup.
  ...["translations", "translations/confirm", "hand-over"].map((action) => ({
    method: "POST" as const,
    path: `/api/v1/events/:id/${action}`,
    as: `/api/v1/events/${PARAMETERS.missingId}/${action}`,
    row: { ...BEARERS, ...(action === "hand-over" && { unverified: "403" as const }) },
  })),
  {
    method: "DELETE",
    path: "/api/v1/events/:id/hand-over",
    as: `/api/v1/events/${PARAMETERS.missingId}/hand-over`,
    row: BEARERS_IN_VAIN,
  },
  {
    method: "DELETE",
    path: "/api/v1/events/:id/lifecycle",
    as: `/api/v1/events/${PARAMETERS.missingId}/lifecycle`,
    row: BEARERS_IN_VAIN,
  },
  {
    method: "POST",
    path: "/api/v1/events/admin/:id/approve",
    as: `/api/v1/events/admin/${PARAMETERS.missingId}/approve`,
    row: STAFF_BEARERS_IN_VAIN,
  },
  {
    method: "POST",
    path: "/api/v1/events/admin/:id/reject",
    as: `/api/v1/events/admin/${PARAMETERS.missingId}/reject`,
    row: STAFF_BEARERS,
  },
  {
    method: "PUT",
    path: "/api/v1/events/:id/favourite",
    as: `/api/v1/events/${PARAMETERS.eventId}/favourite`,
    row: BEARERS,
  },
  {
    method: "DELETE",
    path: "/api/v1/events/:id/favourite",
    as: `/api/v1/events/${PARAMETERS.eventId}/favourite`,
    row: BEARERS,
  },
  {
    method: "GET",
    path: "/api/v1/events/:id/occurrences",
    as: `/api/v1/events/${PARAMETERS.eventId}/occurrences`,
    row: ANYBODY,
  },
  ...(["PUT", "DELETE"] as const).map((method) => ({
    method,
    path: "/api/v1/events/:id/occurrences/:at/favourite",
    as: `/api/v1/events/${PARAMETERS.eventId}/occurrences/none/favourite`,
    row: method === "PUT" ? BEARERS_IN_VAIN : BEARERS,
  })),
  { method: "GET", path: "/api/v1", row: ANYBODY },
  // None of the matrix's tokens is a key.
  { method: "GET", path: "/api/v1/me/key", row: BEARERS_IN_VAIN },
  {
    method: "PATCH",
    path: "/api/v1/events/:id",
    as: `/api/v1/events/${PARAMETERS.missingId}`,
    row: BEARERS_IN_VAIN,
  },
  {
    method: "PATCH",
    path: "/api/v1/collections/:id",
    as: `/api/v1/collections/${PARAMETERS.collectionId}`,
    row: BEARERS,
  },
  { method: "GET", path: "/api/v1/collections", row: BEARERS },
  { method: "POST", path: "/api/v1/collections", row: BEARERS },
  {
    method: "GET",
    path: "/api/v1/collections/:id",
    as: `/api/v1/collections/${PARAMETERS.collectionId}`,
    row: OWN_BEARERS,
  },
  {
    method: "PUT",
    path: "/api/v1/collections/:id",
    as: `/api/v1/collections/${PARAMETERS.collectionId}`,
    row: BEARERS,
  },
  {
    method: "DELETE",
    path: "/api/v1/collections/:id",
    as: "/api/v1/collections/none",
    row: BEARERS_IN_VAIN,
  },
  {
    method: "PUT",
    path: "/api/v1/collections/:id/events",
    as: `/api/v1/collections/${PARAMETERS.collectionId}/events`,
    row: BEARERS,
  },
  {
    method: "POST",
    path: "/api/v1/collections/:id/events/:eventId",
    as: `/api/v1/collections/${PARAMETERS.collectionId}/events/${PARAMETERS.eventId}`,
    row: OWN_BEARERS_ONLY,
  },
  {
    method: "DELETE",
    path: "/api/v1/collections/:id/events/:eventId",
    as: `/api/v1/collections/${PARAMETERS.collectionId}/events/${PARAMETERS.eventId}`,
    row: OWN_BEARERS_ONLY,
  },
  { method: "GET", path: "/api/v1/venues", row: ANYBODY },
  {
    method: "GET",
    path: "/api/v1/venues/:id",
    as: `/api/v1/venues/${PARAMETERS.missingId}`,
    row: ANYBODY_IN_VAIN,
  },
  {
    method: "PATCH",
    path: "/api/v1/venues/:id",
    as: `/api/v1/venues/${PARAMETERS.missingId}`,
    row: STAFF_BEARERS_IN_VAIN,
  },
  { method: "GET", path: "/api/v1/cities", row: ANYBODY },
  { method: "GET", path: "/api/v1/cities/search", as: "/api/v1/cities/search?q=teh", row: ANYBODY },
  { method: "GET", path: "/api/v1/cities/:id", as: "/api/v1/cities/tehran", row: ANYBODY },
  // No picks of Tehran are published.
  {
    method: "GET",
    path: "/api/v1/cities/:id/week",
    as: "/api/v1/cities/tehran/week",
    row: ANYBODY_IN_VAIN,
  },
  {
    method: "GET",
    path: "/api/v1/cities/:id/week/:key",
    as: `/api/v1/cities/tehran/week/${PARAMETERS.week}`,
    row: ANYBODY_IN_VAIN,
  },
  { method: "POST", path: "/api/v1/cities", row: STAFF_BEARERS },
  { method: "PUT", path: "/api/v1/cities/:id", as: "/api/v1/cities/atlantis", row: STAFF_BEARERS },
  {
    method: "DELETE",
    path: "/api/v1/cities/:id",
    as: "/api/v1/cities/atlantis",
    row: STAFF_BEARERS_IN_VAIN,
  },
  { method: "GET", path: "/api/v1/categories", row: ANYBODY },
  { method: "GET", path: "/api/v1/suggestions", as: "/api/v1/suggestions?q=teh", row: ANYBODY },
  { method: "POST", path: "/api/v1/identity/sign-up", row: ANYBODY },
  { method: "POST", path: "/api/v1/identity/sign-in", row: ANYBODY },
  { method: "POST", path: "/api/v1/auth/login", row: ANYBODY },
  { method: "POST", path: "/api/v1/auth/session-token", row: BEARERS, by: "cookie" },
  { method: "POST", path: "/api/v1/auth/logout", row: BEARERS },
  { method: "GET", path: "/api/v1/users/me", row: BEARERS },
  { method: "GET", path: "/api/v1/users/me/push-subscriptions", row: BEARERS },
  { method: "POST", path: "/api/v1/users/me/push-subscriptions", row: VERIFIED_BEARERS },
  {
    method: "DELETE",
    path: "/api/v1/users/me/push-subscriptions/:id",
    as: `/api/v1/users/me/push-subscriptions/${PARAMETERS.missingId}`,
    row: BEARERS_IN_VAIN,
  },
  { method: "GET", path: "/api/v1/users/me/follows", row: BEARERS },
  { method: "POST", path: "/api/v1/users/me/follows", row: BEARERS },
  {
    method: "PATCH",
    path: "/api/v1/users/me/follows/:id",
    as: `/api/v1/users/me/follows/${PARAMETERS.missingId}`,
    // An empty body is refused before the lookup.
    row: BEARERS,
  },
  {
    method: "DELETE",
    path: "/api/v1/users/me/follows/:id",
    as: `/api/v1/users/me/follows/${PARAMETERS.missingId}`,
    row: BEARERS_IN_VAIN,
  },
  { method: "GET", path: "/api/v1/me/events", row: BEARERS },
  {
    method: "GET",
    path: "/api/v1/me/events/:id/guests",
    as: `/api/v1/me/events/${PARAMETERS.missingId}/guests`,
    row: VERIFIED_BEARERS_IN_VAIN,
  },
  { method: "GET", path: "/api/v1/me/webhooks", row: VERIFIED_BEARERS },
  { method: "POST", path: "/api/v1/me/webhooks", row: VERIFIED_BEARERS },
  ...(
    [
      ["PATCH", "", VERIFIED_BEARERS],
      ["DELETE", "", VERIFIED_BEARERS_IN_VAIN],
      ["POST", "/secret", VERIFIED_BEARERS_IN_VAIN],
      ["POST", "/test", VERIFIED_BEARERS_IN_VAIN],
      ["GET", "/deliveries", VERIFIED_BEARERS_IN_VAIN],
    ] as const
  ).map(([method, end, row]) => ({
    method,
    path: `/api/v1/me/webhooks/:id${end}`,
    as: `/api/v1/me/webhooks/${PARAMETERS.missingId}${end}`,
    row,
  })),
  {
    method: "POST",
    path: "/api/v1/me/webhooks/:id/deliveries/:delivery/resend",
    as: `/api/v1/me/webhooks/${PARAMETERS.missingId}/deliveries/${PARAMETERS.missingId}/resend`,
    row: VERIFIED_BEARERS_IN_VAIN,
  },
  { method: "GET", path: "/api/v1/notifications", row: BEARERS },
  { method: "DELETE", path: "/api/v1/notifications", row: BEARERS },
  { method: "GET", path: "/api/v1/notifications/unread", row: BEARERS },
  { method: "PATCH", path: "/api/v1/notifications/read-all", row: BEARERS },
  {
    method: "PATCH",
    path: "/api/v1/notifications/:id/read",
    as: `/api/v1/notifications/${PARAMETERS.missingId}/read`,
    row: BEARERS_IN_VAIN,
  },
  {
    method: "DELETE",
    path: "/api/v1/notifications/:id",
    as: `/api/v1/notifications/${PARAMETERS.missingId}`,
    row: BEARERS_IN_VAIN,
  },
  { method: "GET", path: "/api/v1/users/profile", row: BEARERS },
  { method: "PUT", path: "/api/v1/users/profile", row: BEARERS },
  { method: "GET", path: "/api/v1/users", row: ADMIN_BEARERS },
  {
    method: "PUT",
    path: "/api/v1/users/:id",
    as: `/api/v1/users/${PARAMETERS.missingId}`,
    row: ADMIN_BEARERS,
  },
  {
    method: "DELETE",
    path: "/api/v1/users/:id",
    as: `/api/v1/users/${PARAMETERS.missingId}`,
    row: ADMIN_BEARERS_IN_VAIN,
  },
  {
    method: "PATCH",
    path: "/api/v1/users/:id/role",
    as: `/api/v1/users/${PARAMETERS.missingId}/role`,
    row: ADMIN_BEARERS,
  },
  ...["deactivate", "reactivate"].map((action) => ({
    method: "POST" as const,
    path: `/api/v1/users/:id/${action}`,
    as: `/api/v1/users/${PARAMETERS.missingId}/${action}`,
    row: ADMIN_BEARERS_IN_VAIN,
  })),
  {
    method: "GET",
    path: "/api/v1/users/search/query",
    as: "/api/v1/users/search/query?q=person",
    row: STAFF_BEARERS,
  },
  // The caller's own, and for actors who manage users; not found for others.
  {
    method: "GET",
    path: "/api/v1/users/:id/storage-quota",
    as: `/api/v1/users/${PARAMETERS.userId}/storage-quota`,
    row: row("401", "ok", "not-found", "not-found", "ok", "ok", "401"),
  },
  { method: "POST", path: "/api/v1/media", row: BEARERS },
  { method: "GET", path: "/api/v1/audit/logs", row: STAFF_BEARERS },
  { method: "POST", path: "/api/v1/audit/logs", row: BEARERS },
  { method: "GET", path: "/api/v1/audit/reports", row: STAFF_BEARERS },
  { method: "GET", path: "/api/v1/admin/badge-counts", row: STAFF_BEARERS },
  { method: "GET", path: "/api/v1/admin/operations", row: ADMIN_BEARERS },
  { method: "GET", path: "/api/v1/admin/reports", row: STAFF_BEARERS },
  { method: "POST", path: "/api/v1/admin/reports/withdraw", row: STAFF_BEARERS },
  { method: "POST", path: "/api/v1/admin/ingestion/parse", row: ADMIN_BEARERS },
  ...["stats", "runs", "candidates", "candidate-counts", "list-pending-candidates"].map((list) => ({
    method: "GET" as const,
    path: `/api/v1/admin/ingestion/${list}`,
    row: ADMIN_BEARERS,
  })),
  ...["runs", "candidates/bulk-approve", "candidates/bulk-reject"].map((target) => ({
    method: "POST" as const,
    path: `/api/v1/admin/ingestion/${target}`,
    row: ADMIN_BEARERS,
  })),
  ...(
    [
      ["GET", "runs/:id"],
      ["DELETE", "runs/:id"],
      ["POST", "runs/:id/retry"],
      ["POST", "runs/:id/cancel"],
      ["GET", "runs/:id/logs"],
      ["GET", "runs/:id/candidates"],
      ["GET", "candidates/:id"],
      ["POST", "candidates/:id/approve"],
    ] as const
  ).map(([method, path]) => ({
    method,
    path: `/api/v1/admin/ingestion/${path}`,
    as: `/api/v1/admin/ingestion/${path.replace(":id", PARAMETERS.missingId ?? "")}`,
    row: ADMIN_BEARERS_IN_VAIN,
  })),
  // An empty body is refused before the lookup.
  {
    method: "PUT",
    path: "/api/v1/admin/ingestion/candidates/:id",
    as: `/api/v1/admin/ingestion/candidates/${PARAMETERS.missingId}`,
    row: ADMIN_BEARERS,
  },
  {
    method: "POST",
    path: "/api/v1/admin/ingestion/candidates/:id/reject",
    as: `/api/v1/admin/ingestion/candidates/${PARAMETERS.missingId}/reject`,
    row: ADMIN_BEARERS,
  },
  ...(["GET", "PUT"] as const).map((method) => ({
    method,
    path: "/api/v1/admin/platform-settings/:group",
    as: "/api/v1/admin/platform-settings/moderation",
    row: ADMIN_BEARERS,
  })),
  { method: "GET", path: "/api/v1/admin/ux-settings", row: STAFF_BEARERS },
  { method: "PUT", path: "/api/v1/admin/ux-settings", row: ADMIN_BEARERS },
  { method: "GET", path: "/api/v1/admin/sources", row: ADMIN_BEARERS },
  { method: "POST", path: "/api/v1/admin/sources", row: ADMIN_BEARERS },
  { method: "POST", path: "/api/v1/admin/sources/dry-run", row: ADMIN_BEARERS },
  { method: "GET", path: "/api/v1/admin/sources/:id", row: ADMIN_BEARERS_IN_VAIN },
  { method: "PUT", path: "/api/v1/admin/sources/:id", row: ADMIN_BEARERS },
  { method: "DELETE", path: "/api/v1/admin/sources/:id", row: ADMIN_BEARERS_IN_VAIN },
  { method: "POST", path: "/api/v1/admin/sources/:id/check", row: ADMIN_BEARERS_IN_VAIN },
  { method: "GET", path: "/api/v1/admin/channels", row: ADMIN_BEARERS },
  { method: "POST", path: "/api/v1/admin/channels", row: ADMIN_BEARERS },
  { method: "PATCH", path: "/api/v1/admin/channels/:id", row: ADMIN_BEARERS },
  { method: "DELETE", path: "/api/v1/admin/channels/:id", row: ADMIN_BEARERS_IN_VAIN },
  { method: "POST", path: "/api/v1/admin/channels/:id/test", row: ADMIN_BEARERS_IN_VAIN },
  { method: "GET", path: "/api/v1/admin/channels/:id/posts", row: ADMIN_BEARERS_IN_VAIN },
  { method: "GET", path: "/api/v1/admin/channels/bots", row: ADMIN_BEARERS },
  {
    method: "PUT",
    path: "/api/v1/admin/channels/bots/:service",
    as: "/api/v1/admin/channels/bots/bale",
    row: ADMIN_BEARERS,
  },
  {
    method: "DELETE",
    path: "/api/v1/admin/channels/bots/:service",
    as: "/api/v1/admin/channels/bots/bale",
    row: ADMIN_BEARERS,
  },
  // No token is set.
  {
    method: "POST",
    path: "/api/v1/admin/channels/bots/:service/hook",
    as: "/api/v1/admin/channels/bots/bale/hook",
    row: ADMIN_BEARERS_IN_VAIN,
  },
  // Addresses of bots are secret.
  {
    method: "POST",
    path: "/api/v1/bots/:service/:key",
    as: "/api/v1/bots/telegram/guessed",
    row: NOWHERE,
    isUndescribed: true,
  },
  { method: "GET", path: "/api/v1/admin/feature-flags", row: STAFF_BEARERS },
  { method: "POST", path: "/api/v1/admin/feature-flags", row: ADMIN_BEARERS },
  {
    method: "GET",
    path: "/api/v1/admin/feature-flags/:key",
    as: "/api/v1/admin/feature-flags/discover.moods",
    row: STAFF_BEARERS,
  },
  {
    method: "PUT",
    path: "/api/v1/admin/feature-flags/:key",
    as: "/api/v1/admin/feature-flags/none",
    row: ADMIN_BEARERS,
  },
  {
    method: "DELETE",
    path: "/api/v1/admin/feature-flags/:key",
    as: "/api/v1/admin/feature-flags/none",
    row: ADMIN_BEARERS_IN_VAIN,
  },
  ...(["notification-rules", "email-templates"] as const).flatMap((name): EndpointEntry[] => {
    const path = `/api/v1/admin/${name}`;
    const shipped = `${path}/${name === "email-templates" ? "digest-daily" : "digest.daily"}`;
    return [
      { method: "GET", path, row: STAFF_BEARERS },
      { method: "POST", path, row: STAFF_BEARERS },
      { method: "GET", path: `${path}/:key`, as: shipped, row: STAFF_BEARERS },
      { method: "PUT", path: `${path}/:key`, as: `${path}/none`, row: STAFF_BEARERS },
      // An unchanged shipped rule or template cannot be deleted.
      { method: "DELETE", path: `${path}/:key`, as: shipped, row: STAFF_BEARERS_IN_VAIN },
    ];
  }),
  {
    method: "POST",
    path: "/api/v1/admin/email-templates/:key/preview",
    as: "/api/v1/admin/email-templates/mention/preview",
    row: STAFF_BEARERS,
  },
  {
    method: "POST",
    path: "/api/v1/admin/email-templates/:key/test",
    as: "/api/v1/admin/email-templates/mention/test",
    row: STAFF_BEARERS,
  },
  { method: "GET", path: "/api/v1/admin/notifications/analytics", row: STAFF_BEARERS },
  { method: "GET", path: "/api/v1/admin/notifications/analytics.csv", row: STAFF_BEARERS },
  {
    method: "POST",
    path: "/api/v1/admin/notifications/digests/:frequency/trigger",
    as: "/api/v1/admin/notifications/digests/daily/trigger",
    row: STAFF_BEARERS,
  },
  { method: "GET", path: "/api/v1/openapi.json", row: ANYBODY },
  { method: "GET", path: "/api/v1/docs", row: ANYBODY, isUndescribed: true },
  {
    method: "GET",
    path: "/api/v1/docs/:name",
    as: "/api/v1/docs/listEvents",
    row: ANYBODY,
    isUndescribed: true,
  },
  { method: "GET", path: "/healthz", row: EVERYONE, isUndescribed: true },
  { method: "GET", path: "/offline", row: EVERYONE, isUndescribed: true },
  { method: "GET", path: "/mail/opened.gif", row: EVERYONE, isUndescribed: true },
  // Without a valid signature it redirects home only.
  {
    method: "GET",
    path: "/mail/link",
    row: row("home", "home", "home", "home", "home", "home", "home"),
    isUndescribed: true,
  },
  { method: "GET", path: "/.well-known/jwks.json", row: EVERYONE, isUndescribed: true },
  { method: "GET", path: "/.well-known/security.txt", row: EVERYONE, isUndescribed: true },
  { method: "GET", path: "/.well-known/change-password", row: EVERYONE, isUndescribed: true },
  { method: "GET", path: "/mcp/server.json", row: EVERYONE, isUndescribed: true },
  { method: "GET", path: "/llms.txt", row: EVERYONE, isUndescribed: true },
  { method: "GET", path: "/opensearch.xml", row: EVERYONE, isUndescribed: true },
  {
    method: "GET",
    path: "/cards/*",
    as: "/cards/cities/tehran/0-en.png",
    row: EVERYONE,
    isUndescribed: true,
  },
  { method: "GET", path: "/maps/points.json", row: EVERYONE, isUndescribed: true },
  {
    method: "GET",
    path: "/maps/names/:file{(en|fa)\\.json}",
    as: "/maps/names/fa.json",
    row: EVERYONE,
    isUndescribed: true,
  },
  {
    method: "GET",
    path: "/maps/streets/:file{[a-z0-9-]+\\.pmtiles}",
    as: "/maps/streets/none.pmtiles",
    row: NOWHERE,
    isUndescribed: true,
  },
  {
    method: "GET",
    path: "/maps/ground/*",
    as: "/maps/ground/8/164/100.svg",
    row: EVERYONE,
    isUndescribed: true,
  },
  {
    method: "GET",
    path: "/covers/*",
    as: "/covers/any/7.svg",
    row: EVERYONE,
    isUndescribed: true,
  },
  { method: "GET", path: "/embed/events", row: EVERYONE, isUndescribed: true },
  // Without an address there is nothing to embed.
  { method: "GET", path: "/oembed", row: NOWHERE, isUndescribed: true },
  { method: "POST", path: "/mcp", row: ANYBODY, isUndescribed: true },
  // Feeds are the same for all callers: a session makes no difference.
  ...(["ics", "atom", "rss", "json"] as const).flatMap((format): EndpointEntry[] => [
    { method: "GET", path: `/events.${format}`, row: EVERYONE, isUndescribed: true },
    {
      method: "GET",
      path: `/cities/:slug/week.${format}`,
      as: `/cities/tehran/week.${format}`,
      row: EVERYONE,
      isUndescribed: true,
    },
    {
      method: "GET",
      path: `/cities/:slug/events.${format}`,
      as: `/cities/tehran/events.${format}`,
      row: EVERYONE,
      isUndescribed: true,
    },
    // None of that name.
    {
      method: "GET",
      path: `/venues/:city/:slug/events.${format}`,
      as: `/venues/tehran/nobody/events.${format}`,
      row: NOWHERE,
      isUndescribed: true,
    },
    {
      method: "GET",
      path: `/organizers/:slug/events.${format}`,
      as: `/organizers/nobody/events.${format}`,
      row: NOWHERE,
      isUndescribed: true,
    },
    {
      method: "GET",
      path: `/categories/:slug/events.${format}`,
      as: `/categories/concert/events.${format}`,
      row: EVERYONE,
      isUndescribed: true,
    },
    // A private collection, or none.
    {
      method: "GET",
      path: `/collections/:id/events.${format}`,
      as: `/collections/${PARAMETERS.collectionId}/events.${format}`,
      row: NOWHERE,
      isUndescribed: true,
    },
  ]),
  // The token alone grants access; this one belongs to no account.
  {
    method: "GET",
    path: "/calendar/:file{.+\\.ics}",
    as: `/calendar/${"A".repeat(43)}.ics`,
    row: NOWHERE,
    isUndescribed: true,
  },
  // Files are public by an unguessable name; the tests have none.
  {
    method: "GET",
    path: "/media/*",
    as: "/media/users/none/none.png",
    row: NOWHERE,
    isUndescribed: true,
  },
];

export interface RoomEntry {
  room: string;
  row: Row;
  by: "cookie" | "token";
}

/**
 * All rooms, with the outcomes of opening a socket (decisions.md §10). `{self}` is the caller's own
 * id.
 */
export const ROOMS: readonly RoomEntry[] = [
  { room: "city-room/tehran", by: "cookie", row: EVERYONE },
  { room: "city-room/atlantis", by: "cookie", row: NOWHERE },
  { room: "user-room/{self}", by: "cookie", row: BEARERS },
  { room: "user-room/{self}", by: "token", row: BEARERS },
  {
    room: "user-room/somebody-else",
    by: "cookie",
    row: row("401", "403", "403", "403", "403", "403", "401"),
  },
  {
    room: "user-room/somebody-else",
    by: "token",
    row: row("401", "403", "403", "403", "403", "403", "401"),
  },
  // The run does not exist; only actors who manage ingestion learn that.
  { room: `run-room/${PARAMETERS.missingId}`, by: "cookie", row: ADMIN_BEARERS_IN_VAIN },
  { room: `run-room/${PARAMETERS.missingId}`, by: "token", row: ADMIN_BEARERS_IN_VAIN },
  { room: "admin-room/all", by: "cookie", row: NOWHERE },
];
