import { useLocation } from "@remix-run/react";
import { StatusBadge } from "~/components/status-badge/status-badge";
import type { IconName } from "~/lib/icon-names";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { Menu, MenuItem } from "~/ui/menu";
import { useText } from "~/ui/text";
import classes from "../my-events.module.css";
import type { MyEventView } from "./my-events.server";

/** One of the reader's own events: status and actions. */
export function MyEventRow({ row, Heading }: { row: MyEventView; Heading: "h2" | "h3" }) {
  const { t } = useText();
  const { badge, revision, actions } = row;
  return (
    <li className={classes.row}>
      {row.cover ? (
        <img
          className={classes.cover}
          src={row.cover}
          data-focus={row.focus}
          alt=""
          width={132}
          height={99}
          loading="lazy"
        />
      ) : (
        <span className={`${classes.cover} ${classes.noCover}`}>
          <Icon name="photo-plus" />
        </span>
      )}
      <div className={`${classes.body} rd-stack rd-gap-2xs`}>
        <div className={classes.badges}>
          <Checkbox
            name="chosen"
            value={row.id}
            id={`chosen-${row.id}`}
            form="chosen"
            aria-label={t("authoring:mine.chosen.choose", { title: row.title })}
          />
          <StatusBadge status={badge.status}>{badge.label}</StatusBadge>
          {revision && <StatusBadge status={revision.status}>{revision.label}</StatusBadge>}
        </div>
        <Heading>
          <Link to={actions.view ?? row.edit}>
            <bdi lang={row.titleLang}>{row.title}</bdi>
          </Link>
        </Heading>
        <ul className={classes.facts}>
          {row.facts.map(({ icon, text }) => (
            <li key={icon} className="rd-line">
              <Icon name={icon} size="s" />
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
        {row.hint && <p className={classes.hint}>{row.hint}</p>}
      </div>
      <RowActions row={row} />
      {row.reason && (
        <div className={classes.reason}>
          <Alert tone="bad" icon="message-2" title={t("authoring:mine.reviewer")}>
            <bdi>{row.reason}</bdi>
          </Alert>
        </div>
      )}
    </li>
  );
}

function RowActions({ row }: { row: MyEventView }) {
  const { t } = useText();
  const { actions } = row;
  return (
    <div className={`${classes.actions} rd-line`}>
      <LinkButton to={row.edit} variant={actions.edit === "fix" ? undefined : "default"}>
        {t(`authoring:mine.${actions.edit}`)}
      </LinkButton>
      <Menu label={t("authoring:mine.more", { title: `\u2068${row.title}\u2069` })}>
        {actions.view && (
          <MenuItem icon="eye" to={actions.view}>
            {t("authoring:mine.view")}
          </MenuItem>
        )}
        {actions.guests && (
          <MenuItem icon="users" to={actions.guests}>
            {t("guests:guests")}
          </MenuItem>
        )}
        {actions.submit && <Act id={row.id} intent="submit" icon="send" />}
        {actions.withdraw && <Act id={row.id} intent="withdraw" icon="arrow-back-up" />}
        <Act id={row.id} intent="duplicate" icon="copy" />
        {actions.view && (
          <MenuItem icon="ticket" to={row.rsvp.href}>
            {row.rsvp.label}
          </MenuItem>
        )}
        <MenuItem icon="calendar-plus" to={row.addDate}>
          {t("authoring:mine.addDate")}
        </MenuItem>
        {actions.change && (
          <MenuItem icon="calendar-share" to={actions.change}>
            {t("authoring:mine.change")}
          </MenuItem>
        )}
        {actions.delete && (
          <MenuItem icon="trash" to={row.remove}>
            {t("authoring:mine.delete")}
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

interface ActProps {
  id: string;
  intent: "submit" | "withdraw" | "duplicate";
  icon: IconName;
}

/** Menu button in a form of its own, so that it works without JavaScript. */
function Act({ id, intent, icon }: ActProps) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  return (
    <li>
      <Form method="post" action={paths.myEvents()} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="returnTo" value={pathname + search} />
        <button type="submit" name="intent" value={intent}>
          <Icon name={icon} size="s" />
          <span>{t(`authoring:mine.${intent}`)}</span>
        </button>
      </Form>
    </li>
  );
}
