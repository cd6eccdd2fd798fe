import type { DecisionFailureView } from "~/components/moderation/case-view";
import type { CorrectionFailureView } from "~/components/moderation/correct-form";
import { Decided } from "~/components/moderation/decided";
import { KeysButton, KeysDialog } from "~/components/moderation/keys-dialog";
import queue from "~/components/moderation/queue.module.css";
import { useQueue } from "~/components/moderation/use-queue";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { SegmentedLinks } from "~/ui/segmented";
import { useText } from "~/ui/text";
import type { FoundFix } from "./case-fixes.server";
import { FlaggedCards } from "./flagged-cards";
import { OpenedCase, Presence } from "./opened-case";
import classes from "./review.module.css";
import type { ReviewAnswer, reviewPage } from "./review.server";
import { ReviewFilters } from "./review-filters";
import { ReviewList } from "./review-list";
import { useWatch } from "./use-watch";

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
            <LinkButton to={paths.adminMyDecisions()} variant="subtle" size="sm" icon="history">
              {t("moderation:mine.title")}
            </LinkButton>
            <KeysButton onClick={openHelp} />
          </div>
        }
      />
      <KeysDialog ref={help} isOn={isOn} onChange={switchKeys} />
      <div className={classes.ofList}>
        <ReviewFilters view={view} />
      </div>
      <Decided decided={view.decided} action={view.action} />
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
              <div className={classes.above}>
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
