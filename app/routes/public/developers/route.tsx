import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import prose from "~/components/prose/prose.module.css";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { Scroller } from "~/ui/scroller";
import classes from "./developers.module.css";
import { developersPage } from "./developers.server";

/** Page `/developers`. */
function Developers({ page }: { page: ReturnType<typeof developersPage> }) {
  return (
    <main id="main" className="rd-wrap">
      <header className={prose.head}>
        <h1>{page.title}</h1>
        <p>{page.lead}</p>
      </header>
      <div className={prose.columns}>
        <nav className={`${prose.contents} rd-no-print`} aria-labelledby="contents">
          <h2 id="contents">{page.contents}</h2>
          <ol>
            {page.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={prose.prose}>
          {page.sections.map(({ id, title, text, href, examples }) => (
            <section key={id} id={id} className={prose.section} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              <p>{text}</p>
              {examples.map(({ language, code }, index) => (
                <figure key={code} className={classes.example}>
                  <figcaption>{language}</figcaption>
                  <Scroller label={`${title}, ${language} ${index + 1}`} className={classes.code}>
                    <pre dir="ltr" lang="en">
                      <code>{code}</code>
                    </pre>
                  </Scroller>
                </figure>
              ))}
              {href && (
                <p>
                  <a className="rd-link" href={href} aria-label={`${page.open}: ${title}`}>
                    {page.open}
                  </a>
                </p>
              )}
            </section>
          ))}
        </article>
      </div>
    </main>
  );
}

export const handle = page({ permission: null, budget: "page" });

export function loader({ context }: LoaderFunctionArgs) {
  return data(developersPage(context), { headers: cacheHeaders("site") });
}

export default function DevelopersRoute() {
  return <Developers page={useLoaderData<typeof loader>()} />;
}
