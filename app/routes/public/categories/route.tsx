import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CategoryGrid, type CategoryTileView } from "~/components/category-tile/category-tile";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { categoriesLoader } from "~/routes/public/categories.server";
import { useText } from "~/ui/text";
import classes from "./category-index.module.css";

/** Page of all categories. */
function CategoryIndex({ lead, tiles }: { lead: string; tiles: readonly CategoryTileView[] }) {
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

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await categoriesLoader(context), { headers: cacheHeaders("listing") });
}

export default function Categories() {
  const { lead, tiles } = useLoaderData<typeof loader>();
  return <CategoryIndex lead={lead} tiles={tiles} />;
}
