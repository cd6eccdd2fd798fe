import { isolated } from "~/components/moderation/event-details.server";
import { reviewCase } from "~/components/moderation/review-case.server";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { DAY } from "~/lib/dates/durations";
import { AppError } from "~/lib/errors";
import { CATEGORIES } from "~/lib/event/categories";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { citiesById, listCities } from "~/modules/cities/queries.server";
import { cityName, coverOf } from "~/modules/events/present/present-event.server";
import { VIEW_NAME_MAX } from "~/modules/review/inbox/inbox-views.server";
import { type InboxRow, kindsFor, listInbox } from "~/modules/review/inbox/list-inbox.server";
import { qualityOf, READY_SCORE } from "~/modules/review/inbox/quality";
import { watchCase } from "~/modules/review/inbox/watch-cases.server";
import { INBOX_KINDS, type InboxKind } from "../../../../db/schema/index";
import { countText, waitOf } from "../waiting-texts.server";
import { presentFixes } from "./case-fixes.server";
import { caseOrigin, caseState } from "./case-state.server";
import { presentDecided } from "./decided.server";
import {
  reviewCandidate,
  reviewHandedOver,
  reviewPair,
  reviewProposal,
} from "./review-cases.server";

const SOURCES = ["people", "ingestion"] as const;
const AGES = ["new", "day", "week"] as const;
/** Kinds that are public already. */
const UNSCORED: readonly InboxKind[] = ["report", "reported", "plan", "duplicate", "language"];
/** Kinds that one tab shows. */
const TABS = {
  new: ["new"],
  edit: ["edit"],
  report: ["report", "reported"],
  candidate: ["candidate"],
  source: ["source", "plan"],
  duplicate: ["duplicate"],
  language: ["language"],
} as const satisfies Record<string, readonly InboxKind[]>;
const TAB_NAMES = Object.keys(TABS) as (keyof typeof TABS)[];
/** Kinds that are decided one by one: they ask for more than a reason. */
export const SINGLE: readonly InboxKind[] = ["duplicate", "plan", "reported", "language"];
/** Section of the form that adds what a case lacks. */
const FIXES = {
  picture: "media",
  persian: "words",
  coordinates: "where",
  time: "when",
  description: "words",
} as const;

const among = <T extends string>(known: readonly T[], text: string | null) =>
  known.find((name) => name === text) ?? null;

/** The case that a URL names. */
export const caseIn = (params: URLSearchParams) => caseOf(params.get("case") ?? "");

/** The case of a name: `new-<id>`. */
export function caseOf(text: string): { kind: InboxKind; id: string } | null {
  const [name = "", ...rest] = text.split("-");
  const kind = among(INBOX_KINDS, name);
  const id = rest.join("-");
  return kind && isUuid(id) ? { kind, id } : null;
}

/** Names of the filters in the URL. */
const FILTERS = ["kind", "city", "category", "source", "age", "ready"] as const;

/** Paths of the inbox with the filters of a URL. */
export function inboxPaths(params: URLSearchParams) {
  const trail = pageTrail(params);
  const filter = Object.fromEntries(
    FILTERS.map((name) => [name, name === "city" ? params.getAll(name) : params.get(name) || null]),
  );
  return {
    filter,
    trail,
    /** With the filters alone. */
    view: paths.adminInbox(filter),
    to: (query: Record<string, string | string[] | null> = {}) =>
      paths.adminInbox({ ...filter, ...trail.here, ...query }),
  };
}

export const caseName = ({ kind, id }: { kind: InboxKind; id: string }) => `${kind}-${id}`;

/**
 * Data of `/admin/inbox`: the queue with its filters and the open case. @throws
 * AppError("bad-request") for an invalid cursor
 */
export async function inboxPage(context: SignedInContext, params: URLSearchParams) {
  const { deps, signedIn, locale, seo } = context;
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const { to, filter, trail } = inboxPaths(params);
  const cities = await citiesById(deps);
  const bySlug = new Map([...cities.values()].map((city) => [city.slug, city]));
  const category = CATEGORIES.find(({ slug }) => slug === filter.category);
  const age = among(AGES, params.get("age"));
  const kinds = kindsFor(signedIn);
  const tabs = TAB_NAMES.filter((name) => TABS[name].some((one) => kinds.includes(one)));
  const tab = among(tabs, params.get("kind"));
  const named = caseIn(params);
  if (named && !kinds.includes(named.kind)) throw new AppError("forbidden");
  const preset = params.get("reason");
  const from = params.get("source") ?? "";
  const openCase = ({ kind: of, id }: { kind: InboxKind; id: string }) =>
    of === "candidate"
      ? reviewCandidate(context, id)
      : of === "duplicate"
        ? reviewPair(context, id)
        : of === "plan"
          ? reviewProposal(context, id)
          : of === "language"
            ? reviewHandedOver(context, id)
            : reviewCase(context, id, preset, of);
  const [inbox, ofNamed, state] = await Promise.all([
    listInbox(deps, signedIn, {
      only: tab ? TABS[tab] : [],
      cursor: params.get("after"),
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
  const first = inbox.rows[0];
  const current = named ?? first ?? null;
  const [opened, origin, fixes, decided] = await Promise.all([
    ofNamed ?? (first ? openCase(first) : null),
    current && caseOrigin(context, current),
    current && presentFixes(context, current),
    presentDecided(context, inbox.decided, (one) => ({
      name: caseName(one),
      href: to({ case: caseName(one) }),
    })),
  ]);
  const countOf = (name: keyof typeof TABS) =>
    TABS[name].reduce((sum, one) => sum + (inbox.counts[one] ?? 0), 0);
  const place = inbox.rows.findIndex(({ id }) => id === current?.id);
  const linkTo = (row: InboxRow | undefined) => (row ? to({ case: caseName(row) }) : null);
  const nextRow = inbox.rows[place + 1] ?? inbox.rows.find(({ id }) => id !== current?.id);
  const total = Object.values(inbox.counts).reduce((sum, count) => sum + count, 0);
  const missing = inbox.rows[place]?.missing ?? state?.missing ?? null;
  const quality = missing === null ? null : qualityOf(missing);
  const watchersOf = (id: string) => watcherTexts(inbox.watchers, id, context);
  const here = current ? to({ case: caseName(current) }) : to();
  return {
    head: pageHead({ origin: context.origin, locale, seo }, paths.adminInbox(), {
      title: t("moderation:inbox.title"),
      description: t("moderation:inbox.lead"),
      noindex: true,
    }),
    lead: Number.isFinite(inbox.oldest)
      ? t("moderation:inbox.summary", {
          count: countText(total, locale),
          wait: waitOf(inbox.oldest, deps, locale, "long"),
        })
      : t("moderation:queue.nothing"),
    kinds: [null, ...tabs].map((name) => ({
      name: name ?? "all",
      label: t(`moderation:inbox.tab.${name ?? "all"}`),
      count: countText(name === null ? total : countOf(name), locale),
      href: paths.adminInbox({ ...filter, kind: name }),
    })),
    kind: tab ?? "all",
    query: {
      kind: tab ?? "",
      city: params.getAll("city"),
      category: category?.slug ?? "",
      source: among(SOURCES, from) ?? inbox.monitored.find(({ id }) => id === from)?.id ?? "",
      age: age ?? "",
      isReady: params.get("ready") === "1",
    },
    isFiltered: FILTERS.some((name) => name !== "kind" && params.get(name)),
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
    rows: inbox.rows.map((row) => {
      const { score } = qualityOf(row.missing);
      return {
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
            : (row.creator ?? t("moderation:queue.noCreator")),
        city: cityName(cities.get(row.cityId), locale),
        kind: row.kind,
        kindLabel: t(`moderation:inbox.kind.${row.kind}`),
        isReady: !UNSCORED.includes(row.kind) && score >= READY_SCORE,
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
            text: t("moderation:inbox.quality", { score: formatNumber(quality.score, locale) }),
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
    views: inbox.views.map(({ id, name, query }) => ({
      id,
      name,
      href: `${paths.adminInbox()}${query}`,
    })),
    nameMax: VIEW_NAME_MAX,
    action: here,
    nextName: nextRow ? caseName(nextRow) : null,
    previous: place > 0 ? linkTo(inbox.rows[place - 1]) : null,
    following: linkTo(inbox.rows[place + 1]),
    list: to(),
    start: trail.previous && paths.adminInbox(filter),
    previousPage: trail.previous && paths.adminInbox({ ...filter, ...trail.previous }),
    nextPage:
      inbox.nextCursor && paths.adminInbox({ ...filter, ...trail.nextTo(inbox.nextCursor) }),
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
