import { Hono } from "hono";
import { AuditLog, writeAuditLog } from "../../../app/modules/audit/write-audit-log.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { describe } from "./describe";
import { readBody } from "./read-body";
import { resource } from "./resource";

export const audit = new Hono<AppEnv>();

resource(audit, "/logs", {
  POST: [
    needs("audit:write"),
    describe({
      operationId: "writeAuditLog",
      tag: "audit",
      needs: "audit:write",
      body: AuditLog,
      answer: { status: 204 },
      failures: [400, 413, 415, 422],
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      await writeAuditLog(deps, signedIn, await readBody(c, AuditLog));
      return c.body(null, 204);
    },
  ],
});
