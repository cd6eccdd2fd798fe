import { useEffect, useRef, useState } from "react";
import type { LogView, RunUpdate } from "~/routes/admin/ingestion/run.server";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { Form, Link, useAddress } from "~/ui/link";
import { Meta } from "~/ui/list";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import classes from "../runs.module.css";

interface LiveLogProps {
  run: string;
  log: LogView;
  /** URL of the page, for use without JavaScript. */
  here: string;
  isActive: boolean;
  /** Called with changes of the run, including its end. */
  onUpdate: (update: RunUpdate) => void;
}

/** Poll intervals without and with a connection to the run's room, ms. */
const EVERY = { alone: 2_500, listening: 12_500 } as const;

/** Live log of a run: filtered by level, scrolled to the last line, with downloads. */
export function LiveLog({ run, log, here, isActive, onUpdate }: LiveLogProps) {
  const { t } = useText();
  const address = useAddress();
  const [lines, setLines] = useState(log.lines);
  const [level, setLevel] = useState(log.level);
  const [follows, setFollows] = useState(true);
  const box = useRef<HTMLElement>(null);
  const last = useRef(lines.at(-1)?.id ?? "");
  const latest = useRef({ onNews: onUpdate, address });
  latest.current = { onNews: onUpdate, address };
  useEffect(() => {
    setLines(log.lines);
    last.current = log.lines.at(-1)?.id ?? "";
  }, [log.lines]);
  useEffect(() => {
    if (!isActive) return;
    const controller = new AbortController();
    const ask = async () => {
      if (document.hidden) return;
      try {
        const url = new URL(latest.current.address(log.updatesHref), window.location.href);
        url.searchParams.set("after", last.current);
        const response = await fetch(url, { signal: controller.signal });
        if (!response.ok) return;
        const update: RunUpdate = await response.json();
        if (update.lines.length > 0) {
          last.current = update.lines.at(-1)?.id ?? last.current;
          setLines((known) => [
            ...known,
            ...update.lines.filter(({ id }) => !known.some((line) => line.id === id)),
          ]);
        }
        latest.current.onNews(update);
      } catch {
        // Offline: retries at the next interval.
      }
    };
    let timer = setInterval(ask, EVERY.alone);
    const onOpen = (isOpen: boolean) => {
      clearInterval(timer);
      if (!controller.signal.aborted)
        timer = setInterval(ask, isOpen ? EVERY.listening : EVERY.alone);
      // Fetches lines missed while disconnected.
      if (isOpen) void ask();
    };
    let stop = () => {};
    import("~/lib/realtime/run-room").then(
      ({ listenToRun }) => {
        if (!controller.signal.aborted) stop = listenToRun(run, ask, onOpen);
      },
      () => {
        // Without the room, polling continues.
      },
    );
    return () => {
      controller.abort();
      clearInterval(timer);
      stop();
    };
  }, [isActive, log.updatesHref, run]);
  const shown = level === "" ? lines : lines.filter((line) => line.level === level);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new line
  useEffect(() => {
    if (follows && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [shown.length, follows]);
  return (
    <Card
      title={t("ingestion:log.title")}
      actions={
        <div className="rd-needs-script">
          <Checkbox
            name="follow"
            label={t("ingestion:log.follow")}
            checked={follows}
            onChange={(event) => setFollows(event.currentTarget.checked)}
          />
        </div>
      }
    >
      <Form action={here} preventScrollReset className="rd-row">
        <Select
          name="level"
          label={t("ingestion:log.level")}
          size="sm"
          empty={t("ingestion:log.anyLevel")}
          options={log.levels}
          value={level}
          onChange={(event) => setLevel(event.currentTarget.value)}
        />
        <noscript>
          <button type="submit">{t("ingestion:runs.show")}</button>
        </noscript>
      </Form>
      <section
        ref={box}
        className={classes.lines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        aria-label={t("ingestion:log.title")}
      >
        {shown.length === 0 ? (
          <p>{t("ingestion:log.none")}</p>
        ) : (
          <ol>
            {shown.map(({ id, level: of, levelLabel, at, time, text }) => (
              <li key={id} data-level={of}>
                <time dateTime={at}>{time}</time>
                <b>{levelLabel}</b>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
      <Meta>
        {isActive && (
          <Link className="rd-link" to={here} reloadDocument>
            {t("ingestion:runs.reload")}
          </Link>
        )}
        <a className="rd-link" href={address(log.text)} download>
          {t("ingestion:log.text")}
        </a>
        <a className="rd-link" href={address(log.csv)} download>
          {t("ingestion:log.csv")}
        </a>
      </Meta>
    </Card>
  );
}
