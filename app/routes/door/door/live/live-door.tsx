import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  admittedByDevice,
  type DoorResult,
  doorFiguresOf,
  findDoorGuests,
  recentScansOf,
} from "~/lib/door/door-views";
import type { Scan } from "~/lib/door/entries";
import { formatNumber } from "~/lib/text/money";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "../door.module.css";
import type { DoorPlace, OpenDoorData } from "../door.server";
import { DoorFigures, DoorHead, FoundGuestRow, ScanRow } from "../door-parts";
import { DoorResultView } from "../door-result";
import { type DoorFacts, doorClock, whenText } from "../door-words";
import { DoorCamera } from "./door-camera";
import type { DoorLog, DoorNow, OfflineTest } from "./door-log";

const MINUTE = 60_000;

/**
 * Age of the list and scans that are not sent: without a network, and while any wait. The phone
 * works on by itself.
 */
function NetState({
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

/** Whether the phone is ready for times without a network, before they come. */
function OfflineReady({
  test,
  testAgain,
  facts,
}: Pick<LiveDoorProps, "test" | "testAgain"> & { facts: DoorFacts }) {
  const { t } = facts;
  if (!test || test.missing.length === 0)
    return (
      <p className={classes.said} role="status">
        {test ? t("door:test.ready", { time: doorClock(facts, test.at) }) : t("door:test.running")}
      </p>
    );
  return (
    <Alert tone="waiting" title={t("door:test.failed")}>
      {test.missing.map((part) => (
        <p key={part}>{t(`door:test.${part}`)}</p>
      ))}
      <Button variant="default" size="sm" icon="refresh" onClick={testAgain}>
        {t("door:test.again")}
      </Button>
    </Alert>
  );
}

/** How long a result stays that asks for nothing, ms. */
const SHOWN = 4_000;
/** How long a code is passed over that the camera still sees after its result, ms. */
const SEEN = 5_000;

/** What is shown over the camera. */
interface Shown {
  result: DoorResult;
  admitted: Scan | null;
}

interface LiveDoorProps {
  place: DoorPlace;
  open: OpenDoorData;
  log: DoorLog;
  now: DoorNow;
  /** The phone's test of working without a network; null while it runs. */
  test: OfflineTest | null;
  testAgain(): void;
  leave: ReactNode;
}

/** Scans and searches on the phone's own list, with a network and without. */
function useScanning(log: DoorLog) {
  const [shown, setShown] = useState<Shown | null>(null);
  const isBusy = useRef(false);
  const seen = useRef({ text: "", until: 0 });

  const admit = useCallback(
    async (result: DoorResult, n: number, isOverride = false) => {
      const { scan, result: refusal } = await log.admit(result, n, isOverride);
      const after = scan ? result : refusal;
      setShown(after && { result: after, admitted: scan });
    },
    [log],
  );
  const show = useCallback(
    async (result: DoorResult | null) => {
      const verdict = result?.verdict;
      if (!result || !verdict) return;
      const isOne =
        result.ticket !== null &&
        (verdict.kind === "admit" || verdict.kind === "unverified") &&
        verdict.remaining === 1;
      // A party of one is let in by its scan.
      if (isOne) await admit(result, 1);
      else setShown({ result, admitted: null });
    },
    [admit],
  );
  const scan = useCallback(
    async (text: string) => {
      const isSeen = seen.current.text === text && Date.now() < seen.current.until;
      if (isBusy.current || isSeen) return;
      isBusy.current = true;
      seen.current = { text, until: Number.POSITIVE_INFINITY };
      try {
        await show(await log.scan(text));
      } finally {
        isBusy.current = false;
      }
    },
    [log, show],
  );
  const close = useCallback(() => {
    seen.current.until = Date.now() + SEEN;
    setShown(null);
  }, []);
  useEffect(() => {
    if (!shown?.admitted) return;
    const timer = setTimeout(close, SHOWN);
    return () => clearTimeout(timer);
  }, [shown, close]);
  return { shown, scan, show, admit, close };
}

/** The door with camera, search as it is typed, and log. */
export function LiveDoor({ place, open, log, now, test, testAgain, leave }: LiveDoorProps) {
  const { t, locale } = useText();
  const { state, isOnline, fetchedAt } = now;
  const { shown, scan, show, admit, close } = useScanning(log);
  const [typed, setTyped] = useState("");
  const [isSearching, setIsSearching] = useState(false);
  const { levels, devices, showings, deviceId } = state.list;
  const facts: DoorFacts = {
    ...{ t, locale, place, deviceId, levels, devices, showings },
    ...{ isHost: open.isHost, now: Date.now() },
  };
  const { found, count } = useMemo(() => findDoorGuests(state, typed), [state, typed]);
  const recent = useMemo(() => recentScansOf(state), [state]);
  const figures = useMemo(() => doorFiguresOf(state), [state]);
  const undo = (taken: Scan) => void log.undo(taken).then(close);
  const search = () => {
    close();
    setIsSearching(true);
  };
  const rows = (count: number) => (
    <ul className={classes.list}>
      {recent.slice(0, count).map((each) => (
        <ScanRow
          key={each.scan.id}
          recent={each}
          facts={facts}
          undo={
            <Button
              variant="default"
              size="sm"
              icon="arrow-back-up"
              onClick={() => undo(each.scan)}
            >
              {t("door:log.undo")}
            </Button>
          }
        />
      ))}
    </ul>
  );
  return (
    <>
      <DoorHead place={place} isHeading>
        <span className={classes.net} data-online={isOnline || undefined} role="status">
          <Icon name={isOnline ? "wifi" : "wifi-off"} size="s" />
          {t(isOnline ? "door:online" : "door:offline")}
        </span>
      </DoorHead>
      <div className={classes.main} data-live data-searching={isSearching || undefined}>
        <DoorFigures figures={figures} isAlone={!isOnline} facts={facts} />
        <NetState now={now} facts={facts} />
        <OfflineReady test={test} testAgain={testAgain} facts={facts} />
        {!isSearching && <DoorCamera onCode={scan} isPaused={shown !== null} />}
        {!isSearching && <div className={classes.last}>{rows(1)}</div>}
        <div className={classes.finding}>
          {typed !== "" && (
            <>
              <p className={classes.said} role="status">
                {found.length > 0
                  ? t("door:search.found", { count, typed })
                  : t("door:search.none", { typed })}
              </p>
              <ul className={classes.list}>
                {found.map((each) => (
                  <FoundGuestRow
                    key={each.guest.id}
                    found={each}
                    facts={facts}
                    onChoose={(id) => void show(log.choose(id))}
                  />
                ))}
              </ul>
            </>
          )}
          <div className={classes.search}>
            <TextField
              id="q"
              name="q"
              type="search"
              label={t("door:search.label")}
              isLabelHidden
              placeholder={t("door:search.label")}
              autoComplete="off"
              value={typed}
              start={<Icon name="search" />}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onFocus={() => setIsSearching(true)}
            />
            {isSearching && (
              <Button
                variant="default"
                size="lg"
                icon="scan"
                onClick={() => {
                  setTyped("");
                  setIsSearching(false);
                }}
              >
                {t("door:search.back")}
              </Button>
            )}
          </div>
        </div>
      </div>
      <aside className={classes.aside}>
        <h2>{t("door:log.title")}</h2>
        {recent.length === 0 && <p className={classes.said}>{t("door:log.empty")}</p>}
        {rows(8)}
        <h2>{t("door:gates.title")}</h2>
        <Gates now={now} facts={facts} inside={figures.inside} />
        <p className={classes.said}>{t("door:log.help")}</p>
        {leave}
      </aside>
      {shown && (
        <DoorResultView
          result={shown.result}
          admitted={shown.admitted}
          facts={facts}
          listFrom={fetchedAt}
          live={{
            admit: (n, isOverride) => void admit(shown.result, n, isOverride),
            undo,
            close,
            search,
          }}
        />
      )}
    </>
  );
}

/** What each device let in; their sum is not how many are inside. */
function Gates({ now, facts, inside }: { now: DoorNow; facts: DoorFacts; inside: number }) {
  const { t, locale, devices, deviceId } = facts;
  const sums = [...admittedByDevice(now.state)];
  const nameOf = (id: string | null) => (id && devices[id]) ?? t("door:host");
  return (
    <dl className={classes.gates}>
      {sums.map(([id, sum]) => (
        <div key={id ?? "host"}>
          <dt>
            <bdi>{id === deviceId ? t("door:thisPhone", { device: nameOf(id) }) : nameOf(id)}</bdi>
          </dt>
          <dd>{formatNumber(sum, locale)}</dd>
        </div>
      ))}
      <div>
        <dt>{t("door:gates.inside")}</dt>
        <dd>{formatNumber(inside, locale)}</dd>
      </div>
    </dl>
  );
}
