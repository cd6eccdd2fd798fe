import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import classes from "./developers.module.css";
import type { developersPage } from "./developers.server";

/** Page `/developers`. */
export function Developers({ page }: { page: ReturnType<typeof developersPage> }) {
  return (
    <main id="main">
      <PageHead title={page.title} lead={page.lead} />
      {page.sections.map(({ id, title, text, href, examples }) => (
        <Section key={id} id={id} title={title}>
          <p>{text}</p>
          {examples.map(({ language, code }) => (
            <figure key={code} className={classes.example}>
              <figcaption>{language}</figcaption>
              {/* biome-ignore lint/a11y: a region that scrolls must be reachable by keyboard and have a name */}
              <pre dir="ltr" lang="en" tabIndex={0} role="region" aria-label={`${title}: ${language}`}>
                <code>{code}</code>
              </pre>
            </figure>
          ))}
          {href && (
            <p>
              <a className="rd-link" href={href} aria-label={`${page.open}: ${title}`}>
                {page.open}
              </a>
            </p>
          )}
        </Section>
      ))}
    </main>
  );
}
