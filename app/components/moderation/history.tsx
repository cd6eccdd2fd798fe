import type { HistoryView } from "./case-view";
import classes from "./history.module.css";

/** History of an event: actions, actors and reasons. */
export function History({ entries }: { entries: readonly HistoryView[] }) {
  return (
    <ol className={classes.history}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <b>{entry.what}</b> · <bdi>{entry.who}</bdi> ·{" "}
          <time dateTime={entry.at} title={entry.when}>
            {entry.ago}
          </time>
          {entry.reason && <p dir="auto">{entry.reason}</p>}
        </li>
      ))}
    </ol>
  );
}
