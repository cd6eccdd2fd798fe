import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { Hodhod } from "../hodhod/hodhod";
import classes from "./nothing-on.module.css";

/** Empty state without any upcoming event: sleeping mascot and a link to past events. */
export function NothingOn({
  title,
  text,
  action,
}: {
  title: string;
  text: string;
  action: string;
}) {
  return (
    <div className={`rd-wrap ${classes.empty}`}>
      <Hodhod pose="sleeping" />
      <h2>{title}</h2>
      <p>{text}</p>
      <Button component={Link} to={paths.events({ when: "past" })}>
        {action}
      </Button>
    </div>
  );
}
