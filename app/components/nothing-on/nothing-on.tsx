import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { Hodhod } from "../hodhod/hodhod";
import classes from "./nothing-on.module.css";

/** Nothing at all is coming: Hodhod asleep, and the way to what has been. */
export function NothingOn({ title, text, action }: { title: string; text: string; action: string }) {
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
