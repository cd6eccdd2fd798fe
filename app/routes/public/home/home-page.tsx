import { CategoryGrid } from "~/components/category-tile/category-tile";
import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { NothingOn } from "~/components/nothing-on/nothing-on";
import { useHomeCity } from "~/components/viewer";
import type { Site } from "~/lib/pages/views";
import { ALL_CITIES, paths } from "~/lib/paths";
import { SectionHead } from "~/ui/section";
import { useText } from "~/ui/text";
import { CityPart } from "./city-part";
import { ForYou } from "./for-you";
import { Hero } from "./hero";
import type { HomeView } from "./home.server";
import classes from "./home-page.module.css";
import { Opening } from "./opening";
import { Spotlight } from "./spotlight";
import { Steps } from "./steps";
import { SuggestBand } from "./suggest-band";

/** Home page. Omits empty sections. */
export function HomePage({ page, site }: { page: HomeView; site: Site | undefined }) {
  const { t } = useText();
  const home = useHomeCity();
  return (
    <main id="main">
      <Hero
        partOfDay={page.partOfDay}
        cities={page.cities}
        doors={page.doors}
        choices={page.choices}
      />
      {page.opening && <Opening part={page.opening} today={page.today} />}
      {page.forYou && <ForYou part={page.forYou} />}
      {page.parts.map((part) => (
        <CityPart key={part.key} part={part} />
      ))}
      {page.trending ? (
        <section className={`rd-wrap rd-section ${classes.trending}`} aria-labelledby="trending">
          <SectionHead
            id="trending"
            title={page.trending.title}
            line={page.trending.note ?? undefined}
            all={{
              href: paths.events({ sort: "popular", city: home?.slug && ALL_CITIES }),
              label: t("pages:home.trending.all"),
            }}
          />
          <EventGrid>
            {page.trending.events.map((event, index) => (
              <EventCard key={event.id} event={event} size={index === 0 ? "wide" : "normal"} />
            ))}
          </EventGrid>
        </section>
      ) : (
        <NothingOn
          title={t("pages:home.empty.title")}
          text={t("pages:home.empty.text")}
          action={t("pages:home.empty.action")}
        />
      )}
      {page.tiles.length > 0 && (
        <section className="rd-wrap rd-section" aria-labelledby="categories">
          <SectionHead id="categories" title={t("pages:home.categories.title")} />
          <CategoryGrid
            tiles={page.tiles}
            all={{
              href: paths.categories(),
              label: t("pages:home.categories.all", { count: page.categoryCount }),
            }}
          />
        </section>
      )}
      {page.spotlight.length > 0 && (
        <section className="rd-wrap rd-section" aria-labelledby="cities">
          <SectionHead
            id="cities"
            title={t("pages:home.cities.title")}
            all={{ href: paths.cities(), label: t("pages:home.cities.all") }}
          />
          <Spotlight cities={page.spotlight} />
        </section>
      )}
      <Steps />
      {site && <SuggestBand site={site} />}
    </main>
  );
}
