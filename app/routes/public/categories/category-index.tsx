import { CategoryGrid, type CategoryTileView } from "~/components/category-tile/category-tile";
import { useText } from "~/ui/text";
import classes from "./category-index.module.css";

/** Page of all categories. */
export function CategoryIndex({
  lead,
  tiles,
}: {
  lead: string;
  tiles: readonly CategoryTileView[];
}) {
  const { t } = useText();
  return (
    <main id="main" className="rd-wrap">
      <div className={classes.head}>
        <h1>{t("pages:categories.title")}</h1>
        <p>{lead}</p>
      </div>
      <CategoryGrid tiles={tiles} />
    </main>
  );
}
