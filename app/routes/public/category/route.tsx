import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Ring } from "~/components/category-tile/category-tile";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { prepareEventMap, prepareMonth } from "~/components/event-browser/lazy-views";
import type { IconName } from "~/lib/icon-names";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { categoryLoader } from "~/routes/public/categories.server";
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
function CategoryIntro({ title, summary, category }: CategoryIntroProps) {
  const { t } = useText();
  return (
    <div className={classes.intro}>
      <div className={classes.sign} data-family={category.family}>
        <Ring seed={category.slug} className={classes.ring} />
        <Icon name={category.icon} size="l" className={classes.icon} />
      </div>
      <div>
        <nav aria-label={t("common:crumbs")}>
          <Link className={`${classes.crumb} rd-underline`} to={paths.categories()}>
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

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, ...page } = await categoryLoader(
    context,
    new URL(request.url).searchParams,
    params.categorySlug ?? "",
  );
  if (page.map) await prepareEventMap();
  if (page.month) await prepareMonth();
  return data(page, { status: page.leftOut ? 400 : 200, headers: cacheHeaders(scope) });
}

export default function Category() {
  const page = useLoaderData<typeof loader>();
  return (
    <EventBrowser
      // Remounts the list for another category, which resets its fields.
      key={page.intro.slug}
      page={page}
      action={paths.category(page.intro.slug)}
      intro={<CategoryIntro title={page.title} summary={page.summary} category={page.intro} />}
    />
  );
}
