import type { DecisionFailureView } from "~/components/moderation/case-view";
import { KeysButton } from "~/components/moderation/keys-button";
import { KeysDialog } from "~/components/moderation/keys-dialog";
import { KindBadge } from "~/components/moderation/kind-badge";
import queue from "~/components/moderation/queue.module.css";
import { ReviewPanel } from "~/components/moderation/review-panel";
import { useQueue } from "~/components/moderation/use-queue";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { SegmentedLinks } from "~/ui/segmented";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { FoundFix } from "./case-fixes.server";
import { Decided } from "./decided";
import { Fixes, LookUps } from "./fixes";
import classes from "./review.module.css";
import type { inboxPage } from "./review.server";
import { InboxFilters } from "./review-filters";
import { PairPanel } from "./pair-panel";
import { useWatch } from "./use-watch";

export type InboxView = Awaited<ReturnType<typeof inboxPage>>;

interface InboxProps {
  page: InboxView;
  failure: DecisionFailureView | null;
  /** A fix that the last form looked for. */
  found?: FoundFix | null;
}

/**
 * Page `/admin/inbox`: everything that waits, in one queue. The URL holds filters and open case;
 * phones show the list or the case.
 */
export function Inbox({ page: view, failure, found = null }: InboxProps) {
  const { t } = useText();
  const { opened } = view;
  const watchers = useWatch(view.current);
  const current = view.current?.replace(/^[a-z]+-/, "") ?? "";
  const { main, heading, help, openHelp, isOn, switchKeys } = useQueue(
    view,
    opened?.isOpen ? opened.id : null,
  );
  return (
    <main
      id="main"
      ref={main}
      className={`${classes.page} ${queue.screen} rd-stack rd-gap-sm`}
      data-named={view.isNamed || undefined}
    >
      <PageHead
        title={t("moderation:inbox.title")}
        lead={view.lead}
        actions={
          <div className={classes.ofList}>
            <SegmentedLinks
              label={t("moderation:queue.filter")}
              options={view.kinds.map(({ name, label, count, href }) => ({
                value: name,
                label: `${label} ${count}`,
                href,
              }))}
              current={view.kind}
            />
            <KeysButton onClick={openHelp} />
          </div>
        }
      />
      <KeysDialog ref={help} isOn={isOn} isInbox onChange={switchKeys} />
      <div className={classes.ofList}>
        <InboxFilters view={view} />
      </div>
      <Decided view={view} />
      {failure?.event === "" && (
        <Alert tone="bad" live="alert">
          {failure.message}
        </Alert>
      )}
      {view.rows.length === 0 && !opened ? (
        <Empty
          title={t(
            view.isFiltered || view.kind !== "all"
              ? "moderation:queue.emptyTab"
              : "moderation:queue.empty",
          )}
        />
      ) : (
        <div className={queue.review}>
          <nav
            className={`${queue.list} ${classes.list}`}
            aria-label={t("moderation:inbox.label")}
            data-queue
          >
            <Batch key={view.rows.map(({ name }) => name).join()} page={view} failure={failure} />
            <ol>
              {view.rows.map((row) => (
                <Row key={row.name} row={row} watchers={watchers[row.id] ?? row.watchers} />
              ))}
            </ol>
            <Pager
              label={t("moderation:queue.pages")}
              start={view.start}
              previous={view.previousPage}
              next={view.nextPage}
            />
          </nav>
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
              {opened.isOpen && opened.kind === "duplicate" ? (
                <PairPanel
                  key={opened.id}
                  pair={opened}
                  view={view}
                  heading={heading}
                  failure={failure?.event === opened.id ? failure : null}
                />
              ) : opened.isOpen ? (
                <ReviewPanel
                  key={opened.id}
                  review={opened}
                  action={view.action}
                  nextId={view.nextName}
                  isDelayed
                  heading={heading}
                  failure={failure?.event === opened.id ? failure : null}
                >
                  {(view.quality || view.from || view.fixes) && (
                    <>
                      {view.quality && <Quality quality={view.quality} />}
                      {view.from && <Origin origin={view.from} />}
                      {view.fixes && (
                        <Fixes fixes={view.fixes} found={found} action={view.action} />
                      )}
                      {view.fixes && <LookUps fixes={view.fixes} action={view.action} />}
                    </>
                  )}
                </ReviewPanel>
              ) : (
                <Card>
                  {"title" in opened && (
                    <h2 className={classes.title} dir="auto">
                      {opened.title}
                    </h2>
                  )}
                  <p role="status">{opened.sentence}</p>
                  <Meta>
                    {opened.details && (
                      <Link className="rd-link" to={opened.details}>
                        {"add" in opened ? opened.add : t("moderation:flagged.details")}
                      </Link>
                    )}
                    <Link className="rd-link" to={view.following ?? view.list}>
                      {t("moderation:queue.next")}
                    </Link>
                  </Meta>
                </Card>
              )}
            </div>
          )}
        </div>
      )}
    </main>
  );
}

const BATCH = "inbox-batch";

/** Decides the selected cases at once; shown once something is selected. */
function Batch({ page: view, failure }: InboxProps) {
  const { t } = useText();
  const isRefused = failure?.event === "";
  return (
    <Form method="post" action={view.list} id={BATCH} className={classes.batch} preventScrollReset>
      <TextField
        name="reason"
        id="batch-reason"
        label={t("moderation:events.bulk.reason")}
        defaultValue={isRefused ? failure.reason : ""}
        maxLength={500}
      />
      <Button intent="batch-reject" variant="default" color="red" size="sm">
        {t("moderation:inbox.batch.reject")}
      </Button>
      <Button intent="batch-approve" size="sm">
        {t("moderation:inbox.batch.approve")}
      </Button>
    </Form>
  );
}

/** Who looks at the open case, and the button to claim it. */
function Presence({ view, watchers }: { view: InboxView; watchers: readonly string[] }) {
  const { t } = useText();
  return (
    <div className={classes.presence}>
      <span role="status">{watchers.join(" ")}</span>
      <Form method="post" action={view.action} preventScrollReset>
        <Button intent={view.isClaimed ? "release" : "claim"} variant="subtle" size="compact-sm">
          {t(view.isClaimed ? "moderation:inbox.release" : "moderation:inbox.claim")}
        </Button>
      </Form>
    </div>
  );
}

/** The score of a case, and links to what would raise it. */
function Quality({ quality }: { quality: NonNullable<InboxView["quality"]> }) {
  const { t } = useText();
  return (
    <p className={`${classes.quality} rd-row`}>
      <Badge tone={quality.isReady ? "good" : "waiting"}>
        {quality.isReady ? (
          <Icon name="circle-check" size="s" />
        ) : (
          <Icon name="alert-triangle" size="s" />
        )}
        {quality.text}
      </Badge>
      {quality.missing.length > 0 && <span>{t("moderation:inbox.fix")}</span>}
      {quality.missing.map(({ name, label, href }) => (
        <Link key={name} className="rd-link" to={href}>
          {label}
        </Link>
      ))}
    </p>
  );
}

/** Where an imported case comes from, with what stands there. */
function Origin({ origin }: { origin: NonNullable<InboxView["from"]> }) {
  const { t } = useText();
  return (
    <div className={classes.origin}>
      <p>
        <Icon name="rss" size="s" />
        {origin.source ? (
          <Link className="rd-link" to={origin.source}>
            {origin.text}
          </Link>
        ) : (
          origin.text
        )}
        {origin.url && (
          <a className="rd-link" href={origin.url} rel="noreferrer nofollow" target="_blank">
            {t("moderation:inbox.original")}
          </a>
        )}
      </p>
      {origin.snippet && (
        <Fold title={t("moderation:inbox.snippet")} isQuiet>
          <blockquote dir="auto">{origin.snippet}</blockquote>
        </Fold>
      )}
    </div>
  );
}

function Row({ row, watchers }: { row: InboxView["rows"][number]; watchers: readonly string[] }) {
  const { t } = useText();
  return (
    <li className={classes.row}>
      {row.isSingle ? (
        <span />
      ) : (
        <Checkbox
          name="chosen"
          value={row.name}
          form={BATCH}
          aria-label={t("moderation:events.select", { title: row.title })}
        />
      )}
      <input type="hidden" form={BATCH} name={`title:${row.name}`} value={row.title} />
      <input type="hidden" form={BATCH} name={`version:${row.name}`} value={row.version} />
      <Link
        to={row.href}
        className={queue.row}
        aria-current={row.isOpen ? "true" : undefined}
        preventScrollReset
      >
        <img src={row.cover} data-focus={row.focus} alt="" width={62} height={62} loading="lazy" />
        <span className={queue.what}>
          <b dir="auto" lang={row.titleLang}>
            {row.title}
          </b>
          <span className={queue.by}>
            <bdi>{row.by}</bdi> · {row.city}
          </span>
          <span className={`${queue.badges} rd-row`}>
            <KindBadge kind={row.kind}>{row.kindLabel}</KindBadge>
            {row.isReady && (
              <Badge tone="good" icon="circle-check">
                {t("moderation:inbox.isReady")}
              </Badge>
            )}
            <time dateTime={row.since}>{row.wait}</time>
          </span>
          {watchers.length > 0 && <span className={queue.by}>{watchers.join(" ")}</span>}
        </span>
      </Link>
    </li>
  );
}
