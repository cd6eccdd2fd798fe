import { StatusBadge } from "~/components/status-badge/status-badge";
import { Badge } from "~/ui/badge";
import { IconButton } from "~/ui/icon-button";
import { Link } from "~/ui/link";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import classes from "./events.module.css";
import type { AllEventsRowView, AllEventsView } from "./events.server";

const NUMERIC = ["reports", "views", "saves"];

/**
 * Table of events: checkboxes, the selected columns, and row actions that submit the surrounding
 * form.
 */
export function AllEventsTable({
  view,
  chosen,
}: {
  view: AllEventsView;
  chosen: readonly string[];
}) {
  const { t } = useText();
  return (
    <Table
      label={t("moderation:events.table")}
      rows={view.rows}
      rowKey={({ id }) => id}
      select={{
        name: "id",
        value: ({ id }) => id,
        label: ({ title }) => t("moderation:events.select", { title: isolated(title) }),
        all: t("moderation:events.selectAll"),
        chosen,
      }}
      columns={[
        {
          key: "event",
          head: t("moderation:events.event"),
          isHead: true,
          cell: (row) => <EventCell row={row} />,
        },
        {
          key: "status",
          head: t("moderation:events.status"),
          cell: (row) => <StatusCell row={row} />,
        },
        ...view.columns
          .filter(({ isShown }) => isShown)
          .map(({ name, label }) => ({
            key: name,
            head: label,
            isNumeric: NUMERIC.includes(name),
            ...((name === "starts" || name === "created") && { sort: view.heads[name] }),
            cell: (row: AllEventsRowView) => <bdi className={classes.value}>{row.cells[name]}</bdi>,
          })),
        {
          key: "actions",
          head: t("moderation:events.actions"),
          isHeadHidden: true,
          cell: (row) => <RowActions row={row} />,
        },
      ]}
    />
  );
}

const isolated = (text: string) => `\u2068${text}\u2069`;

function EventCell({ row }: { row: AllEventsRowView }) {
  return (
    <>
      <Link to={row.details} preventScrollReset className={classes.title}>
        <img src={row.cover} data-focus={row.focus} alt="" width={48} height={36} loading="lazy" />
        <bdi lang={row.titleLang}>{row.title}</bdi>
      </Link>
      <input type="hidden" name={`title:${row.id}`} value={row.title} />
      <input type="hidden" name={`version:${row.id}`} value={row.version} />
    </>
  );
}

function StatusCell({ row }: { row: AllEventsRowView }) {
  const { t } = useText();
  return (
    <span className={classes.badges}>
      <StatusBadge status={row.status}>{row.statusLabel}</StatusBadge>
      {row.lifecycle && (
        <StatusBadge status={row.lifecycle.status}>{row.lifecycle.label}</StatusBadge>
      )}
      {row.isFeatured && <Badge icon="star">{t("moderation:events.featured")}</Badge>}
      {!row.isActive && <Badge icon="eye-off">{t("moderation:events.hidden")}</Badge>}
    </span>
  );
}

const SWITCHES = {
  feature: { icon: "star" },
  unfeature: { icon: "star-off" },
  activate: { icon: "eye" },
  deactivate: { icon: "eye-off" },
} as const;

function RowActions({ row }: { row: AllEventsRowView }) {
  const { t } = useText();
  const title = isolated(row.title);
  const switches = [
    row.isFeatured ? "unfeature" : "feature",
    row.isActive ? "deactivate" : "activate",
  ] as const;
  return (
    <span className={classes.actions}>
      {row.decide && (
        <IconButton to={row.decide} icon="gavel" label={t("moderation:events.review", { title })} />
      )}
      <IconButton to={row.edit} icon="pencil" label={t("moderation:events.edit", { title })} />
      {switches.map((action) => (
        <IconButton
          key={action}
          type="submit"
          name="intent"
          value={`${action}:${row.id}`}
          {...SWITCHES[action]}
          label={t(`moderation:events.switch.${action}`, { title })}
        />
      ))}
      <IconButton
        to={row.remove}
        preventScrollReset
        icon="trash"
        label={t("moderation:events.remove", { title })}
      />
    </span>
  );
}
