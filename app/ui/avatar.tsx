import { paths } from "../lib/paths";
import classes from "./avatar.module.css";
import { Link } from "./link";

/** Picture or initials of a person. Decorative: the name must be next to it. */
export function Avatar({
  photoUrl,
  initials,
  size = "m",
}: {
  photoUrl: string | null;
  initials: string;
  size?: "s" | "m" | "l";
}) {
  return (
    <span className={classes.avatar} data-size={size} aria-hidden="true">
      {photoUrl?.startsWith(paths.media("")) ? <img src={photoUrl} alt="" /> : initials}
    </span>
  );
}

interface PersonProps {
  photoUrl: string | null;
  initials: string;
  name: string;
  /** Text below the name, such as an email address. */
  detail?: string;
  to?: string;
}

/** Picture, name and detail of an account. */
export function Person({ photoUrl, initials, name, detail, to }: PersonProps) {
  return (
    <span className={classes.person}>
      <Avatar photoUrl={photoUrl} initials={initials} size="s" />
      <span>
        {to ? (
          <Link to={to}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <b>
            <bdi>{name}</bdi>
          </b>
        )}
        {detail && (
          <small>
            <bdi>{detail}</bdi>
          </small>
        )}
      </span>
    </span>
  );
}
