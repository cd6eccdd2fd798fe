import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./arcade.module.css";
import type { DoorView } from "./home-days.server";

/** A slim arch per coming day, the darker the more is on. The first, of today, is lit. */
export function Arcade({ doors }: { doors: readonly DoorView[] }) {
  const { t } = useText();
  return (
    <nav className={classes.strip} aria-label={t("pages:home.days.label")}>
      <div className={`rd-wrap ${classes.arcade}`}>
        {doors.map(({ day, href, label, brief, number, month, count, short, density }, index) => (
          <Link
            key={day}
            className={index === 0 ? `${classes.day} ${classes.today}` : classes.day}
            to={href}
            prefetch="intent"
            data-density={density}
          >
            <span className={classes.label}>{label}</span>{" "}
            <span className={classes.brief} aria-hidden>
              {index === 0 ? label : brief}
            </span>
            <b className={classes.arch}>{number}</b> <span className="rd-hidden">{month}</span>{" "}
            <span className={classes.count}>{count}</span>
            <span className={classes.short} aria-hidden>
              {short}
            </span>
          </Link>
        ))}
      </div>
    </nav>
  );
}
