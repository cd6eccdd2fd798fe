import type { RefObject } from "react";
import { Alert } from "../../ui/alert";
import { Badge } from "../../ui/badge";
import { Fold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { LinkButton } from "../../ui/link-button";
import { Section } from "../../ui/section";
import { useText } from "../../ui/text";
import { ChangesTable, WrittenTable } from "./case-tables";
import type { CaseKind, CaseView, DecisionFailureView } from "./case-view";
import { creatorText } from "./creator-text";
import { DecisionForm } from "./decision-form";
import { Duplicates } from "./duplicates";
import { History } from "./history";
import { KindBadge } from "./kind-badge";
import { Notes } from "./notes";
import { Reports } from "./reports";
import classes from "./review-panel.module.css";
import { TraitProposals } from "./trait-proposals";

interface ReviewPanelProps {
  review: CaseView;
  /** URL of the decision's action. */
  action: string;
  nextId: string | null;
  isDelayed?: boolean;
  heading: RefObject<HTMLHeadingElement>;
  failure: DecisionFailureView | null;
}

/** Cases about events that are public. */
const PUBLIC: readonly CaseKind[] = ["edit", "source", "plan", "reported"];

/** Pending event with all facts for a decision, and the decision form. */
export function ReviewPanel({
  review,
  action,
  nextId,
  isDelayed,
  heading,
  failure,
}: ReviewPanelProps) {
  const { t } = useText();
  return (
    <article className={`${classes.panel} rd-box`} aria-labelledby="review-title">
      <header className={classes.top}>
        <img
          className={classes.cover}
          src={review.cover}
          data-focus={review.focus}
          alt=""
          width={168}
          height={126}
        />
        <div className={classes.what}>
          <KindBadge kind={review.kind}>{review.kindLabel}</KindBadge>
          <h2 id="review-title" ref={heading} tabIndex={-1} dir="auto" lang={review.titleLang}>
            {review.title}
          </h2>
          <p className={`${classes.line} rd-row rd-quiet`}>
            <span>
              <Icon name="calendar" size="s" />
              {review.when}
            </span>
            <span>
              <Icon name="map-pin" size="s" />
              <bdi>{review.where}</bdi>
            </span>
            {review.saved && (
              <span>
                <Icon name="heart" size="s" />
                {review.saved}
              </span>
            )}
          </p>
          <p className={`${classes.line} rd-row rd-quiet`}>
            <span>
              <Icon name="user" size="s" />
              {review.creator?.name ? (
                <Link className="rd-link" to={review.creator.href} dir="auto">
                  {review.creator.name}
                </Link>
              ) : (
                creatorText(t, review.creator?.name ?? null)
              )}
            </span>
            {review.creator && (
              <>
                <Badge>{review.creator.trust}</Badge>
                <span>{review.creator.history}</span>
              </>
            )}
            {review.editedBy && <strong>{review.editedBy}</strong>}
          </p>
        </div>
        <p className={`${classes.links} rd-stack rd-gap-xs`}>
          {review.page && (
            <LinkButton to={review.page} variant="default" size="sm" icon="external-link">
              {t(
                PUBLIC.includes(review.kind) ? "moderation:queue.page" : "moderation:queue.preview",
              )}
            </LinkButton>
          )}
          <LinkButton to={review.edit} variant="subtle" size="sm" icon="pencil" data-key="e">
            {t("moderation:queue.editIt")}
          </LinkButton>
        </p>
      </header>
      {review.warning && (
        <div className={classes.part}>
          <Alert tone="waiting">{review.warning}</Alert>
        </div>
      )}
      {review.findings.length > 0 && (
        <div className={classes.part}>
          <Alert tone="waiting">
            <ul>
              {review.findings.map(({ key, text }) => (
                <li key={key}>{text}</li>
              ))}
            </ul>
          </Alert>
        </div>
      )}
      {review.reports.length > 0 && (
        <div className={classes.part}>
          <Section title={t("moderation:flagged.reports")} level={3}>
            <Reports reports={review.reports} />
          </Section>
        </div>
      )}
      {review.duplicates.length > 0 && (
        <Duplicates review={review} action={action} nextId={nextId} failure={failure} />
      )}
      {review.changes && <ChangesTable changes={review.changes} />}
      {review.written && <WrittenTable written={review.written} />}
      {review.proposals.length > 0 && (
        <div className={classes.part}>
          <TraitProposals
            proposals={review.proposals}
            eventId={review.id}
            version={review.version}
            action={action}
          />
        </div>
      )}
      {review.history.length > 1 && (
        <div className={classes.part}>
          <Fold title={t("moderation:queue.history")}>
            <History entries={review.history} />
          </Fold>
        </div>
      )}
      {review.notes && (
        <div className={classes.part}>
          <Notes notes={review.notes} eventId={review.id} action={action} />
        </div>
      )}
      <DecisionForm
        review={review}
        action={action}
        nextId={nextId}
        isDelayed={isDelayed}
        failure={failure}
      />
    </article>
  );
}
