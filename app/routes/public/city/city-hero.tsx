import { ResponsiveImage } from "~/components/media/responsive-image";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { cityLoader } from "./city.server";
import classes from "./city-hero.module.css";

/** Aspect ratio of the picture on wide screens, width divided by height. */
const RATIO = 2.4;

/** Header of a city page: picture, location and a link to the weekend's events. */
export function CityHero({
  city,
  summary,
  filtered,
}: {
  city: Awaited<ReturnType<typeof cityLoader>>["hero"];
  summary: string;
  filtered: boolean;
}) {
  const { t, locale } = useText();
  return (
    <div className={classes.hero}>
      <div className={classes.picture}>
        <ResponsiveImage
          src={city.photo ?? paths.cityCover(city.slug, RATIO)}
          sizes="(max-width: 899px) 100vw, 600px"
          alt=""
          width={600}
          height={250}
          fetchPriority="high"
        />
      </div>
      <div className={classes.text}>
        <nav aria-label={t("common:crumbs")}>
          <Link className={`${classes.back} rd-underline`} to={paths.cities()}>
            <Icon name="chevron-left" size="s" flip />
            {t("pages:cities.title")}
          </Link>
        </nav>
        <div className={classes.names}>
          <h1>{city.name}</h1>
          {city.otherName && (
            <span lang={city.otherLang} dir={locale === "fa" ? "ltr" : "rtl"}>
              {city.otherName}
            </span>
          )}
        </div>
        <ul className={classes.facts}>
          <li className="rd-inline">
            <Icon name="map-pin" />
            {city.place}
          </li>
          <li className="rd-inline">
            <Icon name="calendar-event" />
            {city.upcoming}
          </li>
          <li className="rd-inline">
            <Icon name="clock" />
            {t("pages:city.timeZone", { zone: city.timeZone })}
          </li>
        </ul>
        <ul className={`${classes.quick} rd-row`}>
          {city.hasWeekend && (
            <li>
              <Link className={classes.weekend} to={paths.city(city.slug, { when: "weekend" })}>
                <b>{t("pages:city.weekendIn", { city: city.name })}</b>
                <span>{city.weekend}</span>
              </Link>
            </li>
          )}
          {city.hasFreeWeekend && (
            <li>
              <Link
                className={classes.free}
                to={paths.city(city.slug, { when: "weekend", free: true })}
              >
                <Icon name="gift" />
                {t("pages:city.freeWeekend")}
              </Link>
            </li>
          )}
          {city.hasPicks && (
            <li>
              <Link className={classes.free} to={paths.cityWeek(city.slug)}>
                <Icon name="star" />
                {t("pages:city.week")}
              </Link>
            </li>
          )}
        </ul>
        {/* The facts above count upcoming events; this counts the results of a search or filter. */}
        <p role="status" className={filtered ? classes.status : "rd-hidden"}>
          {summary}
        </p>
      </div>
    </div>
  );
}
