import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { browseEvents } from "~/components/event-browser/browse-events.server";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { prepareMonth } from "~/components/event-browser/lazy-month";
import { withListFollow } from "~/components/follow/follow-forms.server";
import { prepareEventMap } from "~/components/map/lazy-event-map";
import { inLanguageOf } from "~/i18n/addressed-language";
import { requireAccount } from "~/lib/http/request-context";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { LazyCalendar, prepareCalendar } from "~/routes/public/events/lazy-calendar";
import { myCalendar } from "~/routes/public/events/my-calendar.server";

export const handle = page({ permission: null, crumb: "common:nav.events", budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  // The former address of what is saved.
  if (searchParams.get("view") === "favourites")
    throw redirect(inLanguageOf(request, paths.saved()), 301);
  // My Calendar shares the list's URL but is private (decisions.md §13).
  if (searchParams.get("view") === "calendar") {
    if (!context.signedIn)
      throw redirect(
        inLanguageOf(request, paths.login(pathname + search, context.hasEndedSession)),
      );
    await prepareCalendar();
    return data(await myCalendar(requireAccount(context), searchParams), {
      headers: { "Cache-Control": "private, no-store" },
    });
  }
  const { scope, ...page } = await withListFollow(
    context,
    await browseEvents(context, searchParams),
    pathname + search,
  );
  if (page.map) await prepareEventMap();
  if (page.month) await prepareMonth();
  return data(page, { status: page.leftOut ? 400 : 200, headers: cacheHeaders(scope) });
}

export default function EventsPage() {
  const page = useLoaderData<typeof loader>();
  if ("calendar" in page) return <LazyCalendar calendar={page.calendar} />;
  return <EventBrowser page={page} action={paths.events()} />;
}
