import { and, eq } from "drizzle-orm";
import { emailTemplates } from "../../../db/schema";
import { staleError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditWhere } from "../audit/audit-entry.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import type { TemplateState } from "./queries.server";
import { invalidateTemplates } from "./templates.server";
import { recorded, storedValuesOf, type TemplateDeps } from "./write-template.server";

/** Deletes the stored template of a key, unless it changed since it was read. @throws conflict if it changed */
export async function removeStored(deps: TemplateDeps, actor: Actor, before: TemplateState, seen: number | null): Promise<void> {
  const { db } = deps;
  if (seen !== null && seen !== before.version) throw staleError();
  const asFound = and(eq(emailTemplates.key, before.key), eq(emailTemplates.version, before.version));
  await runGuarded(
    deps,
    [
      auditWhere(
        deps,
        {
          actorId: actor.id,
          action: before.isShipped ? "email-template.reset" : "email-template.deleted",
          entity: "email-template",
          entityId: before.key,
          metadata: { before: recorded(storedValuesOf(before), before.version), after: null },
          sessionId: actor.sessionId,
        },
        db.select({ key: emailTemplates.key }).from(emailTemplates).where(asFound),
      ),
      db.delete(emailTemplates).where(asFound),
    ],
    { "audit_entries.entity": staleError },
  );
  invalidateTemplates(deps.memo);
}
