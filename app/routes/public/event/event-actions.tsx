import { Heart } from "~/components/heart/heart";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { EventPageView } from "./event.server";
import classes from "./event-actions.module.css";
import { CalendarMenu } from "./event-decision";
import { RsvpButton } from "./rsvp-button";
import { ShareMenu } from "./share-menu";

/**
 * The one action, save and share. On phones a bar at the bottom of the screen, with price and time.
 */
export function EventActions({ page }: { page: EventPageView }) {
  const { t } = useText();
  const { rsvp, tickets, calendar } = page;
  return (
    <>
      <div className={`${classes.actions} rd-no-print`} data-bottom-bar>
        <p className={classes.summary} aria-hidden="true">
          <b>{page.price.text}</b>
          <span>{page.when.isOff ? page.badge?.label : page.short}</span>
        </p>
        {rsvp && <RsvpButton rsvp={rsvp} className={classes.buy} />}
        {tickets && (
          <Button
            component="a"
            {...(rsvp && { variant: "default" as const })}
            className={classes.buy}
            href={tickets.href}
            rel="nofollow noopener"
            size="lg"
            rightSection={<Icon name="external-link" />}
          >
            {t(tickets.isWaitlist ? "pages:event.joinWaitlist" : "pages:event.tickets")}
          </Button>
        )}
        {calendar && page.main === "calendar" && !rsvp && (
          <CalendarMenu calendar={calendar} className={`${classes.main} ${classes.upwards}`} />
        )}
        {!page.instead && (
          <Heart
            key={`heart ${page.id}`}
            event={page.heart}
            className={classes.heart}
            label={t("pages:event.save")}
          />
        )}
        <ShareMenu share={page.share} />
      </div>
      <p className={`${classes.quiet} rd-no-print`}>
        <Link to={paths.eventCollections(page.id)} rel="nofollow">
          <Icon name="folder-plus" size="s" />
          {t("pages:event.collect")}
        </Link>
        {page.report && (
          <Link to={page.report} rel="nofollow">
            {t("pages:event.report")}
          </Link>
        )}
      </p>
    </>
  );
}
