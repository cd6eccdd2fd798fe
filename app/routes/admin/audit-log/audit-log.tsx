import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CodeView } from "~/ui/code-view";
import { Empty } from "~/ui/empty";
import { Fact, Facts } from "~/ui/facts";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { Link, Form as PostForm, useAddress } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./audit-log.module.css";
import type { auditLoader } from "./audit-log.server";
import { AuditTabs, SeverityBadge } from "./audit-parts";

type EntryView = AuditLogView["entries"][number];

type OpenedEntry = NonNullable<AuditLogView["opened"]>;

type AuditLogView = Awaited<ReturnType<typeof auditLoader>>;

/** Page `/admin/audit-log`: filters, entries and the selected entry with its changes. */
export function AuditLogPage({ page: view }: { page: AuditLogView }) {
  const { t } = useText();
  const address = useAddress();
  return (
    <main id="main">
      <PageHead
        title={t("admin:audit.title")}
        lead={t("admin:audit.lead")}
        actions={
          <a className="rd-link" href={address(view.csv)} download>
            {t("admin:audit.csv")}
          </a>
        }
      />
      <AuditTabs current="log" />
      <Filter view={view} />
      {view.opened && <Opened entry={view.opened} back={view.back} />}
      {view.entries.length === 0 ? (
        <Empty title={t(view.isFiltered ? "admin:audit.nothingFits" : "admin:audit.empty")} />
      ) : (
        <Table
          label={t("admin:audit.title")}
          rows={view.entries}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "when",
              head: t("admin:audit.when"),
              isHead: true,
              cell: (entry) => (
                <Link
                  to={entry.href}
                  preventScrollReset
                  aria-current={entry.id === view.opened?.id || undefined}
                >
                  <time dateTime={entry.createdAt}>{entry.when}</time>
                </Link>
              ),
            },
            {
              key: "what",
              head: t("admin:audit.what"),
              cell: (entry) => (
                <div>
                  <p>{entry.sentence}</p>
                  <Revert entry={entry} />
                  <RawRecord entry={entry} />
                </div>
              ),
            },
            {
              key: "severity",
              head: t("admin:audit.severity"),
              cell: ({ severity }) => <SeverityBadge severity={severity} />,
            },
          ]}
        />
      )}
      {view.hasLookedAtSome && <Meta>{t("admin:audit.some")}</Meta>}
      <Pager
        label={t("admin:audit.pages")}
        start={view.start}
        previous={view.previous}
        next={view.next}
        total={view.total ?? undefined}
      />
    </main>
  );
}

function Filter({
  view: { filter, severities, actions, isFiltered, isJalali },
}: {
  view: AuditLogView;
}) {
  const { t } = useText();
  const isKnown = filter.action === "" || actions.some(({ value }) => value === filter.action);
  const choices = {
    action: isKnown ? actions : [{ value: filter.action, label: filter.action }, ...actions],
    severity: severities.map((value) => ({ value, label: t(`admin:audit.severities.${value}`) })),
  };
  return (
    // Remounts the form for a new filter, which resets typed values.
    <Form
      key={JSON.stringify(filter)}
      name="audit"
      method="get"
      action={paths.adminAuditLog()}
      isRow
    >
      <TextField
        name="name"
        label={t("admin:audit.filter.name")}
        defaultValue={filter.name}
        type="search"
        dir="auto"
        maxLength={100}
        autoComplete="off"
      />
      {(["action", "severity"] as const).map((name) => (
        <Select
          key={name}
          name={name}
          label={t(`admin:audit.filter.${name}`)}
          defaultValue={filter[name]}
          empty={t("admin:audit.filter.any")}
          options={choices[name]}
        />
      ))}
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`admin:audit.filter.${name}`)}
          defaultValue={filter[name]}
          {...(isJalali
            ? { placeholder: t("admin:audit.filter.day"), inputMode: "numeric", maxLength: 20 }
            : { type: "date" })}
        />
      ))}
      <Button type="submit">{t("admin:audit.filter.apply")}</Button>
      {isFiltered && (
        <Link className="rd-link" to={paths.adminAuditLog()}>
          {t("admin:audit.filter.clear")}
        </Link>
      )}
      <Fold
        title={t("admin:audit.filter.byId")}
        isQuiet
        open={filter.entity !== "" || filter.entityId !== "" || filter.actor !== ""}
      >
        <div className={classes.ids}>
          {(["entity", "entityId", "actor"] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`admin:audit.filter.${name}`)}
              defaultValue={filter[name]}
              dir="ltr"
              maxLength={100}
            />
          ))}
        </div>
      </Fold>
    </Form>
  );
}

/** Button that reverts what the entry records, where that is possible. */
function Revert({ entry: { id, sentence, isRevertible } }: { entry: EntryView }) {
  const { t } = useText();
  if (!isRevertible) return null;
  return (
    <PostForm method="post" preventScrollReset>
      <input type="hidden" name="entry" value={id} />
      <Button
        type="submit"
        variant="default"
        size="compact-sm"
        icon="arrow-back-up"
        aria-label={t("admin:audit.revertOf", { what: sentence })}
      >
        {t("admin:audit.revert")}
      </Button>
    </PostForm>
  );
}

/** Collapsed raw record of an entry. */
function RawRecord({ entry }: { entry: EntryView }) {
  const { t } = useText();
  return (
    <Fold title={t("admin:audit.record")} isQuiet>
      <p>
        <code>{entry.action}</code> · <Who entry={entry} /> · <About entry={entry} /> ·{" "}
        <code>{entry.source}</code>
      </p>
      <Link className="rd-link" to={entry.href} preventScrollReset>
        {t("admin:audit.open")}
      </Link>
    </Fold>
  );
}

function Who({ entry }: { entry: EntryView }) {
  const { t } = useText();
  const name = entry.actor ?? t(entry.hasActor ? "admin:audit.gone" : "admin:audit.nobody");
  if (!entry.actorHref || entry.actor === null) return <bdi>{name}</bdi>;
  return (
    <Link className="rd-link" to={entry.actorHref}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function About({ entry }: { entry: EntryView }) {
  const name = (
    <>
      <code>{entry.entity}</code>{" "}
      {entry.entityId && <bdi className={classes.id}>{entry.entityId}</bdi>}
    </>
  );
  if (!entry.entityHref) return name;
  return (
    <Link className="rd-link" to={entry.entityHref}>
      {name}
    </Link>
  );
}

function Opened({ entry, back }: { entry: OpenedEntry; back: string }) {
  const { t } = useText();
  const none = t("admin:audit.none");
  return (
    <div className={classes.opened}>
      <Card
        as="section"
        id="entry"
        title={entry.sentence}
        actions={<IconButton to={back} icon="x" label={t("common:close")} preventScrollReset />}
      >
        <Facts>
          <Fact term={t("admin:audit.action")}>
            <code>{entry.action}</code>
          </Fact>
          <Fact term={t("admin:audit.when")}>
            <time dateTime={entry.createdAt}>{entry.when}</time>
          </Fact>
          <Fact term={t("admin:audit.who")}>
            <Who entry={entry} />
          </Fact>
          <Fact term={t("admin:audit.about")}>
            <About entry={entry} />
          </Fact>
          <Fact term={t("admin:audit.source")}>
            <code>{entry.source}</code>
          </Fact>
          {entry.sessionId && (
            <Fact term={t("admin:audit.session")}>
              <bdi className={classes.id}>{entry.sessionId}</bdi>
            </Fact>
          )}
          <Fact term={t("admin:audit.seal")}>
            {entry.sequence === null ? (
              t("admin:audit.unsealed")
            ) : (
              <>
                {t("admin:audit.sealed", { place: entry.sequence })}{" "}
                <bdi className={classes.id}>{entry.hash}</bdi>
              </>
            )}
          </Fact>
        </Facts>
        {entry.withheld && (
          <Meta>
            <Icon name={entry.withheld === "permission" ? "lock" : "eraser"} size="s" />
            {t(`admin:audit.withheld.${entry.withheld}`)}
          </Meta>
        )}
        {entry.difference && entry.difference.length > 0 && (
          <Table
            label={t("admin:audit.field")}
            rows={entry.difference}
            rowKey={({ field }) => field}
            columns={[
              {
                key: "field",
                head: t("admin:audit.field"),
                isHead: true,
                cell: ({ field }) => <code>{field}</code>,
              },
              {
                key: "before",
                head: t("admin:audit.before"),
                cell: ({ before }) => (before === null ? none : <del>{before}</del>),
              },
              {
                key: "after",
                head: t("admin:audit.after"),
                cell: ({ after }) => (after === null ? none : <ins>{after}</ins>),
              },
            ]}
          />
        )}
        <Revert entry={entry} />
        {entry.rest && <CodeView label={t("admin:audit.rest")} code={entry.rest} />}
      </Card>
    </div>
  );
}
