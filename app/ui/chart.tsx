import { type ReactNode, useId } from "react";
import classes from "./chart.module.css";
import { Scroller } from "./scroller";
import { useText } from "./text";

interface ChartPoint {
  key: string;
  label: string;
  value: number;
  /** Localized value. */
  text: string;
  /** Value of the previous period, for comparison. */
  before?: number;
}

interface ChartProps {
  kind?: "bars" | "line";
  title: string;
  /** Total of the chart. */
  figure?: ReactNode;
  /** Note about the total, such as its change. */
  note?: ReactNode;
  /** Oldest first. */
  points: readonly ChartPoint[];
  /** Heading of the points in the table, such as "Day"; left out where the page has that table. */
  pointsLabel?: string;
}

const WIDTH = 300;
const HEIGHT = 72;
const GAP = 2;
/** Minimum height of a bar with a value above 0. */
const MIN_HEIGHT = 2;

/** Server-rendered bar or line chart, with the same data as a table for screen readers. */
export function Chart({ kind = "bars", title, figure, note, points, pointsLabel }: ChartProps) {
  const { t } = useText();
  const id = useId();
  const most = Math.max(1, ...points.flatMap(({ value, before = 0 }) => [value, before]));
  return (
    <figure className={`${classes.chart} rd-stack rd-gap-sm`} aria-labelledby={id}>
      <figcaption>
        <span id={id}>{title}</span>
        {figure && <strong>{figure}</strong>}
        {note && <small>{note}</small>}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {kind === "bars" ? (
          <Bars points={points} most={most} />
        ) : (
          <Line points={points} most={most} />
        )}
      </svg>
      <p className={classes.ends} aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      {pointsLabel && (
        <details>
          <summary>{t("kit:chart.table")}</summary>
          <Scroller label={title} className={classes.table}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{pointsLabel}</th>
                  <th scope="col">{title}</th>
                </tr>
              </thead>
              <tbody>
                {points.map(({ key, label, text }) => (
                  <tr key={key}>
                    <th scope="row">{label}</th>
                    <td>{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </details>
      )}
    </figure>
  );
}

interface PlotProps {
  points: readonly ChartPoint[];
  most: number;
}

function Bars({ points, most }: PlotProps) {
  const step = WIDTH / points.length;
  return (
    <g className={classes.bars}>
      {points.map(({ key, value }, index) => {
        const height = value === 0 ? 1 : Math.max(MIN_HEIGHT, (value / most) * HEIGHT);
        return (
          <rect
            key={key}
            x={index * step}
            y={HEIGHT - height}
            width={Math.max(1, step - GAP)}
            height={height}
            data-empty={value === 0 || undefined}
            data-last={index === points.length - 1 || undefined}
          />
        );
      })}
    </g>
  );
}

function Line({ points, most }: PlotProps) {
  const step = WIDTH / Math.max(1, points.length - 1);
  const path = (values: readonly number[]) =>
    values
      .map(
        (value, index) =>
          `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${(HEIGHT - (value / most) * (HEIGHT - MIN_HEIGHT)).toFixed(1)}`,
      )
      .join("");
  const now = path(points.map(({ value }) => value));
  const before = points.every((point) => point.before !== undefined)
    ? path(points.map((point) => point.before ?? 0))
    : null;
  return (
    <g className={classes.lines}>
      <path data-part="area" d={`${now}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
      {before && <path data-part="before" d={before} />}
      <path data-part="now" d={now} />
    </g>
  );
}

/** Inline trend chart. The adjacent text must state its meaning. */
export function Sparkline({ values, tone }: { values: readonly number[]; tone?: "bad" }) {
  const most = Math.max(1, ...values);
  const step = 96 / Math.max(1, values.length - 1);
  const path = values
    .map(
      (value, index) =>
        `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${(22 - (value / most) * 20).toFixed(1)}`,
    )
    .join("");
  return (
    <svg
      className={classes.spark}
      viewBox="0 0 96 24"
      preserveAspectRatio="none"
      data-tone={tone}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
