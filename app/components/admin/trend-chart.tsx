import { useText } from "../../ui/text";
import { Scroller } from "./scroller";
import classes from "./trend-chart.module.css";

export interface TrendView {
  name: string;
  title: string;
  total: string;
  /** What it was in the days before. */
  before: string;
  /** A day each, the oldest first. */
  points: { day: string; label: string; count: number; text: string }[];
}

const WIDTH = 300;
const HEIGHT = 72;
const GAP = 2;
/** Even a single one is seen. */
const LEAST = 2;

/** A number's last days as bars, and the same as a table for who does not see them. */
export function TrendChart({ trend: { name, title, total, before, points } }: { trend: TrendView }) {
  const { t } = useText();
  const most = Math.max(1, ...points.map(({ count }) => count));
  const step = WIDTH / points.length;
  return (
    <figure className={classes.trend} aria-labelledby={`trend-${name}`}>
      <figcaption>
        <span id={`trend-${name}`}>{title}</span>
        <strong>{total}</strong>
        <small>{before}</small>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <g>
          {points.map(({ day, count }, index) => {
            const height = count === 0 ? 1 : Math.max(LEAST, (count / most) * HEIGHT);
            return (
              <rect
                key={day}
                x={index * step}
                y={HEIGHT - height}
                width={step - GAP}
                height={height}
                data-empty={count === 0 || undefined}
                data-last={index === points.length - 1 || undefined}
              />
            );
          })}
        </g>
      </svg>
      <p className={classes.ends} aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      <details>
        <summary>{t("admin:dashboard.table")}</summary>
        <Scroller label={title} className={classes.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("admin:dashboard.day")}</th>
                <th scope="col">{title}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ day, label, text }) => (
                <tr key={day}>
                  <th scope="row">
                    <time dateTime={day}>{label}</time>
                  </th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      </details>
    </figure>
  );
}
