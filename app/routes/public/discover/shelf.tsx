import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { SectionHead } from "~/ui/section";
import type { ShelfView } from "./discover.server";
import classes from "./shelf.module.css";

/** Heading, subtitle, up to four events and a link to all of them. */
export function Shelf({ shelf, eager = false }: { shelf: ShelfView; eager?: boolean }) {
  return (
    <section className={`rd-wrap rd-section ${classes.shelf}`} aria-labelledby={shelf.key}>
      <SectionHead id={shelf.key} title={shelf.title} line={shelf.line} all={shelf.all} />
      <EventGrid>
        {shelf.events.map((event) => (
          <EventCard key={event.id} event={event} eager={eager} scope={shelf.key} />
        ))}
      </EventGrid>
    </section>
  );
}
