import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { EventRows } from "~/components/event-card/event-rows";
import { Link } from "~/ui/link";
import { SectionHead } from "~/ui/section-head";
import type { CityPartView } from "./home.server";

/** A part of the home page for the reader's city: rows or cards, or where the next events are. */
export function CityPart({
  part: { key, look, title, all, events, nothing },
}: {
  part: CityPartView;
}) {
  return (
    <section className="rd-wrap rd-section" aria-labelledby={key}>
      <SectionHead id={key} title={title} all={all} />
      {nothing ? (
        <p>
          {nothing.text}{" "}
          <Link className="rd-link" to={nothing.link.href} prefetch="intent">
            {nothing.link.label}
          </Link>
        </p>
      ) : look === "rows" ? (
        <EventRows events={events} scope={key} hasDay={key !== "tonight"} />
      ) : (
        <EventGrid columns={events.length === 3 ? 3 : 4}>
          {events.map((event) => (
            <EventCard key={event.id} event={event} scope={key} />
          ))}
        </EventGrid>
      )}
    </section>
  );
}
