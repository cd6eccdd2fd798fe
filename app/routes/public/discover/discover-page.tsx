import { useNavigation } from "@remix-run/react";
import { NothingOn } from "~/components/nothing-on/nothing-on";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { CityShelf } from "./city-shelf";
import type { DiscoverView } from "./discover.server";
import classes from "./discover-page.module.css";
import { DiscoverSearch } from "./discover-search";
import { Moods } from "./moods";
import { Shelf } from "./shelf";

/** Shelf after which the moods are shown. */
const MOODS_AFTER = "city";

export function DiscoverPage({ page }: { page: DiscoverView }) {
  const { t } = useText();
  const navigation = useNavigation();
  const loading =
    navigation.state === "loading" && navigation.location.pathname === paths.discover();
  const { city } = page;
  const isBare = page.moods.length === 0 && page.shelves.every(({ events }) => events.length === 0);
  return (
    <main id="main">
      <div className={`rd-wrap ${classes.head}`}>
        <h1>{t("pages:discover.title")}</h1>
        <p>{t("pages:discover.lead")}</p>
        {city && <DiscoverSearch cities={city.choices} />}
      </div>
      {isBare || !city ? (
        <NothingOn
          title={t("pages:discover.empty.title")}
          text={t("pages:discover.empty.text")}
          action={t("pages:discover.empty.action")}
        />
      ) : (
        page.shelves.map((shelf, index) => (
          <div key={shelf.key} className={classes.step}>
            {shelf.key === "city" ? (
              <CityShelf shelf={shelf} city={city} loading={loading} />
            ) : (
              <Shelf shelf={shelf} eager={index === 0} />
            )}
            {shelf.key === MOODS_AFTER && page.moods.length > 0 && <Moods moods={page.moods} />}
          </div>
        ))
      )}
    </main>
  );
}
