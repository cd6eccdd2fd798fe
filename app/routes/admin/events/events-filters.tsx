import { Button } from "@mantine/core";
import { useId } from "react";
import type { AllEventsView } from "~/components/moderation/details-view";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./events.module.css";

/** Search words, filters, order and columns of `/admin/events`, kept in the URL. */
export function AllEventsFilters({ view }: { view: AllEventsView }) {
  const { t } = useText();
  const { said } = view;
  const any = { value: "", label: t("moderation:events.any") };
  const yesNo = [any, { value: "yes", label: t("moderation:events.yes") }, { value: "no", label: t("moderation:events.no") }];
  const choices = [
    { name: "status", label: t("moderation:events.status"), options: [any, ...view.statuses] },
    { name: "city", label: t("moderation:events.city"), options: [any, ...view.cities] },
    { name: "category", label: t("moderation:events.category"), options: [any, ...view.categories] },
    {
      name: "when",
      label: t("moderation:events.when"),
      options: [any, { value: "upcoming", label: t("moderation:events.upcoming") }, { value: "past", label: t("moderation:events.past") }],
    },
    { name: "featured", label: t("moderation:events.featured"), options: yesNo },
    { name: "active", label: t("moderation:events.active"), options: yesNo },
    { name: "sort", label: t("moderation:events.sortBy"), options: view.sorts },
  ] as const;
  return (
    <Form action={paths.adminEvents()} role="search" className={classes.filters} key={JSON.stringify(said)}>
      <label className={classes.words}>
        <span>{t("moderation:events.search")}</span>
        <input type="search" name="q" defaultValue={said.q} maxLength={100} dir="auto" autoComplete="off" />
      </label>
      {choices.map(({ name, label, options }) => (
        <Choice key={name} name={name} label={label} options={options} value={said[name]} />
      ))}
      <details className={classes.columns}>
        <summary>
          {t("moderation:events.columns")}
          <Icon name="chevron-down" size="s" />
        </summary>
        <ul>
          {view.columns.map(({ name, label, isShown }) => (
            <li key={name}>
              <label>
                <input type="checkbox" className="rd-tick" name="column" value={name} defaultChecked={isShown} /> {label}
              </label>
            </li>
          ))}
        </ul>
      </details>
      <div className={classes.apply}>
        <Button type="submit" size="sm" variant="default">
          {t("moderation:events.apply")}
        </Button>
        {view.isFiltered && (
          <Link className="rd-link" to={paths.adminEvents()}>
            {t("moderation:events.clear")}
          </Link>
        )}
      </div>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
}

function Choice({ name, label, options, value }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className={classes.select}>
        <select id={id} name={name} defaultValue={value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
