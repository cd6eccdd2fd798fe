import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import classes from "~/components/admin/directory.module.css";
import { paths } from "~/lib/paths";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import type { AuditView, UserDetailView } from "../users-view";

/** Why somebody's score is what it is. */
export function TrustPanel({ trust }: { trust: UserDetailView["trust"] }) {
  const { t } = useText();
  return (
    <section className={page.panel} aria-labelledby="trust">
      <h2 id="trust">{t("admin-users:detail.trust")}</h2>
      <p className={classes.counts}>
        <span>
          {trust.tier} <b>{trust.score}</b>
        </span>
      </p>
      {trust.entries.length === 0 ? (
        <p className={classes.quiet}>{t("admin-users:detail.noTrust")}</p>
      ) : (
        <ul className={classes.rows}>
          {trust.entries.map((entry) => (
            <li key={entry.key}>
              <span>
                {entry.label} <small>{entry.date}</small>
              </span>
              <bdi>{entry.points}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface SessionsPanelProps {
  id: string;
  sessions: UserDetailView["sessions"];
  canEnd: boolean;
}

/** Where somebody is signed in. */
export function SessionsPanel({ id, sessions, canEnd }: SessionsPanelProps) {
  const { t } = useText();
  return (
    <section className={page.panel} aria-labelledby="sessions">
      <h2 id="sessions">{t("admin-users:detail.sessions")}</h2>
      {sessions.length === 0 ? (
        <p className={classes.quiet}>{t("admin-users:detail.noSessions")}</p>
      ) : (
        <>
          <ul className={classes.rows}>
            {sessions.map((session) => (
              <li key={session.id}>
                <bdi>{session.name}</bdi>
                <small>{session.lastUsed}</small>
              </li>
            ))}
          </ul>
          {canEnd && (
            <Form method="post" action={paths.adminUser(id)} className={classes.spaced} preventScrollReset>
              <SubmitButton intent="end-sessions" variant="default" size="sm">
                {t("admin-users:detail.endSessions")}
              </SubmitButton>
            </Form>
          )}
        </>
      )}
    </section>
  );
}

interface AuditPanelProps {
  id: string;
  title: string;
  entries: readonly AuditView[];
}

/** The newest entries of the audit log. */
export function AuditPanel({ id, title, entries }: AuditPanelProps) {
  const { t } = useText();
  return (
    <section className={page.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {entries.length === 0 ? (
        <p className={classes.quiet}>{t("admin-users:audit.nothing")}</p>
      ) : (
        <ul className={classes.rows}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <code dir="ltr">{entry.action}</code>
              <small>
                <time dateTime={entry.iso} title={entry.when}>
                  {entry.ago}
                </time>
              </small>
              <small className={classes.change}>
                <bdi>{entry.who}</bdi>
                {entry.change && (
                  <>
                    {" · "}
                    <bdi dir="ltr">{entry.change}</bdi>
                  </>
                )}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
