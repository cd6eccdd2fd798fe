import type { CityCardView, CityRowView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Link } from "../../ui/link";
import { ResponsiveImage } from "../media/responsive-image";
import classes from "./city-rows.module.css";

/** Compact row of a city: small picture, names and a note. */
function CityRow({ city }: { city: CityRowView }) {
  return (
    <div className={classes.row}>
      <ResponsiveImage
        className={classes.thumb}
        src={city.photo ?? paths.cityCover(city.slug)}
        sizes="52px"
        alt=""
        width={52}
        height={52}
        loading="lazy"
        decoding="async"
      />
      <div>
        <p className={classes.names}>
          <Link
            className={`${classes.rowName} rd-cover-link`}
            to={paths.city(city.slug)}
            prefetch="intent"
          >
            {city.name}
          </Link>
          <OtherName city={city} />
        </p>
        <p className="rd-note">{city.note}</p>
      </div>
    </div>
  );
}

/** A city's name in the other language, beside its name. */
export function OtherName({
  city: { otherName, otherLang },
}: {
  city: CityRowView | CityCardView;
}) {
  return otherName ? (
    <span className={classes.otherName} lang={otherLang} dir={otherLang === "fa" ? "rtl" : "ltr"}>
      {otherName}
    </span>
  ) : null;
}

export function CityRows({ cities }: { cities: readonly CityRowView[] }) {
  return (
    <ul className={classes.rows}>
      {cities.map((city) => (
        <li key={city.slug}>
          <CityRow city={city} />
        </li>
      ))}
    </ul>
  );
}
