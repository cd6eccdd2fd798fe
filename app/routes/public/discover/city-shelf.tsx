import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Form, Link } from "~/ui/link";
import { SectionHead } from "~/ui/section";
import { useText } from "~/ui/text";
import classes from "./city-shelf.module.css";
import type { ChosenCityView, ShelfView } from "./discover.server";

/** Shelf of a selectable city. Shown even if empty, so that another city can be selected. */
export function CityShelf({
  shelf,
  city,
  loading,
}: {
  shelf: ShelfView;
  city: ChosenCityView;
  loading: boolean;
}) {
  const { t } = useText();
  return (
    <section className={`rd-wrap rd-section ${classes.shelf}`} aria-labelledby={shelf.key}>
      <SectionHead id={shelf.key} title={shelf.title} line={shelf.line} all={shelf.all} />
      <Form
        method="get"
        action={`${paths.discover()}#${shelf.key}`}
        className={`${classes.form} rd-row`}
        preventScrollReset
      >
        <label htmlFor="shelf-city">{t("pages:discover.chooseCity")}</label>
        <select id="shelf-city" name="city" defaultValue={city.slug} key={city.slug}>
          {city.choices.map(({ slug, label }) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
        </select>
        <label htmlFor="shelf-feature">{t("events:list.traits")}</label>
        <select
          id="shelf-feature"
          name="trait"
          defaultValue={city.feature ?? ""}
          key={`feature-${city.feature}`}
        >
          <option value="">{t("pages:discover.anyFeature")}</option>
          {city.features.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <Button type="submit" variant="default" size="md" loading={loading}>
          {t("pages:discover.showCity")}
        </Button>
      </Form>
      <div className={classes.events} aria-busy={loading}>
        {shelf.events.length > 0 ? (
          <EventGrid>
            {shelf.events.map((event) => (
              <EventCard key={event.id} event={event} scope="city" />
            ))}
          </EventGrid>
        ) : (
          <div className={classes.empty}>
            <Hodhod pose="sleeping" />
            <p>
              {city.empty}{" "}
              <Link className="rd-link" to={city.around.href}>
                {city.around.label}
              </Link>
            </p>
          </div>
        )}
      </div>
    </section>
  );
}
