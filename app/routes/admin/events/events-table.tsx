import type { ReactNode } from "react";
import page from "~/components/admin/admin-page.module.css";
import { Scroller } from "~/components/admin/scroller";
import type { AllEventsRowView, AllEventsView } from "~/components/moderation/details-view";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./events.module.css";

interface AllEventsTableProps {
  view: AllEventsView;
  checked: ReadonlySet<string>;
  onCheck(checked: ReadonlySet<string>): void;
}

const NUMERIC = ["reports", "views", "saves"];

export function AllEventsTable({ view, checked, onCheck }: AllEventsTableProps) {
  const { t } = useText();
  const columns = view.columns.filter(({ isShown }) => isShown);
  const toggle = (id: string, isChecked: boolean) => {
    const next = new Set(checked);
    if (isChecked) next.add(id);
    else next.delete(id);
    onCheck(next);
  };
  return (
    <Scroller label={t("moderation:events.table")}>
      <table className={page.table} data-stacked="choice">
        <thead>
          <tr>
            <td className={classes.check}>
              <input
                type="checkbox"
                className="rd-tick rd-needs-script"
                aria-label={t("moderation:events.selectAll")}
                checked={view.rows.every(({ id }) => checked.has(id))}
                onChange={(event) => onCheck(new Set(event.currentTarget.checked ? view.rows.map(({ id }) => id) : []))}
              />
            </td>
            <th scope="col">{t("moderation:events.event")}</th>
            <th scope="col">{t("moderation:events.status")}</th>
            {columns.map(({ name, label }) => (
              <Head key={name} name={name} label={label} view={view} />
            ))}
            <th scope="col">{t("moderation:events.actions")}</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <tr key={row.id}>
              <td className={classes.check}>
                <input
                  type="checkbox"
                  className="rd-tick"
                  name="id"
                  value={row.id}
                  aria-label={t("moderation:events.select", { title: isolated(row.title) })}
                  checked={checked.has(row.id)}
                  onChange={(event) => toggle(row.id, event.currentTarget.checked)}
                />
                <input type="hidden" name={`title:${row.id}`} value={row.title} />
                <input type="hidden" name={`version:${row.id}`} value={row.version} />
              </td>
              <th scope="row">
                <Link to={row.details} preventScrollReset className={classes.title}>
                  <img src={row.cover} data-focus={row.focus} alt="" width={48} height={36} loading="lazy" />
                  <bdi lang={row.titleLang}>{row.title}</bdi>
                </Link>
              </th>
              <td data-label={t("moderation:events.status")}>
                <span className={classes.badges}>
                  <StatusBadge status={row.status}>{row.statusLabel}</StatusBadge>
                  {row.lifecycle && <StatusBadge status={row.lifecycle.status}>{row.lifecycle.label}</StatusBadge>}
                  {row.isFeatured && <Mark text={t("moderation:events.featured")} icon={<Icon name="star" size="s" />} />}
                  {!row.isActive && <Mark text={t("moderation:events.hidden")} icon={<Icon name="eye-off" size="s" />} />}
                </span>
              </td>
              {columns.map(({ name, label }) => (
                <td key={name} data-label={label} className={classes.cell} data-numeric={NUMERIC.includes(name) || undefined}>
                  <bdi>{row.cells[name]}</bdi>
                </td>
              ))}
              <td>
                <RowActions row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const isolated = (text: string) => `\u2068${text}\u2069`;

function Head({ name, label, view }: { name: string; label: string; view: AllEventsView }) {
  if (name !== "starts" && name !== "created")
    return (
      <th scope="col" data-numeric={NUMERIC.includes(name) || undefined}>
        {label}
      </th>
    );
  const { href, order } = view.heads[name];
  return (
    <th scope="col" aria-sort={order}>
      <Link to={href} className={classes.sort}>
        {label}
        {order === "ascending" && <Icon name="arrow-up" size="s" />}
        {order === "descending" && <Icon name="arrow-down" size="s" />}
      </Link>
    </th>
  );
}

function Mark({ text, icon }: { text: string; icon: ReactNode }) {
  return (
    <span className={classes.mark}>
      {icon}
      {text}
    </span>
  );
}

function RowActions({ row }: { row: AllEventsRowView }) {
  const { t } = useText();
  const title = isolated(row.title);
  const press = (action: "feature" | "unfeature" | "activate" | "deactivate", icon: ReactNode) => (
    <button
      type="submit"
      name="intent"
      value={`${action}:${row.id}`}
      aria-label={t(`moderation:events.switch.${action}`, { title })}
      title={t(`moderation:events.switch.${action}`, { title })}
    >
      {icon}
    </button>
  );
  return (
    <span className={classes.actions}>
      {row.decide && (
        <Link to={row.decide} aria-label={t("moderation:events.review", { title })} title={t("moderation:events.review", { title })}>
          <Icon name="gavel" />
        </Link>
      )}
      <Link to={row.edit} aria-label={t("moderation:events.edit", { title })} title={t("moderation:events.edit", { title })}>
        <Icon name="pencil" />
      </Link>
      {row.isFeatured ? press("unfeature", <Icon name="star-off" />) : press("feature", <Icon name="star" />)}
      {row.isActive ? press("deactivate", <Icon name="eye-off" />) : press("activate", <Icon name="eye" />)}
      <Link
        to={row.remove}
        preventScrollReset
        aria-label={t("moderation:events.remove", { title })}
        title={t("moderation:events.remove", { title })}
      >
        <Icon name="trash" />
      </Link>
    </span>
  );
}
