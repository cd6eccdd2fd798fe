import { and, desc, eq, isNull } from "drizzle-orm";
import { eventFlags, users } from "../../../../db/schema";
import { listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { SignedInContext } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { formatNumber } from "../../../lib/text/money";
import { getOwnEvent, versionOf } from "../../authoring/find-own-event.server";
import { REASON_MAX } from "../../authoring/schema";
import { formatDays, formatWhen } from "../../events/present/event-times.server";
import {
  categoryView,
  cityName,
  coverOf,
  presentTraits,
  priceText,
} from "../../events/present/present-event.server";
import { notesStatements, presentNotes } from "../notes/event-notes.server";
import { proposalsOf } from "./confirm-traits.server";
import { agoOf, decisionsStatement, presentHistory } from "./event-history.server";
import type { UncountedReason } from "./report-weight";

/** Maximum number of reports on the page. */
const REPORTS = 50;

/** Statement: the open reports of an event, newest first. */
export const openReportsStatement = ({ db }: Pick<Deps, "db">, id: string) =>
  db
    .select({
      userId: eventFlags.userId,
      reporter: users.displayName,
      reason: eventFlags.reason,
      note: eventFlags.note,
      at: eventFlags.createdAt,
      weight: eventFlags.weight,
      uncounted: eventFlags.uncounted,
    })
    .from(eventFlags)
    .leftJoin(users, eq(users.id, eventFlags.userId))
    .where(and(eq(eventFlags.eventId, id), isNull(eventFlags.outcome)))
    .orderBy(desc(eventFlags.createdAt))
    .limit(REPORTS);

interface Report {
  userId: string;
  reporter: string | null;
  reason: "spam" | "inappropriate" | "misleading" | "other";
  note: string | null;
  at: number;
  weight: number;
  uncounted: UncountedReason | null;
}

/**
 * A report as staff see it: its weight towards hiding the event, or the reason why it does not
 * count.
 */
export function presentReport(
  { userId, reporter, reason, note, at, weight, uncounted }: Report,
  context: SignedInContext,
) {
  const t = translatorFor(context.locale);
  return {
    key: `${at}-${userId}`,
    account: userId,
    isCounted: uncounted === null,
    weight:
      uncounted === null
        ? t("moderation:reports.weight", { weight: formatNumber(weight, context.locale) })
        : t(`moderation:reports.uncounted.${uncounted}`),
    reason: t(`authoring:report.reason.${reason}`),
    note,
    who: reporter ?? t("moderation:bySomebody"),
    ago: agoOf(at, context),
    at: new Date(at).toISOString(),
  };
}

/**
 * An event with its open reports and its decisions; null if it does not exist or was never
 * submitted.
 */
export async function eventDetails(context: SignedInContext, id: string) {
  const { deps, signedIn, locale, calendar } = context;
  const t = translatorFor(locale);
  const own = await getOwnEvent(deps, signedIn, id).catch((error) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
  if (!own?.event) return null;
  const { event, creator, cities } = own;
  const [decisions, reports, notes, staff] = await deps.db.batch([
    decisionsStatement(deps, id),
    openReportsStatement(deps, id),
    ...notesStatements(deps, id),
  ]);
  const reader = { locale, calendar };
  return {
    id,
    version: versionOf(own),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
    cover: coverOf(event),
    focus: event.imageFocus,
    status: event.status,
    statusLabel: t(`authoring:status.${event.status}`),
    isFeatured: event.isFeatured,
    isActive: event.isActive,
    facts: [
      {
        icon: "calendar" as const,
        text: listOf(locale, [formatDays(event, reader), formatWhen(event, reader)]),
      },
      {
        icon: "map-pin" as const,
        text: listOf(locale, [
          localized({ en: event.venueEn, fa: event.venueFa }, locale),
          cityName(cities.get(event.cityId), locale),
        ]),
      },
      { icon: "ticket" as const, text: priceText(event, locale) },
      {
        icon: "category" as const,
        text: listOf(
          locale,
          event.categories.map((name) => categoryView(name, locale)?.label ?? name),
        ),
      },
      { icon: "eye" as const, text: t("authoring:mine.views", { count: event.viewCount }) },
      { icon: "heart" as const, text: t("moderation:saved", { count: event.saveCount }) },
    ].filter(({ text }) => text !== ""),
    about: localized({ en: event.descriptionEn, fa: event.descriptionFa }, locale),
    creator: creator && { name: creator.displayName, href: paths.user(creator.id) },
    rejectionReason: event.status === "rejected" ? event.rejectionReason : null,
    reports: reports.map((report) => presentReport(report, context)),
    history: presentHistory(decisions, context),
    notes: presentNotes(notes, staff, context),
    proposals: presentTraits(proposalsOf(own), locale),
    page: paths.event(id),
    edit: paths.editEvent(id),
    decide:
      event.status === "flagged"
        ? paths.adminFlaggedEvents({ event: id })
        : event.status === "pending" ||
            (event.status === "approved" && own.revision?.status === "pending")
          ? paths.adminPendingEvents({ event: id })
          : null,
    reasonMax: REASON_MAX,
  };
}
