import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import classes from "./favourites.module.css";
import type { favouritesLoader } from "./favourites.server";

type FavouritesView = Awaited<ReturnType<typeof favouritesLoader>>;

/** Page of the reader's favourites. */
export function FavouritesPage({ page }: { page: FavouritesView }) {
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <header className={classes.head}>
        <div>
          <h1>{page.title}</h1>
          <p>{page.lead}</p>
        </div>
        <Link className="rd-link" to={paths.collections()}>
          {page.collections}
        </Link>
      </header>
      {page.groups.length === 0 && (
        <div className={`${classes.empty} rd-empty`}>
          <Hodhod pose="sleeping" />
          <h2>{page.empty.title}</h2>
          <p>{page.empty.text}</p>
          <Button component={Link} to={paths.events()}>
            {page.empty.action}
          </Button>
        </div>
      )}
      {page.groups.map((group) => (
        <section key={group.key} className={classes.group} aria-labelledby={group.key}>
          <h2 id={group.key}>{group.title}</h2>
          <EventGrid>
            {group.events.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </EventGrid>
        </section>
      ))}
      {page.all && (
        <Link className="rd-link" to={page.all.href}>
          {page.all.label}
          <Icon name="arrow-right" size="s" flip />
        </Link>
      )}
    </main>
  );
}
