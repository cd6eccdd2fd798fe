import { Button } from "@mantine/core";
import page from "../admin/admin-page.module.css";
import { Badge } from "../badge/badge";
import { Icon } from "../icon";
import { Form, Link } from "../link";
import { useText } from "../text";
import { AddressedDialog } from "./addressed-dialog";
import type { FlaggedView } from "./details-view";
import { EventDetails, Reports } from "./event-details";
import classes from "./flagged.module.css";
import type { DecisionFailureView } from "./queue-view";
import { RejectForm } from "./reject-form";

interface FlaggedProps {
  page: FlaggedView;
  failure: DecisionFailureView | null;
}

/** /admin/flagged-events: what people have reported, hidden until it is decided on. */
export function Flagged({ page: view, failure }: FlaggedProps) {
  const { t } = useText();
  const { details } = view;
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("moderation:flagged.title")}</h1>
        <p>{t("moderation:flagged.lead")}</p>
      </header>
      {failure?.message && (
        <p role="alert" className={page.alert}>
          <Icon name="alert-circle" />
          {failure.message}
        </p>
      )}
      {details && view.dialog === "details" && (
        <AddressedDialog key={`details-${details.id}`} title={details.title} titleLang={details.titleLang} closeHref={view.here}>
          <EventDetails details={details} withDecision={false} action={view.open ?? view.here} />
          {details.status === "flagged" && view.reject && (
            <div className={classes.actions}>
              <Approve id={details.id} version={details.version} title={details.title} action={view.here} />
              <Button component={Link} to={view.reject} variant="default" size="sm" leftSection={<Icon name="x" size="s" />}>
                {t("moderation:queue.reject")}
              </Button>
            </div>
          )}
        </AddressedDialog>
      )}
      {details && view.dialog === "reject" && view.reject && (
        <AddressedDialog key={`reject-${details.id}`} title={t("moderation:flagged.rejectTitle")} closeHref={view.here}>
          <RejectForm details={details} tellsHost={view.tellsHost} action={view.reject} closeHref={view.here} failure={failure} />
        </AddressedDialog>
      )}
      {view.cards.length === 0 ? (
        <p className={page.empty}>{t("moderation:flagged.empty")}</p>
      ) : (
        <ul className={classes.cards}>
          {view.cards.map((card) => (
            <li key={card.id} className={classes.card}>
              <img src={card.cover} alt="" width={400} height={300} loading="lazy" />
              <div className={classes.body}>
                <Badge tone="bad">
                  <Icon name="flag" size="s" />
                  {card.count}
                </Badge>
                <h2>
                  <Link to={card.details} preventScrollReset dir="auto" lang={card.titleLang}>
                    {card.title}
                  </Link>
                </h2>
                <p className={classes.facts}>
                  {card.facts}
                  <br />
                  <bdi>{card.creator ?? t("moderation:queue.nobody")}</bdi>
                </p>
                <Reports reports={card.reports} />
                {card.more && <p className={classes.facts}>{card.more}</p>}
                <p>
                  <Link className="rd-link" to={card.details} preventScrollReset>
                    {t("moderation:flagged.details")}
                    <span className="rd-hidden">: {card.title}</span>
                  </Link>
                </p>
              </div>
              <div className={classes.actions}>
                <Approve id={card.id} version={card.version} title={card.title} action={view.here} />
                <Button
                  component={Link}
                  to={card.reject}
                  preventScrollReset
                  variant="default"
                  size="sm"
                  className={classes.reject}
                  leftSection={<Icon name="x" size="s" />}
                >
                  {t("moderation:queue.reject")}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {(view.next || !view.isFirst) && (
        <nav className={page.pages} aria-label={t("moderation:queue.pages")}>
          {!view.isFirst && (
            <Link className="rd-link" to={view.start}>
              {t("moderation:queue.start")}
            </Link>
          )}
          {view.next && (
            <Link className="rd-link" to={view.next}>
              {t("moderation:queue.more")}
            </Link>
          )}
        </nav>
      )}
    </main>
  );
}

function Approve({ id, version, title, action }: { id: string; version: number; title: string; action: string }) {
  const { t } = useText();
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="event" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="title" value={title} />
      <Button type="submit" name="intent" value="approve" size="sm" leftSection={<Icon name="check" size="s" />}>
        {t("moderation:flagged.approve")}
      </Button>
    </Form>
  );
}
