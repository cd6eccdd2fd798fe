import { Hodhod } from "~/components/hodhod/hodhod";
import { SubmissionAllowancePanel } from "~/components/submission-allowance-panel/submission-allowance-panel";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import classes from "../my-events.module.css";
import { MyEventRow } from "./my-event-row";
import type { MyEventsView } from "./my-events-view";

/** Somebody's own events by status, each tab with an address of its own (product.md §2). */
export function MyEvents({ page }: { page: MyEventsView }) {
  const { t } = useText();
  return (
    <main id="main" className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>{t("authoring:mine.title")}</h1>
          <p>{t("authoring:mine.lead")}</p>
        </div>
        <Button component={Link} to={paths.createEvent()} leftSection={<Icon name="plus" />}>
          {t("authoring:mine.create")}
        </Button>
      </header>
      <SubmissionAllowancePanel allowance={page.allowance} />
      <Tabs label={t("authoring:mine.tabs")} tabs={page.tabs} current={page.tab} />
      {!page.isEmpty && (
        <Form method="get" action={paths.myEvents()} role="search" className={classes.search}>
          {page.tab !== "all" && <input type="hidden" name="tab" value={page.tab} />}
          <label className="rd-hidden" htmlFor="my-events-q">
            {t("authoring:mine.search")}
          </label>
          <Icon name="search" />
          <input
            key={page.q}
            id="my-events-q"
            type="search"
            name="q"
            defaultValue={page.q}
            placeholder={t("authoring:mine.search")}
            maxLength={200}
            dir="auto"
            autoComplete="off"
          />
          <Button type="submit" variant="default" size="sm">
            {t("authoring:mine.find")}
          </Button>
        </Form>
      )}
      {page.isContinued && (
        <p>
          <Link className="rd-link rd-press" to={page.start}>
            {t("authoring:mine.firstPage")}
          </Link>
        </p>
      )}
      {page.groups.map((group) => (
        <section key={group.title} className={classes.group}>
          {group.title && <h2>{group.title}</h2>}
          <ul>
            {group.rows.map((row) => (
              <MyEventRow key={row.id} row={row} Heading={group.title ? "h3" : "h2"} />
            ))}
          </ul>
        </section>
      ))}
      {page.groups.length === 0 && <Nothing page={page} />}
      {page.next && (
        <p>
          <Button component={Link} to={page.next} variant="default">
            {t("authoring:mine.nextPage")}
          </Button>
        </p>
      )}
    </main>
  );
}

function Nothing({ page: { isEmpty, q } }: { page: MyEventsView }) {
  const { t } = useText();
  const said = isEmpty ? "empty" : q ? "none" : "emptyTab";
  return (
    <div className={classes.nothing}>
      <Hodhod pose="sleeping" />
      <h2>{t(`authoring:mine.${said}`)}</h2>
      <p>{t(`authoring:mine.${said}Text`)}</p>
      <Link className="rd-link rd-press" to={isEmpty ? paths.createEvent() : paths.myEvents()}>
        {t(isEmpty ? "authoring:mine.create" : "authoring:mine.all")}
      </Link>
    </div>
  );
}
