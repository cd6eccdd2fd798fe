import type { ReactNode } from "react";
import type { doorFiguresOf, FoundGuest, RecentScan } from "~/lib/door/door-views";
import { mayUndo } from "~/lib/door/entries";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import classes from "./door.module.css";
import type { DoorPlace } from "./door.server";
import { type DoorFacts, gateText, whenText } from "./door-words";

/**
 * Name of the event, showing and device, above all else. @param isHeading whether the page has no
 * other one
 */
export function DoorHead({
  place,
  isHeading = false,
  children,
}: {
  place: DoorPlace;
  isHeading?: boolean;
  children?: ReactNode;
}) {
  const Title = isHeading ? "h1" : "b";
  return (
    <header className={classes.head}>
      <div>
        <Title>
          <bdi>{place.title}</bdi>
        </Title>
        <small>
          {place.starts} · <bdi>{place.device}</bdi>
        </small>
      </div>
      {children}
    </header>
  );
}

/** How many are inside and to come. @param isAlone whether other devices may know more */
export function DoorFigures({
  figures: { inside, toCome, total },
  isAlone = false,
  facts: { t, locale },
}: {
  figures: ReturnType<typeof doorFiguresOf>;
  isAlone?: boolean;
  facts: Pick<DoorFacts, "t" | "locale">;
}) {
  return (
    <section className={classes.figures} aria-label={t("door:figures.label")}>
      <p className={classes.inside}>
        <b>{formatNumber(inside, locale)}</b>
        <span>{t("door:figures.inside")}</span>
      </p>
      <div>
        <progress max={Math.max(total, 1)} value={inside} aria-label={t("door:figures.label")} />
        <p>
          <span>
            {isAlone ? t("door:figures.known") : t("door:figures.toCome", { count: toCome })}
          </span>
          <span>{t("door:figures.of", { count: total })}</span>
        </p>
      </div>
    </section>
  );
}

/** A party in the results of a search; choosing it never admits. */
export function FoundGuestRow({
  found: { guest, inside, last },
  facts,
  onChoose,
}: {
  found: FoundGuest;
  facts: DoorFacts;
  onChoose?: (id: string) => void;
}) {
  const { t, place } = facts;
  const { seats, state } = guest;
  const isIn = inside >= seats;
  const said =
    isIn && last
      ? t("door:guest.inSince", { time: whenText(facts, last.at), device: gateText(facts, last) })
      : state !== "going"
        ? t(`door:guest.state.${state}`)
        : inside > 0
          ? t("door:guest.partOf", { inside, seats })
          : t("door:guest.party", { count: seats });
  return (
    <li>
      <Link
        className={classes.found}
        data-open={(!isIn && state === "going") || undefined}
        to={paths.door(place.key, { guest: guest.id })}
        onClick={
          onChoose &&
          ((event) => {
            event.preventDefault();
            onChoose(guest.id);
          })
        }
      >
        <span>
          <b>
            <bdi>{guest.name ?? t("door:guest.unnamed")}</bdi>
          </b>
          <small>{said}</small>
        </span>
        <span className={classes.go}>
          {!isIn && state === "going" ? (
            t("door:guest.admit", { count: seats - inside })
          ) : (
            <Icon name="arrow-right" size="s" flip />
          )}
        </span>
      </Link>
    </li>
  );
}

/** A line of the last scans. @param undo what takes it back, for those who may */
export function ScanRow({
  recent: { scan, name, isUndone },
  facts,
  undo,
}: {
  recent: RecentScan;
  facts: DoorFacts;
  undo: ReactNode;
}) {
  const { t, deviceId, isHost, now } = facts;
  const mayTakeBack = !isUndone && (isHost || mayUndo(scan, deviceId, now));
  return (
    <li className={classes.scan} data-undone={isUndone || undefined}>
      <span className={classes.mark} data-flagged={scan.flag !== null || undefined}>
        <Icon name={isUndone ? "arrow-back-up" : scan.flag ? "question-mark" : "check"} />
      </span>
      <p>
        <b>{t("door:log.in", { name: name ?? t("door:guest.unnamed"), count: scan.n })}</b>
        <small>
          {isUndone
            ? t("door:log.undone")
            : t("door:log.device", {
                time: whenText(facts, scan.at),
                device: gateText(facts, scan),
              })}
        </small>
      </p>
      {mayTakeBack && undo}
    </li>
  );
}
