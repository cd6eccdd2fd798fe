import { Icon } from "~/ui/icon";
import classes from "./collections.module.css";

/** Icons by the names of product.md §3. */
const DRAWN: Record<string, { icon: string }> = {
  heart: { icon: "heart" },
  star: { icon: "star" },
  calendar: { icon: "calendar" },
  users: { icon: "users" },
  briefcase: { icon: "briefcase" },
  plane: { icon: "plane" },
  home: { icon: "home" },
  coffee: { icon: "coffee" },
  music: { icon: "music" },
  camera: { icon: "camera" },
  map: { icon: "map" },
  bookmark: { icon: "bookmark" },
};

/** Icon of a collection on its colour. */
export function CollectionIcon({ color, icon, size = "m" }: { color: string; icon: string; size?: "m" | "l" }) {
  return (
    <span className={classes.sign} data-family={color} data-size={size}>
      <Icon name={DRAWN[icon]?.icon ?? "bookmark"} size={size === "l" ? "l" : "m"} />
    </span>
  );
}
