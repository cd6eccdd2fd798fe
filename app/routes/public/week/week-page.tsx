import { Heart } from "~/components/heart/heart";
import { ResponsiveImage } from "~/components/media/responsive-image";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { Button, LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { weekLoader } from "./week.server";
import classes from "./week-page.module.css";

type Page = Omit<Awaited<ReturnType<typeof weekLoader>>, "scope">;

/**
 * A week's picks of a city: ten events with a sentence each, and the form that sends them by email.
 */
export function WeekPage({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { words, week, intro, by, isAutomatic, published, picks, earlier, links } = page;
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <div>
        <header className={classes.head}>
          {week && (
            <p className={`${classes.kicker} rd-dots rd-quiet`}>
              {week.names.map((name) => (
                <b key={name}>{name}</b>
              ))}
              <span>{week.otherDays}</span>
            </p>
          )}
          <h1>{words.title}</h1>
          {intro && (
            <p className={classes.lead} lang={intro.lang} dir="auto">
              {intro.text}
            </p>
          )}
          {picks.length > 0 && (
            <div className={classes.by}>
              {isAutomatic && <Icon name="info-circle" size="s" />}
              <p className="rd-dots rd-quiet">
                <span>{by}</span>
                {published && <span>{published}</span>}
              </p>
            </div>
          )}
        </header>
        {picks.length > 0 ? (
          <ol className={classes.picks}>
            {picks.map((pick, index) => (
              <Pick key={pick.card.id} pick={pick} isFirst={index === 0} over={words.over} />
            ))}
          </ol>
        ) : (
          <div className={classes.empty}>
            <h2>{words.emptyTitle}</h2>
            <p>{words.emptyText}</p>
            <LinkButton to={links.city}>{words.emptyAction}</LinkButton>
          </div>
        )}
        {picks.length > 0 && links.all && (
          <p>
            <Link className="rd-link" to={links.all} prefetch="intent">
              {words.all}
            </Link>
          </p>
        )}
      </div>
      <aside className={`${classes.side} rd-no-print`}>
        <Subscribe page={page} failure={failureOfForm(failure, "subscribe")} />
        {earlier.length > 0 && (
          <nav className={classes.weeks} aria-labelledby="earlier">
            <h2 id="earlier">{words.earlier}</h2>
            <ul>
              {earlier.map(({ href, names: [name, days] }) => (
                <li key={href}>
                  <Link to={href} prefetch="intent">
                    <b>{name}</b>
                    {days && <span>{days}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <p className={classes.links}>
          <a className="rd-link" href={links.ics}>
            <Icon name="calendar-plus" size="s" />
            {words.calendar}
          </a>
          <a className="rd-link" href={links.atom}>
            <Icon name="rss" size="s" />
            {words.feed}
          </a>
        </p>
        <details className={classes.embed}>
          <summary>
            <Icon name="world" size="s" />
            {words.embed}
          </summary>
          <label htmlFor="embed">{words.embedHelp}</label>
          <textarea
            id="embed"
            readOnly
            dir="ltr"
            rows={5}
            spellCheck={false}
            defaultValue={page.snippet}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Link className="rd-link" to={links.embed}>
            {words.embedMore}
          </Link>
        </details>
      </aside>
    </main>
  );
}

function Pick({
  pick: { card, number, line, isOver },
  isFirst,
  over,
}: {
  pick: Page["picks"][number];
  isFirst: boolean;
  over: string;
}) {
  const { locale } = useText();
  return (
    <li
      className={`${classes.pick} ${isFirst ? classes.first : ""}`.trimEnd()}
      data-over={isOver || undefined}
    >
      {isFirst && <Cover card={card} isWide />}
      <span className={classes.number} aria-hidden="true">
        {number}
      </span>
      {!isFirst && <Cover card={card} />}
      <div className={classes.text}>
        <h2>
          <Link
            className="rd-cover"
            to={card.href}
            lang={card.titleLang === locale ? undefined : card.titleLang}
            dir="auto"
            prefetch="intent"
          >
            {card.title}
          </Link>
        </h2>
        {line && (
          <p
            className={classes.line}
            lang={line.lang === locale ? undefined : line.lang}
            dir="auto"
          >
            {line.text}
          </p>
        )}
        <p className="rd-dots rd-quiet">
          <b>{card.whole}</b>
          {card.stateLabel && <b>{card.stateLabel}</b>}
          {card.venue && <bdi>{card.venue}</bdi>}
          <span>{card.price}</span>
          {isOver && <span>{over}</span>}
        </p>
      </div>
      <Heart event={card} className={classes.heart} />
    </li>
  );
}

function Cover({ card, isWide }: { card: Page["picks"][number]["card"]; isWide?: boolean }) {
  return (
    <ResponsiveImage
      className={classes.cover}
      src={card.cover}
      sizes={isWide ? "(max-width: 899px) 100vw, 936px" : "132px"}
      data-focus={card.focus}
      alt=""
      width={isWide ? 936 : 132}
      height={isWide ? 360 : 99}
      loading={isWide ? undefined : "lazy"}
      fetchPriority={isWide ? "high" : undefined}
    />
  );
}

/**
 * Subscribes the account, or a visitor's address; shows how to stop where the account gets the
 * picks already.
 */
function Subscribe({
  page: { words, account, links },
  failure,
}: {
  page: Page;
  failure: FormFailure | undefined;
}) {
  const issue = failure?.issues.email ?? failure?.message;
  return (
    <Form method="post" noValidate className={classes.subscribe}>
      <h2>{words.subscribe}</h2>
      {account?.isOn ? (
        <>
          <p>{words.isOn}</p>
          <Button intent="stop" variant="default">
            {words.stop}
          </Button>
        </>
      ) : account && !account.isVerified ? (
        <p>
          <Link className="rd-link" to={links.verify}>
            {words.verify}
          </Link>
        </p>
      ) : (
        <>
          <p>{words.subscribeLead}</p>
          {!account && (
            <>
              <label htmlFor="email">{words.email}</label>
              <input
                id="email"
                name="email"
                type="email"
                dir="ltr"
                autoComplete="email"
                placeholder="you@example.com"
                maxLength={254}
                required
                defaultValue={failure?.values.email}
                aria-invalid={issue ? true : undefined}
                aria-describedby={issue ? "email-issue" : undefined}
              />
              {issue && (
                <p id="email-issue" className={classes.issue} role="alert">
                  {issue}
                </p>
              )}
            </>
          )}
          <Button intent="subscribe" fullWidth>
            {words.submit}
          </Button>
          <p>{words.note}</p>
        </>
      )}
    </Form>
  );
}
