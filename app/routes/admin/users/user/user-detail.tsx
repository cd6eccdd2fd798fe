import { RoleBadge } from "~/components/role-badge/role-badge";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Avatar } from "~/ui/avatar";
import { LinkButton } from "~/ui/button";
import { Card, CardGrid } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Dialog } from "~/ui/dialog";
import { Fact, Facts, Stats } from "~/ui/facts";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { RadioCards } from "~/ui/radio-cards";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { UserState } from "../users";
import type { AuditView, UserDetailView } from "./user.server";

/** Entries of the trust score. */
function TrustPanel({ trust }: { trust: UserDetailView["trust"] }) {
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
function SessionsPanel({ id, sessions, canEnd }: SessionsPanelProps) {
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
function AuditPanel({ id, title, entries }: AuditPanelProps) {
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

/**
 * Dialog that changes an account's role. It has a URL, so it works without JavaScript (product.md
 * §2).
 */
function RoleDialog({ user, failure }: { user: UserDetailView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const here = paths.adminUser(user.id);
  return (
    <Dialog
      open={user.isChangingRole}
      title={t("admin-users:role.title", { name: `\u2068${user.name}\u2069` })}
      lead={t("admin-users:role.text")}
      closeHref={here}
    >
      <Form
        name="role"
        action={paths.adminUser(user.id, { "change-role": true })}
        failure={failure}
      >
        <RadioCards
          name="role"
          label={t("admin-users:list.role")}
          isLabelHidden
          defaultValue={user.role.value}
          options={user.roles.map(({ value, label, lead, warning }) => ({
            value,
            label,
            help: lead,
            warning,
          }))}
        />
        <FormBar
          submit={t("admin-users:role.submit")}
          intent="change-role"
          isEnd
          cancel={{ href: here, label: t("admin-users:role.cancel") }}
        />
      </Form>
    </Dialog>
  );
}

interface UserDetailProps {
  user: UserDetailView;
  failure: FormFailure | undefined;
}

/** Page `/admin/users/{id}`: an account's data and actions. */
export function UserDetail({ user, failure }: UserDetailProps) {
  const { t } = useText();
  const refused = failureOfForm(failure, "account");
  return (
    <main id="main">
      <PageHead
        start={<Avatar photoUrl={user.photoUrl} initials={user.initials} size="l" />}
        title={<bdi>{user.name}</bdi>}
        lead={<bdi>{user.email}</bdi>}
        badges={
          <>
            <RoleBadge role={user.role.value} />
            <UserState isActive={user.isActive} deletion={user.deletion} />
          </>
        }
        actions={user.canManage ? <Actions user={user} /> : user.outOfReach}
      />
      {refused && (
        <Alert tone="bad" live="alert">
          {refused.message}
        </Alert>
      )}
      <RoleDialog user={user} failure={failureOfForm(failure, "role")} />
      <Question user={user} />
      <CardGrid isWide>
        <Card as="section" id="facts" title={t("admin-users:detail.facts")}>
          <Facts>
            {user.facts.map(({ name, label, value }) => (
              <Fact key={name} term={label}>
                <bdi>{value}</bdi>
              </Fact>
            ))}
          </Facts>
          {user.canManage && <Profile user={user} failure={failureOfForm(failure, "profile")} />}
        </Card>
        <Events events={user.events} />
        <TrustPanel trust={user.trust} />
        <SessionsPanel sessions={user.sessions} canEnd={user.canManage} id={user.id} />
        <AuditPanel
          title={t("admin-users:audit.about")}
          id="audit-about"
          entries={user.audit.about}
        />
        <AuditPanel title={t("admin-users:audit.by")} id="audit-by" entries={user.audit.by} />
      </CardGrid>
    </main>
  );
}

function Actions({ user }: { user: UserDetailView }) {
  const { t } = useText();
  return (
    <>
      <LinkButton
        to={paths.adminUser(user.id, { "change-role": true })}
        preventScrollReset
        icon="shield-half"
      >
        {t("admin-users:role.open")}
      </LinkButton>
      {user.isActive ? (
        <LinkButton
          to={paths.adminUser(user.id, { ask: "deactivate" })}
          variant="default"
          preventScrollReset
        >
          {t("admin-users:deactivate.open")}
        </LinkButton>
      ) : (
        <Form action={paths.adminUser(user.id)}>
          <SubmitButton intent="reactivate" variant="default">
            {t("admin-users:detail.reactivate")}
          </SubmitButton>
        </Form>
      )}
      {(user.isActive || user.deletion === null) && (
        <LinkButton
          to={paths.adminUser(user.id, { ask: "delete" })}
          variant="default"
          color="red"
          preventScrollReset
          icon="trash"
        >
          {t("admin-users:delete.open")}
        </LinkButton>
      )}
    </>
  );
}

/** Confirms closing an account. */
function Question({ user }: { user: UserDetailView }) {
  const { t } = useText();
  if (!user.asked || !user.canManage) return null;
  const { asked } = user;
  return (
    <ConfirmDialog
      key={asked}
      open
      question={t(`admin-users:${asked}.question`, { name: `\u2068${user.name}\u2069` })}
      text={t(`admin-users:${asked}.text`)}
      cancelHref={paths.adminUser(user.id)}
      cancelLabel={t("admin-users:bulk.keep")}
    >
      <Form action={paths.adminUser(user.id)}>
        <SubmitButton intent={asked} danger>
          {t(`admin-users:${asked}.submit`)}
        </SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

function Profile({ user, failure }: UserDetailProps) {
  const { t } = useText();
  return (
    <Fold title={t("admin-users:profile.open")} open={failure !== undefined}>
      <Form name="profile" failure={failure}>
        <TextField
          name="displayName"
          label={t("admin-users:profile.name")}
          help={t("admin-users:profile.help")}
          defaultValue={user.name}
          maxLength={80}
          dir="auto"
          autoComplete="off"
        />
        {user.photoUrl && (
          <Checkbox name="removePicture" label={t("admin-users:profile.removePicture")} />
        )}
        <FormBar submit={t("admin-users:profile.submit")} intent="correct" isQuiet />
      </Form>
    </Fold>
  );
}

function Events({ events }: { events: UserDetailView["events"] }) {
  const { t } = useText();
  return (
    <Card as="section" id="events" title={t("admin-users:detail.events")}>
      <Stats
        items={events.counts.map(({ status, label, count }) => ({
          name: status,
          label,
          value: count,
        }))}
      />
      {events.latest.length === 0 ? (
        <p>{t("admin-users:detail.noEvents")}</p>
      ) : (
        <List>
          {events.latest.map((event) => (
            <ListItem
              key={event.id}
              title={<bdi>{event.title}</bdi>}
              to={event.href}
              meta={event.starts}
              end={<StatusBadge status={event.status}>{event.label}</StatusBadge>}
            />
          ))}
        </List>
      )}
    </Card>
  );
}
