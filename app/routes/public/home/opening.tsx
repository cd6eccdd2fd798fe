import { EventCard, EventRows } from "~/components/event-card/event-card";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { SectionHead } from "~/ui/section";
import type { HomeView } from "./home.server";
import classes from "./opening.module.css";

/** The first events of the page: tonight's in the city, or the next ones. */
export function Opening({
  part: { heading, next, note, all, lead, rows, hasDay },
  today,
}: {
  part: NonNullable<HomeView["opening"]>;
  today: string;
}) {
  return (
    <section className={`rd-wrap ${classes.part}`} aria-labelledby="opening">
      <SectionHead
        id="opening"
        title={
          <>
            {heading.before}
            <Link className={classes.city} to={paths.myCity(paths.home())} rel="nofollow">
              {heading.city}
              <Icon name="chevron-down" size="s" />
            </Link>
            {heading.after}
          </>
        }
        line={[next, today, note].filter(Boolean).join(" · ")}
        all={all}
      />
      {lead && (
        <div className={classes.events}>
          <EventCard event={lead} scope="lead" size="lead" eager />
          <EventRows events={rows} look="wide" scope="opening" hasDay={hasDay} eager />
        </div>
      )}
    </section>
  );
}
