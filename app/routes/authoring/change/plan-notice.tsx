import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import classes from "./change-plan.module.css";
import type { PlanPage, PlanReviewPage } from "./change-plan.server";

/** Time of the event in both calendars, struck through if it no longer applies. */
export function TimeBox({
  label,
  time,
  isStruck = false,
  isNew = false,
}: {
  label: string;
  time: PlanPage["now"];
  isStruck?: boolean;
  isNew?: boolean;
}) {
  const when = <time dateTime={time.dateTime}>{time.when}</time>;
  return (
    <div className={classes.time} data-new={isNew || undefined}>
      <span>{label}</span>
      <b>{isStruck ? <s>{when}</s> : when}</b>
      <span>{time.other}</span>
    </div>
  );
}

/** Preview of the notification to people who saved the event. */
export function PlanNotice({ notice }: { notice: PlanReviewPage["notice"] }) {
  const { t } = useText();
  return (
    <article className={classes.notice}>
      <h3>
        <bdi>{notice.subject}</bdi>
      </h3>
      <div className={classes.times}>
        <TimeBox
          label={t(notice.new ? "authoring:plan.was" : "authoring:plan.announced")}
          time={notice.old}
          isStruck={notice.isStruck}
        />
        {notice.new && (
          <>
            <Icon name="arrow-right" flip className={classes.arrow} />
            <TimeBox label={t("authoring:plan.is")} time={notice.new} isNew />
          </>
        )}
      </div>
      <p className={classes.place}>
        <bdi>{notice.venue}</bdi>
      </p>
      <blockquote dir="auto">
        <p>{notice.message}</p>
        {notice.from && (
          <footer>
            <bdi>{notice.from}</bdi>
          </footer>
        )}
      </blockquote>
      <p className="rd-quiet">{t("authoring:plan.bothTimes")}</p>
    </article>
  );
}
