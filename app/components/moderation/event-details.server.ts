import { and, desc, eq, isNull } from "drizzle-orm";
import {
  type DecisionAction,
  eventDecisions,
  eventFlags,
  type InboxKind,
  users,
} from "../../../db/schema";
import { errorTranslatorFor } from "../../i18n/error-messages.server";
import { type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey, TextValues } from "../../i18n/translate";
import { formatDate, formatTime, type Reader, USUAL_ZONE } from "../../lib/dates/dates.server";
import { MINUTE, SECOND } from "../../lib/dates/durations";
import { formatAgo } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { orNull } from "../../lib/errors";
import { TEXT_PATHS } from "../../lib/event/field-groups";
import type { HTTPIssue } from "../../lib/http/form-failure";
import type { SignedInContext } from "../../lib/http/request-context";
import { paths } from "../../lib/paths";
import { formatNumber } from "../../lib/text/money";
import {
  getOwnEvent,
  type OwnEvent,
  versionOf,
} from "../../modules/authoring/find-own-event.server";
import { REASON_MAX } from "../../modules/events/decision.server";
import { priceText } from "../../modules/events/present/event-facts.server";
import { formatDays, formatWhen } from "../../modules/events/present/event-times.server";
import {
  categoryView,
  cityName,
  coverOf,
  presentTraits,
} from "../../modules/events/present/present-event.server";
import type { recentDecisions } from "../../modules/review/inbox/my-decisions.server";
import { proposalsOf } from "../../modules/review/moderation/confirm-traits.server";
import type { UncountedReason } from "../../modules/review/moderation/flag-event.server";
import { notesStatements, presentNotes } from "../../modules/review/notes/notes.server";

export type DetailsView = NonNullable<Awaited<ReturnType<typeof eventDetails>>>;

/** Default number of decisions in the history. */
const SHOWN = 20;

export interface PastDecision {
  action: DecisionAction;
  actorId: string | null;
  /** Null if reports alone decided, or the account was deleted. */
  actor: string | null;
  reason: string | null;
  /** UTC epoch ms. */
  at: number;
}

/** Statement: the decisions on an event, newest first. */
export const decisionsStatement = ({ db }: Pick<Deps, "db">, eventId: string, limit = SHOWN) =>
  db
    .select({
      action: eventDecisions.action,
      actorId: eventDecisions.actorId,
      actor: users.displayName,
      reason: eventDecisions.reason,
      at: eventDecisions.createdAt,
    })
    .from(eventDecisions)
    .leftJoin(users, eq(users.id, eventDecisions.actorId))
    .where(eq(eventDecisions.eventId, eventId))
    .orderBy(desc(eventDecisions.createdAt), desc(eventDecisions.id))
    .limit(limit);

interface HistoryReader extends Reader {
  deps: Pick<Deps, "clock">;
  timeZone: string | null;
}

/** Isolates the direction of a name within a sentence (Unicode FSI and PDI). */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** Relative time: "a moment ago", "5 minutes ago". */
export function agoOf(at: number, { deps, timeZone, ...reader }: HistoryReader): string {
  const now = deps.clock.now();
  return now - at < MINUTE
    ? translatorFor(reader.locale)("moderation:momentAgo")
    : formatAgo(at, now, reader, timeZone ?? USUAL_ZONE);
}

/** The decisions on an event, in the reader's language. */
export function presentHistory(decisions: readonly PastDecision[], reader: HistoryReader) {
  const t = translatorFor(reader.locale);
  const zone = reader.timeZone ?? USUAL_ZONE;
  return decisions.map(({ action, actor, actorId, reason, at }, index) => ({
    key: `${at}-${index}`,
    what: t(`moderation:decision.${action}`),
    who: actor ?? t(actorId === null ? "moderation:byReports" : "moderation:bySomebody"),
    // The reason of a report is an enum value, not text.
    reason: action === "flag" ? null : reason,
    ago: agoOf(at, reader),
    when: `${formatDate(at, zone, reader)} ${formatTime(at, zone, reader.locale)}`,
    at: new Date(at).toISOString(),
  }));
}

const DECIDED = [
  "approve",
  "reject",
  "accept-revision",
  "reject-revision",
  "withdraw",
  "delete",
  "merge",
] as const satisfies readonly DecisionAction[];

/**
 * Says who decided and when ("Sara approved this a moment ago"), for an event that no longer needs
 * a decision.
 */
export function decidedSentence(
  latest: PastDecision | undefined,
  viewerId: string,
  reader: HistoryReader,
): { text: TextKey<"moderation">; values: TextValues } {
  const action = DECIDED.find((known) => known === latest?.action);
  if (!latest || !action) return { text: "moderation:decided.gone", values: {} };
  const ago = agoOf(latest.at, reader);
  if (latest.actorId === viewerId)
    return { text: `moderation:decidedByYou.${action}`, values: { ago } };
  const name = isolated(latest.actor ?? translatorFor(reader.locale)("moderation:bySomebody"));
  return { text: `moderation:decided.${action}`, values: { name, ago } };
}

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
  const own = await orNull(getOwnEvent(deps, signedIn, id));
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

/** What an approval waits for: each field with a sentence. */
export function presentBlocks(issues: readonly HTTPIssue[], locale: Locale) {
  const t = translatorFor(locale);
  const say = errorTranslatorFor(locale);
  const found = new Map<string, string>();
  for (const { path, message, values } of issues) {
    const sentence = say(message, values);
    const text = TEXT_PATHS.find((known) => known === path);
    // Sentences of required fields name them.
    const isNamed = !text || /^errors:issue\.required\./.test(message);
    if (!found.has(path))
      found.set(path, isNamed ? sentence : `${t(`authoring:field.${text}`)}: ${sentence}`);
  }
  return [...found].map(([path, text]) => ({ path, text }));
}

/** Why a decision on a case does not go through, in words. */
export function refusalText(
  { code, issues }: { code: string; issues: readonly HTTPIssue[] },
  locale: Locale,
): string {
  const t = translatorFor(locale);
  if (issues.length > 0)
    return [...new Set(presentBlocks(issues, locale).map(({ text }) => text))].join(" ");
  if (code === "not-found") return t("ingestion:candidate.gone");
  if (code === "forbidden" || code === "unauthorized") return t("moderation:inbox.mayNot");
  return t("ingestion:candidate.tooLate");
}

type Decided = Awaited<ReturnType<typeof recentDecisions>>[number];

/** Kinds whose decisions `stateOfCase` and the history of their events know. */
export const OF_EVENTS: readonly InboxKind[] = ["new", "edit", "source", "report"];

/**
 * The reader's last decisions: those that can be undone, newest first, and those that did not go
 * through, each with its cause.
 */
export async function presentDecided(
  context: SignedInContext,
  decided: readonly Decided[],
  hrefOf: (one: { kind: InboxKind; id: string }) => { name: string; href: string },
) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const caseOf = ({ kind, subjectId }: Decided) => hrefOf({ kind, id: subjectId });
  return {
    waiting: decided
      .filter(({ state }) => state === "waiting")
      .map((one) => ({
        id: one.id,
        name: caseOf(one).name,
        text: t(`moderation:inbox.done.${one.intent}`, { title: isolated(one.title) }),
        /** Seconds until it takes effect. */
        left: Math.max(0, Math.ceil((one.dueAt - now) / SECOND)),
      })),
    failed: await Promise.all(
      decided
        .filter(({ state }) => state !== "waiting")
        .map(async (one) => ({
          id: one.id,
          title: one.title,
          cause: await causeText(context, one),
          href: caseOf(one).href,
        })),
    ),
  };
}

/** The exact cause in words: who decided first, what is missing, what changed. */
async function causeText(context: SignedInContext, { state, cause, kind, subjectId }: Decided) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  if (state === "replaced") return t("moderation:inbox.replaced");
  if (!cause) return t("moderation:inbox.broke");
  const isLate = cause.code === "conflict" && cause.issues.length === 0;
  if (!isLate || !OF_EVENTS.includes(kind)) return refusalText(cause, locale);
  const [latest] = await decisionsStatement(deps, subjectId, 1);
  const { text, values } = decidedSentence(latest, signedIn.id, context);
  return t(text, values);
}

export type SubmittedEvent = OwnEvent & { draft: null };

/** A submitted event, without its draft; null if it does not exist or was never submitted. */
export async function findSubmitted(
  { deps, signedIn }: SignedInContext,
  id: string,
): Promise<SubmittedEvent | null> {
  const own = await orNull(getOwnEvent(deps, signedIn, id));
  return own?.event ? own : null;
}

/** Whether the event still waits for a decision, and the latest decision. */
export async function stateOfCase(
  context: SignedInContext,
  id: string,
): Promise<{ waits: boolean; latest: PastDecision | undefined }> {
  const [own, decisions] = await Promise.all([
    findSubmitted(context, id),
    decisionsStatement(context.deps, id, 1),
  ]);
  const waits =
    own !== null &&
    (own.event.status === "pending" ||
      own.event.status === "flagged" ||
      (own.event.status === "approved" && own.revision?.status === "pending"));
  return { waits, latest: decisions[0] };
}
