import { Fold } from "~/ui/fold";
import classes from "../door.module.css";
import { type DoorFacts, doorClock, whenText } from "../door-words";
import type { DoorNow } from "./door-log";

const MINUTE = 60_000;

/**
 * Age of the list and scans that are not sent: without a network, and while any wait. The phone
 * works on by itself.
 */
export function NetState({
  now: { isOnline, unsent, fetchedAt, state },
  facts,
}: {
  now: DoorNow;
  facts: DoorFacts;
}) {
  const { t, now } = facts;
  if (isOnline && unsent === 0) return null;
  const time = doorClock(facts, fetchedAt);
  const age = t("door:net.list", { time, count: Math.floor((now - fetchedAt) / MINUTE) });
  const waiting = t("door:net.unsent", { count: unsent });
  return (
    <div className={classes.offline}>
      <Fold
        title={
          <span>
            <b>{t("door:net.keep")}</b>
            <small>{unsent > 0 ? `${age} · ${waiting}` : age}</small>
          </span>
        }
      >
        <p>{t("door:net.text", { time })}</p>
        <p>{t("door:net.erased", { time: whenText(facts, state.list.erasesAt) })}</p>
      </Fold>
    </div>
  );
}
