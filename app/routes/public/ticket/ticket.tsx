import { LinkButton } from "~/ui/button";
import { QrCode } from "~/ui/qr-code";
import classes from "./ticket.module.css";

interface TicketProps {
  page: {
    title: string;
    text: string;
    ticket: {
      code: { modules: number; path: string };
      label: string;
      starts: string;
      seats: string;
      privacy: string;
      event: { href: string; label: string };
    } | null;
  };
}

/** A guest's ticket, to be shown at the door. */
export function TicketPage({ page: { title, text, ticket } }: TicketProps) {
  return (
    <main id="main" className={classes.ticket}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {ticket && (
        <p>
          <b>{ticket.starts}</b> · {ticket.seats}
        </p>
      )}
      <p>{text}</p>
      {ticket && (
        <>
          <QrCode code={ticket.code} label={ticket.label} size="lg" />
          <p className={classes.note}>{ticket.privacy}</p>
          <LinkButton to={ticket.event.href} variant="default">
            {ticket.event.label}
          </LinkButton>
        </>
      )}
    </main>
  );
}
