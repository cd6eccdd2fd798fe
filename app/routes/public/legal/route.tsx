import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Paragraphs } from "~/components/prose/inline";
import classes from "~/components/prose/prose.module.css";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import chosen from "~/ui/chosen.module.css";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { readLegalPage } from "./legal.server";

type LegalView = Awaited<ReturnType<typeof readLegalPage>>;

/** Legal page: title, date, table of contents and sections. */
function LegalText({ page }: { page: LegalView }) {
  const { t } = useText();
  return (
    <main id="main" className="rd-wrap">
      <header className={classes.head}>
        <h1>{page.title}</h1>
        <p>
          <time dateTime={page.updated.day}>{page.updated.text}</time>
        </p>
      </header>
      <nav className={`${classes.others} rd-no-print`} aria-label={t("pages:legal.pages")}>
        {page.pages.map(({ href, title, isHere }) => (
          <Link
            key={href}
            className={`rd-chip ${chosen.chosen}`}
            to={href}
            aria-current={isHere ? "page" : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className={classes.columns}>
        <nav className={`${classes.contents} rd-no-print`} aria-labelledby="contents">
          <h2 id="contents">{t("pages:legal.contents")}</h2>
          <ol>
            {page.sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={classes.prose}>
          <Paragraphs texts={page.intro} />
          {page.sections.map(({ id, heading, paragraphs }) => (
            <section key={id} id={id} className={classes.section} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{heading}</h2>
              <Paragraphs texts={paragraphs} />
            </section>
          ))}
        </article>
      </div>
    </main>
  );
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = await readLegalPage(context, params.page);
  return data(page, { headers: cacheHeaders("site") });
}

export default function LegalPage() {
  return <LegalText page={useLoaderData<typeof loader>()} />;
}
