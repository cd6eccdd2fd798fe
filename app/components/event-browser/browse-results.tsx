import { useRevalidator } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { LOADED_COUNT } from "../../lib/pages/list-view";
import { whenIdle } from "../../lib/pages/when-idle";
import { ALL_CITIES, paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { Icon, Star } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useUx } from "../../ui/ux";
import { EventCard, EventGrid, EventRows } from "../event-card/event-card";
import { ListFollow } from "../follow/follow-list";
import { Hodhod } from "../hodhod/hodhod";
import { useHomeCity } from "../viewer";
import type { BrowseView } from "./browse-events.server";
import classes from "./browse-results.module.css";
import { CardSkeletons, useLoading, useMoreEvents } from "./loading";
import { NearLink } from "./position-button";

/**
 * Announces new and changed events ("3 events are new or changed"). Joins the city's room once the
 * page is idle.
 */
function LiveNotice({ city }: { city: string | null }) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    setChanged(new Set());
    if (!city) return;
    let close = () => {};
    let left = false;
    const cancel = whenIdle(async () => {
      const { listenToCity } = await import("../../lib/realtime/city-room");
      if (!left)
        close = listenToCity(city, (eventId) => setChanged((known) => new Set(known).add(eventId)));
    });
    return () => {
      left = true;
      cancel();
      close();
    };
  }, [city]);

  return (
    <div role="status">
      {changed.size > 0 && (
        <p className={classes.notice}>
          <Icon name="refresh" />
          {t("events:list.changed", { count: changed.size })}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setChanged(new Set());
              revalidate();
            }}
          >
            {t("events:list.refresh")}
          </Button>
        </p>
      )}
    </div>
  );
}

const SKELETONS = 6;

/**
 * Results grouped by day, with the active filters. @param views the switch between views, where it
 * has no other place
 */
export function BrowseResults({
  page,
  action,
  views,
}: {
  page: BrowseView;
  action: string;
  views: ReactNode;
}) {
  const { t } = useText();
  const { contextual } = useUx();
  const loading = useLoading(action);
  const hasChips = hasFilterChips(page);
  // The order of the list is at the end of this line, beside a heading where there is nothing else.
  const hasLine = Boolean(
    views || hasChips || page.leftOut || page.near || page.reading || page.daysOf,
  );
  return (
    <section
      id="results"
      className={classes.results}
      aria-busy={loading !== "no"}
      data-loading={loading === "short" || undefined}
    >
      {hasLine && (
        <div className={`${classes.tools} rd-row`}>
          {hasChips && <ActiveFilters page={page} action={action} />}
          {views}
        </div>
      )}
      {page.leftOut && (
        <p className={classes.notice} role="alert">
          <Icon name="info-circle" />
          {page.leftOut}
        </p>
      )}
      {page.near && (
        <p className={classes.notice} role="status">
          <Icon name="current-location" />
          <span>
            {page.near.text}{" "}
            {contextual.nearYou ? (
              <NearLink className="rd-link" href={page.near.href}>
                {t("events:list.useMyPosition")}
              </NearLink>
            ) : (
              <a className="rd-link" href="#filters">
                {t("events:list.filters")}
              </a>
            )}
          </span>
        </p>
      )}
      {page.reading && (
        <p className={classes.notice} role="status">
          <Icon name="zoom-question" />
          <span>
            {page.reading.text}{" "}
            {page.reading.link && (
              <Link className="rd-link" to={page.reading.link.href}>
                {page.reading.link.label}
              </Link>
            )}
          </span>
        </p>
      )}
      <LiveNotice city={page.room} />
      {page.daysOf && <p className={classes.daysOf}>{page.daysOf}</p>}
      {loading === "long" ? (
        <div className={classes.loading}>
          <CardSkeletons count={SKELETONS} />
        </div>
      ) : (
        <Found page={page} action={action} />
      )}
    </section>
  );
}

function ActiveFilters({ page, action }: { page: BrowseView; action: string }) {
  const { t } = useText();
  return (
    <ul className={`${classes.active} rd-row`} aria-label={t("events:list.active")}>
      {page.active.map((filter) => (
        <li key={filter.key}>
          <Link
            className={classes.activeChip}
            to={filter.without}
            aria-label={t("events:list.remove", { name: filter.label })}
            title={filter.understood ? t("events:list.understood") : undefined}
            data-understood={filter.understood || undefined}
            preventScrollReset
          >
            {filter.understood && <Icon name="sparkles" size="s" />}
            <ChipLabel {...filter} />
            <Icon name="x" size="s" />
          </Link>
        </li>
      ))}
      <li>
        <Link className="rd-link" to={action}>
          {t("events:list.clear")}
        </Link>
      </li>
      {hasEvents(page) && (
        <li>
          <ListFollow follow={page.follow} />
        </li>
      )}
    </ul>
  );
}

/** Whether the filters are shown as chips. The city alone is said by its own control. */
export const hasFilterChips = ({ active }: Pick<BrowseView, "active">): boolean =>
  active.some(({ key }) => key !== "city");

export const hasEvents = ({ groups }: Pick<BrowseView, "groups">): boolean =>
  groups.some(({ events }) => events.length > 0);

/**
 * Isolates the typed words (`bdi`), so that the quotes around them keep the direction of the page.
 */
function ChipLabel({ label, typed }: Pick<BrowseView["active"][number], "label" | "typed">) {
  const at = typed ? label.indexOf(typed) : -1;
  if (!typed || at < 0) return <bdi>{label}</bdi>;
  return (
    <span>
      {label.slice(0, at)}
      <bdi>{typed}</bdi>
      {label.slice(at + typed.length)}
    </span>
  );
}

function Found({ page, action }: { page: BrowseView; action: string }) {
  const { t } = useText();
  const home = useHomeCity();
  const { groups, seen, more, load, isLoading } = useMoreEvents(page);
  if (!hasEvents({ groups })) {
    return (
      <div className="rd-empty">
        <Hodhod pose="sleeping" />
        <h2>
          {page.active.length > 0 && page.nothing ? page.nothing.title : t("events:list.empty")}
        </h2>
        {page.active.length > 0 && page.nothing && page.nothing.alternatives.length > 0 ? (
          <Alternatives {...page.nothing} />
        ) : (
          <p>{page.whyEmpty}</p>
        )}
        <Alike alike={page.alike} />
        <div className={classes.exits}>
          <ListFollow follow={page.follow} />
          <Button
            component={Link}
            to={
              page.active.some(({ key }) => key !== "city")
                ? action
                : paths.events({ city: home?.slug && ALL_CITIES })
            }
            variant="default"
          >
            {t("events:list.emptyAction")}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      {page.nothing && (
        <section className={classes.nothing}>
          <h2>{page.nothing.title}</h2>
          {page.nothing.alternatives.length > 0 && <Alternatives {...page.nothing} />}
          <Alike alike={page.alike} />
        </section>
      )}
      {/* Read by the language list, which reopens the list with as many events (language-list.tsx). */}
      {seen.before === 0 && seen.count > page.seen.count && (
        <data hidden id={LOADED_COUNT} value={seen.count} />
      )}
      <div
        className={
          page.view === "week" ? classes.week : page.view === "grid" ? classes.grid : undefined
        }
      >
        {groups.map((group, index) => {
          const isOngoing = group.key === "ongoing";
          const hasDay = !group.title || group.isDay === false;
          return (
            <section
              key={group.key}
              className={classes.day}
              data-ongoing={isOngoing || undefined}
              data-few={
                group.title && !isOngoing && group.events.length < 4
                  ? group.events.length
                  : undefined
              }
              aria-label={group.title || undefined}
            >
              {group.title && (
                <div className={classes.dayHead}>
                  {group.isToday && <Star className={classes.today} />}
                  <h2>{group.title}</h2>
                  <p className="rd-dots rd-quiet">
                    {group.otherCalendar.split(" · ").map((date) => (
                      <span key={date}>{date}</span>
                    ))}
                  </p>
                </div>
              )}
              {page.view === "grid" && !isOngoing ? (
                <EventGrid>
                  {group.events.map((event, place) => (
                    <EventCard
                      // A series is listed on each of its days.
                      key={`${event.id} ${event.startsAt}`}
                      scope={event.more && event.startsAt.slice(0, 10)}
                      event={event}
                      tile={hasDay ? "date" : "time"}
                      eager={index === 0 && place < 3}
                      headingLevel={group.title ? 3 : 2}
                    />
                  ))}
                </EventGrid>
              ) : (
                <EventRows
                  events={group.events}
                  look={page.view === "week" ? "narrow" : page.view === "grid" ? undefined : "wide"}
                  hasDay={hasDay}
                  hasCity={page.room === null}
                  headingLevel={group.title ? 3 : 2}
                  eager={index === 0}
                />
              )}
            </section>
          );
        })}
      </div>
      <More seen={seen} more={more} first={page.first} load={load} isLoading={isLoading} />
    </>
  );
}

/** Events of names like one that has none, under a heading of their own. */
function Alike({ alike }: Pick<BrowseView, "alike">) {
  if (!alike) return null;
  return (
    <section className={classes.alike}>
      <h2>{alike.heading}</h2>
      <EventRows events={alike.events} look="wide" hasDay hasCity headingLevel={3} />
    </section>
  );
}

/** Similar queries that have results, with their counts. */
function Alternatives({ nearest, alternatives }: NonNullable<BrowseView["nothing"]>) {
  return (
    <>
      <p>{nearest}</p>
      <ul className={classes.alternatives}>
        {alternatives.map(({ href, label, count }) => (
          <li key={href}>
            <Link className="rd-cover rd-underline" to={href}>
              {label}
            </Link>
            <span>{count}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface MoreProps extends Pick<BrowseView, "seen" | "more" | "first"> {
  load: (done: () => void) => void;
  isLoading: boolean;
}

/**
 * Number of shown events and the link to the next page. With JavaScript the link appends the page.
 */
function More({
  seen: { before, count, total, exact, isByDate, note },
  more,
  first,
  load,
  isLoading,
}: MoreProps) {
  const { t } = useText();
  const status = useRef<HTMLParagraphElement>(null);
  const onClick = (event: MouseEvent) => {
    // Modified clicks open the link in a new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    // After the last page the link is removed, so the status takes the focus.
    load(() => status.current?.focus({ preventScroll: true }));
  };
  const shown = { from: before + 1, to: before + count, shown: count, total };
  return (
    <div className={`${classes.more} rd-no-print`}>
      <p ref={status} tabIndex={-1} role="status">
        {t(
          `events:list.${before === 0 ? "seen" : "seenRange"}${isByDate ? "Dates" : ""}${exact ? "" : "More"}`,
          shown,
        )}
        {note && ` ${note}`}
      </p>
      {more && (
        <Button
          component={Link}
          to={more}
          variant="default"
          size="md"
          onClick={onClick}
          aria-busy={isLoading}
        >
          {t(isLoading ? "common:loading" : "events:list.loadMore")}
        </Button>
      )}
      {first && (
        <Link className="rd-link" to={first}>
          {t("events:list.fromStart")}
        </Link>
      )}
    </div>
  );
}
