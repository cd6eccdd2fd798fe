import { type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import { QUIET_ZONE, qrPath } from "~/lib/drawing/qr-path";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { doorKeyOf, doorOfPass } from "~/modules/hosting/door/devices.server";
import {
  openTicket,
  showingOfTicket,
  ticketAddressOf,
} from "~/modules/hosting/door/tickets.server";
import { readSecretCookie } from "~/modules/identity/sessions.server";

/**
 * Data of a ticket's page: its QR code, event and showing, and no name. A phone of the event's door
 * goes on to its own page, where a press admits; opening the address never admits.
 */
export async function ticketPage(context: AppLoadContext, request: Request, code: string) {
  const { deps, locale, calendar, origin } = context;
  const t = translatorFor(locale);
  const ticket = await openTicket(deps, code);
  const showing = ticket && (await showingOfTicket(deps, ticket));
  const secret = ticket && readSecretCookie("door", request);
  const door = secret ? await doorOfPass(deps, secret) : null;
  if (door && door.eventId === showing?.eventId)
    throw redirect(inLanguageOf(request, paths.door(doorKeyOf(secret) ?? "", { ticket: code })), {
      headers: WITHOUT_REFERRER,
    });
  const event = showing ? localized(showing.title, locale) : "";
  const title = t(showing ? "door:ticket.title" : "door:ticket.invalid", { title: event });
  return data(
    {
      head: pageHead(context, paths.ticket(code), {
        title,
        description: t("door:ticket.lead"),
        noindex: true,
      }),
      title: showing ? event : title,
      text: t(showing ? "door:ticket.lead" : "door:ticket.invalidText"),
      ticket: ticket &&
        showing && {
          code: qrPath(ticketAddressOf(origin, code), QUIET_ZONE),
          label: t("door:ticket.qr"),
          starts: `${formatDate(showing.startsAt, showing.timeZone, { locale, calendar })} · ${formatTime(showing.startsAt, showing.timeZone, locale)}`,
          seats: t("door:ticket.seats", { count: ticket.seats }),
          privacy: t("door:ticket.privacy"),
          event: { href: paths.event(showing.eventId), label: t("door:ticket.event") },
        },
    },
    { headers: WITHOUT_REFERRER, status: showing ? 200 : 404 },
  );
}
