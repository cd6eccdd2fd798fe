import type { FormEvent } from "react";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Form, Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { SearchFields } from "../search-box/search-fields";
import form from "../search-form/search-form.module.css";
import { BROWSE_FORM, useAsk } from "./browse-form";
import classes from "./browse-search.module.css";
import type { BrowseView } from "./browse-view";

const citiesOf = ({ cities }: BrowseView) =>
  cities
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const end = line.indexOf(" ");
      return [line.slice(0, end), line.slice(end + 1)] as const;
    });

/** Search words, place and day, with the most used filters. */
export function BrowseSearch({ page, action }: { page: BrowseView; action: string }) {
  const { t } = useText();
  const ask = useAsk(action);
  const { query } = page;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask(event.currentTarget);
  };
  return (
    <>
      <Form
        id={BROWSE_FORM}
        method="get"
        action={action}
        role="search"
        aria-label={t("events:list.search")}
        className={`${form.bar} ${classes.bar}`}
        onSubmit={onSubmit}
      >
        {query.tag && <input type="hidden" name="tag" value={query.tag} />}
        {query.without.map((kind) => (
          <input key={kind} type="hidden" name="without" value={kind} />
        ))}
        <SearchFields words={query.q} cities={page.fixedCity ? null : citiesOf(page)} city={query.city} className={classes.field} />
        <div className={`${form.field} ${classes.field}`}>
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
        <Button type="submit" size="lg" className={`${form.submit} ${classes.submit}`} aria-label={t("events:list.submit")}>
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
    </>
  );
}
