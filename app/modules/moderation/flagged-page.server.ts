import { data } from "@remix-run/cloudflare";
import { asc, eq, sql } from "drizzle-orm";
import { events, users } from "../../../db/schema";
import { decodePosition, encodeCursor } from "../../lib/cursor";
import type { Deps } from "../../lib/deps";
import { isUuid } from "../../lib/ids";
import { columnsOf } from "../../lib/indexed-columns.server";
import { listOf, localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { fieldOf, readForm } from "../../lib/read-form.server";
import type { SeoDefaults } from "../../lib/views";
import { citiesById } from "../cities/queries.server";
import { formatDays } from "../events/event-times.server";
import { cityName, coverOf } from "../events/present-event.server";
import { hasHostToTell } from "../notifications/notify-creator.server";
import { answerNotes } from "../staff-notes/answer-notes.server";
import { answerDecision } from "./answer-queue.server";
import { eventDetails, presentReport } from "./event-details.server";
import type { ReviewContext } from "./review-case.server";

interface FlaggedContext extends ReviewContext {
  seo: SeoDefaults;
}

const PAGE = 12;
/** Reports that a card shows; all of them are in the details. */
const SHOWN = 3;

type Report = Parameters<typeof presentReport>[0];

/** Events that wait hidden, the longest first, each with its latest reports. @throws AppError("bad-request") for a cursor that is not ours */
async function listFlagged({ db }: Pick<Deps, "db">, actor: Actor, cursor: string | null) {
  assertCan(actor, "event:moderate");
  const [at, id] = decodePosition(cursor);
  const rows = await db
    .select({
      ...columnsOf({
        id: events.id,
        titleEn: events.titleEn,
        titleFa: events.titleFa,
        cityId: events.cityId,
        imageUrl: events.imageUrl,
        categories: events.categories,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        timeZone: events.timeZone,
        allDay: events.allDay,
        flagCount: events.flagCount,
        updatedAt: events.updatedAt,
      }),
      version: sql<number>`events.version + coalesce((SELECT version FROM event_revisions WHERE event_id = events.id), 0)`.as(
        "seen_version",
      ),
      creator: sql<string | null>`${users.displayName}`.as("creator_name"),
      reports: sql<string>`(SELECT json_group_array(json_object('reason', reason, 'note', note, 'at', created_at, 'reporter', name)) FROM
        (SELECT f.reason, f.note, f.created_at, u.display_name AS name FROM event_flags f LEFT JOIN users u ON u.id = f.user_id
         WHERE f.event_id = events.id AND f.outcome IS NULL ORDER BY f.created_at DESC LIMIT ${sql.raw(String(SHOWN))}))`.as("reports"),
    })
    // Named, since the planner would rather take all that has the status and sort it.
    .from(sql`events INDEXED BY events_flagged`)
    .leftJoin(users, eq(users.id, events.creatorId))
    .where(sql`events.status = 'flagged' AND events.deleted_at IS NULL AND (events.updated_at, events.id) > (${at}, ${id})`)
    .orderBy(asc(events.updatedAt), asc(events.id))
    .limit(PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: last && rows.length > PAGE ? encodeCursor([last.updatedAt, last.id]) : null };
}

const idIn = (params: URLSearchParams, name: string) => {
  const id = params.get(name);
  return id !== null && isUuid(id) ? id : null;
};

/** /admin/flagged-events: cards with their reports, and the dialogs that the address opens (product.md §2). */
export async function flaggedPage(context: FlaggedContext, params: URLSearchParams) {
  const { deps, signedIn, locale, calendar, origin, seo } = context;
  const t = translatorFor(locale);
  const after = params.get("after");
  const [opened, rejected] = [idIn(params, "event"), idIn(params, "reject")];
  const [{ rows, nextCursor }, cities, details, tellsHost] = await Promise.all([
    listFlagged(deps, signedIn, after),
    citiesById(deps),
    opened || rejected ? eventDetails(context, rejected ?? opened ?? "") : null,
    rejected !== null && hasHostToTell(deps, signedIn, rejected),
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminFlaggedEvents(), {
      title: t("moderation:flagged.title"),
      description: t("moderation:flagged.lead"),
      noindex: true,
    }),
    cards: rows.map((row) => {
      const reports = JSON.parse(row.reports) as Report[];
      return {
        id: row.id,
        version: row.version,
        title: localized({ en: row.titleEn, fa: row.titleFa }, locale),
        titleLang: locale === "fa" && !row.titleFa ? ("en" as const) : undefined,
        cover: coverOf(row),
        facts: listOf(locale, [formatDays(row, { locale, calendar }), cityName(cities.get(row.cityId), locale)]),
        creator: row.creator,
        count: row.flagCount === 0 ? t("moderation:flagged.byStaff") : t("moderation:flagged.count", { count: row.flagCount }),
        reports: reports.map((report) => presentReport(report, context)),
        more: row.flagCount > reports.length ? t("moderation:flagged.more", { count: row.flagCount - reports.length }) : null,
        details: paths.adminFlaggedEvents({ event: row.id, after }),
        reject: paths.adminFlaggedEvents({ reject: row.id, after }),
      };
    }),
    details,
    dialog: details === null ? null : rejected ? ("reject" as const) : ("details" as const),
    /** Whether somebody reads the reason with which it is rejected. */
    tellsHost,
    /** Where the notes of the details are sent, so that they stay open. */
    open: details && paths.adminFlaggedEvents({ event: details.id, after }),
    /** A card's own reject address, from its details. */
    reject: details && paths.adminFlaggedEvents({ reject: details.id, after }),
    here: paths.adminFlaggedEvents({ after }),
    next: nextCursor && paths.adminFlaggedEvents({ after: nextCursor }),
    isFirst: after === null,
    start: paths.adminFlaggedEvents(),
  };
}

/** Approve and reject of a flagged event, and the notes of any. */
export async function answerFlagged(context: ReviewContext, request: Request) {
  const form = await readForm(request);
  const after = new URL(request.url).searchParams.get("after");
  const note = await answerNotes(context, request, form, (event) => paths.adminFlaggedEvents({ event, after }));
  if (note) return data({ failure: null, note }, { status: 400 });
  return answerDecision(
    context,
    request,
    form,
    paths.adminFlaggedEvents({ after }),
    fieldOf(form, "intent") === "approve" ? "moderation:done.clear" : undefined,
  );
}
