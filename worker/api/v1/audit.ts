import { type Context, Hono } from "hono";
import { AuditLog, writeAuditLog } from "../../../app/modules/audit/write-audit-log.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { describe } from "./describe";
import { AUDIT_LOG_EXAMPLE } from "./examples";
import { idempotent } from "./idempotent";
import { readBody } from "./read-body";
import { resource } from "./resource";

export const audit = new Hono<AppEnv>();

/** The session as the client counts it, by X-Session-Id (product.md §7). It names nothing of ours and opens nothing. */
function sentSession(c: Context<AppEnv>): string | null {
  const sent = c.req.header("X-Session-Id");
  return sent && /^[\x21-\x7E]{1,100}$/.test(sent) ? sent : null;
}

resource(audit, "/logs", {
  POST: [
    needs("audit:write"),
    idempotent,
    describe({
      operationId: "writeAuditLog",
      tag: "audit",
      needs: "audit:write",
      isIdempotent: true,
      body: { name: "AuditLog", schema: AuditLog, example: AUDIT_LOG_EXAMPLE },
      answer: { status: 204 },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { sessionId, ...entry } = await readBody(c, AuditLog);
      await writeAuditLog(deps, signedIn, { ...entry, sessionId: sessionId ?? sentSession(c) });
      return c.body(null, 204);
    },
  ],
});
