import { data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { browseEvents } from "~/components/event-browser/browse-events.server";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { prepareEventMap, prepareMonth } from "~/components/event-browser/lazy-views";
import { withListFollow } from "~/components/follow/follow-list.server";
import { inLanguageOf } from "~/i18n/addressed-language";
import type { CalendarView } from "~/lib/dates/calendar-view";
import { requireAccount } from "~/lib/http/request-context";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { myCalendar } from "~/routes/public/events/my-calendar.server";
import { lazyPart } from "~/ui/lazy-part";
import classes from "./calendar.module.css";

const { prepare, Part } = lazyPart<{ calendar: CalendarView }>(
  "my-calendar",
  async () => (await import("./my-calendar")).MyCalendar,
);

const prepareCalendar = prepare;

/** My Calendar, loaded on demand because few readers of this public page open it. */
function LazyCalendar({ calendar }: { calendar: CalendarView }) {
  return (
    // Uses the class here too, so that its styles load with the page.
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <div id="my-calendar">
        <Suspense>
          <Part calendar={calendar} />
        </Suspense>
      </div>
    </main>
  );
}

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
