import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Inline, Paragraphs } from "~/components/prose/inline";
import prose from "~/components/prose/prose.module.css";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { useText } from "~/ui/text";
import classes from "./changelog.module.css";
import { readChangelog } from "./changelog.server";

type ChangelogView = Awaited<ReturnType<typeof readChangelog>>;

/** Changelog by version. */
function ChangelogText({ page }: { page: ChangelogView }) {
  const { t } = useText();
  return (
    <main id="main" className="rd-wrap">
      <header className={`${prose.head} ${prose.prose}`}>
        <h1>{page.title}</h1>
        <Paragraphs texts={page.intro} />
      </header>
      {page.versions.map((version) => (
        <article
          key={version.version}
          id={`v${version.version}`}
          className={classes.version}
          aria-labelledby={`v${version.version}-title`}
        >
          <div className={classes.number}>
            <h2 id={`v${version.version}-title`}>
              <bdi>{version.version}</bdi>
            </h2>
            <p className="rd-quiet">
              {version.day ? <time dateTime={version.day}>{version.date}</time> : version.date}
              {version.yanked && ` · ${t("pages:changelog.yanked")}`}
            </p>
          </div>
          <div className={classes.changes}>
            <Paragraphs texts={version.intro} />
            {version.changes.map(({ kind, items }) => (
              <section key={kind} aria-label={kind}>
                <h3>{kind}</h3>
                <ul>
                  {items.map((item, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: static text
                    <li key={place}>
                      <Inline text={item} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </article>
      ))}
    </main>
  );
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await readChangelog(context), { headers: cacheHeaders("site") });
}

export default function ChangelogPage() {
  return <ChangelogText page={useLoaderData<typeof loader>()} />;
}
