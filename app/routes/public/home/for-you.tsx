import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { paths } from "~/lib/paths";
import { Form } from "~/ui/link";
import { SectionHead } from "~/ui/section";
import classes from "./for-you.module.css";
import type { ForYouView } from "./home.server";

/** Events for a signed-in person, each with its reason and a button that shows less of it. */
export function ForYou({ part: { title, cards, less, nothing, again } }: { part: ForYouView }) {
  return (
    <section className="rd-wrap rd-section" aria-labelledby="for-you">
      <SectionHead id="for-you" title={title} />
      {nothing && <p>{nothing}</p>}
      <EventGrid>
        {cards.map(({ card, topic, reason, label }) => (
          <div key={card.id} className={classes.event}>
            <EventCard event={card} scope="for-you" />
            <Form
              method="post"
              action={paths.forYou()}
              className={`${classes.reason} rd-row rd-quiet`}
              preventScrollReset
            >
              <span>{reason}</span>
              <button type="submit" name="less" value={topic} aria-label={label}>
                {less}
              </button>
            </Form>
          </div>
        ))}
      </EventGrid>
      {again && (
        <Form
          method="post"
          action={paths.forYou()}
          className={`${classes.reason} rd-row rd-quiet`}
          preventScrollReset
        >
          <button type="submit" name="again" value="all">
            {again}
          </button>
        </Form>
      )}
    </section>
  );
}
