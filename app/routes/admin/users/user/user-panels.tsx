import { paths } from "~/lib/paths";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { List, ListItem } from "~/ui/list";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import type { AuditView, UserDetailView } from "./user.server";

/** Entries of the trust score. */
export function TrustPanel({ trust }: { trust: UserDetailView["trust"] }) {
  const { t } = useText();
  return (
    <Card as="section" id="trust" title={t("admin-users:detail.trust")}>
      <p>
        {trust.tier} <b>{trust.score}</b>
      </p>
      {trust.entries.length === 0 ? (
        <p>{t("admin-users:detail.noTrust")}</p>
      ) : (
        <List>
          {trust.entries.map((entry) => (
            <ListItem
              key={entry.key}
              title={entry.label}
              meta={entry.date}
              end={<bdi>{entry.points}</bdi>}
            />
          ))}
        </List>
      )}
    </Card>
  );
}

interface SessionsPanelProps {
  id: string;
  sessions: UserDetailView["sessions"];
  canEnd: boolean;
}

/** Signed-in devices of the account. */
export function SessionsPanel({ id, sessions, canEnd }: SessionsPanelProps) {
  const { t } = useText();
  return (
    <Card as="section" id="sessions" title={t("admin-users:detail.sessions")}>
      {sessions.length === 0 ? (
        <p>{t("admin-users:detail.noSessions")}</p>
      ) : (
        <>
          <List>
            {sessions.map((session) => (
              <ListItem key={session.id} title={<bdi>{session.name}</bdi>} end={session.lastUsed} />
            ))}
          </List>
          {canEnd && (
            <Form action={paths.adminUser(id)}>
              <SubmitButton intent="end-sessions" variant="default">
                {t("admin-users:detail.endSessions")}
              </SubmitButton>
            </Form>
          )}
        </>
      )}
    </Card>
  );
}

interface AuditPanelProps {
  id: string;
  title: string;
  entries: readonly AuditView[];
}

/** Latest entries of the audit log. */
export function AuditPanel({ id, title, entries }: AuditPanelProps) {
  const { t } = useText();
  return (
    <Card as="section" id={id} title={title}>
      {entries.length === 0 ? (
        <p>{t("admin-users:audit.nothing")}</p>
      ) : (
        <List>
          {entries.map((entry) => (
            <ListItem
              key={entry.id}
              title={<code dir="ltr">{entry.action}</code>}
              meta={
                <>
                  <bdi>{entry.who}</bdi>
                  {entry.change && <bdi dir="ltr">{entry.change}</bdi>}
                </>
              }
              end={
                <time dateTime={entry.iso} title={entry.when}>
                  {entry.ago}
                </time>
              }
            />
          ))}
        </List>
      )}
    </Card>
  );
}
