import type { DecisionFailureView } from "~/components/moderation/case-view";
import { KindBadge } from "~/components/moderation/kind-badge";
import queue from "~/components/moderation/queue.module.css";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Form, Link } from "~/ui/link";
import { Pager } from "~/ui/pager";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { ReviewView } from "./review";
import classes from "./review.module.css";

interface ReviewListProps {
  page: ReviewView;
  failure: DecisionFailureView | null;
}

/** The cases that wait, by group or longest first, with the form that decides on the selected ones. */
export function ReviewList({
  page: view,
  failure,
  watchers,
}: ReviewListProps & { watchers: Readonly<Record<string, readonly string[]>> }) {
  const { t } = useText();
  return (
    <nav
      className={`${queue.list} ${classes.list}`}
      aria-label={t("moderation:inbox.label")}
      data-queue
    >
      <Batch key={view.rows.map(({ name }) => name).join()} page={view} failure={failure} />
      {view.together && (
        <p>
          <Link className="rd-link" to={view.together}>
            {t("moderation:group.open")}
          </Link>
        </p>
      )}
      {view.cut && <p className="rd-quiet">{view.cut}</p>}
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
        total={view.total}
      />
    </nav>
  );
}

const BATCH = "inbox-batch";

/** Decides the selected cases at once; shown once something is selected. */
function Batch({ page: view, failure }: ReviewListProps) {
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

interface RowProps {
  row: ReviewView["rows"][number];
  watchers: readonly string[];
}

function Row({ row, watchers }: RowProps) {
  const { t } = useText();
  return (
    <li className={classes.row}>
      {row.group && (
        <h2 className={classes.group}>
          {row.group.label} <small>{row.group.count}</small>
        </h2>
      )}
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
          <b dir="auto" lang={row.titleLang} className="rd-cut">
            {row.title}
          </b>
          <span className={`${queue.by} rd-cut`}>
            <bdi>{row.by}</bdi> · {row.editedBy && `${row.editedBy} · `}
            {row.city}
          </span>
          <span className={`${queue.badges} rd-row`}>
            <KindBadge kind={row.kind}>{row.kindLabel}</KindBadge>
            {row.isTwin && (
              <Badge tone="waiting" icon="copy">
                {t("moderation:badge.duplicate")}
              </Badge>
            )}
            {row.isReady && (
              <Badge tone="good" icon="circle-check">
                {t("moderation:inbox.isReady")}
              </Badge>
            )}
            <time dateTime={row.since}>{row.wait}</time>
          </span>
          {watchers.length > 0 && (
            <span className={`${queue.by} rd-cut`}>{watchers.join(" ")}</span>
          )}
        </span>
      </Link>
    </li>
  );
}
