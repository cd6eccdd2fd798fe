import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import type { CorrectionFailureView } from "~/components/moderation/correct-form";
import { Decided } from "~/components/moderation/decided";
import { KeysButton, KeysDialog } from "~/components/moderation/keys-dialog";
import queue from "~/components/moderation/queue.module.css";
import { useQueue } from "~/components/moderation/use-queue";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { IconButton } from "~/ui/icon-button";
import { Form as LanguageForm, Link, useAddress } from "~/ui/link";
import { Menu } from "~/ui/menu";
import { PageHead } from "~/ui/page-head";
import { SegmentedLinks } from "~/ui/segmented";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { FoundFix } from "./case-fixes.server";
import { FlaggedCards } from "./flagged-cards";
import { OpenedCase, Presence } from "./opened-case";
import classes from "./review.module.css";
import type { reviewPage, watchInbox } from "./review.server";
import { ReviewList } from "./review-list";
import type { ReviewAnswer } from "./scopes.server";

type Watched = Awaited<ReturnType<typeof watchInbox>>;

/** Poll interval, ms. A case counts as looked at for a minute. */
const POLL = 15_000;

/**
 * Shares the open case with colleagues, and loads the page again when they have decided. Failed
 * polls keep the last answer.
 * @returns sentences about who looks at which case, by its id
 */
function useWatch(current: string | null): Watched["watchers"] {
  const address = useAddress();
  const { revalidate } = useRevalidator();
  const [watchers, setWatchers] = useState<Watched["watchers"]>({});
  const stamp = useRef<string | null>(null);
  useEffect(() => {
    const watch = async () => {
      if (document.hidden) return;
      try {
        const body = new URLSearchParams({ case: current ?? "" });
        const answer = await fetch(address(paths.adminInboxWatch()), {
          method: "POST",
          body,
          redirect: "error",
        });
        if (!answer.ok) return;
        const watched: Watched = await answer.json();
        setWatchers(watched.watchers);
        if (stamp.current !== null && stamp.current !== watched.stamp) revalidate();
        stamp.current = watched.stamp;
      } catch {
        // Offline.
      }
    };
    // Cases that are only passed by are not announced.
    const first = setTimeout(watch, 1_000);
    const timer = setInterval(watch, POLL);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [address, current, revalidate]);
  return watchers;
}

export type ReviewView = Awaited<ReturnType<typeof reviewPage>>;

interface ReviewProps {
  page: ReviewView;
  answer: ReviewAnswer | undefined;
}

/**
 * The review screen: what waits for a decision, in one queue. The URL holds filters and open case;
 * phones show the list or the case.
 */
export function Review({ page: view, answer }: ReviewProps) {
  const { t } = useText();
  const { opened } = view;
  const failure: DecisionFailureView | null = answer?.failure ?? null;
  const found: FoundFix | null = answer?.found ?? null;
  const correction: CorrectionFailureView | null = answer?.correction ?? null;
  const watchers = useWatch(view.current);
  const current = view.current?.replace(/^[a-z]+-/, "") ?? "";
  const { main, heading, help, openHelp, isOn, switchKeys } = useQueue(
    view,
    opened?.isOpen ? opened.id : null,
  );
  const opensCase = (
    <OpenedCase
      page={view}
      heading={heading}
      failure={failure}
      found={found}
      correction={correction}
    />
  );
  return (
    <main
      id="main"
      ref={main}
      className={`${classes.page} ${view.flagged ? "" : queue.screen} rd-stack rd-gap-sm`}
      data-named={(view.isNamed && !view.flagged) || undefined}
    >
      <PageHead
        title={view.title}
        lead={view.lead}
        actions={
          <div className={classes.ofList}>
            <SegmentedLinks
              label={t("moderation:queue.filter")}
              options={view.tabs}
              current={view.tab}
            />
          </div>
        }
      />
      <KeysDialog ref={help} isOn={isOn} onChange={switchKeys} />
      <div className={classes.line}>
        <div className={classes.ofList}>
          <ReviewFilters view={view} />
        </div>
        <Decided decided={view.decided} action={view.action} />
        <div className={classes.ofList}>
          <LinkButton
            to={paths.adminMyDecisions()}
            variant="subtle"
            size="compact-sm"
            icon="history"
          >
            {t("moderation:mine.title")}
          </LinkButton>
          <KeysButton onClick={openHelp} />
        </div>
      </div>
      {failure?.event === "" && failure.message && (
        <Alert tone="bad" live="alert">
          {failure.message}
        </Alert>
      )}
      {view.flagged ? (
        <FlaggedCards page={view} flagged={view.flagged} failure={failure}>
          {opensCase}
        </FlaggedCards>
      ) : view.rows.length === 0 && !opened ? (
        <Empty
          title={t(
            view.isFiltered || view.isTab ? "moderation:queue.emptyTab" : "moderation:queue.empty",
          )}
        />
      ) : (
        <div className={queue.review}>
          <ReviewList page={view} failure={failure} watchers={watchers} />
          {opened && (
            <div className={`${classes.case} rd-stack rd-gap-sm`}>
              <div className={`${classes.above} rd-line rd-gap-sm`}>
                <p className={classes.back}>
                  <Link className="rd-link" to={view.list}>
                    {t("moderation:inbox.list")}
                  </Link>
                </p>
                <Presence view={view} watchers={watchers[current] ?? view.watchers} />
              </div>
              {view.taken && <Alert tone="waiting">{view.taken}</Alert>}
              {opensCase}
            </div>
          )}
        </div>
      )}
    </main>
  );
}

/** Filters of the review screen, kept in the URL. */
function ReviewFilters({ view }: { view: ReviewView }) {
  const { t } = useText();
  const { query, options } = view;
  const any = { value: "", label: t("moderation:events.any") };
  const choices = [
    { name: "category", label: t("moderation:events.category"), options: options.categories },
    { name: "source", label: t("moderation:inbox.source.label"), options: options.sources },
    { name: "age", label: t("moderation:inbox.age.label"), options: options.ages },
  ] as const;
  return (
    <Fold
      title={t("moderation:inbox.filters")}
      open={view.isFiltered || (view.views?.length ?? 0) > 0}
      isQuiet
    >
      <Form
        method="get"
        name="filter"
        action={view.base}
        role="search"
        isRow
        key={JSON.stringify(query)}
      >
        {view.tabField.value && <input type="hidden" {...view.tabField} />}
        <Menu label={t("moderation:inbox.cities")} isWordy>
          {options.cities.map(({ value, label }) => (
            <li key={value}>
              <Checkbox
                name="city"
                value={value}
                label={label}
                defaultChecked={query.city.includes(value)}
              />
            </li>
          ))}
        </Menu>
        {choices.map(({ name, label, options: values }) => (
          <Select
            key={name}
            name={name}
            label={label}
            options={[any, ...values]}
            defaultValue={query[name]}
          />
        ))}
        <Checkbox name="ready" label={t("moderation:inbox.ready")} defaultChecked={query.isReady} />
        <Button type="submit" size="md" variant="default">
          {t("moderation:events.apply")}
        </Button>
        {view.isFiltered && (
          <LinkButton to={view.clear} size="md" variant="subtle">
            {t("moderation:events.clear")}
          </LinkButton>
        )}
      </Form>
      {view.views && (
        <div className={classes.views}>
          {view.views.map(({ id, name, href }) => (
            <LanguageForm key={id} method="post" action={view.list} preventScrollReset>
              <input type="hidden" name="view" value={id} />
              <Link className="rd-link" to={href}>
                <bdi>{name}</bdi>
              </Link>
              <IconButton
                type="submit"
                name="intent"
                value="delete-view"
                icon="x"
                label={t("moderation:inbox.views.delete", { name })}
              />
            </LanguageForm>
          ))}
          <LanguageForm method="post" action={view.list} preventScrollReset>
            <TextField
              name="name"
              id="view-name"
              label={t("moderation:inbox.views.name")}
              maxLength={view.nameMax}
              autoComplete="off"
            />
            <Button intent="save-view" size="md" variant="default">
              {t("moderation:inbox.views.save")}
            </Button>
          </LanguageForm>
        </div>
      )}
    </Fold>
  );
}
