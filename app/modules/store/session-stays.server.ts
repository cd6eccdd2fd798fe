import { eq, sql } from "drizzle-orm";
import { apiKeys, sessions, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";

/** Who acts, and the session or key that they act by. */
type Acting = Pick<Actor, "id" | "sessionId">;

/**
 * SQL for a column that may not be null: the actor's id while the session or the key that they act
 * by is there, else null, which fails the batch. What gives access is made by this or behind
 * `ifSessionStays`: the access of a request under way may have ended in the same instant.
 */
export const idIfSessionStays = ({ id, sessionId }: Acting) =>
  sql<string>`(SELECT ${users.id} FROM ${users} WHERE ${users.id} = ${id} AND ${isOpen({ id, sessionId })})`;

/** Guard statement of a batch for `runGuarded`, which fails on `users.display_name`. */
export const ifSessionStays = ({ db }: Pick<Deps, "db">, acting: Acting) =>
  db
    .update(users)
    .set({ displayName: sql`CASE WHEN ${isOpen(acting)} THEN ${users.displayName} END` })
    .where(eq(users.id, acting.id));

const isOpen = ({ id, sessionId }: Acting) =>
  sql`(EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.id} = ${sessionId} AND ${sessions.userId} = ${id}) OR EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${apiKeys.id} = ${sessionId} AND ${apiKeys.userId} = ${id}))`;
