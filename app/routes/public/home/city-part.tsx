import { EventCard, EventGrid, EventRows } from "~/components/event-card/event-card";
import { SectionHead } from "~/ui/section";
import type { CityPartView } from "./home.server";

/** A part of the home page with events of one city. */
export function CityPart({ part: { key, look, title, all, events } }: { part: CityPartView }) {
  return (
    <section className="rd-wrap rd-section" aria-labelledby={key}>
      <SectionHead id={key} title={title} all={all} />
      {look === "rows" ? (
        <EventRows events={events} scope={key} hasDay />
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
