import { type ReactNode, useEffect, useRef } from "react";
import { Decided } from "~/components/moderation/decided";
import { EventDetails } from "~/components/moderation/event-details";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Dialog } from "~/ui/dialog";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { ActionBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Menu } from "~/ui/menu";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./events.module.css";
import type { AllEventsView } from "./events.server";
import type { AllEventsAnswer } from "./events-action.server";
import { AllEventsTable } from "./events-table";

/** Search, filters, order and columns of `/admin/events`, kept in the URL. */
function AllEventsFilters({ view }: { view: AllEventsView }) {
  const { t } = useText();
  const { query } = view;
  const any = { value: "", label: t("moderation:events.any") };
  const yesNo = [
    any,
    { value: "yes", label: t("moderation:events.yes") },
    { value: "no", label: t("moderation:events.no") },
  ];
  const choices = [
    { name: "status", label: t("moderation:events.status"), options: [any, ...view.statuses] },
    { name: "city", label: t("moderation:events.city"), options: [any, ...view.cities] },
    {
      name: "category",
      label: t("moderation:events.category"),
      options: [any, ...view.categories],
    },
    {
      name: "when",
      label: t("moderation:events.when"),
      options: [
        any,
        { value: "upcoming", label: t("moderation:events.upcoming") },
        { value: "past", label: t("moderation:events.past") },
      ],
    },
    { name: "featured", label: t("moderation:events.featured"), options: yesNo },
    { name: "active", label: t("moderation:events.active"), options: yesNo },
    { name: "sort", label: t("moderation:events.sortBy"), options: view.sorts },
  ] as const;
  return (
    <Form
      method="get"
      name="filter"
      action={paths.adminEvents()}
      role="search"
      isRow
      key={JSON.stringify(query)}
    >
      <TextField
        type="search"
        name="q"
        label={t("moderation:events.search")}
        defaultValue={query.q}
        maxLength={100}
        dir="auto"
        autoComplete="off"
      />
      <Button type="submit" size="md" variant="default">
        {t("moderation:events.apply")}
      </Button>
      {view.isFiltered && (
        <LinkButton to={paths.adminEvents()} size="md" variant="subtle">
          {t("moderation:events.clear")}
        </LinkButton>
      )}
      <Fold
        title={t("moderation:inbox.filters")}
        open={choices.some(({ name }) => name !== "sort" && query[name])}
        isQuiet
      >
        <div className={classes.filters}>
          {choices.map(({ name, label, options }) => (
            <Select
              key={name}
              name={name}
              label={label}
              options={options}
              defaultValue={query[name]}
            />
          ))}
          <Menu label={t("moderation:events.columns")} isWordy>
            {view.columns.map(({ name, label, isShown }) => (
              <li key={name}>
                <Checkbox name="column" value={name} label={label} defaultChecked={isShown} />
              </li>
            ))}
          </Menu>
        </div>
      </Fold>
    </Form>
  );
}

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
      <PageHead
        title={t("moderation:events.title")}
        lead={t("moderation:events.lead")}
        actions={
          <>
            <LinkButton to={paths.adminDeletedEvents()} variant="subtle" icon="trash">
              {t("moderation:deleted.title")}
            </LinkButton>
            {view.mayIngest && (
              <LinkButton to={paths.adminBulkCreate()} variant="default" icon="sparkles">
                {t("moderation:events.bulkCreate")}
              </LinkButton>
            )}
            <LinkButton to={paths.createEvent()} icon="plus">
              {t("moderation:events.create")}
            </LinkButton>
          </>
        }
      />
      <Decided decided={view.decided} action={view.here} />
      {details && view.dialog === "details" && (
        <AddressedDialog
          key={details.id}
          title={details.title}
          titleLang={details.titleLang}
          closeHref={view.here}
        >
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
          <Form action={view.here}>
            <SubmitButton intent={`delete:${details.id}`} danger>
              {t("moderation:events.delete")}
            </SubmitButton>
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
          <Form action={view.here}>
            <input type="hidden" name="bulk" value="delete" />
            <input type="hidden" name="confirmed" value="1" />
            {answer.confirm.ids.map((id, index) => (
              <span key={id}>
                <input type="hidden" name="id" value={id} />
                <input
                  type="hidden"
                  name={`title:${id}`}
                  value={answer.confirm?.titles[index] ?? ""}
                />
              </span>
            ))}
            <SubmitButton intent="bulk" danger>
              {t("moderation:events.delete")}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
      )}
      {answer?.message && (
        <Alert tone="bad" live="alert">
          {answer.message}
        </Alert>
      )}
      {answer?.results && <Results results={answer.results} />}
      <AllEventsFilters view={view} />
      {view.rows.length === 0 ? (
        <Empty title={t("moderation:events.empty")} />
      ) : (
        <List
          key={`${view.here} ${answer?.rejecting?.ids.join()}`}
          view={view}
          rejecting={answer?.rejecting ?? null}
        />
      )}
      {view.hasLookedAtSome && <Alert>{t("moderation:events.some")}</Alert>}
      <Pager label={t("moderation:events.pages")} {...view} />
    </main>
  );
}

/** Results of a bulk action by event. */
function Results({ results }: { results: NonNullable<AllEventsAnswer["results"]> }) {
  const { t } = useText();
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses each new result, which scrolls to it and announces it
  useEffect(() => summary.current?.focus(), [results]);
  return (
    <Alert
      ref={summary}
      tone={results.items.every(({ isDone }) => isDone) ? "good" : "waiting"}
      live="status"
      title={results.summary}
      isFocusable
    >
      <ul className={classes.results}>
        {results.items.map((item) => (
          <li key={item.id}>
            <Icon name={item.isDone ? "circle-check" : "alert-circle"} size="s" />
            <bdi>{item.title}</bdi>
            <span>{item.text}</span>
            {item.href && (
              <Link className="rd-link" to={item.href}>
                {t("moderation:inbox.open")}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const BULK = [
  "approve",
  "reject",
  "feature",
  "unfeature",
  "activate",
  "deactivate",
  "delete",
] as const;

/** The table as one form: row buttons name their event, the bar below applies to the selection. */
function List({
  view,
  rejecting,
}: {
  view: AllEventsView;
  rejecting: AllEventsAnswer["rejecting"];
}) {
  const { t } = useText();
  return (
    <Form action={view.here} isWide>
      {/* Default button, so that Enter does not trigger the first row's action. */}
      <button
        type="submit"
        name="intent"
        value="bulk"
        className="rd-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <AllEventsTable view={view} chosen={rejecting?.ids ?? []} />
      <ActionBar isSticky>
        <Select
          name="bulk"
          label={t("moderation:events.bulk.label")}
          empty={t("moderation:events.bulk.choose")}
          options={BULK.map((action) => ({
            value: action,
            label: t(`moderation:events.bulk.action.${action}`),
          }))}
          defaultValue={rejecting ? "reject" : ""}
        />
        <TextField
          name="reason"
          id="bulk-reason"
          label={t("moderation:events.bulk.reason")}
          help={t("moderation:events.bulk.reasonHelp")}
          error={rejecting?.issue ?? undefined}
          dir="auto"
          maxLength={view.reasonMax}
          defaultValue={rejecting?.reason}
          autoComplete="off"
          autoFocus={rejecting ? true : undefined}
        />
        <SubmitButton intent="bulk" variant="default">
          {t("moderation:events.bulk.go")}
        </SubmitButton>
      </ActionBar>
    </Form>
  );
}

interface AddressedDialogProps {
  title: ReactNode;
  titleLang?: "en" | undefined;
  /** URL of the page without the dialog. */
  closeHref: string;
  children: ReactNode;
}

/**
 * Dialog that stays open while the page's URL asks for it. Focuses the reason field, if there is
 * one.
 */
function AddressedDialog({ children, ...props }: AddressedDialogProps) {
  return (
    <Dialog {...props} open size="lg" focuses="textarea[name=reason]">
      {children}
    </Dialog>
  );
}
