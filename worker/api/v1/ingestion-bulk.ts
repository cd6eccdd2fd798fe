import type { Context } from "hono";
import * as v from "valibot";
import { errorTranslatorFor } from "../../../app/i18n/error-messages.server";
import type { BulkResult } from "../../../app/modules/intake/ingestion/approve-candidates.server";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";

export const BulkResultJson = v.pipe(
  v.object({
    done: v.number(),
    failed: v.number(),
    results: v.array(
      v.object({
        id: v.string(),
        ok: v.boolean(),
        eventId: v.nullable(v.string()),
        code: v.nullable(v.picklist(["not-found", "conflict", "invalid"])),
        issues: v.array(v.object({ path: v.string(), message: v.string() })),
      }),
    ),
  }),
  v.metadata({ ref: "BulkResult" }),
);

/** Results of a bulk operation, in the request's order. */
export function answerBulk(c: Context<AppEnv>, results: readonly BulkResult[]) {
  const say = errorTranslatorFor(acceptedLocale(c.req.raw));
  const done = results.filter(({ ok }) => ok).length;
  return {
    done,
    failed: results.length - done,
    results: results.map((result) =>
      result.ok
        ? { id: result.id, ok: true, eventId: result.eventId, code: null, issues: [] }
        : {
            id: result.id,
            ok: false,
            eventId: null,
            code: result.code,
            issues: result.issues.map(({ path, message, values }) => ({
              path,
              message: say(message, values),
            })),
          },
    ),
  };
}
