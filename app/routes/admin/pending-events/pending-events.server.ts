import { isolated } from "~/components/moderation/event-details.server";
import { reviewCase } from "~/components/moderation/review-case.server";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { citiesById } from "~/modules/cities/queries.server";
import { cityName, coverOf } from "~/modules/events/present/present-event.server";
import {
  listQueue,
  QUEUE_TABS,
  type QueueRow,
  type QueueTab,
} from "~/modules/review/moderation/list-queue.server";
import { countText, waitOf } from "../waiting-texts.server";

export type QueueView = Awaited<ReturnType<typeof queueLoader>>;
export type QueueRowView = QueueView["rows"][number];

/** Query of the queue's URL. */
export function queueQuery(params: URLSearchParams) {
  const event = params.get("event");
  return {
    tab: QUEUE_TABS.find((name) => name === params.get("tab")) ?? ("all" as const),
    cursor: params.get("after"),
    event: event !== null && isUuid(event) ? event : null,
  };
}

/**
 * Data of `/admin/pending-events`: the queue and the open event (product.md §2). @throws
 * AppError("bad-request") for an invalid cursor
 */
export async function queueLoader(context: SignedInContext, params: URLSearchParams) {
  const { deps, signedIn, locale, origin, seo } = context;
  const t = translatorFor(locale);
  const { tab, cursor, event } = queueQuery(params);
  const here = (query: {
    tab?: QueueTab;
    event?: string | null;
    after?: string | null;
    reason?: string;
  }) =>
    paths.adminPendingEvents({
      ...query,
      tab: query.tab === "all" ? null : (query.tab ?? (tab === "all" ? null : tab)),
    });
  const [queue, cities, named] = await Promise.all([
    listQueue(deps, signedIn, { tab, cursor }),
    citiesById(deps),
    event === null ? null : reviewCase(context, event, params.get("reason")),
  ]);
  const first = queue.rows[0];
  const opened =
    named ?? (first ? await reviewCase(context, first.id, params.get("reason")) : null);
  const openedId = event ?? first?.id ?? null;
  const place = queue.rows.findIndex(({ id }) => id === openedId);
  const linkTo = (row: QueueRow | undefined) =>
    row ? here({ event: row.id, after: cursor }) : null;
  const nextRow = queue.rows[place + 1] ?? queue.rows.find(({ id }) => id !== openedId);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminPendingEvents(), {
      title: t("moderation:queue.title"),
      description: t("moderation:queue.lead"),
      noindex: true,
    }),
    lead:
      queue.oldest === null
        ? t("moderation:queue.nothing")
        : t("moderation:queue.summary", {
            news: countText(queue.counts.new, locale),
            edits: t("moderation:queue.editCount", {
              count: queue.counts.edits,
              text: countText(queue.counts.edits, locale),
            }),
            wait: waitOf(queue.oldest, deps, locale, "long"),
          }),
    tab,
    tabs: QUEUE_TABS.map((name) => ({
      name,
      label: t(`moderation:queue.tab.${name}`),
      count: countText(queue.counts[name], locale),
      href: here({ tab: name }),
    })),
    rows: queue.rows.map((row) => ({
      id: row.id,
      href: here({ event: row.id, after: cursor }),
      isOpen: row.id === openedId,
      title: localized({ en: row.titleEn, fa: row.titleFa }, locale),
      titleLang: locale === "fa" && !row.titleFa ? ("en" as const) : undefined,
      cover: coverOf({ ...row, tags: [] }),
      focus: row.imageFocus,
      creator: row.creator,
      editedBy: row.editor && t("moderation:queue.changedBy", { name: isolated(row.editor) }),
      city: cityName(cities.get(row.cityId), locale),
      kind: row.kind,
      isDuplicate: row.isDuplicate,
      wait: waitOf(row.at, deps, locale),
      since: new Date(row.at).toISOString(),
    })),
    opened: opened?.isOpen
      ? {
          ...opened,
          presets: opened.presets.map((preset) => ({
            ...preset,
            href: here({ event: opened.id, after: cursor, reason: preset.name }),
          })),
        }
      : opened,
    /** Form action that keeps the event open after a rejected decision. */
    action: openedId === null ? null : here({ event: openedId, after: cursor }),
    /** Event that opens after the decision. */
    nextId: nextRow?.id ?? null,
    previous: place > 0 ? linkTo(queue.rows[place - 1]) : null,
    following: linkTo(queue.rows[place + 1]),
    nextPage: queue.nextCursor && here({ after: queue.nextCursor }),
    firstPage: cursor === null ? null : here({}),
    here: here({ after: cursor }),
  };
}
