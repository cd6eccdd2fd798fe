import { agoOf, isolated } from "~/components/moderation/event-details.server";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { DAY } from "~/lib/dates/durations";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { citiesById } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import {
  listDeletedEvents,
  RESTORABLE,
  restoreEvent,
} from "~/modules/review/moderation/restore-event.server";

/**
 * Data of `/admin/deleted-events`: what was deleted in the last 30 days. @throws
 * AppError("bad-request") for an invalid cursor
 */
export async function deletedEventsPage(context: SignedInContext, params: URLSearchParams) {
  const { deps, signedIn, locale, origin, seo } = context;
  const t = translatorFor(locale);
  const trail = pageTrail(params);
  const [{ items, nextCursor }, cities] = await Promise.all([
    listDeletedEvents(deps, signedIn, params.get("after")),
    citiesById(deps),
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminDeletedEvents(), {
      title: t("moderation:deleted.title"),
      description: t("moderation:deleted.lead"),
      noindex: true,
    }),
    events: items.map((event) => {
      const at = event.deletedAt ?? 0;
      const left = Math.max(1, Math.ceil((at + RESTORABLE - deps.clock.now()) / DAY));
      const name = isolated(event.deleter ?? t("moderation:bySomebody"));
      return {
        id: event.id,
        title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
        titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
        city: cityName(cities.get(event.cityId), locale),
        status: event.status,
        statusLabel: t(`authoring:status.${event.status}`),
        by: t(event.isMerged ? "moderation:deleted.mergedBy" : "moderation:deleted.by", {
          name,
          ago: agoOf(at, context),
        }),
        left: t("moderation:deleted.left", { count: left }),
      };
    }),
    here: paths.adminDeletedEvents(trail.here),
    next: nextCursor && paths.adminDeletedEvents(trail.nextTo(nextCursor)),
    previous: trail.previous && paths.adminDeletedEvents(trail.previous),
  };
}

/** Restores an event. @throws Response the redirect to the list */
export async function restoreAction({ deps, signedIn }: SignedInContext, request: Request) {
  const id = fieldOf(await readForm(request), "event");
  if (!isUuid(id)) throw new AppError("bad-request");
  const here = paths.adminDeletedEvents(pageTrail(new URL(request.url).searchParams).here);
  const late = () => {
    throw redirectWithToast(request, here, { kind: "info", text: "moderation:deleted.late" });
  };
  await expecting({ conflict: late }, () => restoreEvent(deps, signedIn, id));
  throw redirectWithToast(request, here, { kind: "success", text: "moderation:deleted.restored" });
}
