import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import classes from "~/components/admin/directory.module.css";
import { Pager } from "~/components/admin/pager";
import { Scroller } from "~/components/admin/scroller";
import { RoleBadge } from "~/components/role-badge/role-badge";
import { paths } from "~/lib/paths";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { RemovalView, UserListView } from "./users-view";

/** /admin/users: every account, searched and filtered by the server. */
export function UsersPage({ view, removal }: { view: UserListView; removal: RemovalView | undefined }) {
  const { t } = useText();
  const { query, rows } = view;
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("admin-users:list.title")}</h1>
        <p>{t("admin-users:list.lead")}</p>
      </header>
      {removal && <Removals removal={removal} />}
      <Filters view={view} />
      {rows.length === 0 ? (
        <p className={page.empty}>{t(view.next ? "admin-users:list.further" : "admin-users:list.nobody")}</p>
      ) : (
        <Form action={paths.adminUsers()}>
          {query.q && <input type="hidden" name="q" value={query.q} />}
          {query.role && <input type="hidden" name="role" value={query.role} />}
          {query.state && <input type="hidden" name="state" value={query.state} />}
          {query.after && <input type="hidden" name="after" value={query.after} />}
          <Scroller label={t("admin-users:list.title")}>
            <Table rows={rows} />
          </Scroller>
          <div className={classes.bulk}>
            <Button type="submit" variant="default" leftSection={<Icon name="trash" />}>
              {t("admin-users:bulk.ask")}
            </Button>
            <span className={classes.quiet}>{t("admin-users:bulk.help")}</span>
          </div>
        </Form>
      )}
      <Pager label={t("admin-users:list.pages")} {...view} start={query.after && view.start} />
      {view.asked && <Deletion asked={view.asked} here={view.here} />}
    </main>
  );
}

function Filters({ view: { query, roles, states } }: { view: UserListView }) {
  const { t } = useText();
  return (
    <Form action={paths.adminUsers()} role="search" className={classes.filters} key={`${query.q} ${query.role} ${query.state}`}>
      <label>
        {t("admin-users:list.search")}
        <input type="search" name="q" defaultValue={query.q} maxLength={100} dir="auto" autoComplete="off" />
      </label>
      <label>
        {t("admin-users:list.role")}
        <select name="role" defaultValue={query.role ?? ""}>
          <option value="">{t("admin-users:list.anyRole")}</option>
          {roles.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("admin-users:list.state")}
        <select name="state" defaultValue={query.state ?? ""}>
          <option value="">{t("admin-users:list.anyState")}</option>
          {states.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">{t("admin-users:list.show")}</Button>
    </Form>
  );
}

function Table({ rows }: { rows: UserListView["rows"] }) {
  const { t } = useText();
  return (
    <table className={page.table} data-stacked="choice">
      <thead>
        <tr>
          <th scope="col" className={classes.check}>
            <span className="rd-hidden">{t("admin-users:list.choose")}</span>
          </th>
          <th scope="col">{t("admin-users:list.person")}</th>
          <th scope="col">{t("admin-users:list.role")}</th>
          <th scope="col">{t("admin-users:list.state")}</th>
          <th scope="col">{t("admin-users:list.trust")}</th>
          <th scope="col">{t("admin-users:list.joined")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((user) => (
          <tr key={user.id}>
            <td className={classes.check}>
              {user.canManage && (
                <input
                  type="checkbox"
                  className="rd-tick"
                  name="delete"
                  value={user.id}
                  aria-label={t("admin-users:list.chooseOf", { name: user.name })}
                />
              )}
            </td>
            <td>
              <span className={classes.person}>
                <Avatar photoUrl={user.photoUrl} initials={user.initials} size="s" />
                <span>
                  <Link to={user.href}>
                    <bdi>{user.name}</bdi>
                  </Link>
                  <small>
                    <bdi>{user.email}</bdi>
                  </small>
                </span>
              </span>
            </td>
            <td data-label={t("admin-users:list.role")}>{user.role === "user" ? user.roleLabel : <RoleBadge role={user.role} />}</td>
            <td data-label={t("admin-users:list.state")}>
              <UserState isActive={user.isActive} deletion={user.deletion} />
            </td>
            <td data-label={t("admin-users:list.trust")}>{user.standing}</td>
            <td data-label={t("admin-users:list.joined")}>
              <time dateTime={user.joinedAt}>{user.joined}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether somebody can come in, and until when the account is there. */
export function UserState({ isActive, deletion }: { isActive: boolean; deletion: string | null }) {
  const { t } = useText();
  return (
    <span className={classes.state}>
      <Badge tone={isActive ? "good" : "bad"}>
        <Icon name={isActive ? "circle-check" : "ban"} size="s" />
        {t(isActive ? "admin-users:state.active" : "admin-users:state.inactive")}
      </Badge>
      {deletion && <small className={classes.quiet}>{t("admin-users:state.deletion", { date: deletion })}</small>}
    </span>
  );
}

function Deletion({ asked, here }: { asked: NonNullable<UserListView["asked"]>; here: string }) {
  const { t, locale } = useText();
  const names = new Intl.ListFormat(locale, { type: "conjunction" }).format(asked.map(({ name }) => `\u2068${name}\u2069`));
  return (
    <ConfirmDialog
      open
      question={t("admin-users:bulk.question", { count: asked.length })}
      text={asked.length === 0 ? t("admin-users:bulk.outOfReach") : t("admin-users:bulk.text", { names })}
      cancelHref={here}
      cancelLabel={t("admin-users:bulk.keep")}
    >
      {asked.length > 0 && (
        <Form method="post" action={here}>
          {asked.map(({ id }) => (
            <input key={id} type="hidden" name="user" value={id} />
          ))}
          <SubmitButton intent="delete" danger>
            {t("admin-users:bulk.submit")}
          </SubmitButton>
        </Form>
      )}
    </ConfirmDialog>
  );
}

function Removals({ removal }: { removal: RemovalView }) {
  const { t } = useText();
  const summary = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is read out anew
  useEffect(() => summary.current?.focus(), [removal]);
  return (
    <section ref={summary} className={`${page.panel} ${classes.results}`} tabIndex={-1} aria-labelledby="removals">
      <h2 id="removals">{removal.summary}</h2>
      <ul>
        {removal.results.map(({ id, name, href, refusal }) => (
          <li key={id} data-refused={refusal === null ? undefined : true}>
            <Icon name={refusal === null ? "circle-check" : "alert-circle"} size="s" />
            <Link className="rd-link" to={href} dir="auto">
              {name}
            </Link>
            <span>{refusal ?? t("admin-users:bulk.deleted")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
