import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { DatesView } from "./present-dates.server";
import classes from "./schedule-section.module.css";

/** The dates in words and as a calendar. Live: it follows the inputs. */
export function DatesResult({ dates }: { dates: DatesView }) {
  const { t } = useText();
  return (
    <div className={classes.result}>
      <div role="status">
        <p className={classes.sentence}>{dates.sentence}</p>
        <p className="rd-quiet">{dates.count}</p>
      </div>
      <div className={classes.months}>
        {dates.months.map(({ label, weekdays, weeks }) => (
          <table key={label} className={classes.month}>
            <caption>{label}</caption>
            <thead>
              <tr>
                {weekdays.map(({ short, long }) => (
                  <th key={long} scope="col" abbr={long}>
                    {short}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: weeks of a month have no other identity
                <tr key={index}>
                  {week.map((cell, day) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: so do their days
                    <td key={day} data-mark={cell?.mark ?? undefined}>
                      {cell?.label ? (
                        <span>
                          <span aria-hidden="true">{cell.number}</span>
                          <span className="rd-hidden">{cell.label}</span>
                        </span>
                      ) : (
                        cell?.number
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <ul className={classes.legend}>
        {dates.legend.map(({ mark, label }) => (
          <li key={mark} data-mark={mark}>
            {label}
          </li>
        ))}
      </ul>
      {dates.clashes.map(({ key, when, title, href }) => (
        <p key={key} className={`${classes.clash} rd-row`}>
          <Icon name="alert-circle" size="s" />
          {t("authoring:when.clash", { when })}{" "}
          <Link className="rd-link" to={href}>
            <bdi>{title}</bdi>
          </Link>
        </p>
      ))}
    </div>
  );
}
