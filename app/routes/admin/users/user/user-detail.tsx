import { Button } from "@mantine/core";
import { AccountForm, SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import classes from "~/components/admin/directory.module.css";
import { RoleBadge } from "~/components/role-badge/role-badge";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Avatar } from "~/ui/avatar";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Field } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { UserState } from "../users";
import type { UserDetailView } from "../users-view";
import { RoleDialog } from "./role-dialog";
import { AuditPanel, SessionsPanel, TrustPanel } from "./user-panels";

/** /admin/users/{id}: everything about one account, and what may be done with it. */
export function UserDetail({ user, failure }: { user: UserDetailView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const refused = failureOfForm(failure, "account");
  return (
    <main id="main">
      <header className={classes.who}>
        <Avatar photoUrl={user.photoUrl} initials={user.initials} size="l" />
        <div>
          <h1>
            <bdi>{user.name}</bdi>
          </h1>
          <p className={classes.quiet}>
            <bdi>{user.email}</bdi>
          </p>
          <p className={classes.badges}>
            <RoleBadge role={user.role.value} />
            <UserState isActive={user.isActive} deletion={user.deletion} />
          </p>
        </div>
        {user.canManage ? <Actions user={user} /> : <p className={classes.quiet}>{user.outOfReach}</p>}
      </header>
      {refused && (
        <p role="alert" className={classes.alert}>
          {refused.message}
        </p>
      )}
      <RoleDialog user={user} failure={failureOfForm(failure, "role")} />
      <Question user={user} />
      <div className={classes.panels}>
        <section className={page.panel} aria-labelledby="facts">
          <h2 id="facts">{t("admin-users:detail.facts")}</h2>
          <dl className={classes.facts}>
            {user.facts.map(({ name, label, value }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {user.canManage && <Profile user={user} failure={failureOfForm(failure, "profile")} />}
        </section>
        <Events events={user.events} />
        <TrustPanel trust={user.trust} />
        <SessionsPanel sessions={user.sessions} canEnd={user.canManage} id={user.id} />
        <AuditPanel title={t("admin-users:audit.about")} id="audit-about" entries={user.audit.about} />
        <AuditPanel title={t("admin-users:audit.by")} id="audit-by" entries={user.audit.by} />
      </div>
    </main>
  );
}

function Actions({ user }: { user: UserDetailView }) {
  const { t } = useText();
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={paths.adminUser(user.id, { "change-role": true })}
        preventScrollReset
        leftSection={<Icon name="shield-half" />}
      >
        {t("admin-users:role.open")}
      </Button>
      {user.isActive ? (
        <Button component={Link} to={paths.adminUser(user.id, { ask: "deactivate" })} variant="default" preventScrollReset>
          {t("admin-users:deactivate.open")}
        </Button>
      ) : (
        <Form method="post" action={paths.adminUser(user.id)}>
          <SubmitButton intent="reactivate" variant="default">
            {t("admin-users:detail.reactivate")}
          </SubmitButton>
        </Form>
      )}
      {(user.isActive || user.deletion === null) && (
        <Button
          component={Link}
          to={paths.adminUser(user.id, { ask: "delete" })}
          variant="default"
          preventScrollReset
          leftSection={<Icon name="trash" />}
        >
          {t("admin-users:delete.open")}
        </Button>
      )}
    </div>
  );
}

/** Asks before an account is closed. */
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
      <Form method="post" action={paths.adminUser(user.id)}>
        <SubmitButton intent={asked} danger>
          {t(`admin-users:${asked}.submit`)}
        </SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

function Profile({ user, failure }: { user: UserDetailView; failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <details className={classes.spaced} open={failure !== undefined}>
      <summary className="rd-link">{t("admin-users:profile.open")}</summary>
      <div className={classes.spaced}>
        <AccountForm name="profile" failure={failure} submit={t("admin-users:profile.submit")} intent="correct" isQuiet>
          <Field
            form="profile"
            name="displayName"
            label={t("admin-users:profile.name")}
            help={t("admin-users:profile.help")}
            failure={failure}
            value={user.name}
            maxLength={80}
            dir="auto"
            autoComplete="off"
          />
          {user.photoUrl && (
            <label className={classes.actions}>
              <input type="checkbox" className="rd-tick" name="removePicture" value="1" />
              {t("admin-users:profile.removePicture")}
            </label>
          )}
        </AccountForm>
      </div>
    </details>
  );
}

function Events({ events }: { events: UserDetailView["events"] }) {
  const { t } = useText();
  return (
    <section className={page.panel} aria-labelledby="events">
      <h2 id="events">{t("admin-users:detail.events")}</h2>
      <ul className={classes.counts}>
        {events.counts.map(({ status, label, count }) => (
          <li key={status}>
            {label} <b>{count}</b>
          </li>
        ))}
      </ul>
      {events.latest.length === 0 ? (
        <p className={classes.quiet}>{t("admin-users:detail.noEvents")}</p>
      ) : (
        <ul className={classes.rows}>
          {events.latest.map((event) => (
            <li key={event.id}>
              <Link className={classes.name} to={event.href} dir="auto">
                {event.title}
              </Link>
              <StatusBadge status={event.status}>{event.label}</StatusBadge>
              <small>{event.starts}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
