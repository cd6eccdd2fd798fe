import type { DecisionFailureView } from "~/components/moderation/case-view";
import { creatorText } from "~/components/moderation/creator-text";
import { KeysButton } from "~/components/moderation/keys-button";
import { KeysDialog } from "~/components/moderation/keys-dialog";
import { KindBadge } from "~/components/moderation/kind-badge";
import classes from "~/components/moderation/queue.module.css";
import { ReviewPanel } from "~/components/moderation/review-panel";
import { useQueue } from "~/components/moderation/use-queue";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { SegmentedLinks } from "~/ui/segmented";
import { useText } from "~/ui/text";
import type { QueueRowView, QueueView } from "./pending-events.server";

interface QueueProps {
  page: QueueView;
  failure: DecisionFailureView | null;
}

/**
 * Page `/admin/pending-events`: queue at the start, open event at the end. The URL holds the whole
 * state.
 */
export function PendingQueue({ page: view, failure }: QueueProps) {
  const { t } = useText();
  const { opened } = view;
  const { main, heading, help, openHelp, isOn, switchKeys } = useQueue(
    view,
    opened?.isOpen ? opened.id : null,
  );
  return (
    <main id="main" ref={main} className={classes.screen}>
      <PageHead
        title={t("moderation:queue.title")}
        lead={view.lead}
        actions={
          <>
            <SegmentedLinks
              label={t("moderation:queue.filter")}
              options={view.tabs.map(({ name, label, count, href }) => ({
                value: name,
                label: `${label} ${count}`,
                href,
              }))}
              current={view.tab}
            />
            <KeysButton onClick={openHelp} />
          </>
        }
      />
      <KeysDialog ref={help} isOn={isOn} onChange={switchKeys} />
      {view.rows.length === 0 && !opened ? (
        <Empty
          title={t(view.tab === "all" ? "moderation:queue.empty" : "moderation:queue.emptyTab")}
          action={<BackLink view={view} />}
        />
      ) : (
        <div className={classes.review}>
          <nav className={classes.list} aria-label={t("moderation:queue.label")} data-queue>
            <ol>
              {view.rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ol>
            {(view.nextPage || view.firstPage) && (
              <Meta>
                {view.firstPage && (
                  <Link className="rd-link" to={view.firstPage}>
                    {t("moderation:queue.start")}
                  </Link>
                )}
                {view.nextPage && (
                  <Link className="rd-link" to={view.nextPage}>
                    {t("moderation:queue.more")}
                  </Link>
                )}
              </Meta>
            )}
          </nav>
          {opened?.isOpen && view.action && (
            <ReviewPanel
              key={opened.id}
              review={opened}
              action={view.action}
              nextId={view.nextId}
              heading={heading}
              failure={failure?.event === opened.id ? failure : null}
            />
          )}
          {opened?.isOpen === false && (
            <Card>
              <p role="status">{opened.sentence}</p>
              <Meta>
                {opened.details && (
                  <Link className="rd-link" to={opened.details}>
                    {t("moderation:notes.see")}
                  </Link>
                )}
                {view.following || view.rows[0] ? (
                  <Link className="rd-link" to={view.following ?? view.rows[0]?.href ?? view.here}>
                    {t("moderation:queue.next")}
                  </Link>
                ) : (
                  <BackLink view={view} />
                )}
              </Meta>
            </Card>
          )}
        </div>
      )}
    </main>
  );
}

function BackLink({ view }: { view: QueueView }) {
  const { t } = useText();
  const all = view.tabs.find(({ name }) => name === "all");
  if (view.tab === "all" && !view.firstPage) return null;
  return (
    <Link className="rd-link" to={view.firstPage ?? all?.href ?? view.here}>
      {t(view.firstPage ? "moderation:queue.start" : "moderation:queue.all")}
    </Link>
  );
}

function Row({ row }: { row: QueueRowView }) {
  const { t } = useText();
  return (
    <li>
      <Link
        to={row.href}
        className={classes.row}
        aria-current={row.isOpen ? "true" : undefined}
        preventScrollReset
      >
        <img src={row.cover} data-focus={row.focus} alt="" width={62} height={62} loading="lazy" />
        <span className={classes.what}>
          <b dir="auto" lang={row.titleLang}>
            {row.title}
          </b>
          <span className={classes.by}>
            <bdi>{creatorText(t, row.creator)}</bdi> · {row.editedBy && `${row.editedBy} · `}
            {row.city}
          </span>
          <span className={`${classes.badges} rd-row`}>
            <KindBadge kind={row.kind}>{t(`moderation:badge.${row.kind}`)}</KindBadge>
            {row.isDuplicate && (
              <Badge tone="waiting" icon="copy">
                {t("moderation:badge.duplicate")}
              </Badge>
            )}
            <time dateTime={row.since}>{row.wait}</time>
          </span>
        </span>
      </Link>
    </li>
  );
}
