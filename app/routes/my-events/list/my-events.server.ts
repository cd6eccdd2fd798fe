import { presentSubmissionAllowance } from "~/components/submission-allowance-panel/present-submission-allowance.server";
import { type Locale, listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  localDay,
  type Reader,
  USUAL_ZONE,
} from "~/lib/dates/dates.server";
import { formatAgo, instantOf } from "~/lib/dates/written-times.server";
import type { EventValues } from "~/lib/event/event-fields";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { plansFor } from "~/modules/authoring/change-plan.server";
import { missingOf } from "~/modules/authoring/check-values.server";
import { proposedFirstDay, readSeason } from "~/modules/authoring/copy-season.server";
import { ownDraftsAmong } from "~/modules/authoring/draft-commands.server";
import {
  listOwnEvents,
  type OwnRow,
  TABS,
  type Tab,
} from "~/modules/authoring/list-own-events.server";
import { type City, citiesById } from "~/modules/cities/queries.server";
import { isDeletableByCreator, isTransitionAllowed } from "~/modules/events/decision.server";
import { cityName, coverOf } from "~/modules/events/present/present-event.server";
import { mayHost } from "~/modules/hosting/host-access.server";
import { listHelpedEvents } from "~/modules/hosting/people.server";
import { submissionAllowance } from "~/modules/identity/trust/submission-allowance.server";
import { shownPicture } from "~/modules/media/media-files";

export type MyEventsView = Awaited<ReturnType<typeof myEventsLoader>>;
export type MyEventView = MyEventsView["groups"][number]["rows"][number];

const WORDS_MAX = 200;

/** Data of `/my-events` (product.md §2). @throws AppError("bad-request") for an invalid cursor */
export async function myEventsLoader(context: SignedInContext, params: URLSearchParams) {
  const { deps, locale, calendar, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const tab = TABS.find((name) => name === params.get("tab")) ?? "all";
  const q = (params.get("q") ?? "").trim().slice(0, WORDS_MAX);
  const listed = (name: string) => (params.get(name) ?? "").split(",").filter(Boolean);
  const removed = listed("remove");
  const copied = listed("copy");
  const [list, allowance, cities, helped, toRemove, season] = await Promise.all([
    listOwnEvents(deps, signedIn, { tab, q, cursor: params.get("cursor") }),
    submissionAllowance(deps, signedIn),
    citiesById(deps),
    tab === "all" && !params.has("cursor") ? listHelpedEvents(deps, signedIn) : [],
    removed.length > 0 ? ownDraftsAmong(deps, signedIn, removed) : [],
    copied.length > 0 ? readSeason(deps, signedIn, copied) : [],
  ]);
  const today = localDay(deps.clock.now(), context.timeZone ?? USUAL_ZONE);
  const here = (name: Tab, query: { q?: string; cursor?: string } = {}) =>
    paths.myEvents({ tab: name === "all" ? null : name, ...query });
  const row = { ...context, locale, calendar, cities };
  return {
    head: pageHead({ origin, locale, seo }, paths.myEvents(), {
      title: t("authoring:mine.title"),
      description: t("authoring:mine.lead"),
      noindex: true,
    }),
    tab,
    q,
    tabs: TABS.map((name) => ({
      name,
      label: t(`authoring:mine.tab.${name}`),
      count: formatNumber(list.counts[name], locale),
      href: here(name),
    })),
    /** Drafts that were chosen to be deleted, until that is confirmed. */
    toRemove: toRemove.map(({ id, titleEn, values }) => ({
      id,
      ...titleOf({ en: titleEn, fa: values.title.fa }, locale),
    })),
    /** Events that were chosen to be copied with new dates, until a day is said. */
    toCopy:
      season.length > 0
        ? {
            calendar,
            today,
            first: proposedFirstDay(season, today),
            events: season.map(({ id, title, firstDay }) => ({
              id,
              ...titleOf({ en: title.en ?? "", fa: title.fa }, locale),
              day: firstDay
                ? formatDate(Date.parse(`${firstDay}T12:00:00Z`), "UTC", { locale, calendar })
                : t("authoring:mine.copy.undated"),
            })),
          }
        : null,
    isEmpty: list.counts.all === 0,
    groups: groupsOf(list.rows, tab).map(({ title, rows }) => ({
      title: title && t(`authoring:mine.group.${title}`),
      rows: rows.map((found) => presentRow(found, row)),
    })),
    /** Events of others that the account helps with. */
    helping: helped.map(({ id, titleEn, titleFa, startsAt, timeZone, role, personId, ...of }) => ({
      id,
      ...titleOf({ en: titleEn, fa: titleFa }, locale),
      to: role === "door" ? paths.eventDoors(id) : paths.hostPage(id),
      facts: [t(`people:role.${role}`), whenOf(startsAt, timeZone, false, context)],
      personId,
      /** The organizer's page that the role comes from, and is left at; null for one in the event. */
      page: of.pageEn && localized({ en: of.pageEn, fa: of.pageFa }, locale),
      /** Null where the role gets no mails about RSVPs. */
      getsMails: mayHost(role, "guests") ? of.getsMails === 1 : null,
    })),
    next: list.nextCursor && here(tab, { q, cursor: list.nextCursor }),
    embed: paths.embedBuilder({ by: signedIn.id }),
    isContinued: params.has("cursor"),
    start: here(tab, { q }),
    allowance: presentSubmissionAllowance(allowance, [], context, context.timeZone ?? USUAL_ZONE),
  };
}

/**
 * Separates events that need their author. The tab of rejected events has one group, because all of
 * them do.
 */
function groupsOf(
  rows: readonly OwnRow[],
  tab: Tab,
): { title: "attention" | "rest" | null; rows: readonly OwnRow[] }[] {
  const attention = rows.filter(({ needsAuthor }) => needsAuthor);
  if (attention.length === 0 || tab === "rejected")
    return rows.length > 0 ? [{ title: null, rows }] : [];
  const rest = rows.filter(({ needsAuthor }) => !needsAuthor);
  return [
    { title: "attention", rows: attention },
    ...(rest.length > 0 ? [{ title: "rest" as const, rows: rest }] : []),
  ];
}

/** Whether a text is missing in English alone. */
const isTranslatable = ({ title, venue, description }: EventValues, path: string) =>
  Object.entries({ title, venue, description }).some(
    ([name, text]) => path === `${name}.en` && text.fa !== null,
  );

type RowContext = SignedInContext & { cities: ReadonlyMap<string, City> };

function presentRow(row: OwnRow, context: RowContext) {
  const { deps, locale, cities } = context;
  const t = translatorFor(locale);
  const now = deps.clock.now();
  if (row.kind === "draft") {
    const { values } = row;
    const city = [...cities.values()].find(({ slug }) => slug === values.city);
    const start = values.startsAt && city ? instantOf(values.startsAt, city.timeZone) : null;
    const lacking = missingOf(values);
    const missing = lacking.map(({ path }) =>
      t(`authoring:missing.${path.split(".")[0] as "city"}`),
    );
    // A draft without an English title comes from the short form, which asks for the rest there.
    const isUnfinished = row.needsLanguage !== null || values.title.en === null;
    return {
      ...common(row.id, { en: row.titleEn, fa: values.title.fa }, context),
      ...(isUnfinished ? { edit: paths.finishEvent(row.id) } : null),
      cover: shownPicture(values.imageUrl),
      focus: values.imageFocus,
      badge: { status: "draft" as const, label: t("authoring:status.draft") },
      isDraft: true,
      revision: null,
      reason: null,
      facts: [
        ...(start === null || !city
          ? []
          : [
              {
                icon: "calendar" as const,
                text: whenOf(start, city.timeZone, values.allDay, context),
              },
            ]),
        {
          icon: "clock" as const,
          text: t("authoring:mine.changed", { ago: agoOf(row.updatedAt, now, context) }),
        },
      ],
      hint: row.needsLanguage
        ? t(`authoring:handOver.waits.${row.needsLanguage}`)
        : missing.length > 0
          ? lacking.every(({ path }) => isTranslatable(values, path))
            ? t("authoring:finish.missing.en")
            : t("authoring:mine.missing", { fields: listOf(locale, missing) })
          : null,
      actions: {
        view: null,
        guests: null,
        edit: "continue" as const,
        submit: missing.length === 0,
        withdraw: false,
        change: null,
        delete: true,
      },
    };
  }
  const { event, revision } = row;
  const { status, lifecycle } = event;
  const venue = localized({ en: event.venueEn, fa: event.venueFa }, locale);
  const reason =
    status === "rejected"
      ? event.rejectionReason
      : revision?.status === "rejected"
        ? revision.reason
        : null;
  const isPublic = status === "approved";
  return {
    ...common(row.id, { en: event.titleEn, fa: event.titleFa }, context),
    cover: coverOf(event),
    focus: event.imageFocus,
    badge:
      isPublic && lifecycle !== "scheduled"
        ? { status: lifecycle, label: t(`events:${lifecycle}`) }
        : { status, label: t(`authoring:status.${status}`) },
    isDraft: false,
    revision: revision && {
      status: revision.status,
      label: t(`authoring:revision.${revision.status}`),
    },
    reason,
    facts: [
      {
        icon: "calendar" as const,
        text: whenOf(event.startsAt, event.timeZone, event.allDay, context),
      },
      ...(event.occurrenceCount > 1 && event.endsAt > now
        ? [
            {
              icon: "calendar-month" as const,
              text: t("events:moreDates", { count: event.occurrenceCount - 1 }),
            },
          ]
        : []),
      {
        icon: "map-pin" as const,
        text: listOf(locale, [venue, cityName(cities.get(event.cityId), locale)]),
      },
      ...(isPublic
        ? [
            { icon: "eye" as const, text: t("authoring:mine.views", { count: event.viewCount }) },
            { icon: "heart" as const, text: t("authoring:mine.saves", { count: event.saveCount }) },
          ]
        : []),
      ...(status === "pending" && event.submittedAt !== null
        ? [
            {
              icon: "clock" as const,
              text: t("authoring:mine.sent", { ago: agoOf(event.submittedAt, now, context) }),
            },
          ]
        : []),
    ],
    hint: status === "flagged" ? t("authoring:mine.flagged") : null,
    actions: {
      view: paths.event(row.id),
      guests: isPublic ? paths.hostPage(row.id) : null,
      edit:
        status === "rejected" || revision?.status === "rejected"
          ? ("fix" as const)
          : status === "draft"
            ? ("continue" as const)
            : ("edit" as const),
      submit: status === "draft",
      withdraw: isTransitionAllowed(status, "withdraw"),
      change: isPublic && plansFor(event, now).length > 0 ? paths.changePlan(row.id) : null,
      delete: isDeletableByCreator(status),
    },
  };
}

const titleOf = (title: { en: string; fa: string | null }, locale: Locale) => ({
  title: localized(title, locale),
  titleLang: locale === "fa" && !title.fa ? ("en" as const) : undefined,
});

const common = (id: string, title: { en: string; fa: string | null }, { locale }: Reader) => ({
  id,
  ...titleOf(title, locale),
  edit: paths.editEvent(id),
  addDate: `${paths.editEvent(id, { add: 1 })}#when`,
  rsvp: {
    href: paths.hostSettings(id),
    label: translatorFor(locale)("hosting:settings.link"),
  },
  remove: paths.deleteEvent(id),
});

const agoOf = (at: number, now: number, context: RowContext) =>
  formatAgo(at, now, context, context.timeZone ?? USUAL_ZONE);

function whenOf(at: number, timeZone: string, allDay: boolean, reader: Reader): string {
  const { weekdayShort, day, month, year } = dateParts(at, timeZone, reader);
  return listOf(reader.locale, [
    `${weekdayShort} ${day} ${month} ${year}`,
    allDay ? "" : formatTime(at, timeZone, reader.locale),
  ]);
}
