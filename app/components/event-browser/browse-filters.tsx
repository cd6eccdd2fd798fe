import type { ChangeEvent } from "react";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { useUx } from "../../ui/ux";
import classes from "./browse-filters.module.css";
import { BROWSE_FORM, useAsk } from "./browse-form";
import type { BrowseView } from "./browse-view";
import { PositionButton } from "./position-button";

/** Sort orders other than the default. */
function otherSorts({ query, hasCenter }: BrowseView): ("date" | "popular" | "distance")[] {
  return [...(query.q ? (["date"] as const) : []), "popular", ...(hasCenter ? (["distance"] as const) : [])];
}

/** Native date picker (Gregorian). Readers of the Solar Hijri calendar get a text field. */
function DayInput({ name, page: { query, typedDays } }: { name: "from" | "to"; page: BrowseView }) {
  const shared = { id: name, name, form: BROWSE_FORM, "aria-describedby": "range-hint" };
  return typedDays ? (
    <input
      {...shared}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      placeholder={typedDays.example}
      defaultValue={typedDays[name]}
      key={`${name}-${typedDays[name]}`}
    />
  ) : (
    <input {...shared} type="date" defaultValue={query[name] ?? ""} key={`${name}-${query[name]}`} />
  );
}

/** Fields of the search form beside the list: dates, price, distance, categories and order. */
export function BrowseFilters({ page, action }: { page: BrowseView; action: string }) {
  const { t } = useText();
  const { contextual } = useUx();
  const ask = useAsk(action);
  const { query } = page;
  const onChange = ({ target }: ChangeEvent<HTMLElement>) => {
    // Only checkboxes submit immediately. Text and dates wait for the button.
    if (target instanceof HTMLInputElement && target.type === "checkbox" && target.form) ask(target.form);
  };
  return (
    <aside id="filters" className={classes.filters} aria-label={t("events:list.filters")} onChange={onChange}>
      <a className={classes.close} href="#results" aria-label={t("common:close")}>
        <Icon name="x" />
      </a>
      <fieldset>
        <legend>{t("events:list.range")}</legend>
        <div className={classes.dates}>
          <label htmlFor="from">{t("events:list.from")}</label>
          <DayInput name="from" page={page} />
          <label htmlFor="to">{t("events:list.to")}</label>
          <DayInput name="to" page={page} />
        </div>
        <p className={classes.hint} id="range-hint">
          {page.typedDays ? t("events:list.rangeHintTyped", { example: page.typedDays.example }) : t("events:list.rangeHint")}
        </p>
        <label className={classes.check}>
          <input type="checkbox" form={BROWSE_FORM} name="free" value="1" defaultChecked={query.free} key={`free-${query.free}`} />
          {t("events:list.freeOnly")}
        </label>
      </fieldset>
      <fieldset>
        <legend>{t("events:list.nearMe")}</legend>
        {contextual.nearYou && <PositionButton formId={BROWSE_FORM} latitude={query.latitude} longitude={query.longitude} />}
        <div className={classes.radius}>
          <label htmlFor="radius">{t("events:list.radius")}</label>
          <input
            id="radius"
            form={BROWSE_FORM}
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
          {page.categories.map(({ name, slug, family, label, countText }) => (
            <div key={name} className={classes.category}>
              <label className={classes.check} data-family={family}>
                <input
                  type="checkbox"
                  form={BROWSE_FORM}
                  name="category"
                  value={slug}
                  key={`${slug}-${query.categories.includes(name)}`}
                  defaultChecked={query.categories.includes(name)}
                />
                {label}
              </label>
              <span>{countText}</span>
            </div>
          ))}
        </fieldset>
      )}
      <fieldset className={classes.categories}>
        <legend>{t("events:list.traits")}</legend>
        <div className={classes.sort}>
          <label htmlFor="age">{t("events:list.age")}</label>
          <select
            id="age"
            form={BROWSE_FORM}
            name="age"
            defaultValue={page.ages.find(({ isChosen }) => isChosen)?.value ?? ""}
            key={`age-${page.ages.find(({ isChosen }) => isChosen)?.value}`}
            onChange={(event) => event.target.form && ask(event.target.form)}
          >
            <option value="">{t("events:list.allAges")}</option>
            {page.ages.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {page.traits.map(({ key, label, isChosen }) => (
          <label key={`${key}-${isChosen}`} className={classes.check}>
            <input type="checkbox" form={BROWSE_FORM} name="trait" value={key} defaultChecked={isChosen} />
            {label}
          </label>
        ))}
      </fieldset>
      <div className={classes.sort}>
        <label htmlFor="sort">{t("events:list.sort")}</label>
        <select
          id="sort"
          form={BROWSE_FORM}
          name="sort"
          defaultValue={query.sort ?? ""}
          key={`sort-${query.sort}`}
          onChange={(event) => event.target.form && ask(event.target.form)}
        >
          <option value="">{t(`events:list.sorts.${query.q ? "relevance" : "date"}`)}</option>
          {otherSorts(page).map((sort) => (
            <option key={sort} value={sort}>
              {t(`events:list.sorts.${sort}`)}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" form={BROWSE_FORM} fullWidth>
        {t("events:list.apply")}
      </Button>
    </aside>
  );
}
