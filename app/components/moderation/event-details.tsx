import { Badge } from "../../ui/badge";
import { LinkButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { Section } from "../../ui/section";
import { useText } from "../../ui/text";
import { StatusBadge } from "../status-badge/status-badge";
import { creatorText } from "./creator-text";
import classes from "./event-details.module.css";
import type { DetailsView } from "./event-details.server";
import { History } from "./history";
import { Notes } from "./notes";
import { Reports, WithdrawForm } from "./reports";
import { TraitProposals } from "./trait-proposals";

interface EventDetailsProps {
  details: DetailsView;
  withDecision: boolean;
  /** URL of the page that shows the details. */
  action: string;
  /** Form that withdraws reports, if the page has one. */
  withdraw?: { action: string; issue: string | undefined };
}

/** Details of an event: facts, reports, history and staff notes. */
export function EventDetails({ details, withDecision, action, withdraw }: EventDetailsProps) {
  const { t } = useText();
  return (
    <div className="rd-stack">
      <p className={classes.badges}>
        <StatusBadge status={details.status}>{details.statusLabel}</StatusBadge>
        {details.isFeatured && (
          <Badge tone="primary" icon="star">
            {t("moderation:events.featured")}
          </Badge>
        )}
        {!details.isActive && <Badge icon="eye-off">{t("moderation:events.hidden")}</Badge>}
      </p>
      <div className={classes.top}>
        <img src={details.cover} data-focus={details.focus} alt="" width={132} height={99} />
        <ul>
          {details.facts.map(({ icon, text }) => (
            <li key={icon} className="rd-line">
              <Icon name={icon} size="s" />
              <bdi>{text}</bdi>
            </li>
          ))}
          <li>
            <Icon name="user" size="s" />
            {details.creator?.name ? (
              <Link className="rd-link" to={details.creator.href} dir="auto">
                {details.creator.name}
              </Link>
            ) : (
              creatorText(t, details.creator?.name ?? null)
            )}
          </li>
        </ul>
      </div>
      {details.rejectionReason && (
        <p className={classes.reason} dir="auto">
          {details.rejectionReason}
        </p>
      )}
      <p className="rd-lines" dir="auto">
        {details.about}
      </p>
      {details.reports.length > 0 && (
        <Section title={t("moderation:flagged.reports")} level={3}>
          {withdraw ? (
            <WithdrawForm reports={details.reports} {...withdraw} />
          ) : (
            <Reports reports={details.reports} />
          )}
        </Section>
      )}
      {details.history.length > 0 && (
        <Section title={t("moderation:queue.history")} level={3}>
          <History entries={details.history} />
        </Section>
      )}
      <TraitProposals
        proposals={details.proposals}
        eventId={details.id}
        version={details.version}
        action={action}
      />
      <Notes notes={details.notes} eventId={details.id} action={action} />
      <p className="rd-row">
        {withDecision && details.decide && (
          <LinkButton to={details.decide} size="sm">
            {t("moderation:events.decide")}
          </LinkButton>
        )}
        <LinkButton to={details.page} variant="default" size="sm" icon="external-link">
          {t("moderation:queue.page")}
        </LinkButton>
        <LinkButton to={details.edit} variant="default" size="sm" icon="pencil">
          {t("moderation:queue.editIt")}
        </LinkButton>
      </p>
    </div>
  );
}
