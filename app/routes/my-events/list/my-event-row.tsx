import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "../my-events.module.css";
import type { MyEventView } from "./my-events-view";

/** One event of somebody's own: its state, and what may be done with it. */
export function MyEventRow({ row, Heading }: { row: MyEventView; Heading: "h2" | "h3" }) {
  const { t } = useText();
  const { badge, revision, actions } = row;
  return (
    <li className={classes.row}>
      {row.cover ? (
        <img className={classes.cover} src={row.cover} data-focus={row.focus} alt="" width={132} height={99} loading="lazy" />
      ) : (
        <span className={`${classes.cover} ${classes.noCover}`}>
          <Icon name="photo-plus" />
        </span>
      )}
      <div className={classes.body}>
        <p className={classes.badges}>
          <StatusBadge status={badge.status === "scheduled" ? "approved" : badge.status}>{badge.label}</StatusBadge>
          {revision && <StatusBadge status={revision.status}>{revision.label}</StatusBadge>}
        </p>
        <Heading>
          <Link to={actions.view ?? row.edit}>
            <bdi lang={row.titleLang}>{row.title}</bdi>
          </Link>
        </Heading>
        <ul className={classes.facts}>
          {row.facts.map(({ icon, text }) => (
            <li key={icon}>
              <Icon name={icon} size="s" />
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
        {row.hint && <p className={classes.hint}>{row.hint}</p>}
      </div>
      <RowActions row={row} />
      {row.reason && (
        <p className={classes.reason}>
          <Icon name="message-2" />
          <span>
            <b>{t("authoring:mine.reviewer")}</b> <bdi>{row.reason}</bdi>
          </span>
        </p>
      )}
    </li>
  );
}

function RowActions({ row }: { row: MyEventView }) {
  const { t } = useText();
  const { actions } = row;
  return (
    <div className={classes.actions}>
      <Button component={Link} to={row.edit} size="sm" variant={actions.edit === "fix" ? undefined : "default"}>
        {t(`authoring:mine.${actions.edit}`)}
      </Button>
      <details className={classes.menu} name="my-event">
        <summary>
          <Icon name="dots" />
          <span className="rd-hidden">{t("authoring:mine.more", { title: `\u2068${row.title}\u2069` })}</span>
        </summary>
        <ul>
          {actions.view && (
            <li>
              <Link to={actions.view}>
                <Icon name="eye" size="s" />
                {t("authoring:mine.view")}
              </Link>
            </li>
          )}
          {actions.submit && (
            <Act id={row.id} intent="submit" icon={<Icon name="send" size="s" />}>
              {t("authoring:mine.submit")}
            </Act>
          )}
          {actions.withdraw && (
            <Act id={row.id} intent="withdraw" icon={<Icon name="arrow-back-up" size="s" />}>
              {t("authoring:mine.withdraw")}
            </Act>
          )}
          <Act id={row.id} intent="duplicate" icon={<Icon name="copy" size="s" />}>
            {t("authoring:mine.duplicate")}
          </Act>
          {actions.change && (
            <li>
              <Link to={actions.change}>
                <Icon name="calendar-share" size="s" />
                {t("authoring:mine.change")}
              </Link>
            </li>
          )}
          {actions.delete && (
            <li>
              <Link to={row.remove}>
                <Icon name="trash" size="s" />
                {t("authoring:mine.delete")}
              </Link>
            </li>
          )}
        </ul>
      </details>
    </div>
  );
}

/** A button of the menu: a form of its own, so that it needs no script. */
function Act({ id, intent, icon, children }: { id: string; intent: string; icon: ReactNode; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <li>
      <Form method="post" action={paths.myEvents()} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="returnTo" value={pathname + search} />
        <button type="submit" name="intent" value={intent}>
          {icon}
          {children}
        </button>
      </Form>
    </li>
  );
}
