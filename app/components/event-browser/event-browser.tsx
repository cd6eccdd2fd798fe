import { Button, Checkbox } from "@mantine/core";
import { useNavigation, useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import { paths } from "../../lib/paths";
import { EventCard, EventGrid } from "../event-card/event-card";
import { Hodhod } from "../hodhod/hodhod";
import { Icon, Star } from "../icon";
import { Form, Link } from "../link";
import { useText } from "../text";
import type { BrowseView } from "./browse-view";
import classes from "./event-browser.module.css";
import { LiveNotice } from "./live-notice";
import { PositionButton } from "./position-button";

const FORM = "browse";

/** Takes empty fields out of a form's query, so that addresses say only what was asked. */
function submitted(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string" && value !== "") params.append(name, value);
  return params;
}

/** The list of events with its search, filters and paging. Everything is in the address and works without a script. */
export function EventBrowser({ page, action, intro }: { page: BrowseView; action: string; intro?: React.ReactNode }) {
  const { t } = useText();
  const submit = useSubmit();
  const navigation = useNavigation();
  const loading = navigation.state === "loading" && navigation.location.pathname === action;
  const ask = (form: HTMLFormElement) => submit(submitted(form), { action, method: "get", preventScrollReset: true });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask(event.currentTarget);
  };
  const { query } = page;

  return (
    <main id="main" className="rd-wrap">
      {intro ?? (
        <div className={classes.head}>
          <h1>{page.title}</h1>
          <p role="status">{page.summary}</p>
        </div>
      )}
      <Form
        id={FORM}
        method="get"
        action={action}
        role="search"
        aria-label={t("events:list.search")}
        className={classes.bar}
        onSubmit={onSubmit}
      >
        <div className={classes.field} data-wide>
          <Icon name="search" />
          <div>
            <label htmlFor="q">{t("events:list.what")}</label>
            <input
              id="q"
              name="q"
              type="search"
              maxLength={200}
              defaultValue={query.q}
              key={query.q}
              placeholder={t("events:list.whatPlaceholder")}
              autoComplete="off"
              dir="auto"
            />
          </div>
        </div>
        {!page.fixedCity && (
          <div className={classes.field}>
            <Icon name="map-pin" />
            <div>
              <label htmlFor="city">{t("events:list.where")}</label>
              <select id="city" name="city" defaultValue={query.city ?? ""} key={query.city}>
                <option value="">{t("events:list.anywhere")}</option>
                {page.cities.map((city) => (
                  <option key={city.slug} value={city.slug}>
                    {city.label}
                  </option>
                ))}
              </select>
            </div>
          </div>
        )}
        <div className={classes.field}>
          <Icon name="calendar" />
          <div>
            <label htmlFor="when">{t("events:list.when")}</label>
            <select id="when" name="when" defaultValue={query.when ?? ""} key={query.when}>
              {page.presets.map((preset) => (
                <option key={preset.value} value={preset.value === "upcoming" ? "" : preset.value}>
                  {preset.label}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Button type="submit" size="lg" className={classes.submit} aria-label={t("events:list.submit")}>
          <Icon name="search" className={classes.submitIcon} />
          <span>{t("events:list.submit")}</span>
        </Button>
      </Form>

      <nav className={classes.quick} aria-label={t("events:list.quick")}>
        <a className={`${classes.chip} ${classes.filtersLink}`} href="#filters">
          <Icon name="adjustments-horizontal" />
          {t("events:list.filters")}
        </a>
        {page.quick.map((chip) => (
          <Link key={chip.key} className={classes.chip} to={chip.href} aria-current={chip.on || undefined} preventScrollReset>
            {chip.label}
          </Link>
        ))}
      </nav>

      <div className={classes.columns}>
        <aside
          id="filters"
          className={classes.filters}
          aria-label={t("events:list.filters")}
          onChange={(event) => {
            const { form } = event.target as HTMLInputElement;
            // Text and dates are being typed: they wait for the button.
            if (form && (event.target as HTMLInputElement).type === "checkbox") ask(form);
          }}
        >
          <a className={classes.closeFilters} href="#results" aria-label={t("common:close")}>
            <Icon name="x" />
          </a>
          <fieldset>
            <legend>{t("events:list.range")}</legend>
            <div className={classes.dates}>
              <label htmlFor="from">{t("events:list.from")}</label>
              <input id="from" form={FORM} type="date" name="from" defaultValue={query.from ?? ""} key={`from-${query.from}`} />
              <label htmlFor="to">{t("events:list.to")}</label>
              <input id="to" form={FORM} type="date" name="to" defaultValue={query.to ?? ""} key={`to-${query.to}`} />
            </div>
            <p className={classes.hint}>{t("events:list.rangeHint")}</p>
            <Checkbox
              form={FORM}
              name="free"
              value="1"
              label={t("events:list.freeOnly")}
              defaultChecked={query.free}
              key={`free-${query.free}`}
            />
          </fieldset>
          <fieldset>
            <legend>{t("events:list.nearMe")}</legend>
            <PositionButton formId={FORM} latitude={query.latitude} longitude={query.longitude} />
            <div className={classes.radius}>
              <label htmlFor="radius">{t("events:list.radius")}</label>
              <input
                id="radius"
                form={FORM}
                type="number"
                name="radius"
                min={1}
                max={200}
                inputMode="numeric"
                defaultValue={query.radius ?? ""}
                key={`radius-${query.radius}`}
                aria-describedby="radius-hint"
              />
              <span>{t("events:list.radiusUnit")}</span>
            </div>
            <p className={classes.hint} id="radius-hint">
              {t("events:list.radiusHint")}
            </p>
          </fieldset>
          {!page.fixedCategory && (
            <fieldset className={classes.categories}>
              <legend>{t("events:list.categories")}</legend>
              {page.categories.map((category) => (
                <div key={category.name} className={classes.category} data-family={category.family}>
                  <Checkbox
                    form={FORM}
                    name="category"
                    value={category.slug}
                    key={`${category.slug}-${query.categories.includes(category.name)}`}
                    defaultChecked={query.categories.includes(category.name)}
                    label={
                      <>
                        <Star /> {category.label}
                      </>
                    }
                  />
                  <span>{category.countText}</span>
                </div>
              ))}
            </fieldset>
          )}
          <div className={classes.sort}>
            <label htmlFor="sort">{t("events:list.sort")}</label>
            <select
              id="sort"
              form={FORM}
              name="sort"
              defaultValue={query.sort ?? ""}
              key={`sort-${query.sort}`}
              onChange={(event) => event.target.form && ask(event.target.form)}
            >
              <option value="">{t(`events:list.sorts.${query.q ? "relevance" : "date"}`)}</option>
              {(["date", "relevance", "popular", "distance"] as const)
                .filter((sort) => (sort === "distance" ? page.hasCenter : sort === "relevance" ? false : sort !== "date" || query.q))
                .map((sort) => (
                  <option key={sort} value={sort}>
                    {t(`events:list.sorts.${sort}`)}
                  </option>
                ))}
            </select>
          </div>
          <Button type="submit" form={FORM} fullWidth>
            {t("events:list.apply")}
          </Button>
        </aside>

        <section id="results" className={classes.results} aria-busy={loading}>
          {page.leftOut && (
            <p className={classes.notice} role="alert">
              <Icon name="info-circle" />
              {page.leftOut}
            </p>
          )}
          {page.corrected && (
            <p className={classes.notice} role="status">
              <Icon name="zoom-question" />
              {t("events:list.corrected", { words: page.corrected })}
            </p>
          )}
          <LiveNotice city={page.room} />
          {page.active.length > 0 && (
            <ul className={classes.active} aria-label={t("events:list.active")}>
              {page.active.map((filter) => (
                <li key={filter.key}>
                  <Link
                    className={classes.activeChip}
                    to={filter.without}
                    aria-label={t("events:list.remove", { name: filter.label })}
                    title={filter.understood ? t("events:list.understood") : undefined}
                    data-understood={filter.understood || undefined}
                    preventScrollReset
                  >
                    {filter.understood && <Icon name="sparkles" size="s" />}
                    <bdi>{filter.label}</bdi>
                    <Icon name="x" size="s" />
                  </Link>
                </li>
              ))}
              <li>
                <Link className="rd-link" to={action}>
                  {t("events:list.clear")}
                </Link>
              </li>
            </ul>
          )}
          {page.groups.map((group, index) => (
            <section key={group.key} className={classes.day} aria-label={group.title || undefined}>
              {group.title && (
                <div className={classes.dayHead}>
                  {group.isToday && <Star className={classes.today} />}
                  <h2>{group.title}</h2>
                  <span>{group.otherCalendar}</span>
                </div>
              )}
              <EventGrid columns={3}>
                {group.events.map((event, place) => (
                  <EventCard
                    key={event.id}
                    event={event}
                    tile={group.title && group.key !== "ongoing" ? "time" : "date"}
                    eager={index === 0 && place < 3}
                    headingLevel={group.title ? 3 : 2}
                  />
                ))}
              </EventGrid>
            </section>
          ))}
          {page.groups.every((group) => group.events.length === 0) ? (
            <div className={classes.empty}>
              <Hodhod pose="sleeping" />
              <h2>{t("events:list.empty")}</h2>
              <p>{t(page.active.length > 0 ? "events:list.emptyText" : "events:list.emptyHere")}</p>
              <Button component={Link} to={page.active.length > 0 ? action : paths.events()}>
                {t("events:list.emptyAction")}
              </Button>
            </div>
          ) : (
            <div className={classes.more}>
              <p>{t(page.seen.exact ? "events:list.seen" : "events:list.seenMore", { shown: page.seen.shown, total: page.seen.total })}</p>
              {page.more && (
                <Button component={Link} to={page.more} variant="default" size="md" loading={loading}>
                  {t("events:list.loadMore")}
                </Button>
              )}
            </div>
          )}
        </section>
      </div>
    </main>
  );
}
