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

/**
 * A sign-in that lasts: by cookie for pages, by access tokens for API clients (decisions.md §5).
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the cookie's token; null for sessions of the API, which never have a cookie. */
    tokenHash: text("token_hash"),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    /** Moves on with use, up to `endsAt`. */
    expiresAt: instant("expires_at").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (t) => [
    uniqueIndex("sessions_token").on(t.tokenHash),
    index("sessions_by_user").on(t.userId, t.lastSeenAt),
    index("sessions_by_expiry").on(t.expiresAt),
  ],
);

export const TOKEN_PURPOSES = [
  "verify-email",
  "change-email",
  "reset-password",
  "sign-in",
  "sign-up",
  "second-factor",
  "google",
  "google-sign-up",
  "add-passkey",
  "passkey-sign-in",
  "end-sessions",
] as const;

/**
 * A secret that works once: a link in an e-mail, or a step of signing in that another browser must
 * not take over.
 */
export const userTokens = sqliteTable(
  "user_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose", { enum: TOKEN_PURPOSES }).notNull(),
    /** Null before the account is known. */
    userId: text("user_id").references(() => users.id),
    /** Data of the step, such as the new address; sealed when secret. */
    payload: text("payload").notNull().default(""),
    /** SHA-256 of the requesting browser's cookie, for purposes bound to a browser. */
    browserHash: text("browser_hash"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    index("user_tokens_by_user").on(t.userId, t.purpose),
    index("user_tokens_by_expiry").on(t.expiresAt),
  ],
);

/**
 * Failed sign-ins under a key (account and network, device, network), as fingerprints: no address
 * is kept.
 */
export const signInAttempts = sqliteTable(
  "sign_in_attempts",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    /** When the count restarts. */
    until: instant("until").notNull(),
  },
  (t) => [index("sign_in_attempts_by_age").on(t.until)],
);

/** Browsers that a user has signed in with; a sign-in from another one sends a notice. */
export const knownDevices = sqliteTable(
  "known_devices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    deviceHash: text("device_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.deviceHash] }),
    index("known_devices_by_age").on(t.lastSeenAt),
  ],
);

/**
 * Keys that sign our own tokens (ES256). The newest signs; older ones verify until their tokens
 * have expired.
 */
export const signingKeys = sqliteTable("signing_keys", {
  kid: text("kid").primaryKey(),
  /** JWK as JSON. */
  publicKey: text("public_key").notNull(),
  /** JWK as JSON, sealed. */
  privateKey: text("private_key").notNull(),
  createdAt: instant("created_at").notNull(),
  /** When it signs no longer. */
  retiredAt: instant("retired_at"),
});

export const TRUST_KINDS = [
  "verified-email",
  "approval",
  "rejection",
  "upheld-flag",
  "membership",
  "adjustment",
] as const;

/**
 * The entries that make up a trust score: their sum, clamped (decisions.md §4). Each subject counts
 * once.
 */
export const trustEntries = sqliteTable(
  "trust_entries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: TRUST_KINDS }).notNull(),
    /** The id of an event or a decision, or the number of a month of membership. */
    subject: text("subject").notNull(),
    points: integer("points").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.subject] }),
    index("trust_entries_by_age").on(t.userId, t.createdAt),
  ],
);

/** A personal access token of the API, for programs that act for an account. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the secret, hexadecimal. */
    tokenHash: text("token_hash").notNull(),
    /** Last characters of the secret, to tell keys apart. */
    ending: text("ending").notNull(),
    /** Names of `KEY_SCOPES` in app/lib/permissions. */
    scopes: text("scopes", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** To the hour. */
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [
    uniqueIndex("api_keys_token").on(t.tokenHash),
    index("api_keys_by_user").on(t.userId, t.createdAt),
  ],
);
