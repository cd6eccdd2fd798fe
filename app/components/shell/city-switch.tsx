import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useHomeCity } from "../viewer";
import classes from "./city-switch.module.css";

/** The reader's city, with the way to choose another one. `here`: return path. */
export function CitySwitch({ here }: { here: string }) {
  const { t } = useText();
  const home = useHomeCity();
  const name = home?.name ?? t(home ? "common:city.all" : "common:city.choose");
  return (
    <Link
      className={classes.switch}
      to={paths.myCity(here.startsWith(paths.myCity()) ? undefined : here)}
      rel="nofollow"
      data-chosen={home !== null || undefined}
      aria-label={home ? t("common:city.change", { name }) : name}
    >
      <Icon name="map-pin" />
      <span>{name}</span>
      <Icon name="chevron-down" size="s" />
    </Link>
  );
}
