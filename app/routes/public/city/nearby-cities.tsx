import { CityRows } from "~/components/city-card/city-rows";
import type { CityRowView } from "~/lib/pages/views";
import { useText } from "~/ui/text";
import classes from "./nearby-cities.module.css";

/** Other cities near a city. */
export function NearbyCities({ name, cities }: { name: string; cities: readonly CityRowView[] }) {
  const { t } = useText();
  if (cities.length === 0) return null;
  return (
    <aside className={`rd-wrap ${classes.nearby}`} aria-labelledby="nearby">
      <h2 id="nearby">{t("pages:city.nearby", { city: name })}</h2>
      <CityRows cities={cities} />
    </aside>
  );
}
