import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import page from "~/components/admin/admin-page.module.css";
import { Pager } from "~/components/admin/pager";
import { AddressedDialog } from "~/components/moderation/addressed-dialog";
import type { AllEventsAnswer, AllEventsView } from "~/components/moderation/details-view";
import { EventDetails } from "~/components/moderation/event-details";
import { paths } from "~/lib/paths";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./events.module.css";
import { AllEventsFilters } from "./events-filters";
import { AllEventsTable } from "./events-table";

interface AllEventsProps {
  page: AllEventsView;
  answer: AllEventsAnswer | null;
}

/** Page `/admin/events`: all submitted events, with single and bulk actions. */
export function AllEvents({ page: view, answer }: AllEventsProps) {
  const { t } = useText();
  const { details } = view;
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("moderation:events.title")}</h1>
        <div className={classes.ways}>
          {view.mayIngest && (
            <Button component={Link} to={paths.adminBulkCreate()} variant="default" leftSection={<Icon name="sparkles" />}>
              {t("moderation:events.bulkCreate")}
            </Button>
          )}
          <Button component={Link} to={paths.createEvent()} leftSection={<Icon name="plus" />}>
            {t("moderation:events.create")}
          </Button>
        </div>
        <p>{t("moderation:events.lead")}</p>
      </header>
      {details && view.dialog === "details" && (
        <AddressedDialog key={details.id} title={details.title} titleLang={details.titleLang} closeHref={view.here}>
          <EventDetails details={details} withDecision action={view.open ?? view.here} />
        </AddressedDialog>
      )}
      {details && view.dialog === "delete" && (
        <ConfirmDialog
          key={`delete-${details.id}`}
          open
          question={t("moderation:events.question")}
          text={`\u2068${details.title}\u2069. ${t("moderation:events.questionText")}`}
          cancelHref={view.here}
          cancelLabel={t("moderation:cancel")}
        >
          <Form method="post" action={view.here} preventScrollReset>
            <Button type="submit" name="intent" value={`delete:${details.id}`}>
              {t("moderation:events.delete")}
            </Button>
          </Form>
        </ConfirmDialog>
      )}
      {answer?.confirm && (
        <ConfirmDialog
          key={answer.confirm.ids.join()}
          open
          question={answer.confirm.question}
          text={t("moderation:events.questionText")}
          cancelHref={view.here}
          cancelLabel={t("moderation:cancel")}
        >
          <Form method="post" action={view.here} preventScrollReset>
            <input type="hidden" name="bulk" value="delete" />
            <input type="hidden" name="confirmed" value="1" />
            {answer.confirm.ids.map((id, index) => (
              <span key={id}>
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name={`title:${id}`} value={answer.confirm?.titles[index] ?? ""} />
              </span>
            ))}
            <Button type="submit" name="intent" value="bulk">
              {t("moderation:events.delete")}
            </Button>
          </Form>
        </ConfirmDialog>
      )}
      {answer?.message && (
        <p role="alert" className={page.alert}>
          <Icon name="alert-circle" />
          {answer.message}
        </p>
      )}
      {answer?.results && <Results results={answer.results} />}
      <AllEventsFilters view={view} />
      {view.rows.length === 0 ? (
        <p className={page.empty}>{t("moderation:events.empty")}</p>
      ) : (
        <List key={`${view.here} ${answer?.rejecting?.ids.join()}`} view={view} rejecting={answer?.rejecting ?? null} />
      )}
      {view.hasLookedAtSome && <p className={classes.some}>{t("moderation:events.some")}</p>}
      <Pager label={t("moderation:events.pages")} {...view} />
    </main>
  );
}

function Results({ results }: { results: NonNullable<AllEventsAnswer["results"]> }) {
  const { t } = useText();
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses each new result, which scrolls to it and announces it
  useEffect(() => section.current?.focus(), [results]);
  return (
    <section ref={section} tabIndex={-1} className={classes.results} role="status" aria-label={t("moderation:events.bulk.title")}>
      <h2>{results.summary}</h2>
      <ul>
        {results.items.map((item) => (
          <li key={item.id} data-done={item.isDone || undefined}>
            {item.isDone ? <Icon name="circle-check" size="s" /> : <Icon name="alert-circle" size="s" />}
            <bdi>{item.title}</bdi>
            <span>{item.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const BULK = ["approve", "reject", "feature", "unfeature", "activate", "deactivate", "delete"] as const;

/** The table as one form: row buttons name their event, the bar below applies to the selection. */
function List({ view, rejecting }: { view: AllEventsView; rejecting: AllEventsAnswer["rejecting"] }) {
  const { t } = useText();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(rejecting?.ids));
  return (
    <Form method="post" action={view.here} preventScrollReset>
      {/* Default button, so that Enter does not trigger the first row's action. */}
      <input type="submit" name="intent" value="bulk" className="rd-hidden" tabIndex={-1} aria-hidden="true" />
      <AllEventsTable view={view} checked={checked} onCheck={setChecked} />
      <div className={classes.bulk}>
        <label htmlFor="bulk">{t("moderation:events.bulk.label")}</label>
        <div className={classes.select}>
          <select id="bulk" name="bulk" defaultValue={rejecting ? "reject" : ""}>
            <option value="">{t("moderation:events.bulk.choose")}</option>
            {BULK.map((action) => (
              <option key={action} value={action}>
                {t(`moderation:events.bulk.action.${action}`)}
              </option>
            ))}
          </select>
        </div>
        <div className={classes.reason}>
          <label htmlFor="bulk-reason">{t("moderation:events.bulk.reason")}</label>
          <input
            id="bulk-reason"
            name="reason"
            dir="auto"
            maxLength={view.reasonMax}
            defaultValue={rejecting?.reason}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: scrolls to the invalid field
            autoFocus={rejecting ? true : undefined}
            aria-invalid={rejecting?.issue ? true : undefined}
            aria-describedby="bulk-reason-help"
          />
          <p id="bulk-reason-help" data-wrong={rejecting?.issue ? true : undefined}>
            {rejecting?.issue ?? t("moderation:events.bulk.reasonHelp")}
          </p>
        </div>
        <Button type="submit" name="intent" value="bulk" variant="default" size="sm">
          {t("moderation:events.bulk.go")}
        </Button>
      </div>
    </Form>
  );
}
