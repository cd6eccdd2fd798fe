import { useEffect, useRef } from "react";
import { AddressedDialog } from "~/components/moderation/addressed-dialog";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { creatorText } from "~/components/moderation/creator-text";
import { EventDetails } from "~/components/moderation/event-details";
import type { DetailsView } from "~/components/moderation/event-details.server";
import { OtherEvents } from "~/components/moderation/other-events";
import { Reports } from "~/components/moderation/reports";
import { WithdrawForm } from "~/components/moderation/withdraw-form";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { FormBar } from "~/ui/form-bar";
import { Form, Link } from "~/ui/link";
import { LinkButton } from "~/ui/link-button";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import classes from "./flagged-events.module.css";
import type { FlaggedView } from "./flagged-events.server";

interface RejectFormProps {
  details: DetailsView;
  /** Whether the organizer is notified and receives the reason. */
  notifiesOrganizer: boolean;
  action: string;
  closeHref: string;
  failure: DecisionFailureView | null;
}

/** Form for the reason of rejecting a flagged event. */
export function RejectForm({
  details,
  notifiesOrganizer,
  action,
  closeHref,
  failure,
}: RejectFormProps) {
  const { t } = useText();
  return (
    <Form method="post" action={action} className="rd-stack rd-gap-xs" preventScrollReset>
      <input type="hidden" name="event" value={details.id} />
      <input type="hidden" name="version" value={details.version} />
      <input type="hidden" name="title" value={details.title} />
      <p dir="auto" lang={details.titleLang}>
        <b>{details.title}</b>
      </p>
      <Meta>
        {t(
          notifiesOrganizer
            ? "moderation:flagged.rejectText"
            : "moderation:flagged.rejectTextUntold",
        )}
      </Meta>
      <TextArea
        id="reason"
        name="reason"
        label={t("moderation:queue.reason")}
        rows={4}
        defaultValue={failure?.reason ?? ""}
        placeholder={notifiesOrganizer ? t("moderation:queue.placeholder") : undefined}
        maxLength={details.reasonMax}
        counter={{ max: details.reasonMax }}
        error={failure?.issues.reason}
      />
      <FormBar
        submit={t("moderation:queue.reject")}
        intent="reject"
        danger
        cancel={{ href: closeHref, label: t("moderation:cancel") }}
      />
    </Form>
  );
}

interface FlaggedProps {
  page: FlaggedView;
  failure: DecisionFailureView | null;
}

/** Page `/admin/flagged-events`: hidden events, reported public events, and all reports. */
export function Flagged({ page: view, failure }: FlaggedProps) {
  const { t } = useText();
  const { details } = view;
  const { confirm } = failure ?? {};
  const asked = useRef<HTMLDivElement>(null);
  const doubted = confirm && view.cards.find(({ id }) => id === failure?.event);
  useEffect(() => {
    if (confirm) asked.current?.focus();
  }, [confirm]);
  return (
    <main id="main">
      <PageHead title={t("moderation:flagged.title")} lead={view.lead} />
      <Tabs label={t("moderation:reports.tabs")} tabs={view.tabs} current={view.tab} />
      {view.paused && <Alert tone="waiting">{view.paused}</Alert>}
      {failure?.message && (
        <Alert ref={asked} tone="bad" live="alert" isFocusable>
          {failure.message}
          {confirm && <OtherEvents others={confirm.shown} />}
          {doubted && <Approve {...doubted} action={view.here} confirmed={confirm.others} />}
        </Alert>
      )}
      {details && view.dialog === "details" && (
        <AddressedDialog
          key={`details-${details.id}`}
          title={details.title}
          titleLang={details.titleLang}
          closeHref={view.here}
        >
          <EventDetails
            details={details}
            withDecision={false}
            action={view.open ?? view.here}
            withdraw={{ action: view.open ?? view.here, issue: failure?.issues.accounts }}
          />
          {details.status === "flagged" && view.reject && (
            <div className={classes.actions}>
              <Approve
                id={details.id}
                version={details.version}
                title={details.title}
                action={view.here}
              />
              <LinkButton to={view.reject} variant="default" size="sm" icon="x">
                {t("moderation:queue.reject")}
              </LinkButton>
            </div>
          )}
        </AddressedDialog>
      )}
      {details && view.dialog === "reject" && view.reject && (
        <AddressedDialog
          key={`reject-${details.id}`}
          title={t("moderation:flagged.rejectTitle")}
          closeHref={view.here}
        >
          <RejectForm
            details={details}
            notifiesOrganizer={view.notifiesOrganizer}
            action={view.reject}
            closeHref={view.here}
            failure={failure}
          />
        </AddressedDialog>
      )}
      {view.cards.length + view.reports.length === 0 && (
        <Empty
          title={t(view.tab === "hidden" ? "moderation:flagged.empty" : "moderation:reports.empty")}
        />
      )}
      {view.reports.length > 0 && (
        <section className={classes.list}>
          {!view.isAllChosen && (
            <p>
              <Link className="rd-link" to={view.chooseAll} preventScrollReset>
                {t("moderation:reports.chooseAll")}
              </Link>
            </p>
          )}
          <WithdrawForm
            key={String(view.isAllChosen)}
            reports={view.reports}
            isAllChosen={view.isAllChosen}
            action={view.here}
            issue={view.dialog === null ? failure?.issues.accounts : undefined}
          />
        </section>
      )}
      {view.cards.length > 0 && (
        <ul className={classes.cards}>
          {view.cards.map((card) => (
            <li key={card.id} className={classes.card}>
              <img
                src={card.cover}
                data-focus={card.focus}
                alt=""
                width={400}
                height={300}
                loading="lazy"
              />
              <div className={classes.body}>
                <Badge tone="bad" icon="flag">
                  {card.count}
                </Badge>
                <h2>
                  <Link to={card.details} preventScrollReset dir="auto" lang={card.titleLang}>
                    {card.title}
                  </Link>
                </h2>
                <p className="rd-quiet">
                  {card.facts}
                  <br />
                  <bdi>{creatorText(t, card.creator)}</bdi>
                </p>
                <p className="rd-quiet">{card.weight}</p>
                <Reports reports={card.reports} />
                {card.more && <p className="rd-quiet">{card.more}</p>}
                <p>
                  <Link className="rd-link" to={card.details} preventScrollReset>
                    {t("moderation:flagged.details")}
                    <span className="rd-hidden">: {card.title}</span>
                  </Link>
                </p>
              </div>
              {view.tab === "hidden" ? (
                <div className={classes.actions}>
                  <Approve
                    id={card.id}
                    version={card.version}
                    title={card.title}
                    action={view.here}
                  />
                  <LinkButton
                    to={card.reject}
                    preventScrollReset
                    variant="default"
                    size="sm"
                    className={classes.reject}
                    icon="x"
                  >
                    {t("moderation:queue.reject")}
                  </LinkButton>
                </div>
              ) : (
                <div className={classes.actions}>
                  <Form method="post" action={view.here} preventScrollReset>
                    <input type="hidden" name="event" value={card.id} />
                    <Button intent="clear" size="sm" icon="check">
                      {t("moderation:reports.clear")}
                    </Button>
                  </Form>
                  <LinkButton to={card.hide} variant="default" size="sm" icon="eye-off">
                    {t("moderation:reports.hide")}
                  </LinkButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        label={t("moderation:queue.pages")}
        start={view.start}
        previous={view.previous}
        next={view.next}
        total={view.total}
      />
    </main>
  );
}

interface ApproveProps {
  id: string;
  version: number;
  title: string;
  action: string;
  /** Ids of the almost equal events that were shown with the question. */
  confirmed?: string;
}

function Approve({ id, version, title, action, confirmed }: ApproveProps) {
  const { t } = useText();
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="event" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="title" value={title} />
      {confirmed && <input type="hidden" name="confirmed" value={confirmed} />}
      <Button intent="approve" size="sm" icon="check">
        {t(confirmed ? "moderation:inbox.confirm.press" : "moderation:flagged.approve")}
      </Button>
    </Form>
  );
}
