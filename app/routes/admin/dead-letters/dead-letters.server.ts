import { desc, eq, sql } from "drizzle-orm";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import type { JobMessage } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { decodePosition, encodeCursor, NEWEST } from "~/lib/http/cursor";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { countRows } from "~/lib/runtime/sql-columns.server";
import { totalText } from "~/lib/text/total-text.server";
import { auditEntry } from "~/modules/audit/audit-entry.server";
import { isUnreadable } from "../../../../db/schema/columns";
import { deadLetters } from "../../../../db/schema/index";

const PAGE = 25;
const BODY_LENGTH = 4_000;

type WordsOf<Type extends string> = Type extends `${infer A}.${infer B}` ? `${A}-${B}` : never;

const KINDS = {
  "decision-settle": true,
  "digests-send": true,
  "ingestion-run": true,
  "job-run": true,
  "mail-send": true,
  "news-expand": true,
  "news-send": true,
  "news-tell": true,
  "operations-counted": true,
  "pages-viewed": true,
  "picture-fetch": true,
  "visits-noted": true,
} as const satisfies Record<WordsOf<JobMessage["type"]>, true>;

/** The key of a message's words. */
function kindOf({ type }: { type?: unknown }): keyof typeof KINDS | "other" {
  const key = String(type).replace(".", "-");
  return Object.hasOwn(KINDS, key) ? (key as keyof typeof KINDS) : "other";
}

/**
 * Data of `/admin/dead-letters`: failed queue messages, newest first. @throws
 * AppError("bad-request") for an invalid cursor
 */
export async function deadLettersLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "outbox:read");
  const t = translatorFor(locale);
  const zone = context.timeZone ?? USUAL_ZONE;
  const now = deps.clock.now();
  const trail = pageTrail(params, "before");
  const [at, after] = decodePosition(params.get("before"), NEWEST);
  const list = deps.db
    .select()
    .from(deadLetters)
    // The id breaks ties: messages of a batch share their time.
    .where(sql`(${deadLetters.createdAt}, ${deadLetters.id}) < (${at}, ${after})`)
    .orderBy(desc(deadLetters.createdAt), desc(deadLetters.id))
    .limit(PAGE + 1);
  const [rows, total] = await Promise.all([list, countRows(deps, sql`${deadLetters}`)]);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminDeadLetters(), {
      title: t("admin:letters.title"),
      description: t("admin:letters.lead"),
      noindex: true,
    }),
    letters: shown.map(({ id, queue, body, error, createdAt }) => ({
      id,
      queue,
      kind: t(`admin:letters.kind.${kindOf(body)}`),
      canResend: !isUnreadable(body),
      error,
      body: JSON.stringify(body, null, 2).slice(0, BODY_LENGTH),
      createdAt: new Date(createdAt).toISOString(),
      ago: formatAgo(createdAt, now, context, zone),
      when: `${formatDate(createdAt, zone, context)} · ${formatTime(createdAt, zone, locale)}`,
    })),
    newest: trail.previous && paths.adminDeadLetters(),
    newer: trail.previous && paths.adminDeadLetters(trail.previous),
    older:
      rows.length > PAGE && last
        ? paths.adminDeadLetters(trail.nextTo(encodeCursor([last.createdAt, last.id])))
        : null,
    total: totalText(total, locale),
  };
}

/**
 * Resends a message to its queue or discards it. Deletes its row, so that a repeated request does
 * nothing. Consumers tolerate duplicates.
 */
export async function deadLettersAction({ deps, signedIn }: RequestContext, request: Request) {
  assertCan(signedIn, "outbox:resend");
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent !== "resend" && intent !== "discard") throw new AppError("bad-request");
  const id = fieldOf(form, "letter");
  const letter = await deps.db.select().from(deadLetters).where(eq(deadLetters.id, id)).get();
  if (!letter)
    return redirectWithToast(request, paths.adminDeadLetters(), {
      kind: "info",
      text: "admin:letters.gone",
    });
  if (intent === "resend") {
    if (isUnreadable(letter.body)) throw new AppError("bad-request");
    await deps.jobs.send(letter.body as JobMessage);
  }
  await deps.db.batch([
    deps.db.delete(deadLetters).where(eq(deadLetters.id, id)),
    auditEntry(deps, {
      actorId: signedIn.id,
      action: intent === "resend" ? "queue.resent" : "queue.discarded",
      entity: "message",
      entityId: id,
      metadata: { type: letter.body.type ?? null },
      sessionId: signedIn.sessionId,
    }),
  ]);
  return redirectWithToast(request, paths.adminDeadLetters(), {
    kind: "success",
    text: intent === "resend" ? "admin:letters.resent" : "admin:letters.discarded",
  });
}
