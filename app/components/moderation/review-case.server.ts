import { and, eq, inArray, sql } from "drizzle-orm";
import { type InboxKind, trustEntries, users } from "../../../db/schema";
import { isUnreadable } from "../../../db/schema/columns";
import { listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { formatDate, formatTime, type Reader } from "../../lib/dates/dates.server";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import type { EventValues } from "../../lib/event/event-fields";
import type { TextPath } from "../../lib/event/field-groups";
import { expecting } from "../../lib/http/form-answer.server";
import type { HTTPIssue } from "../../lib/http/form-failure";
import type { SignedInContext } from "../../lib/http/request-context";
import { paths } from "../../lib/paths";
import { formatNumber } from "../../lib/text/money";
import { assertComplete } from "../../modules/authoring/check-values.server";
import { checkedAgainst } from "../../modules/authoring/draft-commands.server";
import { valuesOfEvent } from "../../modules/authoring/event-values.server";
import { ownEventMarks, versionOf } from "../../modules/authoring/find-own-event.server";
import { REASON_MAX } from "../../modules/events/decision.server";
import { explainComparison } from "../../modules/events/duplicates/compare-events";
import {
  duplicatesLookup,
  type FoundDuplicate,
  subjectOfRow,
  subjectOfValues,
} from "../../modules/events/duplicates/find-duplicates.server";
import { MERGE_FIELD_NAMES, mergeLabelKey } from "../../modules/events/duplicates/merge-fields";
import { coverOf, presentTraits } from "../../modules/events/present/present-event.server";
import { tierOf } from "../../modules/identity/users/schema";
import { proposalsOf } from "../../modules/review/moderation/confirm-traits.server";
import { notesStatements, presentNotes } from "../../modules/review/notes/notes.server";
import { presentCaseFacts } from "./case-facts.server";
import {
  decidedSentence,
  decisionsStatement,
  findSubmitted,
  isolated,
  openReportsStatement,
  type PastDecision,
  presentBlocks,
  presentHistory,
  presentReport,
  type SubmittedEvent,
} from "./event-details.server";
import { presentChanges, presentWritten, startOf } from "./shown-values.server";

const TIERS = {
  "low trust": "low",
  "new user": "new",
  regular: "regular",
  trusted: "trusted",
} as const;
/** Maximum number of possible duplicates to compare. */
const DUPLICATES = 4;

/** Preset reasons; new events and edits differ in the first. */
const PRESETS = {
  new: ["notAnEvent", "misleading", "detail", "duplicate"],
  edit: ["price", "misleading", "detail", "duplicate"],
} as const;
const ALL_PRESETS = ["notAnEvent", "price", "misleading", "detail", "duplicate"] as const;

/**
 * Everything a moderator needs to decide on an event or an edit. If nothing is pending, only a
 * sentence with who decided.
 * @param preset name of a preset reason, chosen without JavaScript
 * @param wanted kind of the case in the inbox, where reported events and changes of sources are
 * cases too
 */
export async function reviewCase(
  context: SignedInContext,
  id: string,
  preset: string | null,
  wanted: Extract<InboxKind, "new" | "edit" | "source" | "report" | "reported"> | null = null,
) {
  const { deps, signedIn, locale, calendar, origin } = context;
  const own = await findSubmitted(context, id);
  const t = translatorFor(locale);
  const isPublic =
    wanted === "reported" && own?.event.status === "approved" && own.event.flagCount > 0;
  const isEdit =
    !isPublic && own?.event.status === "approved" && own.revision?.status === "pending";
  const isReport = isPublic || (wanted !== null && own?.event.status === "flagged");
  const isOfSource = wanted === "source" && isEdit && own.revision?.sourceItemId !== null;
  if (!own || !(isEdit || isReport || own.event.status === "pending")) {
    const decisions = await decisionsStatement(deps, id, 1);
    const { text, values } = decidedSentence(decisions[0], signedIn.id, context);
    return {
      isOpen: false as const,
      sentence: t(text, values),
      details: own ? paths.adminEvents({ event: id }) : null,
    };
  }
  const { event, revision, cities } = own;
  const { db } = deps;
  const current = valuesOfEvent(event, cities.get(event.cityId));
  const edit = isEdit && revision ? revision.values : null;
  const proposed = edit && !isUnreadable(edit) ? edit : current;
  const city =
    [...cities.values()].find(({ slug }) => slug === proposed.city) ?? cities.get(event.cityId);
  const start = startOf(proposed, cities, deps.clock.now()) ?? event.startsAt;
  const timeZone = city?.timeZone ?? event.timeZone;
  const lookup = duplicatesLookup(
    deps,
    subjectOfValues(id, proposed, city) ?? subjectOfRow(event),
    {
      timeZone,
      authorId: null,
      most: DUPLICATES,
    },
  );
  const creatorId = event.creatorId ?? "";
  const editorId = (isEdit && own.revision?.authorId) || creatorId;
  const [people, trust, decisions, reports, notes, staff, ...found] = await db.batch([
    db
      .select({
        id: users.id,
        displayName: users.displayName,
        trustScore: users.trustScore,
        language: users.preferredLanguage,
      })
      .from(users)
      .where(inArray(users.id, [creatorId, editorId])),
    db
      .select({ kind: trustEntries.kind, count: sql<number>`count(*)` })
      .from(trustEntries)
      .where(
        and(
          eq(trustEntries.userId, creatorId),
          inArray(trustEntries.kind, ["approval", "rejection"]),
        ),
      )
      .groupBy(trustEntries.kind),
    decisionsStatement(deps, id),
    openReportsStatement(deps, isReport ? id : ""),
    ...notesStatements(deps, id),
    ...lookup.statements,
  ]);
  const creator = people.find((person) => person.id === creatorId);
  const editor =
    editorId === creatorId ? undefined : people.find((person) => person.id === editorId);
  const countOf = (kind: string) => trust.find((entry) => entry.kind === kind)?.count ?? 0;
  // The creator reads the reason, so it uses their language.
  const sayToHost = translatorFor(creator?.language ?? locale);
  const shown = { locale, calendar, origin, cities, now: deps.clock.now() };
  return {
    isOpen: true as const,
    id,
    kind: isOfSource
      ? ("source" as const)
      : isEdit
        ? ("edit" as const)
        : isPublic
          ? ("reported" as const)
          : isReport
            ? ("report" as const)
            : ("new" as const),
    kindLabel: t(
      isOfSource
        ? "moderation:inbox.kind.source"
        : isEdit
          ? "moderation:kind.edit"
          : isReport
            ? "moderation:kind.report"
            : "moderation:kind.new",
    ),
    version: versionOf(own),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    titleLang: langOf(event, locale),
    cover: coverOf({ ...event, imageUrl: proposed.imageUrl }),
    focus: proposed.imageFocus,
    facts: presentCaseFacts(
      proposed,
      {
        city,
        when: listOf(locale, [
          formatDate(start, timeZone, { locale, calendar }),
          proposed.allDay ? t("events:allDay") : formatTime(start, timeZone, locale),
        ]),
        start,
        timeZone,
      },
      { locale, calendar },
    ),
    saved: isEdit ? t("moderation:saved", { count: event.saveCount }) : null,
    creator: creator
      ? {
          name: creator.displayName,
          href: paths.user(creator.id),
          trust: t("moderation:standing", {
            tier: t(`account:standing.${TIERS[tierOf(creator.trustScore)]}`),
            score: isolated(formatNumber(creator.trustScore, locale)),
          }),
          history: t("moderation:record", {
            approved: countOf("approval"),
            rejected: countOf("rejection"),
          }),
        }
      : null,
    /** Account other than the creator that made the edit, or changed the event while it waits. */
    editedBy: isEdit
      ? editor && !isOfSource
        ? t("moderation:queue.editedBy", { name: isolated(editor.displayName) })
        : null
      : changedBy(decisions, event.creatorId, context),
    page: paths.event(id),
    edit: paths.editEvent(id),
    /** Form of a report, which hides the event at once if staff send it. */
    hide: isPublic ? paths.reportEvent(id) : null,
    warning:
      edit && isUnreadable(edit)
        ? t("moderation:unreadable")
        : isEdit
          ? warningOf(context, event, start)
          : null,
    /** What approval waits for. */
    blocked: edit
      ? isUnreadable(edit)
        ? [{ path: "", text: t("moderation:unreadable") }]
        : presentBlocks(await issuesOfEdit(deps, edit, event), locale)
      : [],
    findings: isEdit ? machineFindings(ownEventMarks(own), t) : [],
    reports: reports.map((report) => presentReport(report, context)),
    changes: isEdit ? presentChanges(current, proposed, shown) : null,
    written: isEdit ? null : presentWritten(proposed, shown, event.machineTranslated),
    duplicates: (isReport ? [] : lookup.read(...found)).map((duplicate) =>
      presentDuplicate(context, duplicate),
    ),
    history: presentHistory(decisions, context),
    notes: presentNotes(notes, staff, context),
    proposals: presentTraits(proposalsOf(own), locale),
    presets: (isOfSource || isPublic ? [] : PRESETS[isEdit ? "edit" : "new"]).map((name) => ({
      name,
      label: t(`moderation:preset.${name}.label`),
      text: sayToHost(`moderation:preset.${name}.text`),
    })),
    // An edit belongs to a public event: merging and rejecting the event do not apply.
    merge:
      isEdit || isReport
        ? null
        : {
            fields: MERGE_FIELD_NAMES.map((name) => ({ name, label: t(mergeLabelKey(name)) })),
            reason: sayToHost("moderation:preset.duplicate.text"),
          },
    hostLanguage:
      !isOfSource && !isPublic && creator?.language && creator.language !== locale
        ? t(`moderation:hostReads.${creator.language}`)
        : null,
    reason: chosenPreset(preset, sayToHost),
    reasonMax: REASON_MAX,
  };
}

/** What keeps an edit from being accepted, by the checks of its command. */
async function issuesOfEdit(
  deps: SignedInContext["deps"],
  values: EventValues,
  announced: SubmittedEvent["event"],
): Promise<readonly HTTPIssue[]> {
  const against = await checkedAgainst(deps, values);
  return expecting({ invalid: ({ issues }) => issues }, () => {
    assertComplete(values, { ...against, announced });
    return [];
  });
}

/** Machine-written texts an edit leaves unchanged: its table of changes does not show them. */
const machineFindings = (marks: readonly TextPath[], t: ReturnType<typeof translatorFor>) =>
  marks.map((path) => ({
    key: path,
    text: t("moderation:queue.stillMachine", { field: t(`authoring:field.${path}`) }),
  }));

/**
 * Names of the accounts other than the creator that changed the event since its submission; null if
 * none did.
 */
function changedBy(
  decisions: readonly PastDecision[],
  creatorId: string | null,
  { locale }: SignedInContext,
): string | null {
  const t = translatorFor(locale);
  const submitted = decisions.findIndex(({ action }) => action === "submit");
  const since = submitted < 0 ? decisions : decisions.slice(0, submitted);
  const others = since.filter(
    ({ action, actorId }) => action === "edit" && actorId !== null && actorId !== creatorId,
  );
  const names = [
    ...new Set(others.map(({ actor }) => isolated(actor || t("moderation:bySomebody")))),
  ];
  return names.length > 0 ? t("moderation:queue.changedBy", { name: listOf(locale, names) }) : null;
}

/** A possible duplicate with its reasons. */
function presentDuplicate({ locale }: SignedInContext, { event, comparison }: FoundDuplicate) {
  const t = translatorFor(locale);
  const { relation, for: reasons, against } = explainComparison(comparison);
  return {
    id: event.id,
    version: event.version,
    href:
      event.status === "pending"
        ? paths.adminPendingEvents({ event: event.id })
        : paths.event(event.id),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    when: formatTime(event.startsAt, event.timeZone, locale),
    status: event.status,
    statusLabel: t(`authoring:status.${event.status}`),
    where: localized({ en: event.venueEn, fa: event.venueFa }, locale),
    isCandidate: false,
    relation: t(`moderation:duplicate.relation.${relation}`),
    reasons: listOf(
      locale,
      [...reasons, ...against].map((reason) => t(`moderation:duplicate.reason.${reason}`)),
    ),
  };
}

const chosenPreset = (preset: string | null, say: ReturnType<typeof translatorFor>): string => {
  const name = ALL_PRESETS.find((known) => known === preset);
  return name ? say(`moderation:preset.${name}.text`) : "";
};

const langOf = (event: { titleFa: string | null }, locale: Reader["locale"]) =>
  locale === "fa" && !event.titleFa ? ("en" as const) : undefined;

/** Warns about a changed start, which affects everyone who saved the event. */
function warningOf(
  { locale }: SignedInContext,
  event: SubmittedEvent["event"],
  start: number,
): string | null {
  const moved = start - event.startsAt;
  if (moved === 0) return null;
  const t = translatorFor(locale);
  const by = Math.abs(moved);
  const say = (value: number, unit: "day" | "hour" | "minute") =>
    formatNumber(value, locale, {
      style: "unit",
      unit,
      unitDisplay: "long",
      maximumFractionDigits: 1,
    });
  const duration =
    by >= DAY
      ? say(by / DAY, "day")
      : by >= HOUR
        ? say(by / HOUR, "hour")
        : say(by / MINUTE, "minute");
  const moves = t(moved > 0 ? "moderation:moves.later" : "moderation:moves.earlier", { duration });
  return event.saveCount === 0
    ? moves
    : `${moves} ${t("moderation:moves.saved", { count: event.saveCount })}`;
}
