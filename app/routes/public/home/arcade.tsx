import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./arcade.module.css";
import type { DoorView } from "./home.server";

/** An arch per coming day. Today's is highlighted. */
export function Arcade({ doors }: { doors: readonly DoorView[] }) {
  const { t } = useText();
  return (
    <nav className={classes.arcade} aria-label={t("pages:home.days.label")}>
      {doors.map(({ day, href, label, number, month, count, cover }, index) => (
        <Link
          key={day}
          className={index === 0 ? `${classes.arch} ${classes.today}` : classes.arch}
          to={href}
          prefetch="intent"
        >
          <span className={classes.frame}>
            <img src={cover} alt="" width={400} height={300} decoding="async" />
          </span>
          <span className={classes.text}>
            <span className={classes.label}>{label}</span> <b>{number}</b> <span>{month}</span>{" "}
            <span className={classes.count}>{count}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
