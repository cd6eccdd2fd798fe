import { Link } from "~/ui/link";
import type { CitySpotView } from "./home.server";
import classes from "./spotlight.module.css";

/** Busiest cities with their next events. */
export function Spotlight({ cities }: { cities: readonly CitySpotView[] }) {
  return (
    <ul className={classes.cities}>
      {cities.map(({ slug, href, name, picture, count, next }) => (
        <li key={slug}>
          <Link className={classes.city} to={href} prefetch="intent">
            <span className={classes.picture}>
              <img src={picture} alt="" width={320} height={400} loading="lazy" decoding="async" />
            </span>
            <h3>{name}</h3>
            <p>{count}</p>
            {next && (
              <p className={classes.next}>
                {next.label} <bdi lang={next.lang}>{next.title}</bdi>
              </p>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
