import { creatorText } from "~/components/moderation/creator-text";
import { isolated, presentDecided } from "~/components/moderation/event-details.server";
import { reviewCase } from "~/components/moderation/review-case.server";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { DAY } from "~/lib/dates/durations";
import { AppError } from "~/lib/errors";
import { CATEGORIES } from "~/lib/event/categories";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { adminGroup } from "~/lib/paths/staff";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { MAX_COUNTED_ROWS, totalText } from "~/lib/text/total-text.server";
import { citiesById, listCities } from "~/modules/cities/queries.server";
import { cityName, coverOf } from "~/modules/events/present/present-event.server";
import { kindsFor } from "~/modules/review/inbox/count-cases.server";
import {
  CASE_GROUPS,
  candidatesWith,
  newEventsAmong,
  qualityOf,
  READY_SCORE,
} from "~/modules/review/inbox/inbox-cases.server";
import {
  GROUPED_MAX,
  type InboxRow,
  listInbox,
  VIEW_NAME_MAX,
} from "~/modules/review/inbox/list-inbox.server";
import { watchCase } from "~/modules/review/inbox/watch-cases.server";
import { waitingTwins } from "~/modules/review/moderation/waiting-twins.server";
import type { InboxKind } from "../../../../db/schema/index";
import { countText, waitOf } from "../waiting-texts.server";
import { presentFixes } from "./case-fixes.server";
import { caseOrigin, caseState } from "./case-state.server";
import { presentFlagged } from "./flagged.server";
import {
  reviewCandidate,
  reviewHandedOver,
  reviewPair,
  reviewProposal,
} from "./review-cases.server";
import {
  among,
  caseIn,
  caseName,
  caseOf,
  FILTERS,
  reviewPaths,
  type ScopeName,
  SINGLE,
} from "./scopes.server";

const SOURCES = ["people", "ingestion"] as const;
const AGES = ["new", "day", "week"] as const;
/** Kinds that are public already. */
const UNSCORED: readonly InboxKind[] = ["report", "reported", "plan", "duplicate", "language"];
/** Section of the form that adds what a case lacks. */
const FIXES = {
  picture: "media",
  persian: "words",
  coordinates: "where",
  time: "when",
  description: "words",
} as const;

/**
 * Data of the review screen at one of its addresses: the queue with its filters and the open case.
 * @throws AppError("bad-request") for an invalid cursor
 */
export async function reviewPage(
  context: SignedInContext,
  name: ScopeName,
  params: URLSearchParams,
) {
  const { deps, signedIn, locale, seo } = context;
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const paths = reviewPaths(name, params);
  const { scope, to, filter, trail } = paths;
  const cities = await citiesById(deps);
  const bySlug = new Map([...cities.values()].map((city) => [city.slug, city]));
  const category = CATEGORIES.find(({ slug }) => slug === filter.category);
  const age = among(AGES, params.get("age"));
  const kinds = kindsFor(signedIn).filter((one) => scope.kinds.includes(one));
  const tabs = Object.entries(scope.tabs).filter(
    ([, tab]) => tab.kinds.length === 0 || tab.kinds.some((one) => kinds.includes(one)),
  );
  const tab = paths.tab === null ? undefined : scope.tabs[paths.tab];
  const [named, twins] = await Promise.all([
    caseIn(context, params, name),
    tabs.some(([, { isTwins }]) => isTwins) ? waitingTwins(deps, signedIn) : null,
  ]);
  if (named && !kindsFor(signedIn).includes(named.kind)) throw new AppError("forbidden");
  const preset = params.get("reason");
  const from = params.get("source") ?? "";
  const slices = Object.fromEntries(
    tabs.flatMap(([one, { status, isTwins }]) =>
      status
        ? [[one, candidatesWith(status)]]
        : isTwins
          ? [[one, newEventsAmong(twins?.ids ?? [], twins?.until ?? -1)]]
          : [],
    ),
  );
  const openCase = ({ kind: of, id }: { kind: InboxKind; id: string }) =>
    of === "candidate"
      ? reviewCandidate(context, id, preset)
      : of === "duplicate"
        ? reviewPair(context, id)
        : of === "plan"
          ? reviewProposal(context, id)
          : of === "language"
            ? reviewHandedOver(context, id)
            : reviewCase(context, id, preset, of);
  const [inbox, ofNamed, state] = await Promise.all([
    listInbox(deps, signedIn, {
      kinds: scope.kinds,
      only: tab?.kinds ?? [],
      slice: slices[paths.tab ?? ""] ?? null,
      slices,
      isGrouped: scope.isGrouped ?? false,
      ...(scope.hasTotal && { upTo: MAX_COUNTED_ROWS + 1 }),
      cursor: tab?.kinds.length === 0 ? null : params.get("after"),
      cities: params.getAll("city").flatMap((slug) => bySlug.get(slug)?.id ?? []),
      category: category?.name ?? null,
      source: among(SOURCES, from) ?? (isUuid(from) ? from : null),
      before: age === "day" ? now - DAY : age === "week" ? now - 7 * DAY : null,
      after: age === "new" ? now - DAY : null,
      isReady: params.get("ready") === "1",
    }),
    named && openCase(named),
    named && caseState(deps, signedIn, named),
  ]);
  // The tab of all reports lists no cases.
  const rows = tab?.kinds.length === 0 ? [] : inbox.rows;
  const first = scope.isCards ? undefined : rows[0];
  const current = named ?? first ?? null;
  const [opened, origin, fixes, decided, flagged] = await Promise.all([
    ofNamed ?? (first ? openCase(first) : null),
    current && caseOrigin(context, current),
    current && presentFixes(context, current),
    presentDecided(context, inbox.decided, (one) => ({
      name: caseName(one),
      href: to({ case: caseName(one) }),
    })),
    scope.isCards ? presentFlagged(context, { rows, params, paths }) : null,
  ]);
  const countOf = ([one, { kinds: of }]: (typeof tabs)[number]) =>
    inbox.parts[one] ?? of.reduce((sum, kind) => sum + (inbox.counts[kind] ?? 0), 0);
  const place = rows.findIndex(({ id }) => id === current?.id);
  const linkTo = (row: InboxRow | undefined) => (row ? to({ case: caseName(row) }) : null);
  const nextRow = rows[place + 1] ?? rows.find(({ id }) => id !== current?.id);
  const total = Object.values(inbox.counts).reduce((sum, count) => sum + count, 0);
  const missing = rows[place]?.missing ?? state?.missing ?? null;
  const quality = missing === null ? null : qualityOf(missing);
  // More wait than are put into groups.
  const isCut =
    scope.isGrouped === true && Object.values(inbox.counts).some((count) => count >= GROUPED_MAX);
  const headingOf = ({ group }: InboxRow) => ({
    label: t(`moderation:inbox.group.${CASE_GROUPS[group] ?? "doubts"}`),
    count: `${countText(inbox.groups[group] ?? 0, locale)}${isCut ? "+" : ""}`.replace("++", "+"),
  });
  const watchersOf = (id: string) => watcherTexts(inbox.watchers, id, context);
  const openTab = tabs.find(([one]) => one === paths.tab);
  const shown = openTab ? countOf(openTab) : total;
  const nextCursor = tab?.kinds.length === 0 ? (flagged?.nextCursor ?? null) : inbox.nextCursor;
  const here = current ? to({ case: caseName(current) }) : to();
  return {
    head: pageHead({ origin: context.origin, locale, seo }, scope.pathTo(), {
      title: t(scope.title),
      description: t(scope.lead),
      noindex: true,
    }),
    title: t(scope.title),
    lead: tab?.lead
      ? t(tab.lead)
      : Number.isFinite(inbox.oldest)
        ? t("moderation:inbox.summary", {
            count: countText(total, locale),
            wait: waitOf(inbox.oldest, deps, locale, "long"),
          })
        : t("moderation:queue.nothing"),
    tabs: [
      ...(scope.usual
        ? []
        : [
            {
              value: "all",
              label: `${t("moderation:inbox.tab.all")} ${countText(total, locale)}`,
              href: paths.toTab(null),
            },
          ]),
      ...tabs.map((one) => ({
        value: one[0],
        label:
          one[1].kinds.length === 0
            ? t(one[1].label)
            : `${t(one[1].label)} ${countText(countOf(one), locale)}`,
        href: paths.toTab(one[0]),
      })),
    ],
    tab: (paths.tab ?? "all") as string,
    /** Name and value of the tab, for the form of filters. */
    tabField: { name: scope.param, value: paths.tab === scope.usual ? "" : (paths.tab ?? "") },
    base: scope.pathTo(),
    /** Path of the tab without filters. */
    clear: scope.pathTo({ [scope.param]: paths.tab === scope.usual ? null : paths.tab }),
    isTab: tab !== undefined && paths.tab !== scope.usual,
    query: {
      city: params.getAll("city"),
      category: category?.slug ?? "",
      source: among(SOURCES, from) ?? inbox.monitored.find(({ id }) => id === from)?.id ?? "",
      age: age ?? "",
      isReady: params.get("ready") === "1",
    },
    isFiltered: FILTERS.some((one) => params.get(one)),
    options: {
      cities: (await listCities(deps)).map((city) => ({
        value: city.slug,
        label: cityName(city, locale),
      })),
      categories: CATEGORIES.map(({ slug, name, fa }) => ({
        value: slug,
        label: localized({ en: name, fa }, locale),
      })),
      sources: [
        ...SOURCES.map((value) => ({ value, label: t(`moderation:inbox.source.${value}`) })),
        ...inbox.monitored.map(({ id, name }) => ({ value: id, label: name })),
      ],
      ages: AGES.map((value) => ({ value, label: t(`moderation:inbox.age.${value}`) })),
    },
    rows: rows.map((row, index) => {
      return {
        /** Heading of the group that begins with it. */
        group: scope.isGrouped && rows[index - 1]?.group !== row.group ? headingOf(row) : null,
        id: row.id,
        name: caseName(row),
        href: to({ case: caseName(row) }),
        isOpen: row.id === current?.id,
        title: localized({ en: row.titleEn, fa: row.titleFa }, locale),
        titleLang: locale === "fa" && !row.titleFa ? ("en" as const) : undefined,
        cover: coverOf({ ...row, tags: [] }),
        focus: row.imageFocus,
        by:
          row.kind === "candidate"
            ? t("moderation:inbox.source.ingestion")
            : creatorText(t, row.creator),
        editedBy: row.editor && t("moderation:queue.changedBy", { name: isolated(row.editor) }),
        isTwin: twins?.ids.includes(row.id) ?? false,
        city: cityName(cities.get(row.cityId), locale),
        kind: row.kind,
        kindLabel: t(`moderation:inbox.kind.${row.kind}`),
        isReady: row.isReady === 1,
        wait: waitOf(row.at, deps, locale),
        since: new Date(row.at).toISOString(),
        version: row.version,
        isSingle: SINGLE.includes(row.kind),
        watchers: watchersOf(row.id),
      };
    }),
    opened:
      opened?.isOpen && opened.kind !== "duplicate"
        ? {
            ...opened,
            presets: opened.presets.map((one) => ({
              ...one,
              href: `${here}${here.includes("?") ? "&" : "?"}reason=${one.name}`,
            })),
          }
        : opened,
    /** The source of the open case. */
    from: opened?.isOpen ? origin : null,
    /** Name of the open case. */
    current: current && caseName(current),
    isNamed: named !== null,
    quality:
      quality && opened?.isOpen && opened.kind !== "duplicate" && !UNSCORED.includes(opened.kind)
        ? {
            text: t("moderation:inbox.quality", {
              score: formatNumber(quality.score, locale),
              whole: formatNumber(100, locale),
            }),
            isReady: quality.score >= READY_SCORE,
            missing: quality.missing.map((name) => ({
              name,
              label: t(`moderation:inbox.missing.${name}`),
              href: `${opened.edit}#${opened.kind === "candidate" ? "mending" : FIXES[name]}`,
            })),
          }
        : null,
    fixes: opened?.isOpen ? fixes : null,
    /** A colleague's decision on the open case that still waits. */
    taken:
      state?.decider &&
      t(state.isMine ? "moderation:inbox.takenByYou" : "moderation:inbox.taken", {
        name: isolated(state.decider),
      }),
    decided,
    watchers: current ? watchersOf(current.id) : [],
    /** Whether the reader has claimed the open case. */
    isClaimed: inbox.watchers.some(
      ({ subjectId, userId }) => subjectId === current?.id && userId === signedIn.id,
    ),
    /** Filters by name; null where they cannot be kept. */
    views:
      name === "inbox"
        ? inbox.views.map(({ id, name: label, query }) => ({
            id,
            name: label,
            href: `${scope.pathTo()}${query}`,
          }))
        : null,
    nameMax: VIEW_NAME_MAX,
    action: here,
    nextName: nextRow ? caseName(nextRow) : null,
    previous: place > 0 ? linkTo(rows[place - 1]) : null,
    following: linkTo(rows[place + 1]),
    list: to(),
    /** Its candidates in one list, where the filter names one source or run. */
    together:
      isUuid(from) && rows.some(({ kind }) => kind === "candidate")
        ? adminGroup({ source: from })
        : null,
    /** That some are in no group yet; null where all are. */
    cut: isCut
      ? t("moderation:inbox.group.cut", { count: formatNumber(GROUPED_MAX, locale) })
      : null,
    total: scope.hasTotal ? totalText(flagged?.total ?? shown, locale) : null,
    start: trail.previous && paths.view,
    previousPage: trail.previous && to(trail.previous),
    nextPage: nextCursor && to(trail.nextTo(nextCursor)),
    /** Cards and reports of `/admin/flagged-events`. */
    flagged,
  };
}

type Watchers = Awaited<ReturnType<typeof listInbox>>["watchers"];

/**
 * Sentences about the colleagues who look at a case or have claimed it, and the reader's own claim.
 */
function watcherTexts(
  watchers: Watchers,
  id: string,
  { signedIn, locale }: SignedInContext,
): string[] {
  const t = translatorFor(locale);
  return watchers
    .filter(({ subjectId }) => subjectId === id)
    .map(({ userId, name, isClaim }) =>
      userId === signedIn.id
        ? t("moderation:inbox.claimedByYou")
        : t(isClaim ? "moderation:inbox.claimedBy" : "moderation:inbox.watched", {
            name: isolated(name),
          }),
    );
}

/**
 * Records what the reader looks at. @returns who looks at which case, and a stamp that changes when
 * colleagues decide
 */
export async function watchInbox(context: SignedInContext, subject: string) {
  const { watchers, stamp } = await watchCase(
    context.deps,
    context.signedIn,
    caseOf(subject)?.id ?? "",
  );
  const ids = [...new Set(watchers.map(({ subjectId }) => subjectId))];
  return {
    stamp,
    watchers: Object.fromEntries(ids.map((id) => [id, watcherTexts(watchers, id, context)])),
  };
}
