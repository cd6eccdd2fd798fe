import { useLocation } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import { Hodhod } from "~/components/hodhod/hodhod";
import { JsonLd } from "~/components/page-tags";
import { Paragraphs } from "~/components/prose/inline";
import type { InlineText } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { bestMatches, searchable, searchWords } from "~/lib/text/match-words";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./help.module.css";
import type { readHelp } from "./help.server";

/** Plain text of an answer. */
export function answerText(answer: readonly InlineText[]): string {
  return answer
    .map((paragraph) =>
      paragraph.map((part) => (typeof part === "string" ? part : part.text)).join(""),
    )
    .join("\n");
}

/** Structured data of questions and answers (schema.org FAQPage). */
export function faqPage(
  items: readonly { question: string; answer: readonly InlineText[] }[],
): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answerText(answer) },
    })),
  };
}

type HelpView = Awaited<ReturnType<typeof readHelp>>;

/** Help centre with a search form. With JavaScript the list filters while typing. */
export function HelpCenter({ query, groups, supportEmail }: Omit<HelpView, "head">) {
  const { t } = useText();
  const [typed, setTyped] = useState(query);
  useEffect(() => setTyped(query), [query]);
  useAnswerOfAddress();
  const texts = useMemo(
    () =>
      new Map(
        groups.flatMap(({ items }) =>
          items.map((item) => [item.id, searchable(`${item.question} ${answerText(item.answer)}`)]),
        ),
      ),
    [groups],
  );
  const words = searchWords(typed);
  const matching = bestMatches(texts, words);
  const found = groups
    .map((group) => ({ ...group, items: group.items.filter(({ id }) => matching.has(id)) }))
    .filter(({ items }) => items.length > 0);
  const count = found.reduce((sum, { items }) => sum + items.length, 0);

  return (
    <main id="main" className="rd-wrap">
      {!query && <JsonLd value={faqPage(groups.flatMap(({ items }) => items))} />}
      <header className={classes.head}>
        <h1>{t("pages:help.title")}</h1>
        <p>{t("pages:help.lead")}</p>
        <Form
          className={`${classes.search} rd-no-print`}
          method="get"
          action={paths.help()}
          role="search"
          aria-label={t("pages:help.search")}
        >
          <Icon name="search" />
          <input
            name="q"
            type="search"
            maxLength={200}
            defaultValue={query}
            key={query}
            aria-label={t("pages:help.search")}
            placeholder={t("pages:help.placeholder")}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="md">
            {t("pages:help.submit")}
          </Button>
        </Form>
        <p className={classes.count} role="status">
          {words.length > 0
            ? t("pages:help.found", { count, words: typed.trim() })
            : t("pages:help.count", { count })}
        </p>
      </header>
      {count === 0 ? (
        <div className={`${classes.empty} rd-empty`}>
          <Hodhod pose="sleeping" />
          <h2>{t("pages:help.empty")}</h2>
          <p>{t("pages:help.emptyText")}</p>
          <Button
            component={Link}
            to={paths.help()}
            variant="default"
            size="md"
            onClick={() => setTyped("")}
          >
            {t("pages:help.clear")}
          </Button>
        </div>
      ) : (
        <div className={classes.columns}>
          <nav className={`${classes.groups} rd-no-print`} aria-label={t("pages:help.groups")}>
            {found.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          <div>
            {found.map(({ id, title, items }) => (
              <section key={id} id={id} className={classes.group} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>{title}</h2>
                {items.map((item) => (
                  <Answer key={item.id} {...item} />
                ))}
              </section>
            ))}
          </div>
        </div>
      )}
      <aside className={`${classes.contact} rd-no-print`} aria-label={t("pages:help.contact")}>
        <Icon name="mail" size="l" />
        <div>
          <h2>{t("pages:help.contact")}</h2>
          <p>{t("pages:help.contactText")}</p>
        </div>
        <Button component="a" href={`mailto:${supportEmail}`} variant="default" size="md">
          <bdi>{supportEmail}</bdi>
        </Button>
      </aside>
    </main>
  );
}

/** The id is inside `details`, so that browsers open it for a matching URL fragment. */
function Answer({ id, question, answer }: HelpView["groups"][number]["items"][number]) {
  const { t } = useText();
  return (
    <details className={classes.item}>
      <summary>
        {question}
        <Icon name="chevron-down" />
      </summary>
      <div id={id} className={classes.answer}>
        <Paragraphs texts={answer} />
        <a className={`${classes.link} rd-underline rd-no-print`} href={`#${id}`}>
          <Icon name="link" size="s" />
          {t("pages:help.link")}
        </a>
      </div>
    </details>
  );
}

/** Opens the answer of the URL fragment, for older browsers and client navigation. */
function useAnswerOfAddress() {
  const { hash } = useLocation();
  useEffect(() => {
    const answer = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const details = answer?.closest("details");
    if (!details || details.open) return;
    details.open = true;
    answer?.scrollIntoView();
  }, [hash]);
}
