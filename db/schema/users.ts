import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant, json, timestamps } from "./columns";

/** Roles by rank (product.md §6). */
const ROLES = ["user", "moderator", "admin", "owner"] as const;
export const CALENDARS = ["jalali", "gregorian"] as const;

/** A user's notification preferences (product.md §3). */
export interface NotificationPreferences {
  emailEnabled: boolean;
  pushEnabled: boolean;
  categories: string[];
  frequency: "instant" | "daily" | "weekly";
}

/** A user. A deleted account keeps an emptied row, since events reference their creator. */
export const users = sqliteTable(
  "users",
  {
    id: id(),
    /**
     * As it is written to: ASCII, lower case (app/modules/identity/email-address). Null once
     * deleted.
     */
    email: text("email"),
    emailVerifiedAt: instant("email_verified_at"),
    /**
     * When the owner of the mailbox confirmed the address, by link or by an identity provider. Null
     * when unconfirmed or vouched for by an operator only.
     */
    emailProvedAt: instant("email_proved_at"),
    displayName: text("display_name").notNull(),
    photoUrl: text("photo_url"),
    role: text("role", { enum: ROLES }).notNull().default("user"),
    /** Null follows the request. */
    preferredLanguage: text("preferred_language", { enum: ["en", "fa"] }),
    /** An explicit choice: the browser's stored language is then not saved to the account. */
    followsBrowserLanguage: integer("follows_browser_language", { mode: "boolean" })
      .notNull()
      .default(false),
    theme: text("theme", { enum: ["light", "dark"] }),
    calendar: text("calendar", { enum: CALENDARS }),
    timeZone: text("time_zone"),
    /** The city whose events come first: its slug, "all", or null when not chosen. */
    homeCity: text("home_city"),
    interests: json<string[]>("interests", []).notNull(),
    /** Topics that the person wants to see less of under "For you" (docs/decisions/for-you.md). */
    lessOf: json<string[]>("less_of", []).notNull().default([]),
    /** Slugs of the cities that the person follows. */
    cities: json<string[]>("cities", []).notNull(),
    notificationPreferences: json<NotificationPreferences>("notification_preferences", {
      emailEnabled: false,
      pushEnabled: false,
      categories: [],
      frequency: "instant",
    }).notNull(),
    /** When the next digest is due, UTC ms; null for none, 0 when not computed yet. */
    digestDueAt: instant("digest_due_at").default(0),
    /** Consent to count opened mails and followed links. */
    allowsMailTracking: integer("allows_mail_tracking", { mode: "boolean" })
      .notNull()
      .default(false),
    /**
     * When the address was permanently rejected: only identity mails are sent until it is confirmed
     * again.
     */
    mailRefusedAt: instant("mail_refused_at"),
    /**
     * News of followed cities up to then are read; up to the other, deleted from the list. UTC ms.
     */
    cityNotificationsReadUntil: instant("city_news_read_until").notNull().default(0),
    cityNotificationsHiddenUntil: instant("city_news_hidden_until").notNull().default(0),
    onboardingCompletedAt: instant("onboarding_completed_at"),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    trustScore: integer("trust_score").notNull().default(0),
    /** scrypt with parameters and salt; null for external sign-in. */
    passwordHash: text("password_hash"),
    /** Sealed; required at sign-in once `totpEnabledAt` is set. */
    totpSecret: text("totp_secret"),
    totpEnabledAt: instant("totp_enabled_at"),
    /** When the set-up of the app began; it expires unless a code confirms it. */
    totpBegunAt: instant("totp_begun_at"),
    /** The 30-second step of the last code taken: no code counts twice (RFC 6238 §5.2). */
    totpLastStep: integer("totp_last_step"),
    /**
     * From when on staff need a second factor; null for members, and until the rule first applies.
     * UTC ms.
     */
    secondFactorDueAt: instant("second_factor_due_at"),
    /**
     * Identity tokens of before are refused: the last change of the password, or end of all
     * sessions. UTC ms.
     */
    tokensValidFrom: instant("tokens_valid_from").notNull().default(0),
    /** Total size of the user's files, bytes; an upload reserves its part before it is stored. */
    mediaBytes: integer("media_bytes").notNull().default(0),
    /** When the account is deleted permanently, 14 days after the request (decisions.md §5). */
    deleteAfter: instant("delete_after"),
    deletedAt: instant("deleted_at"),
    /** For the admin list: display name and address as search keys. */
    searchKey: text("search_key").notNull(),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    index("users_by_role").on(t.role, t.createdAt),
    index("users_by_age").on(t.createdAt, t.id),
    index("users_to_delete").on(t.deleteAfter),
    index("users_by_digest").on(t.digestDueAt, t.id).where(sql`digest_due_at IS NOT NULL`),
  ],
);

/** An account elsewhere that its person signs in with. */
export const externalIdentities = sqliteTable(
  "external_identities",
  {
    provider: text("provider").notNull(),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    email: text("email"),
    pictureUrl: text("picture_url"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    index("external_identities_by_user").on(t.userId),
  ],
);

/** One-time codes in place of the authenticator app. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/**
 * WebAuthn credentials (decisions.md §5). Each counts as two factors: the device and its unlocking.
 */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** As the authenticator gave it, Base64url. */
    credentialId: text("credential_id").notNull(),
    /** COSE, Base64url. */
    publicKey: text("public_key").notNull(),
    /** Signatures so far; stays 0 where the authenticator does not count (WebAuthn §6.1.1). */
    counter: integer("counter").notNull(),
    /** Ways to reach the authenticator, e.g. `internal`, `usb`. */
    transports: json<string[]>("transports", []).notNull(),
    name: text("name").notNull(),
    /** Whether the authenticator keeps a copy elsewhere, such as a password manager's cloud. */
    isBackedUp: integer("is_backed_up", { mode: "boolean" }).notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    uniqueIndex("passkeys_credential").on(t.credentialId),
    index("passkeys_by_user").on(t.userId, t.createdAt),
  ],
);
