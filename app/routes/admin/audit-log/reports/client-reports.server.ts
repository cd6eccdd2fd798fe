import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { assertCan, can } from "~/lib/permissions";
import { totalText } from "~/lib/text/total-text.server";
import { countClientReports, listClientReports } from "~/modules/audit/list-entries.server";

const PAGE = 50;

/**
 * Data of `/admin/audit-log/reports`: events reported by clients, separate from the server's own
 * entries (decisions.md §12).
 */
export async function clientReportsLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "audit:read");
  const t = translatorFor(locale);
  const zone = context.timeZone ?? USUAL_ZONE;
  const trail = pageTrail(params, "cursor");
  const [{ items, nextCursor }, total] = await Promise.all([
    listClientReports(deps, signedIn, params.get("cursor"), PAGE),
    countClientReports(deps),
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminClientReports(), {
      title: t("admin:audit.reports.title"),
      description: t("admin:audit.reports.lead"),
      noindex: true,
    }),
    reports: items.map(
      ({
        id,
        userId,
        userName,
        action,
        entity,
        entityId,
        metadata,
        withheld,
        severity,
        source,
        sessionId,
        createdAt,
      }) => ({
        id,
        createdAt: new Date(createdAt).toISOString(),
        when: `${formatDate(createdAt, zone, context, { weekday: false })} · ${formatTime(createdAt, zone, locale)}`,
        user: userName,
        userHref:
          userName !== null && can(signedIn, "user:manage") ? paths.adminUser(userId) : null,
        action,
        entity,
        entityId,
        severity,
        source,
        sessionId,
        withheld,
        metadata: Object.keys(metadata).length > 0 ? JSON.stringify(metadata, null, 2) : null,
      }),
    ),
    start: params.has("cursor") ? paths.adminClientReports() : null,
    previous: trail.previous && paths.adminClientReports(trail.previous),
    next: nextCursor && paths.adminClientReports(trail.nextTo(nextCursor)),
    total: totalText(total, locale),
  };
}
