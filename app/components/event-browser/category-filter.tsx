import { useState } from "react";
import { useText } from "../../ui/text";
import classes from "./browse-bar.module.css";
import type { BrowseView } from "./browse-events.server";
import { FilterTick } from "./filter-tick";

/** Categories in sight; the others are one step away. */
const FIRST = 6;

/**
 * The chosen and the most frequent categories, and all others under "more", with a search where
 * there is a script.
 */
export function CategoryFilter({ page: { categories, query } }: { page: BrowseView }) {
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
