import type { ReactNode } from "react";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { Reports, WithdrawForm } from "~/components/moderation/reports";
import { KEEPS_SHELL } from "~/lib/pages/after-forms";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Empty } from "~/ui/empty";
import { Form, Link } from "~/ui/link";
import { Pager } from "~/ui/pager";
import { useText } from "~/ui/text";
import classes from "./flagged-cards.module.css";
import type { ReviewView } from "./review";

interface FlaggedCardsProps {
  page: ReviewView;
  flagged: NonNullable<ReviewView["flagged"]>;
  failure: DecisionFailureView | null;
  /** The open case. */
  children: ReactNode;
}

/** Reported events as cards with their latest reports; the open one is a dialog over them. */
export function FlaggedCards({ page: view, flagged, failure, children }: FlaggedCardsProps) {
  const { t } = useText();
  const { opened } = view;
  const isHidden = view.tab === "hidden";
  return (
    <>
      {flagged.paused && <Alert tone="waiting">{flagged.paused}</Alert>}
      {opened && (
        <Dialog
          key={view.current}
          open
          title={t(
            flagged.isRejecting ? "moderation:flagged.rejectTitle" : "moderation:flagged.details",
          )}
          closeHref={view.list}
          size="lg"
          focuses={flagged.isRejecting ? "textarea[name=reason]" : "#review-title"}
        >
          {children}
        </Dialog>
      )}
      {flagged.reports ? (
        <section className={classes.list}>
          {flagged.reports.length === 0 ? (
            <Empty title={t("moderation:reports.empty")} />
          ) : (
            <>
              {!flagged.isAllChosen && (
                <p>
                  <Link className="rd-link" to={flagged.chooseAll} preventScrollReset>
                    {t("moderation:reports.chooseAll")}
                  </Link>
                </p>
              )}
              <WithdrawForm
                key={String(flagged.isAllChosen)}
                reports={flagged.reports}
                isAllChosen={flagged.isAllChosen}
                action={view.list}
                issue={opened ? undefined : failure?.issues.accounts}
              />
            </>
          )}
        </section>
      ) : (
        view.rows.length === 0 && (
          <Empty title={t(isHidden ? "moderation:flagged.empty" : "moderation:reports.empty")} />
        )
      )}
      <ul className={classes.cards}>
        {view.rows.map((row) => {
          const card = flagged.cards[row.id];
          if (!card || flagged.reports) return null;
          return (
            <li key={row.id} className={classes.card}>
              <img
                src={row.cover}
                data-focus={row.focus}
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
                  <Link to={row.href} preventScrollReset dir="auto" lang={row.titleLang}>
                    {row.title}
                  </Link>
                </h2>
                <p className="rd-quiet">
                  {card.facts}
                  <br />
                  <bdi>{row.by}</bdi>
                </p>
                <p className="rd-quiet">{card.weight}</p>
                <Reports reports={card.reports} />
                {card.more && <p className="rd-quiet">{card.more}</p>}
                <p>
                  <Link className="rd-link" to={row.href} preventScrollReset>
                    {t("moderation:flagged.details")}
                    <span className="rd-hidden">: {row.title}</span>
                  </Link>
                </p>
              </div>
              <div className={classes.actions}>
                <Form method="post" action={row.href} preventScrollReset>
                  <input type="hidden" name="event" value={row.id} />
                  <input type="hidden" name="version" value={row.version} />
                  <input type="hidden" name="title" value={row.title} />
                  <input type="hidden" name={KEEPS_SHELL} value="1" />
                  <Button intent="approve" size="sm" icon="check">
                    {t(isHidden ? "moderation:flagged.approve" : "moderation:reports.clear")}
                  </Button>
                </Form>
                {isHidden ? (
                  <LinkButton
                    to={`${row.href}&reject=1`}
                    preventScrollReset
                    variant="default"
                    size="sm"
                    className={classes.reject}
                    icon="x"
                  >
                    {t("moderation:queue.reject")}
                  </LinkButton>
                ) : (
                  <LinkButton to={card.hide} variant="default" size="sm" icon="eye-off">
                    {t("moderation:reports.hide")}
                  </LinkButton>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Pager
        label={t("moderation:queue.pages")}
        start={view.start}
        previous={view.previousPage}
        next={view.nextPage}
        total={view.total}
      />
    </>
  );
}
