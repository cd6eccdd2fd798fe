import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { users } from "./users";

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
