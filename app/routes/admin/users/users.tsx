import { useEffect, useRef } from "react";
import { RoleBadge } from "~/components/role-badge/role-badge";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Person } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { ActionBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { RemovalView, UserListView } from "./users.server";

/** Page `/admin/users`: all accounts, searched and filtered on the server. */
export function UsersPage({
  view,
  removal,
}: {
  view: UserListView;
  removal: RemovalView | undefined;
}) {
  const { t } = useText();
  const { query, rows } = view;
  return (
    <main id="main">
      <PageHead title={t("admin-users:list.title")} lead={t("admin-users:list.lead")} />
      {removal && <Removals removal={removal} />}
      <Filters view={view} />
      {rows.length === 0 ? (
        <Empty title={t(view.next ? "admin-users:list.further" : "admin-users:list.nobody")} />
      ) : (
        <Form method="get" name="users" action={paths.adminUsers()} isWide>
          {query.q && <input type="hidden" name="q" value={query.q} />}
          {query.role && <input type="hidden" name="role" value={query.role} />}
          {query.state && <input type="hidden" name="state" value={query.state} />}
          {query.after && <input type="hidden" name="after" value={query.after} />}
          <Users rows={rows} />
          <ActionBar note={t("admin-users:bulk.help")}>
            <Button type="submit" variant="default" icon="trash">
              {t("admin-users:bulk.ask")}
            </Button>
          </ActionBar>
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
    <Form
      method="get"
      name="filter"
      action={paths.adminUsers()}
      role="search"
      isRow
      key={`${query.q} ${query.role} ${query.state}`}
    >
      <TextField
        type="search"
        name="q"
        label={t("admin-users:list.search")}
        defaultValue={query.q}
        maxLength={100}
        dir="auto"
        autoComplete="off"
      />
      <Select
        name="role"
        label={t("admin-users:list.role")}
        empty={t("admin-users:list.anyRole")}
        options={roles}
        defaultValue={query.role ?? ""}
      />
      <Select
        name="state"
        label={t("admin-users:list.state")}
        empty={t("admin-users:list.anyState")}
        options={states}
        defaultValue={query.state ?? ""}
      />
      <Button type="submit" size="md">
        {t("admin-users:list.show")}
      </Button>
    </Form>
  );
}

function Users({ rows }: { rows: UserListView["rows"] }) {
  const { t } = useText();
  return (
    <Table
      label={t("admin-users:list.title")}
      rows={rows}
      rowKey={({ id }) => id}
      select={{
        name: "delete",
        value: ({ id, canManage }) => (canManage ? id : null),
        label: ({ name }) => t("admin-users:list.chooseOf", { name }),
      }}
      columns={[
        {
          key: "person",
          head: t("admin-users:list.person"),
          isHead: true,
          cell: ({ photoUrl, initials, name, email, href }) => (
            <Person photoUrl={photoUrl} initials={initials} name={name} detail={email} to={href} />
          ),
        },
        {
          key: "role",
          head: t("admin-users:list.role"),
          cell: ({ role, roleLabel }) => (role === "user" ? roleLabel : <RoleBadge role={role} />),
        },
        {
          key: "state",
          head: t("admin-users:list.state"),
          cell: (user) => <UserState isActive={user.isActive} deletion={user.deletion} />,
        },
        {
          key: "trust",
          head: t("admin-users:list.trust"),
          cell: ({ trust: standing }) => standing,
        },
        {
          key: "joined",
          head: t("admin-users:list.joined"),
          cell: ({ joined, joinedAt }) => <time dateTime={joinedAt}>{joined}</time>,
        },
      ]}
    />
  );
}

/** State of an account: active or not, and the date of its scheduled deletion. */
export function UserState({ isActive, deletion }: { isActive: boolean; deletion: string | null }) {
  const { t } = useText();
  return (
    <span>
      <Badge tone={isActive ? "good" : "bad"} icon={isActive ? "circle-check" : "ban"}>
        {t(isActive ? "admin-users:state.active" : "admin-users:state.inactive")}
      </Badge>
      {deletion && <small> {t("admin-users:state.deletion", { date: deletion })}</small>}
    </span>
  );
}

function Deletion({ asked, here }: { asked: NonNullable<UserListView["asked"]>; here: string }) {
  const { t, locale } = useText();
  const names = new Intl.ListFormat(locale, { type: "conjunction" }).format(
    asked.map(({ name }) => `\u2068${name}\u2069`),
  );
  return (
    <ConfirmDialog
      open
      question={t("admin-users:bulk.question", { count: asked.length })}
      text={
        asked.length === 0
          ? t("admin-users:bulk.outOfReach")
          : t("admin-users:bulk.text", { names })
      }
      cancelHref={here}
      cancelLabel={t("admin-users:bulk.keep")}
    >
      {asked.length > 0 && (
        <Form action={here}>
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

/** Results of a bulk deletion. Takes the focus, which announces them. */
function Removals({ removal }: { removal: RemovalView }) {
  const { t } = useText();
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each new result
  useEffect(() => summary.current?.focus(), [removal]);
  return (
    <Alert
      ref={summary}
      tone={removal.results.some(({ refusal }) => refusal) ? "waiting" : "good"}
      title={removal.summary}
      isFocusable
    >
      <ul>
        {removal.results.map(({ id, name, href, refusal }) => (
          <li key={id}>
            <Link className="rd-link" to={href} dir="auto">
              {name}
            </Link>{" "}
            {refusal ?? t("admin-users:bulk.deleted")}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
