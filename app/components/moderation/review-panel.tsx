import type { ReactNode, RefObject } from "react";
import { Badge } from "../../ui/badge";
import { LinkButton } from "../../ui/button";
import { Fold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
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
import { WithdrawForm } from "./reports";
import classes from "./review-panel.module.css";
import { TraitProposals } from "./trait-proposals";

interface ReviewPanelProps {
  review: CaseView;
  /** URL of the decision's action. */
  action: string;
  nextId: string | null;
  heading: RefObject<HTMLHeadingElement>;
  failure: DecisionFailureView | null;
  /** Error of the selection of reporting accounts. */
  withdrawIssue?: string | undefined;
  /** What stands after the facts: score, source and proposed values. */
  children?: ReactNode;
}

const FACT_ICONS = {
  when: "calendar",
  city: "building-arch",
  venue: "map-pin",
  price: "ticket",
} as const;

/** Cases about events that are public. */
const PUBLIC: readonly CaseKind[] = ["edit", "source", "plan", "reported"];

/**
 * A case: the facts and doubts of a decision first, then what supports them. The bar of decisions
 * stands below the part that scrolls, so it covers none of it.
 */
export function ReviewPanel({
  review,
  action,
  nextId,
  heading,
  failure,
  withdrawIssue,
  children,
}: ReviewPanelProps) {
  const { t } = useText();
  return (
    <article className={`${classes.panel} rd-box`} aria-labelledby="review-title">
      <div className={classes.scroll}>
        <header className={classes.top}>
          <div className={classes.what}>
            <p className={`${classes.line} rd-row rd-quiet`}>
              <KindBadge kind={review.kind}>{review.kindLabel}</KindBadge>
              {review.creator?.name ? (
                <Link className="rd-link" to={review.creator.href} dir="auto">
                  {review.creator.name}
                </Link>
              ) : (
                <span>{creatorText(t, null)}</span>
              )}
              {review.creator && (
                <>
                  <Badge>{review.creator.trust}</Badge>
                  <span>{review.creator.history}</span>
                </>
              )}
              {review.editedBy && <strong>{review.editedBy}</strong>}
            </p>
            <h2 id="review-title" ref={heading} tabIndex={-1}>
              <bdi lang={review.titleLang}>{review.title}</bdi>
            </h2>
            {review.facts.otherTitle && (
              <p className="rd-quiet">
                <bdi lang={review.facts.otherTitle.lang}>{review.facts.otherTitle.text}</bdi>
              </p>
            )}
          </div>
          <img
            className={classes.cover}
            src={review.cover}
            data-focus={review.focus}
            alt=""
            width={84}
            height={84}
          />
        </header>
        <dl className={classes.facts} data-facts>
          {review.facts.rows.map(({ name, label, text, note }) => (
            <div key={name} data-lacks={text === null || undefined}>
              <dt className="rd-line">
                <Icon name={FACT_ICONS[name]} size="s" />
                {label}
              </dt>
              <dd>
                <bdi>{text ?? t("moderation:facts.missing")}</bdi>
                {note && (
                  <small dir="auto" lang={note.lang}>
                    {note.text}
                  </small>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {(review.warning || review.findings.length > 0) && (
          <ul className={classes.doubts} aria-label={t("moderation:facts.doubts")} data-doubts>
            {review.warning && <li>{review.warning}</li>}
            {review.findings.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        )}
        <p className={`${classes.links} rd-row`}>
          {review.page && (
            <LinkButton to={review.page} variant="default" size="sm" icon="external-link">
              {t(
                PUBLIC.includes(review.kind) ? "moderation:queue.page" : "moderation:queue.preview",
              )}
            </LinkButton>
          )}
          <LinkButton to={review.edit} variant="subtle" size="sm" icon="pencil" data-edit>
            {t("moderation:queue.editIt")}
          </LinkButton>
          {review.saved && (
            <span className="rd-inline rd-gap-2xs rd-quiet">
              <Icon name="heart" size="s" /> {review.saved}
            </span>
          )}
        </p>
        {children && <div className={`${classes.part} rd-stack rd-gap-sm`}>{children}</div>}
        {review.reports.length > 0 && (
          <div className={classes.part}>
            <Section title={t("moderation:flagged.reports")} level={3}>
              <WithdrawForm reports={review.reports} action={action} issue={withdrawIssue} />
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
      </div>
      <DecisionForm review={review} action={action} nextId={nextId} failure={failure} />
    </article>
  );
}
