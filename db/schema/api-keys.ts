import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { users } from "./users";

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
