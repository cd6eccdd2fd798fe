import * as v from "valibot";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { readWrittenDay, showWrittenDay } from "~/lib/dates/written-days";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { type Actor, assertCan, can } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { CSV_START, csvLine, csvResponse } from "~/lib/text/csv";
import { formatNumber } from "~/lib/text/money";
import { totalText } from "~/lib/text/total-text.server";
import {
  AuditFilter,
  countAuditEntries,
  getAuditEntry,
  type ListedEntry,
  listAuditEntries,
} from "~/modules/audit/list-entries.server";
import { inversesOf } from "~/modules/review/inbox/inverses.server";
import { revertEntry } from "~/modules/review/inbox/revert-entry.server";
import { actionChoices, auditSentences } from "~/routes/admin/audit-sentences.server";
import { AUDIT_SEVERITIES } from "../../../../db/schema/index";

const PAGE = 50;
/** Maximum number of entries in a CSV file. */
const CSV_LINES = 10_000;
const CSV_PAGE = 500;
/** Maximum number of reads for a file, of 2,000 scanned entries each: 200,000 entries in all. */
const CSV_ROUNDS = 100;
const FIELDS = ["name", "action", "entity", "entityId", "actor", "severity", "from", "to"] as const;
/** Longer values are truncated in the table of changes, characters. */
const VALUE_LENGTH = 2_000;

/**
 * Audit filter of the query string. Ignores invalid values. Dates may be typed in either calendar.
 */
function filterOf(params: URLSearchParams): AuditFilter {
  const filter: Record<string, string> = {};
  for (const name of FIELDS) {
    const typed = params.get(name)?.trim();
    const value = typed && (name === "from" || name === "to") ? readWrittenDay(typed)?.day : typed;
    if (value && v.safeParse(AuditFilter.entries[name], value).success) filter[name] = value;
  }
  return filter as AuditFilter;
}

/** URL of an entry's subject. Null if it has no page or the viewer may not open it. */
function pageOf(
  { entity, entityId }: Pick<ListedEntry, "entity" | "entityId">,
  actor: Actor,
): string | null {
  if (entityId === null) return null;
  if (entity === "event") return paths.adminEvents({ event: entityId });
  if (entity === "user") return can(actor, "user:manage") ? paths.adminUser(entityId) : null;
  if (entity === "mail")
    return can(actor, "outbox:read") ? paths.adminOutbox({ mail: entityId }) : null;
  return null;
}

const written = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "")).slice(
    0,
    VALUE_LENGTH,
  );

/** Changed fields of an entry. Null if it records no change. */
function differenceOf({ before, after }: Record<string, unknown>) {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isRecord(before) && !isRecord(after)) return null;
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((field) => ({
    field,
    before: field in was ? written(was[field]) : null,
    after: field in is ? written(is[field]) : null,
  }));
}

/** Data of `/admin/audit-log`: entries, newest first, and the selected one. */
export async function auditLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "audit:read");
  const t = translatorFor(locale);
  const zone = context.timeZone ?? USUAL_ZONE;
  const filter = filterOf(params);
  const trail = pageTrail(params, "cursor");
  const opened = params.get("entry");
  const [{ items, nextCursor, hasLookedAtSome }, entry, total] = await Promise.all([
    listAuditEntries(deps, signedIn, filter, params.get("cursor"), PAGE),
    opened === null ? null : getAuditEntry(deps, signedIn, opened),
    countAuditEntries(deps, signedIn, filter),
  ]);
  const shown = entry ? [...items, entry] : items;
  const [sentences, inverses] = await Promise.all([
    auditSentences(deps, shown, locale),
    inversesOf(deps, signedIn, shown),
  ]);
  const present = (entry: ListedEntry, sentence: string) => ({
    id: entry.id,
    sentence,
    href: paths.adminAuditLog({ ...filter, ...trail.here, entry: entry.id }),
    createdAt: new Date(entry.createdAt).toISOString(),
    when: `${formatDate(entry.createdAt, zone, context, { weekday: false })} · ${formatTime(entry.createdAt, zone, locale)}`,
    actor: entry.actorName,
    actorHref:
      entry.actorId && can(signedIn, "user:manage") ? paths.adminUser(entry.actorId) : null,
    hasActor: entry.actorId !== null,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    entityHref: pageOf(entry, signedIn),
    isRevertible: inverses.has(entry.id),
    severity: entry.severity,
    source: entry.source,
  });
  const { before: _before, after: _after, ...rest } = entry?.metadata ?? {};
  return {
    head: pageHead({ origin, locale, seo }, paths.adminAuditLog(), {
      title: t("admin:audit.title"),
      description: t("admin:audit.lead"),
      noindex: true,
    }),
    filter: {
      ...(Object.fromEntries(FIELDS.map((name) => [name, filter[name] ?? ""])) as Record<
        (typeof FIELDS)[number],
        string
      >),
      from: showWrittenDay(filter.from ?? "", context.calendar),
      to: showWrittenDay(filter.to ?? "", context.calendar),
    },
    isJalali: context.calendar === "jalali",
    hasLookedAtSome,
    isFiltered: Object.keys(filter).length > 0,
    severities: AUDIT_SEVERITIES,
    actions: actionChoices(locale),
    entries: items.map((item, index) => present(item, sentences[index] ?? "")),
    opened: entry && {
      ...present(entry, sentences.at(-1) ?? ""),
      sessionId: entry.sessionId,
      sequence: entry.sequence === null ? null : formatNumber(entry.sequence, locale),
      hash: entry.hash,
      difference: differenceOf(entry.metadata),
      withheld: entry.withheld,
      rest:
        entry.withheld === null && Object.keys(rest).length > 0
          ? JSON.stringify(rest, null, 2).slice(0, VALUE_LENGTH * 4)
          : null,
    },
    back: paths.adminAuditLog({ ...filter, ...trail.here }),
    csv: paths.adminAuditLogCsv({ ...filter }),
    start: params.has("cursor") ? paths.adminAuditLog({ ...filter }) : null,
    previous: trail.previous && paths.adminAuditLog({ ...filter, ...trail.previous }),
    next: nextCursor && paths.adminAuditLog({ ...filter, ...trail.nextTo(nextCursor) }),
    total: totalText(total, locale),
  };
}

/** Reverts what an entry records. @throws Response the redirect to the log */
export async function auditAction(
  { deps, signedIn }: RequestContext,
  request: Request,
): Promise<never> {
  assertCan(signedIn, "audit:read");
  const id = fieldOf(await readForm(request), "entry");
  if (!isUuid(id)) throw new AppError("bad-request");
  const { search } = new URL(request.url);
  const here = `${paths.adminAuditLog()}${search}`;
  const late = () => {
    throw redirectWithToast(request, here, { kind: "info", text: "admin:audit.revertLate" });
  };
  await expecting({ conflict: late, invalid: late }, () => revertEntry(deps, signedIn, id));
  throw redirectWithToast(request, here, { kind: "success", text: "admin:audit.reverted" });
}

const COLUMNS = [
  "id",
  "createdAt",
  "actorId",
  "actorName",
  "action",
  "entity",
  "entityId",
  "severity",
  "source",
  "sessionId",
  "sequence",
  "hash",
  "metadata",
] as const;

/**
 * The filtered entries as CSV, streamed page by page: the newest 10,000 matches within the newest
 * 200,000 entries.
 */
export function auditCsv(
  { deps, signedIn }: Pick<RequestContext, "deps" | "signedIn">,
  params: URLSearchParams,
): Response {
  assertCan(signedIn, "audit:read");
  const filter = filterOf(params);
  const encoder = new TextEncoder();
  let cursor: string | null = null;
  let lines = 0;
  let rounds = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(COLUMNS))),
    async pull(controller) {
      const { items, nextCursor } = await listAuditEntries(
        deps,
        signedIn,
        filter,
        cursor,
        CSV_PAGE,
      );
      const text = items
        .map((item) =>
          csvLine(
            COLUMNS.map((name) => {
              if (name === "createdAt") return new Date(item.createdAt).toISOString();
              return name === "metadata" ? JSON.stringify(item.metadata) : item[name];
            }),
          ),
        )
        .join("");
      controller.enqueue(encoder.encode(text));
      lines += items.length;
      cursor = nextCursor;
      rounds += 1;
      if (cursor === null || lines >= CSV_LINES || rounds >= CSV_ROUNDS) controller.close();
    },
  });
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  return csvResponse(body, `audit-log-${day}.csv`);
}
