import { type ReactNode, useEffect, useRef, useState } from "react";
import { ALL_CITIES } from "../../lib/paths";
import box from "../../ui/box.module.css";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useUx } from "../../ui/ux";
import { BROWSE_FORM } from "../search-box/search-fields";
import { useHomeCity } from "../viewer";
import classes from "./browse-bar.module.css";
import type { BrowseView } from "./browse-events.server";
import { DayCalendar } from "./day-calendar";
import { useLoading } from "./loading";
import { PositionButton } from "./position-button";

interface FilterTickProps {
  name: string;
  value: string;
  isChosen: boolean;
  children: ReactNode;
}

/** A checkbox that follows the list, and keeps the focus when it does. */
function FilterTick({ name, value, isChosen, children }: FilterTickProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.checked = isChosen;
  }, [isChosen]);
  return (
    <label className={classes.tick}>
      <input
        ref={input}
        type="checkbox"
        className={box.box}
        name={name}
        value={value}
        defaultChecked={isChosen}
      />
      {children}
    </label>
  );
}

/** Categories in sight; the others are one step away. */
const FIRST = 6;

/**
 * The chosen and the most frequent categories, and all others under "more", with a search where
 * there is a script.
 */
function CategoryFilter({ page: { categories, query } }: { page: BrowseView }) {
  const { t } = useText();
  const [typed, setTyped] = useState("");
  const isChosen = ({ name }: BrowseView["categories"][number]) => query.categories.includes(name);
  // A ticked one stays where it is, with the focus.
  const [initial] = useState(query.categories);
  const first = [...categories].sort((a, b) => b.count - a.count).slice(0, FIRST);
  const rest = categories.filter(
    (category) => !first.includes(category) && !initial.includes(category.name),
  );
  const words = typed.trim().toLowerCase();
  const tick = (category: BrowseView["categories"][number]) => (
    <FilterTick
      key={category.slug}
      name="category"
      value={category.slug}
      isChosen={isChosen(category)}
    >
      <span data-family={category.family}>{category.label}</span>
      {category.countText && <em aria-hidden>{category.countText}</em>}
    </FilterTick>
  );
  return (
    <>
      <div className={classes.categories}>
        {categories.filter((category) => !rest.includes(category)).map(tick)}
      </div>
      {rest.length > 0 && (
        <details className={classes.rest}>
          <summary>{t("events:list.moreCategories", { count: rest.length })}</summary>
          {/* Without a name: it is no part of the query. */}
          <input
            type="search"
            className="rd-needs-script"
            aria-label={t("events:list.findCategory")}
            placeholder={t("events:list.findCategory")}
            value={typed}
            onChange={(event) => {
              event.stopPropagation();
              setTyped(event.target.value);
            }}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
          <div className={classes.categories}>
            {rest.map((category) => (
              <div key={category.slug} hidden={!category.label.toLowerCase().includes(words)}>
                {tick(category)}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/**
 * Traits by the question that they answer; a trait without a group would be missing from the page.
 */
const WHOM = ["for-two", "for-children"];
const PLACE = ["indoor", "outdoor"];
const MOOD = ["quiet", "lively", "beginner", "english-friendly"];

interface FilterProps {
  name: string;
  label: string;
  /** Text of what is chosen, in place of the label. */
  chosen?: string | null | undefined;
  isOpen?: boolean;
  isSheet: boolean;
  footer: ReactNode;
  children: ReactNode;
}

/**
 * One filter: a section of the sheet, or a popover of the bar. The bar has one open popover at a
 * time.
 */
function Filter({ name, label, chosen, isOpen = false, isSheet, footer, children }: FilterProps) {
  return (
    <details
      data-pop={name}
      className={classes.filter}
      name={isSheet ? undefined : "bar"}
      open={isSheet || isOpen}
    >
      <summary data-on={Boolean(chosen) || undefined}>
        <span className="rd-cut">{isSheet ? label : chosen || label}</span>
        <Icon name="chevron-down" size="s" />
      </summary>
      <div className={classes.panel}>
        {children}
        {footer}
      </div>
    </details>
  );
}

const citiesOf = ({ cities }: BrowseView) =>
  cities
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const end = line.indexOf(" ");
      return [line.slice(0, end), line.slice(end + 1)] as const;
    });

/** City, day, category, price, time of day, company and all other filters of a list. */
export function BrowseFilters({
  page,
  action,
  isSheet,
}: {
  page: BrowseView;
  action: string;
  isSheet: boolean;
}) {
  const { t } = useText();
  const { contextual } = useUx();
  const home = useHomeCity();
  const isLoading = useLoading(action) !== "no";
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const { query, days, price, matching } = page;

  const show = (
    <footer className={classes.footer}>
      <Button type="submit" aria-busy={isLoading || undefined}>
        {isLive
          ? t(matching.isExact ? "events:list.showCount" : "events:list.showMore", {
              count: matching.count,
            })
          : t("events:list.apply")}
      </Button>
    </footer>
  );
  const shared = { isSheet, footer: isSheet ? null : show };
  const traits = (keys: readonly string[] | null) =>
    page.traits
      .filter(({ key }) => keys?.includes(key) ?? ![...WHOM, ...PLACE, ...MOOD].includes(key))
      .map(({ key, label, isChosen }) => (
        <FilterTick key={key} name="trait" value={key} isChosen={isChosen}>
          {label}
        </FilterTick>
      ));
  const named = (list: readonly { label: string; isChosen: boolean }[]) =>
    list
      .filter(({ isChosen }) => isChosen)
      .map(({ label }) => label)
      .join(", ");
  const free = page.quick.find(({ key }) => key === "free");
  const inMore =
    page.traits.filter(({ key, isChosen }) => isChosen && !WHOM.includes(key)).length +
    Number(query.online);
  return (
    <div className={classes.filters}>
      {!page.fixedCity && (
        <label className={classes.city}>
          <span className={isSheet ? undefined : "rd-hidden"}>{t("events:list.where")}</span>
          {/* Without a value the list would be that of the reader's city. */}
          <select
            id="search-city"
            name="city"
            defaultValue={query.city ?? (home?.slug ? ALL_CITIES : "")}
            key={query.city}
            data-on={query.city ? true : undefined}
          >
            <option value={home?.slug ? ALL_CITIES : ""}>{t("events:list.anywhere")}</option>
            {citiesOf(page).map(([slug, name]) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <Filter
        {...shared}
        name="day"
        label={t("events:list.day")}
        chosen={days.chosenText ?? page.quick.find(({ on, key }) => on && key !== "free")?.label}
        isOpen={days.isOpen}
      >
        <div className={classes.days}>
          <ul className={classes.presets}>
            {page.quick
              .filter(({ key }) => key !== "free")
              .map((preset) => (
                <li key={preset.key}>
                  <Link to={preset.href} aria-current={preset.on || undefined} preventScrollReset>
                    {preset.label}
                  </Link>
                </li>
              ))}
            <li>
              <Link to={days.anyDay} preventScrollReset>
                {t("events:list.dates.upcoming")}
              </Link>
            </li>
          </ul>
          <div>
            <DayCalendar days={days} />
            <p className={classes.hint}>{t("events:list.pickRange")}</p>
          </div>
        </div>
      </Filter>
      {!page.fixedCategory && (
        <Filter
          {...shared}
          name="category"
          label={t("events:list.category")}
          chosen={named(
            page.categories.map(({ name, label }) => ({
              label,
              isChosen: query.categories.includes(name),
            })),
          )}
        >
          <CategoryFilter page={page} />
        </Filter>
      )}
      <Filter
        {...shared}
        name="price"
        label={t("events:list.price")}
        chosen={query.free ? t("events:free") : price.label}
      >
        <ul className={classes.presets} data-row>
          {free && (
            <li>
              <Link to={free.href} aria-current={free.on || undefined} preventScrollReset>
                {free.label}
              </Link>
            </li>
          )}
          {price.steps.map((step) => (
            <li key={step.key}>
              <Link to={step.href} aria-current={step.on || undefined} preventScrollReset>
                {step.label}
              </Link>
            </li>
          ))}
        </ul>
        <div className={classes.range}>
          {(["min", "max"] as const).map((name) => (
            <label key={`${name}-${price[name]}`}>
              {t(`events:list.${name}Price`, { unit: price.unit })}
              <input
                inputMode="numeric"
                autoComplete="off"
                name={name}
                maxLength={16}
                defaultValue={price[name]}
              />
            </label>
          ))}
        </div>
      </Filter>
      <Filter {...shared} name="time" label={t("events:list.timeOfDay")} chosen={named(page.times)}>
        {page.times.map(({ value, label, isChosen }) => (
          <FilterTick key={value} name="time" value={value} isChosen={isChosen}>
            {label}
          </FilterTick>
        ))}
      </Filter>
      <Filter
        {...shared}
        name="whom"
        label={t("events:list.whom")}
        chosen={named([...page.traits.filter(({ key }) => WHOM.includes(key)), ...page.ages])}
      >
        {traits(WHOM)}
        <label className={classes.choice}>
          {t("events:list.age")}
          <select
            id="age"
            name="age"
            defaultValue={page.ages.find(({ isChosen }) => isChosen)?.value ?? ""}
            key={page.ages.find(({ isChosen }) => isChosen)?.value}
          >
            <option value="">{t("events:list.allAges")}</option>
            {page.ages.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </Filter>
      <Filter
        {...shared}
        name="more"
        label={t("events:list.more")}
        chosen={inMore > 0 ? t("events:list.moreChosen", { count: inMore }) : null}
      >
        <div className={classes.groups}>
          <fieldset>
            <legend>{t("events:list.place")}</legend>
            {traits(PLACE)}
            <FilterTick name="online" value="1" isChosen={query.online}>
              {t("events:trait.online")}
            </FilterTick>
          </fieldset>
          <fieldset>
            <legend>{t("events:list.mood")}</legend>
            {traits(MOOD)}
          </fieldset>
          <fieldset>
            <legend>{t("events:list.access")}</legend>
            {traits(null)}
          </fieldset>
          <fieldset>
            <legend>{t("events:list.nearMe")}</legend>
            {contextual.nearYou && (
              <PositionButton
                formId={BROWSE_FORM}
                latitude={query.latitude}
                longitude={query.longitude}
              />
            )}
            <div className={classes.range}>
              <label key={query.radius}>
                {t("events:list.radiusKm")}
                <input
                  id="radius"
                  type="number"
                  name="radius"
                  min={1}
                  max={200}
                  inputMode="numeric"
                  defaultValue={query.radius ?? ""}
                  aria-describedby="radius-hint"
                />
              </label>
            </div>
            <p className={classes.hint} id="radius-hint">
              {t("events:list.radiusHint")}
            </p>
          </fieldset>
        </div>
      </Filter>
      {/* A week and a month are in order of time. */}
      {page.view !== "week" && page.view !== "month" && (
        <label className={classes.sort}>
          <span className={isSheet ? undefined : "rd-hidden"}>{t("events:list.sort")}</span>
          <select id="sort" name="sort" defaultValue={query.sort ?? ""} key={query.sort}>
            <option value="">{t(`events:list.sorts.${query.q ? "relevance" : "date"}`)}</option>
            {(
              [
                ...(query.q ? (["date"] as const) : []),
                "popular",
                ...(page.hasCenter ? (["distance"] as const) : []),
              ] as const
            ).map((sort) => (
              <option key={sort} value={sort}>
                {t(`events:list.sorts.${sort}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className={classes.showAll}>{show}</div>
    </div>
  );
}
