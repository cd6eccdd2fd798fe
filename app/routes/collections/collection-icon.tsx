import type { IconName } from "~/lib/icon-names";
import { Icon } from "~/ui/icon";
import classes from "./collections.module.css";

/** Icon of a collection on its colour. */
export function CollectionIcon({
  color,
  icon,
  size = "m",
}: {
  color: string;
  icon: IconName;
  size?: "m" | "l";
}) {
  return (
    <span className={classes.sign} data-family={color} data-size={size}>
      <Icon name={icon} size={size === "l" ? "l" : "m"} />
    </span>
  );
}
