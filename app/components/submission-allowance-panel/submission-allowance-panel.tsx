import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import classes from "./submission-allowance-panel.module.css";

export interface SubmissionAllowanceView {
  tier: string;
  score: string;
  isUnlimited: boolean;
  note: string;
  meters: { name: string; label: string; used: number; limit: number; text: string }[];
  reached: { text: string; until: string | null } | null;
  reasons: { kind: string; label: string; points: string }[];
}

/** Remaining submissions and their limits, shown before the form (decisions.md §4). */
export function SubmissionAllowancePanel({
  allowance,
  withReasons = false,
}: {
  allowance: SubmissionAllowanceView;
  withReasons?: boolean;
}) {
  const { t } = useText();
  const { tier, score, meters, note, reached, reasons, isUnlimited } = allowance;
  return (
    <section className={classes.panel} aria-label={t("authoring:standing.title")}>
      <div className={classes.tier}>
        <span className={classes.score} aria-hidden="true">
          {score}
        </span>
        <p>
          <b>{tier}</b>
          <span className="rd-hidden">{t("authoring:standing.score", { score })}</span>
          <small>{isUnlimited ? t("authoring:standing.unlimited") : note}</small>
        </p>
      </div>
      {meters.map(({ name, label, used, limit, text }) => (
        <div key={name} className={classes.meter}>
          <small>{label}</small>
          <b>{text}</b>
          <progress value={used} max={limit} aria-label={label} />
        </div>
      ))}
      {reached && (
        <p className={classes.reached}>
          <Icon name="hourglass" />
          <span>
            {reached.text} {reached.until}
          </span>
        </p>
      )}
      {withReasons && (
        <details className={classes.causes}>
          <summary>{t("authoring:standing.why")}</summary>
          {reasons.length === 0 ? (
            <p>{t("authoring:standing.none")}</p>
          ) : (
            <dl>
              {reasons.map(({ kind, label, points }) => (
                <div key={kind}>
                  <dt>{label}</dt>
                  <dd>
                    <bdi dir="ltr">{points}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </details>
      )}
    </section>
  );
}
