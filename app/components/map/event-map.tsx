import { useEffect, useRef, useState } from "react";
import type { EventMapView, EventPin } from "../../lib/pages/views";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { IconButton } from "../../ui/icon-button";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { findPosition } from "../event-browser/position-button";
import classes from "./event-map.module.css";
import type { LiveMap } from "./live-map";
import { MapGround, placeStyle } from "./still-map";

/** The list beside the map (browse-results.tsx). */
const LIST = "results";
const EVENT = /\/events\/([0-9a-f-]{36})/;

const rowOf = (node: EventTarget | null) =>
  node instanceof Element ? node.closest("article") : null;

/** The event of a row, by its link. */
const eventIn = (row: Element | null): string | null =>
  EVENT.exec(row?.querySelector('a[href*="/events/"]')?.getAttribute("href") ?? "")?.[1] ?? null;

/**
 * Tells which row of the list is under the pointer or has the focus, and marks rows of events.
 * @param onRow gets the event's id; null once it is left
 */
function watchRows(onRow: (id: string | null) => void, signal: AbortSignal) {
  const list = document.getElementById(LIST);
  const enter = ({ target }: Event) => onRow(eventIn(rowOf(target)));
  const leave = () => onRow(null);
  for (const type of ["pointerover", "focusin"]) list?.addEventListener(type, enter, { signal });
  for (const type of ["pointerleave", "focusout"]) list?.addEventListener(type, leave, { signal });
  const mark = (ids: readonly string[], isChosen = false) => {
    for (const row of document.querySelectorAll(`#${LIST} article[data-lit]`))
      row.removeAttribute("data-lit");
    const rows = [...document.querySelectorAll(`#${LIST} article`)].filter((row) =>
      ids.includes(eventIn(row) ?? ""),
    );
    for (const row of rows) row.setAttribute("data-lit", "");
    const [first] = rows;
    if (isChosen && first && matchMedia("(min-width: 900px)").matches)
      first.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  signal.addEventListener("abort", () => mark([]));
  return { mark };
}

/**
 * The map of a list. The page has a still one with links; a browser with WebGL turns it into one
 * that moves. Its list is the same for the keyboard and for screen readers.
 */
export function EventMap({ map }: { map: EventMapView }) {
  const { t, locale } = useText();
  const canvas = useRef<HTMLDivElement>(null);
  const live = useRef<LiveMap | null>(null);
  const shown = useRef(map);
  const [isLive, setLive] = useState(false);
  const [chosen, setChosen] = useState<readonly EventPin[]>([]);
  const [area, setArea] = useState<string | null>(null);
  shown.current = map;

  useEffect(() => {
    // The server's build leaves the library out.
    if (import.meta.env.SSR || !canvas.current) return;
    const container = canvas.current;
    const gone = new AbortController();
    const open = async () => {
      const { openLiveMap } = await import("./live-map");
      if (gone.signal.aborted) return;
      const opened = await openLiveMap(container, shown.current, {
        locale,
        signal: gone.signal,
        countLabel: (count) => t("events:map.count", { count }),
        texts: {
          pan: t("events:map.label"),
          streets: t("events:map.streets"),
          move: t("events:map.move"),
        },
        onReady: () => setLive(true),
        onChosen: setChosen,
        onMoved: setArea,
        onHover: rows.mark,
      });
      if (gone.signal.aborted) return;
      live.current = opened;
      // The list may have changed meanwhile.
      opened.show(shown.current);
    };
    const rows = watchRows((id) => live.current?.light(id), gone.signal);
    // Without the library or WebGL the still map stays.
    open().catch(() => setLive(false));
    return () => {
      gone.abort();
      live.current = null;
      setLive(false);
    };
  }, [locale, t]);

  // Another list, or the same one elsewhere.
  useEffect(() => {
    live.current?.show(map);
    setArea(null);
    setChosen([]);
  }, [map]);

  return (
    <section
      className={classes.map}
      aria-label={t("events:map.label")}
      data-live={isLive || undefined}
    >
      <div ref={canvas} className={classes.canvas} dir="ltr" />
      {!isLive && (
        <div className={classes.still} dir="ltr">
          <MapGround map={map.still} />
          <StillPins pins={map.pins} />
        </div>
      )}
      {isLive && (
        <>
          {area && (
            <p className={classes.area}>
              <Button
                component={Link}
                to={`${map.area}${area}`}
                preventScrollReset
                variant="default"
                icon="search"
              >
                {t("events:map.area")}
              </Button>
            </p>
          )}
          <div className={classes.tools} dir="ltr">
            <IconButton
              icon="plus"
              label={t("events:map.zoomIn")}
              onClick={() => live.current?.zoom(1)}
            />
            <IconButton
              icon="minus"
              label={t("events:map.zoomOut")}
              onClick={() => live.current?.zoom(-1)}
            />
            <IconButton
              icon="current-location"
              label={t("events:map.locate")}
              onClick={() =>
                findPosition(
                  ({ lat, lng }) => live.current?.goTo(Number(lat), Number(lng)),
                  () => undefined,
                )
              }
            />
          </div>
          {chosen.length > 0 && <Chosen pins={chosen} onClose={() => live.current?.choose([])} />}
        </>
      )}
    </section>
  );
}

/** Pins of the map without scripts: a link to the event, or to the first of several. */
function StillPins({ pins }: { pins: EventMapView["pins"] }) {
  const { t } = useText();
  return pins.map(({ x, y, events }) => {
    const [first] = events;
    if (!first) return null;
    const isOne = events.length === 1;
    return (
      <span key={first.id} className={classes.spot} style={placeStyle({ x, y })}>
        {isOne ? (
          <Link
            className={classes.pin}
            to={first.href}
            data-family={first.family}
            aria-label={`${first.title}, ${first.when}`}
          >
            <Icon name={first.icon} size="s" />
            <bdi>{first.short}</bdi>
          </Link>
        ) : (
          <details name="spot">
            <summary
              className={classes.cluster}
              aria-label={t("events:map.count", { count: events.length })}
            >
              <bdi>{t("events:map.number", { count: events.length })}</bdi>
            </summary>
            <ul className={classes.list}>
              {events.map((event) => (
                <li key={event.id}>
                  <Link to={event.href} dir="auto">
                    {event.title}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
    );
  });
}

/** The chosen events, in the direction of the page. */
function Chosen({ pins, onClose }: { pins: readonly EventPin[]; onClose: () => void }) {
  const { t } = useText();
  return (
    <div className={classes.chosen} role="status">
      <ul>
        {pins.map((pin) => (
          <li key={pin.id} className="rd-line rd-gap-sm">
            <img
              className={classes.picture}
              src={pin.cover}
              alt=""
              width={56}
              height={56}
              decoding="async"
            />
            <p>
              <small className="rd-dots rd-quiet">
                <span>{pin.when}</span>
              </small>
              <Link to={pin.href} dir="auto">
                {pin.title}
              </Link>
              <small className="rd-dots rd-quiet">
                {[pin.venue, pin.price].filter(Boolean).map((fact) => (
                  <bdi key={fact}>{fact}</bdi>
                ))}
              </small>
            </p>
          </li>
        ))}
      </ul>
      <IconButton icon="x" label={t("common:close")} onClick={onClose} />
    </div>
  );
}
