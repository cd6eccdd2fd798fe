import { Card } from "../../ui/card";

/** The event that an RSVP is for. */
export function EventStrip({
  event,
}: {
  event: { href: string; title: string; cover: string; lines: string[] };
}) {
  return (
    <Card as="section" id="event" title={<bdi>{event.title}</bdi>} to={event.href}>
      {event.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Card>
  );
}
