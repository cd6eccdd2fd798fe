import { type MouseEvent, useEffect, useState } from "react";
import { EventRows } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import type { EventCardView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { copyText } from "~/ui/copy-text";
import { Icon } from "~/ui/icon";
import { Link, useAddress } from "~/ui/link";
import type { SavedView } from "./saved.server";
import classes from "./saved-page.module.css";

/** Events whose pages are kept on the device for times without a network: the service worker keeps 30. */
const KEPT = 15;

/** What the reader has saved, by day; a guest's list says where it is kept. */
export function SavedPage({ page }: { page: SavedView }) {
  const { days, past, removed, device, collections, empty, file, links, next, share } = page;
  const address = useAddress();
  useEffect(() => {
    const coming = days.flatMap(({ parts }) => parts.flatMap(({ events }) => events));
    for (const { id } of coming.slice(0, KEPT))
      navigator.serviceWorker?.controller?.postMessage({ seen: address(paths.event(id)) });
  }, [days, address]);
  const collect =
    collections &&
    ((event: EventCardView) => (
      <Link className={classes.collect} to={paths.eventCollections(event.id)} rel="nofollow">
        <Icon name="folder-plus" size="s" />
        {collections.add}
        <span className="rd-hidden">: {event.title}</span>
      </Link>
    ));
  const isEmpty = days.length === 0 && past.events.length === 0;
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <header className={classes.head}>
        <div>
          <h1>{page.title}</h1>
          {page.summary && <p>{page.summary}</p>}
          {next && (
            <p>
              {next.label}{" "}
              <Link className="rd-link" to={next.href}>
                <bdi>{next.title}</bdi>
              </Link>{" "}
              · {next.when}
            </p>
          )}
        </div>
        <p className={`rd-row ${classes.links}`}>
          {links.map(({ href, label }) => (
            <Link key={href} className="rd-link" to={href}>
              {label}
            </Link>
          ))}
          {file && (
            <Button component="a" href={file.href} download variant="default" icon="calendar-plus">
              {file.label}
            </Button>
          )}
          {share && <Share share={share} />}
        </p>
      </header>
      {removed && (
        <form
          method="post"
          action={paths.eventFavourite(removed.id)}
          className={classes.removed}
          role="status"
        >
          <input type="hidden" name="returnTo" value={paths.saved()} />
          {removed.at && <input type="hidden" name="at" value={removed.at} />}
          <span>{removed.text}</span>
          <button type="submit" name="intent" value="save" className="rd-chip">
            {removed.undo}
          </button>
        </form>
      )}
      <div className={classes.columns} data-alone={device || collections ? undefined : true}>
        <div>
          {isEmpty && (
            <div className="rd-empty">
              <Hodhod pose="sleeping" />
              <h2>{empty.title}</h2>
              <p>{empty.text}</p>
              <Button component={Link} to={paths.events()}>
                {empty.action}
              </Button>
            </div>
          )}
          {days.map(({ key, title, otherCalendar, isToday, bar, parts }) => (
            <section key={key} className={classes.day} aria-labelledby={`day-${key}`}>
              <h2 id={`day-${key}`} data-today={isToday || undefined}>
                {title} <small>{otherCalendar}</small>
              </h2>
              {bar && <HourBar bar={bar} label={page.bar} />}
              {parts.map(({ clash, events }) => (
                <div key={events[0]?.startsAt}>
                  {clash && (
                    <p className={classes.clash}>
                      <Icon name="alert-triangle" size="s" />
                      {clash}
                    </p>
                  )}
                  <EventRows
                    events={events}
                    look="wide"
                    scope="saved"
                    hasCity
                    extra={collect ?? undefined}
                  />
                </div>
              ))}
            </section>
          ))}
          {past.events.length > 0 && (
            <section className={classes.day} aria-labelledby="past">
              <h2 id="past">{past.title}</h2>
              <EventRows
                events={past.events}
                look="wide"
                scope="past"
                hasDay
                hasCity
                extra={collect ?? undefined}
              />
            </section>
          )}
        </div>
        {collections && (
          <nav className={classes.device} aria-labelledby="collections">
            <h2 id="collections">{collections.title}</h2>
            {collections.items.length > 0 && (
              <ul>
                {collections.items.map(({ href, name, count }) => (
                  <li key={href}>
                    <Link className="rd-link" to={href}>
                      <bdi>{name}</bdi>
                    </Link>
                    <small>{count}</small>
                  </li>
                ))}
              </ul>
            )}
            <Button component={Link} to={paths.newCollection()} variant="default" icon="plus">
              {collections.new}
            </Button>
          </nav>
        )}
        {device && (
          <aside className={classes.device} aria-labelledby="device">
            <h2 id="device">{device.title}</h2>
            <ul>
              {device.gains.map((gain) => (
                <li key={gain}>
                  <Icon name="check" size="s" />
                  {gain}
                </li>
              ))}
            </ul>
            <Button component={Link} to={device.keep.href}>
              {device.keep.label}
            </Button>
            <Link className="rd-link" to={device.logIn.href}>
              {device.logIn.label}
            </Link>
            <p className="rd-quiet">{device.note}</p>
          </aside>
        )}
      </div>
    </main>
  );
}

/** Sends the list by the system's sheet, else copies it; without a script an email. */
function Share({ share }: { share: NonNullable<SavedView["share"]> }) {
  const [isCopied, setCopied] = useState(false);
  const send = async (event: MouseEvent) => {
    event.preventDefault();
    // Closing the sheet rejects the promise.
    if (navigator.share)
      await navigator.share({ title: share.title, text: share.text }).catch(() => {});
    else if (await copyText(share.text)) setCopied(true);
    else location.assign(share.mail);
  };
  return (
    <>
      <Button component="a" href={share.mail} variant="default" icon="share-2" onClick={send}>
        {share.label}
      </Button>
      <span role="status">{isCopied && share.copied}</span>
    </>
  );
}

/** The hours of a day with what is saved; its rows below say the same. */
function HourBar({
  bar,
  label,
}: {
  bar: NonNullable<SavedView["days"][number]["bar"]>;
  label: string;
}) {
  return (
    <div className={classes.bar} role="img" aria-label={label}>
      <div className={classes.hours}>
        {bar.hours.map(({ at, text }) => (
          <span key={at} style={{ insetInlineStart: `${at}%` }}>
            {text}
          </span>
        ))}
      </div>
      {bar.spans.map(({ key, title, family, from, length, line }) => (
        <span
          key={key}
          className={classes.span}
          data-family={family ?? undefined}
          style={{ marginInlineStart: `${from}%`, inlineSize: `${length}%`, gridRow: line + 2 }}
        >
          <bdi>{title}</bdi>
        </span>
      ))}
    </div>
  );
}
