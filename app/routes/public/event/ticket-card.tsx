import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { EventPageView } from "./event-page-view";
import { SharePanel } from "./share-panel";
import classes from "./ticket-card.module.css";

/** Card over the cover: time, place, price and actions. */
export function TicketCard({ page }: { page: EventPageView }) {
  const { t } = useText();
  const { when, place, tickets } = page;
  return (
    <aside className={classes.card} aria-label={t("pages:event.card")}>
      <div className={classes.row}>
        <time className={classes.tile} dateTime={when.dateTime}>
          <small>{when.tile.weekday}</small>
          <b>{when.tile.day}</b>
          <small>{when.tile.month}</small>
        </time>
        <p>
          {when.was && (
            <span>
              <s>
                <time dateTime={when.was.dateTime}>{when.was.text}</time>
              </s>
            </span>
          )}
          <b>{when.isOff ? <s>{when.line}</s> : when.line}</b>
          <span>{when.other}</span>
        </p>
      </div>
      <div className={classes.row} data-place>
        <Icon name="map-pin" size="l" />
        <p>
          {place.venue && (
            <b>
              <bdi lang={place.venue.lang}>{place.venue.text}</bdi>
            </b>
          )}
          <span>
            <bdi lang={place.address?.lang}>{place.address?.text ?? place.city?.label}</bdi>
          </span>
        </p>
      </div>
      <p className={classes.cost}>
        <b>{page.price.text}</b>
        {page.price.detail && <span>{page.price.detail}</span>}
      </p>
      {page.notice && (
        <p className={classes.notice} data-badge={page.badge?.kind}>
          <Icon name="info-circle" />
          {page.notice}
        </p>
      )}
      {tickets && (
        <Button
          component="a"
          className={classes.buy}
          href={tickets.href}
          rel="nofollow noopener"
          size="lg"
          fullWidth
          rightSection={<Icon name="external-link" />}
        >
          {t("pages:event.tickets")}
        </Button>
      )}
      <SharePanel calendar={page.calendar} share={page.share} />
      <Link className={classes.collect} to={paths.eventCollections(page.id)} rel="nofollow">
        <Icon name="folder-plus" />
        {t("pages:event.collect")}
      </Link>
      <p className={classes.foot}>
        {tickets && <span>{t("pages:event.ticketsOn", { host: `\u2068${tickets.host}\u2069` })}</span>}
        {page.report && (
          <Link className="rd-press" to={page.report} rel="nofollow">
            {t("pages:event.report")}
          </Link>
        )}
      </p>
    </aside>
  );
}

/** Bottom bar on phones with price and ticket button. */
export function TicketsBar({ page }: { page: EventPageView }) {
  const { t } = useText();
  if (!page.tickets) return null;
  return (
    <div className={classes.bar}>
      <p>
        <b>{page.price.text}</b>
        <span>{page.short}</span>
      </p>
      <Button component="a" className={classes.buy} href={page.tickets.href} rel="nofollow noopener" size="md">
        {t("pages:event.tickets")}
      </Button>
    </div>
  );
}
