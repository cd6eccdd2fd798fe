import type { CityCardView, CityRowView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { ResponsiveImage } from "../media/responsive-image";
import classes from "./city-card.module.css";

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
function OtherName({ city: { otherName, otherLang } }: { city: CityRowView | CityCardView }) {
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
      <div className={classes.names}>
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
            className="rd-underline"
            to={next.href}
            lang={next.titleLang === locale ? undefined : next.titleLang}
            dir="auto"
          >
            {next.title}
          </Link>
          <time dateTime={next.startsAt}>{next.date}</time>
        </p>
      )}
      <p className={`${classes.place} rd-dots`}>
        <span>{city.country}</span>
        <span>{city.timeZone}</span>
      </p>
    </article>
  );
}

export function CityGrid({ children }: { children: React.ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}
