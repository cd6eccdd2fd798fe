import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EventCard } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { VerifyNotice } from "~/components/verify-notice/verify-notice";
import { page } from "~/lib/pages/page";
import type { EventCardView } from "~/lib/pages/views";
import { Avatar } from "~/ui/avatar";
import { useText } from "~/ui/text";
import { publicProfile } from "./profile.server";
import classes from "./public-profile.module.css";

type PublicProfileView = Awaited<ReturnType<typeof publicProfile>>;

/** Public profile of a user with their events. */
function PublicProfile({ page }: { page: PublicProfileView }) {
  const { t } = useText();
  const isEmpty = page.upcoming.length === 0 && page.past.length === 0;
  return (
    <main id="main" className="rd-wrap">
      <VerifyNotice notice={page.verification} />
      <header className={classes.head}>
        <Avatar photoUrl={page.photoUrl} initials={page.initials} size="l" />
        <div>
          <h1 dir="auto">{page.name}</h1>
          <p>{page.since}</p>
        </div>
      </header>
      {isEmpty ? (
        <div className={classes.empty}>
          <Hodhod pose="sleeping" />
          <h2>{t("pages:profile.empty")}</h2>
          <p>{t("pages:profile.emptyText")}</p>
        </div>
      ) : (
        <>
          <Events title={t("pages:profile.upcoming")} events={page.upcoming} />
          <Events title={t("pages:profile.past")} events={page.past} />
        </>
      )}
    </main>
  );
}

function Events({ title, events }: { title: string; events: readonly EventCardView[] }) {
  if (events.length === 0) return null;
  return (
    <section className={classes.events}>
      <h2>{title}</h2>
      <div className={classes.grid}>
        {events.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </div>
    </section>
  );
}

export const handle = page({ permission: null, budget: "page" });

/** Not cached: a deactivated profile disappears immediately. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return publicProfile(context, params.userId ?? "");
}

export default function UserPage() {
  return <PublicProfile page={useLoaderData<typeof loader>()} />;
}
