import { paths } from "../lib/paths";
import classes from "./avatar.module.css";

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
