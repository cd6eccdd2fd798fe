import type { CityCardView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { ResponsiveImage } from "../media/responsive-image";
import classes from "./city-card.module.css";
import { OtherName } from "./city-rows";
import rows from "./city-rows.module.css";

interface CityCardProps {
  city: CityCardView;
  headingLevel?: 2 | 3;
  /** Loads the picture eagerly, for cards above the fold. */
  eager?: boolean;
}

/**
 * Card of a city with upcoming events. The whole card links to the city, except for the link of the
 * next event.
 */
export function CityCard({ city, headingLevel = 3, eager = false }: CityCardProps) {
  const { locale } = useText();
  const { next } = city;
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        <ResponsiveImage
          src={city.photo ?? paths.cityCover(city.slug)}
          sizes="(max-width: 599px) 46vw, 240px"
          alt=""
          width={240}
          height={300}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      </div>
      <div className={rows.names}>
        <Heading className={classes.name}>
          <Link className="rd-cover-link" to={paths.city(city.slug)} prefetch="intent">
            {city.name}
          </Link>
        </Heading>
        <OtherName city={city} />
      </div>
      <p className={classes.upcoming}>{city.upcoming}</p>
      {next && (
        <p className={classes.next}>
          <span>{next.label}</span>{" "}
          <Link
            to={next.href}
            lang={next.titleLang === locale ? undefined : next.titleLang}
            dir="auto"
          >
            {next.title}
          </Link>
          <time dateTime={next.startsAt}>{next.date}</time>
        </p>
      )}
      <p className={classes.place}>
        {city.country} <i aria-hidden="true">·</i> {city.timeZone}
      </p>
    </article>
  );
}

export function CityGrid({ children }: { children: React.ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}
