import { Avatar } from "./avatar";
import { Link } from "./link";
import classes from "./person.module.css";

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
