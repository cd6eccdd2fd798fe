import type { ReactNode } from "react";
import { Card } from "../../ui/card";
import { Chart } from "../../ui/chart";
import { useText } from "../../ui/text";

export interface TrendView {
  name: string;
  title: string;
  total: string;
  /** Localized total of the previous period. */
  before: string;
  /** One point per day, oldest first. */
  points: { day: string; label: string; count: number; text: string }[];
}

/** Card with the recent trend of a figure. */
export function TrendCard({ trend, children }: { trend: TrendView; children?: ReactNode }) {
  const { t } = useText();
  return (
    <Card>
      <Chart
        title={trend.title}
        figure={trend.total}
        note={trend.before}
        points={trend.points.map(({ day, label, count, text }) => ({
          key: day,
          label,
          value: count,
          text,
        }))}
        pointsLabel={t("admin:dashboard.day")}
      />
      {children}
    </Card>
  );
}
