import { Link } from "../../ui/link";
import { StatusBadge } from "../status-badge/status-badge";
import type { OtherView } from "./case-view";
import classes from "./other-events.module.css";

/** Similar events shown with a second confirmation, as compact cards with links to their pages. */
export function OtherEvents({ others }: { others: readonly OtherView[] }) {
  if (others.length === 0) return null;
  return (
    <ul className={classes.others}>
      {others.map((other) => (
        <li key={other.id}>
          <img src={other.cover} data-focus={other.focus} alt="" width={62} height={62} />
          <div>
            <Link className="rd-link" to={other.href} dir="auto" lang={other.titleLang}>
              <span>{other.title}</span>
            </Link>
            <span>{other.when}</span>
            <bdi>{other.where}</bdi>
          </div>
          <StatusBadge status={other.status}>{other.statusLabel}</StatusBadge>
        </li>
      ))}
    </ul>
  );
}
