import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { SegmentedLinks } from "~/ui/segmented";
import { useText } from "~/ui/text";
import { EntryFacts, IssueList } from "./entry-facts";
import { PageLinks } from "./page-links";
import preview from "./preview.module.css";
import type { CandidateListView, CandidateView, RunDetailView } from "./run.server";

/** Links that filter candidates by status. */
export function CandidateFilters({ filters }: Pick<RunDetailView, "filters">) {
  const { t } = useText();
  return (
    <SegmentedLinks
      label={t("ingestion:candidates.lists")}
      options={filters.map(({ status, label, count, href }) => ({
        value: status,
        label: `${label} ${count}`,
        href,
      }))}
      current={filters.find(({ isCurrent }) => isCurrent)?.status ?? ""}
    />
  );
}

/** Candidates of a run; each is decided in the inbox. */
export function CandidateList({ list }: { list: CandidateListView }) {
  const { t } = useText();
  return (
    <>
      {list.candidates.length === 0 ? (
        <Empty title={t("ingestion:candidates.none")} />
      ) : (
        <ul className="rd-stack rd-gap-sm">
          {list.candidates.map((candidate) => (
            <Candidate key={candidate.id} candidate={candidate} />
          ))}
        </ul>
      )}
      <PageLinks start={list.start} previous={list.previous} next={list.next} total={list.total} />
    </>
  );
}

function Candidate({ candidate }: { candidate: CandidateView }) {
  const { t } = useText();
  return (
    <li className={preview.entry} data-open={candidate.isOpen || undefined}>
      <div className={preview.take}>
        <span aria-hidden="true">{candidate.number}</span>
      </div>
      <div className="rd-stack rd-gap-xs">
        <EntryFacts entry={candidate} heading="h2" href={candidate.href} />
        <Meta>
          <Badge tone={candidate.tone}>{candidate.statusLabel}</Badge>
          {candidate.isOpen && !candidate.hasPicture && (
            <span>
              <Icon name="photo-off" size="s" />
              {t("ingestion:candidate.noPicture")}
            </span>
          )}
          {candidate.event && (
            <Link className="rd-link" to={candidate.event}>
              {t("ingestion:candidate.event")}
            </Link>
          )}
          {candidate.reason && <bdi>{candidate.reason}</bdi>}
        </Meta>
        <IssueList issues={candidate.findings} />
        {candidate.isOpen && (
          <div className="rd-row rd-gap-sm">
            <LinkButton
              to={candidate.decide}
              variant="default"
              size="sm"
              icon="inbox"
              aria-label={t("ingestion:candidate.decideOf", {
                title: `\u2068${candidate.title}\u2069`,
              })}
            >
              {t("ingestion:candidate.decide")}
            </LinkButton>
          </div>
        )}
      </div>
    </li>
  );
}
