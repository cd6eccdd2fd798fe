import { CategoryGrid } from "~/components/category-tile/category-tile";
import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { NothingOn } from "~/components/nothing-on/nothing-on";
import type { Site } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { SectionHead } from "~/ui/section-head";
import { useText } from "~/ui/text";
import { Hero } from "./hero";
import classes from "./home-page.module.css";
import type { HomeView } from "./home-view";
import { Spotlight } from "./spotlight";
import { Steps } from "./steps";
import { SuggestBand } from "./suggest-band";

/** Home page. Omits empty sections. */
export function HomePage({ page, site }: { page: HomeView; site: Site | undefined }) {
  const { t } = useText();
  return (
    <main id="main">
      <Hero today={page.today} partOfDay={page.partOfDay} cities={page.cities} doors={page.doors} />
      {page.trending.length > 0 ? (
        <section className={`rd-wrap rd-section ${classes.trending}`} aria-labelledby="trending">
          <SectionHead
            id="trending"
            title={t("pages:home.trending.title")}
            all={{ href: paths.events({ sort: "popular" }), label: t("pages:home.trending.all") }}
          />
          <EventGrid>
            {page.trending.map((event, index) => (
              <EventCard key={event.id} event={event} size={index === 0 ? "wide" : "normal"} />
            ))}
          </EventGrid>
        </section>
      ) : (
        <NothingOn title={t("pages:home.empty.title")} text={t("pages:home.empty.text")} action={t("pages:home.empty.action")} />
      )}
      {page.tiles.length > 0 && (
        <section className="rd-wrap rd-section" aria-labelledby="categories">
          <SectionHead id="categories" title={t("pages:home.categories.title")} />
          <CategoryGrid
            tiles={page.tiles}
            all={{ href: paths.categories(), label: t("pages:home.categories.all", { count: page.categoryCount }) }}
          />
        </section>
      )}
      {page.spotlight.length > 0 && (
        <section className="rd-wrap rd-section" aria-labelledby="cities">
          <SectionHead id="cities" title={t("pages:home.cities.title")} all={{ href: paths.cities(), label: t("pages:home.cities.all") }} />
          <Spotlight cities={page.spotlight} />
        </section>
      )}
      <Steps />
      {site && <SuggestBand site={site} />}
    </main>
  );
}
