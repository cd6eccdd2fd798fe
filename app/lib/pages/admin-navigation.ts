import type { TextKey } from "../../i18n/translate";
import type { IconName } from "../icon-names";
import { paths } from "../paths";
import type { Permission } from "../permissions";

/** Counts of work for staff, for the sidebar's badges. Counting stops at 100. */
export interface BadgeCounts {
  pendingEvents: number;
  flaggedEvents: number;
  /** Candidates of ingestion that wait for a decision. */
  pendingCandidates: number;
  /** Claims of pages, and announcements to their followers, that wait for a decision. */
  pendingClaims: number;
  /** Mails that were given up. */
  deadMails: number;
}

export interface AdminPage {
  text: TextKey<"admin">;
  icon: IconName;
  path: string;
  /** Without it the page is not in the menu. */
  permission: Permission;
  badge?: keyof BadgeCounts;
}

export interface AdminSection {
  text: TextKey<"admin">;
  pages: readonly AdminPage[];
}

/** The sections of the administration and their pages (product.md §2). */
export const ADMIN_SECTIONS: readonly AdminSection[] = [
  {
    text: "admin:nav.overview",
    pages: [
      {
        text: "admin:nav.dashboard",
        icon: "layout-dashboard",
        path: paths.adminDashboard(),
        permission: "admin:enter",
      },
    ],
  },
  {
    text: "admin:nav.content",
    pages: [
      {
        text: "admin:nav.inbox",
        icon: "inbox",
        path: paths.adminInbox(),
        permission: "event:moderate",
      },
      {
        text: "admin:nav.events",
        icon: "calendar-event",
        path: paths.adminEvents(),
        permission: "event:manage-all",
      },
      {
        text: "admin:nav.pendingEvents",
        icon: "hourglass",
        path: paths.adminPendingEvents(),
        permission: "event:moderate",
        badge: "pendingEvents",
      },
      {
        text: "admin:nav.flaggedEvents",
        icon: "flag",
        path: paths.adminFlaggedEvents(),
        permission: "event:moderate",
        badge: "flaggedEvents",
      },
      {
        text: "admin:nav.weeks",
        icon: "star",
        path: paths.adminWeeks(),
        permission: "city:manage",
      },
      {
        text: "admin:nav.cities",
        icon: "building-arch",
        path: paths.adminCities(),
        permission: "city:manage",
      },
      {
        text: "admin:nav.hosts",
        icon: "map-pin",
        path: paths.adminVenues(),
        permission: "host:manage",
      },
      {
        text: "admin:nav.claims",
        icon: "shield-check",
        path: paths.adminClaims(),
        permission: "host:manage",
        badge: "pendingClaims",
      },
      {
        text: "admin:nav.ingestion",
        icon: "sparkles",
        path: paths.adminIngestion(),
        permission: "ingestion:manage",
        badge: "pendingCandidates",
      },
      {
        text: "admin:nav.sources",
        icon: "rss",
        path: paths.adminSources(),
        permission: "ingestion:manage",
      },
    ],
  },
  {
    text: "admin:nav.notifications",
    pages: [
      {
        text: "admin:nav.notificationRules",
        icon: "bell-cog",
        path: paths.adminNotificationRules(),
        permission: "notification-rule:manage",
      },
      {
        text: "admin:nav.emailTemplates",
        icon: "template",
        path: paths.adminEmailTemplates(),
        permission: "email-template:manage",
      },
      {
        text: "admin:nav.notificationAnalytics",
        icon: "chart-bar",
        path: paths.adminNotificationAnalytics(),
        permission: "analytics:read",
      },
      {
        text: "admin:nav.channels",
        icon: "device-mobile",
        path: paths.adminChannels(),
        permission: "channel:manage",
      },
      {
        text: "admin:nav.outbox",
        icon: "mail",
        path: paths.adminOutbox(),
        permission: "outbox:read",
        badge: "deadMails",
      },
    ],
  },
  {
    text: "admin:nav.system",
    pages: [
      {
        text: "admin:nav.settings",
        icon: "settings",
        path: paths.adminSettings(),
        permission: "admin:enter",
      },
      {
        text: "admin:nav.featureFlags",
        icon: "toggle-right",
        path: paths.adminFeatureFlags(),
        permission: "feature-flag:read",
      },
      {
        text: "admin:nav.uxSettings",
        icon: "wand",
        path: paths.adminUxSettings(),
        permission: "ux-settings:read",
      },
      {
        text: "admin:nav.platformSettings",
        icon: "server-cog",
        path: paths.adminPlatformSettings(),
        permission: "platform-settings:manage",
      },
      {
        text: "admin:nav.users",
        icon: "users",
        path: paths.adminUsers(),
        permission: "user:manage",
      },
      {
        text: "admin:nav.auditLog",
        icon: "history",
        path: paths.adminAuditLog(),
        permission: "audit:read",
      },
      {
        text: "admin:nav.operations",
        icon: "heartbeat",
        path: paths.adminOperations(),
        permission: "outbox:read",
      },
      {
        text: "admin:nav.deadLetters",
        icon: "inbox",
        path: paths.adminDeadLetters(),
        permission: "outbox:read",
      },
    ],
  },
];
