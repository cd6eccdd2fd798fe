import { Ring } from "~/components/category-tile/category-tile";
import type { IconName } from "~/lib/icon-names";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./category-intro.module.css";

interface CategoryIntroProps {
  title: string;
  summary: string;
  category: { slug: string; family: string; icon: IconName; line: string };
}

/** Header of a category page, instead of the list's default one. */
export function CategoryIntro({ title, summary, category }: CategoryIntroProps) {
  const { t } = useText();
  return (
    <div className={classes.intro}>
      <div className={classes.sign} data-family={category.family}>
        <Ring seed={category.slug} className={classes.ring} />
        <Icon name={category.icon} size="l" className={classes.icon} />
      </div>
      <div>
        <nav aria-label={t("common:crumbs")}>
          <Link className={classes.crumb} to={paths.categories()}>
            {t("pages:categories.title")}
            <Icon name="chevron-right" size="s" flip />
          </Link>
        </nav>
        <h1>{title}</h1>
        <p className={classes.line}>{category.line}</p>
        <p className={classes.summary} role="status">
          {summary}
        </p>
      </div>
    </div>
  );
}
