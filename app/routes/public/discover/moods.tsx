import { Ring } from "~/components/category-tile/category-tile";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { SectionHead } from "~/ui/section";
import { useText } from "~/ui/text";
import type { MoodView } from "./discover.server";
import classes from "./moods.module.css";

/** Panels of upcoming events by mood. */
export function Moods({ moods }: { moods: readonly MoodView[] }) {
  const { t, locale } = useText();
  return (
    <section className="rd-wrap rd-section" aria-labelledby="moods">
      <SectionHead
        id="moods"
        title={t("pages:discover.moods.title")}
        line={t("pages:discover.moods.line")}
      />
      <div className={classes.panels}>
        {moods.map((mood) => (
          <section
            key={mood.key}
            className={classes.panel}
            data-family={mood.family}
            aria-labelledby={`mood-${mood.key}`}
          >
            <Ring seed={mood.key} className={classes.ring} />
            <div>
              <Icon name={mood.icon} size="l" className={classes.icon} />
              <h3 id={`mood-${mood.key}`}>
                <Link className="rd-press" to={mood.href} prefetch="intent">
                  {mood.title}
                  <Icon name="arrow-right" size="s" flip />
                </Link>
              </h3>
              <p className={classes.line}>{mood.line}</p>
            </div>
            <ul>
              {mood.events.map((event) => (
                <li key={event.id} className={classes.event}>
                  <img
                    src={event.cover}
                    data-focus={event.focus}
                    alt=""
                    width={400}
                    height={300}
                    loading="lazy"
                    decoding="async"
                  />
                  <div>
                    <Link
                      className="rd-press rd-cover-link"
                      to={event.href}
                      lang={event.titleLang === locale ? undefined : event.titleLang}
                      dir="auto"
                      prefetch="intent"
                    >
                      {event.title}
                    </Link>
                    <p className={classes.meta}>
                      <time dateTime={event.startsAt}>{event.day}</time> · {event.when} ·{" "}
                      <bdi>{event.city}</bdi>
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
