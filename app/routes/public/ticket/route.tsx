import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { ticketPage } from "~/routes/public/ticket/ticket.server";
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
function TicketPage({ page: { title, text, ticket } }: TicketProps) {
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

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return ticketPage(context, request, params.ticket ?? "");
}

export default function TicketRoute() {
  return <TicketPage page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
